"""`/privacy`: what is stored about somebody, a copy of it, and its erasure."""

from __future__ import annotations

import asyncio
import io
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import TongitsClient
from bot.i18n import forget_sentences
from bot.tables import privacy
from bot.tables.export import export_of
from bot.tables.export_files import File, files_of
from bot.tables.outcomes import Refused
from bot.tables.privacy_views import stored_view
from bot.ui.controls import notice
from bot.ui.custom_ids import Control
from bot.ui.names import forget_names
from bot.ui.privacy_panel import erase_panel, export_panel, stored_panel
from cogs.answering import (
    Interaction,
    answered,
    language_of,
    note_carried_out,
    promise_private,
    repaint_private,
    send_files,
    send_private,
)
from data.people import Player

REQUEST_BYTES: Final = 100_000  # of a message besides its file


@app_commands.guild_only()
class Privacy(commands.GroupCog, group_name="privacy", group_description="Your data"):
    """What is stored about the asker; nobody meets the bot by asking."""

    @app_commands.command(name="show")
    async def show(self, interaction: Interaction) -> None:
        """Read what is stored about you."""
        await answered(interaction, lambda: _show(interaction))

    @app_commands.command(name="export")
    async def export(self, interaction: Interaction) -> None:
        """Get everything that is stored about you as a file."""
        await answered(interaction, lambda: _export(interaction))

    @app_commands.command(name="delete")
    async def delete(self, interaction: Interaction) -> None:
        """Have everything that says who you are erased, on every server."""
        await answered(interaction, lambda: _ask(interaction))


async def erase(interaction: Interaction, control: Control) -> None:
    """Erases the presser; the button counts for the player that it was made for alone."""
    client, player = interaction.client, await _known(interaction)
    if player is None:
        await repaint_private(interaction, _nothing(interaction))
        return
    if control.arg != player.player_id:
        raise Refused("stale")
    if await privacy.erase(client.service, player, interaction.id) == "twice":
        return  # the first delivery answers
    note_carried_out(interaction)
    forget_names()
    forget_sentences()
    client.upkeep.finisher.start()
    await repaint_private(interaction, notice(language_of(interaction)("erase-done")))
    for table_id in privacy.shown_at(client.service, player.player_id):
        await client.publisher.redraw(table_id)


async def keep(interaction: Interaction, _: Control) -> None:
    """Takes the question away."""
    await repaint_private(interaction, notice(language_of(interaction)("erase-kept")))


async def _show(interaction: Interaction) -> None:
    player = await _known(interaction)
    view = player and await stored_view(interaction.client.service, player.player_id)
    panel = stored_panel(view, language_of(interaction)) if view else _nothing(interaction)
    await send_private(interaction, panel)


async def _export(interaction: Interaction) -> None:
    """Promises the file at once: somebody who played a lot waits for seconds."""
    await promise_private(interaction)
    player = await _known(interaction)
    export = player and await export_of(interaction.client.service, player.player_id)
    if not export:
        await send_private(interaction, _nothing(interaction))
        return
    most = interaction.filesize_limit - REQUEST_BYTES
    files = await asyncio.to_thread(files_of, export, most)
    for file in files:  # each by itself: the limit is that of a message
        view = export_panel([file.name], language_of(interaction))
        await send_files(interaction, view, [_attached(file)])


async def _ask(interaction: Interaction) -> None:
    player = await _known(interaction)
    if player is None:
        await send_private(interaction, _nothing(interaction))
        return
    seated_at = await privacy.seated_at(interaction.client.service, player.player_id)
    if seated_at is not None:
        raise Refused("erase_seated", table_id=seated_at)
    await send_private(interaction, erase_panel(player.player_id, language_of(interaction)))


async def _known(interaction: Interaction) -> Player | None:
    return await interaction.client.service.players.find(interaction.user.id)


def _nothing(interaction: Interaction) -> discord.ui.LayoutView:
    return notice(language_of(interaction)("privacy-nothing"))


def _attached(file: File) -> discord.File:
    return discord.File(io.BytesIO(file.content), file.name)


async def setup(client: TongitsClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(Privacy())
