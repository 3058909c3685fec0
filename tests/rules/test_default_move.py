"""What the clock plays for a seat (rules.md 4, line 6; 2.2 row 11)."""

import pytest

from tests.rules.tables import BOOK, GO, P0, P1, PAGAT, after, card, cards, rules_with, table
from tongits.engine import default_move, legal_moves
from tongits.moves import Answer, Call, Declare, Discard, Draw, Sapaw, Take
from tongits.rules import Rules
from tongits.state import Phase

OPEN = ("0: 2S 3S 4S", "1: 5H 6H 7H")


def thrown(hand: str) -> str:
    move = default_move(table(hands=(hand, "KD", "KC"), phase=Phase.ACT), P0)
    assert isinstance(move, Discard)
    return move.card


def test_it_draws_from_the_stock_and_never_calls() -> None:
    state = table(hands=("AD", "KD", "KC"), melds=OPEN, discards="AH")
    assert default_move(state, P0) == Draw()


def test_it_lays_nothing() -> None:
    """Even when a meld lies ready it throws a card that stands alone."""
    assert thrown("7S 7H 7C 2D") == "2D"


@pytest.mark.parametrize(
    ("hand", "card_thrown"),
    [
        ("KS QH 2D 3C", "KS"),
        ("JH QH KH 2D 9C", "9C"),
        ("TD QC KH JS", "JS"),
        ("TD QC KH", "KH"),
        ("QC TD", "TD"),
        ("9C 9D KS KH KD", "9D"),
        ("QS KS", "KS"),
    ],
    ids=[
        "the most points alone",
        "never out of a meld",
        "ties: suit S first",
        "then H",
        "then D before C",
        "not out of a set for fewer points",
        "then the higher rank",
    ],
)
def test_it_throws_the_card_whose_loss_costs_least(hand: str, card_thrown: str) -> None:
    assert thrown(hand) == card_thrown


def test_of_equal_losses_it_throws_the_most_points() -> None:
    """All is melded: an end of the run of four costs nothing and is worth most."""
    assert thrown("TS JS QS KS 2H 2D 2C 3H 3D 3C 3S") == "KS"


def test_it_does_not_throw_a_card_the_guard_forbids() -> None:
    state = after(table(hands=("2S 3H", "KD", "KC"), discards="KS"), (P0, Take()))
    assert default_move(state, P0) == Discard(card("3H"))


def test_it_shows_when_called() -> None:
    state = after(table(hands=("AD", "KD", "KC"), melds=OPEN), (P0, Call()))
    assert default_move(state, P1) == Answer("show")


@pytest.mark.parametrize("rules", [PAGAT, GO], ids=["pagat", "go"])
def test_it_folds_when_called(rules: Rules) -> None:
    """Row 11."""
    state = after(table(hands=("AD", "KD", "KC"), melds=OPEN, rules=rules), (P0, Call()))
    assert default_move(state, P1) == Answer("fold")


@pytest.mark.parametrize("rules", [PAGAT, GO], ids=["pagat", "go"])
def test_it_neither_takes_nor_declares(rules: Rules) -> None:
    """Row 18: never automatic."""
    start = table(hands=("7S 7H KD", "KS", "KC"), discards="7C", rules=rules)
    assert any(isinstance(move, Take) for move in legal_moves(start, P0))
    assert default_move(start, P0) == Draw()
    done = table(hands=("7S 7H 7C 7D", "KS", "KC"), rules=rules, phase=Phase.ACT)
    assert Declare() in legal_moves(done, P0)
    assert default_move(done, P0) == Discard(card("7S"))


def test_it_keeps_a_joker_that_completes_a_meld() -> None:
    rules = rules_with(BOOK, jokers=1)
    state = table(hands=("X1 KS KD 9C", "2D", "2C"), rules=rules, phase=Phase.ACT)
    assert default_move(state, P0) == Discard(card("9C"))


def test_it_lays_off_the_dearest_card_where_none_may_be_thrown() -> None:
    """`no_dump_sapawable` leaves no discard when every card fits a meld."""
    rules = rules_with(GO, no_dump_sapawable=True)
    state = table(hands=("4H 8H", "KD", "KC"), melds=("1: 5H 6H 7H",), rules=rules, phase=Phase.ACT)
    assert default_move(state, P0) == Sapaw(0, cards("8H"))


def test_it_throws_the_last_card_for_tongits() -> None:
    state = table(hands=("", "KD", "KC"), stock="7S 2D")
    state = after(state, (P0, Draw()))
    assert default_move(state, P0) == Discard(card("7S"))
    assert state.hands[P0] == cards("7S")
