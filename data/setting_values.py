"""What each kind of setting may be, checked when it is set and when it is read back.

A check answers with the value as settings hold it, and raises `ValueError` for one that cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final
from zoneinfo import available_timezones

from tongits import match

Check = Callable[[object], Any]

ALL_CLOCKS: Final = (30, 60, 120, 600, 24 * 3600)  # seconds a turn
DEFAULT_CLOCK_S: Final = 60
NOWHERE: Final = frozenset({"localtime", "Factory"})  # as whatever machine it is has it
MANILA: Final = "Asia/Manila"  # known everywhere, also where the system knows no zones
MOST_IDS: Final = 25  # what a select of Discord takes

# Numbers, and ranges of (least, most), with what they may be.
NUMBERS: Final[Mapping[str, tuple[int, int]]] = {
    "daily_hour": (0, 23),
    "account_days": (0, 365),
    "member_days": (0, 365),
    "daily_loss": (0, 1_000_000),
    "tables_each": (1, 10),
}
PAIRS: Final[Mapping[str, tuple[int, int]]] = {
    "stakes": (match.MIN_STAKE, match.MAX_STAKE),
    "rates": (match.MIN_RATE, match.MAX_RATE),
}


def number_within(least: int, most: int) -> Check:
    """Checks whole numbers."""

    def check(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError("no such number")
        return value

    return check


def pair_within(least: int, most: int) -> Check:
    """Checks ranges: two numbers, the first not above the second.

    >>> pair_within(1, 9)([2, 5])
    (2, 5)
    """
    number = number_within(least, most)

    def check(value: object) -> tuple[int, int]:
        first, second = (number(one) for one in _listed(value))
        if first > second:
            raise ValueError("the least is above the most")
        return first, second

    return check


def one_of(known: Sequence[object]) -> Check:
    """Checks a choice."""

    def check(value: object) -> object:
        if not any(type(value) is type(one) and value == one for one in known):
            raise ValueError("no such choice")
        return value

    return check


def some_of(known: Sequence[object]) -> Check:
    """Checks one choice or more; they come back in the order in which they are offered.

    >>> some_of((30, 60, 120))([120, 30])
    (30, 120)
    """
    check_one = one_of(known)

    def check(value: object) -> tuple[object, ...]:
        chosen = [check_one(one) for one in _listed(value)]
        if not chosen:
            raise ValueError("nothing is chosen")
        return tuple(one for one in known if one in chosen)

    return check


def ids(value: object) -> tuple[int, ...]:
    """Checks ids of Discord; none are some, too.

    >>> ids([5, 5, 7])
    (5, 7)
    """
    number = number_within(1, 2**63 - 1)
    found = tuple(dict.fromkeys(number(one) for one in _listed(value)))
    if len(found) > MOST_IDS:
        raise ValueError("too many of them")
    return found


def zone(value: object) -> str:
    """Checks the name of a time zone, however it is written.

    >>> zone("asia/manila")
    'Asia/Manila'
    >>> zone("localtime")
    Traceback (most recent call last):
    ValueError: no such time zone
    """
    found = _zones().get(value.strip().casefold()) if isinstance(value, str) else None
    if found is None:
        raise ValueError("no such time zone")
    return found


def flag(value: object) -> bool:
    """Checks a switch."""
    if not isinstance(value, bool):
        raise ValueError("neither on nor off")  # noqa: TRY004  # all checks raise the same
    return value


def _listed(value: object) -> list[object] | tuple[object, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError("no list")  # noqa: TRY004  # all checks raise the same
    return value


@lru_cache(1)
def _zones() -> Mapping[str, str]:
    return {name.casefold(): name for name in (MANILA, *(available_timezones() - NOWHERE))}
