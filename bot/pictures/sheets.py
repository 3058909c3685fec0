"""What is to be drawn, as plain values with every word in its language; it goes to another process.

A sheet holds nothing that the text beside the picture does not say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field, TypeAdapter

Points = tuple[tuple[int, int], ...]  # day as a proleptic Gregorian ordinal, chips
Ticks = tuple[tuple[int, str], ...]  # day, its word


@dataclass(frozen=True, slots=True)
class LineChart:
    """Chips over days."""

    title: str
    points: Points
    ticks: Ticks


@dataclass(frozen=True, slots=True)
class BarChart:
    """A count for each word, in this order from above."""

    title: str
    bars: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class ProfileSheet:
    """Somebody's chips over time and by what they won."""

    title: str
    month: LineChart
    ever: LineChart
    ways: BarChart
    kind: Literal["profile"] = "profile"


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of a leaderboard; `share` of the best one's value, -1 to 1, is how long its bar is."""

    rank: str
    name: str
    value: str
    share: float
    is_viewer: bool


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """The top of a leaderboard."""

    title: str
    lines: tuple[BoardLine, ...]
    kind: Literal["board"] = "board"


Sheet = ProfileSheet | BoardSheet

_SHEETS: Final[TypeAdapter[Sheet]] = TypeAdapter(Annotated[Sheet, Field(discriminator="kind")])


def to_json(sheet: Sheet) -> bytes:
    """The sheet on one line."""
    return _SHEETS.dump_json(sheet)


def from_json(line: bytes) -> Sheet:
    """The sheet of a line. Raises `ValueError`."""
    return _SHEETS.validate_json(line)
