"""The discord.py client: what it is made with, what it starts, and how it stops."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.insisting import insist
from bot.outages import Outages
from bot.pictures.painter import Painter
from bot.publisher.missing_channels import ask_for_missing
from bot.publisher.publisher import Publisher
from bot.screens import message_link
from bot.tables.clock import Clock
from bot.tables.commands import Close
from bot.tables.service import Tables
from bot.tables.upkeep import Upkeep
from bot.ui.phrases import names_of
from data import guilds, panels, settings
from data.db import Connection
from data.errors import DatabaseClosed, NotWritten
from data.points import reach

log = logging.getLogger(__name__)

# We use no voice: operators need not hear which of its libraries are missing.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

EXTENSIONS: Final = (
    *("cogs.play", "cogs.buttons", "cogs.chips", "cogs.settings"),
    *("cogs.admin", "cogs.privacy"),
)
LAST_ANSWERS_S: Final = 2.0  # for answers under way when the bot is stopped
LATE_ACK_S: Final = 10.0  # after which a heartbeat without an answer means that nothing arrives
LONGEST_WAIT_S: Final = 30.0  # behind a rate limit, before a repaint gives up


class TongitsClient(commands.Bot):
    """One process's connection to Discord. `service` is the way to every table."""

    def __init__(self, service: Tables, *, left_server_days: int = 30) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_WAIT_S,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self.service = service
        self.publisher = Publisher(self, service)
        self.upkeep = Upkeep(service, left_server_days)
        self.painter = Painter()
        self._clock = Clock(service, hears=self._hears)
        self._tasks: list[asyncio.Task[None]] = []
        self._answers: set[asyncio.Task[Any]] = set()
        self._outages = Outages(service, self.get_guild)
        self._is_cut = False  # from a lost connection to the next one

    async def setup_hook(self) -> None:
        """Before the gateway connects: commands, tables, the clock and the publisher."""
        for name in EXTENSIONS:
            await self.load_extension(name)
        await self._register_commands()
        await self.service.start()
        self._clock.hold()  # until somebody could click
        reach("starting")
        await self.service.db.write(panels.want_missing_tables)
        self._tasks = [
            asyncio.create_task(self._clock.run(), name="clock"),
            asyncio.create_task(self.upkeep.run(), name="upkeep"),
            asyncio.create_task(self._outages.run(), name="outages"),
            asyncio.create_task(self.publisher.run(), name="publisher"),
        ]
        # What is there now stays: looking through all of it again would stop the clicks meanwhile.
        gc.collect()
        gc.freeze()

    async def on_ready(self) -> None:
        """Servers that are down wait; those that removed the bot meanwhile have tables to close."""
        await self._hear_again()
        here = {guild.id for guild in self.guilds}  # unavailable ones are listed too
        for table_id in await self.service.tables_outside(here):
            await self._close_gone(table_id)
        await self._note(partial(guilds.note_here, guild_ids=here, now_ms=self.service.now_ms()))

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Around the answer to an interaction: the connection stays until it is given."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("answers are given by tasks")
        self._answers.add(task)
        try:
            yield
        finally:
            self._answers.discard(task)

    async def close(self) -> None:
        """Stops what was started; open tables go on at the next start."""
        if self._answers:
            await asyncio.wait(self._answers, timeout=LAST_ANSWERS_S)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.publisher.stop()
        await self.painter.close()
        await super().close()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A table whose channel is gone is closed with refund."""
        await self._channel_gone(channel.id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Permissions may be back: what the channel refused is tried again, or a thread in it."""
        for place in (after, *getattr(after, "threads", ())):
            await self.publisher.may_write_again(place.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """The same for what a role may do anywhere on its server."""
        await self.publisher.may_write_on(after.guild.id)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """The same for a role that was given to the bot itself: of others nobody tells us."""
        if after == after.guild.me:
            await self.publisher.may_write_on(after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """The same for a thread that was unlocked or woken: one that slept is not in the cache."""
        await self.publisher.may_write_again(payload.thread_id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """An outage is not a kick: the server's tables wait for it to end."""
        await self._outages.look(guild.id, told=True)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The outage is over."""
        await self._outages.look(guild.id, told=False)
        await self.publisher.may_write_on(guild.id)  # where it refused us, it may no longer
        await ask_for_missing(self, self.publisher, self.service, guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """New to this session, or here again: an outage may have kept us from knowing it."""
        await self._note(partial(guilds.back, guild_id=guild.id))
        await self.on_guild_available(guild)

    async def on_disconnect(self) -> None:
        """No click reaches us: no clock strikes."""
        self._is_cut = True
        self._clock.hold()

    async def on_connect(self) -> None:
        """A new session: what it knows of the servers is told next, and then `on_ready`."""
        self._is_cut = False

    async def on_resumed(self) -> None:
        """What was missed has been told."""
        self._is_cut = False
        await self._hear_again()

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The same for a thread."""
        await self._channel_gone(payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server: its tables close. An outage is another event."""
        for table_id in await self.service.tables_on(guild.id):
            await self._close_gone(table_id)
        now = self.service.now_ms()
        await self._note(partial(guilds.note_gone, guild_id=guild.id, now_ms=now))
        log.info("a server removed the bot: its data is kept for a while")

    async def link_to(self, table_id: str) -> str:
        """A link to a table's panel; to its channel while the panel has no message."""
        table = await self.service.row(table_id)
        row = await self.service.db.read(lambda conn: panels.get(conn, table_id, "table"))
        return message_link(table.guild_id, table.channel_id, row.message_id if row else None)

    async def names_at(self, table_id: str) -> tuple[str, str, str]:
        """The names of a table's seats, "" for an open one."""
        return names_of(await self.service.table_view(table_id))

    def _hears(self) -> bool:
        """Whether the gateway answers. A dead connection can stay open for more than a minute."""
        pulse = getattr(self.ws, "_keep_alive", None)
        if pulse is None:  # not connected yet, or known to be not: `hold` says so
            return True
        silent_s = time.perf_counter() - pulse._last_ack  # noqa: SLF001  # nobody else tells
        return bool(silent_s <= pulse.interval + LATE_ACK_S)

    async def _hear_again(self) -> None:
        """Clicks arrive again, but from servers that are down: their tables pause first."""
        await self._outages.look()
        if not self._is_cut:  # again, since Discord told us
            await self._clock.release()

    async def _channel_gone(self, channel_id: int) -> None:
        table_id = await self.service.table_in(channel_id)
        if table_id is not None:
            await self._close_gone(table_id)

    async def _close_gone(self, table_id: str) -> None:
        await insist(self.service, table_id, Close("channel-gone"))

    async def _note(self, note: Callable[[Connection], None]) -> None:
        """Writes down which servers have the bot; the next connection tells all of it again."""
        try:
            await self.service.db.write(note)
        except (NotWritten, DatabaseClosed) as failure:
            log.warning("which servers have the bot is noted later. %s", failure)

    async def _register_commands(self) -> None:
        """Sends the command tree once per change of it (platform.md 9)."""
        tree = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        drawn = hashlib.sha256(json.dumps(tree, sort_keys=True).encode()).hexdigest()
        key = f"commands:{self.application_id}"
        known = await self.service.db.read(lambda conn: settings.get(conn, key))
        if known == drawn and len(await self.tree.fetch_commands()) == len(tree):
            return
        await self.tree.sync()
        await self.service.db.write(lambda conn: settings.put(conn, key, drawn))
