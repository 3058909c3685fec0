"""A person's chips, their statement, their daily chips, and a server's leaderboard."""

from __future__ import annotations

import discord

from bot.tables import purses
from bot.tables.claims import claim_daily
from bot.tables.outcomes import Refused
from bot.tables.servers import daily_terms
from bot.tables.statements import history_view
from bot.tables.views import BoardChoice
from bot.ui.board_panel import board_panel
from bot.ui.chips_panel import chips_panel
from bot.ui.custom_ids import Control, history_page
from bot.ui.daily_panel import daily_panel
from bot.ui.history_panel import history_panel
from cogs import newcomers
from cogs.answering import (
    Interaction,
    language_of,
    note_carried_out,
    repaint_private,
    send_private,
)
from cogs.people import player_of


async def show_chips(interaction: Interaction) -> None:
    """Wallet, chips at tables and the last movements, only to their owner."""
    await send_private(interaction, await _chips(interaction))


async def show_history(interaction: Interaction, control: Control) -> None:
    """A page of the presser's own statement, or their chips again, in place of what was pressed."""
    try:
        page = history_page(control)
    except ValueError:
        raise Refused("unknown_control") from None
    if page is None:
        await repaint_private(interaction, await _chips(interaction))
        return
    player = await player_of(interaction)
    service = interaction.client.service
    view = await history_view(service, interaction.guild_id or 0, player.player_id, page)
    await repaint_private(interaction, history_panel(view, language_of(interaction)))


async def claim(interaction: Interaction) -> None:
    """The chips of the day, told only to whoever claims them."""
    await newcomers.refuse_daily(interaction)
    player = await player_of(interaction)
    service = interaction.client.service
    guild_id = interaction.guild_id or 0
    terms = daily_terms(await service.servers.get(guild_id))
    view = await claim_daily(service, guild_id, player.player_id, interaction.id, terms)
    note_carried_out(interaction)
    await send_private(interaction, daily_panel(view, language_of(interaction)))


async def _chips(interaction: Interaction) -> discord.ui.LayoutView:
    player = await player_of(interaction)
    service = interaction.client.service
    view = await purses.chips_view(service, interaction.guild_id or 0, player.player_id)
    return chips_panel(view, language_of(interaction))


async def board(interaction: Interaction, choice: BoardChoice | None) -> discord.ui.LayoutView:
    """A page of this server's leaderboard, with the viewer's own rank.

    Raises `Refused("unknown_control")` for one that there is not.
    """
    if choice is None:
        raise Refused("unknown_control")
    player = await player_of(interaction)
    view = await purses.board_view(
        interaction.client.service, interaction.guild_id or 0, player.player_id, choice
    )
    return board_panel(view, language_of(interaction))


async def hide(interaction: Interaction, *, hidden: bool) -> None:
    """Leaves the viewer out of every leaderboard, or takes them in again."""
    player = await player_of(interaction)
    await purses.hide(interaction.client.service, player.player_id, hidden=hidden)
