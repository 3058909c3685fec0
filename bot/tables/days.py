"""The chips' days: each brings one refill."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Final

# A day of the chips begins at midnight in Manila, everywhere (platform.md 15, rule 28).
CHIPS_ZONE: Final = timezone(timedelta(hours=8))


def chips_day(now_ms: int) -> str:
    """The chips' day of a moment, as `YYYYMMDD`.

    >>> chips_day(1_796_000_000_000)
    '20261130'
    """
    return datetime.fromtimestamp(now_ms / 1000, UTC).astimezone(CHIPS_ZONE).strftime("%Y%m%d")


def next_chips_day_ms(now_ms: int) -> int:
    """When the next day of the chips begins, ms since 1970."""
    today = datetime.fromtimestamp(now_ms / 1000, UTC).astimezone(CHIPS_ZONE)
    midnight = (today + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return int(midnight.timestamp() * 1000)
