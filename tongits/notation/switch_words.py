"""What a switch of the rules takes, and what was wrong with one, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args, get_type_hints

from tongits.cards import RANKS, SUITS
from tongits.errors import BadInput, TongitsError
from tongits.rules import DiscardGuard, Rules, preset, with_switches

SHOWN_LETTERS: Final = 40  # of a name that is none
MOST: Final = 100  # a switch that takes more than this takes any number
_HINTS: Final = get_type_hints(Rules)


def is_switch(name: str) -> bool:
    """Whether rules have such a switch."""
    return name in _HINTS and name != "preset"


def values_told(name: str) -> str:
    """What a switch takes, or that there is none of that name.

    >>> values_told("jokers"), values_told("kang"), values_told("hand_size")
    ('jokers takes 0, 1 or 2', 'kang takes true or false', 'hand_size takes 1 to 12')
    >>> values_told("discard_guards")
    'discard_guards takes any of no_return, stock_after_6'
    >>> values_told("kings_high")
    'no rules have a switch kings_high'
    """
    if not is_switch(name):
        return f"no rules have a switch {_shown(name)}"
    return f"{name} takes {_values(name)}"


def switch_told(error: TongitsError) -> str:
    """What is wrong with a switch, as the end of a sentence.

    >>> switch_told(BadInput("switches_clash", first="kang", second="jokers"))
    'set kang or jokers otherwise, together they make no sense'
    """
    if error.code == "switches_clash":
        first, second = error.values["first"], error.values["second"]
        return f"set {first} or {second} otherwise, together they make no sense"
    return values_told(str(error.values["switch"]))


def _values(name: str) -> str:
    hint = _HINTS[name]
    if hint is bool:
        return "true or false"
    if hint is int:
        return _numbers([number for number in range(MOST + 2) if _takes(name, number)])
    if name == "discard_guards":
        return f"any of {', '.join(get_args(DiscardGuard))}"
    if name in ("suits", "ranks"):
        return f"letters of {SUITS if name == 'suits' else RANKS} in that order"
    return _either(get_args(hint))


def _takes(name: str, value: object) -> bool:
    """Whether the rules take the value: they are asked, so this can say nothing else."""
    try:
        with_switches(preset("book"), {name: value})
    except BadInput as error:
        return error.code != "bad_switch"
    return True


def _numbers(taken: list[int]) -> str:
    """The numbers a switch takes.

    >>> _numbers([25, 30]), _numbers([*range(1, 13)]), _numbers([*range(102)])
    ('25 or 30', '1 to 12', 'a whole number from 0')
    """
    first, last = taken[0], taken[-1]
    if last > MOST:
        return f"a whole number from {first}"
    return _either(map(str, taken)) if len(taken) < 4 else f"{first} to {last}"


def _either(words: Iterable[str]) -> str:
    """The words with commas, and `or` before the last.

    >>> _either(["0", "1", "2"]), _either(["last_drawer"])
    ('0, 1 or 2', 'last_drawer')
    """
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def _shown(name: str) -> str:
    return name if len(name) <= SHOWN_LETTERS else name[:SHOWN_LETTERS] + "..."
