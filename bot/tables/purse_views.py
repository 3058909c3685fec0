"""What the statement and the chips of the day show, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One transfer as its player sees it; `why` is a code of the ledger.

    `chips_after` is what the wallet, or the seat at the table, held then.
    """

    at_ms: int
    why: str
    chips: int
    place: Literal["wallet", "table"]
    chips_after: int
    channel_id: int | None
    hand_no: int | None


@dataclass(frozen=True, slots=True)
class HistoryView:
    """A page (0 = the newest lines) of somebody's statement on one server, newest first."""

    page: int
    pages: int
    lines: tuple[HistoryLine, ...]


@dataclass(frozen=True, slots=True)
class DailyView:
    """What a claim paid, the streak with it, what the next one will pay, and when that may be."""

    chips: int
    streak: int
    wallet_chips: int
    next_chips: int
    next_at_ms: int
    grace_days: int  # that may be missed before the streak ends
