"""A person's erasure, from the asking to the last byte on the disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Literal

from bot.tables.outcomes import Refused
from bot.tables.service import Tables
from data import erasing, inbox
from data.db import Connection
from data.errors import DatabaseClosed, NotWritten, StillSeated
from data.people import Player
from data.writer import end_waiting

log = logging.getLogger(__name__)

# "before": another press erased them already; "twice": this very press came before.
Erased = Literal["done", "before", "twice"]
WAITS_S: Final = (1.0, 3.0, 9.0)  # a backup or an audit reads for a moment


async def seated_at(service: Tables, player_id: str) -> str | None:
    """The table that keeps a person from being erased, if there is one."""
    return await service.db.read(lambda conn: erasing.seated_at(conn, player_id))


async def erase(service: Tables, player: Player, inbox_id: int | None = None) -> Erased:
    """Erases a person in one transaction.

    What is left of the id in the file and its log is written over at once, or in the next round of
    upkeep. Raises `Refused("erase_seated")` while the person has a seat anywhere.
    """
    now = service.now_ms()

    def work(conn: Connection) -> Erased:
        if inbox_id is not None and not inbox.is_first(conn, inbox_id, now):
            return "twice"
        return "done" if erasing.erase(conn, player.player_id, now) else "before"

    try:
        erased = await service.db.write(work)
    except StillSeated as seated:
        raise Refused("erase_seated", table_id=seated.table_id) from seated
    if player.discord_id is not None:
        await service.players.forget(player.discord_id, player.player_id)
    return erased


def shown_at(service: Tables, player_id: str) -> list[str]:
    """The open tables whose screens may show the person's name."""
    return [
        actor.table_id
        for actor in service.in_memory()
        if player_id in actor.state.dealt_in
        or (actor.state.result and player_id in actor.state.result.player_ids)
    ]


class Finisher:
    """Does what is still to be done for people who were erased, until the last byte is gone."""

    def __init__(self, service: Tables) -> None:
        self._service = service
        self._lock = asyncio.Lock()
        self._soon: asyncio.Task[None] | None = None

    async def finish(self) -> bool:
        """Puts them on the list of removals, writes over what SQLite kept, empties the log.

        False if some of it has to wait. Nothing is lost by stopping anywhere in between.
        """
        async with self._lock:
            waiting = await self._service.db.read(erasing.due)
            try:
                return not waiting or await self._finish(list(waiting))
            except NotWritten as failure:
                log.warning("erased people are written over later. %s", failure)
                return False

    def start(self) -> None:
        """Begins it beside whatever else is done."""
        self._soon = asyncio.create_task(self._finish_soon())

    async def _finish_soon(self) -> None:
        """A few tries, for a backup or an audit may be reading; upkeep does the rest."""
        end_waiting()  # nobody's answer depends on it
        with suppress(DatabaseClosed):  # the next start does it
            for wait_s in WAITS_S:
                if await self.finish():
                    return
                await asyncio.sleep(wait_s)

    async def _finish(self, waiting: Sequence[str]) -> bool:
        db, now = self._service.db, self._service.now_ms()
        moved = await db.write(erasing.move, patient=True)
        while moved:
            moved = await db.write(partial(erasing.move, so_far=moved), patient=True)
        await db.write(partial(erasing.enlist, now_ms=now), patient=True)
        if not await db.empty_log():
            return False
        await db.write(partial(erasing.done, marks=waiting), patient=True)
        return True
