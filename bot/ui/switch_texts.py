"""Rules in words: what a table plays, and which switches differ from its preset."""

from __future__ import annotations

from typing import Final

from bot.i18n import Localizer, Text
from bot.ui.phrases import listed
from tongits.rules import Rules, differences

_SHORT: Final = 4  # differences named in one line; more are counted


def rules_name(rules: Rules, l10n: Localizer) -> str:
    """The rules in a few words.

    >>> from bot.i18n import localizer
    >>> from tongits.rules import preset, with_switches
    >>> house = with_switches(preset("book"), {"kang": True, "jokers": 2})
    >>> rules_name(preset("book"), localizer("en")), rules_name(house, localizer("en"))
    ('book rules', 'book rules + 2 jokers, Kang')
    """
    changes = [_short(name, value, l10n) for name, value in differences(rules).items()]
    if not changes:
        return l10n("rules-name", preset=rules.preset)
    if len(changes) > _SHORT:
        more = l10n("rules-more-changes", count=len(changes) - _SHORT + 1)
        changes = [*changes[: _SHORT - 1], more]
    return l10n("rules-name-house", preset=rules.preset, changes=listed(changes))


def difference_lines(rules: Rules, l10n: Localizer) -> list[str]:
    """One line for each switch that is not as the preset has it."""
    return [
        l10n(f"switch-{name}", value=value_word(value))
        for name, value in differences(rules).items()
    ]


def switch_name(name: str, l10n: Localizer) -> str:
    """What a switch is called."""
    return l10n(f"name-{name}")


def capital(text: str) -> str:
    """The text as the beginning of a line.

    >>> capital("winner deals")
    'Winner deals'
    """
    return text[:1].upper() + text[1:]


def value_word(value: object) -> Text:
    """A switch's value as its sentences take it.

    >>> value_word(True), value_word(25), value_word(("no_return",)), value_word("low")
    ('on', 25, 'no_return', 'low')
    """
    match value:
        case bool():
            return "on" if value else "off"
        case int():
            return value
        case ():
            return "none"
        case (only,):
            return str(only)
        case tuple():
            return "both"
        case _:
            return str(value)


def _short(name: str, value: object, l10n: Localizer) -> str:
    return l10n(f"short-{name}", value=value_word(value))
