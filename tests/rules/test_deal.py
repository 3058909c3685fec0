"""The deal and who deals next (rules.md 1.1, 2.2 row 1)."""

import random

import pytest

from tests.rules.tables import BOOK, P0
from tongits.cards import DECK
from tongits.engine import decide, new_hand, to_act
from tongits.errors import IllegalMove
from tongits.match import next_dealer
from tongits.moves import Draw
from tongits.seats import SEATS, SeatNo, from_seat
from tongits.state import Phase


@pytest.mark.parametrize("dealer", SEATS)
def test_the_dealer_gets_13_the_others_12_and_15_stay_as_stock(dealer: SeatNo) -> None:
    deck = tuple(random.Random(dealer).sample(DECK, 52))
    state, dealt = new_hand(BOOK, deck, dealer)
    first, second, third = from_seat(dealer)
    assert [len(state.hands[seat]) for seat in (first, second, third)] == [13, 12, 12]
    assert len(state.stock) == 15
    assert (*state.hands[first], *state.hands[second], *state.hands[third], *state.stock) == deck
    assert dealt.deck == deck


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


def test_the_deal_passes_one_seat_in_turn_order() -> None:
    assert [next_dealer(BOOK, seat) for seat in SEATS] == [1, 2, 0]
