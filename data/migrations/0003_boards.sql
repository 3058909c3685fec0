-- Revises: 0002
-- Date: 2026-11-30
-- Reason: a page of a leaderboard and a place on it are read from an index, for every board and period.

-- 1: left out of every server's leaderboards, because they want to be.
ALTER TABLE players ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1));

-- Who is known to have left a server; playing there again takes the row away.
CREATE TABLE departures (
    guild_id INTEGER NOT NULL,
    player_id TEXT NOT NULL REFERENCES players (player_id),
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX departures_by_player ON departures (player_id);

-- What somebody's hands on a server came to in a period: `all`, a day `d20261130`, the week of a
-- Monday `w20261130`, a month `m202611`, a season `s4` (data/periods.py). Written with each result.
-- net: chips won and lost, refunds of void hands' stakes included. streak: hands won in a row until
-- now. rate: hands won in a million. listed: 0 hidden or erased, 1 left the server, 2 there.
CREATE TABLE board_sums (
    guild_id INTEGER NOT NULL,
    period TEXT NOT NULL,
    player_id TEXT NOT NULL,
    net INTEGER NOT NULL,
    hands INTEGER NOT NULL,
    won INTEGER NOT NULL,
    tongits INTEGER NOT NULL,
    biggest INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    best_streak INTEGER NOT NULL,
    listed INTEGER NOT NULL CHECK (listed BETWEEN 0 AND 2),
    rate INTEGER, -- not generated: an index on a generated column is not read alone
    PRIMARY KEY (guild_id, period, player_id),
    CHECK (rate IS CASE WHEN hands > 0 THEN won * 1000000 / hands END)
) STRICT, WITHOUT ROWID;

-- Chips in the wallet and at the server's open tables, pots included. Written with each transfer.
CREATE TABLE board_chips (
    guild_id INTEGER NOT NULL,
    player_id TEXT NOT NULL,
    chips INTEGER NOT NULL,
    listed INTEGER NOT NULL CHECK (listed BETWEEN 0 AND 2),
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;

-- Every result and every refund counts once in each period it lies in; days are Manila's. A run is
-- a hand that was not won and the hands won after it, in the order in which they were stored.
INSERT INTO board_sums (guild_id, period, player_id, net, hands, won, tongits, biggest, streak,
    best_streak, rate, listed)
WITH moved (guild_id, player_id, nr, chips, hands, won, tongits, local_s) AS (
    SELECT guild_id, player_id, rowid, chips, 1, won, won AND ending = 'tongits',
        at_ms / 1000 + 28800
    FROM hand_results
    UNION ALL
    SELECT CAST(substr(credit, 8) AS INTEGER), substr(credit, 8 + instr(substr(credit, 8), ':')),
        transfer_id, amount, 0, 0, 0, at_ms / 1000 + 28800
    FROM transfers WHERE why = 'refund' AND credit GLOB 'wallet:*'
), entries AS (
    SELECT 'all' AS period, * FROM moved
    UNION ALL SELECT 'd' || strftime('%Y%m%d', local_s, 'unixepoch'), * FROM moved
    UNION ALL SELECT 'w' || strftime('%Y%m%d', local_s, 'unixepoch', 'weekday 0', '-6 days'), *
    FROM moved
    UNION ALL SELECT 'm' || strftime('%Y%m', local_s, 'unixepoch'), * FROM moved
    UNION ALL SELECT 's' || ((strftime('%Y', local_s, 'unixepoch') * 12
        + strftime('%m', local_s, 'unixepoch') - 1) / 3 - 8103), *
    FROM moved
), counted AS (
    SELECT *,
        SUM(hands - won) OVER (PARTITION BY guild_id, period, player_id ORDER BY nr) AS run,
        SUM(hands - won) OVER (PARTITION BY guild_id, period, player_id) AS last_run
    FROM entries
), runs AS (
    SELECT guild_id, period, player_id, SUM(chips) AS net, SUM(hands) AS hands, SUM(won) AS won,
        SUM(tongits) AS tongits, MAX(won * chips) AS biggest, run = last_run AS is_last
    FROM counted GROUP BY guild_id, period, player_id, run, last_run
), sums AS (
    SELECT guild_id, period, player_id, SUM(net) AS net, SUM(hands) AS hands, SUM(won) AS won,
        SUM(tongits) AS tongits, MAX(0, MAX(biggest)) AS biggest, SUM(won * is_last) AS streak,
        MAX(won) AS best_streak
    FROM runs GROUP BY guild_id, period, player_id
)
SELECT guild_id, period, player_id, net, hands, won, tongits, biggest, streak, best_streak,
    CASE WHEN hands > 0 THEN won * 1000000 / hands END,
    COALESCE((SELECT 2 * (discord_id IS NOT NULL) FROM players AS p
        WHERE p.player_id = sums.player_id), 0)
FROM sums;
INSERT INTO board_chips (guild_id, player_id, chips, listed)
WITH held (guild_id, player_id, chips) AS (
    SELECT CAST(substr(account, 8) AS INTEGER),
        substr(account, 8 + instr(substr(account, 8), ':')), balance
    FROM balances WHERE account > 'wallet:' AND account < 'wallet;'
    UNION ALL
    SELECT t.guild_id, substr(b.account, length(k.kind || t.table_id) + 2), b.balance
    FROM tables AS t JOIN (SELECT 'table:' AS kind UNION ALL SELECT 'pot:') AS k
    JOIN balances AS b ON b.account > k.kind || t.table_id || ':'
        AND b.account < k.kind || t.table_id || ';'
)
SELECT guild_id, player_id, SUM(chips),
    COALESCE((SELECT 2 * (discord_id IS NOT NULL) FROM players AS p
        WHERE p.player_id = held.player_id), 0)
FROM held GROUP BY guild_id, player_id;

-- One for each board, with all that a page and a place need; equals are told apart by player_id.
CREATE INDEX board_sums_by_net ON board_sums (guild_id, period, net DESC, player_id, listed);
CREATE INDEX board_sums_by_won ON board_sums (guild_id, period, won DESC, player_id, listed);
CREATE INDEX board_sums_by_tongits
ON board_sums (guild_id, period, tongits DESC, player_id, listed);
CREATE INDEX board_sums_by_rate ON board_sums (guild_id, period, rate DESC, player_id, listed, hands)
WHERE hands >= 5;
CREATE INDEX board_sums_by_biggest
ON board_sums (guild_id, period, biggest DESC, player_id, listed);
CREATE INDEX board_sums_by_streak
ON board_sums (guild_id, period, best_streak DESC, player_id, listed);
CREATE INDEX board_chips_by_chips ON board_chips (guild_id, chips DESC, player_id, listed);
CREATE INDEX board_sums_by_player ON board_sums (player_id);
CREATE INDEX board_chips_by_player ON board_chips (player_id);

-- Refunds are no hand's; whoever writes one has written it on the boards.
CREATE TRIGGER transfers_refund_boards AFTER INSERT ON transfers
WHEN NEW.why = 'refund' AND NEW.credit GLOB 'wallet:*'
BEGIN
    INSERT INTO board_sums (guild_id, period, player_id, net, hands, won, tongits, biggest, streak,
        best_streak, listed)
    SELECT w.guild_id, p.period, w.player_id, NEW.amount, 0, 0, 0, 0, 0, 0, COALESCE((
        SELECT (discord_id IS NOT NULL AND NOT is_hidden) * (2 - EXISTS (
            SELECT 1 FROM departures AS d
            WHERE d.guild_id = w.guild_id AND d.player_id = w.player_id))
        FROM players AS x WHERE x.player_id = w.player_id), 0)
    FROM (
        SELECT CAST(substr(NEW.credit, 8) AS INTEGER) AS guild_id,
            substr(NEW.credit, 8 + instr(substr(NEW.credit, 8), ':')) AS player_id,
            NEW.at_ms / 1000 + 28800 AS local_s
    ) AS w JOIN (
        SELECT 'all' AS period
        UNION ALL SELECT 'd' || strftime('%Y%m%d', NEW.at_ms / 1000 + 28800, 'unixepoch')
        UNION ALL SELECT 'w' || strftime(
            '%Y%m%d', NEW.at_ms / 1000 + 28800, 'unixepoch', 'weekday 0', '-6 days')
        UNION ALL SELECT 'm' || strftime('%Y%m', NEW.at_ms / 1000 + 28800, 'unixepoch')
        UNION ALL SELECT 's' || ((strftime('%Y', NEW.at_ms / 1000 + 28800, 'unixepoch') * 12
            + strftime('%m', NEW.at_ms / 1000 + 28800, 'unixepoch') - 1) / 3 - 8103)
    ) AS p
    WHERE true
    ON CONFLICT (guild_id, period, player_id) DO UPDATE SET net = net + excluded.net;
END;

-- Chips that go from a wallet to the same person's seat come to nothing here, as they should.
CREATE TRIGGER balances_on_boards AFTER UPDATE OF balance ON balances
WHEN NEW.account <> 'mint'
BEGIN
    INSERT INTO board_chips (guild_id, player_id, chips, listed)
    SELECT o.guild_id, o.player_id, NEW.balance - OLD.balance, COALESCE((
        SELECT (discord_id IS NOT NULL AND NOT is_hidden) * (2 - EXISTS (
            SELECT 1 FROM departures AS d
            WHERE d.guild_id = o.guild_id AND d.player_id = o.player_id))
        FROM players AS x WHERE x.player_id = o.player_id), 0)
    FROM (
        SELECT CAST(substr(NEW.account, 8) AS INTEGER) AS guild_id,
            substr(NEW.account, 8 + instr(substr(NEW.account, 8), ':')) AS player_id
        WHERE NEW.account GLOB 'wallet:*'
        UNION ALL
        SELECT t.guild_id,
            substr(NEW.account, instr(NEW.account, ':') + length(t.table_id) + 2)
        FROM tables AS t
        WHERE NEW.account NOT GLOB 'wallet:*' AND t.table_id = substr(
            NEW.account, instr(NEW.account, ':') + 1,
            instr(substr(NEW.account, instr(NEW.account, ':') + 1), ':') - 1)
    ) AS o
    WHERE true
    ON CONFLICT (guild_id, player_id) DO UPDATE SET chips = chips + excluded.chips;
END;

-- Who hides, is erased, leaves or comes back does so on every board in the same transaction.
CREATE TRIGGER players_listed AFTER UPDATE OF discord_id, is_hidden ON players
WHEN (NEW.discord_id IS NULL) <> (OLD.discord_id IS NULL) OR NEW.is_hidden <> OLD.is_hidden
BEGIN
    UPDATE board_sums SET listed = (NEW.discord_id IS NOT NULL AND NOT NEW.is_hidden) * (2 - EXISTS (
        SELECT 1 FROM departures AS d
        WHERE d.guild_id = board_sums.guild_id AND d.player_id = NEW.player_id))
    WHERE player_id = NEW.player_id;
    UPDATE board_chips SET listed = (NEW.discord_id IS NOT NULL AND NOT NEW.is_hidden) * (2 - EXISTS (
        SELECT 1 FROM departures AS d
        WHERE d.guild_id = board_chips.guild_id AND d.player_id = NEW.player_id))
    WHERE player_id = NEW.player_id;
END;
CREATE TRIGGER departures_listed AFTER INSERT ON departures
BEGIN
    UPDATE board_sums SET listed = 1
    WHERE player_id = NEW.player_id AND guild_id = NEW.guild_id AND listed = 2;
    UPDATE board_chips SET listed = 1
    WHERE player_id = NEW.player_id AND guild_id = NEW.guild_id AND listed = 2;
END;
CREATE TRIGGER departures_over AFTER DELETE ON departures
BEGIN
    UPDATE board_sums SET listed = 2
    WHERE player_id = OLD.player_id AND guild_id = OLD.guild_id AND listed = 1;
    UPDATE board_chips SET listed = 2
    WHERE player_id = OLD.player_id AND guild_id = OLD.guild_id AND listed = 1;
END;
