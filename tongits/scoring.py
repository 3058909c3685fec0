"""Who wins a comparison, and who pays whom: pure arithmetic on integer chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tongits.events import Outcome
from tongits.rules import Reply, Rules
from tongits.seats import SEATS, SeatNo, from_seat

Doubling = Literal["failed_call", "lost_challenge"]
UnitWhy = Literal[
    "win", "tongits", "challenged", "ace", "king", "secret", "long_run", "burned", "fought"
]


@dataclass(frozen=True, slots=True)
class Payment:
    """One loser's debt, as the result shows it line by line.

    Stake and rate: (`stake_chips` + `rate` x `counted_points`) x `factor` + `extra_chips`. In
    units: the sum of `units` x the unit x `factor`. `paid_chips` is capped by what was brought.
    """

    seat: SeatNo
    stake_chips: int
    deadwood: int
    rate: int
    doubled: Doubling | None
    burned: bool
    debt_chips: int
    paid_chips: int
    counted_points: int = 0
    factor: int = 1
    extra_chips: int = 0
    units: tuple[tuple[UnitWhy, int], ...] = ()


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
    rules: Rules,
    deadwood: Sequence[int],
    burned: Sequence[bool],
    caller: SeatNo,
    replies: Sequence[Reply | None],
) -> SeatNo | None:
    """The fewest points among those compared: all who are not burned, or only who fought.

    Ties: the caller, or the challengers, first; then by turn order after the caller (2.2 rows 12,
    13). None is no winner, which a caller with a meld makes impossible.

    >>> from tongits.rules import preset
    >>> winner_of_call(preset("book"), [9, 9, 30], [False] * 3, SeatNo(0), [None, "show", "show"])
    0
    """
    first, second, third = from_seat(caller)
    order = [first, second, third] if rules.tie_call == "caller" else [second, third, first]
    if rules.tie_call == "challenger":
        # Who fought before who only shows; the caller stands last among those who fought.
        order.sort(key=lambda seat: seat != caller and replies[seat] != "challenge")
    if rules.replies == "fold_challenge":
        order = [seat for seat in order if seat == caller or replies[seat] == "challenge"]
    contenders = [seat for seat in order if not burned[seat]]
    return min(contenders, key=lambda seat: deadwood[seat], default=None)


def winner_of_stock(
    deadwood: Sequence[int], burned: Sequence[bool], last_drawer: SeatNo | None
) -> SeatNo | None:
    """Lowest hand not burned; ties to the last stock drawer, else the next after him (2.2 row 14).

    None when all three are burned: the hand is void.

    >>> winner_of_stock([11, 40, 11], [False] * 3, SeatNo(1))
    2
    """
    order = from_seat(SEATS[0] if last_drawer is None else last_drawer)
    contenders = [seat for seat in order if not burned[seat]]
    return min(contenders, key=lambda seat: deadwood[seat], default=None)


def settle(
    rules: Rules,
    outcome: Outcome,
    *,
    stake_chips: int,
    rate: int,
    pot_chips: int = 0,
    brought_chips: Sequence[int] | None = None,
) -> Settlement:
    """Who pays what for a hand; the hitter pot is not part of it.

    `pot_chips` are the stakes carried in; `brought_chips` each seat's table chips before the ante,
    which cap what it pays (design.md, Chips at the table); None caps nothing.
    """
    winner = outcome.winner
    if winner is None:
        return _void(rules, stake_chips, pot_chips)
    losers = [seat for seat in SEATS if seat != winner]
    payments = tuple(
        _capped(_payment(rules, outcome, winner, seat, stake_chips, rate), brought_chips)
        for seat in losers
    )
    received = sum(payment.paid_chips for payment in payments)
    fee = received * rules.fee_percent // 100  # rounded down, pots excluded (2.2 row 26)
    changes = {payment.seat: -payment.paid_chips for payment in payments}
    changes[winner] = received - fee + pot_chips
    first, second, third = (changes[seat] for seat in SEATS)
    return Settlement(winner, (first, second, third), fee, 0, payments)


def _void(rules: Rules, stake_chips: int, pot_chips: int) -> Settlement:
    """All burned: anted stakes stay for the next hand; in units nobody pays (2.2 row 16)."""
    lost = stake_chips if rules.payout == "stake_rate" else 0
    return Settlement(None, (-lost, -lost, -lost), 0, pot_chips + 3 * lost, ())


def _capped(payment: Payment, brought_chips: Sequence[int] | None) -> Payment:
    if brought_chips is None:
        return payment
    paid = min(payment.debt_chips, brought_chips[payment.seat])
    return replace(payment, paid_chips=paid)


def _payment(
    rules: Rules, outcome: Outcome, winner: SeatNo, seat: SeatNo, stake_chips: int, rate: int
) -> Payment:
    if rules.payout == "stake_rate":
        return _by_points(rules, outcome, winner, seat, stake_chips, rate)
    return _by_units(rules, outcome, winner, seat, stake_chips)


def _by_points(
    rules: Rules, outcome: Outcome, winner: SeatNo, seat: SeatNo, stake_chips: int, rate: int
) -> Payment:
    """Stake + rate x points, doubled for a failed call or a lost challenge (book, Scoring).

    Kang doubles everything and a challenger's win multiplies all debts, secrets included; what a
    burned loser pays extra is added after all that (rules.md Q14, 2.3b).
    """
    doubled = _doubling(outcome, seat)
    counted = outcome.deadwood[seat]
    if rules.pay_difference:
        counted = max(1, counted - _points_of_winner(outcome, winner))
    multiplier, burned = _factor(rules, outcome, winner), outcome.burned[seat]
    factor = (2 if doubled else 1) * multiplier
    secrets = rules.secret_bonus_stakes * outcome.bonuses.secrets
    extra_chips = (secrets * multiplier + rules.burned_extra * burned) * stake_chips
    debt = (stake_chips + rate * counted) * factor + extra_chips
    return Payment(
        seat=seat,
        stake_chips=stake_chips,
        deadwood=outcome.deadwood[seat],
        rate=rate,
        doubled=doubled,
        burned=burned,
        debt_chips=debt,
        paid_chips=debt,
        counted_points=counted,
        factor=factor,
        extra_chips=extra_chips,
    )


def _by_units(
    rules: Rules, outcome: Outcome, winner: SeatNo, seat: SeatNo, unit_chips: int
) -> Payment:
    units = tuple((why, count) for why, count in _units(rules, outcome, seat) if count)
    factor = _factor(rules, outcome, winner)
    debt = sum(count for _, count in units) * unit_chips * factor
    return Payment(
        seat=seat,
        stake_chips=unit_chips,
        deadwood=outcome.deadwood[seat],
        rate=0,
        doubled=None,
        burned=outcome.burned[seat],
        debt_chips=debt,
        paid_chips=debt,
        factor=factor,
        units=units,
    )


def _units(rules: Rules, outcome: Outcome, seat: SeatNo) -> tuple[tuple[UnitWhy, int], ...]:
    """What a loser owes in units, line by line (rules.md 2.3, payout)."""
    bonuses, burned = outcome.bonuses, outcome.burned[seat]
    tongits, fought = outcome.ending == "tongits", _fought(outcome)
    shared: tuple[tuple[UnitWhy, int], ...] = (
        ("ace", bonuses.aces),
        ("secret", bonuses.secrets * rules.secret_units),
        ("long_run", bonuses.long_runs * rules.long_run_bonus_units),
        ("burned", int(burned)),
    )
    if rules.payout == "chips":
        dear: UnitWhy = "tongits" if tongits else "challenged"
        return ((dear, 3) if tongits or fought else ("win", 1), *shared)
    lost_fight = fought and not burned and _in_fight(outcome, seat)
    king: tuple[UnitWhy, int] = ("king", bonuses.kings)
    return (("win", 1), ("tongits", int(tongits)), *shared, king, ("fought", 2 * lost_fight))


def _fought(outcome: Outcome) -> bool:
    """Whether anybody challenged the call."""
    return outcome.ending == "call" and "challenge" in outcome.replies


def _in_fight(outcome: Outcome, seat: SeatNo) -> bool:
    return seat == outcome.caller or outcome.replies[seat] == "challenge"


def _factor(rules: Rules, outcome: Outcome, winner: SeatNo) -> int:
    """What multiplies every debt: Kang (Q14), and a challenger's win (Q2)."""
    factor = 2 if rules.kang and outcome.bonuses.kang and outcome.ending == "tongits" else 1
    challenger_won = outcome.ending == "call" and outcome.replies[winner] == "challenge"
    return factor * (rules.challenge_win_multiplier if challenger_won else 1)


def _points_of_winner(outcome: Outcome, winner: SeatNo) -> int:
    """The winner's points; going out leaves none."""
    return 0 if outcome.ending == "tongits" else outcome.deadwood[winner]


def _doubling(outcome: Outcome, seat: SeatNo) -> Doubling | None:
    """A failed caller and a lost challenge pay double (book, Scoring)."""
    if outcome.ending != "call":
        return None
    if seat == outcome.caller:
        return "failed_call"
    return "lost_challenge" if outcome.replies[seat] == "challenge" else None
