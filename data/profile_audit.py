"""Whether profiles and ratings say what the results say; for `data.audit`.

Sums are added up anew by SQLite, person by person. Ratings are worked out anew from the first hand
on, some thousands at a time, and compared once the last hand is reached.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Final

from data.ratings import LAST_ROW, Course, Person, hands_after

ROWS: Final = 30_000  # of results that are looked at in one go, a second or two; whole hands
# Of a rating, in thousandths of a point: another machine's last bits may round another way.
TOLERANCE: Final = 1_000


def sums(conn: sqlite3.Connection, people: Iterable[Person]) -> Iterator[str]:
    """What is wrong with how these people are said to play, alone and with each other."""
    for guild_id, player_id in people:
        where = f"The profile of player {player_id} on server {guild_id}"
        if _played(conn, guild_id, player_id) != _kept_plays(conn, guild_id, player_id):
            yield f"{where} does not say how they play."
        if _met(conn, guild_id, player_id) != _kept_pairs(conn, guild_id, player_id):
            yield f"{where} does not say how they did with others."


class RatingRecount:
    """The ratings worked out anew, a piece at a time."""

    def __init__(self) -> None:
        self.is_done = False
        self._course = Course()
        self._row = 0

    def step(self, conn: sqlite3.Connection) -> Iterator[str]:
        """A piece; in the last one, or where the file cannot be read, what is wrong."""
        self.is_done = True
        upto = _last_row_of_piece(conn, self._row)
        for hand in hands_after(conn, self._row, LAST_ROW if upto is None else upto):
            self._course.add(hand)
        if upto is None:
            yield from _wrong(conn, self._course)
        else:
            self._row, self.is_done = upto, False


def _last_row_of_piece(conn: sqlite3.Connection, row: int) -> int | None:
    """The last row of the hand that the next piece ends with; None if it is the last piece."""
    sql = "SELECT rowid, table_id, hand_no FROM hand_results WHERE rowid > ? ORDER BY rowid LIMIT 1"
    sql += " OFFSET ?"
    found = conn.execute(sql, (row, ROWS)).fetchone()
    if found is None:
        return None
    upto, table_id, hand_no = found
    last = "SELECT MAX(rowid) FROM hand_results WHERE table_id = ? AND hand_no = ?"
    return max(int(upto), int(conn.execute(last, (table_id, hand_no)).fetchone()[0]))


def _wrong(conn: sqlite3.Connection, course: Course) -> Iterator[str]:
    kept = {
        (guild_id, player_id): numbers
        for guild_id, player_id, *numbers in conn.execute("SELECT * FROM ratings")
    }
    for person in sorted(kept.keys() | course.ratings.keys()):
        due, said = course.ratings.get(person), kept.get(person)
        if due is None or said is None or not _agree((due.mu, due.sigma, due.hands), said):
            guild_id, player_id = person
            yield f"The rating of player {player_id} on server {guild_id} is not what hands say."


def _agree(due: tuple[int, int, int], said: list[int]) -> bool:
    mu, sigma, hands = said
    near = abs(due[0] - mu) <= TOLERANCE and abs(due[1] - sigma) <= TOLERANCE
    return near and due[2] == hands


def _played(conn: sqlite3.Connection, guild_id: int, player_id: str) -> tuple[int, ...] | None:
    sql = """
        SELECT SUM(burned), SUM(called), SUM(won AND ending = 'tongits'),
            SUM(won AND ending = 'call' AND called), SUM(won AND ending = 'call' AND NOT called),
            SUM(won AND ending = 'stock')
        FROM hand_results WHERE guild_id = ? AND player_id = ?
    """
    found = conn.execute(sql, (guild_id, player_id)).fetchone()
    return None if found[0] is None else tuple(found)


def _kept_plays(conn: sqlite3.Connection, guild_id: int, player_id: str) -> tuple[int, ...] | None:
    sql = """
        SELECT burned, calls, by_tongits, by_call, by_answer, by_stock FROM play_sums
        WHERE guild_id = ? AND player_id = ?
    """
    found = conn.execute(sql, (guild_id, player_id)).fetchone()
    return None if found is None else tuple(found)


def _met(conn: sqlite3.Connection, guild_id: int, player_id: str) -> set[tuple[int | str, ...]]:
    """What a player did with everybody whose id comes after theirs."""
    sql = """
        SELECT o.player_id, COUNT(*), SUM(m.won), SUM(o.won),
            SUM(CASE WHEN m.won THEN -o.chips WHEN o.won THEN m.chips ELSE 0 END)
        FROM hand_results AS m JOIN hand_results AS o USING (table_id, hand_no)
        WHERE m.guild_id = ? AND m.player_id = ? AND o.player_id > m.player_id GROUP BY o.player_id
    """
    return set(conn.execute(sql, (guild_id, player_id)))


def _kept_pairs(
    conn: sqlite3.Connection, guild_id: int, player_id: str
) -> set[tuple[int | str, ...]]:
    sql = """
        SELECT second_id, hands, first_won, second_won, net FROM pair_sums
        WHERE guild_id = ? AND first_id = ?
    """
    return set(conn.execute(sql, (guild_id, player_id)))
