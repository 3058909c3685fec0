"""Taking the discard with a new meld at once: `pagat` and `go` (1.3; 2.2 rows 2, 3, 15, 31)."""

from itertools import permutations

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
    sapaw,
    table,
)
from tongits.engine import apply, legal_moves
from tongits.events import Laid, Took
from tongits.moves import Declare, Discard, Draw, Take, TakeBack
from tongits.refusals import can_take_back, take_block
from tongits.rules import Rules
from tongits.state import Phase

either = pytest.mark.parametrize("rules", [PAGAT, GO], ids=["pagat", "go"])


def takes(rules: Rules, hand: str, discard: str) -> list[Take]:
    state = table(hands=(hand, "KD", "KC"), discards=discard, rules=rules)
    return [move for move in legal_moves(state, P0) if isinstance(move, Take)]


@either
def test_the_card_is_taken_and_the_meld_laid_in_one_move(rules: Rules) -> None:
    state = table(hands=("7S 7H KD", "KS", "KC"), discards="2C 7D", rules=rules)
    taken, events = apply(state, P0, Take(cards("7S 7H 7D")))
    assert [type(event) for event in events] == [Took, Laid]
    assert taken.hands[P0] == cards("KD")
    assert taken.discards == cards("2C")
    assert taken.melds[0].cards == cards("7S 7H 7D")
    assert (taken.phase, taken.turn_seat) == (Phase.ACT, P0)


@either
def test_a_card_that_makes_no_new_meld_cannot_be_taken(rules: Rules) -> None:
    state = table(hands=("7S 8H KD", "KS", "KC"), discards="7D", rules=rules)
    assert take_block(state, P0) == "no_new_meld"
    assert refused(state, P0, Take()) == "no_new_meld"
    assert refused(state, P0, Take(cards("7S 7D"))) == "no_new_meld"


@either
def test_it_is_not_taken_for_a_sapaw(rules: Rules) -> None:
    """1.3: a new meld is needed, even on a meld of one's own."""
    state = table(hands=("9S KD", "KS", "KC"), melds=("0: 5H 6H 7H",), discards="8H", rules=rules)
    assert take_block(state, P0) == "no_new_meld"


@either
def test_it_is_not_kept_without_a_meld(rules: Rules) -> None:
    state = table(hands=("7S 7H KD", "KS", "KC"), discards="7D", rules=rules)
    assert refused(state, P0, Take()) == "take_needs_meld"


@either
def test_the_meld_must_hold_the_taken_card(rules: Rules) -> None:
    state = table(hands=("7S 7H 2S 3S 4S", "KS", "KC"), discards="7D", rules=rules)
    assert refused(state, P0, Take(cards("2S 3S 4S"))) == "take_needs_meld"


@either
def test_the_meld_needs_the_players_own_cards(rules: Rules) -> None:
    state = table(hands=("7S 7H KD", "7C", "KC"), discards="7D", rules=rules)
    assert refused(state, P0, Take(cards("7S 7C 7D"))) == "card_not_held"
    assert refused(state, P0, Take(cards("7S 7D KD"))) == "not_a_meld"
    assert refused(state, P0, Take(cards("7S 7S 7D"))) == "card_twice"


@either
def test_the_player_picks_the_meld(rules: Rules) -> None:
    """Row 3: set or run, of three or more."""
    listed = {frozenset(take.cards) for take in takes(rules, "8S 8H 7D 9D TD", "8D")}
    assert listed == {
        frozenset(cards(text)) for text in ("8S 8H 8D", "7D 8D 9D", "8D 9D TD", "7D 8D 9D TD")
    }


@either
def test_the_order_of_the_meld_does_not_matter(rules: Rules) -> None:
    state = table(hands=("5H 7H KD", "KS", "KC"), discards="6H", rules=rules)
    for order in permutations(cards("5H 6H 7H")):
        assert after(state, (P0, Take(order))).melds[0].cards == cards("5H 6H 7H")


@either
def test_the_rest_of_the_turn_goes_on_as_after_a_draw(rules: Rules) -> None:
    hand = "7S 7H 2S 3S 4S 7C KD QD"
    state = table(hands=(hand, "KS", "KC"), discards="7D", rules=rules)
    state = after(
        state,
        (P0, Take(cards("7S 7H 7D"))),
        (P0, sapaw(0, "7C")),
        (P0, lay("2S 3S 4S")),
        (P0, Discard(card("KD"))),
    )
    assert (state.turn_seat, state.hands[P0]) == (P1, cards("QD"))


@either
def test_taking_is_instead_of_drawing(rules: Rules) -> None:
    state = table(hands=("7S 7H KD", "KS", "KC"), discards="7D", rules=rules)
    taken = after(state, (P0, Take(cards("7S 7H 7D"))))
    assert refused(taken, P0, Draw()) == "already_drawn"
    assert refused(after(state, (P0, Draw())), P0, Take(cards("7S 7H 7D"))) == "already_drawn"


@either
def test_the_meld_laid_with_the_taken_card_cannot_be_taken_back(rules: Rules) -> None:
    """Row 31; what came after it can, down to it."""
    state = table(hands=("7S 7H 2S 3S 4S KD", "KS", "KC"), discards="7D", rules=rules)
    taken = after(state, (P0, Take(cards("7S 7H 7D"))))
    assert not can_take_back(taken)
    assert refused(taken, P0, TakeBack()) == "nothing_to_take_back"
    more = after(taken, (P0, lay("2S 3S 4S")))
    assert can_take_back(more)
    assert not can_take_back(after(more, (P0, TakeBack())))


def test_in_book_a_meld_with_the_taken_card_can_be_taken_back() -> None:
    """Row 31: there the taken card did not have to be melded."""
    state = table(hands=("7S 7H KD", "KS", "KC"), discards="7D")
    assert refused(state, P0, Take(cards("7S 7H 7D"))) == "take_only"
    assert can_take_back(after(state, (P0, Take()), (P0, lay("7S 7H 7D"))))


@either
def test_j09_an_empty_hand_after_it_is_tongits(rules: Rules) -> None:
    state = table(hands=("7S 7H", "KS", "KC"), discards="7D", rules=rules)
    ended = after(state, (P0, Take(cards("7S 7H 7D"))))
    assert (outcome(ended).ending, outcome(ended).winner) == ("tongits", P0)


@either
def test_with_final_discard_it_must_leave_a_card_to_throw(rules: Rules) -> None:
    """Q7, row 2."""
    final = rules_with(rules, final_discard=True)
    state = table(hands=("7S 7H", "KS", "KC"), discards="7D", rules=final)
    assert take_block(state, P0) == "no_new_meld"
    assert not any(isinstance(move, Take) for move in legal_moves(state, P0))
    assert [take.cards for take in takes(final, "7S 7H 7C", "7D")] == [
        cards(text) for text in ("7S 7H 7D", "7S 7D 7C", "7H 7D 7C")
    ]
    larger = table(hands=("7S 7H 7C", "KS", "KC"), discards="7D", rules=final)
    assert refused(larger, P0, Take(cards("7S 7H 7D 7C"))) == "keep_a_discard"


@either
def test_a_chow_leaves_the_last_stock_card_for_the_next_seat(rules: Rules) -> None:
    state = table(hands=("7S 7H KD QD", "KS", "KC"), discards="7D", stock="2C", rules=rules)
    state = after(state, (P0, Take(cards("7S 7H 7D"))), (P0, Discard(card("KD"))))
    assert (state.turn_seat, state.phase) == (P1, Phase.START)


@either
def test_nobody_chows_the_discard_of_the_last_drawer(rules: Rules) -> None:
    """Row 15."""
    state = table(hands=("7D KD", "7S 7H KS", "KC"), stock="2C", rules=rules)
    state = after(state, (P0, Draw()), (P0, Discard(card("7D"))))
    assert outcome(state).ending == "stock"


@either
def test_the_taken_card_counts_as_seen_and_the_meld_opens(rules: Rules) -> None:
    state = table(hands=("7S 7H KD", "KS", "KC"), discards="7D", rules=rules)
    taken = after(state, (P0, Take(cards("7S 7H 7D"))))
    assert taken.is_opened(P0)
    assert taken.idle_turns == 0
    assert not is_legal(taken, P0, Declare())


def test_it_is_a_switch_of_book_too() -> None:
    rules = rules_with(BOOK, discard_take="new_meld_now")
    assert [take.cards for take in takes(rules, "QD KD", "AD")] == [cards("QD KD AD")]
    # stock_after_6 stands as well
    state = table(hands=("QD KD", "KS", "KC"), discards="AD", rules=rules, idle_turns=6)
    assert refused(state, P0, Take(cards("QD KD AD"))) == "must_draw_stock"
