"""TakeBack undoes the newest lay or sapaw of this turn, and nothing else (rules.md 2.2 row 31)."""

from dataclasses import replace

import pytest

from tests.rules.tables import P0, P1, after, card, cards, table
from tongits.engine import decide, legal_moves
from tongits.errors import IllegalMove
from tongits.moves import Discard, Draw, Lay, Sapaw, Take, TakeBack
from tongits.refusals import can_take_back
from tongits.seats import SEATS
from tongits.state import GameState


def start() -> GameState:
    return table(
        hands=("9S 9H 8H 4H KD 2S", "KS", "KC"),
        melds=("1: 5H 6H 7H",),
        discards="9D",
        idle_turns=3,
    )


def undone(state: GameState) -> GameState:
    return after(state, (P0, TakeBack()))


def same_but_for_order_and_sight(one: GameState, other: GameState) -> bool:
    """Hands as sets; what all have seen stays seen."""

    def plain(state: GameState) -> GameState:
        first, second, third = (tuple(sorted(state.hands[seat])) for seat in SEATS)
        return replace(state, hands=(first, second, third), seen=one.seen)

    return plain(one) == plain(other)


def test_a_meld_taken_back_restores_everything() -> None:
    taken = after(start(), (P0, Take()))
    laid = after(taken, (P0, Lay(cards("9S 9H 9D"))))
    assert laid.is_opened(P0)
    assert not undone(laid).is_opened(P0)
    assert same_but_for_order_and_sight(taken, undone(laid))


def test_a_sapaw_taken_back_restores_everything() -> None:
    taken = after(start(), (P0, Take()))
    laid = after(taken, (P0, Sapaw(0, cards("4H 8H"))))
    assert laid.melds[0].cards == cards("4H 5H 6H 7H 8H")
    assert same_but_for_order_and_sight(taken, undone(laid))


def test_the_newest_goes_first() -> None:
    taken = after(start(), (P0, Take()))
    one = after(taken, (P0, Lay(cards("9S 9H 9D"))))
    two = after(one, (P0, Sapaw(0, cards("8H"))))
    three = after(two, (P0, Sapaw(0, cards("4H"))))
    assert same_but_for_order_and_sight(two, undone(three))
    assert same_but_for_order_and_sight(one, undone(undone(three)))
    assert same_but_for_order_and_sight(taken, undone(undone(undone(three))))


def test_a_sapaw_on_a_fresh_meld_comes_off_before_the_meld() -> None:
    state = table(hands=("2S 3S 4S 5S KD", "KS", "KC"))
    state = after(state, (P0, Draw()), (P0, Lay(cards("2S 3S 4S"))), (P0, Sapaw(0, cards("5S"))))
    assert undone(state).melds[0].cards == cards("2S 3S 4S")
    assert undone(undone(state)).melds == ()


def test_guard_counts_are_as_if_nothing_had_been_laid() -> None:
    laid = after(start(), (P0, Take()), (P0, Lay(cards("9S 9H 9D"))))
    assert after(laid, (P0, Discard(card("KD")))).idle_turns == 0
    assert after(undone(laid), (P0, Discard(card("KD")))).idle_turns == 4


def test_a_take_is_never_undone_and_the_card_stays_taken() -> None:
    state = undone(after(start(), (P0, Take()), (P0, Lay(cards("9S 9H 9D")))))
    assert not can_take_back(state)
    with pytest.raises(IllegalMove, match="nothing_to_take_back"):
        decide(state, P0, TakeBack())
    with pytest.raises(IllegalMove, match="taken_this_turn"):
        decide(state, P0, Discard(card("9D")))


def test_a_draw_is_never_undone() -> None:
    state = after(start(), (P0, Draw()))
    assert not can_take_back(state)
    with pytest.raises(IllegalMove, match="nothing_to_take_back"):
        decide(state, P0, TakeBack())


def test_nothing_of_an_earlier_turn_is_undone() -> None:
    state = after(start(), (P0, Take()), (P0, Lay(cards("9S 9H 9D"))), (P0, Discard(card("KD"))))
    state = after(state, (P1, Draw()))
    assert not can_take_back(state)
    with pytest.raises(IllegalMove, match="nothing_to_take_back"):
        decide(state, P1, TakeBack())


def test_cards_shown_and_taken_back_stay_known_to_all() -> None:
    state = undone(after(start(), (P0, Take()), (P0, Sapaw(0, cards("8H")))))
    assert state.seen[P0] == {card("9D"), card("8H")}


def test_legal_moves_never_list_it_though_it_is_accepted() -> None:
    state = after(start(), (P0, Take()), (P0, Lay(cards("9S 9H 9D"))))
    assert can_take_back(state)
    assert TakeBack() not in legal_moves(state, P0)
    assert decide(state, P0, TakeBack())
