"""A person's chips and a server's leaderboard, read for one viewer."""

from __future__ import annotations

from typing import Literal

import discord

from bot.tables import purses
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


async def board(
    interaction: Interaction, by: Literal["net", "chips"], page: int
) -> discord.ui.LayoutView:
    """A page of this server's leaderboard, with the viewer's own rank."""
    player = await player_of(interaction)
    view = await purses.board_view(
        interaction.client.service, interaction.guild_id or 0, player.player_id, by, page
    )
    return board_panel(view, language_of(interaction))
