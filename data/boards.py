"""Leaderboards of a server, and the hand results they are made of.

Equal chips share a rank and the next rank is skipped (1, 2, 2, 4), the same for the board and
for "you: #n". People whose Discord account was erased are left out everywhere.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

By = Literal["net", "chips"]


@dataclass(frozen=True, slots=True)
class HandResult:
    """What one hand did to one seat: `chips` is the change of its table chips."""

    hand_no: int
    player_id: str
    seat: int
    chips: int
    won: bool
    ending: str


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One line of a leaderboard."""

    rank: int
    player_id: str
    name: str = field(repr=False)
    chips: int


class Board(NamedTuple):
    """One page of a leaderboard, how many people are on it, and how many pages it has."""

    rows: list[BoardRow]
    total: int
    pages: int


# Chips won and lost in the hands played on the server; stakes of void hands that were given back
# when their table closed are no loss. ';' follows ':' in ASCII, so each range of accounts holds
# those with that prefix.
NET = """
    SELECT player_id, SUM(chips) AS chips FROM (
        SELECT player_id, chips FROM hand_results WHERE guild_id = :guild
        UNION ALL
        SELECT substr(credit, length('wallet:' || :guild || ':') + 1), amount FROM transfers
        WHERE why = 'refund'
            AND credit > 'wallet:' || :guild || ':' AND credit < 'wallet:' || :guild || ';'
    ) GROUP BY player_id
"""
# Chips in the wallet plus those at the server's open tables, pots included. ';' follows ':' in
# ASCII, so each range holds the accounts with that prefix.
CHIPS = """
    SELECT w.player_id, w.chips + COALESCE(SUM(a.chips), 0) AS chips
    FROM (
        SELECT substr(account, length('wallet:' || :guild || ':') + 1) AS player_id,
            balance AS chips
        FROM balances
        WHERE account > 'wallet:' || :guild || ':' AND account < 'wallet:' || :guild || ';'
    ) AS w
    LEFT JOIN (
        SELECT substr(b.account, length(p.kind || ':' || t.table_id || ':') + 1) AS player_id,
            b.balance AS chips
        FROM tables AS t
        JOIN (SELECT 'table' AS kind UNION ALL SELECT 'pot') AS p
        JOIN balances AS b ON b.account > p.kind || ':' || t.table_id || ':'
            AND b.account < p.kind || ':' || t.table_id || ';'
        WHERE t.guild_id = :guild AND t.status = 'open'
    ) AS a ON a.player_id = w.player_id
    GROUP BY w.player_id
"""
RANKED = """
    WITH totals AS ({totals}), ranked AS (
        SELECT RANK() OVER (ORDER BY totals.chips DESC) AS rank,
            player_id, players.name AS name, totals.chips AS chips
        FROM totals JOIN players USING (player_id)
        WHERE players.discord_id IS NOT NULL
    )
"""
TOTALS: dict[By, str] = {"net": NET, "chips": CHIPS}


def record(
    conn: sqlite3.Connection, table_id: str, results: Iterable[HandResult], at_ms: int
) -> None:
    """Store the results of a hand; the server is the table's."""
    sql = """
        INSERT INTO hand_results
            (table_id, hand_no, guild_id, player_id, seat, chips, won, ending, at_ms)
        VALUES (:table, :hand_no, (SELECT guild_id FROM tables WHERE table_id = :table),
            :player, :seat, :chips, :won, :ending, :at_ms)
    """
    for result in results:
        bound = {"table": table_id, "hand_no": result.hand_no, "player": result.player_id}
        bound |= {"seat": result.seat, "chips": result.chips, "won": int(result.won)}
        conn.execute(sql, {**bound, "ending": result.ending, "at_ms": at_ms})


def top(
    conn: sqlite3.Connection, guild_id: int, by: By, page: int = 1, per_page: int = 10
) -> Board:
    """A page (from 1) of the server's board; a page beyond either end is the nearest one."""
    counted = _from_ranked(by, "SELECT COUNT(*) FROM ranked")
    total = int(conn.execute(counted, {"guild": guild_id}).fetchone()[0])
    pages = max(1, -(-total // per_page))
    offset = (min(max(page, 1), pages) - 1) * per_page
    listed = _from_ranked(
        by,
        "SELECT rank, player_id, name, chips FROM ranked"
        " ORDER BY rank, name, player_id LIMIT :count OFFSET :offset",
    )
    bound = {"guild": guild_id, "count": per_page, "offset": offset}
    return Board([BoardRow(*row) for row in conn.execute(listed, bound)], total, pages)


def standing(conn: sqlite3.Connection, guild_id: int, player_id: str, by: By) -> BoardRow | None:
    """A player's own line of the server's board, or None if they are not on it."""
    sql = _from_ranked(
        by, "SELECT rank, player_id, name, chips FROM ranked WHERE player_id = :player"
    )
    row = conn.execute(sql, {"guild": guild_id, "player": player_id}).fetchone()
    return None if row is None else BoardRow(*row)


def _from_ranked(by: By, select: str) -> str:
    return RANKED.format(totals=TOTALS[by]) + select
