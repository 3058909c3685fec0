"""When a table is published: one look for what is outdated, then each lane of it by one task."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, TypeVar

ANSWER_FIRST_S: Final = 0.1  # for as long the other panels wait for a click's own answer

Work = TypeVar("Work")
Look = Callable[[str], Awaitable[Mapping[str, Work]]]  # by lane, what a table has to be published
Serve = Callable[[str, str, Work], Awaitable[None]]  # publishes that of a table's lane


@dataclass(slots=True)
class _Desk:
    """A look at a table, or the publishing of one lane: whether it was called for meanwhile."""

    task: asyncio.Task[None]
    called: bool = False


class Desks(Generic[Work]):
    """The lanes of every table, its channel and each seat's direct messages.

    One call is in flight in each, and a slow one holds up no other. `look` and `serve` raise
    nothing.
    """

    def __init__(self, look: Look[Work], serve: Serve[Work]) -> None:
        self._look = look
        self._serve = serve
        self._desks: dict[tuple[str, str], _Desk] = {}  # by table and lane; "" looks at all lanes
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
        return [desk.task for desk in self._desks.values()]

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
        self._begin(table_id, "", partial(self._hand_out, table_id))

    async def _hand_out(self, table_id: str) -> None:
        for lane, work in (await self._look(table_id)).items():
            self._begin(table_id, lane, partial(self._serve, table_id, lane, work))

    def _begin(self, table_id: str, lane: str, work: Callable[[], Awaitable[None]]) -> None:
        """Has it done, unless the lane is being served: then it is looked at again afterwards."""
        desk = self._desks.get((table_id, lane))
        if desk is not None:
            desk.called = True
        elif not self._stopped:
            # In a context of its own: whoever pressed does not wait for what is published.
            task = asyncio.create_task(self._work(table_id, lane, work), context=Context())
            self._desks[table_id, lane] = _Desk(task)

    async def _work(self, table_id: str, lane: str, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        finally:
            if self._desks.pop((table_id, lane)).called:
                self._call(table_id)
