"""`/chips`, `/daily`, `/profile` and `/leaderboard`."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import TongitsClient
from bot.tables.views import BoardBy
from bot.ui.moves_from import board_choice
from cogs import pictures, purses
from cogs.answering import Interaction, answered, send_private

BOARDS: Final[dict[BoardBy, str]] = {
    "net": "net winnings",
    "chips": "chips",
    "won": "hands won",
    "tongits": "Tongits",
    "rate": "win rate",
    "biggest": "biggest hand",
    "streak": "best streak",
}
PERIODS: Final = {
    "today": "today",
    "week": "this week",
    "month": "this month",
    "season": "this season",
    "all": "all time",
}


class Chips(commands.Cog):
    """What people own and how they stand."""

    @app_commands.command(name="chips")
    @app_commands.guild_only()
    async def chips(self, interaction: Interaction) -> None:
        """Your chips on this server and their last ten movements."""
        await answered(interaction, lambda: purses.show_chips(interaction))

    @app_commands.command(name="daily")
    @app_commands.guild_only()
    async def daily(self, interaction: Interaction) -> None:
        """Your chips of the day; more for each day running."""
        await answered(interaction, lambda: purses.claim(interaction))

    @app_commands.command(name="profile")
    @app_commands.guild_only()
    @app_commands.describe(player="Whose; yours if left out")
    async def profile(self, interaction: Interaction, player: discord.User | None = None) -> None:
        """How somebody plays on this server: rating, hands, chips over time."""
        await answered(interaction, lambda: pictures.show_profile(interaction, player))

    @app_commands.command(name="leaderboard")
    @app_commands.guild_only()
    @app_commands.describe(
        by="What counts; net winnings, that is chips won and lost in hands, unless you choose",
        period="Over which time; all of it unless you choose",
    )
    @app_commands.choices(
        by=[app_commands.Choice(name=name, value=by) for by, name in BOARDS.items()],
        period=[app_commands.Choice(name=name, value=word) for word, name in PERIODS.items()],
    )
    async def leaderboard(
        self, interaction: Interaction, by: str = "net", period: str = "all"
    ) -> None:
        """The best of this server."""

        async def show() -> None:
            wanted = board_choice(by, period)
            await send_private(interaction, await purses.board(interaction, wanted))

        await answered(interaction, show)


async def setup(client: TongitsClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(Chips())
