"""What a process that ended may have left on Discord: found again instead of sent twice."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import discord

from bot.publisher.delivery import LOST, fate_of
from bot.ui import custom_ids as ids
from data.panels import PanelRow

SAID: Final = ("content", "custom_id", "label", "placeholder")  # by a component
LOOK_AGAIN_S: Final = 0.05
LOOK_BACK: Final = 50  # messages: as many as one call brings
LONGEST_LOOK_S: Final = 5.0


async def first_panel(client: discord.Client, row: PanelRow) -> int | None:
    """The message of a table's first panel, whose id may have been lost; None if there is none.

    It is the answer to a command, so it has no nonce to find it by. Where the bot may not read
    what was said before, it is not found. A failure that may pass comes out here: if the panel was
    sent without having looked, it might stand there twice.
    """
    if row.panel != "table" or row.message_id is not None or row.edition or client.user is None:
        return None
    channel = client.get_partial_messageable(row.channel_id or 0)
    try:
        async for message in channel.history(limit=LOOK_BACK):
            if message.author.id == client.user.id and _is_panel_of(message, row.table_id):
                return message.id
    except LOST as error:
        if fate_of(error) == "again":
            raise
    return None


async def said_after_all(
    client: discord.Client, channel: discord.PartialMessageable, text: str
) -> int | None:
    """Our newest message with these words, whose replies were lost; None if none is found."""
    try:
        async with asyncio.timeout(LONGEST_LOOK_S):
            async for message in channel.history(limit=LOOK_BACK):
                if message.author == client.user and message.content == text:
                    return message.id
    except LOST:
        return None
    return None


def _is_panel_of(message: discord.Message, table_id: str) -> bool:
    rules = ids.encode(ids.Control(ids.RULES, table_id))
    there = discord.ui.LayoutView.from_message(message, timeout=None)
    return any(getattr(item, "custom_id", None) == rules for item in there.walk_children())


def shows(message: discord.Message, view: discord.ui.LayoutView) -> bool:
    """Whether a message that was just sent is this panel, word for word.

    Sent again with its nonce, a panel comes back as the first message, whatever that says.
    """
    there = discord.ui.LayoutView.from_message(message, timeout=None)
    return _said(there.to_components()) == _said(view.to_components())  # type: ignore[no-untyped-call]


def _said(part: Any) -> list[str]:  # noqa: ANN401  # JSON of components, however deep
    """Every word and id of components, in order, and which controls are off.

    >>> _said([{"type": 1, "components": [{"type": 2, "label": "Draw", "disabled": True}]}])
    ['label=Draw', 'off']
    """
    if isinstance(part, list):
        return [word for one in part for word in _said(one)]
    words = [f"{key}={part[key]}" for key in SAID if part.get(key)]
    words += ["off"] if part.get("disabled") else []
    for option in part.get("options") or ():
        words.append(f"{option['label']}={option['value']}")
    return words + _said(part.get("components") or [])


async def until_named(client: discord.Client, guild_id: int) -> None:
    """Waits, after a start, until Discord has told the server's name or there is none to come."""
    while not client.is_ready():
        guild = client.get_guild(guild_id)
        if guild is not None and guild.name:
            return
        await asyncio.sleep(LOOK_AGAIN_S)
