"""Open decisions: who owes an answer, by which token, and when the clock answers instead."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

SELECT = "SELECT table_id, subject, token, opened_seq, due_ms, ping_ms FROM decisions "


@dataclass(frozen=True, slots=True)
class Decision:
    """One open decision about `subject`, such as ``seat:0``, ``lobby`` or ``break``.

    `ping_ms`: when whoever is waited for is called, None if that is done or not wanted. Whoever
    shows the token may answer, so no repr shows it.
    """

    table_id: str
    subject: str
    token: str = field(repr=False)
    opened_seq: int
    due_ms: int
    ping_ms: int | None = None

    @property
    def moment_ms(self) -> int:
        """When the clock has something to do about it."""
        return self.due_ms if self.ping_ms is None else min(self.due_ms, self.ping_ms)


def replace(conn: sqlite3.Connection, decision: Decision) -> None:
    """Open a decision; an older one of the same subject is answered by nothing any more."""
    sql = (
        "INSERT INTO decisions (table_id, subject, token, opened_seq, due_ms, ping_ms)"
        " VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (table_id, subject) DO UPDATE SET token = excluded.token,"
        " opened_seq = excluded.opened_seq, due_ms = excluded.due_ms, ping_ms = excluded.ping_ms"
    )
    row = (decision.table_id, decision.subject, decision.token)
    conn.execute(sql, (*row, decision.opened_seq, decision.due_ms, decision.ping_ms))


def delete(conn: sqlite3.Connection, table_id: str, subject: str) -> None:
    """Close one decision; nothing happens if it is not open."""
    conn.execute("DELETE FROM decisions WHERE table_id = ? AND subject = ?", (table_id, subject))


def delete_all(conn: sqlite3.Connection, table_id: str) -> None:
    """Close every decision of a table."""
    conn.execute("DELETE FROM decisions WHERE table_id = ?", (table_id,))


def of_table(conn: sqlite3.Connection, table_id: str) -> list[Decision]:
    """The open decisions of a table, by subject."""
    return _select(conn, "WHERE table_id = ? ORDER BY subject", table_id)


def due(conn: sqlite3.Connection, now_ms: int) -> list[Decision]:
    """The decisions whose time is up, the longest overdue first."""
    return _select(conn, "WHERE due_ms <= ? ORDER BY due_ms, table_id, subject", now_ms)


def to_ping(conn: sqlite3.Connection, now_ms: int) -> list[Decision]:
    """The decisions whose ping is due, the longest overdue first."""
    return _select(conn, "WHERE ping_ms <= ? ORDER BY ping_ms, table_id, subject", now_ms)


def pinged(conn: sqlite3.Connection, token: str) -> bool:
    """Note that a ping is on its way; False if the decision is answered or was pinged before."""
    sql = "UPDATE decisions SET ping_ms = NULL WHERE token = ? AND ping_ms IS NOT NULL"
    return conn.execute(sql, (token,)).rowcount == 1


def next_moment(conn: sqlite3.Connection) -> int | None:
    """When the next decision falls due or is to be pinged, in ms; None if none is open."""
    sql = (  # two looks at an index, however many tables there are
        "SELECT (SELECT MIN(due_ms) FROM decisions),"
        " (SELECT MIN(ping_ms) FROM decisions WHERE ping_ms IS NOT NULL)"
    )
    moments = [moment_ms for moment_ms in conn.execute(sql).fetchone() if moment_ms is not None]
    return min(moments, default=None)


def grace(conn: sqlite3.Connection, not_before_ms: int) -> list[str]:
    """After a pause of ours let nothing fall due before a moment; the tables that it moved."""
    sql = "UPDATE decisions SET due_ms = :moment WHERE due_ms < :moment RETURNING table_id"
    return _tables(conn.execute(sql, {"moment": not_before_ms}))


def shift(conn: sqlite3.Connection, by_ms: int) -> list[str]:
    """The wall clock was set by so much: what was due then is due now, with the time it had.

    The tables that have a decision.
    """
    sql = "UPDATE decisions SET due_ms = due_ms + :by, ping_ms = ping_ms + :by RETURNING table_id"
    return _tables(conn.execute(sql, {"by": by_ms}))


def _tables(rows: Iterable[tuple[str]]) -> list[str]:
    return sorted({table_id for (table_id,) in rows})


def _select(conn: sqlite3.Connection, where: str, value: str | int) -> list[Decision]:
    rows = conn.execute(SELECT + where, (value,))
    return [Decision(table_id, sys.intern(subject), *rest) for table_id, subject, *rest in rows]
