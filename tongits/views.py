"""What one seat may see of a hand. Views are built field by field, never stripped from a state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tongits import engine
from tongits.cards import Card
from tongits.events import Outcome
from tongits.melds import MeldKind, Named
from tongits.moves import Move
from tongits.refusals import call_block, can_take_back, take_block, to_act
from tongits.rules import Reply
from tongits.seats import SEATS, SeatNo
from tongits.splits import Split, best_split
from tongits.state import Blocks, GameState, Phase, TableMeld

PhaseName = Literal["start", "act", "reply", "over"]


@dataclass(frozen=True, slots=True)
class MeldView:
    """A meld on the table, in laying order; one that lies face down shows no cards to others."""

    number: int
    owner: SeatNo
    kind: MeldKind
    cards: tuple[Card, ...]
    named: Named = ()
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class ShowdownView:
    """A finished hand, open to everybody: every seat's hand split into melds and deadwood."""

    outcome: Outcome
    splits: tuple[Split, Split, Split]


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand as a seat sees it; `seat` None is a spectator, who holds nothing and may do nothing.

    `moves` are the seat's legal moves; `take_block` (the seat's own) and `call_blocks` (one per
    seat) say by code why a take or a call is not possible, `blocks` whose sapaw stands against a
    call. `waiting` are the seats that owe a decision now; `reply` is the seat's own answer.
    """

    seat: SeatNo | None
    dealer: SeatNo
    turn_seat: SeatNo
    turn_no: int
    phase: PhaseName
    counts: tuple[int, int, int]
    opened: tuple[bool, bool, bool]
    melds: tuple[MeldView, ...]
    stock_count: int
    discards: tuple[Card, ...]
    taken: Card | None
    caller: SeatNo | None
    waiting: tuple[SeatNo, ...]
    take_block: str | None
    call_blocks: tuple[str | None, str | None, str | None]
    blocks: Blocks
    showdown: ShowdownView | None
    hand: tuple[Card, ...] = field(repr=False)
    drew: Card | None = field(repr=False)
    split: Split | None = field(repr=False)
    moves: tuple[Move, ...] = field(repr=False)
    can_take_back: bool = False
    reply: Reply | None = field(default=None, repr=False)


def view_for(state: GameState, seat: SeatNo | None) -> HandView:
    """What the seat may see; None for a spectator."""
    hand = () if seat is None else state.hands[seat]
    in_turn = seat == state.turn_seat and state.phase is not Phase.OVER
    return HandView(
        seat=seat,
        dealer=state.dealer,
        turn_seat=state.turn_seat,
        turn_no=state.turn_no,
        phase=state.phase.value,
        counts=(len(state.hands[0]), len(state.hands[1]), len(state.hands[2])),
        opened=(state.is_opened(SEATS[0]), state.is_opened(SEATS[1]), state.is_opened(SEATS[2])),
        melds=_melds(state, seat),
        stock_count=len(state.stock),
        discards=state.discards,
        taken=state.taken,
        caller=state.caller,
        waiting=tuple(sorted(to_act(state))),
        take_block=None if seat is None else take_block(state, seat),
        call_blocks=_call_blocks(state),
        blocks=state.blocks,
        showdown=_showdown(state),
        hand=hand,
        drew=state.drew if in_turn else None,
        split=None if seat is None else _split(state, seat),
        moves=() if seat is None else engine.legal_moves(state, seat),
        can_take_back=in_turn and can_take_back(state),
        reply=None if seat is None else state.replies[seat],
    )


def _melds(state: GameState, seat: SeatNo | None) -> tuple[MeldView, ...]:
    return tuple(_meld(number, laid, seat, state) for number, laid in enumerate(state.melds))


def _meld(number: int, laid: TableMeld, seat: SeatNo | None, state: GameState) -> MeldView:
    hidden = laid.face_down and seat != laid.owner and state.outcome is None
    cards = () if hidden else laid.cards
    return MeldView(number, laid.owner, laid.kind, cards, laid.named, laid.face_down)


def _split(state: GameState, seat: SeatNo) -> Split:
    return best_split(state.hands[seat], state.rules, opened=state.is_opened(seat))


def _call_blocks(state: GameState) -> tuple[str | None, str | None, str | None]:
    first, second, third = (call_block(state, seat) for seat in SEATS)
    return first, second, third


def _showdown(state: GameState) -> ShowdownView | None:
    if state.outcome is None:
        return None
    first, second, third = (_split(state, seat) for seat in SEATS)
    return ShowdownView(state.outcome, (first, second, third))
