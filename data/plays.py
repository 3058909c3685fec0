"""How somebody plays on a server, by what they win, and what two people did together.

Sums are written with each result, so that a profile reads a few rows however much was played;
`data.audit` adds them up anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import accumulate, combinations
from typing import Final

from data.boards import HandResult


@dataclass(frozen=True, slots=True)
class PlaySums:
    """What all hands of somebody came to; counts of hands, `net` and `biggest` in chips.

    `by_call`: won what they called themselves; `by_answer`: won what another had called.
    """

    hands: int
    won: int
    net: int
    biggest: int
    best_streak: int
    burned: int
    calls: int
    by_tongits: int
    by_call: int
    by_answer: int
    by_stock: int


@dataclass(frozen=True, slots=True)
class Together:
    """What two people did in hands they both played; `net` chips went from the other to the one.

    Only hands that one of the two won move chips between them.
    """

    hands: int
    won: int
    other_won: int
    net: int


ADD_PLAY: Final = """
    INSERT INTO play_sums VALUES (:guild, :player, :burned, :called, :tongits, :call, :answer,
        :stock)
    ON CONFLICT (guild_id, player_id) DO UPDATE SET burned = burned + excluded.burned,
        calls = calls + excluded.calls, by_tongits = by_tongits + excluded.by_tongits,
        by_call = by_call + excluded.by_call, by_answer = by_answer + excluded.by_answer,
        by_stock = by_stock + excluded.by_stock
"""
ADD_PAIR: Final = """
    INSERT INTO pair_sums VALUES (?, ?, ?, 1, ?, ?, ?)
    ON CONFLICT (guild_id, first_id, second_id) DO UPDATE SET hands = hands + 1,
        first_won = first_won + excluded.first_won, second_won = second_won + excluded.second_won,
        net = net + excluded.net
"""


def add_up(conn: sqlite3.Connection, guild_id: int, results: Sequence[HandResult]) -> None:
    """Count a hand for each of its players, and for every two of them."""
    for result in results:
        way = _way(result) if result.won else ""
        ways = {name: int(way == name) for name in ("tongits", "call", "answer", "stock")}
        bound: dict[str, int | str] = {"guild": guild_id, "player": result.player_id, **ways}
        bound |= {"burned": int(result.burned), "called": int(result.called)}
        conn.execute(ADD_PLAY, bound)
    by_id = sorted(results, key=lambda one: one.player_id)
    for first, second in combinations(by_id, 2):
        net = first.chips * second.won - second.chips * first.won
        pair = (guild_id, first.player_id, second.player_id)
        conn.execute(ADD_PAIR, (*pair, int(first.won), int(second.won), net))


def sums_of(conn: sqlite3.Connection, guild_id: int, player_id: str) -> PlaySums | None:
    """What a player's hands on a server came to; None before the first."""
    sql = """
        SELECT hands, won, net, biggest, best_streak, p.burned, p.calls, p.by_tongits, p.by_call,
            p.by_answer, p.by_stock
        FROM board_sums AS b JOIN play_sums AS p USING (guild_id, player_id)
        WHERE b.guild_id = ? AND b.period = 'all' AND b.player_id = ?
    """
    row = conn.execute(sql, (guild_id, player_id)).fetchone()
    return None if row is None else PlaySums(*row)


def together(
    conn: sqlite3.Connection, guild_id: int, player_id: str, other_id: str
) -> Together | None:
    """What a player did with another one; None if they never met."""
    first, second = sorted((player_id, other_id))
    sql = """
        SELECT hands, first_won, second_won, net FROM pair_sums
        WHERE guild_id = ? AND first_id = ? AND second_id = ?
    """
    row = conn.execute(sql, (guild_id, first, second)).fetchone()
    if row is None:
        return None
    hands, first_won, second_won, net = row
    if player_id == first:
        return Together(hands, first_won, second_won, net)
    return Together(hands, second_won, first_won, -net)


def days_of(conn: sqlite3.Connection, guild_id: int, player_id: str) -> list[tuple[date, int]]:
    """What a player had won and lost altogether after each day they played on, in order."""
    sql = """
        SELECT period, net FROM board_sums INDEXED BY board_sums_by_player
        WHERE player_id = ? AND guild_id = ? AND period > 'd' AND period < 'e' ORDER BY period
    """
    rows = conn.execute(sql, (player_id, guild_id)).fetchall()
    days = [datetime.strptime(period, "d%Y%m%d").date() for period, _ in rows]  # noqa: DTZ007
    return list(zip(days, accumulate(net for _, net in rows), strict=True))


def _way(result: HandResult) -> str:
    """By what a winner won."""
    if result.ending == "call":
        return "call" if result.called else "answer"
    return result.ending
