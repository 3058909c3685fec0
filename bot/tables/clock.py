"""The clock: answers open decisions whose time is up, through the same door as everybody.

While nobody could click nothing falls due: after an outage, after the wall clock was set, and after
the database could not be written, every decision has at least the grace of a start.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.tables.commands import Expire
from bot.tables.outcomes import Refused
from bot.tables.service import Tables
from bot.tables.upkeep import Upkeep
from data import decisions
from data.decisions import Decision
from data.errors import NotWritten
from data.points import reach

log = logging.getLogger(__name__)

LONGEST_SLEEP_S: Final = 30.0  # a wall clock that was set is noticed within this
AFTER_FAILURE_S: Final = 5.0
JUMP_MS: Final = 5_000  # the wall clock may drift this far from the steady one between two looks


def steady_ms() -> int:
    """Time that nobody can set, ms."""
    return time.monotonic_ns() // 1_000_000


class Clock:
    """Sleeps until the next due time; a commit may bring it forward."""

    def __init__(
        self,
        service: Tables,
        steady: Callable[[], int] = steady_ms,
        hears: Callable[[], bool] = lambda: True,
    ) -> None:
        """`hears` says whether clicks reach us as far as is known."""
        self._service = service
        self._hears = hears
        self._upkeep = Upkeep(service)
        self._steady = steady
        self._woken = asyncio.Event()
        self._held = False
        self._owes_grace = False  # until it is on disk: a locked file must not cost it
        self._ahead_ms = self._wall_ahead_ms()
        self._looks_ms: int | None = None  # when it looks by itself; None while it does
        service.changed.append(self._hear)

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self._woken.clear()
            self._looks_ms = None
            sleep_s = await self.strike()
            self._looks_ms = self._service.now_ms() + int(sleep_s * 1000)
            with suppress(TimeoutError):
                async with asyncio.timeout(sleep_s):
                    await self._woken.wait()

    def _hear(self, table_id: str) -> None:
        """A commit wakes the clock if something falls due before it would look by itself."""
        moment_ms = self._service.next_moment_ms(table_id)
        if self._looks_ms is None or (moment_ms is not None and moment_ms < self._looks_ms):
            self._woken.set()

    def hold(self) -> None:
        """Nothing falls due until `release`: no click can reach us."""
        self._held = True

    async def release(self) -> None:
        """Clicks arrive again; what is due soon gets the grace of a start."""
        if self._held:
            self._owes_grace, self._held = True, False
            self._woken.set()
            try:
                await self._give_grace()
            except NotWritten as failure:  # still owed: the next look gives it
                log.warning("the grace waits. %s", failure)

    async def strike(self) -> float:
        """Answers everything overdue once; how long to sleep then, in seconds."""
        try:
            await self._mind_the_wall()
            if self._held:
                return LONGEST_SLEEP_S
            if not self._hears():
                self._owes_grace = True
                return AFTER_FAILURE_S
            await self._give_grace()
            return await self._answer_overdue()
        except NotWritten as failure:  # the rows are still there
            self._owes_grace = True  # whoever pressed meanwhile was told to try again
            log.warning("the clock could not look. %s", failure)
            return AFTER_FAILURE_S
        except Exception:
            log.exception("the clock could not look; trying again")
            return AFTER_FAILURE_S

    async def _answer_overdue(self) -> float:
        for row in await self._rows(decisions.to_ping):
            await self._ping(row)
        overdue = await self._rows(decisions.due)
        for row in overdue:
            await self._expire(row)
        still = await self._rows(decisions.due) if overdue else []
        stuck = {row.token for row in overdue} & {row.token for row in still}
        moment_ms = await self._service.db.read(decisions.next_moment)
        if stuck:
            return AFTER_FAILURE_S
        if moment_ms is None:
            return LONGEST_SLEEP_S
        return min(max(moment_ms - self._service.now_ms(), 0) / 1000 + 0.01, LONGEST_SLEEP_S)

    async def _mind_the_wall(self) -> None:
        """A wall clock that was set is downtime, not a timeout (reliability.md, faults)."""
        ahead_ms = self._wall_ahead_ms()
        jumped_ms = ahead_ms - self._ahead_ms
        if jumped_ms > JUMP_MS:
            log.warning("the wall clock went forward by %d ms", jumped_ms)
            self._owes_grace = True
        elif jumped_ms < -JUMP_MS:
            log.warning("the wall clock went back by %d ms", -jumped_ms)
            await self._upkeep.shift(jumped_ms)
            self._owes_grace = True  # for who was asked since, by the new time
        self._ahead_ms = ahead_ms  # last: a shift that failed is made at the next look

    async def _give_grace(self) -> None:
        """Nothing falls due for a moment, if anything kept people from clicking until now."""
        if self._owes_grace:
            await self._upkeep.grace()
            self._owes_grace = False

    def _wall_ahead_ms(self) -> int:
        return self._service.now_ms() - self._steady()

    async def _rows(self, which: Callable[..., list[Decision]]) -> list[Decision]:
        now = self._service.now_ms()
        return await self._service.db.read(lambda conn: which(conn, now))

    async def _ping(self, row: Decision) -> None:
        """Calls one person; if that fails no other goes without."""
        try:
            await self._upkeep.ping(row)
        except NotWritten as failure:
            log.warning("table %s: %s is pinged later. %s", row.table_id, row.subject, failure)
        except Refused as refused:
            log.warning("table %s: %s is not pinged: %s", row.table_id, row.subject, refused.code)
        except Exception:
            log.exception("table %s: %s could not be pinged", row.table_id, row.subject)

    async def _expire(self, row: Decision) -> None:
        """Answers one decision; if that fails no other table waits for it."""
        reach("expiring")
        try:
            await self._service.submit(row.table_id, Expire(row.subject, row.token))
        except Refused as refused:
            log.warning("table %s: %s did not expire: %s", row.table_id, row.subject, refused.code)
        except NotWritten as failure:
            self._owes_grace = True
            log.warning("table %s: %s expires later. %s", row.table_id, row.subject, failure)
        except Exception:
            log.exception("table %s: %s could not expire", row.table_id, row.subject)
