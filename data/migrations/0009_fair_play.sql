-- Revises: 0008
-- Date: 2026-11-30
-- Reason: a server's hands of the last days are read by themselves, for the report on fair play.

CREATE INDEX hand_results_by_time ON hand_results (guild_id, at_ms);
