"""Servers that removed the bot: what is stored of them is kept for a while, and then goes.

The ledger, the journal and what moderators did are only added to, and triggers see to it. This is
the one exception: all of a server goes at once, both sides of every transfer, so that what stays
adds up as before. The triggers are lifted for it and put back in the same transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Final

from data import erasing

# Lifted while a server's rows go.
GUARDS: Final = (
    "events_never_go",
    "transfers_never_go",
    "statements_never_go",
    "balances_never_go",
    "moderations_never_go",
    "setting_changes_never_go",
)
TABLES: Final = "SELECT table_id FROM tables WHERE guild_id = :guild"
TABLE_OF_POT: Final = "substr(account, 5, instr(substr(account, 5), ':') - 1)"
# Its accounts: wallets and seats say whose they are, a pot's name says the table.
OWNED: Final = f"""
    SELECT account FROM balances WHERE guild_id = :guild
    UNION ALL SELECT account FROM balances
    WHERE account GLOB 'pot:*' AND {TABLE_OF_POT} IN ({TABLES})
"""
# In this order: a row goes before the one it refers to.
ROWS: Final = (
    "statements WHERE guild_id = :guild",
    f"transfers WHERE debit IN ({OWNED}) OR credit IN ({OWNED})",
    f"balances WHERE account IN ({OWNED})",
    "board_sums WHERE guild_id = :guild",
    "board_chips WHERE guild_id = :guild",
    "hand_results WHERE guild_id = :guild",
    *(f"{name} WHERE guild_id = :guild" for name in ("play_sums", "pair_sums", "ratings")),
    "dailies WHERE guild_id = :guild",
    "departures WHERE guild_id = :guild",
    "moderations WHERE guild_id = :guild",
    *(f"{name} WHERE guild_id = :guild" for name in ("server_settings", "setting_changes")),
    *(f"{name} WHERE table_id IN ({TABLES})" for name in ("panels", "posts", "decisions", "seats")),
    f"sat WHERE table_id IN ({TABLES})",
    f"events WHERE table_id IN ({TABLES})",
    "tables WHERE guild_id = :guild",
    "guilds_gone WHERE guild_id = :guild",
)


def note_gone(conn: sqlite3.Connection, guild_id: int, now_ms: int) -> None:
    """The server has removed the bot, unless that is known already."""
    sql = "INSERT INTO guilds_gone VALUES (?, ?) ON CONFLICT (guild_id) DO NOTHING"
    conn.execute(sql, (guild_id, now_ms))


def note_here(conn: sqlite3.Connection, guild_ids: Collection[int], now_ms: int) -> None:
    """These are all servers that have the bot: others with data have removed it."""
    conn.executemany("DELETE FROM guilds_gone WHERE guild_id = ?", [(one,) for one in guild_ids])
    sql = """
        SELECT guild_id FROM tables UNION SELECT guild_id FROM board_chips
        UNION SELECT guild_id FROM departures UNION SELECT guild_id FROM setting_changes
    """
    for (guild_id,) in conn.execute(sql).fetchall():
        if guild_id not in guild_ids:
            note_gone(conn, guild_id, now_ms)


def back(conn: sqlite3.Connection, guild_id: int) -> None:
    """The server has the bot again: nothing of it goes."""
    conn.execute("DELETE FROM guilds_gone WHERE guild_id = ?", (guild_id,))


def gone_since(conn: sqlite3.Connection, at_ms: int) -> list[int]:
    """The servers without an open table that removed the bot at that moment or before."""
    sql = """
        SELECT guild_id FROM guilds_gone WHERE since_ms <= ? AND NOT EXISTS (
            SELECT 1 FROM tables AS t WHERE t.guild_id = guilds_gone.guild_id AND status = 'open')
    """
    return [guild_id for (guild_id,) in conn.execute(sql, (at_ms,))]


def delete(conn: sqlite3.Connection, guild_id: int, now_ms: int) -> list[tuple[int, str]]:
    """All of a server goes, and whoever was met there alone; their Discord id and player id.

    In the caller's transaction. Raises `NotWritten` where the list of removals cannot be kept.
    """
    bound = {"guild": guild_id}
    alone = _only_there(conn, guild_id)
    for _, player_id in alone:
        erasing.erase_unasked(conn, player_id, now_ms)
    sql = f"""
        SELECT COALESCE(SUM(CASE credit WHEN 'mint' THEN amount ELSE -amount END), 0)
        FROM transfers WHERE 'mint' IN (debit, credit)
            AND (debit IN ({OWNED}) OR credit IN ({OWNED}))
    """
    (minted,) = conn.execute(sql, bound).fetchone()
    with _unguarded(conn):
        for rows in ROWS:
            conn.execute(f"DELETE FROM {rows}", bound)
    conn.execute("UPDATE balances SET balance = balance - ? WHERE account = 'mint'", (minted,))
    return alone


def _only_there(conn: sqlite3.Connection, guild_id: int) -> list[tuple[int, str]]:
    """Whoever played or moderated on the server, and nothing is stored of for any other."""
    sql = """
        SELECT p.discord_id, p.player_id FROM (
            SELECT player_id FROM board_chips WHERE guild_id = :guild
            UNION SELECT player_id FROM board_sums WHERE guild_id = :guild
            UNION SELECT player_id FROM sat JOIN tables USING (table_id) WHERE guild_id = :guild
            UNION SELECT moderator_id FROM moderations WHERE guild_id = :guild
            UNION SELECT player_id FROM setting_changes WHERE guild_id = :guild
        ) JOIN players AS p USING (player_id)
        WHERE p.discord_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM board_chips AS b
            WHERE b.player_id = p.player_id AND b.guild_id <> :guild
        ) AND NOT EXISTS (
            SELECT 1 FROM board_sums AS b
            WHERE b.player_id = p.player_id AND b.guild_id <> :guild
        ) AND NOT EXISTS (
            SELECT 1 FROM sat JOIN tables AS t USING (table_id)
            WHERE sat.player_id = p.player_id AND t.guild_id <> :guild
        ) AND p.player_id NOT IN (SELECT moderator_id FROM moderations WHERE guild_id <> :guild)
            AND p.player_id NOT IN (SELECT player_id FROM setting_changes WHERE guild_id <> :guild)
            AND p.player_id NOT IN (SELECT player_id FROM seats)
    """
    return list(conn.execute(sql, {"guild": guild_id}))


def only_looked(conn: sqlite3.Connection, seen_ms: int) -> list[tuple[int, str]]:
    """Discord id and player id of whoever was last here then or before, and never did anything."""
    sql = """
        SELECT discord_id, player_id FROM players
        WHERE discord_id IS NOT NULL AND seen_ms <= ? AND player_id NOT IN (
            SELECT player_id FROM sat UNION SELECT player_id FROM board_chips
            UNION SELECT player_id FROM board_sums UNION SELECT player_id FROM dailies
            UNION SELECT player_id FROM departures UNION SELECT player_id FROM setting_changes
            UNION SELECT moderator_id FROM moderations
            UNION SELECT about_id FROM moderations WHERE about_id IS NOT NULL)
    """
    return list(conn.execute(sql, (seen_ms,)))


@contextmanager
def _unguarded(conn: sqlite3.Connection) -> Iterator[None]:
    """Without the triggers that let no row go; an exception undoes all with the transaction."""
    marks = ", ".join("?" * len(GUARDS))
    sql = f"SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name IN ({marks})"
    guards = [text for (text,) in conn.execute(sql, GUARDS)]
    for name in GUARDS:
        conn.execute(f"DROP TRIGGER {name}")
    yield
    for text in guards:
        conn.execute(text)
