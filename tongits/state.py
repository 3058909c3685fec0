"""The state of one hand, and how an event changes it. `evolve` never refuses; `engine` decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from typing import TYPE_CHECKING, Final, assert_never

from tongits.cards import Card
from tongits.events import (
    Answered,
    Called,
    Dealt,
    Declared,
    Discarded,
    Drew,
    Event,
    HandEnded,
    Laid,
    LaidFaceDown,
    LaidOff,
    Outcome,
    Took,
    TookBack,
)
from tongits.melds import FOUR, Meld, MeldKind, Named, extended
from tongits.rules import Reply, Rules, preset
from tongits.seats import SEATS, SeatNo, from_seat, next_seat, with_seat

LONG_MELD = 4  # cards of a fresh meld that tongits.net counts as an own sapaw; 2.2 row 6


class Phase(StrEnum):
    """What the hand waits for."""

    START = "start"  # the seat in turn draws, takes or calls
    ACT = "act"  # it may lay and sapaw, then throws
    REPLY = "reply"  # seats that may challenge answer a call
    OVER = "over"


START, ACT, REPLY, OVER = Phase.START, Phase.ACT, Phase.REPLY, Phase.OVER


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table; it stays its owner's whoever lays cards off on it.

    `guests` are the cards that other seats laid off on it. A face-down four is seen by its owner.
    """

    owner: SeatNo
    kind: MeldKind
    cards: tuple[Card, ...] = field(repr=False)
    named: Named = ()
    guests: frozenset[Card] = frozenset()
    face_down: bool = False

    @property
    def meld(self) -> Meld:
        """The meld without its place at the table."""
        return Meld(self.kind, self.cards, self.named)


@dataclass(frozen=True, slots=True)
class Block:
    """Why a seat may not call: `by` laid these cards off on its meld number `meld`."""

    by: SeatNo
    meld: int
    cards: tuple[Card, ...]


Blocks = tuple[Block | None, Block | None, Block | None]


@dataclass(frozen=True, slots=True)
class Placed:
    """A lay or sapaw of the turn in play, with all that `TookBack` needs to undo it exactly."""

    meld: int
    cards: tuple[Card, ...] = field(repr=False)
    before: TableMeld | None  # the meld as it was; None for a new one
    blocks: Blocks
    with_taken: bool = False

    @property
    def is_new(self) -> bool:
        """Whether it was a new meld, not a sapaw."""
        return self.before is None


@dataclass(frozen=True)  # no slots: see `_changed`
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
    blocks: Blocks = (None, None, None)
    began_blocked: bool = False  # whether the turn in play began with its seat's block set
    kang: tuple[bool, bool, bool] = field(default=(False, False, False), repr=False)
    last_drawer: SeatNo | None = None
    declared: SeatNo | None = None
    caller: SeatNo | None = None
    replies: tuple[Reply | None, Reply | None, Reply | None] = field(
        default=(None, None, None), repr=False
    )
    outcome: Outcome | None = None

    def is_opened(self, seat: SeatNo) -> bool:
        """Whether the seat has a meld of its own on the table, face down or not."""
        for meld in self.melds:  # noqa: SIM110 - asked at every turn, and `any` takes twice as long
            if meld.owner == seat:
                return True
        return False


if TYPE_CHECKING:
    from dataclasses import replace as _changed
else:
    _new, _fill = object.__new__, GameState.__dict__["__dict__"].__set__

    def _changed(state: GameState, **changes: object) -> GameState:
        """`dataclasses.replace` for a state; copying its dict is quicker than its constructor."""
        after = _new(GameState)
        _fill(after, {**vars(state), **changes})  # as a display: a dict that can be cloned
        return after


# Every hand begins as this one with its own rules, seats and cards: the dealer acts first.
_UNDEALT: Final = GameState(
    rules=preset("book"),
    dealer=SEATS[0],
    turn_seat=SEATS[0],
    turn_no=1,
    phase=ACT,
    hands=((), (), ()),
    stock=(),
    seen=(frozenset(), frozenset(), frozenset()),
)


def deal(rules: Rules, dealt: Dealt) -> GameState:
    """The state a deal opens: the dealer holds one card more and acts without drawing."""
    hands: list[tuple[Card, ...]] = [(), (), ()]
    top = 0
    for seat in from_seat(dealt.dealer):
        size = rules.hand_size + (seat == dealt.dealer)
        hands[seat] = dealt.deck[top : top + size]
        top += size
    return _changed(
        _UNDEALT,
        rules=rules,
        dealer=dealt.dealer,
        turn_seat=dealt.dealer,
        hands=(hands[0], hands[1], hands[2]),
        stock=dealt.deck[top:],
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
        case Discarded(seat=seat, card=card):
            return _turn_passed(state, seat, card)
        case Drew(seat=seat, card=card):
            return _drawn(state, seat, card)
        case Took(seat=seat, card=card):
            return _taken(state, seat, card)
        case Laid(seat=seat, meld_kind=kind, cards=cards, named=named, with_taken=with_taken):
            laid = TableMeld(seat, kind, cards, named)
            return _laid(state, laid, with_taken=with_taken)
        case LaidFaceDown(seat=seat, cards=cards):
            return _laid(state, TableMeld(seat, "set", cards, face_down=True))
        case LaidOff(seat=seat, meld=number, cards=cards, named=named):
            return _laid_off(state, seat, number, cards, named)
        case TookBack(seat=seat):
            return _taken_back(state, seat)
        case Declared(seat=seat):
            return _changed(state, declared=seat)
        case Called(seat=seat):
            return _changed(state, caller=seat, phase=REPLY)
        case Answered(seat=seat, reply=reply):
            return _changed(state, replies=with_seat(state.replies, seat, reply))
        case Dealt():
            return deal(state.rules, event)
        case HandEnded(outcome=outcome):
            return _changed(state, outcome=outcome, phase=OVER)
        case _:
            assert_never(event)


def _drawn(state: GameState, seat: SeatNo, card: Card) -> GameState:
    return _changed(
        state,
        phase=ACT,
        hands=with_seat(state.hands, seat, (*state.hands[seat], card)),
        stock=state.stock[1:],
        drew=card,
        last_drawer=seat,
        kang=_kang(state, seat, card),
    )


def _taken(state: GameState, seat: SeatNo, card: Card) -> GameState:
    return _changed(
        state,
        phase=ACT,
        hands=with_seat(state.hands, seat, (*state.hands[seat], card)),
        discards=state.discards[:-1],
        taken=card,
        seen=_seen(state, seat, add=(card,)),
    )


def _kang(state: GameState, seat: SeatNo, drawn: Card) -> tuple[bool, bool, bool]:
    """Kang: the card from the stock makes a four of a kind in hand (rules.md Q14)."""
    ranks = "".join(state.hands[seat])[::2]
    alike = ranks.count(drawn[0])
    return with_seat(state.kang, seat, value=True) if alike == FOUR - 1 else state.kang


def _hands_without(
    state: GameState, seat: SeatNo, cards: tuple[Card, ...]
) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
    kept = tuple([card for card in state.hands[seat] if card not in cards])
    return with_seat(state.hands, seat, kept)


def _unseen(
    state: GameState, seat: SeatNo, cards: tuple[Card, ...]
) -> tuple[frozenset[Card], frozenset[Card], frozenset[Card]]:
    return with_seat(state.seen, seat, state.seen[seat].difference(cards))


def _seen(
    state: GameState, seat: SeatNo, add: tuple[Card, ...]
) -> tuple[frozenset[Card], frozenset[Card], frozenset[Card]]:
    return with_seat(state.seen, seat, state.seen[seat].union(add))


def _laid(state: GameState, laid: TableMeld, *, with_taken: bool = False) -> GameState:
    number = len(state.melds)
    placed = Placed(number, laid.cards, None, state.blocks, with_taken)
    connects = state.rules.long_meld_self_connect and len(laid.cards) >= LONG_MELD
    shown = () if laid.face_down else laid.cards  # the block is public
    return _changed(
        state,
        hands=_hands_without(state, laid.owner, laid.cards),
        seen=_unseen(state, laid.owner, laid.cards),
        melds=(*state.melds, laid),
        placed=(*state.placed, placed),
        blocks=_blocked(state, laid.owner, laid, number, shown) if connects else state.blocks,
    )


def _laid_off(
    state: GameState, seat: SeatNo, number: int, cards: tuple[Card, ...], named: Named
) -> GameState:
    before = state.melds[number]
    grown = extended(before, cards, named, state.rules)
    if grown is None:
        raise ValueError("the cards do not fit the meld")
    guests = before.guests if seat == before.owner else before.guests.union(cards)
    after = TableMeld(before.owner, before.kind, grown.cards, grown.named, guests)
    return _changed(
        state,
        hands=_hands_without(state, seat, cards),
        seen=_unseen(state, seat, cards),
        melds=(*state.melds[:number], after, *state.melds[number + 1 :]),
        placed=(*state.placed, Placed(number, cards, before, state.blocks)),
        blocks=_blocked(state, seat, before, number, cards),
    )


def _blocked(
    state: GameState, by: SeatNo, meld: TableMeld, number: int, cards: tuple[Card, ...]
) -> Blocks:
    """A sapaw on a meld blocks its owner's call, the owner's own too (rules.md 2.2 rows 4, 5)."""
    if state.rules.sapaw_blocks_call == "off":
        return state.blocks
    return with_seat(state.blocks, meld.owner, Block(by, number, cards))


def _taken_back(state: GameState, seat: SeatNo) -> GameState:
    """Everything as it was before the newest lay or sapaw; open cards have now been seen."""
    newest = state.placed[-1]
    meld = state.melds[newest.meld]
    hand = (*state.hands[seat], *newest.cards)
    shown = () if meld.face_down else newest.cards
    if newest.before is None:
        melds = state.melds[:-1]
    else:
        melds = (*state.melds[: newest.meld], newest.before, *state.melds[newest.meld + 1 :])
    return _changed(
        state,
        hands=with_seat(state.hands, seat, hand),
        seen=_seen(state, seat, add=shown),
        melds=melds,
        placed=state.placed[:-1],
        blocks=newest.blocks,
    )


def _turn_passed(state: GameState, seat: SeatNo, thrown: Card) -> GameState:
    idle = state.drew is None and not state.placed
    following = next_seat(seat)
    # A block that stood when its owner's turn began has done its work.
    blocks = with_seat(state.blocks, seat, None) if state.began_blocked else state.blocks
    hand, at = state.hands[seat], state.hands[seat].index(thrown)
    return _changed(
        state,
        hands=with_seat(state.hands, seat, hand[:at] + hand[at + 1 :]),
        seen=_unseen(state, seat, (thrown,)) if state.seen[seat] else state.seen,
        discards=(*state.discards, thrown),
        turn_seat=following,
        turn_no=state.turn_no + 1,
        phase=START,
        drew=None,
        taken=None,
        placed=(),
        idle_turns=state.idle_turns + 1 if idle else 0,
        blocks=blocks,
        began_blocked=blocks[following] is not None,
    )


def all_cards(state: GameState) -> list[Card]:
    """Every card wherever it is; the whole deck, each once, in any state."""
    held = [card for seat in SEATS for card in state.hands[seat]]
    laid = [card for meld in state.melds for card in meld.cards]
    return [*held, *laid, *state.stock, *state.discards]
