"""What a server's settings allow: where tables are opened, who plays, and for which terms."""

from __future__ import annotations

import asyncio
from typing import Final

import discord

from bot.publisher.delivery import LOST
from bot.tables.outcomes import Refused
from bot.tables.service import Terms
from bot.tables.state import TableState
from bot.ui.phrases import clock_text
from cogs.answering import Interaction, language_of
from data.server_settings import ServerSettings

ASKED_S: Final = 1.0  # how long Discord is asked who somebody is, of the 3 s that an answer has


async def settings_of(interaction: Interaction) -> ServerSettings:
    """The settings of the server that somebody acts on."""
    return await interaction.client.service.servers.get(interaction.guild_id or 0)


async def refuse_place(interaction: Interaction) -> None:
    """Raises `Refused("channel_not_allowed")`, naming where tables may be opened."""
    chosen = (await settings_of(interaction)).channels
    channel = interaction.channel
    parent_id = channel.parent_id if isinstance(channel, discord.Thread) else None
    if chosen and not {interaction.channel_id, parent_id}.intersection(chosen):
        raise Refused("channel_not_allowed", names=[f"<#{one}>" for one in chosen])


async def member_at(interaction: Interaction, state: TableState) -> discord.abc.User:
    """Whoever presses, as a member of the table's server.

    Raises `Refused` for whom the server keeps away from it: who presses in direct messages may have
    left it, or may not see the table's channel any more. Where Discord does not say they are taken
    as they are.
    """
    guild = interaction.client.get_guild(state.guild_id)
    if isinstance(interaction.user, discord.Member) or guild is None:
        return interaction.user
    try:
        async with asyncio.timeout(ASKED_S):
            member = await guild.fetch_member(interaction.user.id)
    except discord.NotFound:
        raise Refused("not_member") from None
    except LOST:
        return interaction.user
    channel = guild.get_channel_or_thread(state.channel_id)
    if channel is not None and not channel.permissions_for(member).view_channel:
        raise Refused("channel_hidden")
    return member


async def refuse_person(
    interaction: Interaction, guild_id: int | None, user: discord.abc.User
) -> None:
    """Raises `Refused("role_not_allowed")`, naming the roles that may play.

    Of who is no member nothing is known. The role that everybody has bears the server's id.
    """
    chosen = (await interaction.client.service.servers.get(guild_id or 0)).roles
    if not chosen or not isinstance(user, discord.Member) or guild_id in chosen:
        return
    if not any(user.get_role(role_id) for role_id in chosen):
        raise Refused("role_not_allowed", names=[f"<@&{one}>" for one in chosen])


async def refuse_terms(interaction: Interaction, terms: Terms) -> None:
    """Raises `Refused` for a stake, a rate or a clock outside of what the server allows.

    Where payouts are in units the rate does not count.
    """
    settings = await settings_of(interaction)
    _refuse_outside("stake_not_allowed", terms.stake_chips, settings.stakes)
    if terms.rules.payout == "stake_rate":
        _refuse_outside("rate_not_allowed", terms.rate, settings.rates)
    if terms.clock_s not in settings.clocks:
        l10n = language_of(interaction)
        names = [clock_text(l10n, seconds) for seconds in settings.clocks]
        raise Refused("clock_not_allowed", names=names)


def within(number: int, limits: tuple[int, int]) -> int:
    """The number, or the nearest one that is allowed.

    >>> [within(number, (5, 50)) for number in (1, 10, 99)]
    [5, 10, 50]
    """
    least, most = limits
    return min(max(number, least), most)


def _refuse_outside(code: str, number: int, limits: tuple[int, int]) -> None:
    if within(number, limits) != number:
        raise Refused(code, least=limits[0], most=limits[1])
