"""Declaring Tongits with complete melds in hand: `pagat` and `go` (1.3; 2.2 row 18; J04, J10)."""

import pytest

from tests.rules.tables import (
    BOOK,
    GO,
    P0,
    P1,
    PAGAT,
    after,
    card,
    cards,
    is_legal,
    lay,
    outcome,
    refused,
    rules_with,
    table,
)
from tongits.engine import apply, legal_moves, new_hand
from tongits.events import Declared, HandEnded
from tongits.moves import Answer, Call, Declare, Discard, Draw
from tongits.rules import Rules
from tongits.state import GameState, Phase

either = pytest.mark.parametrize("rules", [PAGAT, GO], ids=["pagat", "go"])
DONE = "7S 7H 7C 2D 3D 4D"


def acting(rules: Rules, hand: str = DONE, melds: tuple[str, ...] = ()) -> GameState:
    return table(hands=(hand, "KS QH", "KC"), melds=melds, phase=Phase.ACT, rules=rules)


@either
def test_it_ends_the_hand_as_tongits_and_lays_nothing(rules: Rules) -> None:
    ended, events = apply(acting(rules), P0, Declare())
    assert [type(event) for event in events] == [Declared, HandEnded]
    assert (outcome(ended).ending, outcome(ended).winner) == ("tongits", P0)
    assert outcome(ended).deadwood == (0, 20, 10)
    assert ended.hands[P0] == cards(DONE)
    assert ended.melds == ()


@either
def test_it_is_never_automatic(rules: Rules) -> None:
    """The player may want to wait: he draws the last card he needed, and goes on."""
    start = table(hands=("7S 7H 7C 2D 3D", "KS", "KC"), stock="4D 5D 6D", rules=rules)
    drawn = after(start, (P0, Draw()))
    assert drawn.outcome is None
    thrown = after(drawn, (P0, Discard(card("2D"))))
    assert (thrown.outcome, thrown.turn_seat) == (None, P1)
    laid = after(drawn, (P0, lay("7S 7H 7C")))
    assert laid.outcome is None


@either
def test_some_melds_may_lie_on_the_table_already(rules: Rules) -> None:
    state = after(acting(rules), (P0, lay("7S 7H 7C")))
    assert outcome(after(state, (P0, Declare()))).winner == P0


@either
@pytest.mark.parametrize("hand", ["7S 7H 7C 2D", "7S 7H 7C 2D 3D 5D", "AS"])
def test_not_with_cards_left_over(rules: Rules, hand: str) -> None:
    assert refused(acting(rules, hand), P0, Declare()) == "cards_left_over"


@either
@pytest.mark.parametrize("hand", [DONE, "5S 6S 7S 8S", "7S 7H 7D 7C 8C 9C", "AS 2S 3S 4S 5S 6S"])
def test_it_is_offered_also_when_cards_could_be_in_several_melds(rules: Rules, hand: str) -> None:
    assert Declare() in legal_moves(acting(rules, hand), P0)


@either
def test_cards_that_fit_a_meld_on_the_table_are_left_over_all_the_same(rules: Rules) -> None:
    """They have to be laid off first."""
    state = acting(rules, "7S 7H 7C 8H", ("1: 5D 6D 7D", "2: 9H TH JH"))
    assert refused(state, P0, Declare()) == "cards_left_over"


@either
def test_one_who_has_laid_nothing_may_declare(rules: Rules) -> None:
    """1.6: burned can still win by Tongits."""
    ended = after(acting(rules), (P0, Declare()))
    assert not outcome(ended).opened[P0]
    assert outcome(ended).winner == P0


@either
def test_not_before_the_draw_and_not_out_of_turn(rules: Rules) -> None:
    start = table(hands=(DONE, DONE.replace("7", "8"), "KC"), rules=rules)
    assert refused(start, P0, Declare()) == "must_draw_first"
    assert refused(start, P1, Declare()) == "not_your_turn"


@either
def test_the_dealer_may_declare_at_once(rules: Rules) -> None:
    """B24: thirteen cards, all melded."""
    hand = cards("2S 3S 4S 5S 9H 9D 9C JD QD KD 6C 7C 8C")
    rest = tuple(one for one in table(hands=("", "", "")).stock if one not in hand)
    state, _ = new_hand(rules, (*hand, *rest), P0)
    assert outcome(after(state, (P0, Declare()))).winner == P0


@either
def test_j10_no_points_left_at_a_call_is_a_call(rules: Rules) -> None:
    melds = ("0: 2S 3S 4S", "1: 5H 6H 7H")
    state = table(hands=("8H 8S 8D", "KD", "KC"), melds=melds, rules=rules)
    ended = after(state, (P0, Call()), (P1, Answer("challenge")))
    assert (outcome(ended).ending, outcome(ended).winner) == ("call", P0)
    assert outcome(ended).deadwood[P0] == 0


@either
def test_no_points_left_when_the_stock_is_out_is_a_stock_out(rules: Rules) -> None:
    state = table(
        hands=(DONE + " KD", "KS", "KC"),
        melds=("0: TS JS QS",),
        stock="",
        phase=Phase.ACT,
        last_drawer=P0,
        rules=rules,
    )
    ended = after(state, (P0, Discard(card("KD"))))
    assert (outcome(ended).ending, outcome(ended).deadwood[P0]) == ("stock", 0)


def test_in_book_the_melds_must_be_laid() -> None:
    assert refused(acting(BOOK), P0, Declare()) == "not_in_these_rules"
    assert is_legal(acting(rules_with(BOOK, tongits_declare_in_hand=True)), P0, Declare())


@either
def test_final_discard_leaves_nothing_to_declare(rules: Rules) -> None:
    """Q7: a card must be left to throw."""
    state = acting(rules_with(rules, final_discard=True))
    assert refused(state, P0, Declare()) == "keep_a_discard"


@either
def test_the_split_of_a_joker_hand_counts(rules: Rules) -> None:
    state = acting(rules_with(rules, jokers=2), "X1 KH KD X2 4H 5H")
    assert outcome(after(state, (P0, Declare()))).winner == P0
