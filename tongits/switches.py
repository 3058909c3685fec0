"""Switches of the rules as words, `name=value`, for command lines and notated hands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tongits.errors import BadInput
from tongits.rules import Rules, differences, preset, with_switches

NONE: Final = "none"
_YES: Final = ("true", "on", "yes")
_NO: Final = ("false", "off", "no")
_LIKE: Final = preset("book")  # every switch has the same type in each preset


def parse_switch(text: str) -> tuple[str, object]:
    """A switch and its value; `with_switches` says whether it can have it.

    Raises `BadInput("bad_switch")` for a word without `=`.

    >>> parse_switch("jokers=2"), parse_switch("kang=true"), parse_switch("ace_in_runs=low")
    (('jokers', 2), ('kang', True), ('ace_in_runs', 'low'))
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise BadInput("bad_switch", switch=name, value="")
    return name, _value(getattr(_LIKE, name, ""), value)


def format_switch(name: str, value: object) -> str:
    """A switch as `parse_switch` reads it back.

    >>> format_switch("discard_guards", ("no_return",)), format_switch("kang", True)
    ('discard_guards=no_return', 'kang=true')
    """
    if isinstance(value, tuple):
        return f"{name}={','.join(value) or NONE}"
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"


def format_switches(rules: Rules) -> tuple[str, ...]:
    """The switches that are not as the preset has them."""
    return tuple(format_switch(name, value) for name, value in differences(rules).items())


def rules_from(name: str, switches: Iterable[str]) -> Rules:
    """The rules of a preset with switches set, all as words. Raises `BadInput`.

    >>> rules_from("pagat", ["jokers=1"]).jokers
    1
    """
    return with_switches(preset(name), dict(map(parse_switch, switches)))


def _value(like: object, text: str) -> object:
    """The text as the type the switch has; as it stands where it is none of that type."""
    word = text.lower()
    if isinstance(like, bool) and word in (*_YES, *_NO):
        return word in _YES
    if isinstance(like, tuple):
        return tuple(text.split(",")) if word != NONE else ()
    if isinstance(like, int) and not isinstance(like, bool) and text.isascii() and text.isdigit():
        return int(text)
    return text
