"""What the report on fair play is made of: results of hands, and who took whose discards.

Only finished hands of tables that move chips have results. Of the journal no card is read: who
threw, drew and took is public.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from typing import NamedTuple

from data.faults import is_garbled


class Seated(NamedTuple):
    """What a finished hand did to one seat; `chips` is the change of its table chips."""

    table_id: str
    hand_no: int
    at_ms: int
    seat: int
    player_id: str
    chips: int
    won: bool


class Fed(NamedTuple):
    """Of the discards that a seat threw before the next one's turn in a hand: how many it took.

    `chances`: how often that next seat drew from the stock or took. Turns that a stand-in or the
    clock played for either of the two are left out.
    """

    hand_no: int
    giver: int
    chances: int
    taken: int


def results(
    conn: sqlite3.Connection, guild_id: int, since_ms: int, most_hands: int
) -> list[Seated]:
    """Everybody's results in the newest hands on a server since then, newest first.

    The oldest hand may lack seats where `most_hands` are not all.
    """
    sql = """
        SELECT table_id, hand_no, at_ms, seat, player_id, chips, won
        FROM hand_results INDEXED BY hand_results_by_time
        WHERE guild_id = ? AND at_ms >= ? ORDER BY at_ms DESC LIMIT ?
    """
    return [Seated(*row) for row in conn.execute(sql, (guild_id, since_ms, 3 * most_hands))]


def length(conn: sqlite3.Connection, table_id: str) -> int:
    """How many events a table's log has."""
    sql = "SELECT COALESCE(MAX(seq), 0) FROM events WHERE table_id = ?"
    return int(conn.execute(sql, (table_id,)).fetchone()[0])


def fed(
    conn: sqlite3.Connection, table_id: str, hands: Collection[int], after_seq: int = 0
) -> list[Fed]:
    """Who took whose discards in those hands of a table, as far as they lie after `after_seq`.

    A log that cannot be read tells nothing: the audit says what is wrong with it.
    """
    sql = """
        SELECT kind, json_extract(body, '$.seat'), json_extract(body, '$.hand_no') FROM events
        WHERE table_id = ? AND seq > ?
            AND kind IN ('hand_started', 'played_for', 'drew', 'took', 'discarded')
        ORDER BY seq
    """
    try:
        rows = conn.execute(sql, (table_id, after_seq))
        return [one for one in _fed(rows) if one.hand_no in hands]
    except sqlite3.OperationalError as error:
        if is_garbled(error) or "JSON" in str(error):
            return []
        raise


def _fed(rows: Iterator[tuple[str, int | None, int | None]]) -> Iterator[Fed]:
    turns: _Turns | None = None
    for kind, seat, hand_no in rows:
        if kind == "hand_started" and hand_no is not None:
            yield from turns.told() if turns else ()
            turns = _Turns(hand_no)
        elif turns and seat is not None:
            turns.hear(kind, seat)
    yield from turns.told() if turns else ()


class _Turns:
    """One hand as it is told: whose discard lies on top, and whether it was thrown in person."""

    def __init__(self, hand_no: int) -> None:
        self._hand_no = hand_no
        self._stood_in: set[int] = set()
        self._in_person: dict[int, bool] = {}  # by seat that has thrown: its last discard
        self._counts: dict[int, tuple[int, int]] = {}

    def hear(self, kind: str, seat: int) -> None:
        """What happened next."""
        match kind:
            case "played_for":  # to the end of its turn
                self._stood_in.add(seat)
            case "discarded":
                self._in_person[seat] = seat not in self._stood_in
                self._stood_in.discard(seat)
            case "drew" | "took" if seat not in self._stood_in:
                self._count((seat + 2) % 3, is_taken=kind == "took")
            case _:
                pass

    def _count(self, giver: int, *, is_taken: bool) -> None:
        if self._in_person.get(giver):
            chances, taken = self._counts.get(giver, (0, 0))
            self._counts[giver] = (chances + 1, taken + is_taken)

    def told(self) -> Iterator[Fed]:
        for giver, (chances, taken) in sorted(self._counts.items()):
            yield Fed(self._hand_no, giver, chances, taken)
