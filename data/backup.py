"""Copies of the whole file, checked before they have a name, while the bot goes on.

SQLite's own backup reads one consistent state, WAL included; a copy of the file alone would not.
The source is only ever read, so no second process moves the log into the file behind the bot.
"""

from __future__ import annotations

import filecmp
import logging
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from glob import escape
from pathlib import Path
from typing import Final

from data.errors import BackupRefused
from data.faults import UNREADABLE, reason_of

log = logging.getLogger(__name__)

Check = Callable[[sqlite3.Connection], Sequence[str]]

SUFFIX: Final = ".backup"
UNFINISHED: Final = ".part"
COPIED: Final = 1  # the user_version of a copy until it is opened in earnest
# Names that belong to a database.
BESIDE: Final = ("", "-wal", "-shm", "-journal", ".lock", ".erased", ".backups")


def back_up(source: sqlite3.Connection, target: Path, check: Check) -> list[str]:
    """Copies all of the database to a new file; what `check` then finds in the copy.

    A damaged copy is thrown away. Raises `BackupRefused`; then nothing has that name.
    """
    if os.path.lexists(target):
        raise BackupRefused(target, "there is a file of that name already, choose another")
    named = target.parent.resolve() / target.name
    if named in (Path(f"{database_of(source)}{end}") for end in BESIDE):
        raise BackupRefused(target, "that name belongs to the database itself, choose another")
    with _sentences(target), _unfinished(target) as copy:
        findings = _copied(source, copy, target, check)
        copy.rename(target)
        sync(target.parent)
    return findings


def before_migration(conn: sqlite3.Connection, found: int, known: int, now_ms: int) -> Path:
    """Keeps the file as it is before its schema changes; where.

    A second try at the same migration finds its copy there and makes no other.
    Raises `BackupRefused`.
    """
    path = database_of(conn)
    for left in path.parent.glob(f"{escape(path.name)}.schema-*{UNFINISHED}*"):
        left.unlink(missing_ok=True)  # of a start that was killed; this one is alone
    moment = datetime.fromtimestamp(now_ms / 1000, UTC)
    target = path.with_name(f"{path.name}.schema-{found}.{moment:%Y-%m-%d-%H%M%S}{SUFFIX}")
    newest = newest_beside(path)
    if newest == target:
        return target
    back_up(conn, target, lambda copy: [])
    if newest is not None and filecmp.cmp(newest, target, shallow=False):
        target.unlink()
        target = newest
    log.info("the database before its change from schema %d to %d: %s", found, known, target)
    return target


def newest_beside(path: Path | str) -> Path | None:
    """The newest backup in the database's own folder, of those that bear its name."""
    path = Path(path)
    found = path.parent.glob(f"{escape(path.name)}*{SUFFIX}")
    return max(found, key=lambda backup: backup.stat().st_mtime_ns, default=None)


def database_of(conn: sqlite3.Connection) -> Path:
    """The file that a connection has open."""
    return Path(conn.execute("PRAGMA database_list").fetchone()[2])


def damage(conn: sqlite3.Connection, *, quick: bool = False) -> str | None:
    """What SQLite first finds wrong with the file itself; None for a sound one.

    `quick` reads every page, but does not compare indexes with their tables.
    """
    pragma = "quick_check" if quick else "integrity_check"
    answer = conn.execute(f"PRAGMA {pragma}(1)").fetchone()[0]
    return None if answer == "ok" else str(answer).splitlines()[-1]


def _copied(source: sqlite3.Connection, copy: Path, target: Path, check: Check) -> list[str]:
    """Fills the file and makes it whole in itself; what `check` finds there."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as conn:
        source.backup(conn, progress=_one_step)
        conn.execute(f"PRAGMA user_version = {COPIED}")
        # A single file that nothing need lie beside: it may be moved, mailed and put away.
        conn.execute("PRAGMA journal_mode = DELETE")
        damaged = damage(conn)
        if damaged:
            raise BackupRefused(target, f"the database is damaged ({damaged})")
        findings = list(check(conn))
    sync(copy)
    return findings


def _one_step(status: int, remaining: int, total: int) -> None:
    """The copy is made in one step. What keeps it from that for as long as we wait is told."""
    if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        raise sqlite3.OperationalError("database is locked")


@contextmanager
def _unfinished(target: Path) -> Iterator[Path]:
    """A new file beside the target for its owner alone; gone again unless it was renamed."""
    handle, name = tempfile.mkstemp(UNFINISHED, f"{target.name}.", target.parent)
    os.close(handle)
    copy = Path(name)
    try:
        yield copy
    finally:
        copy.unlink(missing_ok=True)
        Path(f"{name}-journal").unlink(missing_ok=True)


@contextmanager
def _sentences(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BackupRefused(target, error.strerror or str(error)) from error
    except UNREADABLE as error:
        raise BackupRefused(target, reason_of(error)) from None


def sync(path: Path) -> None:
    """Waits until a file, or the names in a folder, are on the disk. Windows syncs no folders."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
