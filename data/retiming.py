"""Due times that move, on disk together with the panels that show them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from data import decisions, panels


def grace(conn: sqlite3.Connection, not_before_ms: int) -> list[str]:
    """Let nothing fall due before a moment; the tables whose decisions were moved."""
    return _look_again(conn, decisions.grace(conn, not_before_ms))


def shift(conn: sqlite3.Connection, by_ms: int) -> list[str]:
    """The wall clock was set by so much: everybody keeps the time they had; all those tables."""
    return _look_again(conn, decisions.shift(conn, by_ms))


def _look_again(conn: sqlite3.Connection, moved: Iterable[str]) -> list[str]:
    tables = list(moved)
    for table_id in tables:
        panels.look_again(conn, table_id)
    return tables
