"""Why a move is not allowed: every rule of a turn, as a code with the values a sentence needs."""

from __future__ import annotations

from typing import Final, NoReturn, assert_never

from tongits.cards import Card
from tongits.errors import IllegalMove
from tongits.melds import Meld, Named, as_set, extended, extensions, is_four, meld_of, melds_holding
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
from tongits.rules import IDLE_TURN_LIMIT, Reply, Rules
from tongits.seats import SEATS, SeatNo
from tongits.splits import deadwood, holds_secret
from tongits.state import ACT, OVER, REPLY, START, GameState

_ALONE: Final = tuple(frozenset((seat,)) for seat in SEATS)


def to_act(state: GameState) -> frozenset[SeatNo]:
    """The seats that owe a decision: the one in turn, or after a call up to two at once."""
    phase = state.phase
    if phase is START or phase is ACT:
        return _ALONE[state.turn_seat]
    if phase is OVER:
        return frozenset()
    owing = [seat for seat in SEATS if state.replies[seat] is None]
    return frozenset([seat for seat in owing if may_challenge(state, seat)])


def may_challenge(state: GameState, seat: SeatNo) -> bool:
    """Whether a call gives the seat a choice; one that can only show or fold has none."""
    return state.caller not in (None, seat) and not is_burned(state, seat)


def is_burned(state: GameState, seat: SeatNo) -> bool:
    """Sunog: nothing laid, and no secret in hand where one saves (rules.md 1.6)."""
    return not state.is_opened(seat) and not holds_secret(state.hands[seat], state.rules)


def refuse(state: GameState, seat: SeatNo, move: Move) -> None:
    """Raises `IllegalMove` when the rules do not allow the move now."""
    if seat not in to_act(state):
        _refuse_unasked(state, seat)
    match move:
        case Discard(card=card):
            _refuse_discard(state, seat, card)
        case Draw():
            _refuse_unless_start(state)
        case Take(cards=cards, named=named):
            _refuse_take(state, seat, cards, named)
        case Call():
            _refuse_call(state, seat)
        case Lay(cards=cards, named=named):
            _refuse_lay(state, seat, cards, named)
        case LayFaceDown(cards=cards):
            _refuse_face_down(state, seat, cards)
        case Sapaw(meld=meld, cards=cards, named=named):
            _refuse_sapaw(state, seat, meld, cards, named)
        case TakeBack():
            _refuse_take_back(state)
        case Declare():
            _refuse_declare(state, seat)
        case Answer(reply=reply):
            _refuse_answer(state, reply)
        case _:
            assert_never(move)


def _refuse_unasked(state: GameState, seat: SeatNo) -> NoReturn:
    """Raises `IllegalMove` for a seat that owes no decision."""
    if state.phase is OVER:
        raise IllegalMove("hand_over")
    if state.phase is not REPLY:
        raise IllegalMove("not_your_turn", seat=state.turn_seat)
    if seat == state.caller:
        raise IllegalMove("answers_awaited")
    if state.replies[seat] is None:
        raise IllegalMove("burned_cannot_answer")
    raise IllegalMove("already_answered")


def take_block(state: GameState, seat: SeatNo) -> str | None:
    """Why the seat could not take the top discard at the start of a turn: a code, or None.

    Under `new_meld_now` it depends on the seat's hand, so it is for that seat's eyes alone.
    """
    code = pile_block(state)
    if code or state.rules.discard_take == "free":
        return code
    melds = melds_with(state.discards[-1], state.hands[seat], state.rules)
    return None if melds else "no_new_meld"


def pile_block(state: GameState) -> str | None:
    """Why nobody could take the top discard, whatever their hand: a code, or None. Public."""
    if not state.discards:
        return "pile_empty"
    too_long = state.idle_turns >= IDLE_TURN_LIMIT
    if too_long and "stock_after_6" in state.rules.discard_guards:
        return "must_draw_stock"
    return None


def melds_with(card: Card, hand: tuple[Card, ...], rules: Rules) -> tuple[Meld, ...]:
    """Every meld that a card from outside could be laid in with cards of the hand, at once.

    With `final_discard` a card must be left to throw, so none of them takes the whole hand.
    """
    held = (*hand, card)
    melds = melds_holding(card, held, rules)
    if not melds:
        return ()
    most = most_laid(held, rules)
    return tuple([meld for meld in melds if len(meld.cards) <= most])


def call_block(state: GameState, seat: SeatNo) -> str | None:
    """Why the seat could not call at the start of its turn: a code, or None. Public."""
    if not state.is_opened(seat):
        return "not_opened"
    return "sapaw_blocks_call" if state.blocks[seat] else None


def most_laid(held: tuple[Card, ...], rules: Rules) -> int:
    """How many of the cards held may go down: with `final_discard` one is left to throw (Q7)."""
    return len(held) - 1 if rules.final_discard else len(held)


def discard_blocks(state: GameState, seat: SeatNo) -> dict[Card, str]:
    """The cards held that may not be thrown, each with a code; never the last card (Q19)."""
    hand, rules, taken = state.hands[seat], state.rules, state.taken
    blocks: dict[Card, str] = {}
    if len(hand) == 1:
        return blocks
    if rules.no_dump_sapawable:
        blocks.update((card, "fits_a_meld") for card in hand if _meld_for(card, state))
    if taken and "no_return" in rules.discard_guards and taken in hand:
        blocks[taken] = "taken_this_turn"
    return blocks


def declare_block(state: GameState, seat: SeatNo) -> str | None:
    """Why a seat that may act could not declare Tongits: a code, or None."""
    if not state.rules.tongits_declare_in_hand:
        return "not_in_these_rules"
    if deadwood(state.hands[seat], state.rules):
        return "cards_left_over"
    return "keep_a_discard" if state.rules.final_discard else None


def can_take_back(state: GameState) -> bool:
    """Whether the seat in turn has a lay or sapaw to undo (rules.md 2.2 row 31)."""
    return state.phase is ACT and bool(state.placed) and not state.placed[-1].with_taken


def _refuse_unless_start(state: GameState) -> None:
    if state.phase is not START:
        raise IllegalMove("already_drawn")


def _refuse_take(state: GameState, seat: SeatNo, cards: tuple[Card, ...], named: Named) -> None:
    _refuse_unless_start(state)
    code = take_block(state, seat)
    top = state.discards[-1] if state.discards else None
    if code:
        raise IllegalMove(code, turns=state.idle_turns, card=top)
    if state.rules.discard_take == "free":
        if cards or named:
            raise IllegalMove("take_only", card=top)
        return
    if top not in cards:
        raise IllegalMove("take_needs_meld", card=top)
    held = (*state.hands[seat], top)
    _refuse_unless_held(held, cards)
    if meld_of(cards, named, state.rules) is None:
        raise IllegalMove("not_a_meld", cards=cards)
    _refuse_empty_hand(state, held, cards)


def _refuse_call(state: GameState, seat: SeatNo) -> None:
    _refuse_unless_start(state)
    code = call_block(state, seat)
    block = state.blocks[seat]
    if code == "sapaw_blocks_call" and block:
        raise IllegalMove(
            code,
            seat=block.by,
            own=block.by == seat,
            cards=block.cards,
            meld=state.melds[block.meld].cards,
        )
    if code:
        raise IllegalMove(code)


def _refuse_unless_act(state: GameState) -> None:
    if state.phase is not ACT:
        raise IllegalMove("must_draw_first")


def _refuse_unless_held(held: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    for card in cards:
        if card not in held:
            raise IllegalMove("card_not_held", card=card)
    if len(cards) > 1 and len(set(cards)) != len(cards):
        raise IllegalMove("card_twice")


def _refuse_empty_hand(state: GameState, held: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    if len(cards) > most_laid(held, state.rules):
        raise IllegalMove("keep_a_discard")


def _refuse_lay(state: GameState, seat: SeatNo, cards: tuple[Card, ...], named: Named) -> None:
    _refuse_unless_act(state)
    _refuse_unless_held(state.hands[seat], cards)
    if meld_of(cards, named, state.rules) is None:
        raise IllegalMove("not_a_meld", cards=cards)
    _refuse_empty_hand(state, state.hands[seat], cards)


def _refuse_face_down(state: GameState, seat: SeatNo, cards: tuple[Card, ...]) -> None:
    _refuse_unless_act(state)
    _refuse_unless_held(state.hands[seat], cards)
    if not state.rules.face_down_four:
        raise IllegalMove("not_in_these_rules")
    meld = as_set(cards, state.rules)
    if meld is None or not is_four(meld):
        raise IllegalMove("not_a_four", cards=cards)
    _refuse_empty_hand(state, state.hands[seat], cards)


def _refuse_sapaw(
    state: GameState, seat: SeatNo, number: int, cards: tuple[Card, ...], named: Named
) -> None:
    _refuse_unless_act(state)
    _refuse_unless_held(state.hands[seat], cards)
    if not 0 <= number < len(state.melds):
        raise IllegalMove("no_such_meld", meld_no=number)
    laid = state.melds[number]
    if laid.face_down:
        raise IllegalMove("meld_face_down", seat=laid.owner)
    if extended(laid, cards, named, state.rules) is None:
        raise IllegalMove("does_not_fit", cards=cards, meld=laid.cards)
    _refuse_empty_hand(state, state.hands[seat], cards)


def _refuse_take_back(state: GameState) -> None:
    if not can_take_back(state):
        raise IllegalMove("nothing_to_take_back")


def _refuse_discard(state: GameState, seat: SeatNo, card: Card) -> None:
    _refuse_unless_act(state)
    _refuse_unless_held(state.hands[seat], (card,))
    code = discard_blocks(state, seat).get(card)
    if code:
        raise IllegalMove(code, card=card, meld=_meld_for(card, state))


def _meld_for(card: Card, state: GameState) -> tuple[Card, ...] | None:
    """The cards of the first exposed meld that a card could be laid off on (2.2 row 8)."""
    for laid in state.melds:
        if not laid.face_down and extensions(laid, (card,), state.rules):
            return laid.cards
    return None


def _refuse_declare(state: GameState, seat: SeatNo) -> None:
    _refuse_unless_act(state)
    code = declare_block(state, seat)
    if code:
        raise IllegalMove(code)


def _refuse_answer(state: GameState, reply: Reply) -> None:
    if state.phase is not REPLY:
        raise IllegalMove("no_call")
    if reply not in ("challenge", state.rules.passive_reply):
        raise IllegalMove("not_in_these_rules")
