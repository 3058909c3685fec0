"""The two guards that end the free swapping of discards (rules.md Q19)."""

from dataclasses import replace

import pytest

from tests.rules.tables import BOOK, P0, P1, P2, after, card, cards, is_legal, table
from tongits.cards import DECK
from tongits.engine import decide, legal_moves, new_hand
from tongits.errors import IllegalMove
from tongits.moves import Call, Discard, Draw, Lay, Move, Sapaw, Take, TakeBack
from tongits.refusals import take_block
from tongits.state import GameState, Phase

UNGUARDED = replace(BOOK, discard_guards=())


def swapping(turns: int) -> GameState:
    """P0's start after so many turns without a draw, a meld or a sapaw."""
    return table(
        hands=("2S 9S 9D 8H", "KD QS", "KC JS"),
        melds=("1: 5H 6H 7H",),
        discards="4D 9C",
        idle_turns=turns,
    )


def idle_after(*moves: Move) -> int:
    """The count when P0, five idle turns running, has played its turn."""
    return after(swapping(5), *((P0, move) for move in moves)).idle_turns


def test_no_return_a_taken_card_may_not_be_thrown_in_the_same_turn() -> None:
    state = after(swapping(0), (P0, Take()))
    with pytest.raises(IllegalMove, match="taken_this_turn"):
        decide(state, P0, Discard(card("9C")))
    assert not is_legal(state, P0, Discard(card("9C")))


def test_no_return_ends_with_the_turn() -> None:
    state = after(swapping(0), (P0, Take()), (P0, Discard(card("2S"))))
    for seat in (P1, P2):
        state = after(state, (seat, Draw()))
        state = after(state, (seat, Discard(state.hands[seat][-1])))
    assert is_legal(after(state, (P0, Draw())), P0, Discard(card("9C")))


def test_no_return_never_forbids_the_last_card() -> None:
    """Throwing it is Tongits."""
    state = table(hands=("8H", "KD", "KC"), melds=("1: 5H 6H 7H",), discards="2C")
    state = after(state, (P0, Take()), (P0, Sapaw(0, cards("8H"))))
    assert state.hands[P0] == cards("2C")
    assert legal_moves(state, P0) == (Discard(card("2C")),)
    ended = after(state, (P0, Discard(card("2C")))).outcome
    assert ended is not None
    assert ended.ending == "tongits"


def test_no_return_lets_a_drawn_card_be_thrown() -> None:
    state = after(swapping(0), (P0, Draw()))
    assert is_legal(state, P0, Discard(state.hands[P0][-1]))


def test_stock_after_6_the_stock_must_be_drawn_after_six_turns() -> None:
    assert take_block(swapping(5), P0) is None
    assert take_block(swapping(6), P0) == "must_draw_stock"
    assert take_block(swapping(7), P0) == "must_draw_stock"
    assert not is_legal(swapping(6), P0, Take())
    with pytest.raises(IllegalMove, match="must_draw_stock"):
        decide(swapping(6), P0, Take())
    assert is_legal(swapping(6), P0, Draw())


def test_stock_after_6_does_not_forbid_a_call() -> None:
    state = replace(swapping(6), melds=table(hands=("", "", ""), melds=("0: 5H 6H 7H",)).melds)
    assert is_legal(state, P0, Call())


def test_stock_after_6_counts_turns_of_all_seats() -> None:
    state = swapping(4)
    for seat in (P0, P1):
        state = after(state, (seat, Take()), (seat, Discard(state.hands[seat][0])))
    assert state.idle_turns == 6
    assert not is_legal(state, P2, Take())


def test_stock_after_6_starts_again_with_a_stock_draw() -> None:
    assert idle_after(Draw(), Discard(card("2S"))) == 0


def test_stock_after_6_starts_again_with_a_new_meld() -> None:
    assert idle_after(Take(), Lay(cards("9S 9D 9C")), Discard(card("2S"))) == 0


def test_stock_after_6_starts_again_with_a_sapaw() -> None:
    assert idle_after(Take(), Sapaw(0, cards("8H")), Discard(card("2S"))) == 0


def test_stock_after_6_goes_on_with_a_take_alone() -> None:
    assert idle_after(Take(), Discard(card("2S"))) == 6


def test_stock_after_6_does_not_start_again_with_a_meld_taken_back() -> None:
    moves = (Take(), Lay(cards("9S 9D 9C")), TakeBack(), Discard(card("2S")))
    assert idle_after(*moves) == 6


def test_stock_after_6_counts_the_dealers_first_turn_like_any_other() -> None:
    state, _ = new_hand(BOOK, DECK, P0)
    assert after(state, (P0, Discard(state.hands[P0][0]))).idle_turns == 1


def test_both_guards_are_switches() -> None:
    state = replace(swapping(6), rules=UNGUARDED)
    assert is_legal(after(state, (P0, Take())), P0, Discard(card("9C")))


def test_every_turn_has_a_discard_left_under_the_guards() -> None:
    state = after(swapping(5), (P0, Take()))
    thrown = [move for move in legal_moves(state, P0) if isinstance(move, Discard)]
    assert {move.card for move in thrown} == set(cards("2S 9S 8H 9D"))
    assert state.phase is Phase.ACT
