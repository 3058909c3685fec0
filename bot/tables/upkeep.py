"""Looks after tables that nobody touches: due times, pings, and what a crash or a fault left."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from functools import partial
from typing import Final

from bot.tables.commands import Close, Remove, Resume
from bot.tables.outcomes import Refused
from bot.tables.privacy import Finisher
from bot.tables.questions import ping_panel
from bot.tables.service import GRACE_MS, Tables
from data import (
    ageing,
    backup,
    decisions,
    erasing,
    guilds,
    inbox,
    journal,
    panels,
    retiming,
    returning,
)
from data.commit import Commit, write_commit
from data.db import Connection
from data.decisions import Decision
from data.errors import NotWritten

log = logging.getLogger(__name__)

ROUND_S: Final = 600.0  # between two looks at all tables
DAY_MS: Final = 24 * 3_600_000
OLDEST_MS: Final = 7 * 24 * 3_600_000  # of a table's last event: no clock of ours is as long


class Upkeep:
    """What the process does for tables on its own account."""

    def __init__(self, service: Tables, left_server_days: int = 30) -> None:
        self._service = service
        self.finisher = Finisher(service)
        self._left_server_ms = left_server_days * DAY_MS
        self._aged_ms = 0  # when old backups were last looked for

    async def run(self) -> None:
        """Until cancelled: finds what nobody closed or asks for."""
        while True:
            try:
                await self._go_round()
            except NotWritten as failure:
                log.warning("upkeep waits. %s", failure)
            except Exception:
                log.exception("upkeep failed; trying again")
            await asyncio.sleep(ROUND_S)

    async def _go_round(self) -> None:
        now = self._service.now_ms()
        await self._service.db.write(lambda conn: inbox.forget_old(conn, now))
        await self._service.db.write(lambda conn: returning.forget_old(conn, now))
        await self._forget_servers()
        await self._forget()
        for table_id in await self._service.open_tables():
            try:
                await self.look_after(table_id)
            except NotWritten as failure:
                log.warning("table %s is looked after later. %s", table_id, failure)
            except Exception:
                log.exception("table %s could not be looked after", table_id)

    async def _forget_servers(self) -> None:
        """All data of a server goes that removed the bot long enough ago."""
        db, now = self._service.db, self._service.now_ms()
        for guild_id in await db.read(
            lambda conn: guilds.gone_since(conn, now - self._left_server_ms)
        ):
            met_there = await db.write(partial(guilds.delete, guild_id=guild_id, now_ms=now))
            for discord_id, player_id in met_there:
                await self._service.players.forget(discord_id, player_id)
            self._service.servers.forget(guild_id)
            log.info("the data of a server that removed the bot is deleted")

    async def _forget(self) -> None:
        """Once a day what has had its time goes; and ends erasures that are not wholly done."""
        now = self._service.now_ms()
        if now - self._aged_ms >= DAY_MS:
            self._aged_ms = now
            await self._forget_lookers(now)
            for path in await self._service.db.read(
                lambda conn: ageing.remove_old(backup.database_of(conn), now)
            ):
                log.info("the backup %s was 30 days old and is removed", path)
        if not await self.finisher.finish():
            log.warning("what is left of people who were erased is written over later")
        for table_id, player_id in await self._service.db.read(erasing.seats_of_erased):
            # A restored backup seats them: nobody could play for them.
            with suppress(Refused):
                await self._service.submit(table_id, Remove(player_id, "gone"))

    async def _forget_lookers(self, now_ms: int) -> None:
        """Whoever only looked is known from no server: they go as a server's data does."""

        def erase(conn: Connection) -> list[tuple[int, str]]:
            found = guilds.only_looked(conn, now_ms - self._left_server_ms)
            for _, player_id in found:
                erasing.erase_unasked(conn, player_id, now_ms)
            return found

        for discord_id, player_id in await self._service.db.write(erase):
            await self._service.players.forget(discord_id, player_id)

    async def look_after(self, table_id: str) -> None:
        """Mends a table and closes a forgotten one; one that cannot be read is let rest first."""
        try:
            await self.mend(table_id)
        except Refused as refused:
            log.warning("table %s: %s", table_id, refused.code)
            if refused.code == "table_damaged":  # no answer to it could be carried out
                await self._service.db.write(lambda conn: decisions.delete_all(conn, table_id))
        try:
            await self.reap(table_id)
        except Refused as refused:
            log.warning("table %s: %s", table_id, refused.code)

    async def grace(self) -> None:
        """Nothing falls due before a moment from now: nobody could click until now."""
        not_before = self._service.now_ms() + GRACE_MS
        await self._retime(lambda conn: retiming.grace(conn, not_before))

    async def shift(self, by_ms: int) -> None:
        """The wall clock was set by so much: everybody keeps the time they had."""
        await self._retime(lambda conn: retiming.shift(conn, by_ms))

    async def ping(self, row: Decision) -> None:
        """Calls whoever a decision waits for, once; nothing if it was answered meanwhile."""
        actor = await self._service.actor(row.table_id)
        panel, channel_id = ping_panel(row.subject), actor.state.channel_id

        def call(conn: Connection) -> bool:
            if not decisions.pinged(conn, row.token):
                return False
            panels.want(conn, row.table_id, panel, actor.state.seq, channel_id)
            return True

        async with actor.lock:
            if await self._service.db.write(call):
                asked = actor.decisions[row.subject]
                actor.decisions[row.subject] = replace(asked, ping_ms=None)
        self._service.tell(row.table_id)

    async def unstick(self, table_id: str) -> None:
        """Ends a pause, and asks anew whatever the table should be waiting for."""
        await self._service.submit(table_id, Resume())
        await self.mend(table_id)

    async def mend(self, table_id: str) -> bool:
        """Asks what the table should be waiting for and is not; whether anything was amiss."""
        actor = await self._service.actor(table_id)
        async with actor.lock:
            rows = await self._service.db.read(lambda conn: decisions.of_table(conn, table_id))
            actor.decisions = {row.subject: row for row in rows}
            now = self._service.now_ms()
            amiss = actor.amiss(self._service.chance, now)
            if not amiss:
                return False
            log.warning("table %s waited for the wrong things: %s", table_id, sorted(amiss))
            commit = Commit(table_id, actor.state.seq, decisions=amiss)
            await self._service.db.write(lambda conn: write_commit(conn, commit, now))
            actor.done(actor.state, amiss)
        self._service.tell(table_id)
        return True

    async def reap(self, table_id: str) -> None:
        """Closes a table at which nothing has happened for longer than anything may last."""
        last_ms = await self._service.db.read(lambda conn: journal.last_ms(conn, table_id))
        if self._service.now_ms() - last_ms > OLDEST_MS:
            log.warning("table %s is closed: nothing happened at it for a week", table_id)
            await self._service.submit(table_id, Close("stuck"))

    async def _retime(self, change: Callable[[Connection], list[str]]) -> None:
        """Changes due times on disk and in memory at once; the tables' screens are drawn again.

        No table commits meanwhile: what it had planned before would bring the old times back.
        """

        def work(conn: Connection) -> dict[str, list[Decision]]:
            return {table_id: decisions.of_table(conn, table_id) for table_id in change(conn)}

        async with AsyncExitStack() as held:
            for actor in sorted(self._service.in_memory(), key=lambda actor: actor.table_id):
                await held.enter_async_context(actor.lock)
            moved = await self._service.db.write(work)
            there = [actor for actor in self._service.in_memory() if actor.table_id in moved]
            for actor in there:
                actor.decisions = {row.subject: row for row in moved[actor.table_id]}
        for actor in there:
            self._service.tell(actor.table_id)
