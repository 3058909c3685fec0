"""Walking message components and giving them the shape Discord returns."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from .errors import Json, Path


class Kind(IntEnum):
    """Component types by Discord's numbers."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = frozenset(
    {
        Kind.SELECT,
        Kind.USER_SELECT,
        Kind.ROLE_SELECT,
        Kind.MENTIONABLE_SELECT,
        Kind.CHANNEL_SELECT,
    }
)
CONTROLS = SELECTS | {Kind.BUTTON}
INPUTS = SELECTS | {
    Kind.TEXT_INPUT,
    Kind.FILE_UPLOAD,
    Kind.RADIO_GROUP,
    Kind.CHECKBOX_GROUP,
    Kind.CHECKBOX,
}


def kind_of(component: Any) -> int:
    """A component's type; 0 for what is no component or has no number there.

    >>> kind_of({"type": 10}), kind_of({"type": [1]}), kind_of("x")
    (10, 0, 0)
    """
    kind = component.get("type") if isinstance(component, dict) else 0
    return kind if isinstance(kind, int) else 0


def walk(components: Any, path: Path = ("components",)) -> Iterator[tuple[Json, Path]]:
    """Every component with its place, parents first; whatever is not a component is passed over.

    >>> [p for _, p in walk([{"type": 1, "components": [{"type": 2}]}])]
    [('components', 0), ('components', 0, 'components', 0)]
    """
    if not isinstance(components, list):
        return
    for index, component in enumerate(components):
        if isinstance(component, dict):
            yield from _walk_one(component, (*path, index))


def _walk_one(component: Json, path: Path) -> Iterator[tuple[Json, Path]]:
    yield component, path
    yield from walk(component.get("components"), (*path, "components"))
    for single in ("accessory", "component"):
        if isinstance(component.get(single), dict):
            yield from _walk_one(component[single], (*path, single))


_DEFAULTS: dict[int, Json] = {
    Kind.CONTAINER: {"accent_color": None, "spoiler": False},
    Kind.SEPARATOR: {"divider": True, "spacing": 1},
    Kind.THUMBNAIL: {"description": None, "spoiler": False},
    Kind.FILE: {"spoiler": False},
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
}


def as_returned(components: Any) -> list[Json]:
    """A copy as the API returns it: empty fields gone, defaults filled in, all numbered.

    >>> as_returned([{"type": 10, "content": "hi", "id": None}])
    [{'type': 10, 'content': 'hi', 'id': 1}]
    """
    out: list[Json] = copy.deepcopy(components or [])
    taken = {component["id"] for component, _ in walk(out) if component.get("id")}
    number = 0
    for component, _ in walk(out):
        for key in [key for key, value in component.items() if value is None]:
            del component[key]
        if not component.get("id"):
            number += 1
            while number in taken:
                number += 1
            component["id"] = number
        _set_defaults(component)
    return out


def _set_defaults(component: Json) -> None:
    for key, value in _DEFAULTS.get(kind_of(component), {}).items():
        component.setdefault(key, value)
    if kind_of(component) == Kind.GALLERY:
        for item in component["items"]:
            item.setdefault("description", None)
            item.setdefault("spoiler", False)
    for chosen in component.get("default_values", []):
        chosen["id"] = str(chosen["id"])


def media_of(component: Json) -> list[Json]:
    """The media objects (`{"url": …}`) a component shows, to be changed in place."""
    match component.get("type"):
        case Kind.THUMBNAIL:
            return [component["media"]]
        case Kind.GALLERY:
            return [item["media"] for item in component["items"]]
        case Kind.FILE:
            return [component["file"]]
        case _:
            return []


def texts(raw: Json) -> Iterator[str]:
    """Every text a reader sees on a message: content, embeds, text displays, in that order."""
    if raw.get("content"):
        yield raw["content"]
    for embed in raw.get("embeds") or ():
        yield from _embed_texts(embed)
    for component, _ in walk(raw.get("components")):
        if component.get("type") == Kind.TEXT:
            yield str(component.get("content", ""))


def _embed_texts(embed: Json) -> Iterator[str]:
    parts = [(embed.get("author") or {}).get("name"), embed.get("title"), embed.get("description")]
    for field in embed.get("fields") or ():
        parts += [field.get("name"), field.get("value")]
    parts.append((embed.get("footer") or {}).get("text"))
    yield from (part for part in parts if part)
