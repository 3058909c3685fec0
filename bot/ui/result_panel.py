"""A finished hand: three hands in melds and deadwood, who pays what and why, new balances."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.i18n import Localizer
from bot.tables.views import ResultView
from bot.ui import custom_ids
from bot.ui.cards_text import cards_text, melds_text, sorted_hand
from bot.ui.controls import DANGER, SUCCESS, Row, button, panel, row
from bot.ui.custom_ids import Control
from bot.ui.names import shown_name
from bot.ui.phrases import lines, listed, listed_names, signed
from bot.ui.times import relative
from tongits.seats import SEATS, SeatNo

ACCENT = 0xD4AF37


def result_panel(view: ResultView, l10n: Localizer) -> discord.ui.LayoutView:
    """The message that tells a hand's end; without buttons once they are spent."""
    texts = [
        lines(_title(view, l10n), _replies_text(view, l10n)),
        lines(*(_hand_text(view, seat, l10n) for seat in SEATS)),
        lines(*_payment_lines(view, l10n)),
        lines(*(_balance_text(view, seat, l10n) for seat in SEATS)),
        _next_text(view, l10n),
    ]
    return panel(texts, _rows(view, l10n), accent=ACCENT)


def _title(view: ResultView, l10n: Localizer) -> str:
    outcome = view.showdown.outcome
    if outcome.winner is None:
        return l10n("result-void", hand=view.hand_no)
    name = shown_name(view.names[outcome.winner])
    return l10n(f"result-{outcome.ending}", hand=view.hand_no, name=name)


def _replies_text(view: ResultView, l10n: Localizer) -> str:
    outcome = view.showdown.outcome
    if outcome.caller is None:
        return ""
    replies = listed(
        l10n(f"reply-{reply}", name=shown_name(view.names[seat]))
        for seat in SEATS
        if (reply := outcome.replies[seat])
    )
    return l10n("result-called", name=shown_name(view.names[outcome.caller]), replies=replies)


def _hand_text(view: ResultView, seat: SeatNo, l10n: Localizer) -> str:
    """A seat's points, then its cards still in hand: melds, and what was left over."""
    outcome, split = view.showdown.outcome, view.showdown.splits[seat]
    message = "result-hand" if outcome.opened[seat] else "result-hand-sunog"
    head = l10n(message, name=shown_name(view.names[seat]), points=outcome.deadwood[seat])
    loose = cards_text(sorted_hand(split.loose, "suit"))
    left = l10n("result-left", cards=loose) if loose else ""
    parts = [part for part in (melds_text(split.melds), left) if part]
    return lines(head, " · ".join(parts) or l10n("result-out"))


def _payment_lines(view: ResultView, l10n: Localizer) -> Iterator[str]:
    """Who pays what and why, then what happens to the pot."""
    settlement = view.settlement
    for payment in settlement.payments:
        parts = {
            "stake": payment.stake_chips,
            "points": payment.deadwood,
            "rate": payment.rate,
        }
        if payment.doubled is None:
            why = l10n("pay-sum", **parts)
        else:
            why = l10n("pay-sum-doubled", why=l10n(f"pay-{payment.doubled}"), **parts)
        capped = payment.paid_chips < payment.debt_chips
        yield l10n(
            "pay-line-capped" if capped else "pay-line",
            name=shown_name(view.names[payment.seat]),
            paid=payment.paid_chips,
            sum=why,
            **({"debt": payment.debt_chips} if capped else {}),
        )
    yield from _pot_lines(view, l10n)


def _pot_lines(view: ResultView, l10n: Localizer) -> Iterator[str]:
    settlement = view.settlement
    if settlement.winner is not None and view.pot_in_chips:
        name = shown_name(view.names[settlement.winner])
        yield l10n("pay-pot", name=name, chips=view.pot_in_chips)
    if settlement.pot_chips:
        yield l10n("pay-pot-grows", chips=settlement.pot_chips)
    if settlement.fee_chips:
        yield l10n("pay-fee", chips=settlement.fee_chips)


def _balance_text(view: ResultView, seat: SeatNo, l10n: Localizer) -> str:
    name = shown_name(view.names[seat])
    change = signed(l10n, view.settlement.chips[seat])
    stack = view.stacks[seat]
    if stack is None:
        return l10n("result-cashed-out", name=name, change=change)
    return l10n("result-stack", name=name, chips=stack, change=change)


def _next_text(view: ResultView, l10n: Localizer) -> str:
    if view.due_ms is None:
        return ""
    ready = [seat for seat in SEATS if view.ready[seat]]
    when = relative(view.due_ms)
    if not ready:
        return l10n("result-next", when=when)
    return l10n("result-next-ready", when=when, names=listed_names(view.names, ready))


def _rows(view: ResultView, l10n: Localizer) -> list[Row]:
    if view.due_ms is None:
        return []
    go_on = Control(custom_ids.NEXT, view.table_id, arg=str(view.hand_no))
    leave = Control(custom_ids.LEAVE, view.table_id)
    return [
        row(
            button(go_on, l10n("button-next-hand"), style=SUCCESS),
            button(leave, l10n("button-leave"), style=DANGER),
        )
    ]
