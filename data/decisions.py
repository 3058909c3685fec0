"""Open decisions: who owes an answer, by which token, and when the clock answers instead."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

SELECT = "SELECT table_id, subject, token, opened_seq, due_ms FROM decisions "


@dataclass(frozen=True, slots=True)
class Decision:
    """One open decision; `subject` is ``seat:0`` to ``seat:2``, ``lobby``, ``start`` or ``break``.

    Whoever shows the token may answer, so no repr shows it.
    """

    table_id: str
    subject: str
    token: str = field(repr=False)
    opened_seq: int
    due_ms: int


def replace(conn: sqlite3.Connection, decision: Decision) -> None:
    """Open a decision; an older one of the same subject is answered by nothing any more."""
    sql = (
        "INSERT INTO decisions (table_id, subject, token, opened_seq, due_ms)"
        " VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (table_id, subject) DO UPDATE SET token = excluded.token,"
        " opened_seq = excluded.opened_seq, due_ms = excluded.due_ms"
    )
    row = (decision.table_id, decision.subject, decision.token)
    conn.execute(sql, (*row, decision.opened_seq, decision.due_ms))


def delete(conn: sqlite3.Connection, table_id: str, subject: str) -> None:
    """Close one decision; nothing happens if it is not open."""
    conn.execute("DELETE FROM decisions WHERE table_id = ? AND subject = ?", (table_id, subject))


def of_table(conn: sqlite3.Connection, table_id: str) -> list[Decision]:
    """The open decisions of a table, by subject."""
    return _select(conn, "WHERE table_id = ? ORDER BY subject", table_id)


def due(conn: sqlite3.Connection, now_ms: int) -> list[Decision]:
    """The decisions whose time is up, the longest overdue first."""
    return _select(conn, "WHERE due_ms <= ? ORDER BY due_ms, table_id, subject", now_ms)


def next_due(conn: sqlite3.Connection) -> int | None:
    """When the next decision falls due, in ms; None if none is open."""
    due_ms: int | None = conn.execute("SELECT MIN(due_ms) FROM decisions").fetchone()[0]
    return due_ms


def grace(conn: sqlite3.Connection, not_before_ms: int) -> int:
    """After a pause of ours let nothing fall due before a moment; how many were moved."""
    sql = "UPDATE decisions SET due_ms = MAX(due_ms, ?) WHERE due_ms < ?"
    return conn.execute(sql, (not_before_ms, not_before_ms)).rowcount


def by_token(conn: sqlite3.Connection, token: str) -> Decision | None:
    """The open decision a token answers, or None for a used or unknown one."""
    found = _select(conn, "WHERE token = ?", token)
    return found[0] if found else None


def _select(conn: sqlite3.Connection, where: str, value: str | int) -> list[Decision]:
    rows = conn.execute(SELECT + where, (value,))
    return [Decision(*row) for row in rows]
