-- Revises: 0004
-- Date: 2026-11-30
-- Reason: what a server's moderators settle for its tables and players, and who changed it.

-- What was never changed has no row: the program's own default counts.
CREATE TABLE server_settings (
    guild_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (guild_id, key)
) STRICT, WITHOUT ROWID;

-- old_value NULL: it was as the program has it. The newest row of a key holds what counts.
CREATE TABLE setting_changes (
    change_id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    player_id TEXT NOT NULL REFERENCES players (player_id),
    old_value TEXT CHECK (old_value IS NULL OR json_valid(old_value)),
    new_value TEXT NOT NULL CHECK (json_valid(new_value)),
    at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX setting_changes_by_key ON setting_changes (guild_id, key);
CREATE TRIGGER setting_changes_never_change BEFORE UPDATE ON setting_changes
BEGIN
    SELECT RAISE(ABORT, 'setting changes are only added');
END;
CREATE TRIGGER setting_changes_never_go BEFORE DELETE ON setting_changes
BEGIN
    SELECT RAISE(ABORT, 'setting changes are only added');
END;
