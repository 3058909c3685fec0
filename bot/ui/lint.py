"""Every limit Discord sets on a message of components, checked before it is sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord

from bot.ui.custom_ids import parse

MAX_COMPONENTS: Final = 40
MAX_TEXT: Final = 4000  # over all text displays together
MAX_ROW: Final = 5
MAX_OPTIONS: Final = 25
MAX_OPTION_TEXT: Final = 100
MAX_CUSTOM_ID: Final = 100
MAX_PLACEHOLDER: Final = 150
READABLE_LABEL: Final = 38  # Discord takes 80, but clients cut longer ones off (design guide)

SELECT, TEXT = 3, 10

Component = Mapping[str, Any]


def lint(view: discord.ui.LayoutView) -> list[str]:
    """What Discord would refuse, and labels longer than clients show; [] if nothing.

    >>> lint(discord.ui.LayoutView(timeout=None))
    ['0 components: 1 to 40 are allowed']
    """
    found = list(_walk(view.to_components()))  # type: ignore[no-untyped-call]  # discord.py stub
    return [
        *_total_problems(found),
        *_id_problems(found),
        *(problem for component in found for problem in _problems(component)),
        *_dispatch_problems(view),
    ]


def _walk(components: list[dict[str, Any]]) -> Iterator[Component]:
    for component in components:
        yield component
        yield from _walk(component.get("components", []))


def _total_problems(found: list[Component]) -> Iterator[str]:
    if not 1 <= len(found) <= MAX_COMPONENTS:
        yield f"{len(found)} components: 1 to {MAX_COMPONENTS} are allowed"
    length = sum(len(part["content"]) for part in found if part["type"] == TEXT)
    if length > MAX_TEXT:
        yield f"{length} letters of text: {MAX_TEXT} are allowed"


def _id_problems(found: list[Component]) -> Iterator[str]:
    custom_ids = [part["custom_id"] for part in found if "custom_id" in part]
    if len(set(custom_ids)) != len(custom_ids):
        yield "a custom id stands twice"
    for custom_id in custom_ids:
        yield from _length("a custom id", custom_id, MAX_CUSTOM_ID)


def _problems(component: Component) -> Iterator[str]:
    match component["type"]:
        case 1:
            yield from _row_problems(component)
        case 2:
            yield from _length("a label", component.get("label", ""), READABLE_LABEL)
        case 3:
            yield from _select_problems(component)
        case 10:
            yield from _length("a text", component["content"].strip(), MAX_TEXT)
        case _:
            return


def _row_problems(component: Component) -> Iterator[str]:
    kinds = [child["type"] for child in component["components"]]
    if not kinds or len(kinds) > MAX_ROW or (SELECT in kinds and len(kinds) > 1):
        yield f"a row of {kinds}: one to {MAX_ROW} buttons, or one select"


def _select_problems(component: Component) -> Iterator[str]:
    options = component.get("options", [])
    least, most = component["min_values"], component["max_values"]
    if not 1 <= len(options) <= MAX_OPTIONS:
        yield f"{len(options)} options: 1 to {MAX_OPTIONS} are allowed"
    if not 0 <= least <= most <= len(options) or most < 1:
        yield f"{least} to {most} of {len(options)} options to choose"
    if least == 0 and component.get("required", True):
        yield "a required select that may stay empty"
    if sum(bool(option.get("default")) for option in options) > most:
        yield "more options chosen than may be"
    if len({option["value"] for option in options}) != len(options):
        yield "two options of one value"
    if len({option["label"] for option in options}) != len(options):
        yield "two options that read the same"
    yield from _length("a placeholder", component.get("placeholder", ""), MAX_PLACEHOLDER)
    for option in options:
        yield from _option_problems(option)


def _option_problems(option: Component) -> Iterator[str]:
    yield from _length("an option's label", option["label"], MAX_OPTION_TEXT)
    yield from _length("an option's value", option["value"], MAX_OPTION_TEXT)
    if option.get("description") is not None:
        yield from _length("an option's description", option["description"], MAX_OPTION_TEXT)


def _length(what: str, text: str, most: int) -> Iterator[str]:
    if not 1 <= len(text) <= most:
        yield f"{what} of {len(text)} letters: 1 to {most} are allowed"


def _dispatch_problems(view: discord.ui.LayoutView) -> Iterator[str]:
    """Views never time out, and all that can be pressed is answered by `cogs.buttons`."""
    if view.timeout is not None:
        yield "the view would time out"
    for item in view.walk_children():
        if item.is_dispatchable() and parse(getattr(item, "custom_id", "")) is None:
            yield f"{type(item).__name__} has an id that nobody answers"
