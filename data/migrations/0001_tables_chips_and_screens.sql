-- Revises: nothing, this is the first schema
-- Date: 2026-11-30
-- Reason: tables, seats, the event log, the chip ledger, open decisions and what is on screen.

-- The one place that knows who a person is on Discord; everything else says player_id.
CREATE TABLE players (
    player_id TEXT NOT NULL PRIMARY KEY CHECK (player_id <> '' AND player_id NOT GLOB '*:*'),
    discord_id INTEGER UNIQUE,
    name TEXT NOT NULL,
    dm_channel_id INTEGER,
    dm_state TEXT NOT NULL DEFAULT 'unknown' CHECK (dm_state IN ('unknown', 'open', 'closed')),
    sort_order TEXT NOT NULL DEFAULT 'suit',
    seen_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE tables (
    table_id TEXT NOT NULL PRIMARY KEY CHECK (table_id <> '' AND table_id NOT GLOB '*:*'),
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
    opened_ms INTEGER NOT NULL,
    closed_ms INTEGER,
    closed_why TEXT,
    CHECK ((status = 'closed') = (closed_ms IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX tables_one_open_per_channel ON tables (channel_id) WHERE status = 'open';
CREATE INDEX tables_open_by_guild ON tables (guild_id) WHERE status = 'open';

-- A row stands only while the seat is taken.
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (table_id),
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 2),
    player_id TEXT NOT NULL REFERENCES players (player_id),
    PRIMARY KEY (table_id, seat)
) STRICT;
-- A player's chips at a table are one account, so nobody holds two of its seats.
CREATE UNIQUE INDEX seats_once_per_table ON seats (table_id, player_id);
CREATE INDEX seats_by_player ON seats (player_id);

CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (table_id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT;
CREATE TRIGGER events_without_gaps BEFORE INSERT ON events
WHEN NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM events WHERE table_id = NEW.table_id)
BEGIN
    SELECT RAISE(ABORT, 'an event must follow the last one');
END;
CREATE TRIGGER events_never_change BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'events are only added');
END;
CREATE TRIGGER events_never_go BEFORE DELETE ON events
BEGIN
    SELECT RAISE(ABORT, 'events are only added');
END;

-- Written by the trigger transfers_post alone. Only the mint may fall below zero:
-- what it owes is all chips ever issued.
CREATE TABLE balances (
    account TEXT NOT NULL PRIMARY KEY,
    balance INTEGER NOT NULL,
    floor INTEGER NOT NULL,
    CONSTRAINT overdraft CHECK (balance >= floor),
    CONSTRAINT over_cap CHECK (balance <= 1000000000000)
) STRICT;
CREATE TRIGGER balances_never_go BEFORE DELETE ON balances
BEGIN
    SELECT RAISE(ABORT, 'accounts are only added');
END;

-- One row is both sides, so an unbalanced entry cannot be written.
CREATE TABLE transfers (
    transfer_id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    debit TEXT NOT NULL,
    credit TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    why TEXT NOT NULL,
    table_id TEXT REFERENCES tables (table_id),
    hand_no INTEGER,
    at_ms INTEGER NOT NULL,
    CHECK (debit <> credit),
    CONSTRAINT known_debit CHECK (
        debit = 'mint' OR debit GLOB 'wallet:?*:?*' OR debit GLOB 'table:?*:?*' OR debit GLOB 'pot:?*:?*'
    ),
    CONSTRAINT known_credit CHECK (
        credit = 'mint' OR credit GLOB 'wallet:?*:?*' OR credit GLOB 'table:?*:?*' OR credit GLOB 'pot:?*:?*'
    )
) STRICT;
CREATE INDEX transfers_by_debit ON transfers (debit);
CREATE INDEX transfers_by_credit ON transfers (credit);
CREATE TRIGGER transfers_never_change BEFORE UPDATE ON transfers
BEGIN
    SELECT RAISE(ABORT, 'transfers are only added');
END;
CREATE TRIGGER transfers_never_go BEFORE DELETE ON transfers
BEGIN
    SELECT RAISE(ABORT, 'transfers are only added');
END;
-- INSERT OR REPLACE would drop the old row without asking transfers_never_go.
CREATE TRIGGER transfers_keys_once BEFORE INSERT ON transfers
WHEN EXISTS (SELECT 1 FROM transfers WHERE key = NEW.key)
BEGIN
    SELECT RAISE(ABORT, 'a transfer key applies once');
END;
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
END;

-- A row is replaced only when that subject's question changes, so that one answer
-- does not make another seat's token stale.
CREATE TABLE decisions (
    table_id TEXT NOT NULL REFERENCES tables (table_id),
    subject TEXT NOT NULL
        CHECK (subject IN ('seat:0', 'seat:1', 'seat:2', 'lobby', 'start', 'break')),
    token TEXT NOT NULL UNIQUE,
    opened_seq INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    PRIMARY KEY (table_id, subject)
) STRICT;
CREATE INDEX decisions_by_due ON decisions (due_ms);

-- What should be on screen and what is. channel_id NULL: the direct messages of that seat.
-- edition counts the messages a panel has stood on: news of an older one is refused.
CREATE TABLE panels (
    table_id TEXT NOT NULL REFERENCES tables (table_id),
    panel TEXT NOT NULL,
    channel_id INTEGER,
    message_id INTEGER,
    wanted_seq INTEGER NOT NULL,
    shown_seq INTEGER NOT NULL DEFAULT -1,
    shown_hash TEXT,
    edition INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, panel)
) STRICT;
CREATE INDEX panels_outdated ON panels (table_id) WHERE wanted_seq > shown_seq;

-- Public messages that are sent exactly once.
CREATE TABLE posts (
    table_id TEXT NOT NULL REFERENCES tables (table_id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    message_id INTEGER,
    sent_ms INTEGER,
    PRIMARY KEY (table_id, seq, kind)
) STRICT;
CREATE INDEX posts_unsent ON posts (table_id, seq) WHERE sent_ms IS NULL;

CREATE TABLE hand_results (
    table_id TEXT NOT NULL REFERENCES tables (table_id),
    hand_no INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    player_id TEXT NOT NULL REFERENCES players (player_id),
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 2),
    chips INTEGER NOT NULL,
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    ending TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (table_id, hand_no, player_id)
) STRICT;
CREATE INDEX hand_results_by_player ON hand_results (guild_id, player_id);

CREATE TABLE settings (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- Deliveries already answered; kept for an hour, four times as long as Discord's tokens live.
CREATE TABLE inbox (
    interaction_id INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX inbox_by_age ON inbox (at_ms);
