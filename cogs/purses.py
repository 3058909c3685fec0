"""A person's chips and a server's leaderboard, read for one viewer."""

from __future__ import annotations

import discord

from bot.tables import purses
from bot.tables.outcomes import Refused
from bot.tables.views import BoardChoice
from bot.ui.board_panel import board_panel
from bot.ui.chips_panel import chips_panel
from cogs.answering import Interaction, language_of, send_private
from cogs.people import player_of


async def show_chips(interaction: Interaction) -> None:
    """Wallet, chips at tables and the last movements, only to their owner."""
    player = await player_of(interaction)
    service = interaction.client.service
    view = await purses.chips_view(service, interaction.guild_id or 0, player.player_id)
    await send_private(interaction, chips_panel(view, language_of(interaction)))


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
