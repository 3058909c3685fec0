"""Rendered panels: their fingerprint, and the place names a private panel shows."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property

import discord


def panel_hash(view: discord.ui.LayoutView) -> str:
    """A fingerprint of what a panel shows; equal panels need no edit."""
    parts = view.to_components()  # type: ignore[no-untyped-call]  # discord.py leaves it untyped
    drawn = json.dumps(parts, sort_keys=True)
    return hashlib.sha256(drawn.encode()).hexdigest()[:32]


class Drawing:
    """A panel on its way, with its fingerprint: whoever pressed need not wait for that."""

    def __init__(self, view: discord.ui.LayoutView) -> None:
        self._view = view

    @cached_property
    def hash(self) -> str:
        """The fingerprint, made when it is first asked for."""
        return panel_hash(self._view)


def place_names(client: discord.Client, guild_id: int, channel_id: int) -> tuple[str, str]:
    """The names of a server and a channel as last heard; a plain word where unknown."""
    guild = client.get_guild(guild_id)
    channel = guild.get_channel_or_thread(channel_id) if guild else None
    return (guild.name if guild else "Discord", channel.name if channel else "table")


def message_link(guild_id: int, channel_id: int, message_id: int | None) -> str:
    """The address of a message, or of its channel.

    >>> message_link(1, 2, 3)
    'https://discord.com/channels/1/2/3'
    """
    place = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return f"{place}/{message_id}" if message_id else place


def created_ms(message_id: int) -> int:
    """When Discord made a message, ms since 1970: its id says so.

    >>> created_ms(175928847299117063)
    1462015105796
    """
    return (message_id >> 22) + discord.utils.DISCORD_EPOCH
