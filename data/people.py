"""People: the only rows that link an opaque player_id to a Discord account and a name."""

from __future__ import annotations

import secrets
import sqlite3
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from data import returning

DmState = Literal["unknown", "open", "closed"]

SEEN_STEP_MS = 3_600_000  # "last seen" is kept to the hour, not written at every click
SELECT = (
    "SELECT player_id, discord_id, name, dm_channel_id, dm_state, sort_order, seen_ms FROM players "
)


@dataclass(frozen=True, slots=True)
class Player:
    """A person. `discord_id` is None once it was erased; who it is never shows in a repr."""

    player_id: str
    discord_id: int | None = field(repr=False)
    name: str = field(repr=False)
    dm_channel_id: int | None = field(repr=False)
    dm_state: DmState
    sort_order: str
    seen_ms: int


def player_for(conn: sqlite3.Connection, discord_id: int, name: str, now_ms: int) -> Player:
    """The player behind a Discord account, made with a random id at the first meeting.

    A changed name is written down. Needs a write transaction.
    """
    player = find_player(conn, discord_id)
    if player is None:
        before = returning.grants_of(conn, discord_id, now_ms)
        row = (secrets.token_hex(8), discord_id, name, now_ms, before)
        sql = (
            "INSERT INTO players (player_id, discord_id, name, seen_ms, grants_before)"
            " VALUES (?, ?, ?, ?, ?)"
        )
        conn.execute(sql, row)
    elif is_news(player, name, now_ms):
        sql = "UPDATE players SET name = ?, seen_ms = ? WHERE discord_id = ?"
        conn.execute(sql, (name, now_ms, discord_id))
    return _one(conn, "WHERE discord_id = ?", discord_id)


def is_news(player: Player, name: str, now_ms: int) -> bool:
    """Whether meeting the player under that name is worth writing down."""
    return player.name != name or now_ms - player.seen_ms >= SEEN_STEP_MS


def find_player(conn: sqlite3.Connection, discord_id: int) -> Player | None:
    """The player behind a Discord account, or None if we never met."""
    row = conn.execute(SELECT + "WHERE discord_id = ?", (discord_id,)).fetchone()
    return None if row is None else _player(row)


def get_player(conn: sqlite3.Connection, player_id: str) -> Player:
    """The player of that id; raises KeyError if there is none."""
    found = _one(conn, "WHERE player_id = ?", player_id)
    return replace(found, player_id=player_id)  # the caller's own text: each is kept once


def players_by_id(conn: sqlite3.Connection, player_ids: Iterable[str]) -> dict[str, Player]:
    """player_id -> player for each id; raises KeyError for one that does not exist."""
    return {player_id: get_player(conn, player_id) for player_id in player_ids}


def set_dm(
    conn: sqlite3.Connection, player_id: str, channel_id: int | None, state: DmState
) -> None:
    """Remember the player's direct-message channel and whether it takes our messages.

    Nothing is remembered of somebody who was erased meanwhile.
    """
    sql = (
        "UPDATE players SET dm_channel_id = ?, dm_state = ?"
        " WHERE player_id = ? AND discord_id IS NOT NULL"
    )
    conn.execute(sql, (channel_id, state, player_id))


def set_sort(conn: sqlite3.Connection, player_id: str, order: str) -> None:
    """Remember how the player likes the hand sorted, unless they were erased meanwhile."""
    sql = "UPDATE players SET sort_order = ? WHERE player_id = ? AND discord_id IS NOT NULL"
    conn.execute(sql, (order, player_id))


def _one(conn: sqlite3.Connection, where: str, value: str | int) -> Player:
    row = conn.execute(SELECT + where, (value,)).fetchone()
    if row is None:
        raise KeyError(where)  # the value itself may be a Discord id, which no log may hold
    return _player(row)


def _player(row: tuple[Any, ...]) -> Player:
    """The person of a row; the few words that everybody's row has are kept once in memory."""
    player = Player(*row)
    state: DmState = sys.intern(player.dm_state)  # type: ignore[assignment]  # the same word
    return replace(player, dm_state=state, sort_order=sys.intern(player.sort_order))
