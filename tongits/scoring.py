"""Who wins a comparison, and who pays whom: pure arithmetic on integer chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tongits.events import Outcome
from tongits.seats import SEATS, SeatNo, from_seat

Doubling = Literal["failed_call", "lost_challenge"]


@dataclass(frozen=True, slots=True)
class Payment:
    """One loser's debt line by line: (stake + rate x deadwood) x factor; `paid_chips` is capped."""

    seat: SeatNo
    stake_chips: int
    deadwood: int
    rate: int
    doubled: Doubling | None
    burned: bool
    debt_chips: int
    paid_chips: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a hand did to the chips; sum(chips) + fee + pot out = pot in.

    `chips[i]` is the change of seat i's table chips, its ante included.
    """

    winner: SeatNo | None
    chips: tuple[int, int, int]
    fee_chips: int
    pot_chips: int
    payments: tuple[Payment, ...]


def winner_of_call(
    deadwood: Sequence[int], opened: Sequence[bool], caller: SeatNo
) -> SeatNo | None:
    """Lowest opened hand; the caller wins ties, then the next seat after him (2.2 rows 12, 13).

    >>> winner_of_call([9, 9, 30], [True, True, True], SeatNo(0))
    0
    """
    return _lowest(deadwood, opened, from_seat(caller))


def winner_of_stock(
    deadwood: Sequence[int], opened: Sequence[bool], last_drawer: SeatNo | None
) -> SeatNo | None:
    """Lowest opened hand; ties to the last stock drawer, else the next after him (2.2 row 14).

    None when all three are burned: the hand is void.

    >>> winner_of_stock([11, 40, 11], [True, True, True], SeatNo(1))
    2
    """
    return _lowest(deadwood, opened, from_seat(SEATS[0] if last_drawer is None else last_drawer))


def _lowest(
    deadwood: Sequence[int], opened: Sequence[bool], order: tuple[SeatNo, SeatNo, SeatNo]
) -> SeatNo | None:
    contenders = [seat for seat in order if opened[seat]]
    return min(contenders, key=lambda seat: deadwood[seat], default=None)


def settle(
    outcome: Outcome,
    *,
    stake_chips: int,
    rate: int,
    pot_chips: int = 0,
    brought_chips: Sequence[int] | None = None,
) -> Settlement:
    """Who pays what for a hand of the `book` rules.

    `pot_chips` are the stakes carried in; `brought_chips` each seat's table chips before the ante,
    which cap what it pays (design.md, Chips at the table); None caps nothing.
    """
    if outcome.winner is None:
        return _void(stake_chips, pot_chips)
    payments = tuple(
        _payment(outcome, seat, stake_chips, rate, brought_chips)
        for seat in SEATS
        if seat != outcome.winner
    )
    chips = [0, 0, 0]
    for payment in payments:
        chips[payment.seat] = -payment.paid_chips
    chips[outcome.winner] = sum(payment.paid_chips for payment in payments) + pot_chips
    return Settlement(outcome.winner, (chips[0], chips[1], chips[2]), 0, 0, payments)


def _void(stake_chips: int, pot_chips: int) -> Settlement:
    """All burned: the three stakes stay for the next hand (rules.md 2.2 row 16)."""
    lost = -stake_chips
    return Settlement(None, (lost, lost, lost), 0, pot_chips + 3 * stake_chips, ())


def _payment(
    outcome: Outcome,
    seat: SeatNo,
    stake_chips: int,
    rate: int,
    brought_chips: Sequence[int] | None,
) -> Payment:
    doubled = _doubling(outcome, seat)
    debt = (stake_chips + rate * outcome.deadwood[seat]) * (2 if doubled else 1)
    paid = debt if brought_chips is None else min(debt, brought_chips[seat])
    return Payment(
        seat=seat,
        stake_chips=stake_chips,
        deadwood=outcome.deadwood[seat],
        rate=rate,
        doubled=doubled,
        burned=not outcome.opened[seat],
        debt_chips=debt,
        paid_chips=paid,
    )


def _doubling(outcome: Outcome, seat: SeatNo) -> Doubling | None:
    """A failed caller and a lost challenge pay double (book, Scoring)."""
    if outcome.ending != "call":
        return None
    if seat == outcome.caller:
        return "failed_call"
    return "lost_challenge" if outcome.replies[seat] == "challenge" else None
