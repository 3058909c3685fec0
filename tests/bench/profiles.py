"""What a profile costs to read, of who played most and of one in the middle."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from time import time

from bot.tables import profiles
from data import periods
from data.migrate import shipped, statements
from tests.bench.figures import Figure, ms


def fill_profiles(conn: sqlite3.Connection) -> None:
    """What the migration fills from results; ratings are only to be there."""
    sql = next(one.sql for one in shipped() if "CREATE TABLE play_sums" in one.sql)
    for statement in statements(sql):
        if "INSERT INTO play_sums" in statement or "INSERT INTO pair_sums" in statement:
            conn.execute(statement)
    conn.execute("INSERT INTO ratings SELECT guild_id, player_id, 1500000, 90000, 9 FROM play_sums")


def profile_figures(
    conn: sqlite3.Connection,
    guild_id: int,
    timed: Callable[[Callable[[], object]], float],
    gate_s: float,
) -> Iterator[Figure]:
    """A whole profile, seen by somebody whom the player met."""
    sql = "SELECT player_id, hands FROM board_sums WHERE period = 'all' ORDER BY hands DESC"
    everybody = conn.execute(sql).fetchall()
    today = periods.date_of(int(time() * 1000))
    for place, named in ((0, "of who played most"), (len(everybody) // 2, "of one in the middle")):
        player, hands = everybody[place]
        ask = partial(
            profiles.profile_of, conn, guild_id, player, _somebody_met(conn, player), today
        )
        yield Figure(f"profile {named}", timed(ask), ms, gate_s, note=f"{hands:,} hands")


def _somebody_met(conn: sqlite3.Connection, player_id: str) -> str:
    sql = """
        SELECT o.player_id FROM hand_results AS m JOIN hand_results AS o USING (table_id, hand_no)
        WHERE m.player_id = ? AND o.player_id <> m.player_id LIMIT 1
    """
    return str(conn.execute(sql, (player_id,)).fetchone()[0])
