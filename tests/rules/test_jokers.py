"""Jokers: 2.2 rows 22 and 23, sentence by sentence; off by default, allowed in every preset."""

import pytest

from tests.rules.tables import (
    P0,
    P1,
    P2,
    PRESETS,
    after,
    card,
    cards,
    is_legal,
    lay,
    named,
    outcome,
    refused,
    rules_with,
    sapaw,
    table,
)
from tests.rules.vectors import ask, every_preset
from tongits.cards import deck
from tongits.engine import legal_moves, new_hand
from tongits.melds import meld_kinds
from tongits.moves import Declare, Discard, Lay, Sapaw, Take, TakeBack
from tongits.outcomes import bonuses_of
from tongits.rules import Rules
from tongits.splits import deadwood
from tongits.state import GameState, Phase


def with_jokers(rules: str, count: int = 2, **switches: object) -> Rules:
    return rules_with(PRESETS[rules], jokers=count, **switches)


def acting(hand: str, *melds: str, rules: Rules) -> GameState:
    return table(hands=(hand, "KS QC", "KC"), melds=melds, phase=Phase.ACT, rules=rules)


@every_preset
def test_off_by_default_and_allowed_in_every_preset(rules: str) -> None:
    assert PRESETS[rules].jokers == 0
    for count in (1, 2):
        state, _ = new_hand(with_jokers(rules, count), deck(count), P0)
        everywhere = {held for hand in (*state.hands, state.stock) for held in hand}
        assert everywhere == set(deck(count))


@every_preset
def test_a_joker_stands_for_any_card_in_a_meld(rules: str) -> None:
    state = acting("7S 7H X1 4C 5C X2 KD", rules=with_jokers(rules))
    state = after(state, (P0, lay("7S 7H X1")), (P0, lay("4C 5C X2=6C")))
    assert [meld.kind for meld in state.melds] == ["set", "run"]
    assert state.hands[P0] == cards("KD")


@every_preset
def test_a_set_has_four_cards_at_most_jokers_included(rules: str) -> None:
    played = with_jokers(rules)
    assert meld_kinds(cards("7S 7H 7D X1"), played) == ("set",)
    assert meld_kinds(cards("7S 7H X1 X2"), played) == ("set",)
    assert meld_kinds(cards("7S 7H 7D 7C X1"), played) == ()
    full = acting("X2 KD", "1: 7S 7H 7D X1", rules=played)
    assert not any(isinstance(move, Sapaw) for move in legal_moves(full, P0))


@every_preset
def test_a_meld_needs_one_natural(rules: str) -> None:
    played = with_jokers(rules)
    assert meld_kinds(cards("X1 X2 9C"), played) == ("set", "run")
    assert meld_kinds(cards("X1 X2"), played) == ()


@every_preset
def test_joker_min_naturals_asks_for_two(rules: str) -> None:
    played = with_jokers(rules, joker_min_naturals=2)
    assert meld_kinds(cards("X1 X2 9C"), played) == ()
    assert meld_kinds(cards("X1 9S 9C"), played) == ("set",)
    assert meld_kinds(cards("X1 X2 8C 9C"), played) == ("run",)
    assert deadwood(cards("X1 X2 KS 9H"), played) == 69


@every_preset
def test_a_joker_in_a_run_is_laid_as_a_named_card(rules: str) -> None:
    state = acting("5H 7H X1 KD", rules=with_jokers(rules))
    assert refused(state, P0, lay("5H 7H X1")) == "not_a_meld"
    for wrong in ("X1=8H", "X1=6S", "X1=5H", "X1=X2"):
        move = lay(f"5H {wrong} 7H")
        assert refused(state, P0, move) == "not_a_meld"
    laid = after(state, (P0, lay("7H X1=6H 5H")))
    assert laid.melds[0].cards == cards("5H X1 7H")
    assert laid.melds[0].named == named("X1=6H")


@every_preset
def test_either_name_that_makes_a_run_is_the_players_choice(rules: str) -> None:
    state = acting("5H 6H X1 KD", rules=with_jokers(rules))
    assert after(state, (P0, lay("5H 6H X1=7H"))).melds[0].cards == cards("5H 6H X1")
    assert after(state, (P0, lay("X1=4H 5H 6H"))).melds[0].cards == cards("X1 5H 6H")


@every_preset
def test_a_joker_in_a_run_keeps_its_name(rules: str) -> None:
    """Also when the run grows, and when its real card turns up."""
    played = with_jokers(rules)
    state = acting("8H 6H 4H 7H KD", "1: 5H X1=6H X2=7H", rules=played)
    grown = after(state, (P0, sapaw(0, "8H")))
    assert grown.melds[0].cards == cards("5H X1 X2 8H")
    assert grown.melds[0].named == named("X1=6H X2=7H")
    assert refused(grown, P0, sapaw(0, "6H")) == "does_not_fit"
    assert refused(grown, P0, sapaw(0, "7H")) == "does_not_fit"
    assert after(grown, (P0, sapaw(0, "4H"))).melds[0].cards == cards("4H 5H X1 X2 8H")


@every_preset
def test_a_run_does_not_hold_a_card_and_a_joker_of_that_name(rules: str) -> None:
    state = acting("5H 6H 7H X1 KD", rules=with_jokers(rules))
    assert refused(state, P0, lay("5H 6H X1=6H 7H")) == "not_a_meld"


@every_preset
def test_a_joker_may_stand_for_a_card_that_is_elsewhere(rules: str) -> None:
    """Even for one in the same hand."""
    state = acting("5H 6H 7H X1 KD", rules=with_jokers(rules))
    assert after(state, (P0, lay("5H X1=6H 7H"))).hands[P0] == cards("6H KD")


@every_preset
def test_in_a_set_it_has_no_suit_and_every_natural_of_the_rank_still_fits(rules: str) -> None:
    played = with_jokers(rules)
    for text in ("7D", "7C"):
        state = acting(f"{text} KD", "1: 7S 7H X1", rules=played)
        assert after(state, (P0, sapaw(0, text))).melds[0].cards == cards(f"7S 7H {text} X1")
    both = acting("7D 7C KD", "1: 7S 7H X1", rules=played)
    assert refused(both, P0, sapaw(0, "7D 7C")) == "does_not_fit"
    assert refused(both, P0, sapaw(0, "KD")) == "does_not_fit"


@every_preset
def test_in_a_set_it_takes_no_name(rules: str) -> None:
    state = acting("7S 7H X1 KD", rules=with_jokers(rules))
    assert refused(state, P0, lay("7S 7H X1=7D")) == "not_a_meld"
    on_a_set = acting("X1 KD", "1: 7S 7H 7D", rules=with_jokers(rules))
    assert refused(on_a_set, P0, sapaw(0, "X1=7C")) == "does_not_fit"
    assert is_legal(on_a_set, P0, sapaw(0, "X1"))


@every_preset
def test_there_is_no_swapping_back(rules: str) -> None:
    """C18: the six stays in hand, the joker in its place."""
    state = acting("6H KD", "1: 5H X1=6H 7H", rules=with_jokers(rules))
    assert not any(isinstance(move, Sapaw) for move in legal_moves(state, P0))
    assert refused(state, P0, sapaw(0, "6H")) == "does_not_fit"


@every_preset
def test_a_joker_that_is_laid_off_on_a_run_names_its_end(rules: str) -> None:
    state = acting("X1 KD", "1: 5H 6H 7H", rules=with_jokers(rules))
    offered = {move.named for move in legal_moves(state, P0) if isinstance(move, Sapaw)}
    assert offered == {named("X1=4H"), named("X1=8H")}
    assert refused(state, P0, sapaw(0, "X1")) == "does_not_fit"
    assert after(state, (P0, sapaw(0, "X1=4H"))).melds[0].cards == cards("X1 5H 6H 7H")
    assert after(state, (P0, sapaw(0, "X1=8H"))).melds[0].cards == cards("5H 6H 7H X1")


@every_preset
def test_a_joker_above_the_king_is_an_ace_only_where_aces_are_high(rules: str) -> None:
    state = acting("X1 9D", "1: JH QH KH", rules=with_jokers(rules))
    assert is_legal(state, P0, sapaw(0, "X1=AH")) is (rules == "book")
    assert is_legal(state, P0, sapaw(0, "X1=TH"))


@every_preset
def test_cards_that_are_a_set_and_a_run_are_laid_as_the_player_says(rules: str) -> None:
    state = acting("9C X1 X2 KD", rules=with_jokers(rules))
    kinds = {
        move: after(state, (P0, move)).melds[0].kind
        for move in legal_moves(state, P0)
        if isinstance(move, Lay) and card("9C") in move.cards
    }
    assert kinds[Lay(cards("9C X1 X2"))] == "set"
    assert kinds[lay("9C X1=TC X2=JC")] == "run"
    assert kinds[lay("X1=7C X2=8C 9C")] == "run"
    as_set = after(state, (P0, lay("9C X1 X2")))
    assert not any(isinstance(move, Sapaw) for move in legal_moves(as_set, P0))


@every_preset
def test_a_joker_in_hand_counts_25_or_30(rules: str) -> None:
    """Row 23."""
    assert deadwood(cards("X1 2S"), with_jokers(rules)) == 27
    assert deadwood(cards("X1 2S"), with_jokers(rules, joker_points=30)) == 32
    answered = ask(q="deadwood", rules=rules, cards="X1 X2", set={"jokers": 2, "joker_points": 30})
    assert answered["points"] == 60


@every_preset
def test_a_joker_can_be_thrown_and_taken(rules: str) -> None:
    state = acting("X1 7S 7H KD", rules=with_jokers(rules))
    thrown = after(state, (P0, Discard(card("X1"))))
    assert thrown.discards == cards("X1")
    free = rules == "book"
    pair = table(hands=("KD", "9S 9H", "KC"), discards="X1", turn_seat=P1, rules=with_jokers(rules))
    taken = after(pair, (P1, Take() if free else Take(cards("9S 9H X1"))))
    assert card("X1") not in taken.discards


@pytest.mark.parametrize("rules", ["pagat", "go"])
def test_the_discard_can_be_taken_with_a_joker(rules: str) -> None:
    state = table(hands=("5H X1 KD", "KS", "KC"), discards="7H", rules=with_jokers(rules))
    takes = [move for move in legal_moves(state, P0) if isinstance(move, Take)]
    assert [(take.cards, take.named) for take in takes] == [(cards("5H X1 7H"), named("X1=6H"))]
    taken = after(state, (P0, takes[0]))
    assert taken.melds[0].named == named("X1=6H")
    asked = ask(q="take", rules=rules, hand="5H X1 KD", discard="7H", set={"jokers": 1})
    assert asked["melds"] == ["5H X1=6H 7H"]


@every_preset
def test_a_joker_taken_back_loses_its_name(rules: str) -> None:
    state = acting("5H 7H X1 KD", rules=with_jokers(rules))
    back = after(state, (P0, lay("5H X1=6H 7H")), (P0, TakeBack()))
    assert back.melds == ()
    assert after(back, (P0, lay("X1=6H 7H 5H"))).melds[0].named == named("X1=6H")
    laid_off = acting("X1 KD", "1: 5H 6H 7H", rules=with_jokers(rules))
    undone = after(laid_off, (P0, sapaw(0, "X1=8H")), (P0, TakeBack()))
    assert undone.melds[0] == laid_off.melds[0]
    assert is_legal(undone, P0, sapaw(0, "X1=4H"))


@every_preset
def test_a_joker_is_no_ace_and_no_king_of_the_winner(rules: str) -> None:
    melds = ("0: X1=AH 2H 3H",)
    state = table(hands=("KD", "KS", "KC"), melds=melds, rules=with_jokers(rules))
    bonuses = bonuses_of(state, P0, "call")
    assert (bonuses.aces, bonuses.kings) == (0, 1)


def test_with_no_dump_sapawable_a_joker_that_fits_is_laid_off_and_not_thrown() -> None:
    played = with_jokers("go", no_dump_sapawable=True)
    state = acting("X1 KD", "1: 5H 6H 7H", rules=played)
    assert refused(state, P0, Discard(card("X1"))) == "fits_a_meld"
    assert is_legal(state, P0, sapaw(0, "X1=8H"))


@pytest.mark.parametrize("rules", ["pagat", "go"])
def test_a_hand_melded_with_jokers_is_declared(rules: str) -> None:
    state = acting("X1 KS KD", rules=with_jokers(rules))
    assert outcome(after(state, (P0, Declare()))).winner == P0


def test_melds_with_jokers_belong_to_their_owner_as_others_do() -> None:
    state = acting("X1 KD", "2: 5H 6H 7H", rules=with_jokers("go"))
    laid = after(state, (P0, sapaw(0, "X1=8H")))
    assert (laid.melds[0].owner, laid.melds[0].guests) == (P2, {card("X1")})
