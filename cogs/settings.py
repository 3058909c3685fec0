"""`/settings`: what a server's moderators settle for its tables and players."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.client import TongitsClient
from cogs import settings_panel
from cogs.answering import Interaction, answered


class Settings(commands.Cog):
    """One panel; every change is kept with who made it."""

    @app_commands.command(name="settings")
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        """What tables on this server may be like, and who may play; for who manages the server."""
        await answered(interaction, lambda: settings_panel.show(interaction))


async def setup(client: TongitsClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(Settings())
