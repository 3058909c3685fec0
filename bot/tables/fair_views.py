"""What the report on fair play shows, as plain values. A name is "" for somebody erased."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class HandMark:
    """Where a finished hand is to be found."""

    table_id: str
    hand_no: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class FigureView:
    """One figure of a pair beside what is likely; `is_unusual` if chance does not explain it.

    `first` is who paid, or who threw; `found` and `likely` are chips, or discards of `chances`.
    """

    question: Literal["flow", "joint", "feeding"]
    first: str
    second: str
    found: int
    likely: int
    chances: int
    is_unusual: bool
    hands: tuple[HandMark, ...]


@dataclass(frozen=True, slots=True)
class PairView:
    """Two people: names, hands together, and those in a hundred of each one's hands."""

    names: tuple[str, str]
    together: int
    percent: tuple[int, int]
    figures: tuple[FigureView, ...]


@dataclass(frozen=True, slots=True)
class FairView:
    """The most unusual pairs, and what was looked at; `about` None for all of the server.

    `compared`: pairs with `least_hands` together in the last `days`. `read`: of the hands, those
    whose discards were looked at. Chance brings an unusual pair in one of so many `reports`.
    """

    about: str | None
    pairs: tuple[PairView, ...]
    unusual: int  # pairs, those that are not listed included
    compared: int
    hands: int
    read: int
    days: int
    least_hands: int
    reports: int
