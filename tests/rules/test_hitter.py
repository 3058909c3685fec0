"""The hitter pot: two wins running take it (1.7; 2.2 rows 27-29; 2.3)."""

import pytest

from tests.rules.tables import BOOK, GO, P0, P1, P2, PAGAT, rules_with
from tests.rules.vectors import ask
from tongits.match import HitterPot, after_hand
from tongits.rules import Rules
from tongits.seats import SeatNo

either = pytest.mark.parametrize(("rules", "ante"), [(PAGAT, 6), (GO, 3)], ids=["pagat", "go"])


def played(rules: Rules, *winners: SeatNo | None, unit: int = 1) -> list[tuple[int, int]]:
    """(pot, taken) after each hand."""
    pot, told = HitterPot(), []
    for winner in winners:
        pot, taken = after_hand(pot, rules, unit, winner)
        told.append((pot.chips, taken))
    return told


@either
def test_every_seat_pays_in_before_a_hand(rules: Rules, ante: int) -> None:
    """2.3: 2 chips each, one bet each."""
    assert played(rules, P0) == [(ante, 0)]
    assert played(rules, P0, unit=10) == [(10 * ante, 0)]


@either
def test_two_wins_running_take_all_of_it_that_hands_antes_too(rules: Rules, ante: int) -> None:
    assert played(rules, P0, P1, P1) == [(ante, 0), (2 * ante, 0), (0, 3 * ante)]


@either
def test_a_third_win_running_takes_again(rules: Rules, ante: int) -> None:
    """Row 27: a sliding window."""
    assert played(rules, P0, P0, P0) == [(ante, 0), (0, 2 * ante), (0, ante)]


@either
def test_after_the_pot_was_taken_another_winner_starts_anew(rules: Rules, ante: int) -> None:
    assert played(rules, P0, P0, P1, P1)[2:] == [(ante, 0), (0, 2 * ante)]


@either
def test_a_void_hand_leaves_the_streak_and_the_pot(rules: Rules, ante: int) -> None:
    """Row 28; its antes are in all the same."""
    assert played(rules, P0, None, P0) == [(ante, 0), (2 * ante, 0), (0, 3 * ante)]
    assert played(rules, None, P0)[1] == (2 * ante, 0)


@either
def test_wins_with_another_between_are_not_running(rules: Rules, ante: int) -> None:
    assert [taken for _, taken in played(rules, P0, P1, P0, P2, P0)] == [0] * 5


def test_the_book_has_none() -> None:
    assert played(BOOK, P0, P0, P0) == [(0, 0)] * 3


def test_what_is_paid_in_is_a_switch() -> None:
    assert played(rules_with(PAGAT, hitter_ante_units=0), P0, P0) == [(0, 0), (0, 0)]
    assert played(rules_with(GO, hitter_ante_units=5), P0) == [(15, 0)]


def test_it_is_no_part_of_a_settlement() -> None:
    question = {"end": "tongits", "winner": 0, "deadwood": [0, 1, 2], "stake": 1}
    answered = ask(q="settle", rules="pagat", **question)
    assert (answered["chips"], answered["pot"]) == ([6, -3, -3], 0)


def test_by_question() -> None:
    """The example of the command line's help."""
    answered = ask(q="hitter", rules="pagat", stake=1, winners=[0, None, 0])
    assert answered == {"pot": [6, 12, 0], "taken": [0, 0, 18]}
    assert ask(q="hitter", rules="pagat", winners=[]) == {"pot": [], "taken": []}
