"""The one read-write connection.

Work is a plain function of a ``sqlite3.Connection``. A write runs as BEGIN IMMEDIATE, work,
COMMIT (or ROLLBACK) in ONE visit to aiosqlite's thread, so that no other coroutine and no
cancellation can get between the halves of a transaction.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar, cast

import aiosqlite

from data import backup, erasing, panels, ratings
from data.errors import (
    BackupRefused,
    DatabaseClosed,
    DatabaseDamaged,
    DatabaseUnreadable,
    DatabaseUnwritable,
    NotMigrated,
    NotWritten,
    SchemaTooNew,
)
from data.faults import UNREADABLE, is_damage, is_garbled, reason_of
from data.migrate import migrate, schema_version, shipped
from data.writer import BUSY_TIMEOUT_MS, Work, Writer, in_time

log = logging.getLogger(__name__)

T = TypeVar("T")
Connection = sqlite3.Connection  # for annotations elsewhere: only this package imports sqlite3

# A file up to this size is read wholly at a start, indexes compared; a bigger one less closely.
WHOLE_CHECK_BYTES = 32 * 2**20
PRAGMAS = (
    "PRAGMA synchronous = FULL",  # an acknowledged move survives a power cut, not only a crash
    "PRAGMA foreign_keys = ON",
    f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}",
    "PRAGMA secure_delete = ON",  # an erased name leaves no bytes behind
)


class Database:
    """An open database file. Made by `Database.open`; close it, or its thread outlives us."""

    def __init__(self, connection: aiosqlite.Connection, raw: sqlite3.Connection) -> None:
        self._connection = connection
        self._raw = raw
        self._apart = asyncio.Lock()
        self._writer = Writer(self._hop)
        self._closed = False

    @classmethod
    async def open(cls, path: Path | str, *, now_ms: int) -> Database:
        """The database at `path`, made with its folder if missing and brought up to date.

        Raises `DatabaseUnwritable`, `DatabaseDamaged`, `SchemaTooNew` or `NotMigrated`, each with
        one plain sentence.
        """
        opened: list[sqlite3.Connection] = []
        refusals: list[Exception] = []

        # aiosqlite does not wait for its thread when a connector raises, and the thread would
        # outlive the event loop: so a refusal is carried out by hand, past a stand-in.
        def connector() -> sqlite3.Connection:
            try:
                opened.append(_open_raw(path, now_ms))
            except Exception as refusal:  # noqa: BLE001 - raised again below
                refusals.append(refusal)
                opened.append(sqlite3.connect(":memory:"))
            return opened[0]

        connection = await aiosqlite.Connection(connector, iter_chunk_size=64)
        if refusals:
            await connection.close()
            raise refusals[0]
        return cls(connection, opened[0])

    async def read(self, work: Work[T]) -> T:
        """What `work` answers from one consistent state; it cannot write.

        Raises `NotWritten` when it would come too late for whoever `ASKED`.
        """
        return await in_time(self._hop(_read_only, work))

    async def read_apart(self, work: Work[T]) -> T:
        """What `work` answers from one consistent state, in a thread and connection of its own.

        For long looks: no write waits for them, and only one is taken at a time. `work` sees what
        was written until it began. Raises what `open_readonly` raises.
        """
        async with self._apart:
            return await asyncio.to_thread(_look, await self.read(_path_of), work)

    async def write(self, work: Work[T], *, patient: bool = False) -> T:
        """What `work` answers, after its changes are safely on disk; all of them or none.

        An exception of `work` undoes what it did and comes out here; `NotWritten` when the disk, a
        lock or a permission refused, or, unless `patient`, when it would come too late for whoever
        `ASKED`. A caller who is cancelled meanwhile does not stop a write that was handed in.
        """
        return await self._writer.write(work, patient=patient)

    async def empty_log(self) -> bool:
        """Brings all of the log into the file and cuts it to nothing; False if somebody reads it.

        What was erased is in neither then. No transaction is under way meanwhile.
        """
        return await self._hop(_alone, _emptied)

    def refuse_late(self) -> None:
        """Raises `NotWritten` if a write begun now would come too late for whoever `ASKED`."""
        self._writer.refuse_late()

    async def until_broken(self) -> None:
        """Waits until the file is found in a state that this process must not go on with."""
        await self._writer.until_broken()

    async def close(self) -> None:
        """Let the writes handed in so far finish, then close. Closing twice is harmless."""
        await self._writer.drain()
        if not self._closed:
            self._closed = True
            await self._connection.close()

    async def _hop(self, run: Callable[[sqlite3.Connection, Work[T]], T], work: Work[T]) -> T:
        if self._closed:
            raise DatabaseClosed

        # A closure, because aiosqlite logs the repr of what it runs: arguments may hold hands.
        def visit() -> T:
            try:
                return run(self._raw, work)
            except StopIteration as stop:
                # asyncio refuses to store this one in a future, and we would wait for ever.
                raise RuntimeError("database work raised StopIteration") from stop

        # aiosqlite has no public way to run a function in its thread; the version is pinned.
        execute = self._connection._execute  # noqa: SLF001
        return await cast("Callable[[Callable[[], T]], Awaitable[T]]", execute)(visit)


def open_readonly(path: Path | str) -> sqlite3.Connection:
    """A plain connection that cannot write, for looking at a file the bot may have open.

    Raises `DatabaseUnreadable`, `DatabaseDamaged` or `SchemaTooNew`. The caller closes it.
    """
    try:
        uri = f"{Path(path).absolute().as_uri()}?mode=ro"
        conn = sqlite3.connect(uri, uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise DatabaseUnreadable(path, str(error)) from error
    try:
        _check_schema(conn, path)
    except BaseException:
        conn.close()
        raise
    return conn


def _check_schema(conn: sqlite3.Connection, path: Path | str) -> None:
    known = shipped()[-1].version
    try:
        conn.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        found = schema_version(conn)
    except UNREADABLE as error:
        if is_garbled(error):
            raise damaged(path, reason_of(error)) from None
        raise DatabaseUnreadable(path, reason_of(error)) from error
    if found > known:
        raise SchemaTooNew(found, known)
    if found < known:
        reason = f"it has schema {found}, not {known}; start the bot once to bring it up to date"
        raise DatabaseUnreadable(path, reason)


def _open_raw(path: Path | str, now_ms: int) -> sqlite3.Connection:
    try:
        return _prepared(path, now_ms)
    except OSError as error:
        raise DatabaseUnwritable(path, error.strerror or str(error)) from error
    except UNREADABLE as error:
        if is_damage(error):
            raise damaged(path, reason_of(error)) from None
        raise DatabaseUnwritable(path, str(error)) from error


def damaged(path: Path | str, reason: str) -> DatabaseDamaged:
    """The refusal of a damaged file, naming the newest backup beside it."""
    return DatabaseDamaged(path, reason, backup.newest_beside(path))


def _prepared(path: Path | str, now_ms: int) -> sqlite3.Connection:
    _make_file(path)
    _refuse_lost_file(path)
    conn = sqlite3.connect(path, isolation_level=None)
    try:
        _refuse_damage(conn, path)
        _configure(conn, path)
        _migrate(conn, path, now_ms)
        _take_up_copy(conn)
        _rate_old_hands(conn)
        _forget_again(conn, now_ms)
    except BaseException:
        conn.close()
        raise
    return conn


def _refuse_lost_file(path: Path | str) -> None:
    """SQLite would throw away the log of a file that was emptied, and begin a new one."""
    wal = Path(f"{path}-wal")
    is_empty = Path(path).is_file() and not Path(path).stat().st_size
    if is_empty and wal.is_file() and wal.stat().st_size:
        raise damaged(path, "it is empty, but its log is not")


def _refuse_damage(conn: sqlite3.Connection, path: Path | str) -> None:
    """Nothing is written to a damaged file: the first write might spread it."""
    if str(path) != ":memory:":
        found = backup.damage(conn, quick=Path(path).stat().st_size > WHOLE_CHECK_BYTES)
        if found:
            raise damaged(path, found)


def _migrate(conn: sqlite3.Connection, path: Path | str, now_ms: int) -> None:
    """Brings the schema up to date; what was there is kept beside it first."""
    found, known = schema_version(conn), shipped()[-1].version
    is_fresh = conn.execute("SELECT 1 FROM sqlite_master").fetchone() is None
    if found < known and not is_fresh:
        try:
            backup.before_migration(conn, found, known, now_ms)
        except BackupRefused as refused:
            raise NotMigrated(path, found, known, refused) from refused
    migrate(conn, shipped(), now_ms)


def _take_up_copy(conn: sqlite3.Connection) -> None:
    """A backup was put in place: Discord shows a later state than this, so all is drawn anew."""
    conn.execute("BEGIN IMMEDIATE")
    if conn.execute("PRAGMA user_version").fetchone()[0] == backup.COPIED:
        panels.doubt_all(conn)
        conn.execute("PRAGMA user_version = 0")
    conn.execute("COMMIT")


def _rate_old_hands(conn: sqlite3.Connection) -> None:
    """What no migration can say in SQL; a start that is cut short leaves it to the next one."""
    conn.execute("BEGIN IMMEDIATE")
    ratings.catch_up(conn)
    conn.execute("COMMIT")


def _forget_again(conn: sqlite3.Connection, now_ms: int) -> None:
    """Whoever was erased after a backup was made is in it, and must not come back with it."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        again = erasing.erase_listed(conn, now_ms)
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise
    if again:
        log.info("erased again after a backup was restored: %d people", again)


def _make_file(path: Path | str) -> None:
    if str(path) != ":memory:":
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).touch(mode=0o600)  # live hands are in there: for the bot's own user only


def _configure(conn: sqlite3.Connection, path: Path | str) -> None:
    for pragma in PRAGMAS:
        conn.execute(pragma)
    mode = conn.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise DatabaseUnwritable(path, f"it can only keep a {mode} journal there, not WAL")
    # SQLite opens a file it may only read without a word; this is the first real write.
    conn.execute("BEGIN IMMEDIATE")
    conn.execute("CREATE TABLE probe (x)")
    conn.execute("ROLLBACK")


def _alone(conn: sqlite3.Connection, work: Work[T]) -> T:
    return work(conn)


def _emptied(conn: sqlite3.Connection) -> bool:
    try:
        is_busy = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.OperationalError as error:
        raise NotWritten(str(error)) from error
    return not is_busy


def _path_of(conn: sqlite3.Connection) -> str:
    return str(conn.execute("PRAGMA database_list").fetchone()[2])


def _look(path: str, work: Work[T]) -> T:
    with closing(open_readonly(path)) as conn:
        return _read_only(conn, work)


def _read_only(conn: sqlite3.Connection, work: Work[T]) -> T:
    conn.execute("BEGIN")
    conn.execute("PRAGMA query_only = ON")
    try:
        return work(conn)
    finally:
        conn.execute("ROLLBACK")
        conn.execute("PRAGMA query_only = OFF")
