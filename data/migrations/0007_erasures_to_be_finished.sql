-- Revises: 0006
-- Date: 2026-11-30
-- Reason: people and servers whose data goes: what is still to be done, and reasons that name people.

-- Who was erased and is not yet on the list beside the database, or may still be read in what SQLite
-- has not written over. `mark` is the list's keyed hash (data/removals.py); no id, no player.
CREATE TABLE removals_due (
    mark TEXT NOT NULL PRIMARY KEY,
    erased_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- As before, but for one thing: a reason that a person wrote about somebody may be taken away.
DROP TRIGGER moderations_never_change;
CREATE TRIGGER moderations_never_change BEFORE UPDATE ON moderations
WHEN NEW.reason <> '' OR (NEW.moderation_id, NEW.guild_id, NEW.table_id, NEW.moderator_id,
    NEW.action, NEW.about_id, NEW.at_ms) IS NOT (OLD.moderation_id, OLD.guild_id, OLD.table_id,
    OLD.moderator_id, OLD.action, OLD.about_id, OLD.at_ms)
BEGIN
    SELECT RAISE(ABORT, 'moderations are only added');
END;

-- Servers that removed the bot, and since when; coming back takes the row away.
CREATE TABLE guilds_gone (
    guild_id INTEGER NOT NULL PRIMARY KEY,
    since_ms INTEGER NOT NULL
) STRICT;
