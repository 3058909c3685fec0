"""Who pays whom in `book` (rules.md Q9-Q12, 2.2 rows 24 and 32; the chip rules' caps)."""

import pytest

from tests.rules.tables import BOOK, P0, P1, P2
from tongits.events import Ending, Outcome
from tongits.rules import Reply
from tongits.scoring import Settlement, settle
from tongits.seats import SeatNo

NOBODY: tuple[Reply | None, Reply | None, Reply | None] = (None, None, None)


def outcome(
    ending: Ending,
    winner: SeatNo | None,
    deadwood: tuple[int, int, int],
    *,
    caller: SeatNo | None = None,
    opened: tuple[bool, bool, bool] = (True, True, True),
    replies: tuple[Reply | None, Reply | None, Reply | None] = NOBODY,
) -> Outcome:
    burned = (not opened[0], not opened[1], not opened[2])
    return Outcome(ending, winner, caller, P2, deadwood, opened, burned, replies)


def plain(ended: Outcome, pot_chips: int = 0) -> Settlement:
    return settle(BOOK, ended, stake_chips=10, rate=1, pot_chips=pot_chips)


@pytest.mark.parametrize("ending", ["tongits", "stock"])
def test_every_loser_pays_stake_and_rate_times_own_deadwood(ending: Ending) -> None:
    """Q10, Q11, Q12."""
    assert plain(outcome(ending, P0, (0, 23, 47))).chips == (90, -33, -57)


def test_rate_zero_leaves_the_stake() -> None:
    ended = outcome("tongits", P0, (0, 23, 47))
    assert settle(BOOK, ended, stake_chips=10, rate=0).chips == (20, -10, -10)


def test_burned_costs_nothing_extra_and_is_marked() -> None:
    """Q9."""
    settled = plain(outcome("stock", P0, (5, 23, 47), opened=(True, False, True)))
    assert settled.chips == (90, -33, -57)
    assert [payment.burned for payment in settled.payments] == [True, False]


def test_a_failed_caller_pays_stake_and_points_double() -> None:
    ended = outcome("call", P1, (12, 7, 30), caller=P0, replies=(None, "show", "show"))
    assert plain(ended).chips == (-44, 84, -40)


def test_a_lost_challenge_pays_double_whoever_won() -> None:
    """Row 24: per loser."""
    ended = outcome("call", P2, (30, 20, 10), caller=P0, replies=(None, "challenge", "challenge"))
    assert plain(ended).chips == (-80, -60, 140)


def test_a_won_challenge_and_a_show_pay_nothing_more() -> None:
    ended = outcome("call", P0, (5, 20, 30), caller=P0, replies=(None, "show", "show"))
    assert plain(ended).chips == (70, -30, -40)


def test_a_void_hand_keeps_the_three_stakes_on_top_of_what_was_carried() -> None:
    settled = plain(outcome("stock", None, (5, 6, 7), opened=(False,) * 3), pot_chips=30)
    assert (settled.chips, settled.pot_chips, settled.fee_chips) == ((-10, -10, -10), 60, 0)


def test_the_winner_takes_the_carried_pot() -> None:
    settled = plain(outcome("stock", P1, (5, 2, 7)), pot_chips=60)
    assert settled.chips == (-15, 32 + 60, -17)
    assert settled.pot_chips == 0


def test_a_cap_is_after_doubling_and_falls_on_the_winner_alone() -> None:
    """The chip rules: min(debt, table chips before the ante), ante included."""
    ended = outcome("call", P1, (25, 8, 20), caller=P0, replies=(None, "show", "show"))
    settled = settle(BOOK, ended, stake_chips=10, rate=1, brought_chips=(12, 0, 500))
    assert settled.chips == (-12, 42, -30)
    assert [payment.debt_chips for payment in settled.payments] == [70, 30]


def test_the_winners_own_chips_do_not_limit_what_he_gets() -> None:
    """No side pots."""
    settled = settle(
        BOOK,
        outcome("tongits", P0, (0, 80, 90)),
        stake_chips=10,
        rate=1,
        brought_chips=(1, 500, 500),
    )
    assert settled.chips == (190, -90, -100)


def test_a_carried_pot_is_outside_the_caps() -> None:
    settled = settle(
        BOOK,
        outcome("tongits", P0, (0, 80, 90)),
        stake_chips=10,
        rate=1,
        pot_chips=300,
        brought_chips=(124, 20, 30),
    )
    assert settled.chips == (350, -20, -30)
