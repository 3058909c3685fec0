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
# What Python raises over a file that does not hold what it should: some texts it cannot decode.
UNREADABLE: Final = (sqlite3.Error, UnicodeDecodeError)
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


def is_damage(error: Exception) -> bool:
    """Whether the file does not hold what a database holds."""
    return _code(error) & 0xFF in DAMAGE or is_garbled(error)


def is_not_ours(error: Exception) -> bool:
    """Whether SQLite understands none of a statement that the audit always makes.

    Then the schema in the file is not the one that was written there.
    """
    return _code(error) & 0xFF == sqlite3.SQLITE_ERROR


def is_garbled(error: Exception) -> bool:
    r"""Whether a text of the file, or of SQLite's words about it, is none.

    >>> is_garbled(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"))
    True
    """
    if isinstance(error, sqlite3.OperationalError):
        return not _code(error) and str(error).startswith("Could not decode to UTF-8")
    return isinstance(error, UnicodeDecodeError)


def reason_of(error: Exception) -> str:
    """What to tell of a failure, in a line. Never the garbled text: it may be somebody's cards."""
    if is_garbled(error):
        return "a text in it cannot be read"
    return (str(error).splitlines() or [type(error).__name__])[-1]


def is_final(error: sqlite3.Error) -> bool:
    """Whether this process should not go on with the file."""
    return _code(error) & 0xFF in DAMAGE or _code(error) in UNSYNCED


def _code(error: Exception) -> int:
    """SQLite's extended code; 0 where Python itself refused, which is our mistake."""
    return getattr(error, "sqlite_errorcode", 0)
