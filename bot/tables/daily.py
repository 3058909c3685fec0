"""The chips of the day: which day it is, when the next begins, and what a streak brings. Pure.

A day begins at a fixed hour of a time zone, never 24 hours after the last claim: so it does not
drift, and nobody loses a streak to having been early. Days are ordinals of `datetime.date`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

from bot.tables.days import CHIPS_ZONE

MANILA: Final = "Asia/Manila"


@dataclass(frozen=True, slots=True)
class DailyTerms:
    """When a day begins and what it pays.

    `grace_days` is how many days running may be missed before a streak ends.
    """

    hour: int = 0
    zone: str = MANILA
    first_chips: int = 100
    step_chips: int = 20
    most_chips: int = 200
    grace_days: int = 1


DAILY: Final = DailyTerms()


def day_of(now_ms: int, terms: DailyTerms = DAILY) -> int:
    """The day of a moment: the last one that has begun.

    >>> date.fromordinal(day_of(1_796_000_000_000)).isoformat()
    '2026-11-30'
    >>> date.fromordinal(day_of(1_796_000_000_000, DailyTerms(hour=9))).isoformat()
    '2026-11-29'
    """
    local = datetime.fromtimestamp(now_ms / 1000, UTC).astimezone(_zone(terms.zone))
    newest = local.date().toordinal() + 1
    return next(day for day in range(newest, 0, -1) if begins_ms(day, terms) <= now_ms)


def begins_ms(day: int, terms: DailyTerms = DAILY) -> int:
    """When a day begins, ms since 1970.

    An hour that the clocks skip is when they skip it; of one that comes twice the first counts.
    """
    start = datetime.combine(date.fromordinal(day), time(terms.hour), _zone(terms.zone))
    return int(start.timestamp() * 1000)


def next_day_ms(now_ms: int, terms: DailyTerms = DAILY) -> int:
    """When the next day begins, ms since 1970; later than now."""
    return begins_ms(day_of(now_ms, terms) + 1, terms)


def streak_on(day: int, last_day: int | None, length: int, terms: DailyTerms = DAILY) -> int:
    """The streak with a claim on that day, after one of `length` that was last added to then.

    >>> [streak_on(10, last_day, 5) for last_day in (None, 9, 8, 7)]
    [1, 6, 6, 1]
    """
    is_kept = last_day is not None and day - last_day <= 1 + terms.grace_days
    return length + 1 if is_kept else 1


def chips_for(streak: int, terms: DailyTerms = DAILY) -> int:
    """What the claim with which a streak reaches this length pays, in chips.

    >>> [chips_for(streak) for streak in (1, 2, 5, 6, 365)]
    [100, 120, 180, 200, 200]
    """
    return min(terms.first_chips + (streak - 1) * terms.step_chips, terms.most_chips)


def _zone(name: str) -> tzinfo:
    """The time zone; the usual one also where the system knows no zones, as on Windows."""
    return CHIPS_ZONE if name == MANILA else ZoneInfo(name)
