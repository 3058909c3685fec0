"""What newcomers may not do yet: claim the daily chips, and sit down for a high stake."""

from __future__ import annotations

import discord

from bot.tables.newcomers import NewcomerTerms, account_made_ms, new_until_ms
from bot.tables.outcomes import Refused
from bot.tables.servers import newcomer_terms
from cogs.answering import Interaction


async def refuse_daily(interaction: Interaction) -> None:
    """Raises `Refused("newcomer_daily")`, saying why and when it ends."""
    terms = await _terms(interaction, interaction.guild_id)
    _refuse(interaction, interaction.user, "newcomer_daily", terms)


async def refuse_stake(
    interaction: Interaction, guild_id: int | None, user: discord.abc.User, stake_chips: int
) -> None:
    """Raises `Refused("newcomer_stake")` for a stake that newcomers may not sit down for."""
    terms = await _terms(interaction, guild_id)
    if stake_chips > terms.most_stake_chips:
        _refuse(interaction, user, "newcomer_stake", terms, most=terms.most_stake_chips)


async def _terms(interaction: Interaction, guild_id: int | None) -> NewcomerTerms:
    """Who is new on the server, as its settings say."""
    return newcomer_terms(await interaction.client.service.servers.get(guild_id or 0))


def _refuse(
    interaction: Interaction,
    user: discord.abc.User,
    code: str,
    terms: NewcomerTerms,
    **values: int,
) -> None:
    joined = getattr(user, "joined_at", None)  # Discord says it of members only
    joined_ms = None if joined is None else int(joined.timestamp() * 1000)
    ends_ms = new_until_ms(user.id, joined_ms, terms)
    if ends_ms <= interaction.client.service.now_ms():
        return
    is_account = ends_ms == account_made_ms(user.id) + terms.account_ms
    what = "account" if is_account else "member"
    raise Refused(code, what=what, ends_at_ms=ends_ms, **values)
