-- Revises: 0001
-- Date: 2026-11-30
-- Reason: one ping a turn, tables that wait for their channel to come back, what moderators did.

-- ping_ms: when whoever is waited for is called once, NULL when that is done or not wanted.
CREATE TABLE decisions_now (
    table_id TEXT NOT NULL REFERENCES tables (table_id),
    subject TEXT NOT NULL
        CHECK (subject IN ('seat:0', 'seat:1', 'seat:2', 'lobby', 'start', 'break', 'pause')),
    token TEXT NOT NULL UNIQUE,
    opened_seq INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    ping_ms INTEGER,
    PRIMARY KEY (table_id, subject)
) STRICT;
INSERT INTO decisions_now (table_id, subject, token, opened_seq, due_ms)
SELECT table_id, subject, token, opened_seq, due_ms FROM decisions;
DROP TABLE decisions;
ALTER TABLE decisions_now RENAME TO decisions;
CREATE INDEX decisions_by_due ON decisions (due_ms);
CREATE INDEX decisions_by_ping ON decisions (ping_ms) WHERE ping_ms IS NOT NULL;

-- What moderators did to tables, and why they said they did it.
CREATE TABLE moderations (
    moderation_id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (table_id),
    moderator_id TEXT NOT NULL REFERENCES players (player_id),
    action TEXT NOT NULL CHECK (action IN ('end', 'kick', 'repost', 'unstick')),
    about_id TEXT REFERENCES players (player_id),
    reason TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;
CREATE TRIGGER moderations_never_change BEFORE UPDATE ON moderations
BEGIN
    SELECT RAISE(ABORT, 'moderations are only added');
END;
CREATE TRIGGER moderations_never_go BEFORE DELETE ON moderations
BEGIN
    SELECT RAISE(ABORT, 'moderations are only added');
END;
