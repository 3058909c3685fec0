"""What may happen: `decide` refuses a move with a code or tells its events; `legal_moves` lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import TypeVar, assert_never

from tongits.cards import Card, by_suit, points, rank_number, suit
from tongits.errors import IllegalMove
from tongits.events import (
    Answered,
    Called,
    Dealt,
    Discarded,
    Drew,
    Ending,
    Event,
    HandEnded,
    Laid,
    LaidOff,
    Outcome,
    Took,
    TookBack,
)
from tongits.melds import (
    deadwood,
    extensions,
    in_order,
    is_kind,
    meld_kinds,
    melds_in,
)
from tongits.moves import Answer, Call, Discard, Draw, Lay, Move, Sapaw, Take, TakeBack
from tongits.rules import IDLE_TURN_LIMIT, Reply, Rules
from tongits.scoring import winner_of_call, winner_of_stock
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState, Phase, deal, evolve

T = TypeVar("T")


def new_hand(rules: Rules, deck: tuple[Card, ...], dealer: SeatNo) -> tuple[GameState, Dealt]:
    """A dealt hand and its first event; `deck` is the whole shuffled deck in order."""
    dealt = Dealt(dealer, deck)
    return deal(rules, dealt), dealt


def to_act(state: GameState) -> frozenset[SeatNo]:
    """The seats that owe a decision: the one in turn, or after a call up to two at once."""
    if state.phase is Phase.OVER:
        return frozenset()
    if state.phase is Phase.REPLY:
        return frozenset(seat for seat in SEATS if may_challenge(state, seat) and owes(state, seat))
    return frozenset((state.turn_seat,))


def may_challenge(state: GameState, seat: SeatNo) -> bool:
    """Whether a call gives the seat a choice; a burned seat can only show (design.md 4)."""
    return state.caller not in (None, seat) and state.is_opened(seat)


def owes(state: GameState, seat: SeatNo) -> bool:
    """Whether the seat's answer is still missing."""
    return state.replies[seat] is None


def decide(state: GameState, seat: SeatNo, move: Move) -> tuple[Event, ...]:
    """The events of a move, up to the next decision of a person.

    Raises `IllegalMove` with a code and its values.
    """
    refuse(state, seat, move)
    events = _happens(state, seat, move)
    ended = _ending(reduce(evolve, events, state), move)
    return (*events, ended) if ended else events


def apply(state: GameState, seat: SeatNo, move: Move) -> tuple[GameState, tuple[Event, ...]]:
    """The state after a move, and its events. Raises `IllegalMove`."""
    events = decide(state, seat, move)
    return reduce(evolve, events, state), events


def refuse(state: GameState, seat: SeatNo, move: Move) -> None:
    """Raises `IllegalMove` when the rules do not allow the move now."""
    if state.phase is Phase.OVER:
        raise IllegalMove("hand_over")
    if seat not in to_act(state):
        raise IllegalMove("not_your_turn", seat=state.turn_seat)
    match move:
        case Draw():
            _refuse_unless_start(state)
        case Take():
            _refuse_take(state)
        case Call():
            _refuse_call(state, seat)
        case Lay(cards=cards):
            _refuse_lay(state, seat, cards)
        case Sapaw(meld=meld, cards=cards):
            _refuse_sapaw(state, seat, meld, cards)
        case TakeBack():
            _refuse_take_back(state)
        case Discard(card=card):
            _refuse_discard(state, seat, card)
        case Answer():
            _refuse_answer(state)
        case _:
            assert_never(move)


def take_block(state: GameState) -> str | None:
    """Why the top discard cannot be taken at this start of turn: a code, or None."""
    if not state.discards:
        return "pile_empty"
    guarded = "stock_after_6" in state.rules.discard_guards
    return "must_draw_stock" if guarded and state.idle_turns >= IDLE_TURN_LIMIT else None


def call_block(state: GameState, seat: SeatNo) -> str | None:
    """Why the seat cannot call: a code, or None. Asks about the seat's own next start of turn."""
    return None if state.is_opened(seat) else "not_opened"


def can_take_back(state: GameState) -> bool:
    """Whether the seat in turn has a lay or sapaw of this turn to undo (rules.md 2.2 row 31)."""
    return state.phase is Phase.ACT and bool(state.placed)


def legal_moves(state: GameState, seat: SeatNo) -> tuple[Move, ...]:
    """Every legal move of the seat but `TakeBack`; each card set once (rules.md 2.2 row 31)."""
    if seat not in to_act(state):
        return ()
    if state.phase is Phase.REPLY:
        return (Answer("show"), Answer("challenge"))
    candidates = _start_moves() if state.phase is Phase.START else _act_moves(state, seat)
    return tuple(move for move in candidates if _is_legal(state, seat, move))


def default_move(state: GameState, seat: SeatNo) -> Move:
    """What the clock plays for a seat: draw, lay nothing, throw what costs least, show."""
    match state.phase:
        case Phase.START:
            return Draw()
        case Phase.REPLY:
            return Answer(state.rules.reply_timeout)
        case _:
            return Discard(cheapest_discard(state, seat))


def cheapest_discard(state: GameState, seat: SeatNo) -> Card:
    """The card whose loss costs least after the best split (rules.md 4, line 6).

    Ties: higher points, then suit S H D C, then the higher rank.
    """
    hand = state.hands[seat]
    allowed = [card for card in hand if _is_legal(state, seat, Discard(card))]

    def cost(card: Card) -> tuple[int, int, int, int]:
        left = deadwood((held for held in hand if held != card), state.rules.ace_in_runs)
        return left, -points(card), "SHDC".index(suit(card)), -rank_number(card)

    return min(allowed, key=cost)


def _is_legal(state: GameState, seat: SeatNo, move: Move) -> bool:
    try:
        refuse(state, seat, move)
    except IllegalMove:
        return False
    return True


def _start_moves() -> Iterator[Move]:
    yield from (Draw(), Take(), Call())


def _act_moves(state: GameState, seat: SeatNo) -> Iterator[Move]:
    hand, ace = state.hands[seat], state.rules.ace_in_runs
    yield from (Lay(cards) for cards in melds_in(hand, ace))
    for number, meld in enumerate(state.melds):
        yield from (Sapaw(number, cards) for cards in extensions(meld.kind, meld.cards, hand, ace))
    yield from (Discard(card) for card in sorted(hand, key=by_suit))


def _refuse_unless_start(state: GameState) -> None:
    if state.phase is not Phase.START:
        raise IllegalMove("already_drawn")


def _refuse_take(state: GameState) -> None:
    _refuse_unless_start(state)
    code = take_block(state)
    if code:
        raise IllegalMove(code, turns=state.idle_turns)


def _refuse_call(state: GameState, seat: SeatNo) -> None:
    _refuse_unless_start(state)
    code = call_block(state, seat)
    if code:
        raise IllegalMove(code)


def _refuse_unless_act(state: GameState, seat: SeatNo, cards: tuple[Card, ...]) -> None:
    if state.phase is not Phase.ACT:
        raise IllegalMove("must_draw_first")
    for card in cards:
        if card not in state.hands[seat]:
            raise IllegalMove("card_not_held", card=card)
    if len(set(cards)) != len(cards):
        raise IllegalMove("card_twice")


def _refuse_empty_hand(state: GameState, seat: SeatNo, cards: tuple[Card, ...]) -> None:
    """House rule `final_discard`: a card must be left to throw (rules.md Q7)."""
    if state.rules.final_discard and len(cards) == len(state.hands[seat]):
        raise IllegalMove("keep_a_discard")


def _refuse_lay(state: GameState, seat: SeatNo, cards: tuple[Card, ...]) -> None:
    _refuse_unless_act(state, seat, cards)
    if not meld_kinds(cards, state.rules.ace_in_runs):
        raise IllegalMove("not_a_meld", cards=cards)
    _refuse_empty_hand(state, seat, cards)


def _refuse_sapaw(state: GameState, seat: SeatNo, number: int, cards: tuple[Card, ...]) -> None:
    _refuse_unless_act(state, seat, cards)
    if not 0 <= number < len(state.melds):
        raise IllegalMove("no_such_meld", meld=number)
    meld = state.melds[number]
    if not cards or not is_kind(meld.kind, (*meld.cards, *cards), state.rules.ace_in_runs):
        raise IllegalMove("does_not_fit", cards=cards, meld=meld.cards)
    _refuse_empty_hand(state, seat, cards)


def _refuse_take_back(state: GameState) -> None:
    if not can_take_back(state):
        raise IllegalMove("nothing_to_take_back")


def _refuse_discard(state: GameState, seat: SeatNo, card: Card) -> None:
    _refuse_unless_act(state, seat, (card,))
    guarded = "no_return" in state.rules.discard_guards
    if guarded and card == state.taken and len(state.hands[seat]) > 1:
        raise IllegalMove("taken_this_turn", card=card)


def _refuse_answer(state: GameState) -> None:
    if state.phase is not Phase.REPLY:
        raise IllegalMove("no_call")


def _happens(state: GameState, seat: SeatNo, move: Move) -> tuple[Event, ...]:
    """The events of a move that is legal, without a hand's end."""
    match move:
        case Draw():
            return (Drew(seat, state.stock[0]),)
        case Take():
            return (Took(seat, state.discards[-1]),)
        case Lay(cards=cards):
            ace = state.rules.ace_in_runs
            return (Laid(seat, meld_kinds(cards, ace)[0], in_order(cards, ace)),)
        case Sapaw(meld=meld, cards=cards):
            return (LaidOff(seat, meld, tuple(sorted(cards, key=by_suit))),)
        case TakeBack():
            return (TookBack(seat),)
        case Discard(card=card):
            return (Discarded(seat, card),)
        case Call():
            return (Called(seat),)
        case Answer(reply=reply):
            return (Answered(seat, reply),)
        case _:
            assert_never(move)


def _ending(state: GameState, move: Move) -> HandEnded | None:
    """The end of the hand that a move brought about, if it did."""
    if state.phase is Phase.REPLY:
        return HandEnded(_outcome(state, "call")) if not to_act(state) else None
    if any(not hand for hand in state.hands):
        return HandEnded(_outcome(state, "tongits"))
    if isinstance(move, Discard) and not state.stock:
        return HandEnded(_outcome(state, "stock"))
    return None


def _outcome(state: GameState, ending: Ending) -> Outcome:
    """Who won and with what; only opened seats can win a comparison (rules.md Q8)."""
    points_left = _per_seat(deadwood(hand, state.rules.ace_in_runs) for hand in state.hands)
    opened = _per_seat(state.is_opened(seat) for seat in SEATS)
    winner: SeatNo | None
    if ending == "tongits":
        winner = next(seat for seat in SEATS if not state.hands[seat])
    elif state.caller is not None:
        winner = winner_of_call(points_left, opened, state.caller)
    else:
        winner = winner_of_stock(points_left, opened, state.last_drawer)
    return Outcome(
        ending=ending,
        winner=winner,
        caller=state.caller,
        last_drawer=state.last_drawer,
        deadwood=points_left,
        opened=opened,
        replies=_final_replies(state),
    )


def _final_replies(state: GameState) -> tuple[Reply | None, Reply | None, Reply | None]:
    """Every answer of a call; a seat without a choice has shown."""
    if state.caller is None:
        return (None, None, None)
    return _per_seat(
        None if seat == state.caller else state.replies[seat] or "show" for seat in SEATS
    )


def _per_seat(values: Iterable[T]) -> tuple[T, T, T]:
    first, second, third = values
    return first, second, third
