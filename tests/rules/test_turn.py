"""A turn: draw or take, melds and sapaw, a discard; an empty hand is Tongits (rules.md 1.3)."""

from dataclasses import replace

import pytest

from tests.rules.tables import (
    BOOK,
    P0,
    P1,
    P2,
    after,
    card,
    cards,
    is_legal,
    refused,
    table,
)
from tongits.engine import legal_moves, to_act
from tongits.moves import Answer, Call, Discard, Draw, Lay, Move, Sapaw, Take
from tongits.seats import SeatNo
from tongits.state import GameState, Phase


def acting(hand: str, *melds: str, discards: str = "") -> GameState:
    return table(hands=(hand, "KD KS", "KC KH"), melds=melds, discards=discards, phase=Phase.ACT)


def test_a_draw_gives_the_top_card_of_the_stock() -> None:
    state = after(table(hands=("2S", "KD", "KC"), stock="5H 6H"), (P0, Draw()))
    assert (state.hands[P0], state.stock) == (cards("2S 5H"), cards("6H"))
    assert (state.drew, state.last_drawer) == ("5H", P0)


def test_the_top_discard_may_be_taken_without_a_meld() -> None:
    """Row 2: free."""
    state = after(table(hands=("2S 9H", "KD", "KC"), discards="JC 5H"), (P0, Take()))
    assert state.hands[P0] == cards("2S 9H 5H")
    assert is_legal(state, P0, Discard(card("9H")))


def test_an_empty_pile_offers_nothing_to_take() -> None:
    assert refused(table(hands=("2S", "KD", "KC")), P0, Take()) == "pile_empty"


@pytest.mark.parametrize("move", [Lay(cards("7S 7H 7C")), Discard(card("2S")), Sapaw(0, ())])
def test_a_turn_begins_with_a_draw_a_take_or_a_call(move: Move) -> None:
    state = table(hands=("7S 7H 7C 2S", "KD", "KC"), melds=("1: 4H 5H 6H",))
    assert refused(state, P0, move) == "must_draw_first"


@pytest.mark.parametrize("move", [Draw(), Take(), Call()])
def test_one_draw_a_turn_and_no_call_after_it(move: Move) -> None:
    state = acting("2S 3H", "0: 5H 6H 7H", discards="9C")
    assert refused(state, P0, move) == "already_drawn"


def test_an_answer_needs_a_call() -> None:
    assert refused(acting("2S 3H"), P0, Answer("show")) == "no_call"


def test_any_number_of_melds_and_sapaw_in_any_order() -> None:
    """Row 30."""
    state = acting("8H 9S 9H 9D 2C 3C 4C 5C JD QD", "1: 5H 6H 7H")
    state = after(
        state,
        (P0, Sapaw(0, cards("8H"))),
        (P0, Lay(cards("2C 3C 4C"))),
        (P0, Sapaw(1, cards("5C"))),
        (P0, Lay(cards("9D 9S 9H"))),
        (P0, Discard(card("JD"))),
    )
    assert [meld.cards for meld in state.melds] == [
        cards("5H 6H 7H 8H"),
        cards("2C 3C 4C 5C"),
        cards("9S 9H 9D"),
    ]
    assert state.hands[P0] == cards("QD")


def test_cards_may_be_laid_in_any_order_and_lie_in_theirs() -> None:
    state = after(acting("AS KS QS 2C"), (P0, Lay(cards("KS AS QS"))))
    assert state.melds[0].cards == cards("QS KS AS")


def test_sapaw_is_allowed_before_opening_and_does_not_open() -> None:
    """1.3 and row 17."""
    state = after(acting("8H 2S", "1: 5H 6H 7H"), (P0, Sapaw(0, cards("8H"))))
    assert not state.is_opened(P0)


def test_sapaw_is_allowed_on_melds_of_every_seat() -> None:
    state = acting("8H 9C TS 2D", "0: 5H 6H 7H", "1: 9S 9H 9D", "2: JS QS KS")
    for number, text in enumerate(("8H", "9C", "TS")):
        assert is_legal(state, P0, Sapaw(number, cards(text)))


def test_a_meld_stays_its_owners_whoever_adds_to_it() -> None:
    state = after(acting("8H 2S", "1: 5H 6H 7H"), (P0, Sapaw(0, cards("8H"))))
    assert state.melds[0].owner == P1


def test_melds_on_the_table_are_never_merged_or_turned_into_another_kind() -> None:
    state = acting("8S 9S 2C", "1: 7S 7H 7D", "0: 4S 5S 6S")
    assert refused(state, P0, Sapaw(0, cards("8S 9S"))) == "does_not_fit"
    assert refused(state, P0, Sapaw(1, cards("8S 9S"))) == "does_not_fit"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Lay(cards("7S 7H KD")), "card_not_held"),
        (Lay(cards("7S 7H 7S")), "card_twice"),
        (Lay(cards("7S 7H")), "not_a_meld"),
        (Lay(()), "not_a_meld"),
        (Sapaw(1, cards("7S")), "no_such_meld"),
        (Sapaw(-1, cards("8H")), "no_such_meld"),
        (Sapaw(0, ()), "does_not_fit"),
        (Sapaw(0, cards("7S")), "does_not_fit"),
        (Sapaw(0, cards("KD")), "card_not_held"),
        (Sapaw(0, cards("8H 8H")), "card_twice"),
        (Discard(card("KD")), "card_not_held"),
    ],
)
def test_cards_that_do_not_go_there_are_refused(move: Move, code: str) -> None:
    assert refused(acting("7S 7H 7C 8H 2C", "1: 9H TH JH"), P0, move) == code


def test_a_card_that_fits_a_meld_may_be_thrown() -> None:
    """Row 8."""
    assert is_legal(acting("8H 2S", "1: 5H 6H 7H"), P0, Discard(card("8H")))


def test_the_discard_ends_the_turn_and_passes_it_on() -> None:
    state = after(acting("8H 2S"), (P0, Discard(card("8H"))))
    assert (state.turn_seat, state.phase, state.turn_no) == (P1, Phase.START, 5)
    assert state.discards == cards("8H")
    assert (state.drew, state.taken, state.placed) == (None, None, ())


@pytest.mark.parametrize("seat", [P1, P2])
def test_only_the_seat_in_turn_plays(seat: SeatNo) -> None:
    state = acting("8H 2S")
    assert legal_moves(state, seat) == ()
    assert refused(state, seat, Discard(state.hands[seat][0])) == "not_your_turn"


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("7S 7H 7C", Lay(cards("7S 7H 7C"))),
        ("8D 9D", Sapaw(0, cards("8D 9D"))),
        ("2S", Discard(card("2S"))),
    ],
    ids=["by a meld", "by sapaw", "by the discard"],
)
def test_an_empty_hand_is_tongits_however_it_became_empty(hand: str, move: Move) -> None:
    """Q6."""
    state = after(acting(hand, "1: 5D 6D 7D"), (P0, move))
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.winner) == ("tongits", P0)


def test_tongits_wins_before_any_discard_is_asked_for() -> None:
    """Q7."""
    state = after(acting("7S 7H 7C"), (P0, Lay(cards("7S 7H 7C"))))
    assert state.phase is Phase.OVER
    assert state.discards == ()


def test_the_last_stock_card_thrown_as_the_last_card_is_tongits_not_stock_out() -> None:
    state = table(hands=("", "KD", "KC"), stock="2S")
    state = after(state, (P0, Draw()), (P0, Discard(card("2S"))))
    assert state.outcome is not None
    assert state.outcome.ending == "tongits"


def test_a_hand_of_melds_is_not_tongits_until_they_are_laid() -> None:
    """Row 18."""
    state = acting("7S 7H 7C 2D 3D 4D")
    assert state.outcome is None
    assert all(isinstance(move, Lay | Discard) for move in legal_moves(state, P0))


def test_nothing_can_be_done_after_the_end() -> None:
    state = after(acting("2S"), (P0, Discard(card("2S"))))
    assert to_act(state) == frozenset()
    assert legal_moves(state, P0) == legal_moves(state, P1) == ()
    assert refused(state, P1, Draw()) == "hand_over"


def test_with_final_discard_a_card_must_be_left_to_throw() -> None:
    """Q7, the house rule; the discard itself may be the last card."""
    state = replace(acting("7S 7H 7C"), rules=replace(BOOK, final_discard=True))
    assert refused(state, P0, Lay(cards("7S 7H 7C"))) == "keep_a_discard"
    sapaw = replace(state, hands=(cards("8H"), *state.hands[1:]))
    sapaw = replace(sapaw, melds=acting("2S", "1: 5H 6H 7H").melds)
    assert refused(sapaw, P0, Sapaw(0, cards("8H"))) == "keep_a_discard"
    assert after(sapaw, (P0, Discard(card("8H")))).phase is Phase.OVER
