"""What happened in a hand, past tense. A hand's events, folded, are its state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tongits.cards import Card
from tongits.melds import MeldKind, Named
from tongits.rules import Reply
from tongits.seats import SeatNo

Ending = Literal["tongits", "call", "stock"]


@dataclass(frozen=True, slots=True)
class Bonuses:
    """What the winner's cards are worth beyond the win (rules.md 1.7, 2.3).

    Aces and kings count in hand and in own melds where the winner put them; `secrets` and
    `long_runs` are numbers of melds; `kang` if a stock draw had completed a four in hand.
    """

    aces: int = 0
    kings: int = 0
    secrets: int = 0
    long_runs: int = 0
    kang: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended, per seat; `winner` None is a void hand (everybody burned)."""

    ending: Ending
    winner: SeatNo | None
    caller: SeatNo | None
    last_drawer: SeatNo | None
    deadwood: tuple[int, int, int]
    opened: tuple[bool, bool, bool]
    burned: tuple[bool, bool, bool]
    replies: tuple[Reply | None, Reply | None, Reply | None]
    bonuses: Bonuses = Bonuses()


@dataclass(frozen=True, slots=True)
class Dealt:
    """The whole deck in order: 13 to the dealer, 12 to each other seat, the rest is the stock."""

    dealer: SeatNo
    deck: tuple[Card, ...] = field(repr=False)
    kind: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class Drew:
    """The seat drew from the stock."""

    seat: SeatNo
    card: Card = field(repr=False)
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True, slots=True)
class Took:
    """The seat took the top of the discard pile."""

    seat: SeatNo
    card: Card
    kind: Literal["took"] = "took"


@dataclass(frozen=True, slots=True)
class Laid:
    """The seat laid a new meld, cards in laying order.

    `with_taken` if it came with the taken card, as the rules wanted; it cannot be taken back.
    """

    seat: SeatNo
    meld_kind: MeldKind
    cards: tuple[Card, ...]
    named: Named = ()
    with_taken: bool = False
    kind: Literal["laid"] = "laid"


@dataclass(frozen=True, slots=True)
class LaidFaceDown:
    """The seat laid four of a kind that nobody else sees."""

    seat: SeatNo
    cards: tuple[Card, ...] = field(repr=False)
    kind: Literal["laid_face_down"] = "laid_face_down"


@dataclass(frozen=True, slots=True)
class LaidOff:
    """The seat laid cards off on a meld (sapaw)."""

    seat: SeatNo
    meld: int
    cards: tuple[Card, ...]
    named: Named = ()
    kind: Literal["laid_off"] = "laid_off"


@dataclass(frozen=True, slots=True)
class TookBack:
    """The seat took its newest lay or sapaw of this turn back into its hand."""

    seat: SeatNo
    kind: Literal["took_back"] = "took_back"


@dataclass(frozen=True, slots=True)
class Discarded:
    """The seat threw a card; its turn is over."""

    seat: SeatNo
    card: Card
    kind: Literal["discarded"] = "discarded"


@dataclass(frozen=True, slots=True)
class Declared:
    """The seat declared Tongits with complete melds in hand."""

    seat: SeatNo
    kind: Literal["declared"] = "declared"


@dataclass(frozen=True, slots=True)
class Called:
    """The seat called (Tawag)."""

    seat: SeatNo
    kind: Literal["called"] = "called"


@dataclass(frozen=True, slots=True)
class Answered:
    """The seat answered the call; secret until the last answer is in."""

    seat: SeatNo
    reply: Reply = field(repr=False)
    kind: Literal["answered"] = "answered"


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over."""

    outcome: Outcome
    kind: Literal["hand_ended"] = "hand_ended"


Event = (
    Dealt
    | Drew
    | Took
    | Laid
    | LaidFaceDown
    | LaidOff
    | TookBack
    | Discarded
    | Declared
    | Called
    | Answered
    | HandEnded
)
