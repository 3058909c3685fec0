"""Erasing a person: who they were goes from every row; what they did stays under no name.

The row of the player stays, nameless, so that the ledger, statements and other people's hands stay
balanced and readable. What is left of the id on disk goes afterwards, in steps that are tried
until they are done; `removals_due` holds who waits for them.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection
from typing import Final, NamedTuple

from data import removals, returning
from data.errors import StillSeated

MOVED_AT_ONCE: Final = 2_000  # rows in a transaction: clicks wait for it
# All that a row of `players` may tell of a person, as it is once they are erased.
NOBODY: Final = """
    discord_id = NULL, name = '', dm_channel_id = NULL, dm_state = 'closed', sort_order = 'suit',
    seen_ms = 0, is_hidden = 0, grants_before = NULL
"""


def erase(conn: sqlite3.Connection, player_id: str, now_ms: int) -> bool:
    """Erase a person, in the caller's transaction; False for somebody who was erased before.

    Raises `StillSeated` while a seat is theirs, also one that is played for since they left, and
    `NotWritten` where the list of removals cannot be kept.
    """
    table_id = seated_at(conn, player_id)
    if table_id is not None:
        raise StillSeated(table_id)
    returning.note_erasure(conn, player_id, now_ms)
    return erase_unasked(conn, player_id, now_ms)


def erase_listed(conn: sqlite3.Connection, now_ms: int) -> int:
    """Erase again whoever a restored backup brought back, wherever they sit in it; how many.

    Whoever was erased and came back since was seen after that, and stays.
    """
    found = removals.read(conn)
    if found is None or not found.erased:
        return 0
    newest = max(found.erased.values())
    sql = "SELECT player_id, discord_id, seen_ms FROM players WHERE discord_id > 0 AND seen_ms < ?"
    again = [
        player_id
        for player_id, discord_id, seen_ms in conn.execute(sql, (newest,)).fetchall()
        if seen_ms < found.erased.get(removals.mark_of(found.key, discord_id), 0)
    ]
    for player_id in again:
        returning.note_erasure(conn, player_id, now_ms)
        erase_unasked(conn, player_id, now_ms)
    return len(again)


def seats_of_erased(conn: sqlite3.Connection) -> list[tuple[str, str]]:
    """(table_id, player_id) of every seat that a restored backup gave to somebody erased."""
    sql = """
        SELECT s.table_id, s.player_id FROM seats AS s JOIN players AS p USING (player_id)
        WHERE p.discord_id IS NULL ORDER BY s.table_id, s.seat
    """
    return list(conn.execute(sql))


def due(conn: sqlite3.Connection) -> dict[str, int]:
    """Who was erased and waits for the steps below: the mark, and when it was."""
    return dict(conn.execute("SELECT mark, erased_ms FROM removals_due"))


class Move(NamedTuple):
    """How far all people have moved to fresh pages: those from `low` to `top` are left."""

    low: int
    top: int
    span: int


def move(conn: sqlite3.Connection, so_far: Move | None = None) -> Move | None:
    """Move some of all people to fresh pages, and empty the old ones; None once all have moved.

    SQLite overwrites what it deletes, but a page that was split keeps copies of rows that moved
    away. Only when all rows have left its pages is nothing of an erased one in them. The highest
    go first, together with the first look: whoever is met meanwhile gets a row above all of them.
    """
    low, top, span = so_far or _all_rows(conn)
    bottom = max(low, top - MOVED_AT_ONCE + 1)
    sql = "UPDATE players SET rowid = rowid + ? WHERE rowid BETWEEN ? AND ?"
    conn.execute(sql, (span, bottom, top))
    return Move(low, bottom - 1, span) if bottom > low else None


def _all_rows(conn: sqlite3.Connection) -> Move:
    low, high = conn.execute("SELECT MIN(rowid), MAX(rowid) FROM players").fetchone()
    return Move(low or 0, high or 0, (high or 0) - (low or 0) + 1)


def enlist(conn: sqlite3.Connection, now_ms: int) -> None:
    """Put those who wait on the list, and make the index of ids anew, for the same reason.

    In the caller's transaction; the log is emptied after it. Raises `NotWritten`.
    """
    removals.add(conn, due(conn), now_ms)
    conn.execute("REINDEX players")


def done(conn: sqlite3.Connection, marks: Collection[str]) -> None:
    """Nothing is left of these people; whoever was erased meanwhile goes on waiting."""
    conn.executemany("DELETE FROM removals_due WHERE mark = ?", [(mark,) for mark in marks])


def erase_unasked(conn: sqlite3.Connection, player_id: str, now_ms: int) -> bool:
    """Erase a person without remembering what they were given: they are no returner later.

    In the caller's transaction; False for somebody who was erased before. Raises `NotWritten`.
    """
    sql = "SELECT discord_id, name FROM players WHERE player_id = ? AND discord_id IS NOT NULL"
    row = conn.execute(sql, (player_id,)).fetchone()
    if row is None:
        return False
    discord_id, name = row
    sql = (
        "INSERT INTO removals_due VALUES (?, ?)"
        " ON CONFLICT (mark) DO UPDATE SET erased_ms = excluded.erased_ms"
    )
    conn.execute(sql, (removals.mark(conn, discord_id), now_ms))
    _clear_reasons(conn, player_id, discord_id, name)
    conn.execute("DELETE FROM dailies WHERE player_id = ?", (player_id,))
    conn.execute("DELETE FROM departures WHERE player_id = ?", (player_id,))
    conn.execute(f"UPDATE players SET {NOBODY} WHERE player_id = ?", (player_id,))
    return True


def seated_at(conn: sqlite3.Connection, player_id: str) -> str | None:
    """A table where the person has a seat, or left a hand that is still played; None without."""
    sql = "SELECT table_id FROM seats WHERE player_id = ? ORDER BY table_id LIMIT 1"
    row = conn.execute(sql, (player_id,)).fetchone()
    return None if row is None else str(row[0])


def _clear_reasons(conn: sqlite3.Connection, player_id: str, discord_id: int, name: str) -> None:
    """Take away what moderators wrote about the person, and what names them elsewhere."""
    sql = "SELECT moderation_id, about_id, reason FROM moderations WHERE reason <> ''"
    gone = [
        (moderation_id,)
        for moderation_id, about_id, reason in conn.execute(sql).fetchall()
        if about_id == player_id or names_person(reason, discord_id, name)
    ]
    conn.executemany("UPDATE moderations SET reason = '' WHERE moderation_id = ?", gone)


def names_person(text: str, discord_id: int, name: str) -> bool:
    """Whether a text has the id in it, or the name as a word of its own.

    >>> [names_person(text, 7, "Ana") for text in ("ANA was rude", "banana", "<@7> left")]
    [True, False, True]
    """
    word = rf"(?<!\w){re.escape(name.casefold())}(?!\w)"
    found = bool(name.strip()) and re.search(word, text.casefold()) is not None
    return found or str(discord_id) in text
