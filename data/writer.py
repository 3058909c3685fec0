"""The line of writes, and the only place that begins a transaction that changes anything.

Writes that wait at the same time share a transaction, and with it one sync of the disk. None
waits longer than whoever asked for it can be answered.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar, cast

from data.errors import NotWritten
from data.faults import is_final, is_passing

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
Outcomes = tuple[list[object], bool]  # of each work, and whether they changed anything
Run = Callable[[sqlite3.Connection, Work[Outcomes]], Outcomes]
Hop = Callable[[Run, Work[Outcomes]], Awaitable[Outcomes]]  # to the database's thread

# How long another program's lock is waited for, the time in our own line included. An interaction
# has 3 s and may wait several times: each of its looks behind somebody's write, then its own write.
BUSY_TIMEOUT_MS: Final = 500
# How long a write may take with somebody waiting for the answer, the line before it included: on
# a slow disk those at the end of the line hear in time that they were not played.
ANSWER_S = 2.5
# When whoever a task works for began to wait, by `time.monotonic`; None where nobody does.
ASKED: ContextVar[float | None] = ContextVar("asked", default=None)


def begin_waiting() -> None:
    """Whoever this task works for begins to wait now."""
    ASKED.set(time.monotonic())


def end_waiting() -> None:
    """Whoever this task works for was answered: what it does now may take its time."""
    ASKED.set(None)


def waited_s() -> float:
    """How long whoever this task works for has been waiting; 0 where nobody does."""
    asked = ASKED.get()
    return 0.0 if asked is None else time.monotonic() - asked


@dataclass(frozen=True, slots=True, eq=False)
class _Write:
    """A write in line since `since_s`, wanted by `until_s`, both by `time.monotonic`."""

    work: Work[object] = field(repr=False)
    answer: asyncio.Future[object] = field(repr=False)
    since_s: float
    until_s: float | None


@dataclass(frozen=True, slots=True)
class _Failed:
    error: Exception


async def in_time(waiting: Awaitable[T]) -> T:
    """What is waited for. Raises `NotWritten` once it would come too late for whoever `ASKED`.

    A read waits for the transaction under way, a command for the one before it at its table: on a
    slow disk nobody can wait for two of them.
    """
    if ASKED.get() is None:
        return await waiting
    try:
        async with asyncio.timeout(max(0.0, ANSWER_S - waited_s())):
            return await waiting
    except TimeoutError:
        raise NotWritten("the disk is slow") from None


class Writer:
    """Hands writes in, one transaction at a time."""

    def __init__(self, hop: Hop) -> None:
        self._hop = hop
        self._line: list[_Write] = []
        self._task: asyncio.Task[None] | None = None
        self._began_s = 0.0  # the transaction under way, by `time.monotonic`
        self._last_s = 0.0  # how long the last one took that changed anything: only those sync
        self._broken = asyncio.Event()

    async def write(self, work: Work[T], *, patient: bool) -> T:
        """See `Database.write`."""
        now = time.monotonic()
        until_s = None if patient else (ASKED.get() or now) + ANSWER_S
        asked = _Write(work, asyncio.get_running_loop().create_future(), now, until_s)
        self._stand_in_line(asked)
        return cast("T", await asked.answer)

    def refuse_late(self) -> None:
        """Raises `NotWritten` if a write begun now would come too late for whoever `ASKED`."""
        if ASKED.get() is not None and waited_s() + self._last_s > ANSWER_S:
            raise NotWritten("the disk is slow")

    async def until_broken(self) -> None:
        """See `Database.until_broken`."""
        await self._broken.wait()

    async def drain(self) -> None:
        """Waits for the writes handed in so far."""
        while self._task:
            await asyncio.wait((self._task,))

    def _stand_in_line(self, asked: _Write) -> None:
        """Raises `NotWritten` if a transaction as long as the last one would end too late."""
        until_s = asked.until_s
        if until_s is not None and asked.since_s + self._last_s >= until_s:
            raise NotWritten("too many writes are waiting")
        self._line.append(asked)
        if self._task is None:
            self._task = asyncio.create_task(self._write_all())
        elif until_s is not None:
            self._look_again(asked, until_s)

    def _look_again(self, asked: _Write, until_s: float) -> None:
        """Plans when a write in line has to give up.

        Nobody knows how long the transaction under way will take. The one that follows it takes
        at least as long as the last one did, and as this one will have until then.
        """
        under_way_s = self._began_s
        give_up_s = min(until_s - self._last_s, (until_s + under_way_s) / 2)

        def give_up() -> None:
            if asked in self._line and self._began_s == under_way_s and not asked.answer.done():
                self._line.remove(asked)
                asked.answer.set_exception(NotWritten("too many writes are waiting"))

        loop = asyncio.get_running_loop()
        timer = loop.call_later(give_up_s - time.monotonic(), give_up)
        asked.answer.add_done_callback(lambda _: timer.cancel())

    async def _write_all(self) -> None:
        try:
            while self._line:
                batch, self._line = self._line, []
                await self._write_batch(batch)
        finally:
            self._task = None

    async def _write_batch(self, batch: list[_Write]) -> None:
        self._began_s = time.monotonic()
        run = partial(_transaction, batch[0].since_s + BUSY_TIMEOUT_MS / 1000)
        work = partial(_each, works=[asked.work for asked in batch])
        changed = True
        try:
            outcomes, changed = await self._hop(run, work)
        except Exception as error:  # noqa: BLE001 - every caller hears of it
            outcomes = [_Failed(error)] * len(batch)
        finally:
            if changed:
                self._last_s = time.monotonic() - self._began_s
        for asked, outcome in zip(batch, outcomes, strict=True):
            if asked.answer.done():  # its caller was cancelled
                continue
            if isinstance(outcome, _Failed):
                asked.answer.set_exception(self._told(outcome.error))
            else:
                asked.answer.set_result(outcome)

    def _told(self, error: Exception) -> Exception:
        """What the caller hears: that the disk refused, or our own mistake as it is."""
        if not isinstance(error, sqlite3.Error):
            return error
        if is_final(error):
            self._broken.set()
        elif not is_passing(error):
            return error
        refused = NotWritten(str(error))
        refused.__cause__ = error
        return refused


def _transaction(give_up_s: float, conn: sqlite3.Connection, work: Work[T]) -> T:
    """Waits for the lock of another program until `give_up_s`, of `time.monotonic`."""
    _begin(conn, max(0.0, give_up_s - time.monotonic()))
    try:
        result = work(conn)
        conn.execute("COMMIT")
    except BaseException:
        # A full disk has rolled back by itself.
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise
    return result


def _begin(conn: sqlite3.Connection, wait_s: float) -> None:
    """Takes the lock; a wait as long as the connection's own, or nearly, needs no saying."""
    left_ms = 50 * round(20 * wait_s)
    if left_ms == BUSY_TIMEOUT_MS:
        conn.execute("BEGIN IMMEDIATE")
        return
    conn.execute(f"PRAGMA busy_timeout = {left_ms}")
    try:
        conn.execute("BEGIN IMMEDIATE")
    finally:
        conn.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")


def _each(conn: sqlite3.Connection, works: Sequence[Work[object]]) -> Outcomes:
    """What each work answers, or why it failed: that one alone has changed nothing then."""
    before = conn.total_changes
    answers = [works[0](conn)] if len(works) == 1 else [_apart(conn, work) for work in works]
    return answers, conn.total_changes != before


def _apart(conn: sqlite3.Connection, work: Work[object]) -> object:
    conn.execute("SAVEPOINT one")
    try:
        answer = work(conn)
    except Exception as error:
        if not conn.in_transaction:  # what the others did is undone as well
            raise
        conn.execute("ROLLBACK TO one")
        answer = _Failed(_storable(error))
    conn.execute("RELEASE one")
    return answer


def _storable(error: Exception) -> Exception:
    """Asyncio refuses to store a StopIteration in a future, and we would wait for ever."""
    if not isinstance(error, StopIteration):
        return error
    stored = RuntimeError("database work raised StopIteration")
    stored.__cause__ = error
    return stored
