"""What may happen: `decide` refuses a move with a code or tells its events; `legal_moves` lists."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, assert_never

from tongits.cards import DECK, JOKERS, Card, by_suit, is_joker, points, rank_number, suit
from tongits.errors import IllegalMove
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
    Took,
    TookBack,
)
from tongits.melds import Extensions, Meld, Named, is_four, meld_of, what_fits
from tongits.moves import (
    Answer,
    Call,
    Declare,
    Discard,
    Draw,
    Lay,
    LayFaceDown,
    Move,
    Sapaw,
    Take,
    TakeBack,
)
from tongits.outcomes import outcome_of
from tongits.refusals import (
    call_block,
    declare_block,
    discard_blocks,
    may_challenge,
    melds_with,
    most_laid,
    pile_block,
    refuse,
    to_act,
)
from tongits.rules import Reply, Rules
from tongits.seats import SeatNo
from tongits.splits import deadwood
from tongits.state import ACT, REPLY, START, GameState, Phase, deal, evolve

__all__ = [
    "apply",
    "cheapest_card",
    "cheapest_discard",
    "decide",
    "default_move",
    "is_legal",
    "legal_moves",
    "may_challenge",
    "new_hand",
    "refuse",
    "to_act",
]

# Moves and events that come again and again are made once.
_DRAW, _TAKE, _CALL, _DECLARE = Draw(), Take(), Call(), Declare()
_DISCARDS: Final = {card: Discard(card) for card in (*DECK, *JOKERS)}
_lately = lru_cache(maxsize=1 << 12)
_take, _lay_move, _sapaw, _face_down = (
    _lately(Take),
    _lately(Lay),
    _lately(Sapaw),
    cache(LayFaceDown),
)
_drew, _took, _discarded = cache(Drew), cache(Took), cache(Discarded)
_laid, _laid_off = _lately(Laid), _lately(LaidOff)


def new_hand(rules: Rules, deck: tuple[Card, ...], dealer: SeatNo) -> tuple[GameState, Dealt]:
    """A dealt hand and its first event; `deck` is the whole shuffled deck in order."""
    dealt = Dealt(dealer, deck)
    return deal(rules, dealt), dealt


def decide(state: GameState, seat: SeatNo, move: Move) -> tuple[Event, ...]:
    """The events of a move, up to the next decision of a person.

    Raises `IllegalMove` with a code and its values.
    """
    return apply(state, seat, move)[1]


def apply(state: GameState, seat: SeatNo, move: Move) -> tuple[GameState, tuple[Event, ...]]:
    """The state after a move, and its events. Raises `IllegalMove`."""
    refuse(state, seat, move)
    events = _happens(state, seat, move)
    after = state
    for event in events:
        after = evolve(after, event)
    ended = _ending(after, move)
    return (evolve(after, ended), (*events, ended)) if ended else (after, events)


def is_legal(state: GameState, seat: SeatNo, move: Move) -> bool:
    """Whether `decide` accepts the move."""
    try:
        refuse(state, seat, move)
    except IllegalMove:
        return False
    return True


def legal_moves(state: GameState, seat: SeatNo) -> tuple[Move, ...]:
    """Every legal move of the seat but `TakeBack`; each card set once (rules.md 2.2 row 31).

    Moves are made legal from what `refusals` says of the state, not tried one by one.
    """
    if seat not in to_act(state):
        return ()
    if state.phase is ACT:
        return _after_drawing(state, seat)
    if state.phase is START:
        takes = _takes(state, seat)
        return (_DRAW, *takes) if call_block(state, seat) else (_DRAW, *takes, _CALL)
    return _answers(state.rules.passive_reply)


def default_move(state: GameState, seat: SeatNo) -> Move:
    """What the clock plays for a seat: draw, lay nothing, throw what costs least, show or fold.

    Where no card may be thrown (`no_dump_sapawable`) the dearest one is laid off first.
    """
    match state.phase:
        case Phase.START:
            return Draw()
        case Phase.REPLY:
            return Answer(state.rules.reply_timeout)
        case _:
            card = cheapest_discard(state, seat)
            return _dearest_sapaw(state, seat) if card is None else Discard(card)


def cheapest_discard(state: GameState, seat: SeatNo) -> Card | None:
    """The card that the seat may throw at the least cost; None if none may be thrown."""
    hand = state.hands[seat]
    allowed = [card for card in hand if is_legal(state, seat, Discard(card))]
    return cheapest_card(allowed, hand, state.rules)


def cheapest_card(allowed: Sequence[Card], hand: Sequence[Card], rules: Rules) -> Card | None:
    """The allowed card whose loss costs least after the hand's best split (rules.md 4, line 6).

    Ties: higher points, then suit S H D C, then the higher rank. None if none is allowed.
    """

    def cost(card: Card) -> tuple[int, int, int, int]:
        left = deadwood((held for held in hand if held != card), rules)
        place = "SHDCX".index("X" if is_joker(card) else suit(card))
        rank = 0 if is_joker(card) else rank_number(card)
        return left, -points(card, rules.joker_points), place, -rank

    return min(allowed, key=cost, default=None)


def _dearest_sapaw(state: GameState, seat: SeatNo) -> Move:
    single = [
        move
        for move in legal_moves(state, seat)
        if isinstance(move, Sapaw) and len(move.cards) == 1
    ]
    return max(single, key=lambda move: points(move.cards[0], state.rules.joker_points))


@cache
def _answers(passive: Reply) -> tuple[Answer, Answer]:
    return Answer(passive), Answer("challenge")


def _takes(state: GameState, seat: SeatNo) -> Sequence[Take]:
    """Taking the discard: as it is, or with each new meld that it would be laid in."""
    if pile_block(state):
        return ()
    if state.rules.discard_take == "free":
        return (_TAKE,)
    melds = melds_with(state.discards[-1], state.hands[seat], state.rules)
    return [_take(meld.cards, meld.named) for meld in melds]


def _after_drawing(state: GameState, seat: SeatNo) -> tuple[Move, ...]:
    """Every lay, every sapaw, declaring, and every discard in the hand's order."""
    hand = state.hands[seat]
    melds, fitting = what_fits(hand, state.melds, state.rules)
    moves: list[Move] = _laying(state, hand, melds, fitting) if melds or fitting else []
    if _may_use_up(melds, hand) and not declare_block(state, seat):
        moves.append(_DECLARE)
    blocks = discard_blocks(state, seat)
    allowed = [card for card in hand if card not in blocks] if blocks else hand
    return (*moves, *map(_DISCARDS.__getitem__, allowed))


def _laying(
    state: GameState,
    hand: tuple[Card, ...],
    melds: tuple[Meld, ...],
    fitting: list[tuple[int, Extensions]],
) -> list[Move]:
    """Laying each of the hand's melds, and each sapaw on a table meld by its number."""
    moves: list[Lay | LayFaceDown | Sapaw] = []
    for meld in melds:
        moves.append(_lay_move(meld.cards, meld.named))
        if state.rules.face_down_four and is_four(meld):
            moves.append(_face_down(meld.cards))
    for number, choices in fitting:
        if not state.melds[number].face_down:
            moves += [_sapaw(number, cards, named) for cards, named in choices]
    most = most_laid(hand, state.rules)
    return [move for move in moves if len(move.cards) <= most] if most < len(hand) else [*moves]


def _may_use_up(melds: tuple[Meld, ...], hand: tuple[Card, ...]) -> bool:
    """False when the melds have too few cards for the whole hand, so that nothing need be counted.

    True promises nothing: one card may be in several of them.
    """
    return bool(melds) and sum([len(meld.cards) for meld in melds]) >= len(hand)


def _happens(state: GameState, seat: SeatNo, move: Move) -> tuple[Event, ...]:
    """The events of a move that is legal, without a hand's end."""
    match move:
        case Discard(card=card):
            return (_discarded(seat, card),)
        case Draw():
            return (_drew(seat, state.stock[0]),)
        case Take(cards=cards, named=named):
            took = _took(seat, state.discards[-1])
            return (took, _lay(state, seat, cards, named, with_taken=True)) if cards else (took,)
        case Lay(cards=cards, named=named):
            return (_lay(state, seat, cards, named),)
        case LayFaceDown(cards=cards):
            return (LaidFaceDown(seat, tuple(sorted(cards, key=by_suit))),)
        case Sapaw(meld=meld, cards=cards, named=named):
            return (_laid_off(seat, meld, tuple(sorted(cards, key=by_suit)), named),)
        case TakeBack():
            return (TookBack(seat),)
        case Declare():
            return (Declared(seat),)
        case Call():
            return (Called(seat),)
        case Answer(reply=reply):
            return (Answered(seat, reply),)
        case _:
            assert_never(move)


def _lay(
    state: GameState,
    seat: SeatNo,
    cards: tuple[Card, ...],
    named: Named,
    *,
    with_taken: bool = False,
) -> Laid:
    meld = meld_of(cards, named, state.rules)
    if meld is None:
        raise ValueError("the cards are no meld")
    return _laid(seat, meld.kind, meld.cards, meld.named, with_taken)


def _ending(state: GameState, move: Move) -> HandEnded | None:
    """The end of the hand that a move brought about, if it did."""
    if state.phase is REPLY:
        return HandEnded(outcome_of(state, "call")) if not to_act(state) else None
    if state.declared is not None or not all(state.hands):
        return HandEnded(outcome_of(state, "tongits"))
    if isinstance(move, Discard) and not state.stock:
        return HandEnded(outcome_of(state, "stock"))
    return None
