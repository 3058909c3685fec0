-- Revises: 0005
-- Date: 2026-11-30
-- Reason: profiles: a skill rating, how somebody plays and wins, and what two people did together.

-- Who was burned, and who called; of old hands the journal tells it.
ALTER TABLE hand_results ADD COLUMN burned INTEGER NOT NULL DEFAULT 0 CHECK (burned IN (0, 1));
ALTER TABLE hand_results ADD COLUMN called INTEGER NOT NULL DEFAULT 0 CHECK (called IN (0, 1));
WITH endings (table_id, body, hand_no) AS (
    SELECT e.table_id, e.body, (
        SELECT json_extract(s.body, '$.hand_no') FROM events AS s
        WHERE s.table_id = e.table_id AND s.kind = 'hand_started' AND s.seq < e.seq
        ORDER BY s.seq DESC LIMIT 1
    ) FROM events AS e WHERE e.kind = 'hand_ended'
)
UPDATE hand_results AS r
SET called = json_extract(e.body, '$.outcome.caller') IS r.seat,
    burned = json_extract(e.body, '$.outcome.burned[' || r.seat || ']') IS 1
FROM endings AS e WHERE e.table_id = r.table_id AND e.hand_no = r.hand_no;

-- Somebody's hands of one day are asked for with every result: how often the same three met.
DROP INDEX hand_results_by_player;
CREATE INDEX hand_results_by_player ON hand_results (guild_id, player_id, at_ms);

-- How somebody plays and by what they won, all time. Written with each result.
-- by_call: won what they called themselves; by_answer: won what another had called.
CREATE TABLE play_sums (
    guild_id INTEGER NOT NULL,
    player_id TEXT NOT NULL,
    burned INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    by_tongits INTEGER NOT NULL,
    by_call INTEGER NOT NULL,
    by_answer INTEGER NOT NULL,
    by_stock INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO play_sums
SELECT guild_id, player_id, SUM(burned), SUM(called), SUM(won AND ending = 'tongits'),
    SUM(won AND ending = 'call' AND called), SUM(won AND ending = 'call' AND NOT called),
    SUM(won AND ending = 'stock')
FROM hand_results GROUP BY guild_id, player_id;

-- What two people did in the hands they both played, all time. Written with each result.
-- net: chips that went from the second to the first when one of the two won.
CREATE TABLE pair_sums (
    guild_id INTEGER NOT NULL,
    first_id TEXT NOT NULL,
    second_id TEXT NOT NULL,
    hands INTEGER NOT NULL,
    first_won INTEGER NOT NULL,
    second_won INTEGER NOT NULL,
    net INTEGER NOT NULL,
    PRIMARY KEY (guild_id, first_id, second_id),
    CHECK (first_id < second_id)
) STRICT, WITHOUT ROWID;
INSERT INTO pair_sums
SELECT a.guild_id, a.player_id, b.player_id, COUNT(*), SUM(a.won), SUM(b.won),
    SUM(a.chips * b.won - b.chips * a.won)
FROM hand_results AS a JOIN hand_results AS b USING (table_id, hand_no)
WHERE a.player_id < b.player_id GROUP BY a.guild_id, a.player_id, b.player_id;

-- How good somebody is thought to be, in thousandths of a rating point, and how sure that is; after
-- how many rated hands. Written with each result.
CREATE TABLE ratings (
    guild_id INTEGER NOT NULL,
    player_id TEXT NOT NULL,
    mu INTEGER NOT NULL,
    sigma INTEGER NOT NULL CHECK (sigma > 0),
    hands INTEGER NOT NULL CHECK (hands > 0),
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;
-- No statement can work them out: the start that brings this does (data/ratings.py).
INSERT INTO settings SELECT 'ratings', 'due' WHERE EXISTS (SELECT 1 FROM hand_results);
