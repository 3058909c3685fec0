"""The clock: answers open decisions whose time is up, through the same door as everybody."""

from __future__ import annotations

import asyncio
import logging

from bot.tables.commands import Expire
from bot.tables.outcomes import Refused
from bot.tables.service import Tables
from data import decisions
from data.decisions import Decision

log = logging.getLogger(__name__)

LONGEST_SLEEP_S = 30.0  # a changed wall clock is noticed within this
AFTER_FAILURE_S = 5.0


class Clock:
    """Sleeps until the next due time; every commit may bring it forward."""

    def __init__(self, service: Tables) -> None:
        self._service = service
        self._woken = asyncio.Event()
        service.changed.append(lambda _: self._woken.set())

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self._woken.clear()
            sleep_s = await self.strike()
            try:
                await asyncio.wait_for(self._woken.wait(), sleep_s)
            except TimeoutError:
                continue

    async def strike(self) -> float:
        """Answers everything overdue once; how long to sleep then, in seconds."""
        try:
            overdue = await self._overdue()
            for row in overdue:
                await self._expire(row)
            stuck = {row.token for row in overdue} & {row.token for row in await self._overdue()}
            due_ms = await self._service.db.read(decisions.next_due)
        except Exception:
            # The clock must outlive a full disk or a locked file; the rows are still there.
            log.exception("the clock could not look; trying again")
            return AFTER_FAILURE_S
        if stuck:
            return AFTER_FAILURE_S
        if due_ms is None:
            return LONGEST_SLEEP_S
        return min(max(due_ms - self._service.now_ms(), 0) / 1000 + 0.01, LONGEST_SLEEP_S)

    async def _overdue(self) -> list[Decision]:
        now = self._service.now_ms()
        return await self._service.db.read(lambda conn: decisions.due(conn, now))

    async def _expire(self, row: Decision) -> None:
        """Answers one decision; if that fails no other table waits for it."""
        try:
            await self._service.submit(row.table_id, Expire(row.subject, row.token))
        except Refused as refused:
            log.warning("table %s: %s did not expire: %s", row.table_id, row.subject, refused.code)
        except Exception:
            log.exception("table %s: %s could not expire", row.table_id, row.subject)
