"""Interactions already answered: Discord may deliver one twice."""

from __future__ import annotations

import sqlite3

KEPT_MS = 3_600_000  # interaction tokens live 15 minutes; an hour is ample


def is_first(conn: sqlite3.Connection, interaction_id: int, now_ms: int) -> bool:
    """Remember an interaction; False if it was seen before."""
    sql = "INSERT INTO inbox VALUES (?, ?) ON CONFLICT (interaction_id) DO NOTHING"
    return conn.execute(sql, (interaction_id, now_ms)).rowcount == 1


def forget_old(conn: sqlite3.Connection, now_ms: int) -> None:
    """Lets go of interactions that Discord cannot deliver again."""
    conn.execute("DELETE FROM inbox WHERE at_ms < ?", (now_ms - KEPT_MS,))


def has(conn: sqlite3.Connection, interaction_id: int) -> bool:
    """Whether an interaction was carried out within the hour."""
    sql = "SELECT 1 FROM inbox WHERE interaction_id = ?"
    return conn.execute(sql, (interaction_id,)).fetchone() is not None
