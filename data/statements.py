"""A player's statement on a server: every transfer of the wallet and the seats, line by line."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Literal, NamedTuple

PER_PAGE = 10


@dataclass(frozen=True, slots=True)
class Line:
    """One line; `change` is negative when chips went away.

    `chips_after` is what the wallet, or the seat at that table, held then: `place` says which.
    """

    line_no: int
    change: int
    why: str
    at_ms: int
    place: Literal["wallet", "table"]
    chips_after: int
    channel_id: int | None
    hand_no: int | None


class Statement(NamedTuple):
    """A page of it (0 = the newest lines), newest line first, and how many pages there are."""

    lines: list[Line]
    page: int
    pages: int


def page_of(
    conn: sqlite3.Connection, guild_id: int, player_id: str, page: int, per_page: int = PER_PAGE
) -> Statement:
    """A page of a player's statement; one beyond either end is the nearest one.

    Lines are numbered without gaps, so a page is a range of numbers, read at once.
    """
    total = length(conn, guild_id, player_id)
    pages = max(1, -(-total // per_page))
    page = min(max(page, 0), pages - 1)
    newest = total - page * per_page
    sql = """
        SELECT s.line_no, s.change, x.why, x.at_ms, s.place, s.chips_after, t.channel_id, x.hand_no
        FROM statements AS s JOIN transfers AS x USING (transfer_id)
        LEFT JOIN tables AS t USING (table_id)
        WHERE s.guild_id = ? AND s.player_id = ? AND s.line_no > ? AND s.line_no <= ?
        ORDER BY s.line_no DESC
    """
    bound = (guild_id, player_id, newest - per_page, newest)
    return Statement([Line(*row) for row in conn.execute(sql, bound)], page, pages)


def length(conn: sqlite3.Connection, guild_id: int, player_id: str) -> int:
    """How many lines a player's statement has."""
    sql = "SELECT COALESCE(MAX(line_no), 0) FROM statements WHERE guild_id = ? AND player_id = ?"
    return int(conn.execute(sql, (guild_id, player_id)).fetchone()[0])
