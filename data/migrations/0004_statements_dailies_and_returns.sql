-- Revises: 0003
-- Date: 2026-11-30
-- Reason: statements that are read by the page, chips by the day, and no second opening grant.

-- A player's statement on a server: one line for each transfer that touched the wallet or a seat,
-- numbered without gaps, so that any page is found at once however long it is. Chips between the
-- own wallet and the own seat are the wallet's line alone; `chips_after` is what the line's own
-- account held then. Written by the trigger transfers_post alone.
CREATE TABLE statements (
    guild_id INTEGER NOT NULL,
    player_id TEXT NOT NULL,
    line_no INTEGER NOT NULL,
    transfer_id INTEGER NOT NULL REFERENCES transfers (transfer_id),
    place TEXT NOT NULL CHECK (place IN ('wallet', 'table')),
    change INTEGER NOT NULL CHECK (change <> 0),
    chips_after INTEGER NOT NULL CHECK (chips_after >= 0),
    PRIMARY KEY (guild_id, player_id, line_no)
) STRICT, WITHOUT ROWID;

-- Whose statement an account belongs to, NULL for the mint and for pots: read from its name once.
ALTER TABLE balances ADD COLUMN guild_id INTEGER;
ALTER TABLE balances ADD COLUMN player_id TEXT;
CREATE TRIGGER balances_owned AFTER INSERT ON balances
WHEN NEW.account GLOB 'wallet:*' OR NEW.account GLOB 'table:*'
BEGIN
    UPDATE balances SET (guild_id, player_id) = (
        SELECT CASE WHEN NEW.account GLOB 'wallet:*' THEN CAST(first AS INTEGER)
                ELSE (SELECT guild_id FROM tables WHERE table_id = first) END,
            substr(rest, length(first) + 2)
        FROM (SELECT rest, substr(rest, 1, instr(rest, ':') - 1) AS first
            FROM (SELECT substr(NEW.account, instr(NEW.account, ':') + 1) AS rest))
    ) WHERE account = NEW.account;
END;

-- What was there before gets its owners and its lines.
UPDATE balances SET (guild_id, player_id) = (
    SELECT CASE WHEN balances.account GLOB 'wallet:*' THEN CAST(first AS INTEGER)
            ELSE (SELECT guild_id FROM tables WHERE table_id = first) END,
        substr(rest, length(first) + 2)
    FROM (SELECT rest, substr(rest, 1, instr(rest, ':') - 1) AS first
        FROM (SELECT substr(balances.account, instr(balances.account, ':') + 1) AS rest))
) WHERE account GLOB 'wallet:*' OR account GLOB 'table:*';
INSERT INTO statements
SELECT guild_id, player_id,
    ROW_NUMBER() OVER (PARTITION BY guild_id, player_id ORDER BY transfer_id),
    transfer_id, CASE WHEN account GLOB 'wallet:*' THEN 'wallet' ELSE 'table' END,
    change, chips_after
FROM (
    SELECT transfer_id, account, other, change,
        SUM(change) OVER (PARTITION BY account ORDER BY transfer_id) AS chips_after
    FROM (
        SELECT transfer_id, debit AS account, credit AS other, -amount AS change FROM transfers
        UNION ALL SELECT transfer_id, credit, debit, amount FROM transfers
    )
) JOIN balances USING (account)
WHERE guild_id IS NOT NULL AND (account GLOB 'wallet:*' OR other NOT GLOB 'wallet:*');

CREATE TRIGGER statements_never_change BEFORE UPDATE ON statements
BEGIN
    SELECT RAISE(ABORT, 'statements are only added');
END;
CREATE TRIGGER statements_never_go BEFORE DELETE ON statements
BEGIN
    SELECT RAISE(ABORT, 'statements are only added');
END;

-- As before, and each side that is a line of somebody's statement becomes one.
DROP TRIGGER transfers_post;
CREATE TRIGGER transfers_post AFTER INSERT ON transfers
BEGIN
    INSERT INTO balances (account, balance, floor)
    VALUES (NEW.debit, 0, CASE NEW.debit WHEN 'mint' THEN -1000000000000000000 ELSE 0 END)
    ON CONFLICT (account) DO NOTHING;
    INSERT INTO balances (account, balance, floor)
    VALUES (NEW.credit, 0, CASE NEW.credit WHEN 'mint' THEN -1000000000000000000 ELSE 0 END)
    ON CONFLICT (account) DO NOTHING;
    UPDATE balances SET balance = balance - NEW.amount WHERE account = NEW.debit;
    UPDATE balances SET balance = balance + NEW.amount WHERE account = NEW.credit;
    INSERT INTO statements
    SELECT guild_id, player_id, 1 + COALESCE((
            SELECT line_no FROM statements AS l
            WHERE l.guild_id = b.guild_id AND l.player_id = b.player_id
            ORDER BY line_no DESC LIMIT 1
        ), 0), NEW.transfer_id, substr(account, 1, instr(account, ':') - 1), -NEW.amount, balance
    FROM balances AS b WHERE account = NEW.debit AND guild_id IS NOT NULL
        AND (NEW.debit GLOB 'wallet:*' OR NEW.credit NOT GLOB 'wallet:*');
    INSERT INTO statements
    SELECT guild_id, player_id, 1 + COALESCE((
            SELECT line_no FROM statements AS l
            WHERE l.guild_id = b.guild_id AND l.player_id = b.player_id
            ORDER BY line_no DESC LIMIT 1
        ), 0), NEW.transfer_id, substr(account, 1, instr(account, ':') - 1), NEW.amount, balance
    FROM balances AS b WHERE account = NEW.credit AND guild_id IS NOT NULL
        AND (NEW.credit GLOB 'wallet:*' OR NEW.debit NOT GLOB 'wallet:*');
END;

-- The last day that somebody claimed their chips on, as a proleptic Gregorian ordinal, and how many
-- claims the streak then had. The ledger's keys say that a day is paid once; this is the streak.
CREATE TABLE dailies (
    guild_id INTEGER NOT NULL,
    player_id TEXT NOT NULL REFERENCES players (player_id),
    last_day INTEGER NOT NULL,
    streak INTEGER NOT NULL CHECK (streak > 0),
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;

-- Who had all their data erased: no id, only a keyed hash of it, and which grants were used
-- on the last days. Kept 30 days, so that erasing oneself brings no chips.
CREATE TABLE erasures (
    fingerprint TEXT NOT NULL PRIMARY KEY,
    grants TEXT NOT NULL CHECK (json_valid(grants)),
    erased_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX erasures_by_age ON erasures (erased_ms);

-- Of somebody who came back within that time: the grants used before. NULL for everybody else.
ALTER TABLE players ADD COLUMN grants_before TEXT;
