"""The log of a table: what happened, in order, only ever added to."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field

from data.errors import SeqConflict
from data.faults import is_garbled


class Garbled(ValueError):
    """A log holds bytes that are no text; they are not quoted, for they may be cards."""

    def __init__(self) -> None:
        super().__init__("its journal holds what is no text")


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event as it lies on disk. The body (JSON) may hold hands, so no repr shows it."""

    seq: int
    kind: str
    version: int
    body: str = field(repr=False)
    at_ms: int


def append(
    conn: sqlite3.Connection, table_id: str, expected_seq: int, events: Sequence[StoredEvent]
) -> int:
    """Add events after `expected_seq` (0 for an empty log); the last seq the log then has.

    Raises `SeqConflict` if the log does not stand there. The events' own numbers must follow it
    without a gap, else sqlite3.IntegrityError.
    """
    if not events or events[0].seq != expected_seq + 1:
        _check(conn, table_id, expected_seq)
    sql = "INSERT INTO events (table_id, seq, kind, version, body, at_ms) VALUES (?, ?, ?, ?, ?, ?)"
    for place, event in enumerate(events):
        row = (table_id, event.seq, event.kind, event.version, event.body, event.at_ms)
        try:
            conn.execute(sql, row)
        except sqlite3.IntegrityError:  # the schema itself lets no event follow a gap
            _check(conn, table_id, expected_seq + place)
            raise
    return expected_seq + len(events)


def _check(conn: sqlite3.Connection, table_id: str, expected_seq: int) -> None:
    found_seq = last_seq(conn, table_id)
    if found_seq != expected_seq:
        raise SeqConflict(table_id, expected_seq, found_seq)


def load(conn: sqlite3.Connection, table_id: str) -> list[StoredEvent]:
    """The whole log of a table, oldest first; empty for an unknown table. Raises `Garbled`."""
    sql = "SELECT seq, kind, version, body, at_ms FROM events WHERE table_id = ? ORDER BY seq"
    try:
        return [StoredEvent(*row) for row in conn.execute(sql, (table_id,))]
    except sqlite3.OperationalError as error:
        if is_garbled(error):
            raise Garbled from None
        raise


def last_seq(conn: sqlite3.Connection, table_id: str) -> int:
    """The number of the newest event; 0 for an empty log."""
    sql = "SELECT COALESCE(MAX(seq), 0) FROM events WHERE table_id = ?"
    return int(conn.execute(sql, (table_id,)).fetchone()[0])


def last_ms(conn: sqlite3.Connection, table_id: str) -> int:
    """When the newest event happened, in ms; 0 for an empty log."""
    sql = "SELECT COALESCE(MAX(at_ms), 0) FROM events WHERE table_id = ?"
    return int(conn.execute(sql, (table_id,)).fetchone()[0])
