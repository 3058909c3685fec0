"""The database on a real file, without its thread: every visit is one step of virtual time.

The SQL, the schema and the pragmas are the bot's own, but for `synchronous`: what reaches the
platter at a power cut is another proof's matter, and a simulated `kill -9` loses nothing of it.
While a visit runs no time passes at all.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from data import db as real
from data.db import Database
from data.errors import DatabaseClosed
from data.writer import BUSY_TIMEOUT_MS, Work
from tests.simulator.faults import VISITS, Weather

T = TypeVar("T")

VISIT_S: Final = 0.001
SLOW_FSYNC_S: Final = 2.0


class _NoThread:
    """Stands where aiosqlite's connection does; only closing is left of it."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw

    async def close(self) -> None:
        self._raw.close()


class Disk:
    """What is wrong with the disk now, and who looks at it after each commit."""

    def __init__(self, weather: Weather) -> None:
        self.weather = weather
        self.locked_until_s = 0.0
        self.before: Callable[[], None] = lambda: None
        self.one_begins: Callable[[], None] = lambda: None
        self.one_fails: Callable[[], None] = lambda: None
        self.after: Callable[[sqlite3.Connection], None] = lambda _: None

    def trouble(self, *, writes: bool) -> str | None:
        """What this visit meets."""
        if writes and asyncio.get_running_loop().time() < self.locked_until_s:
            return "database locked for long"
        return self.weather.draw(VISITS) if writes else None


class SimDatabase(Database):
    """The bot's `Database` with a thread that is none. Once `dead` it never answers again."""

    def __init__(self, raw: sqlite3.Connection, disk: Disk) -> None:
        super().__init__(cast("Any", _NoThread(raw)), raw)
        self.disk = disk
        self.dead = False

    @classmethod
    def at(cls, path: Path, now_ms: int, disk: Disk) -> SimDatabase:
        """Opens the file, as a new process does."""
        raw = real._open_raw(path, now_ms)
        raw.execute("PRAGMA synchronous = OFF")
        return cls(raw, disk)

    @property
    def raw(self) -> sqlite3.Connection:
        """For the checkers, between visits."""
        return self._raw

    def kill(self) -> None:
        """The process is gone: nothing of it reaches the file any more."""
        if not self.dead:
            self.dead = self._closed = True
            self._raw.close()

    async def write(self, work: Work[T], *, patient: bool = False) -> T:
        """As the bot's; what fails in a shared transaction is undone without the others."""

        def watched(conn: sqlite3.Connection) -> T:
            self.disk.one_begins()
            try:
                return work(conn)
            except Exception:
                self.disk.one_fails()
                raise

        return await super().write(watched, patient=patient)

    async def _hop(self, run: Callable[[sqlite3.Connection, Work[T]], T], work: Work[T]) -> T:
        writes = run is not real._read_only
        trouble = self.disk.trouble(writes=writes)
        await self._pass(self.disk.weather.latency_s(VISIT_S))
        if trouble in ("database locked", "database locked for long"):
            self.disk.weather.note(trouble)
            await self._pass(BUSY_TIMEOUT_MS / 1000)
            raise _refusal(sqlite3.SQLITE_BUSY, "database is locked")
        if trouble == "disk full":
            self.disk.weather.note(trouble)
            work = _that_finds_no_room(work)
        answer = self._visit(run, work, writes=writes)
        if trouble == "slow fsync":
            self.disk.weather.note(trouble)
            await self._pass(SLOW_FSYNC_S)
        await self._pass(0)
        return answer

    def _visit(
        self, run: Callable[[sqlite3.Connection, Work[T]], T], work: Work[T], *, writes: bool
    ) -> T:
        if not writes:
            return run(self._raw, work)
        self.disk.before()
        answer = run(self._raw, work)
        self.disk.after(self._raw)
        return answer

    async def _pass(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if self.dead:
            raise asyncio.CancelledError
        if self._closed:
            raise DatabaseClosed


def _that_finds_no_room(work: Work[T]) -> Work[T]:
    def fails(conn: sqlite3.Connection) -> T:
        work(conn)
        raise _refusal(sqlite3.SQLITE_FULL, "database or disk is full")

    return fails


def _refusal(code: int, words: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(words)
    error.sqlite_errorcode = code
    return error
