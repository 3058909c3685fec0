"""Leaderboards of a server, and what a hand result is.

Equals share a rank and the next rank is skipped (1, 2, 2, 4), the same for the board and for
"you: #n". People who hide, or whose Discord account was erased, are left out everywhere.

Sums per server, period and player are written with each result, so that a page and a rank are
read from an index (`data/migrations/0003_boards.sql`); `data.audit` adds them up anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from data import periods

By = Literal["net", "chips", "won", "tongits", "rate", "biggest", "streak"]
Departed = Literal["named", "hidden"]  # people who left the server: by their last name, or not

PER_PAGE: Final = 10
LEAST_LISTED: Final[dict[Departed, int]] = {"named": 1, "hidden": 2}
# Hands without which nobody has a win rate, by the first letter of the period's key; the index
# leaves out who has fewer than the least of these.
LEAST_HANDS: Final = {"d": 5, "w": 10, "m": 20, "s": 30, "a": 50}


@dataclass(frozen=True, slots=True)
class HandResult:
    """What one hand did to one seat: `chips` is the change of its table chips.

    `called`: the hand ended with this seat's call.
    """

    hand_no: int
    player_id: str
    seat: int
    chips: int
    won: bool
    ending: str
    burned: bool = False
    called: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """A leaderboard: whose, by what, over which time (a key of `data.periods`).

    `chips` are those owned now, whatever the period.
    """

    guild_id: int
    by: By = "net"
    period: str = periods.ALL
    departed: Departed = "named"


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One line of a leaderboard. `value` is in chips, hands, or for a win rate in millionths.

    `hands`: how many were played in the time, 0 for a board of chips owned.
    """

    rank: int
    player_id: str
    name: str = field(repr=False)
    value: int
    hands: int


class Board(NamedTuple):
    """One page of a leaderboard, its number, how many people are on it, how many pages it has."""

    rows: list[BoardRow]
    page: int
    total: int
    pages: int


class _Source(NamedTuple):
    """Where a board is read: the index that holds all of it, and who of its rows has a place."""

    column: str
    index_name: str
    only: str = "period = :period"
    floor: str = "true"  # what the column must be
    table: str = "board_sums"


OFTEN_ENOUGH: Final = "period = :period AND hands >= 5 AND hands >= :least_hands"
SOURCES: Final[dict[By, _Source]] = {
    "net": _Source("net", "board_sums_by_net"),
    "won": _Source("won", "board_sums_by_won", floor="won > 0"),
    "tongits": _Source("tongits", "board_sums_by_tongits", floor="tongits > 0"),
    "rate": _Source("rate", "board_sums_by_rate", OFTEN_ENOUGH),
    "biggest": _Source("biggest", "board_sums_by_biggest", floor="biggest > 0"),
    "streak": _Source("best_streak", "board_sums_by_streak", floor="best_streak > 0"),
    "chips": _Source("chips", "board_chips_by_chips", "true", table="board_chips"),
}

# A hand that was not won moves two of the six boards; the others' indexes are left alone.
ADD = """
    INSERT INTO board_sums (guild_id, period, player_id, net, hands, won, tongits, biggest, streak,
        best_streak, rate, listed)
    VALUES (:guild, :period, :player, :chips, 1, :won, :tongits, :biggest, :won, :won,
        :won * 1000000, :listed)
    ON CONFLICT (guild_id, period, player_id) DO UPDATE SET net = net + excluded.net,
        hands = hands + 1, rate = (won + excluded.won) * 1000000 / (hands + 1),
"""
ADD_LOST = ADD + "streak = 0"
ADD_WON = f"""{ADD} won = won + 1, tongits = tongits + excluded.tongits,
    biggest = MAX(biggest, excluded.biggest), streak = streak + 1,
    best_streak = MAX(best_streak, streak + 1)
"""


def net_on(conn: sqlite3.Connection, guild_id: int, player_id: str, day: str) -> int:
    """What a player won on a server on a day of Manila, `YYYYMMDD`; below 0 what they lost."""
    sql = "SELECT net FROM board_sums WHERE guild_id = ? AND period = ? AND player_id = ?"
    row = conn.execute(sql, (guild_id, f"d{day}", player_id)).fetchone()
    return 0 if row is None else int(row[0])


def add_up(conn: sqlite3.Connection, guild_id: int, result: HandResult, at_ms: int) -> None:
    """Count a result in every period it lies in; who played on the server is no leaver of it."""
    note_departed(conn, guild_id, result.player_id, has_left=False)
    bound = {"guild": guild_id, "player": result.player_id, "chips": result.chips}
    bound |= {"won": int(result.won), "biggest": max(0, result.chips) if result.won else 0}
    bound["tongits"] = int(result.won and result.ending == "tongits")
    bound["listed"] = 0 if _is_unlisted(conn, result.player_id) else 2
    for period in periods.keys(at_ms):
        conn.execute(ADD_WON if result.won else ADD_LOST, {**bound, "period": period})


def top(conn: sqlite3.Connection, ranking: Ranking, page: int = 1) -> Board:
    """A page (from 1) of the board; a page beyond either end is the nearest one.

    Of equals on a page the first is the one whose name comes first.
    """
    total = _count(conn, ranking)
    pages = max(1, -(-total // PER_PAGE))
    page = min(max(page, 1), pages)
    rows = sorted(
        _rows(conn, ranking, (page - 1) * PER_PAGE, total),
        key=lambda row: (row.rank, row.name, row.player_id),
    )
    return Board(rows, page, total, pages)


def standing(conn: sqlite3.Connection, ranking: Ranking, player_id: str) -> BoardRow | None:
    """A player's own line of the board, or None if they are not on it."""
    value = _value(conn, ranking, player_id)
    if value is None:
        return None
    above = _count(conn, ranking, f"{SOURCES[ranking.by].column} > :than", value)
    return _row(conn, ranking, above + 1, player_id, value)


def page_of(conn: sqlite3.Connection, ranking: Ranking, own: BoardRow | None) -> int:
    """The page (from 1) that a line of the board is on; the first for None."""
    if own is None:
        return 1
    return (own.rank - 1 + _equals_before(conn, ranking, own.value, own.player_id)) // PER_PAGE + 1


def least_hands(period: str) -> int:
    """How many hands a win rate takes in a period, given by its key.

    >>> least_hands("d20261130"), least_hands("all")
    (5, 50)
    """
    return LEAST_HANDS[period[0]]


def seasons(conn: sqlite3.Connection, guild_id: int, now_ms: int, most: int) -> list[int]:
    """The numbers of the latest `most` seasons with a board, the present one always, newest first.

    Quiet seasons in between are passed over.
    """
    present = periods.season_at(now_ms)
    sql = "SELECT 1 FROM board_sums WHERE guild_id = ? AND period = ? LIMIT 1"
    found = [present]
    for number in range(present - 1, 0, -1):
        if len(found) == most:
            break
        if conn.execute(sql, (guild_id, f"s{number}")).fetchone():
            found.append(number)
    return found


def is_hidden(conn: sqlite3.Connection, player_id: str) -> bool:
    """Whether the player wants to be left out of the leaderboards."""
    row = conn.execute("SELECT is_hidden FROM players WHERE player_id = ?", (player_id,)).fetchone()
    return row is not None and bool(row[0])


def hide(conn: sqlite3.Connection, player_id: str, *, hidden: bool) -> None:
    """Leave the player out of every server's leaderboards, or take them in again."""
    sql = "UPDATE players SET is_hidden = ? WHERE player_id = ? AND discord_id IS NOT NULL"
    conn.execute(sql, (int(hidden), player_id))


def note_departed(
    conn: sqlite3.Connection, guild_id: int, player_id: str, *, has_left: bool
) -> None:
    """Remember whether a player has left the server; see `Departed`."""
    sql = "DELETE FROM departures WHERE guild_id = ? AND player_id = ?"
    if has_left:
        sql = "INSERT INTO departures VALUES (?, ?) ON CONFLICT DO NOTHING"
    conn.execute(sql, (guild_id, player_id))


def _is_unlisted(conn: sqlite3.Connection, player_id: str) -> bool:
    sql = "SELECT discord_id IS NULL OR is_hidden FROM players WHERE player_id = ?"
    row = conn.execute(sql, (player_id,)).fetchone()
    return row is None or bool(row[0])


def _bound(ranking: Ranking) -> dict[str, int | str]:
    return {
        "guild": ranking.guild_id,
        "period": ranking.period,
        "least": LEAST_LISTED[ranking.departed],
        "least_hands": least_hands(ranking.period),
    }


def _from(ranking: Ranking, which: str = "") -> str:
    """The board, read in its index alone: SQLite refuses a statement that cannot.

    `which` says more about the column than its floor does: of two bounds SQLite may take the wrong
    one, and read much more.
    """
    source = SOURCES[ranking.by]
    return (
        f" FROM {source.table} INDEXED BY {source.index_name}"
        f" WHERE guild_id = :guild AND {source.only} AND listed >= :least"
        f" AND {which or source.floor} "
    )


def _count(
    conn: sqlite3.Connection,
    ranking: Ranking,
    which: str = "",
    than: int = 0,
    player_id: str = "",
) -> int:
    """How many people are on the board, of those that a condition on its column holds for."""
    bound = {**_bound(ranking), "than": than, "player": player_id}
    return int(conn.execute(f"SELECT COUNT(*) {_from(ranking, which)}", bound).fetchone()[0])


def _equals_before(conn: sqlite3.Connection, ranking: Ranking, value: int, player_id: str) -> int:
    """How many of those with the same value stand before a player."""
    which = f"{SOURCES[ranking.by].column} = :than AND player_id < :player"
    return _count(conn, ranking, which, value, player_id)


def _rows(
    conn: sqlite3.Connection, ranking: Ranking, offset: int, total: int
) -> Iterator[BoardRow]:
    """A page of the board from a place on (0 = first)."""
    found = _page(conn, ranking, offset, min(PER_PAGE, total - offset), total)
    rank, last = 0, None
    for place, (value, player_id) in enumerate(found, offset + 1):
        if last is None:
            rank = place - _equals_before(conn, ranking, value, player_id)
        elif value != last:
            rank = place
        last = value
        yield _row(conn, ranking, rank, player_id, value)


def _page(
    conn: sqlite3.Connection, ranking: Ranking, offset: int, count: int, total: int
) -> list[tuple[int, str]]:
    """Value and player of the lines of a page, read from the nearer end of the index."""
    column, after = SOURCES[ranking.by].column, total - offset - count
    order, skip = ("DESC, player_id", offset)
    if is_late := after < offset:
        order, skip = ("ASC, player_id DESC", after)
    sql = (
        f"SELECT {column}, player_id {_from(ranking)}"
        f" ORDER BY {column} {order} LIMIT :count OFFSET :skip"
    )
    found = conn.execute(sql, {**_bound(ranking), "count": count, "skip": skip}).fetchall()
    return found[::-1] if is_late else found


def _value(conn: sqlite3.Connection, ranking: Ranking, player_id: str) -> int | None:
    """What a player has on the board; None if they are not on it."""
    source = SOURCES[ranking.by]
    sql = (
        f"SELECT {source.column} FROM {source.table} WHERE guild_id = :guild AND {source.only}"
        f" AND player_id = :player AND listed >= :least AND {source.floor}"
    )
    row = conn.execute(sql, {**_bound(ranking), "player": player_id}).fetchone()
    return None if row is None else int(row[0])


def _row(
    conn: sqlite3.Connection, ranking: Ranking, rank: int, player_id: str, value: int
) -> BoardRow:
    sql = """
        SELECT name, COALESCE((SELECT hands FROM board_sums
            WHERE guild_id = :guild AND period = :period AND player_id = :player), 0)
        FROM players WHERE player_id = :player
    """
    name, hands = conn.execute(sql, {**_bound(ranking), "player": player_id}).fetchone()
    return BoardRow(rank, player_id, name, value, 0 if ranking.by == "chips" else hands)
