"""Who pays what and why, line by line: the arithmetic of a settlement in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n import Localizer
from bot.tables.views import PaymentView, ResultView
from bot.ui.names import shown_name
from bot.ui.phrases import listed


def payment_lines(view: ResultView, l10n: Localizer) -> Iterator[str]:
    """One line for each loser."""
    for payment in view.settlement.payments:
        capped = payment.paid_chips < payment.debt_chips
        yield l10n(
            "pay-line-capped" if capped else "pay-line",
            name=shown_name(view.names[payment.seat]),
            paid=payment.paid_chips,
            sum=_sum_text(view, payment, l10n),
            **({"debt": payment.debt_chips} if capped else {}),
        )


def _sum_text(view: ResultView, payment: PaymentView, l10n: Localizer) -> str:
    """How the debt came about."""
    if view.rules.payout == "stake_rate":
        return _by_points(view, payment, l10n)
    return _by_units(view, payment, l10n)


def _by_points(view: ResultView, payment: PaymentView, l10n: Localizer) -> str:
    """`2 × (stake 10 + 6 points × 1) + 10 for sunog, the call failed`."""
    differs = payment.counted_points != payment.deadwood
    text = l10n(
        "pay-sum-difference" if differs else "pay-sum",
        stake=payment.stake_chips,
        points=payment.counted_points,
        rate=payment.rate,
    )
    if payment.factor != 1:
        text = l10n("pay-sum-times", factor=payment.factor, sum=text)
    for extra in _extras(view, payment, l10n):
        text = l10n("pay-sum-extra", sum=text, extra=extra)
    return _with_reasons(text, view, payment, l10n)


def _by_units(view: ResultView, payment: PaymentView, l10n: Localizer) -> str:
    """`1 win + 1 Tongits + 2 aces = 4 × 10`."""
    units = " + ".join(l10n(f"unit-{why}", count=count) for why, count in payment.units)
    total, unit = sum(count for _, count in payment.units), payment.stake_chips
    if payment.factor == 1:
        return l10n("pay-sum-units", units=units, total=total, unit=unit)
    factor = payment.factor
    text = l10n("pay-sum-units-times", units=units, total=total, unit=unit, factor=factor)
    return _with_reasons(text, view, payment, l10n)


def _with_reasons(text: str, view: ResultView, payment: PaymentView, l10n: Localizer) -> str:
    why = listed(_reasons(view, payment, l10n)) if payment.factor != 1 else ""
    return l10n("pay-sum-why", sum=text, why=why) if why else text


def _reasons(view: ResultView, payment: PaymentView, l10n: Localizer) -> Iterator[str]:
    """What multiplied the debt."""
    outcome, rules = view.showdown.outcome, view.rules
    if payment.doubled:
        yield l10n(f"pay-{payment.doubled}")
    if rules.kang and outcome.bonuses.kang:
        yield l10n("pay-kang")
    winner = outcome.winner
    challenged = winner is not None and outcome.replies[winner] == "challenge"
    if challenged and rules.challenge_win_multiplier != 1:
        yield l10n("pay-challenger_won")


def _extras(view: ResultView, payment: PaymentView, l10n: Localizer) -> Iterator[str]:
    """What came on top, after doubling."""
    rules, stake = view.rules, payment.stake_chips
    if payment.burned and rules.burned_extra:
        yield l10n("pay-extra-burned", chips=rules.burned_extra * stake)
    secrets = view.showdown.outcome.bonuses.secrets
    if secrets and rules.secret_bonus_stakes:
        for_burned = rules.burned_extra * stake if payment.burned else 0
        yield l10n("pay-extra-secret", chips=payment.extra_chips - for_burned, count=secrets)
