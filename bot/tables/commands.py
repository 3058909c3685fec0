"""What people, the clock and the process ask of a table. Each is answered by `decide.decide`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from bot.tables.events import ClosedWhy, PausedWhy
from tongits.moves import Move
from tongits.seats import SeatNo


@dataclass(frozen=True, slots=True)
class Join:
    """Take a free seat."""

    player_id: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Give the seat up; in mid-hand it is played for until the hand ends."""

    player_id: str


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a player's seat away: a moderator wants it, or Discord knows them no more."""

    player_id: str
    why: Literal["kicked", "gone"]


@dataclass(frozen=True, slots=True)
class Return:
    """Play again after being away; who was cashed out sits down again where a seat is free."""

    player_id: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop every clock: the table's channel cannot be written to."""

    why: PausedWhy


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on after a pause."""


@dataclass(frozen=True, slots=True)
class Start:
    """Deal the first hand now instead of after the notice."""

    player_id: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Want the next hand; `hand_no` is the hand whose result was looked at."""

    player_id: str
    hand_no: int


@dataclass(frozen=True, slots=True)
class Play:
    """Answer the seat's open decision with a move."""

    player_id: str
    seat: SeatNo
    token: str = field(repr=False)
    move: Move = field(repr=False)


@dataclass(frozen=True, slots=True)
class Expire:
    """The time of an open decision is up."""

    subject: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Close:
    """End the table whatever it is doing; chips and stakes go back."""

    why: ClosedWhy


Command = Join | Leave | Remove | Return | Pause | Resume | Start | Ready | Play | Expire | Close
