"""The two kinds of control on panels, and the helpers every panel builds them with.

All state is in the custom id, so a control works after a restart and leaves nothing in memory.
Views hold nothing else that can be pressed: one ordinary item in a view that ends would unregister
these classes for the whole bot.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Self, cast

import discord

from bot.ui.custom_ids import Control, encode

PRIMARY = discord.ButtonStyle.primary
SECONDARY = discord.ButtonStyle.secondary
SUCCESS = discord.ButtonStyle.success
DANGER = discord.ButtonStyle.danger

Row = discord.ui.ActionRow[discord.ui.LayoutView]


class AnswersControls(Protocol):
    """What the client must be able to do: answer every press, whatever happens."""

    async def answer_control(self, interaction: discord.Interaction[Any]) -> None:
        """Answers the press; raises nothing, because discord.py would swallow it."""


class ControlButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]], template=r"b:(?P<body>.+)"
):
    """Every button of ours."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed, as discord.py rebuilt it."""
        return cls(cast("discord.ui.Button[discord.ui.LayoutView]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hands the press to the client."""
        await cast("AnswersControls", interaction.client).answer_control(interaction)


class ControlSelect(
    discord.ui.DynamicItem[discord.ui.Select[discord.ui.LayoutView]], template=r"s:(?P<body>.+)"
):
    """Every select of ours."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The select that was used, as discord.py rebuilt it."""
        return cls(cast("discord.ui.Select[discord.ui.LayoutView]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hands the choice to the client."""
        await cast("AnswersControls", interaction.client).answer_control(interaction)


def button(
    control: Control,
    label: str,
    *,
    style: discord.ButtonStyle = SECONDARY,
    enabled: bool = True,
) -> ControlButton:
    """A button that says `label` and sends `control`."""
    custom_id = encode(control)
    return ControlButton(
        discord.ui.Button(custom_id=custom_id, label=label, style=style, disabled=not enabled)
    )


def select(
    control: Control,
    placeholder: str,
    options: Sequence[discord.SelectOption],
    *,
    least: int = 1,
    most: int = 1,
) -> ControlSelect:
    """A select of `least` to `most` options that sends `control`."""
    return ControlSelect(
        discord.ui.Select(
            custom_id=encode(control),
            placeholder=placeholder,
            options=list(options),
            min_values=least,
            max_values=most,
            required=least > 0,  # Discord refuses a required select that may stay empty
        )
    )


def row(*items: discord.ui.Item[Any]) -> Row:
    """Controls beside each other: up to five buttons, or one select."""
    return discord.ui.ActionRow(*items)


def panel(
    texts: Iterable[str], rows: Iterable[Row] = (), *, accent: int | None = None
) -> discord.ui.LayoutView:
    """A fresh view: a framed block of texts (empty ones left out) and rows of controls below it."""
    frame: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=accent)
    for text in texts:
        if text:
            frame.add_item(discord.ui.TextDisplay(text))
    for controls in rows:
        frame.add_item(controls)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(frame)
    return view


def notice(text: str) -> discord.ui.LayoutView:
    """A plain text without controls."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    return view
