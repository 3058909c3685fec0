"""What moderators did to tables, with the reason they gave; rows are only added."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Literal

from data import inbox

Action = Literal["end", "kick", "repost", "unstick"]


@dataclass(frozen=True, slots=True)
class Moderation:
    """One act of a moderator at a table; `about_id` is the player it was about, if one."""

    guild_id: int
    table_id: str
    moderator_id: str
    action: Action
    reason: str
    about_id: str | None = None


def add(conn: sqlite3.Connection, done: Moderation, interaction_id: int, at_ms: int) -> bool:
    """Store what was done; False if that interaction was stored before: Discord brought it twice.

    The command itself is known by the id, and what was stored of it by its negative.
    """
    if not inbox.is_first(conn, -interaction_id, at_ms):
        return False
    sql = (
        "INSERT INTO moderations"
        " (guild_id, table_id, moderator_id, action, about_id, reason, at_ms)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)"
    )
    row = (done.guild_id, done.table_id, done.moderator_id, done.action, done.about_id)
    conn.execute(sql, (*row, done.reason, at_ms))
    return True


def of_guild(conn: sqlite3.Connection, guild_id: int) -> list[tuple[int, Moderation]]:
    """(at_ms, what was done) on a server, oldest first."""
    sql = (
        "SELECT at_ms, guild_id, table_id, moderator_id, action, reason, about_id"
        " FROM moderations WHERE guild_id = ? ORDER BY moderation_id"
    )
    return [(at_ms, Moderation(*row)) for at_ms, *row in conn.execute(sql, (guild_id,))]
