"""Tables and who sits at them."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Literal

from data import decisions, ledger
from data.errors import ChannelTaken, ChipsLeft, SeatTaken

SELECT = (
    "SELECT table_id, guild_id, channel_id, opened_ms, status, closed_ms, closed_why FROM tables "
)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a channel; a closed one says when and why."""

    table_id: str
    guild_id: int
    channel_id: int
    opened_ms: int
    status: Literal["open", "closed"] = "open"
    closed_ms: int | None = None
    closed_why: str | None = None


def open_table(conn: sqlite3.Connection, row: TableRow) -> None:
    """Store a new open table; raises `ChannelTaken` if its channel has one."""
    there = find_open(conn, row.channel_id)
    if there is not None:
        raise ChannelTaken(there.table_id)
    sql = "INSERT INTO tables (table_id, guild_id, channel_id, opened_ms) VALUES (?, ?, ?, ?)"
    conn.execute(sql, (row.table_id, row.guild_id, row.channel_id, row.opened_ms))


def close_table(conn: sqlite3.Connection, table_id: str, why: str, at_ms: int) -> None:
    """Close a table: its seats and decisions go, its channel is free.

    Raises `ChipsLeft` if chips still stand in its accounts: nobody could ever move them again.
    A table that is closed stays as it was.
    """
    if ledger.held_at(conn, table_id):
        raise ChipsLeft(table_id)
    decisions.delete_all(conn, table_id)
    conn.execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
    sql = (
        "UPDATE tables SET status = 'closed', closed_ms = ?, closed_why = ?"
        " WHERE table_id = ? AND status = 'open'"
    )
    conn.execute(sql, (at_ms, why, table_id))


def get(conn: sqlite3.Connection, table_id: str) -> TableRow | None:
    """The table of that id, open or closed, or None."""
    row = conn.execute(SELECT + "WHERE table_id = ?", (table_id,)).fetchone()
    return None if row is None else TableRow(*row)


def find_open(conn: sqlite3.Connection, channel_id: int) -> TableRow | None:
    """The open table of a channel, or None."""
    sql = SELECT + "WHERE channel_id = ? AND status = 'open'"
    row = conn.execute(sql, (channel_id,)).fetchone()
    return None if row is None else TableRow(*row)


def open_tables(conn: sqlite3.Connection, guild_id: int | None = None) -> list[TableRow]:
    """The open tables, of one server or of all, oldest first."""
    where = "WHERE status = 'open' AND guild_id = COALESCE(?, guild_id)"
    rows = conn.execute(SELECT + where + " ORDER BY opened_ms, table_id", (guild_id,))
    return [TableRow(*row) for row in rows]


def take_seat(conn: sqlite3.Connection, table_id: str, seat: int, player_id: str) -> None:
    """Seat a player; raises `SeatTaken` if the seat or another seat of this player is there."""
    sql = "SELECT 1 FROM seats WHERE table_id = ? AND (seat = ? OR player_id = ?)"
    if conn.execute(sql, (table_id, seat, player_id)).fetchone() is not None:
        raise SeatTaken(table_id, seat)
    conn.execute("INSERT INTO seats VALUES (?, ?, ?)", (table_id, seat, player_id))
    conn.execute("INSERT INTO sat VALUES (?, ?) ON CONFLICT DO NOTHING", (player_id, table_id))


def free_seat(conn: sqlite3.Connection, table_id: str, seat: int) -> None:
    """Open a seat; nothing happens if nobody sits there."""
    conn.execute("DELETE FROM seats WHERE table_id = ? AND seat = ?", (table_id, seat))


def seats(conn: sqlite3.Connection, table_id: str) -> dict[int, str]:
    """Who sits where: seat -> player_id of the taken seats of a table."""
    sql = "SELECT seat, player_id FROM seats WHERE table_id = ? ORDER BY seat"
    return dict(conn.execute(sql, (table_id,)))


def seats_of_player(
    conn: sqlite3.Connection, guild_id: int, player_id: str
) -> list[tuple[str, int]]:
    """(table_id, seat) wherever a player sits on a server, the oldest table first."""
    sql = """
        SELECT s.table_id, s.seat FROM seats AS s JOIN tables AS t USING (table_id)
        WHERE s.player_id = ? AND t.guild_id = ? ORDER BY t.opened_ms, t.table_id
    """
    return list(conn.execute(sql, (player_id, guild_id)))
