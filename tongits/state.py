"""The state of one hand, and how an event changes it. `evolve` never refuses; `engine` decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import reduce
from typing import Final, assert_never

from tongits.cards import Card
from tongits.events import (
    Answered,
    Called,
    Dealt,
    Discarded,
    Drew,
    Event,
    HandEnded,
    Laid,
    LaidOff,
    Outcome,
    Took,
    TookBack,
)
from tongits.melds import MeldKind, in_order
from tongits.rules import Reply, Rules
from tongits.seats import SEATS, SeatNo, from_seat, next_seat, with_seat

HAND_SIZE: Final = 12  # the dealer gets one more; rules.md 1.1


class Phase(StrEnum):
    """What the hand waits for."""

    START = "start"  # the seat in turn draws, takes or calls
    ACT = "act"  # it may lay and sapaw, then throws
    REPLY = "reply"  # opened seats answer a call
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table; it stays its owner's whoever lays cards off on it."""

    owner: SeatNo
    kind: MeldKind
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A lay or sapaw of the turn in play, as `TookBack` needs it."""

    meld: int
    cards: tuple[Card, ...]
    is_new: bool


@dataclass(frozen=True, slots=True)
class GameState:
    """One hand. Secret fields stay out of `repr`, so no log or traceback shows a card."""

    rules: Rules
    dealer: SeatNo
    turn_seat: SeatNo
    turn_no: int
    phase: Phase
    hands: tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]] = field(repr=False)
    stock: tuple[Card, ...] = field(repr=False)
    seen: tuple[frozenset[Card], frozenset[Card], frozenset[Card]]  # cards in hands that all saw
    discards: tuple[Card, ...] = ()
    melds: tuple[TableMeld, ...] = ()
    drew: Card | None = field(default=None, repr=False)  # from the stock in this turn
    taken: Card | None = None  # from the discard pile in this turn
    placed: tuple[Placed, ...] = ()  # this turn's lays and sapaw, oldest first
    idle_turns: int = 0  # turns running without a stock draw, a new meld or a sapaw
    last_drawer: SeatNo | None = None
    caller: SeatNo | None = None
    replies: tuple[Reply | None, Reply | None, Reply | None] = field(
        default=(None, None, None), repr=False
    )
    outcome: Outcome | None = None

    def is_opened(self, seat: SeatNo) -> bool:
        """Whether the seat has a meld of its own on the table; if not it is burned (sunog)."""
        return any(meld.owner == seat for meld in self.melds)


def deal(rules: Rules, dealt: Dealt) -> GameState:
    """The state a deal opens: the dealer holds 13 cards and acts without drawing."""
    hands: list[tuple[Card, ...]] = [(), (), ()]
    top = 0
    for seat in from_seat(dealt.dealer):
        size = HAND_SIZE + (seat == dealt.dealer)
        hands[seat] = dealt.deck[top : top + size]
        top += size
    return GameState(
        rules=rules,
        dealer=dealt.dealer,
        turn_seat=dealt.dealer,
        turn_no=1,
        phase=Phase.ACT,
        hands=(hands[0], hands[1], hands[2]),
        stock=dealt.deck[top:],
        seen=(frozenset(), frozenset(), frozenset()),
    )


def fold(rules: Rules, events: Iterable[Event]) -> GameState:
    """The state after a hand's events, the deal first."""
    stream = iter(events)
    first = next(stream)
    if not isinstance(first, Dealt):
        raise TypeError("a hand begins with its deal")
    return reduce(evolve, stream, deal(rules, first))


def evolve(state: GameState, event: Event) -> GameState:
    """The state after the event."""
    match event:
        case Dealt():
            return deal(state.rules, event)
        case Drew(seat=seat, card=card):
            return _with_card(state, seat, card, drew=card, stock=state.stock[1:], last_drawer=seat)
        case Took(seat=seat, card=card):
            taken = _with_card(state, seat, card, taken=card, discards=state.discards[:-1])
            return replace(taken, seen=_seen(taken, seat, add=(card,)))
        case Laid(seat=seat, meld_kind=kind, cards=cards):
            meld = TableMeld(seat, kind, cards)
            placed = Placed(len(state.melds), cards, is_new=True)
            return replace(
                _without(state, seat, cards),
                melds=(*state.melds, meld),
                placed=(*state.placed, placed),
            )
        case LaidOff(seat=seat, meld=number, cards=cards):
            placed = Placed(number, cards, is_new=False)
            grown = (*state.melds[number].cards, *cards)
            return replace(
                _without(state, seat, cards),
                melds=_with_meld(state, number, grown),
                placed=(*state.placed, placed),
            )
        case TookBack(seat=seat):
            return _taken_back(state, seat)
        case Discarded(seat=seat, card=card):
            return _turn_passed(_without(state, seat, (card,)), card)
        case Called(seat=seat):
            return replace(state, caller=seat, phase=Phase.REPLY)
        case Answered(seat=seat, reply=reply):
            return replace(state, replies=with_seat(state.replies, seat, reply))
        case HandEnded(outcome=outcome):
            return replace(state, outcome=outcome, phase=Phase.OVER)
        case _:
            assert_never(event)


def _with_card(state: GameState, seat: SeatNo, card: Card, **changes: object) -> GameState:
    hands = with_seat(state.hands, seat, (*state.hands[seat], card))
    return replace(state, hands=hands, phase=Phase.ACT, **changes)  # type: ignore[arg-type]  # fields of GameState


def _without(state: GameState, seat: SeatNo, cards: tuple[Card, ...]) -> GameState:
    kept = tuple(card for card in state.hands[seat] if card not in cards)
    seen = with_seat(state.seen, seat, state.seen[seat].difference(cards))
    return replace(state, hands=with_seat(state.hands, seat, kept), seen=seen)


def _seen(
    state: GameState, seat: SeatNo, add: tuple[Card, ...]
) -> tuple[frozenset[Card], frozenset[Card], frozenset[Card]]:
    return with_seat(state.seen, seat, state.seen[seat].union(add))


def _with_meld(state: GameState, number: int, cards: tuple[Card, ...]) -> tuple[TableMeld, ...]:
    grown = replace(state.melds[number], cards=in_order(cards, state.rules.ace_in_runs))
    return (*state.melds[:number], grown, *state.melds[number + 1 :])


def _taken_back(state: GameState, seat: SeatNo) -> GameState:
    """Everything as it was before the newest lay or sapaw; the cards have now been seen."""
    newest = state.placed[-1]
    meld = state.melds[newest.meld]
    if newest.is_new:
        melds = state.melds[:-1]
    else:
        rest = tuple(card for card in meld.cards if card not in newest.cards)
        melds = _with_meld(state, newest.meld, rest)
    hand = (*state.hands[seat], *newest.cards)
    return replace(
        state,
        hands=with_seat(state.hands, seat, hand),
        seen=_seen(state, seat, add=newest.cards),
        melds=melds,
        placed=state.placed[:-1],
    )


def _turn_passed(state: GameState, thrown: Card) -> GameState:
    idle = state.drew is None and not state.placed
    return replace(
        state,
        discards=(*state.discards, thrown),
        turn_seat=next_seat(state.turn_seat),
        turn_no=state.turn_no + 1,
        phase=Phase.START,
        drew=None,
        taken=None,
        placed=(),
        idle_turns=state.idle_turns + 1 if idle else 0,
    )


def all_cards(state: GameState) -> list[Card]:
    """Every card wherever it is; 52 different ones in any state."""
    held = [card for seat in SEATS for card in state.hands[seat]]
    laid = [card for meld in state.melds for card in meld.cards]
    return [*held, *laid, *state.stock, *state.discards]
