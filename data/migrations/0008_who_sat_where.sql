-- Revises: 0007
-- Date: 2026-11-30
-- Reason: who ever sat at a table, for whoever asks for all their data: friendly tables have no accounts.

CREATE TABLE sat (
    player_id TEXT NOT NULL REFERENCES players (player_id),
    table_id TEXT NOT NULL REFERENCES tables (table_id),
    PRIMARY KEY (player_id, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sat_by_table ON sat (table_id);
INSERT INTO sat
SELECT b.player_id, t.table_id
FROM balances AS b JOIN tables AS t
    ON t.table_id = substr(b.account, 7, instr(substr(b.account, 7), ':') - 1)
WHERE b.account GLOB 'table:*' AND b.player_id IS NOT NULL
UNION SELECT player_id, table_id FROM seats;
