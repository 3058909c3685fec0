"""Tables wait while Discord cannot reach their server, and go on once it can."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.insisting import insist
from bot.tables.actor import Actor
from bot.tables.commands import Pause, Resume
from bot.tables.service import Tables

log = logging.getLogger(__name__)

ROUND_S: Final = 60.0  # between two looks for pauses that should have ended


class Outages:
    """Makes tables agree with what the client knows of their servers now, not with the event.

    Every change of what it knows is followed by a look, and looks follow one another: the last one
    sees the newest, in whatever order events are heard.
    """

    def __init__(self, service: Tables, server: Callable[[int], discord.Guild | None]) -> None:
        """`server` gives one by its id, as the client knows it now; None if it does not."""
        self._service = service
        self._server = server
        self._lock = asyncio.Lock()

    async def run(self) -> None:
        """Until cancelled: ends pauses, should an event be missed.

        It begins none: until a session is ready every server passes for down.
        """
        while True:
            await asyncio.sleep(ROUND_S)
            await self.look(begins=False)

    async def look(
        self, guild_id: int | None = None, *, told: bool | None = None, begins: bool = True
    ) -> None:
        """Pauses and resumes one server's tables, or all servers'.

        `told` is whether an event called the server down, for one that the client does not know.
        """
        async with self._lock:
            for actor in self._service.in_memory():
                if guild_id in (None, actor.state.guild_id):
                    await self._mind(actor, told=told, begins=begins)

    async def _mind(self, actor: Actor, *, told: bool | None, begins: bool) -> None:
        """Mends one table; if that fails no other goes without."""
        server = self._server(actor.state.guild_id)
        is_down = told if server is None else server.unavailable
        waits = actor.state.paused_why == "outage"
        try:
            if is_down and begins and not waits:
                await insist(self._service, actor.table_id, Pause("outage"))
            elif is_down is False and waits:
                await insist(self._service, actor.table_id, Resume())
        except Exception:
            log.exception("table %s could not follow its server's outage", actor.table_id)
