"""The times a leaderboard speaks of, and the key under which the sums of each are kept.

A day begins at midnight in Manila, a week on Monday, a season with a quarter of the year. The
migrations say the same in SQL.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Final, Literal, NamedTuple

Span = Literal["today", "week", "month", "season"]

ALL: Final = "all"
SPANS: Final[tuple[Span, ...]] = ("today", "week", "month", "season")
ZONE: Final = timezone(timedelta(hours=8))  # Manila, everywhere, as for the chips' days
SEASON_MONTHS: Final = 3
DAY_MS: Final = 24 * 3_600_000  # Manila knows no summer time
FIRST_SEASON_YEAR: Final = 2026  # season 1 begins with this year

_NUMBERED: Final = re.compile(r"s[1-9]\d{0,3}")


class Season(NamedTuple):
    """A season's number, and its first and last month as `2026-10`."""

    number: int
    first_month: str
    last_month: str


def keys(at_ms: int) -> tuple[str, ...]:
    """All keys that something done at this moment counts under.

    >>> keys(1_796_000_000_000)
    ('all', 'd20261130', 'w20261130', 'm202611', 's4')
    """
    return (ALL, *(_key(span, date_of(at_ms)) for span in SPANS))


def key_of(period: str, now_ms: int) -> str:
    """The key of a period as people name it: a span of now, a season such as `s3`, or all time.

    Raises `ValueError` for another word.

    >>> key_of("month", 1_796_000_000_000), key_of("s3", 0), key_of("all", 0)
    ('m202611', 's3', 'all')
    """
    for span in SPANS:
        if period == span:
            return _key(span, date_of(now_ms))
    if not is_period(period):
        raise ValueError(f"{period!r} is no period")
    return period


def is_period(word: str) -> bool:
    """Whether a word names a period.

    >>> [is_period(word) for word in ("today", "all", "s12", "s0", "year")]
    [True, True, True, False, False]
    """
    return word in SPANS or word == ALL or _NUMBERED.fullmatch(word) is not None


def season_at(at_ms: int) -> int:
    """The number of the season a moment lies in.

    >>> season_at(1_796_000_000_000)
    4
    """
    return _season(date_of(at_ms))


def day_of(at_ms: int) -> tuple[int, int]:
    """When the day of a moment began and when the next one begins, ms since 1970.

    >>> day_of(1_796_000_000_000)
    (1795968000000, 1796054400000)
    """
    midnight = datetime.combine(date_of(at_ms), datetime.min.time(), ZONE)
    began = int(midnight.timestamp()) * 1000
    return began, began + DAY_MS


def season(number: int) -> Season:
    """When a season is.

    >>> season(5)
    Season(number=5, first_month='2027-01', last_month='2027-03')
    """
    first = FIRST_SEASON_YEAR * 12 + (number - 1) * SEASON_MONTHS
    return Season(number, _month(first), _month(first + SEASON_MONTHS - 1))


def date_of(at_ms: int) -> date:
    """The day of a moment.

    >>> date_of(1_796_000_000_000)
    datetime.date(2026, 11, 30)
    """
    return datetime.fromtimestamp(at_ms // 1000, UTC).astimezone(ZONE).date()


def _key(span: Span, day: date) -> str:
    match span:
        case "today":
            return f"d{day:%Y%m%d}"
        case "week":
            return f"w{day - timedelta(days=day.weekday()):%Y%m%d}"
        case "month":
            return f"m{day:%Y%m}"
        case "season":
            return f"s{_season(day)}"


def _season(day: date) -> int:
    months = (day.year - FIRST_SEASON_YEAR) * 12 + day.month - 1
    return months // SEASON_MONTHS + 1


def _month(months: int) -> str:
    return f"{months // 12}-{months % 12 + 1:02}"
