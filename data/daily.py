"""The chips of the day: paid once, and how many days running they were claimed.

A day is an ordinal, `datetime.date.toordinal`; which one it is says whoever asks.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import date

from data import ledger
from data.ledger import MINT, Transfer, wallet_account


@dataclass(frozen=True, slots=True)
class Streak:
    """The last day that was claimed, and how many claims the streak had with it."""

    last_day: int
    length: int


@dataclass(frozen=True, slots=True)
class Claim:
    """What a day pays, and the streak with it."""

    day: int
    streak: int
    chips: int


def daily_key(guild_id: int, player_id: str, day: int) -> str:
    """The key of a day's chips, so that they are given once.

    >>> daily_key(7, "ana", date(2026, 11, 30).toordinal())
    'daily:7:ana:20261130'
    """
    return f"daily:{guild_id}:{player_id}:{date.fromordinal(day):%Y%m%d}"


def streak_of(conn: sqlite3.Connection, guild_id: int, player_id: str) -> Streak | None:
    """A player's streak on a server; None if they never claimed there."""
    sql = "SELECT last_day, streak FROM dailies WHERE guild_id = ? AND player_id = ?"
    row = conn.execute(sql, (guild_id, player_id)).fetchone()
    return None if row is None else Streak(*row)


def pay(conn: sqlite3.Connection, guild_id: int, player_id: str, claim: Claim, at_ms: int) -> bool:
    """Give a player the day's chips; False if they had them, and nothing changed.

    Raises `OverCap` for a wallet that would hold too much. Needs a write transaction.
    """
    key = daily_key(guild_id, player_id, claim.day)
    if ledger.grant_used(conn, key):
        return False
    wallet = wallet_account(guild_id, player_id)
    ledger.apply(conn, Transfer(key, MINT, wallet, claim.chips, "daily"), at_ms)
    sql = (
        "INSERT INTO dailies (guild_id, player_id, last_day, streak) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (guild_id, player_id) DO UPDATE SET last_day = excluded.last_day,"
        " streak = excluded.streak"
    )
    conn.execute(sql, (guild_id, player_id, claim.day, claim.streak))
    return True
