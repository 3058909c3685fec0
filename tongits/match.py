"""Between hands: what a seat must bring, what it buys in for, who deals next (design.md, Chips)."""

from __future__ import annotations

from typing import Final

from tongits.rules import Rules
from tongits.seats import SeatNo, next_seat

MAX_DEADWOOD: Final = 114  # twelve cards, no meld possible; rules.md Q5
MIN_STAKE, MAX_STAKE, DEFAULT_STAKE = 1, 1_000, 10
MIN_RATE, MAX_RATE, DEFAULT_RATE = 0, 10, 1
BUY_IN_STAKES: Final = 30
WORST_DOUBLED_DEADWOOD: Final = 89  # a failed caller has laid a meld: nine cards at most


def minimum_chips(stake_chips: int, rate: int) -> int:
    """Chips a seat needs to be dealt in: one worst plain loss.

    >>> minimum_chips(10, 1)
    124
    """
    return stake_chips + MAX_DEADWOOD * rate


SMALLEST_MINIMUM: Final = minimum_chips(MIN_STAKE, MIN_RATE)


def worst_doubled_loss(stake_chips: int, rate: int) -> int:
    """The most a failed call or challenge costs, in chips.

    >>> worst_doubled_loss(10, 1)
    198
    """
    return 2 * (stake_chips + WORST_DOUBLED_DEADWOOD * rate)


def full_buy_in(stake_chips: int, rate: int) -> int:
    """What a seat buys in for when the wallet allows it.

    >>> full_buy_in(10, 1)
    300
    """
    return max(BUY_IN_STAKES * stake_chips, 2 * minimum_chips(stake_chips, rate))


def buy_in(wallet_chips: int, stake_chips: int, rate: int) -> int | None:
    """Chips a wallet brings to a new seat; None if it cannot cover the minimum.

    >>> buy_in(1000, 10, 1), buy_in(200, 10, 1), buy_in(100, 10, 1)
    (300, 200, None)
    """
    if wallet_chips < minimum_chips(stake_chips, rate):
        return None
    return min(wallet_chips, full_buy_in(stake_chips, rate))


def top_up(table_chips: int, wallet_chips: int, stake_chips: int, rate: int) -> int | None:
    """Chips to move from the wallet between hands: 0 if none are needed, None if it cannot.

    >>> top_up(130, 500, 10, 1), top_up(100, 500, 10, 1), top_up(100, 30, 10, 1)
    (0, 200, 30)
    >>> top_up(1, 9, 10, 1) is None
    True
    """
    minimum = minimum_chips(stake_chips, rate)
    if table_chips >= minimum:
        return 0
    if table_chips + wallet_chips < minimum:
        return None
    return min(wallet_chips, full_buy_in(stake_chips, rate) - table_chips)


def next_dealer(rules: Rules, dealer: SeatNo) -> SeatNo:
    """Who deals the next hand: `rotate` passes the deal one seat, void hands too (2.2 row 1)."""
    match rules.next_dealer:
        case "rotate":
            return next_seat(dealer)
