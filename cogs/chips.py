"""`/chips` and `/leaderboard`."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.client import TongitsClient
from cogs import purses
from cogs.answering import Interaction, answered, send_private


class Chips(commands.Cog):
    """What people own and how they stand."""

    @app_commands.command(name="chips")
    @app_commands.guild_only()
    async def chips(self, interaction: Interaction) -> None:
        """Your chips on this server and their last ten movements."""
        await answered(interaction, lambda: purses.show_chips(interaction))

    @app_commands.command(name="leaderboard")
    @app_commands.guild_only()
    @app_commands.describe(by="What counts: chips won and lost in hands, or chips owned")
    @app_commands.choices(
        by=[
            app_commands.Choice(name="net winnings", value="net"),
            app_commands.Choice(name="chips", value="chips"),
        ]
    )
    async def leaderboard(
        self, interaction: Interaction, by: Literal["net", "chips"] = "net"
    ) -> None:
        """The best of this server."""

        async def show() -> None:
            await send_private(interaction, await purses.board(interaction, by, 0))

        await answered(interaction, show)


async def setup(client: TongitsClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(Chips())
