"""What happened at a table around its hands. With the hand's own events they are its journal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tongits import events as hand_events
from tongits.rules import Rules
from tongits.scoring import Settlement
from tongits.seats import SeatNo

LeftWhy = Literal["asked", "away", "short", "closed"]
ClosedWhy = Literal["empty", "idle", "ended", "channel-gone"]


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table was opened in a channel or thread; its rules never change after this."""

    guild_id: int
    channel_id: int
    rules: Rules
    stake_chips: int
    rate: int
    clock_s: int
    kind: Literal["table_opened"] = "table_opened"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player sat down and bought in from the wallet."""

    seat: SeatNo
    player_id: str
    chips: int
    kind: Literal["seat_taken"] = "seat_taken"


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat opened; its table chips went back to the wallet."""

    seat: SeatNo
    chips: int
    why: LeftWhy
    kind: Literal["seat_left"] = "seat_left"


@dataclass(frozen=True, slots=True)
class HostPassed:
    """Another seat decides when the table starts."""

    seat: SeatNo
    kind: Literal["host_passed"] = "host_passed"


@dataclass(frozen=True, slots=True)
class StartNoticed:
    """The table is full: the hand is dealt after a short notice."""

    kind: Literal["start_noticed"] = "start_noticed"


@dataclass(frozen=True, slots=True)
class LobbyReopened:
    """A seat is open: the table waits for players again."""

    kind: Literal["lobby_reopened"] = "lobby_reopened"


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand begins: every seat antes the stake. The deal follows."""

    hand_no: int
    kind: Literal["hand_started"] = "hand_started"


@dataclass(frozen=True, slots=True)
class PlayedFor:
    """The next move of the seat is not its own: time ran out, or it left in mid-hand."""

    seat: SeatNo
    why: Literal["clock", "left"]
    kind: Literal["played_for"] = "played_for"


@dataclass(frozen=True, slots=True)
class WalkedOut:
    """A player left in mid-hand: the seat is played for, settles, then is cashed out."""

    seat: SeatNo
    kind: Literal["walked_out"] = "walked_out"


@dataclass(frozen=True, slots=True)
class HandSettled:
    """The chips of the hand that just ended moved.

    `hitter_chips` is the hitter pot that the winner took; `totals` where a progressive session
    stands after the hand, per seat.
    """

    settlement: Settlement
    hitter_chips: int = 0
    totals: tuple[int, int, int] = (0, 0, 0)
    kind: Literal["hand_settled"] = "hand_settled"


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """A progressive session is over: these seats lost it; the next hand begins another."""

    losers: tuple[SeatNo, ...]
    kind: Literal["session_ended"] = "session_ended"


@dataclass(frozen=True, slots=True)
class ToppedUp:
    """A seat under the minimum got chips from its wallet between hands."""

    seat: SeatNo
    chips: int
    kind: Literal["topped_up"] = "topped_up"


@dataclass(frozen=True, slots=True)
class Refilled:
    """A player with no chips left got the day's refill into the wallet."""

    player_id: str
    chips: int
    day: str
    kind: Literal["refilled"] = "refilled"


@dataclass(frozen=True, slots=True)
class SeatReady:
    """The seat wants the next hand now."""

    seat: SeatNo
    kind: Literal["seat_ready"] = "seat_ready"


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is over; carried stakes go back to who paid them."""

    why: ClosedWhy
    kind: Literal["table_closed"] = "table_closed"


TableOnlyEvent = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | HostPassed
    | StartNoticed
    | LobbyReopened
    | HandStarted
    | PlayedFor
    | WalkedOut
    | HandSettled
    | SessionEnded
    | ToppedUp
    | Refilled
    | SeatReady
    | TableClosed
)
HandEvent = hand_events.Event
TableEvent = TableOnlyEvent | HandEvent
