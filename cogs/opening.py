"""Opening a table: what a command and the set-up of house rules share."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord

from bot.tables.outcomes import Accepted, Refused
from bot.tables.service import Terms
from cogs import allowed, newcomers
from cogs.answering import Interaction, note_carried_out
from cogs.people import player_of
from data.people import Player

NEEDED: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
}


async def refuse_unless_free(interaction: Interaction) -> None:
    """Raises `Refused` where the asker can open no table.

    Permissions are missing, the server's settings have others or another place in mind, or a table
    is there.
    """
    refuse_without_permissions(interaction)
    await allowed.refuse_place(interaction)
    await allowed.refuse_person(interaction, interaction.guild_id, interaction.user)
    there = await interaction.client.service.table_in(interaction.channel_id or 0)
    if there:
        raise Refused("table_exists", table_id=there)


async def open_table(interaction: Interaction, terms: Terms) -> tuple[Player, Accepted]:
    """The table, open with the asker as its host; nothing is shown yet. Raises `Refused`.

    Whether it moves chips is the server's setting of this moment, and the table's for good.
    """
    await refuse_unless_free(interaction)
    await allowed.refuse_terms(interaction, terms)
    moves_chips = not (await allowed.settings_of(interaction)).friendly
    if moves_chips:
        await newcomers.refuse_stake(
            interaction, interaction.guild_id, interaction.user, terms.stake_chips
        )
    player = await player_of(interaction)
    guild_id, channel_id = interaction.guild_id or 0, interaction.channel_id or 0
    opened = await interaction.client.service.open_table(
        guild_id,
        channel_id,
        player.player_id,
        replace(terms, moves_chips=moves_chips),
        interaction.id,
    )
    note_carried_out(interaction)
    return player, opened


def refuse_without_permissions(interaction: Interaction) -> None:
    """Raises `Refused("missing_permissions")` naming what the bot lacks in this channel."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    skipped = "send_messages" if in_thread else "send_messages_in_threads"
    missing = [
        label
        for name, label in NEEDED.items()
        if name != skipped and not getattr(interaction.app_permissions, name)
    ]
    if missing:
        raise Refused("missing_permissions", names=missing)
