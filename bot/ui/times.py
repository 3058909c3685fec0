"""Moments as Discord shows them: the client counts down by itself, so nothing is edited for it."""

from __future__ import annotations


def relative(at_ms: int) -> str:
    """A moment as `in 40 seconds`, counted by the reader's client.

    >>> relative(1_700_000_000_999)
    '<t:1700000000:R>'
    """
    return f"<t:{at_ms // 1000}:R>"


def clock_time(at_ms: int) -> str:
    """A moment as a short date and time in the reader's time zone.

    >>> clock_time(1_700_000_000_000)
    '<t:1700000000:f>'
    """
    return f"<t:{at_ms // 1000}:f>"


def day(at_ms: int) -> str:
    """A moment as a date in the reader's time zone.

    >>> day(1_700_000_000_000)
    '<t:1700000000:d>'
    """
    return f"<t:{at_ms // 1000}:d>"
