"""What a profile shows, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Final, Literal

Way = Literal["tongits", "call", "answer", "stock"]
WAYS: Final[tuple[Way, ...]] = ("tongits", "call", "answer", "stock")


@dataclass(frozen=True, slots=True)
class ChipsPoint:
    """What somebody had won and lost altogether at the end of a day."""

    day: date
    chips: int


@dataclass(frozen=True, slots=True)
class RatingView:
    """A skill and the doubt about it in whole points, after so many rated hands."""

    points: int
    doubt: int
    hands: int


@dataclass(frozen=True, slots=True)
class VersusView:
    """What the viewer and the shown player did in hands they both played.

    `net_chips` went from the shown player to the viewer.
    """

    hands: int
    viewer_won: int
    player_won: int
    net_chips: int


@dataclass(frozen=True, slots=True)
class ProfileView:
    """Somebody on one server, all time. `ways` counts hands won, by what, in the order of `WAYS`.

    `month` has a point for the eve of the last 30 days and for each of them, `ever` at most 60 from
    the eve of the first day on.
    """

    name: str = field(repr=False)
    is_viewer: bool
    hands: int
    won: int
    burned: int
    calls: int
    calls_won: int
    net_chips: int
    biggest_chips: int
    best_streak: int
    ways: tuple[int, int, int, int]
    rating: RatingView | None
    versus: VersusView | None
    month: tuple[ChipsPoint, ...]
    ever: tuple[ChipsPoint, ...]
