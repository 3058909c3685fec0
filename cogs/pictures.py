"""Profiles, and leaderboards as pictures; only whoever asks sees them.

Drawing takes longer than Discord waits, so an answer is promised first. Where nothing could be
drawn the text goes alone, and says so.
"""

from __future__ import annotations

import logging

import discord

from bot.publisher.delivery import fate_of
from bot.tables import profiles, purses
from bot.tables.outcomes import Refused
from bot.tables.views import BoardChoice
from bot.ui.board_picture import board_picture, board_sheet
from bot.ui.controls import Picture, notice, panel
from bot.ui.profile_panel import profile_panel
from bot.ui.profile_picture import profile_picture, profile_sheet
from cogs.answering import (
    Interaction,
    language_of,
    promise_private,
    send_pictured,
    send_private,
)
from cogs.people import player_of

log = logging.getLogger(__name__)


async def show_profile(interaction: Interaction, user: discord.abc.User | None) -> None:
    """A player's profile; one's own unless somebody else is named."""
    await promise_private(interaction)
    client, l10n = interaction.client, language_of(interaction)
    viewer = await player_of(interaction)
    is_own = user is None or user.id == interaction.user.id
    player = viewer if is_own or user is None else await client.service.players.find(user.id)
    if player is None:
        raise Refused("profile_empty")
    guild_id = interaction.guild_id or 0
    view = await profiles.profile_view(client.service, guild_id, player.player_id, viewer.player_id)
    png = await client.painter.draw(profile_sheet(view, l10n))
    picture = profile_picture(view, l10n)
    plain, pictured = (profile_panel(view, l10n, shown) for shown in (None, picture))
    await _send(interaction, plain, pictured, picture, png)


async def show_board(interaction: Interaction, choice: BoardChoice | None) -> None:
    """The best of a leaderboard as a picture. Raises `Refused("unknown_control")`."""
    if choice is None:
        raise Refused("unknown_control")
    await promise_private(interaction)
    client, l10n = interaction.client, language_of(interaction)
    player = await player_of(interaction)
    guild_id = interaction.guild_id or 0
    view = await purses.board_top(client.service, guild_id, player.player_id, choice)
    png = await client.painter.draw(board_sheet(view, l10n))
    picture = board_picture(view, l10n)
    plain, pictured = notice(l10n("board-no-picture")), panel([], picture=picture)
    await _send(interaction, plain, pictured, picture, png)


async def _send(
    interaction: Interaction,
    plain: discord.ui.LayoutView,
    pictured: discord.ui.LayoutView,
    picture: Picture,
    png: bytes | None,
) -> None:
    """Sends what shows the picture, or what does without: there is none, or Discord refuses it."""
    if png is not None:
        try:
            await send_pictured(interaction, pictured, picture, png)
        except discord.HTTPException as error:
            log.warning("interaction %s: no picture: %s", interaction.id, fate_of(error))
        else:
            return
    await send_private(interaction, plain)
