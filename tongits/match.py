"""Between hands: what a seat must bring, what it buys in for, who deals next (design.md, Chips)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tongits.rules import Rules
from tongits.seats import SEATS, SeatNo, next_seat

MAX_DEADWOOD: Final = 114  # twelve cards, no meld possible; rules.md Q5
MIN_STAKE, MAX_STAKE, DEFAULT_STAKE = 1, 1_000, 10
MIN_RATE, MAX_RATE, DEFAULT_RATE = 0, 10, 1
BUY_IN_STAKES: Final = 30
MINIMUM_UNITS: Final = 20  # where payouts are in units, a seat needs that many
WORST_DOUBLED_DEADWOOD: Final = 89  # a failed caller has laid a meld: nine cards at most


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a table plays for: in units the stake is one unit, and the rate does not count."""

    rules: Rules
    stake_chips: int
    rate: int

    @property
    def in_units(self) -> bool:
        """Whether payouts are in units, not by stake and points."""
        return self.rules.payout != "stake_rate"

    @property
    def ante_chips(self) -> int:
        """What each seat puts into the pot at the deal: its stake, or its share of the hitter pot.

        >>> from tongits.rules import preset
        >>> [Stakes(preset(name), 10, 1).ante_chips for name in ("book", "pagat", "go")]
        [10, 20, 10]
        """
        units = self.rules.hitter_ante_units if self.in_units else 1
        return units * self.stake_chips

    @property
    def minimum_chips(self) -> int:
        """Chips a seat needs to be dealt in: one worst plain loss, or 20 units.

        >>> from tongits.rules import preset
        >>> Stakes(preset("book"), 10, 1).minimum_chips, Stakes(preset("go"), 10, 1).minimum_chips
        (124, 200)
        """
        if self.in_units:
            units = max(MINIMUM_UNITS, self.rules.hitter_ante_units)  # an ante leaves no debt
            return units * self.stake_chips
        return self.stake_chips + MAX_DEADWOOD * self.rate

    @property
    def full_buy_in(self) -> int:
        """What a seat buys in for when the wallet allows it.

        >>> from tongits.rules import preset
        >>> Stakes(preset("book"), 10, 1).full_buy_in
        300
        """
        return max(BUY_IN_STAKES * self.stake_chips, 2 * self.minimum_chips)

    @property
    def worst_doubled_loss(self) -> int:
        """The most a failed call or challenge costs by stake and points, in chips.

        >>> from tongits.rules import preset
        >>> Stakes(preset("book"), 10, 1).worst_doubled_loss
        198
        """
        return 2 * (self.stake_chips + WORST_DOUBLED_DEADWOOD * self.rate)

    def buy_in(self, wallet_chips: int) -> int | None:
        """Chips a wallet brings to a new seat; None if it cannot cover the minimum.

        >>> from tongits.rules import preset
        >>> [Stakes(preset("book"), 10, 1).buy_in(wallet) for wallet in (1000, 200, 100)]
        [300, 200, None]
        """
        return None if wallet_chips < self.minimum_chips else min(wallet_chips, self.full_buy_in)

    def top_up(self, table_chips: int, wallet_chips: int) -> int | None:
        """Chips to move from the wallet between hands: 0 if none are needed, None if it cannot.

        >>> from tongits.rules import preset
        >>> stakes = Stakes(preset("book"), 10, 1)
        >>> [stakes.top_up(*chips) for chips in ((130, 500), (100, 500), (100, 30), (1, 9))]
        [0, 200, 30, None]
        """
        if table_chips >= self.minimum_chips:
            return 0
        if table_chips + wallet_chips < self.minimum_chips:
            return None
        return min(wallet_chips, self.full_buy_in - table_chips)


# A player who has less than this on the whole server can sit at no table: one chip a hand.
SMALLEST_MINIMUM: Final = MIN_STAKE  # at rate 0


def next_dealer(rules: Rules, dealer: SeatNo, winner: SeatNo | None) -> SeatNo:
    """Who deals the next hand (rules.md 2.2 row 1).

    `rotate` passes the deal one seat, void hands too; with `winner` a void hand keeps the dealer.

    >>> from tongits.rules import preset
    >>> next_dealer(preset("book"), SeatNo(2), SeatNo(1))
    0
    >>> next_dealer(preset("go"), SeatNo(2), None)
    2
    """
    if rules.next_dealer == "rotate":
        return next_seat(dealer)
    return dealer if winner is None else winner


@dataclass(frozen=True, slots=True)
class HitterPot:
    """The side pot of `pagat` and `go`, in chips, and who won the last hand that had a winner."""

    chips: int = 0
    last_winner: SeatNo | None = None


def after_hand(
    pot: HitterPot, rules: Rules, unit_chips: int, winner: SeatNo | None
) -> tuple[HitterPot, int]:
    """The pot after a hand, and what its winner takes: all of it for two wins running.

    Every seat pays in first; a void hand leaves the streak alone, and taking the pot keeps it
    (rules.md 2.2 rows 27, 28).

    >>> from tongits.rules import preset
    >>> pot, taken = after_hand(HitterPot(6, SeatNo(0)), preset("pagat"), 1, SeatNo(0))
    >>> pot.chips, taken
    (0, 12)
    """
    filled = pot.chips + 3 * rules.hitter_ante_units * unit_chips
    if winner is None:
        return HitterPot(filled, pot.last_winner), 0
    if winner == pot.last_winner:
        return HitterPot(0, winner), filled
    return HitterPot(filled, winner), 0


def session_losers(rules: Rules, totals: Sequence[int]) -> tuple[SeatNo, ...]:
    """Who has lost a progressive session: the lowest total, once one is at or below the limit.

    `totals` are results before table-stakes caps, a void hand minus the stake (rules.md Q20).

    >>> from tongits.rules import preset, with_switches
    >>> rules = with_switches(preset("book"), {"progressive_limit": 500})
    >>> session_losers(rules, [307, 142, -449]), session_losers(rules, [408, 112, -520])
    ((), (2,))
    """
    lowest = min(totals)
    if not rules.progressive_limit or lowest > -rules.progressive_limit:
        return ()
    return tuple(seat for seat in SEATS if totals[seat] == lowest)
