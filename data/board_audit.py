"""Whether leaderboards say what the results, refunds and the ledger say; for `data.audit`.

Everything is added up anew, person by person, and periods are worked out by SQLite: nothing here
shares code with what wrote the boards.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from data.ledger import wallet_account

Person = tuple[int, str]  # server, player_id

BATCH: Final = 1_000  # people whose sums are looked at in one go, some seconds at most
HOUR_MS: Final = 3_600_000  # all periods begin with an hour

PERIODS: Final = """
    SELECT 'all', 'd' || strftime('%Y%m%d', s, 'unixepoch'),
        'w' || strftime('%Y%m%d', s, 'unixepoch', 'weekday 0', '-6 days'),
        'm' || strftime('%Y%m', s, 'unixepoch'),
        's' || ((strftime('%Y', s, 'unixepoch') * 12 + strftime('%m', s, 'unixepoch') - 1) / 3
            - 8103)
    FROM (SELECT ? / 1000 + 28800 AS s)
"""


@dataclass(slots=True)
class Sum:
    """What somebody's hands in a period come to; in the order of the columns."""

    net: int = 0
    hands: int = 0
    won: int = 0
    tongits: int = 0
    biggest: int = 0
    streak: int = 0
    best_streak: int = 0

    def add(self, chips: int, *, won: int, is_tongits: bool) -> None:
        """One more hand."""
        self.net += chips
        self.hands += 1
        self.won += won
        self.streak = self.streak + 1 if won else 0
        self.best_streak = max(self.best_streak, self.streak)
        if won:
            self.tongits += is_tongits
            self.biggest = max(self.biggest, chips)


class Recount:
    """Adds the results of people up, in one consistent state of the file."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn
        self._keys: dict[int, tuple[str, ...]] = {}  # by hour

    def keys(self, at_ms: int) -> tuple[str, ...]:
        """The periods that a moment lies in."""
        hour = at_ms // HOUR_MS
        if hour not in self._keys:
            self._keys[hour] = self._conn.execute(PERIODS, (hour * HOUR_MS,)).fetchone()
        return self._keys[hour]

    def due(self, guild_id: int, player_id: str) -> dict[str, Sum]:
        """What the boards have to say of somebody, by period."""
        found: dict[str, Sum] = defaultdict(Sum)
        hands = (
            "SELECT chips, won, ending = 'tongits', at_ms FROM hand_results"
            " WHERE guild_id = ? AND player_id = ? ORDER BY rowid"
        )
        for chips, won, is_tongits, at_ms in self._conn.execute(hands, (guild_id, player_id)):
            for key in self.keys(at_ms):
                found[key].add(chips, won=won, is_tongits=is_tongits)
        refunds = "SELECT amount, at_ms FROM transfers WHERE credit = ? AND why = 'refund'"
        for chips, at_ms in self._conn.execute(refunds, (wallet_account(guild_id, player_id),)):
            for key in self.keys(at_ms):
                found[key].net += chips
        return found

    def kept(self, guild_id: int, player_id: str) -> dict[str, Sum]:
        """What the boards do say of somebody, by period."""
        sql = (
            "SELECT period, net, hands, won, tongits, biggest, streak, best_streak"
            " FROM board_sums WHERE player_id = ? AND guild_id = ?"
        )
        rows = self._conn.execute(sql, (player_id, guild_id))
        return {period: Sum(*numbers) for period, *numbers in rows}


def batches(conn: sqlite3.Connection) -> list[list[Person]]:
    """Everybody whose sums `sums` looks at, some at a time."""
    sql = """
        SELECT guild_id, player_id FROM hand_results
        UNION SELECT guild_id, player_id FROM board_sums ORDER BY 1, 2
    """
    everybody = conn.execute(sql).fetchall()
    return [everybody[first : first + BATCH] for first in range(0, len(everybody), BATCH)]


def sums(conn: sqlite3.Connection, people: Iterable[Person]) -> Iterator[str]:
    """What is wrong with these people's sums."""
    recount = Recount(conn)
    for guild_id, player_id in people:
        due, kept = recount.due(guild_id, player_id), recount.kept(guild_id, player_id)
        for period in sorted(due.keys() | kept.keys()):
            if due.get(period) != kept.get(period):
                where = f"The board {period} of server {guild_id}"
                yield f"{where} says of player {player_id} what the results do not."


def chips(conn: sqlite3.Connection) -> Iterator[str]:
    """Whose chips owned are shown wrongly."""
    sql = """
        WITH held (guild_id, player_id, shown, due) AS (
            SELECT guild_id, player_id, chips, 0 FROM board_chips
            UNION ALL
            SELECT CAST(substr(account, 8) AS INTEGER),
                substr(account, 8 + instr(substr(account, 8), ':')), 0, balance
            FROM balances WHERE account > 'wallet:' AND account < 'wallet;'
            UNION ALL
            SELECT t.guild_id, substr(b.account, length(k.kind || t.table_id) + 2), 0, b.balance
            FROM tables AS t JOIN (SELECT 'table:' AS kind UNION ALL SELECT 'pot:') AS k
            JOIN balances AS b ON b.account > k.kind || t.table_id || ':'
                AND b.account < k.kind || t.table_id || ';'
        )
        SELECT guild_id, player_id, SUM(shown), SUM(due) FROM held
        GROUP BY guild_id, player_id HAVING SUM(shown) <> SUM(due) ORDER BY 1, 2
    """
    for guild_id, player_id, shown, due in conn.execute(sql):
        board = f"The chips board of server {guild_id}"
        yield f"{board} shows {shown} chips of player {player_id}, not {due}."


def listing(conn: sqlite3.Connection) -> Iterator[str]:
    """Who is shown and hides, is erased or gone; and who is not shown for no such reason."""
    sql = """
        SELECT DISTINCT r.guild_id, r.player_id FROM (
            SELECT guild_id, player_id, listed FROM board_sums
            UNION ALL SELECT guild_id, player_id, listed FROM board_chips
        ) AS r LEFT JOIN players AS p USING (player_id)
        LEFT JOIN departures AS d ON d.guild_id = r.guild_id AND d.player_id = r.player_id
        WHERE r.listed <> (p.discord_id IS NOT NULL AND NOT p.is_hidden)
            * (2 - (d.player_id IS NOT NULL))
        ORDER BY 1, 2
    """
    for guild_id, player_id in conn.execute(sql):
        yield f"The boards of server {guild_id} list player {player_id} as they should not."
