"""When a table is published: each lane by one task, again if called for meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import Context
from dataclasses import dataclass
from typing import Final

from tongits.seats import SEATS

ANSWER_FIRST_S: Final = 0.1  # for as long the other panels wait for a click's own answer
CHANNEL: Final = "channel"
LANES: Final = (CHANNEL, *(f"hand:{seat}" for seat in SEATS))

Serve = Callable[[str, str], Awaitable[None]]  # a table's lane, once


@dataclass(slots=True)
class _Desk:
    """The publishing of one lane: whether it was called for again."""

    task: asyncio.Task[None] | None = None
    called: bool = False


class Desks:
    """The lanes of every table, its channel and each seat's direct messages.

    One call is in flight in each, and a slow one holds up no other. `serve` raises nothing.
    """

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._desks: dict[tuple[str, str], _Desk] = {}
        self._held: dict[str, list[str]] = {}
        self._late: dict[str, asyncio.TimerHandle] = {}
        self._stopped = False

    def call_for(self, table_id: str) -> None:
        """Publishes the table soon; calls in between are one. A click's own answer goes first."""
        if table_id not in self._held:
            self._call(table_id)
        elif table_id not in self._late:
            loop = asyncio.get_running_loop()
            self._late[table_id] = loop.call_later(ANSWER_FIRST_S, self._call, table_id)

    @asynccontextmanager
    async def holding(self, table_id: str, panel: str) -> AsyncIterator[None]:
        """Leaves a panel alone while a click's own answer repaints it: one call, not two."""
        held = self._held.setdefault(table_id, [])
        held.append(panel)
        try:
            yield
        finally:
            held.remove(panel)
            if not held:
                del self._held[table_id]
            self._call(table_id)

    def is_held(self, table_id: str, panel: str) -> bool:
        """Whether somebody's answer is about to repaint the panel."""
        return panel in self._held.get(table_id, ())

    def at_work(self) -> list[asyncio.Task[None]]:
        """The tasks that publish something now."""
        return [desk.task for desk in self._desks.values() if desk.task]

    async def stop(self) -> None:
        """Ends the work in hand, and takes no more."""
        self._stopped = True
        for late in self._late.values():
            late.cancel()
        tasks = self.at_work()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _call(self, table_id: str) -> None:
        late = self._late.pop(table_id, None)
        if late:
            late.cancel()
        if self._stopped:
            return
        for lane in LANES:
            desk = self._desks.setdefault((table_id, lane), _Desk())
            desk.called = True
            if desk.task is None:
                # In a context of its own: whoever pressed does not wait for what is published.
                working = self._work(table_id, lane, desk)
                desk.task = asyncio.create_task(working, context=Context())

    async def _work(self, table_id: str, lane: str, desk: _Desk) -> None:
        try:
            while desk.called:
                desk.called = False
                await self._serve(table_id, lane)
        finally:
            desk.task = None
            self._desks.pop((table_id, lane), None)
