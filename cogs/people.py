"""Who is asking: the player behind an interaction, and where their hand appears."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import discord

from bot.client import TongitsClient
from bot.i18n import localizer
from bot.publisher.delivery import LOST, fate_of
from bot.publisher.direct_messages import LONGEST_CALL_S
from bot.tables.outcomes import Refused
from bot.ui.notices import dm_opened_notice
from cogs.answering import Interaction
from data.errors import NotWritten
from data.people import DmState, Player

Place = tuple[str, str, int, int]  # server name, channel name, server id, channel id

# What ends a direct message for good; whatever else it fails with may pass.
CLOSED_BY: Final = ("dm_closed", "person_gone", "channel_gone", "forbidden")

log = logging.getLogger(__name__)


async def player_of(interaction: Interaction) -> Player:
    """The player who acts. Raises `Refused("not_seated")` for a stranger in direct messages.

    Names are learned on servers only: by direct message Discord sends another one.
    """
    user = interaction.user
    if interaction.guild_id is not None:
        return await interaction.client.service.players.meet(user.id, user.display_name)
    player = await interaction.client.service.players.find(user.id)
    if player is None:
        raise Refused("not_seated")
    return player


def refuse_others(interaction: Interaction) -> None:
    """Raises `Refused` for whoever may not manage the server.

    A client hides moderators' commands and panels from others; nothing says that it does.
    """
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refused("not_moderator")


async def reach(
    client: TongitsClient, player: Player, user: discord.abc.User, table: Place
) -> int | None:
    """The player's direct-message channel if it takes our messages; None if it does not.

    One that took them before is not asked again; one that may take them later is.
    """
    if player.dm_state == "open" and player.dm_channel_id:
        return player.dm_channel_id
    channel_id = await client.publisher.direct.channel_of(player)
    if channel_id is None:
        return None
    try:
        notice = dm_opened_notice(localizer("en"), *table)
        async with asyncio.timeout(LONGEST_CALL_S):
            await client.get_partial_messageable(channel_id).send(view=notice)
    except LOST as error:
        fate = fate_of(error)
        log.info("a hand goes to My hand: %s", fate)
        if fate in CLOSED_BY:
            await _note_dm(client, player, channel_id, "closed")
        return None
    await _note_dm(client, player, channel_id, "open")
    return channel_id


async def _note_dm(
    client: TongitsClient, player: Player, channel_id: int | None, found: DmState
) -> None:
    """Remembers it if that can be written: the next hand finds out by itself."""
    try:
        await client.service.players.set_dm(player.player_id, channel_id, found)
    except NotWritten as failure:
        log.warning("player %s: direct messages not noted. %s", player.player_id, failure)
