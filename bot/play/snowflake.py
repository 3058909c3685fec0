"""Discord ids: 42 bits of milliseconds since 2015, then a counter."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

DISCORD_EPOCH_MS = 1_420_070_400_000


def created_ms(snowflake: str) -> int:
    """Milliseconds since 1970 at which an id was made.

    >>> created_ms("175928847299117063")
    1462015105796
    """
    return (int(snowflake) >> 22) + DISCORD_EPOCH_MS


def timestamp(ago_ms: int = 0) -> str:
    """A moment so long ago as Discord writes it: ISO 8601 with microseconds and offset."""
    moment = datetime.now(UTC) - timedelta(milliseconds=ago_ms)
    return moment.isoformat(timespec="microseconds")


class Snowflakes:
    """Makes ids that only ever grow, also within one millisecond."""

    def __init__(self) -> None:
        self._last = 0

    def new(self) -> str:
        """A fresh id as a string of digits."""
        now = (time.time_ns() // 1_000_000 - DISCORD_EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return str(self._last)

    def older(self, ago_ms: int) -> str:
        """A fresh id of something that was made so long ago."""
        return str(int(self.new()) - (ago_ms << 22))
