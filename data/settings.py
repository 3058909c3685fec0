"""Small facts to remember across restarts, as texts under a key."""

from __future__ import annotations

import sqlite3


def get(conn: sqlite3.Connection, key: str) -> str | None:
    """The text under a key, or None."""
    row = conn.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def put(conn: sqlite3.Connection, key: str, value: str) -> None:
    """Set the text under a key."""
    sql = (
        "INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
    )
    conn.execute(sql, (key, value))


def remove(conn: sqlite3.Connection, key: str) -> None:
    """Forget what is under a key."""
    conn.execute("DELETE FROM settings WHERE key = ?", (key,))
