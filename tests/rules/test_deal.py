"""The deal and who deals next (rules.md 1.1, 2.2 row 1)."""

import random

import pytest

from tests.rules.tables import BOOK, GO, P0, P1, PAGAT, rules_with
from tongits.cards import DECK, deck
from tongits.engine import decide, new_hand, to_act
from tongits.errors import IllegalMove
from tongits.match import next_dealer
from tongits.moves import Draw
from tongits.rules import Rules
from tongits.seats import SEATS, SeatNo, from_seat
from tongits.state import Phase


@pytest.mark.parametrize("dealer", SEATS)
def test_the_dealer_gets_13_the_others_12_and_15_stay_as_stock(dealer: SeatNo) -> None:
    shuffled = tuple(random.Random(dealer).sample(DECK, 52))
    state, dealt = new_hand(BOOK, shuffled, dealer)
    first, second, third = from_seat(dealer)
    assert [len(state.hands[seat]) for seat in (first, second, third)] == [13, 12, 12]
    assert len(state.stock) == 15
    dealt_out = [*state.hands[first], *state.hands[second], *state.hands[third]]
    assert (*dealt_out, *state.stock) == shuffled
    assert dealt.deck == shuffled


def test_no_card_is_turned_up() -> None:
    state, _ = new_hand(BOOK, DECK, P0)
    assert (state.discards, state.melds) == ((), ())


@pytest.mark.parametrize("dealer", SEATS)
def test_the_dealer_plays_first_and_does_not_draw(dealer: SeatNo) -> None:
    state, _ = new_hand(BOOK, DECK, dealer)
    assert to_act(state) == {dealer}
    assert state.phase is Phase.ACT
    with pytest.raises(IllegalMove, match="already_drawn"):
        decide(state, dealer, Draw())


@pytest.mark.parametrize("winner", [*SEATS, None])
def test_the_deal_passes_one_seat_in_turn_order_void_hands_too(winner: SeatNo | None) -> None:
    """Row 1, `book`."""
    assert [next_dealer(BOOK, seat, winner) for seat in SEATS] == [1, 2, 0]


@pytest.mark.parametrize("rules", [PAGAT, GO], ids=["pagat", "go"])
def test_the_winner_deals_and_a_void_hand_keeps_the_dealer(rules: Rules) -> None:
    """Row 1, `pagat` and `go`."""
    for dealer in SEATS:
        assert [next_dealer(rules, dealer, winner) for winner in SEATS] == list(SEATS)
        assert next_dealer(rules, dealer, None) == dealer


@pytest.mark.parametrize("jokers", [1, 2])
def test_jokers_are_dealt_with_the_deck_and_lengthen_the_stock(jokers: int) -> None:
    """2.3: the hands keep their sizes."""
    rules = rules_with(BOOK, jokers=jokers)
    state, _ = new_hand(rules, deck(jokers), P0)
    assert [len(hand) for hand in state.hands] == [13, 12, 12]
    assert len(state.stock) == 15 + jokers


def test_a_smaller_game_deals_what_its_rules_say() -> None:
    rules = rules_with(BOOK, suits="SH", ranks="A23456", hand_size=3)
    state, _ = new_hand(rules, deck(0, "SH", "A23456"), P1)
    assert [len(hand) for hand in state.hands] == [3, 4, 3]
    assert len(state.stock) == 2
