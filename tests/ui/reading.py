"""A rendered view, read as a person or a client reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import discord


def components(view: discord.ui.LayoutView) -> Iterator[dict[str, Any]]:
    """Every component of a view, nested ones included."""
    waiting = list(view.to_components())
    while waiting:
        component = waiting.pop(0)
        yield component
        waiting = [*component.get("components", []), *waiting]


def text(view: discord.ui.LayoutView) -> str:
    """All text on the message, without labels."""
    return "\n".join(part["content"] for part in components(view) if part["type"] == 10)


def buttons(view: discord.ui.LayoutView) -> dict[str, dict[str, Any]]:
    """The buttons by label."""
    return {part["label"]: part for part in components(view) if part["type"] == 2}


def enabled(view: discord.ui.LayoutView) -> list[str]:
    """The labels of buttons that can be pressed."""
    return [label for label, part in buttons(view).items() if not part.get("disabled")]


def selects(view: discord.ui.LayoutView) -> dict[str, dict[str, Any]]:
    """The selects by placeholder."""
    return {part["placeholder"]: part for part in components(view) if part["type"] == 3}


def custom_ids(view: discord.ui.LayoutView) -> list[str]:
    """The custom ids in order."""
    return [part["custom_id"] for part in components(view) if "custom_id" in part]


def everything(view: discord.ui.LayoutView) -> str:
    """All a client gets to see: texts, labels, options, descriptions, ids."""
    return json.dumps(view.to_components(), ensure_ascii=False)
