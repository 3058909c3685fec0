"""Channels that were deleted while nobody could tell us: found out when their server is there."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.publisher.calls import LONGEST_CALL_S
from bot.publisher.delivery import LOST
from bot.publisher.publisher import Publisher
from bot.tables.service import Tables
from data import tables

log = logging.getLogger(__name__)


async def ask_for_missing(
    client: discord.Client, publisher: Publisher, service: Tables, guild_id: int
) -> None:
    """Draws the tables anew whose channels Discord does not list and does not show when asked.

    Its list leaves out threads that are asleep, and may leave out what the bot cannot see. What is
    wrong with a channel the panel finds out: one that is gone closes its table, one that refuses us
    pauses it.
    """
    guild = client.get_guild(guild_id)
    for row in await service.db.read(lambda conn: tables.open_tables(conn, guild_id)):
        is_listed = guild is None or guild.get_channel_or_thread(row.channel_id) is not None
        if not is_listed and not await _is_there(client, row.channel_id):
            log.info("table %s: its channel is not there", row.table_id)
            await publisher.doubt(row.table_id, "table")


async def _is_there(client: discord.Client, channel_id: int) -> bool:
    try:
        async with asyncio.timeout(LONGEST_CALL_S):
            await client.fetch_channel(channel_id)
    except LOST:
        return False
    return True
