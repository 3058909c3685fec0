"""Fold or challenge: `pagat` and `go` (1.4; 2.2 rows 9-13; tie_call, 2.3)."""

import pytest

from tests.rules.tables import (
    BOOK,
    GO,
    P0,
    P1,
    P2,
    PAGAT,
    after,
    outcome,
    refused,
    rules_with,
    table,
)
from tongits.engine import apply, default_move, legal_moves, to_act
from tongits.events import Called, HandEnded
from tongits.moves import Answer, Call
from tongits.rules import Reply, Rules
from tongits.scoring import winner_of_call
from tongits.seats import SeatNo
from tongits.state import GameState
from tongits.views import view_for

either = pytest.mark.parametrize("rules", [PAGAT, GO], ids=["pagat", "go"])
ALL_OPEN = ("0: 2S 3S 4S", "1: 5H 6H 7H", "2: 9C TC JC")
NOBODY = (False, False, False)


def called(
    rules: Rules,
    hands: tuple[str, str, str],
    melds: tuple[str, ...] = ALL_OPEN,
    caller: SeatNo = P0,
) -> GameState:
    state = table(hands=hands, melds=melds, rules=rules, turn_seat=caller)
    return after(state, (caller, Call()))


def answered(state: GameState, *replies: tuple[SeatNo, Reply]) -> GameState:
    return after(state, *((seat, Answer(reply)) for seat, reply in replies))


@either
def test_an_opened_seat_folds_or_challenges(rules: Rules) -> None:
    state = called(rules, ("AD", "KD", "KH"))
    assert legal_moves(state, P1) == (Answer("fold"), Answer("challenge"))
    assert refused(state, P1, Answer("show")) == "not_in_these_rules"


def test_in_book_nobody_folds() -> None:
    assert refused(called(BOOK, ("AD", "KD", "KH")), P1, Answer("fold")) == "not_in_these_rules"


@either
def test_an_unopened_seat_folds_without_being_asked(rules: Rules) -> None:
    """Row 9."""
    state = called(rules, ("AD", "KD", "KH"), ALL_OPEN[:2])
    assert to_act(state) == {P1}
    assert outcome(answered(state, (P1, "fold"))).replies == (None, "fold", "fold")


@either
def test_a_call_that_nobody_can_challenge_settles_at_once(rules: Rules) -> None:
    state = table(hands=("KS", "AD", "2D"), melds=ALL_OPEN[:1], rules=rules)
    ended, events = apply(state, P0, Call())
    assert [type(event) for event in events] == [Called, HandEnded]
    assert outcome(ended).winner == P0


@either
def test_hands_that_folded_are_not_compared(rules: Rules) -> None:
    """E05: P1 is lower and folds."""
    state = called(rules, ("KS", "AD", "KH"))
    assert outcome(answered(state, (P1, "fold"), (P2, "fold"))).winner == P0
    assert outcome(answered(state, (P1, "fold"), (P2, "challenge"))).winner == P2
    assert outcome(answered(state, (P1, "challenge"), (P2, "fold"))).winner == P1


@either
@pytest.mark.parametrize("caller", [P0, P1, P2])
def test_who_folded_is_not_compared_whoever_called(rules: Rules, caller: SeatNo) -> None:
    """2.2 row 9: by the answer, not by the place at the table."""
    replies: list[Reply | None] = ["fold", "fold", "fold"]
    replies[caller] = None
    points = [1, 1, 1]
    points[caller] = 30
    assert winner_of_call(rules, points, NOBODY, caller, replies) == caller


@either
def test_a_challenger_who_is_higher_loses_to_the_caller(rules: Rules) -> None:
    state = called(rules, ("AD", "KD", "KH"))
    assert outcome(answered(state, (P1, "challenge"), (P2, "challenge"))).winner == P0


@either
def test_the_lower_of_two_challengers_wins(rules: Rules) -> None:
    state = called(rules, ("KS", "9D", "8D"))
    assert outcome(answered(state, (P1, "challenge"), (P2, "challenge"))).winner == P2


@either
def test_a_tie_goes_to_the_challenger(rules: Rules) -> None:
    """Row 12."""
    state = called(rules, ("9S", "KD", "9D"))
    assert outcome(answered(state, (P1, "fold"), (P2, "challenge"))).winner == P2
    assert outcome(answered(state, (P1, "challenge"), (P2, "fold"))).winner == P0


@either
def test_a_tie_with_one_who_folded_is_none(rules: Rules) -> None:
    state = called(rules, ("9S", "9H", "9D"))
    assert outcome(answered(state, (P1, "fold"), (P2, "fold"))).winner == P0
    assert outcome(answered(state, (P1, "fold"), (P2, "challenge"))).winner == P2


@either
@pytest.mark.parametrize(("caller", "winner"), [(P0, P1), (P1, P2), (P2, P0)])
def test_a_tie_of_challengers_goes_to_the_next_after_the_caller(
    rules: Rules, caller: SeatNo, winner: SeatNo
) -> None:
    """Row 13, with the caller tied and above."""
    for call_hand in ("9S", "KS"):
        hands = ["9H", "9D", "9C"]
        hands[caller] = call_hand
        state = called(rules, (hands[0], hands[1], hands[2]), caller=caller)
        replies = [(seat, "challenge") for seat in sorted(to_act(state))]
        assert outcome(answered(state, *replies)).winner == winner


@either
def test_the_order_of_the_answers_decides_nothing(rules: Rules) -> None:
    """Row 10: simultaneous, whoever was faster."""
    state = called(rules, ("9S", "9H", "9D"))
    one = answered(state, (P1, "challenge"), (P2, "challenge"))
    other = answered(state, (P2, "challenge"), (P1, "challenge"))
    assert outcome(one) == outcome(other)


@either
def test_an_answer_is_secret_until_the_last_is_in(rules: Rules) -> None:
    """Row 10."""
    state = called(rules, ("AD", "KD", "KH"))
    folded, challenged = (answered(state, (P1, reply)) for reply in ("fold", "challenge"))
    for seat in (P0, P2, None):
        assert view_for(folded, seat) == view_for(challenged, seat)


@either
def test_no_answer_in_time_is_a_fold(rules: Rules) -> None:
    """Row 11."""
    state = called(rules, ("AD", "KD", "KH"))
    assert rules.reply_timeout == "fold"
    assert default_move(state, P1) == default_move(state, P2) == Answer("fold")


@either
def test_a_burned_hand_cannot_win_even_if_lowest(rules: Rules) -> None:
    """1.6, E13."""
    state = called(rules, ("KS", "AD", "KH"), (ALL_OPEN[0], ALL_OPEN[2]))
    ended = answered(state, (P2, "challenge"))
    assert outcome(ended).winner == P2
    assert outcome(ended).burned == (False, True, False)


def test_tie_call_is_a_switch_of_pagat() -> None:
    rules = rules_with(PAGAT, tie_call="caller")
    state = called(rules, ("9S", "9H", "9D"))
    assert outcome(answered(state, (P1, "challenge"), (P2, "challenge"))).winner == P0


def test_tie_call_in_book_prefers_who_challenged_to_the_caller_to_who_showed() -> None:
    rules = rules_with(BOOK, tie_call="challenger")
    points = [9, 9, 9]
    for replies, winner in [
        ((None, "show", "challenge"), P2),
        ((None, "challenge", "challenge"), P1),
        ((None, "show", "show"), P0),
    ]:
        assert winner_of_call(rules, points, NOBODY, P0, replies) == winner


def test_replies_are_a_switch_of_book() -> None:
    rules = rules_with(BOOK, replies="fold_challenge", reply_timeout="fold")
    state = called(rules, ("KS", "AD", "KH"))
    assert outcome(answered(state, (P1, "fold"), (P2, "fold"))).winner == P0
