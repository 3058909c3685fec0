"""What happened at a table around its hands. With the hand's own events they are its journal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tongits import events as hand_events
from tongits.rules import Rules
from tongits.scoring import Settlement
from tongits.seats import SeatNo

LeftWhy = Literal["asked", "away", "short", "closed", "kicked", "gone", "limit"]
ClosedWhy = Literal[
    "empty",
    "idle",
    "ended",
    "channel-gone",
    "forbidden",
    "outage",
    "moderator",
    "stuck",
    "damaged",
]
PausedWhy = Literal["forbidden", "outage"]


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table was opened in a channel or thread; its rules never change after this.

    Without `moves_chips` its seats hold points, which come from nowhere and go nowhere.
    """

    guild_id: int
    channel_id: int
    rules: Rules
    stake_chips: int
    rate: int
    clock_s: int
    moves_chips: bool = True
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
    """The next move of the seat is not its own: time ran out, it left, or it is away."""

    seat: SeatNo
    why: Literal["clock", "left", "away"]
    kind: Literal["played_for"] = "played_for"


@dataclass(frozen=True, slots=True)
class WentAway:
    """The seat missed too often: a stand-in plays for it until its owner is back."""

    seat: SeatNo
    kind: Literal["went_away"] = "went_away"


@dataclass(frozen=True, slots=True)
class CameBack:
    """The owner of a seat that was away plays again."""

    seat: SeatNo
    kind: Literal["came_back"] = "came_back"


@dataclass(frozen=True, slots=True)
class TablePaused:
    """The channel cannot be written to: nothing is decided and no clock runs until it can."""

    why: PausedWhy
    kind: Literal["table_paused"] = "table_paused"


@dataclass(frozen=True, slots=True)
class TableResumed:
    """The table goes on; whoever is asked has the whole time again."""

    kind: Literal["table_resumed"] = "table_resumed"


@dataclass(frozen=True, slots=True)
class WalkedOut:
    """A player left in mid-hand, or had to: a stand-in plays on, then the seat is cashed out."""

    seat: SeatNo
    why: LeftWhy = "asked"
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


SeatEvent = (
    SeatTaken | SeatLeft | PlayedFor | WentAway | CameBack | WalkedOut | ToppedUp | SeatReady
)
WholeTableEvent = (
    TableOpened
    | HostPassed
    | StartNoticed
    | LobbyReopened
    | HandStarted
    | HandSettled
    | SessionEnded
    | Refilled
    | TablePaused
    | TableResumed
    | TableClosed
)
TableOnlyEvent = SeatEvent | WholeTableEvent
HandEvent = hand_events.Event
TableEvent = TableOnlyEvent | HandEvent
