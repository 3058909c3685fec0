"""The results of a hand: its rows, and all that is summed up from them, in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from data import boards, plays, ratings
from data.boards import HandResult


def record(
    conn: sqlite3.Connection, table_id: str, results: Iterable[HandResult], at_ms: int
) -> None:
    """Store the results of a hand, and what they add to boards, profiles and ratings.

    The server is the table's.
    """
    guild = "SELECT guild_id FROM tables WHERE table_id = ?"
    (guild_id,) = conn.execute(guild, (table_id,)).fetchone()
    told = tuple(results)
    ratings.record(conn, guild_id, told, at_ms)
    for result in told:
        _store(conn, table_id, guild_id, result, at_ms)
        boards.add_up(conn, guild_id, result, at_ms)
    plays.add_up(conn, guild_id, told)


def _store(
    conn: sqlite3.Connection, table_id: str, guild_id: int, result: HandResult, at_ms: int
) -> None:
    sql = """
        INSERT INTO hand_results (table_id, hand_no, guild_id, player_id, seat, chips, won, ending,
            at_ms, burned, called)
        VALUES (:table, :hand_no, :guild, :player, :seat, :chips, :won, :ending, :at_ms,
            :burned, :called)
    """
    bound = {"table": table_id, "hand_no": result.hand_no, "player": result.player_id}
    bound |= {"seat": result.seat, "chips": result.chips, "won": int(result.won)}
    bound |= {"guild": guild_id, "ending": result.ending, "at_ms": at_ms}
    bound |= {"burned": int(result.burned), "called": int(result.called)}
    conn.execute(sql, bound)
