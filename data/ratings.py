"""Skill ratings per server, kept with each result of a table for chips.

A void hand rates nobody. The same three people count less with each hand they play together on one
day (`data.skill.weight`; a day begins at midnight in Manila, as for the boards), so that nobody
climbs by losing on purpose to a friend. What is stored follows from the results in their order.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from data import periods, settings
from data.boards import HandResult
from data.skill import Rating, places, rated, weight

DUE_SETTING: Final = "ratings"  # set by the migration: old results are still to be rated
LAST_ROW: Final = 2**63 - 1
Person = tuple[int, str]  # server, player_id
Hand = tuple[int, int, list[HandResult]]  # server, when it was written, its results by seat


def record(
    conn: sqlite3.Connection, guild_id: int, results: Sequence[HandResult], at_ms: int
) -> None:
    """Rate the players of a hand; before its results are stored."""
    if not counts(results):
        return
    people = [one.player_id for one in results]
    before = [of(conn, guild_id, player_id) or Rating() for player_id in people]
    share = weight(_met(conn, guild_id, people, at_ms))
    for player_id, rating in zip(people, _after(before, results, share), strict=True):
        _put(conn, guild_id, player_id, rating)


def of(conn: sqlite3.Connection, guild_id: int, player_id: str) -> Rating | None:
    """A player's rating on a server; None before their first rated hand."""
    sql = "SELECT mu, sigma, hands FROM ratings WHERE guild_id = ? AND player_id = ?"
    row = conn.execute(sql, (guild_id, player_id)).fetchone()
    return None if row is None else Rating(*row)


def counts(results: Sequence[HandResult]) -> bool:
    """Whether a hand rates its players: three of them, and one has won."""
    return len(results) == 3 and sum(one.won for one in results) == 1


def catch_up(conn: sqlite3.Connection) -> None:
    """Rate all hands of a file from before there were ratings, once; needs a write transaction."""
    if settings.get(conn, DUE_SETTING) is None:
        return
    course = Course()
    for hand in hands_after(conn, 0):
        course.add(hand)
    for (guild_id, player_id), rating in course.ratings.items():
        _put(conn, guild_id, player_id, rating)
    settings.remove(conn, DUE_SETTING)


@dataclass(slots=True)
class Course:
    """The ratings as they follow from hands in order, in memory."""

    ratings: dict[Person, Rating] = field(default_factory=dict)
    _met: dict[tuple[int, str, tuple[str, ...]], int] = field(
        default_factory=lambda: defaultdict(int)
    )

    def add(self, hand: Hand) -> None:
        """One more hand."""
        guild_id, at_ms, results = hand
        if not counts(results):
            return
        people = [(guild_id, one.player_id) for one in results]
        trio = tuple(sorted(one.player_id for one in results))
        key = (guild_id, periods.key_of("today", at_ms), trio)
        before = [self.ratings.get(person, Rating()) for person in people]
        after = _after(before, results, weight(self._met[key]))
        self._met[key] += 1
        self.ratings.update(zip(people, after, strict=True))


def hands_after(conn: sqlite3.Connection, row: int, upto: int = LAST_ROW) -> Iterator[Hand]:
    """The hands stored after a row of the results, up to and with another row, in order."""
    sql = """
        SELECT guild_id, at_ms, table_id, hand_no, player_id, seat, chips, won, ending
        FROM hand_results WHERE rowid > ? AND rowid <= ? ORDER BY rowid
    """
    rows = conn.execute(sql, (row, upto))
    for (guild_id, at_ms, _, hand_no), of_hand in groupby(rows, key=lambda found: found[:4]):
        yield (
            guild_id,
            at_ms,
            [
                HandResult(hand_no, player_id, seat, chips, bool(won), ending)
                for *_, player_id, seat, chips, won, ending in of_hand
            ],
        )


def _after(before: Sequence[Rating], results: Sequence[HandResult], share: float) -> list[Rating]:
    in_places = places([one.won for one in results], [one.chips for one in results])
    return rated(before, in_places, share)


def _met(conn: sqlite3.Connection, guild_id: int, people: Sequence[str], at_ms: int) -> int:
    """How many rated hands the three played together on the day of a moment."""
    sql = """
        SELECT COUNT(*) FROM hand_results AS a INDEXED BY hand_results_by_player
        CROSS JOIN hand_results AS b USING (table_id, hand_no)
        CROSS JOIN hand_results AS c USING (table_id, hand_no)
        WHERE a.guild_id = ? AND a.player_id = ? AND a.at_ms >= ? AND a.at_ms < ?
            AND b.player_id = ? AND c.player_id = ? AND a.won + b.won + c.won = 1
    """
    first, second, third = people
    bound = (guild_id, first, *periods.day_of(at_ms), second, third)
    return int(conn.execute(sql, bound).fetchone()[0])


def _put(conn: sqlite3.Connection, guild_id: int, player_id: str, rating: Rating) -> None:
    sql = """
        INSERT INTO ratings VALUES (?, ?, ?, ?, ?) ON CONFLICT (guild_id, player_id)
        DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, hands = excluded.hands
    """
    conn.execute(sql, (guild_id, player_id, rating.mu, rating.sigma, rating.hands))
