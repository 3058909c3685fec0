"""What a seat brings, buys in for and is topped up to (the chip rules; rules.md Q5)."""

import pytest

from tests.rules.tables import BOOK, GO, PAGAT, cards, rules_with
from tongits import match
from tongits.match import Stakes
from tongits.rules import Rules
from tongits.splits import deadwood


def test_the_limits_of_stake_and_rate() -> None:
    """Stake 1 to 1,000, usually 10; rate 0 to 10, usually 1."""
    assert (match.MIN_STAKE, match.DEFAULT_STAKE, match.MAX_STAKE) == (1, 10, 1_000)
    assert (match.MIN_RATE, match.DEFAULT_RATE, match.MAX_RATE) == (0, 1, 10)


@pytest.mark.parametrize(("rules", "ante"), [(BOOK, 7), (PAGAT, 14), (GO, 7)])
def test_every_seat_antes_its_stake_or_its_share_of_the_hitter_pot(rules: Rules, ante: int) -> None:
    """2.3: S in `book`, two chips in `pagat`, one bet in `go`."""
    assert Stakes(rules, 7, 3).ante_chips == ante


@pytest.mark.parametrize(
    ("rules", "stake", "rate", "minimum", "full"),
    [
        (BOOK, 10, 1, 124, 300),
        (BOOK, 10, 5, 580, 1_160),
        (BOOK, 1, 0, 1, 30),
        (PAGAT, 10, 1, 200, 400),
        (GO, 10, 9, 200, 400),
        (rules_with(GO, hitter_ante_units=25), 10, 1, 250, 500),
    ],
    ids=["30 stakes", "twice the minimum", "rate 0", "20 units", "no rate", "25 units of ante"],
)
def test_a_seat_brings_the_worst_plain_loss_or_twenty_units(
    rules: Rules, stake: int, rate: int, minimum: int, full: int
) -> None:
    """Stake + 114 x rate; a full buy-in is 30 stakes, or twice that if it is more."""
    stakes = Stakes(rules, stake, rate)
    assert (stakes.minimum_chips, stakes.full_buy_in) == (minimum, full)


def test_the_smallest_minimum_is_one_chip() -> None:
    assert (
        match.SMALLEST_MINIMUM == Stakes(BOOK, match.MIN_STAKE, match.MIN_RATE).minimum_chips == 1
    )


@pytest.mark.parametrize(
    ("wallet", "brought"), [(123, None), (124, 124), (299, 299), (300, 300), (301, 300)]
)
def test_a_wallet_brings_the_full_buy_in_or_all_of_it_if_that_is_enough(
    wallet: int, brought: int | None
) -> None:
    assert Stakes(BOOK, 10, 1).buy_in(wallet) == brought


@pytest.mark.parametrize(
    ("table", "wallet", "moved"),
    [
        (124, 500, 0),
        (123, 500, 177),
        (123, 0, None),
        (123, 1, 1),
        (23, 100, None),
        (23, 101, 101),
        (23, 277, 277),
        (23, 278, 277),
    ],
)
def test_a_seat_under_the_minimum_is_topped_up_to_the_buy_in(
    table: int, wallet: int, moved: int | None
) -> None:
    """None: the wallet cannot, and the seat opens."""
    assert Stakes(BOOK, 10, 1).top_up(table, wallet) == moved


def test_the_worst_doubled_loss_is_of_nine_cards() -> None:
    """Who calls or challenges has laid a meld; of nine ten-point cards three are a set."""
    worst = deadwood(cards("KS KH QS QH JD JC TD TC 9S"), BOOK)
    assert worst == match.WORST_DOUBLED_DEADWOOD
    assert Stakes(BOOK, 10, 3).worst_doubled_loss == 2 * (10 + 3 * worst) == 554


def test_the_worst_plain_loss_is_of_twelve_cards() -> None:
    """Q5: not 120, for twelve face cards are three sets."""
    worst = deadwood(cards("KS KH QS QH JD JC TD TC 9S 9H 8D 8C"), BOOK)
    assert worst == match.MAX_DEADWOOD == 114
