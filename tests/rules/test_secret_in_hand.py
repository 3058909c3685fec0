"""A secret kept in hand: `go` (1.4, 1.6, 2.2 rows 9 and 20, 2.3)."""

import pytest

from tests.rules.tables import (
    BOOK,
    GO,
    P0,
    P1,
    P2,
    PAGAT,
    after,
    card,
    cards,
    outcome,
    refused,
    rules_with,
    table,
)
from tongits.engine import to_act
from tongits.moves import Answer, Call, Discard
from tongits.outcomes import bonuses_of
from tongits.refusals import is_burned
from tongits.rules import Rules
from tongits.splits import best_split, deadwood, holds_secret
from tongits.state import GameState, Phase

SECRETS = ["9S 9H 9D 9C", "4H 5H 6H 7H 8H", "4H 5H 6H 7H 8H 9H"]
NONE = ["9S 9H 9D", "5H 6H 7H 8H", "2S 2H 2D 3C 3D 3H", ""]


def called(secret: str, rules: Rules = GO) -> GameState:
    """P0 has opened and calls; P1 has laid nothing."""
    melds = ("0: 2S 3S 4S",)
    return after(table(hands=("KS QC", secret, "KC"), melds=melds, rules=rules), (P0, Call()))


@pytest.mark.parametrize("secret", SECRETS)
def test_a_four_or_a_run_of_five_in_hand_saves_from_sunog(secret: str) -> None:
    assert holds_secret(cards(f"{secret} KD"), GO)
    assert not is_burned(table(hands=(f"{secret} KD", "KS", "KC"), rules=GO), P0)


@pytest.mark.parametrize("hand", NONE)
def test_less_does_not(hand: str) -> None:
    assert not holds_secret(cards(hand), GO)
    assert is_burned(table(hands=(hand, "KS", "KC"), rules=GO), P0)


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("rules", [BOOK, PAGAT], ids=["book", "pagat"])
def test_elsewhere_a_secret_in_hand_saves_nobody(rules: Rules, secret: str) -> None:
    assert is_burned(table(hands=(secret, "KS", "KC"), rules=rules), P0)


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_holder_may_challenge(secret: str) -> None:
    state = called(secret)
    assert to_act(state) == {P1}
    ended = after(state, (P1, Answer("challenge")))
    assert outcome(ended).winner == P1
    assert outcome(ended).burned == (False, False, True)


def test_a_secret_holder_may_fold() -> None:
    ended = after(called(SECRETS[0]), (P1, Answer("fold")))
    assert outcome(ended).winner == P0
    assert outcome(ended).replies == (None, "fold", "fold")


def test_who_holds_none_folds_without_being_asked() -> None:
    assert outcome(called(NONE[0])).replies == (None, "fold", "fold")


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_holder_may_not_call(secret: str) -> None:
    """1.4: calling needs a meld on the table."""
    state = table(hands=(secret, "KS", "KC"), melds=("1: 2S 3S 4S",), rules=GO)
    assert refused(state, P0, Call()) == "not_opened"


def test_a_secret_holder_can_win_when_the_stock_is_out() -> None:
    """1.5."""
    state = table(
        hands=("9S 9H 9D 9C", "KD KS", "KC QH"),
        melds=("1: 2S 3S 4S",),
        stock="",
        turn_seat=P1,
        phase=Phase.ACT,
        last_drawer=P1,
        rules=GO,
    )
    assert outcome(after(state, (P1, Discard(card("KD"))))).winner == P0


def test_an_unopened_split_keeps_the_secret_at_the_price_of_points() -> None:
    """Row 20, B36."""
    hand = cards("7S 7H 7D 7C 8C 9C 5S 6S")
    split = best_split(hand, GO, opened=False)
    assert (split.melds, split.points) == ((cards("7S 7H 7D 7C"),), 28)
    assert deadwood(hand, GO, opened=True) == 11


def test_the_outcome_compares_the_split_that_keeps_it() -> None:
    state = after(called("7S 7H 7D 7C 8C 9C 5S 6S"), (P1, Answer("challenge")))
    assert outcome(state).deadwood == (20, 28, 10)
    assert outcome(state).winner == P0


def test_among_equal_splits_the_one_with_more_secrets_counts() -> None:
    """Row 20: 9 9 9 9 and a run of three beat the other way round at equal points."""
    hand = cards("9S 9H 9D 9C TC JC QC")
    assert best_split(hand, GO).melds == (cards("9S 9H 9D 9C"), cards("TC JC QC"))


@pytest.mark.parametrize(
    ("hand", "secrets"),
    [("9S 9H 9D 9C KD", 1), ("4H 5H 6H 7H 8H", 1), ("9S 9H 9D 9C 4H 5H 6H 7H 8H", 2), ("9S 9H", 0)],
)
def test_each_secret_in_the_winners_hand_is_one_unit(hand: str, secrets: int) -> None:
    """1.7, 2.3."""
    state = table(hands=(hand, "KS", "KC"), rules=GO)
    assert bonuses_of(state, P0, "call").secrets == secrets


def test_a_four_laid_open_is_a_secret_no_more() -> None:
    melds = ("0: 9S 9H 9D 9C", "0: 4H 5H 6H 7H 8H")
    state = table(hands=("KD", "KS", "KC"), melds=melds, rules=GO)
    assert bonuses_of(state, P0, "call").secrets == 0


def test_it_is_a_switch_of_pagat_too() -> None:
    rules = rules_with(PAGAT, secret_in_hand=True)
    state = called(SECRETS[0], rules)
    assert to_act(state) == {P1}
    assert outcome(after(state, (P1, Answer("challenge")))).winner == P1
    assert P2 not in to_act(state)
