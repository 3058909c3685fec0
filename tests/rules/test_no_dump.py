"""`no_dump_sapawable`: a card that fits an exposed meld may not be thrown (2.2 row 8, Q19)."""

import random

import pytest

from tests.rules.tables import (
    BOOK,
    GO,
    P0,
    PAGAT,
    PRESETS,
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
from tests.rules.vectors import every_preset
from tongits.cards import DECK
from tongits.engine import decide, legal_moves
from tongits.errors import IllegalMove
from tongits.moves import Discard, LayFaceDown, Take
from tongits.rules import Rules
from tongits.state import GameState, Phase

FIVES = "1: 5H 6H 7H"


def acting(rules: Rules, hand: str, *melds: str) -> GameState:
    return table(hands=(hand, "KS", "KC"), melds=melds, phase=Phase.ACT, rules=rules)


def guarded(rules: str) -> Rules:
    return rules_with(PRESETS[rules], no_dump_sapawable=True)


@every_preset
def test_a_card_that_fits_a_meld_is_not_thrown(rules: str) -> None:
    state = acting(guarded(rules), "8H 4H KD", FIVES)
    assert refused(state, P0, Discard(card("8H"))) == "fits_a_meld"
    assert refused(state, P0, Discard(card("4H"))) == "fits_a_meld"
    assert is_legal(state, P0, Discard(card("KD")))


@every_preset
def test_the_refusal_names_the_card_and_the_meld(rules: str) -> None:
    with pytest.raises(IllegalMove) as error:
        decide(acting(guarded(rules), "8H KD", FIVES), P0, Discard(card("8H")))
    assert error.value.values == {"card": card("8H"), "meld": cards("5H 6H 7H")}


@every_preset
def test_off_by_default(rules: str) -> None:
    assert is_legal(acting(PRESETS[rules], "8H KD", FIVES), P0, Discard(card("8H")))


@every_preset
def test_melds_of_every_owner_count_ones_own_too(rules: str) -> None:
    state = acting(guarded(rules), "8H 9C KD", "0: 5H 6H 7H", "2: 9S 9H 9D")
    assert refused(state, P0, Discard(card("8H"))) == "fits_a_meld"
    assert refused(state, P0, Discard(card("9C"))) == "fits_a_meld"


@every_preset
def test_a_card_that_would_fit_only_behind_another_may_be_thrown(rules: str) -> None:
    """The nine fits the run only together with the eight."""
    assert is_legal(acting(guarded(rules), "8H 9H KD", FIVES), P0, Discard(card("9H")))


@every_preset
def test_a_meld_laid_in_the_same_turn_counts(rules: str) -> None:
    state = acting(guarded(rules), "5H 6H 7H 8H KD")
    assert is_legal(state, P0, Discard(card("8H")))
    assert refused(after(state, (P0, lay("5H 6H 7H"))), P0, Discard(card("8H"))) == "fits_a_meld"


@every_preset
def test_the_last_card_is_never_forbidden(rules: str) -> None:
    """Q19: throwing it is Tongits."""
    ended = after(acting(guarded(rules), "8H", FIVES), (P0, Discard(card("8H"))))
    assert outcome(ended).ending == "tongits"


def test_a_four_that_lies_face_down_forbids_nothing() -> None:
    rules = rules_with(PAGAT, no_dump_sapawable=True, jokers=1)
    state = acting(rules, "9S 9H 9D X1 9C KD")
    laid = after(state, (P0, LayFaceDown(cards("9S 9H 9D X1"))))
    assert is_legal(laid, P0, Discard(card("9C")))


@every_preset
def test_when_every_card_fits_one_is_laid_off(rules: str) -> None:
    state = acting(guarded(rules), "8H 4H", FIVES)
    moves = legal_moves(state, P0)
    assert moves
    assert not any(isinstance(move, Discard) for move in moves)
    one = after(state, (P0, sapaw(0, "8H")))
    assert is_legal(one, P0, Discard(card("4H")))


def test_with_no_return_the_other_card_is_laid_off_first() -> None:
    """Book: of two cards one was taken, the other fits a meld."""
    rules = rules_with(BOOK, no_dump_sapawable=True)
    state = table(hands=("8H", "KS", "KC"), melds=(FIVES,), discards="2C", rules=rules)
    taken = after(state, (P0, Take()))
    assert legal_moves(taken, P0) == (sapaw(0, "8H"),)
    assert is_legal(after(taken, (P0, sapaw(0, "8H"))), P0, Discard(card("2C")))


@pytest.mark.parametrize("final_discard", [True, False])
@every_preset
def test_there_is_always_a_legal_move(rules: str, final_discard: bool) -> None:
    """Q19, on tables full of melds and hands of few cards, one of them taken in `book`."""
    played = rules_with(PRESETS[rules], no_dump_sapawable=True, final_discard=final_discard)
    rng = random.Random(f"{rules} {final_discard}")
    for _ in range(300):
        melds = ("0: 5H 6H 7H", "1: 2S 2D 2C", "2: 9D TD JD", "1: QS QH QC")
        laid = set(cards("5H 6H 7H 2S 2D 2C 9D TD JD QS QH QC"))
        fitting = cards("4H 8H 2H 8D QD 7D 9H")
        pool = [one for one in (*fitting, *fitting, *DECK) if one not in laid]
        hand = tuple(dict.fromkeys(rng.choices(pool, k=rng.randint(1, 4))))
        state = acting(played, " ".join(hand), *melds)
        if rules == "book" and rng.random() < 0.5:
            state = table(
                hands=(" ".join(hand), "KS", "KC"),
                melds=melds,
                phase=Phase.ACT,
                rules=played,
                taken=rng.choice(hand),
            )
        assert legal_moves(state, P0), hand


def test_it_is_a_switch_of_go_by_name() -> None:
    assert rules_with(GO, no_dump_sapawable=True).no_dump_sapawable
