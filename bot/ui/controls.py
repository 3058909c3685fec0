"""The controls on panels, and the helpers every panel is built with.

All state is in the custom id, and one listener answers every press (`cogs.buttons`). So a control
works after a restart, and discord.py is to keep nothing of it: a view that is stopped before it is
sent is forgotten when it was sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.ui.custom_ids import Control, encode

PRIMARY = discord.ButtonStyle.primary
SECONDARY = discord.ButtonStyle.secondary
SUCCESS = discord.ButtonStyle.success
DANGER = discord.ButtonStyle.danger

_WRITTEN_IN = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A file that goes along with a message, and what it shows in words: public facts alone."""

    file_name: str
    alt: str


Row = discord.ui.ActionRow[discord.ui.LayoutView]
Button = discord.ui.Button[discord.ui.LayoutView]
Select = discord.ui.Select[discord.ui.LayoutView]


def button(
    control: Control,
    label: str,
    *,
    style: discord.ButtonStyle = SECONDARY,
    enabled: bool = True,
) -> Button:
    """A button that says `label` and sends `control`."""
    custom_id = encode(control)
    return discord.ui.Button(custom_id=custom_id, label=label, style=style, disabled=not enabled)


def select(
    control: Control,
    placeholder: str,
    options: Sequence[discord.SelectOption],
    *,
    least: int = 1,
    most: int = 1,
) -> Select:
    """A select of `least` to `most` options that sends `control`."""
    return discord.ui.Select(
        custom_id=encode(control),
        placeholder=placeholder,
        options=list(options),
        min_values=least,
        max_values=most,
        required=least > 0,  # Discord refuses a required select that may stay empty
    )


def channel_select(
    control: Control, placeholder: str, chosen: Iterable[int]
) -> discord.ui.ChannelSelect[discord.ui.LayoutView]:
    """A select of channels that people write in, up to 25, that sends `control`."""
    kind = discord.SelectDefaultValueType.channel
    return discord.ui.ChannelSelect(
        custom_id=encode(control),
        placeholder=placeholder,
        channel_types=list(_WRITTEN_IN),
        default_values=[discord.SelectDefaultValue(id=one, type=kind) for one in chosen],
        min_values=0,
        max_values=25,
        required=False,
    )


def role_select(
    control: Control, placeholder: str, chosen: Iterable[int]
) -> discord.ui.RoleSelect[discord.ui.LayoutView]:
    """A select of roles, up to 25, that sends `control`."""
    kind = discord.SelectDefaultValueType.role
    return discord.ui.RoleSelect(
        custom_id=encode(control),
        placeholder=placeholder,
        default_values=[discord.SelectDefaultValue(id=one, type=kind) for one in chosen],
        min_values=0,
        max_values=25,
        required=False,
    )


def row(*items: discord.ui.Item[Any]) -> Row:
    """Controls beside each other: up to five buttons, or one select."""
    return discord.ui.ActionRow(*items)


def panel(
    texts: Iterable[str],
    rows: Iterable[Row] = (),
    *,
    accent: int | None = None,
    picture: Picture | None = None,
) -> discord.ui.LayoutView:
    """A fresh view: a framed block of texts (empty ones left out), a picture, rows of controls."""
    frame: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=accent)
    for text in texts:
        if text:
            frame.add_item(discord.ui.TextDisplay(text))
    if picture:
        shown = f"attachment://{picture.file_name}"
        item = discord.MediaGalleryItem(shown, description=picture.alt)
        frame.add_item(discord.ui.MediaGallery(item))
    for controls in rows:
        frame.add_item(controls)
    return _to_be_sent(frame)


def notice(text: str) -> discord.ui.LayoutView:
    """A plain text without controls."""
    return _to_be_sent(discord.ui.TextDisplay(text))


def with_files(text: str, names: Iterable[str]) -> discord.ui.LayoutView:
    """A plain text, and below it the files of those names that come with the message."""
    shown = [discord.ui.File[discord.ui.LayoutView](f"attachment://{name}") for name in names]
    return _to_be_sent(discord.ui.TextDisplay(text), *shown)


def _to_be_sent(*items: discord.ui.Item[discord.ui.LayoutView]) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
