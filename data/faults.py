"""What SQLite's error codes mean for us: our mistake, something that may pass, or damage."""

from __future__ import annotations

import sqlite3
from typing import Final

PASSING: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOLFS,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)
DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
# After one of these nobody knows what reached the disk, and a second try may succeed without
# having written what the first one lost: only a start from the file itself tells.
UNSYNCED: Final = frozenset(
    {
        sqlite3.SQLITE_IOERR_FSYNC,
        sqlite3.SQLITE_IOERR_DIR_FSYNC,
    }
)


def is_passing(error: sqlite3.Error) -> bool:
    """Whether the disk, a lock or a permission refused: nothing is wrong with what was asked."""
    return _code(error) & 0xFF in PASSING


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file does not hold what a database holds."""
    return _code(error) & 0xFF in DAMAGE


def is_final(error: sqlite3.Error) -> bool:
    """Whether this process should not go on with the file."""
    return is_damage(error) or _code(error) in UNSYNCED


def _code(error: sqlite3.Error) -> int:
    """SQLite's extended code; 0 where Python itself refused, which is our mistake."""
    return getattr(error, "sqlite_errorcode", 0)
