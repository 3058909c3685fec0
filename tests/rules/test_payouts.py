"""Payouts of `pagat` and `go`, and every switch that changes what is paid (1.7, 2.2, 2.3, 2.3b)."""

from typing import Any

import pytest

from tests.rules.tables import BOOK, GO, P0, P1, P2, PAGAT, PRESETS, rules_with
from tests.rules.vectors import ask, every_preset
from tongits.events import Bonuses, Ending, Outcome
from tongits.rules import Reply, Rules
from tongits.scoring import Payment, Settlement, settle
from tongits.seats import SeatNo

Replies = tuple[Reply | None, Reply | None, Reply | None]
NOBODY: Replies = (None, None, None)


def ended(
    ending: Ending,
    winner: SeatNo | None,
    *,
    deadwood: tuple[int, int, int] = (5, 20, 30),
    caller: SeatNo | None = None,
    burned: tuple[bool, bool, bool] = (False, False, False),
    replies: Replies = NOBODY,
    **bonuses: Any,
) -> Outcome:
    opened = (not burned[0], not burned[1], not burned[2])
    worth = Bonuses(**bonuses)
    return Outcome(ending, winner, caller, P2, deadwood, opened, burned, replies, worth)


def paid(rules: Rules, outcome: Outcome, **chips: Any) -> Settlement:
    settled = settle(rules, outcome, **{"stake_chips": 10, "rate": 1, **chips})
    assert sum(settled.chips) + settled.fee_chips + settled.pot_chips == chips.get("pot_chips", 0)
    return settled


CHALLENGED: Replies = (None, "challenge", "fold")
FOLDED: Replies = (None, "fold", "fold")


# Units: pagat.


@pytest.mark.parametrize(
    ("outcome", "units"),
    [
        (ended("tongits", P0), (6, -3, -3)),
        (ended("stock", P0), (2, -1, -1)),
        (ended("call", P0, caller=P0, replies=FOLDED), (2, -1, -1)),
        (ended("call", P0, caller=P0, replies=CHALLENGED), (6, -3, -3)),
        (ended("call", P1, caller=P0, replies=CHALLENGED), (-3, 6, -3)),
        (ended("stock", P0, burned=(False, True, False)), (3, -2, -1)),
        (ended("stock", P0, aces=2), (6, -3, -3)),
        (ended("stock", P0, kings=2), (2, -1, -1)),
        (ended("stock", P0, secrets=1), (8, -4, -4)),
        (ended("stock", P0, long_runs=1), (2, -1, -1)),
    ],
    ids=[
        "Tongits 3",
        "stock out 1",
        "a call that nobody challenged 1",
        "a challenged call 3 of everybody",
        "a failed call 3 of everybody",
        "burned +1",
        "an ace +1",
        "a king nothing",
        "a secret +3",
        "a long run nothing unless switched on",
    ],
)
def test_pagat_pays_in_chips(outcome: Outcome, units: tuple[int, int, int]) -> None:
    assert paid(PAGAT, outcome).chips == tuple(10 * count for count in units)


# Units: go.


@pytest.mark.parametrize(
    ("outcome", "units"),
    [
        (ended("tongits", P0), (4, -2, -2)),
        (ended("stock", P0), (2, -1, -1)),
        (ended("call", P0, caller=P0, replies=FOLDED), (2, -1, -1)),
        (ended("call", P0, caller=P0, replies=CHALLENGED), (4, -3, -1)),
        (ended("call", P1, caller=P0, replies=CHALLENGED), (-3, 4, -1)),
        (
            ended("call", P1, caller=P0, replies=(None, "challenge", "challenge")),
            (-3, 6, -3),
        ),
        (
            ended("call", P0, caller=P0, replies=CHALLENGED, burned=(False, False, True)),
            (5, -3, -2),
        ),
        (ended("call", P1, caller=P2, replies=("fold", "challenge", None)), (-1, 4, -3)),
        (ended("stock", P0, burned=(False, True, True)), (4, -2, -2)),
        (ended("stock", P0, aces=2, kings=1), (8, -4, -4)),
        (ended("stock", P0, secrets=2), (6, -3, -3)),
        (ended("tongits", P0, burned=(True, True, False)), (5, -3, -2)),
    ],
    ids=[
        "Tongits +1",
        "stock out 1",
        "a call that nobody challenged 1",
        "who fought and lost +2, who folded nothing",
        "a caller who lost +2",
        "both who lost the fight +2",
        "burned +1 and never the fight",
        "who folded and sits before the caller pays for no fight",
        "two burned",
        "aces and kings +1",
        "secrets +1",
        "a burned winner of Tongits pays nothing",
    ],
)
def test_go_pays_in_units(outcome: Outcome, units: tuple[int, int, int]) -> None:
    assert paid(GO, outcome).chips == tuple(10 * count for count in units)


def test_go_burned_and_the_fight_are_never_both_on_one_loser() -> None:
    """2.2 row 25."""
    burned = (False, True, False)
    outcome = ended("call", P0, caller=P0, replies=CHALLENGED, burned=burned)
    assert paid(GO, outcome).chips == (30, -20, -10)


@pytest.mark.parametrize("rules", [PAGAT, GO], ids=["pagat", "go"])
def test_units_do_not_look_at_deadwood_or_rate(rules: Rules) -> None:
    """2.2 row 32: flat."""
    one = paid(rules, ended("stock", P0, deadwood=(0, 1, 2)), rate=0)
    other = paid(rules, ended("stock", P0, deadwood=(70, 80, 90)), rate=9)
    assert one.chips == other.chips == (20, -10, -10)


@pytest.mark.parametrize("rules", [PAGAT, GO], ids=["pagat", "go"])
def test_in_units_nobody_pays_for_a_void_hand(rules: Rules) -> None:
    """2.2 row 16."""
    settled = paid(rules, ended("stock", None, burned=(True, True, True)))
    assert (settled.chips, settled.pot_chips) == ((0, 0, 0), 0)


def test_every_unit_is_told_line_by_line() -> None:
    outcome = ended(
        "call",
        P0,
        caller=P0,
        replies=CHALLENGED,
        burned=(False, False, True),
        aces=1,
        kings=2,
        secrets=1,
    )
    lines = [payment.units for payment in paid(GO, outcome).payments]
    shared = (("win", 1), ("ace", 1), ("secret", 1))
    assert lines[0] == (*shared, ("king", 2), ("fought", 2))
    assert lines[1] == (*shared, ("burned", 1), ("king", 2))


def test_reduced_bonuses_a_secret_is_worth_two_units() -> None:
    """2.3b: `secret_units` 3, or 2 reduced."""
    reduced = rules_with(PAGAT, secret_units=2)
    assert paid(reduced, ended("stock", P0, secrets=1)).chips == (60, -30, -30)


def test_long_run_bonus_of_each_loser() -> None:
    """1.7: 5+ run +3."""
    rules = rules_with(PAGAT, long_run_bonus_units=3)
    assert paid(rules, ended("stock", P0, long_runs=1)).chips == (80, -40, -40)
    assert paid(rules, ended("stock", P0, long_runs=2)).chips == (140, -70, -70)


# Book's switches.


def test_kang_doubles_everything_of_a_tongits() -> None:
    """Q14."""
    kang = ended("tongits", P0, deadwood=(0, 20, 30), kang=True)
    assert paid(rules_with(BOOK, kang=True), kang).chips == (140, -60, -80)
    assert paid(BOOK, kang).chips == (70, -30, -40)
    plain = ended("tongits", P0, deadwood=(0, 20, 30))
    assert paid(rules_with(BOOK, kang=True), plain).chips == (70, -30, -40)


@pytest.mark.parametrize(("rules", "chips"), [(PAGAT, (80, -40, -40)), (GO, (60, -30, -30))])
def test_kang_doubles_units_and_bonuses(rules: Rules, chips: tuple[int, int, int]) -> None:
    kang = ended("tongits", P0, kang=True, aces=1)
    assert paid(rules, kang).chips == chips
    doubled = tuple(2 * amount for amount in chips)
    assert paid(rules_with(rules, kang=True), kang).chips == doubled


@pytest.mark.parametrize("ending", ["call", "stock"])
def test_kang_needs_tongits(ending: Ending) -> None:
    outcome = ended(ending, P0, caller=P0 if ending == "call" else None, kang=True)
    assert paid(rules_with(BOOK, kang=True), outcome).chips == paid(BOOK, outcome).chips


def test_secret_bonus_is_paid_by_each_loser_for_each_secret() -> None:
    """Q13, 2.3b."""
    rules = rules_with(BOOK, secret_bonus_stakes=2)
    assert paid(rules, ended("stock", P0, secrets=1)).chips == (110, -50, -60)
    assert paid(rules, ended("stock", P0, secrets=2)).chips == (150, -70, -80)


def test_secret_bonus_comes_on_top_of_what_is_doubled() -> None:
    rules = rules_with(BOOK, secret_bonus_stakes=1)
    lost = ended("call", P0, caller=P0, replies=(None, "challenge", "show"), secrets=1)
    assert paid(rules, lost).chips == (120, -70, -50)


def test_kang_doubles_the_secret_bonus_and_nothing_of_what_a_burned_loser_pays_extra() -> None:
    """Q14: everything doubles; 2.3b: burned_extra is added after doubling."""
    rules = rules_with(BOOK, kang=True, secret_bonus_stakes=1, burned_extra=1)
    out = ended("tongits", P0, deadwood=(0, 20, 30), burned=(False, True, False), secrets=1)
    assert paid(rules, out).chips == (100, -50, -50)
    with_kang = ended(
        "tongits", P0, deadwood=(0, 20, 30), burned=(False, True, False), secrets=1, kang=True
    )
    assert paid(rules, with_kang).chips == (190, -90, -100)


def test_a_challengers_win_multiplies_the_secret_bonus_too() -> None:
    """2.3b: all debts."""
    rules = rules_with(BOOK, challenge_win_multiplier=3, secret_bonus_stakes=1)
    won = ended("call", P1, caller=P0, replies=(None, "challenge", "show"), secrets=1)
    assert paid(rules, won).chips == (-120, 270, -150)


def test_burned_extra_is_added_after_doubling() -> None:
    """Q9, 2.3b."""
    rules = rules_with(BOOK, burned_extra=2)
    outcome = ended("stock", P0, burned=(False, True, False))
    assert paid(rules, outcome).chips == (90, -50, -40)
    failed = ended(
        "call", P1, caller=P0, replies=(None, "show", "show"), burned=(False, False, True)
    )
    assert paid(rules, failed).chips == (-30, 90, -60)


def test_a_burned_loser_pays_for_a_secret_as_well() -> None:
    rules = rules_with(BOOK, burned_extra=1, secret_bonus_stakes=1)
    outcome = ended("stock", P0, burned=(False, True, False), secrets=1)
    assert paid(rules, outcome).chips == (100, -50, -50)


def test_burned_extra_is_no_matter_of_the_winner() -> None:
    rules = rules_with(BOOK, burned_extra=2)
    outcome = ended("tongits", P0, deadwood=(0, 20, 30), burned=(True, False, False))
    assert paid(rules, outcome).chips == (70, -30, -40)


def test_challenge_win_multiplier_multiplies_all_debts_on_top_of_the_callers_double() -> None:
    """Q2, 2.3b."""
    rules = rules_with(BOOK, challenge_win_multiplier=2)
    won = ended("call", P1, deadwood=(12, 7, 30), caller=P0, replies=(None, "challenge", "show"))
    assert paid(BOOK, won).chips == (-44, 84, -40)
    assert paid(rules, won).chips == (-88, 168, -80)


def test_challenge_win_multiplier_needs_a_challenger_who_wins() -> None:
    rules = rules_with(BOOK, challenge_win_multiplier=3)
    for outcome in (
        ended("call", P0, caller=P0, replies=(None, "challenge", "show")),
        ended("call", P1, caller=P0, replies=(None, "show", "challenge")),
        ended("stock", P1),
        ended("tongits", P1),
    ):
        assert paid(rules, outcome).chips == paid(BOOK, outcome).chips


@pytest.mark.parametrize(("rules", "chips"), [(PAGAT, (-60, 120, -60)), (GO, (-60, 80, -20))])
def test_challenge_win_multiplier_multiplies_units(
    rules: Rules, chips: tuple[int, int, int]
) -> None:
    won = ended("call", P1, caller=P0, replies=CHALLENGED)
    assert paid(rules_with(rules, challenge_win_multiplier=2), won).chips == chips


def test_pay_difference_to_the_winner_at_least_one() -> None:
    """2.2 row 32, 2.3b."""
    rules = rules_with(BOOK, pay_difference=True)
    assert paid(rules, ended("stock", P0)).chips == (60, -25, -35)
    tie = ended("stock", P0, deadwood=(9, 9, 30))
    assert paid(rules, tie).chips == (42, -11, -31)
    burned = ended("stock", P0, deadwood=(50, 3, 60), burned=(False, True, False))
    assert paid(rules, burned).chips == (31, -11, -20)
    assert paid(rules, ended("stock", P0), rate=3).chips == (140, -55, -85)


def test_pay_difference_counts_the_whole_hand_when_the_winner_went_out() -> None:
    rules = rules_with(BOOK, pay_difference=True)
    assert paid(rules, ended("tongits", P0, deadwood=(0, 20, 30))).chips == (70, -30, -40)


def test_pay_difference_is_doubled_like_the_rest() -> None:
    rules = rules_with(BOOK, pay_difference=True)
    failed = ended("call", P1, deadwood=(12, 7, 30), caller=P0, replies=(None, "show", "show"))
    assert paid(rules, failed).chips == (-30, 63, -33)


# What a loser is shown of his debt.


def test_a_debt_by_points_is_told_part_by_part() -> None:
    """Stake, points and rate, what doubles them, and what comes on top (Q9, Q11)."""
    rules = rules_with(BOOK, burned_extra=2)
    replies: Replies = (None, "challenge", "show")
    lost = ended("call", P0, caller=P0, replies=replies, burned=(False, False, True))
    fought, shown = paid(rules, lost, rate=3).payments
    assert fought == Payment(
        seat=P1,
        stake_chips=10,
        deadwood=20,
        rate=3,
        doubled="lost_challenge",
        burned=False,
        debt_chips=140,
        paid_chips=140,
        counted_points=20,
        factor=2,
        extra_chips=0,
        units=(),
    )
    assert (shown.seat, shown.doubled, shown.burned) == (P2, None, True)
    assert (shown.factor, shown.extra_chips, shown.debt_chips) == (1, 20, 120)


def test_a_debt_in_units_tells_neither_rate_nor_counted_points() -> None:
    """Row 32: flat; the deadwood is told all the same."""
    first, _ = paid(GO, ended("stock", P0, aces=1), rate=3).payments
    assert first == Payment(
        seat=P1,
        stake_chips=10,
        deadwood=20,
        rate=0,
        doubled=None,
        burned=False,
        debt_chips=20,
        paid_chips=20,
        counted_points=0,
        factor=1,
        extra_chips=0,
        units=(("win", 1), ("ace", 1)),
    )


# The fee.


@pytest.mark.parametrize(
    ("percent", "units", "fee"),
    [(5, {}, 1), (5, {"kings": 1}, 2), (5, {"kings": 2}, 3), (4, {}, 0), (100, {}, 20), (0, {}, 0)],
)
def test_the_fee_is_of_the_winners_receipts_rounded_down(
    percent: int, units: dict[str, int], fee: int
) -> None:
    """2.2 row 26."""
    settled = paid(rules_with(GO, fee_percent=percent), ended("stock", P0, **units))
    received = 20 * (1 + units.get("kings", 0))
    assert settled.fee_chips == fee
    assert settled.chips[P0] == received - fee


def test_losers_do_not_feel_the_fee() -> None:
    assert paid(rules_with(GO, fee_percent=5), ended("stock", P0)).chips == (19, -10, -10)


def test_the_fee_is_of_what_was_paid_not_of_what_was_owed_nor_of_the_pot() -> None:
    rules = rules_with(BOOK, fee_percent=10)
    settled = paid(rules, ended("stock", P0), pot_chips=100, brought_chips=(500, 30, 20))
    assert settled.fee_chips == 5
    assert settled.chips == (145, -30, -20)


@every_preset
def test_no_preset_takes_a_fee(rules: str) -> None:
    assert paid(PRESETS[rules], ended("tongits", P0)).fee_chips == 0


@pytest.mark.parametrize("rules", [PAGAT, GO], ids=["pagat", "go"])
def test_units_are_capped_by_the_chips_brought(rules: Rules) -> None:
    settled = paid(rules, ended("tongits", P0), brought_chips=(500, 15, 500))
    assert settled.chips[P1] == -15
    assert settled.payments[0].debt_chips > settled.payments[0].paid_chips == 15


# The same by question.


@pytest.mark.parametrize(
    ("rules", "switches", "facts", "chips"),
    [
        ("book", {"kang": True}, {"kang": True}, [140, -60, -80]),
        ("book", {}, {"kang": True}, [70, -30, -40]),
        ("book", {"secret_bonus_stakes": 1}, {"winner_secrets": 2}, [110, -50, -60]),
        ("book", {"burned_extra": 1}, {"opened": [True, False, True]}, [80, -40, -40]),
        ("book", {"pay_difference": True}, {}, [70, -30, -40]),
        ("pagat", {"kang": True}, {"kang": True, "winner_aces": 1}, [160, -80, -80]),
        ("pagat", {"secret_units": 2}, {"winner_secrets": 1}, [100, -50, -50]),
        ("pagat", {"long_run_bonus_units": 3}, {"winner_long_runs": 1}, [120, -60, -60]),
        ("go", {"fee_percent": 5}, {"winner_kings": 2}, [76, -40, -40]),
        ("go", {}, {"winner_aces": 1, "winner_kings": 1, "winner_secrets": 1}, [100, -50, -50]),
    ],
)
def test_the_switches_by_question(
    rules: str, switches: dict[str, Any], facts: dict[str, Any], chips: list[int]
) -> None:
    question = {"end": "tongits", "winner": 0, "deadwood": [0, 20, 30], "stake": 10, "rate": 1}
    assert ask(q="settle", rules=rules, set=switches, **question, **facts)["chips"] == chips
