"""Three seats, 0 to 2; turn order is 0, 1, 2, 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NewType, TypeVar

SeatNo = NewType("SeatNo", int)
T = TypeVar("T")

SEATS: Final[tuple[SeatNo, SeatNo, SeatNo]] = (SeatNo(0), SeatNo(1), SeatNo(2))


def next_seat(seat: SeatNo) -> SeatNo:
    """The seat that plays after this one.

    >>> next_seat(SeatNo(2))
    0
    """
    return SEATS[(seat + 1) % 3]


def from_seat(seat: SeatNo) -> tuple[SeatNo, SeatNo, SeatNo]:
    """All seats in turn order, this one first."""
    return SEATS[seat], SEATS[(seat + 1) % 3], SEATS[(seat + 2) % 3]


def with_seat(values: Sequence[T], seat: SeatNo, value: T) -> tuple[T, T, T]:
    """Three values with one seat's replaced.

    >>> with_seat((1, 2, 3), SeatNo(1), 9)
    (1, 9, 3)
    """
    first, second, third = values
    if seat == 0:
        return value, second, third
    return (first, value, third) if seat == 1 else (first, second, value)
