"""Numbered SQL files, each applied once together with the record of it.

A migration is a new file ``data/migrations/NNNN_what.sql`` that says in its header what it
revises, when and why; a shipped one is never edited. Every statement ends at the end of a line.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from data.errors import SchemaTooNew
from data.points import reach

FOLDER = Path(__file__).parent / "migrations"
RECORD = (
    "CREATE TABLE IF NOT EXISTS schema_migrations ("
    " version INTEGER PRIMARY KEY, sha256 TEXT NOT NULL, applied_ms INTEGER NOT NULL) STRICT"
)


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered file: its version, its text and the text's fingerprint."""

    version: int
    sql: str
    sha256: str


def shipped(folder: Path = FOLDER) -> tuple[Migration, ...]:
    """All migrations of this program, oldest first."""
    files = sorted(path for path in folder.glob("*.sql") if re.match(r"\d{4}_", path.name))
    return tuple(_read(path) for path in files)


def migrate(conn: sqlite3.Connection, migrations: Sequence[Migration], now_ms: int) -> int:
    """Bring the file up to the last migration; the schema version it now has.

    Raises `SchemaTooNew` when the file knows a version this program does not, and whatever
    SQLite says when a migration fails, which is then wholly undone.
    """
    known = max((migration.version for migration in migrations), default=0)
    found = schema_version(conn)
    if found > known:
        raise SchemaTooNew(found, known)
    for migration in migrations:
        _apply(conn, migration, now_ms)
    return known


def schema_version(conn: sqlite3.Connection) -> int:
    """The newest migration recorded in the file; 0 for a file that has none."""
    named = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_migrations'"
    if conn.execute(named).fetchone() is None:
        return 0
    row = conn.execute("SELECT COALESCE(MAX(version), 0) FROM schema_migrations").fetchone()
    return int(row[0])


def applied(conn: sqlite3.Connection) -> dict[int, str]:
    """Version -> fingerprint of each migration recorded in the file."""
    return dict(conn.execute("SELECT version, sha256 FROM schema_migrations ORDER BY version"))


def statements(sql: str) -> Iterator[str]:
    r"""The statements of a script, one by one; a trigger with its inner semicolons is one.

    >>> list(statements("CREATE TABLE a (b);\nDROP TABLE a;\n-- the end\n"))
    ['CREATE TABLE a (b);', 'DROP TABLE a;']
    """
    pending = ""
    for line in sql.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending.strip()
            pending = ""


def _read(path: Path) -> Migration:
    sql = path.read_text(encoding="utf-8")
    return Migration(int(path.name[:4]), sql, hashlib.sha256(sql.encode()).hexdigest())


def _apply(conn: sqlite3.Connection, migration: Migration, now_ms: int) -> None:
    # Not executescript: that commits first, and the record must stand or fall with the change.
    conn.execute("BEGIN IMMEDIATE")
    try:
        conn.execute(RECORD)
        if migration.version > schema_version(conn):
            for statement in statements(migration.sql):
                conn.execute(statement)
            row = (migration.version, migration.sha256, now_ms)
            conn.execute("INSERT INTO schema_migrations VALUES (?, ?, ?)", row)
            reach("migrating")
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise
