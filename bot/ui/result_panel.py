"""A finished hand: three hands in melds and deadwood, who pays what and why, new balances."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.i18n import Localizer
from bot.tables.views import ResultView
from bot.ui import custom_ids
from bot.ui.cards_text import cards_text, meld_text, melds_text, sorted_hand
from bot.ui.controls import DANGER, SUCCESS, Row, button, panel, row
from bot.ui.custom_ids import Control
from bot.ui.names import shown_name
from bot.ui.payment_lines import payment_lines
from bot.ui.phrases import lines, listed, listed_names, signed, subtext
from bot.ui.table_lines import standing_text
from bot.ui.times import relative
from tongits.seats import SEATS, SeatNo

ACCENT = 0xD4AF37


def result_panel(view: ResultView, l10n: Localizer) -> discord.ui.LayoutView:
    """The message that tells a hand's end; without buttons once they are spent."""
    texts = [
        lines(_title(view, l10n), _replies_text(view, l10n)),
        lines(*(_hand_text(view, seat, l10n) for seat in SEATS)),
        lines(*payment_lines(view, l10n), *_pot_lines(view, l10n)),
        lines(
            *(_balance_text(view, seat, l10n) for seat in SEATS),
            _session_text(view, l10n),
            "" if view.moves_chips else subtext(l10n("result-friendly")),
        ),
        _next_text(view, l10n),
    ]
    return panel(texts, _rows(view, l10n), accent=ACCENT)


def _title(view: ResultView, l10n: Localizer) -> str:
    outcome = view.showdown.outcome
    if outcome.winner is None:
        by_points = view.rules.payout == "stake_rate"
        return l10n("result-void" if by_points else "result-void-units", hand=view.hand_no)
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
    """A seat's points, what it laid, then what was in its hand: melds, and what was left over."""
    outcome, split = view.showdown.outcome, view.showdown.splits[seat]
    message = "result-hand-sunog" if outcome.burned[seat] else "result-hand"
    head = l10n(message, name=shown_name(view.names[seat]), points=outcome.deadwood[seat])
    loose = cards_text(sorted_hand(split.loose, "suit"))
    left = l10n("result-left", cards=loose) if loose else ""
    hidden = melds_text(view.face_down[seat])
    covered = l10n("result-face-down", melds=hidden) if hidden else ""
    kept = l10n("result-kept", melds=melds_text(split.melds)) if split.melds else ""
    in_hand = [part for part in (kept, left) if part] or [l10n("result-out")]
    parts = [part for part in (_laid_text(view, seat, l10n), *in_hand, covered) if part]
    return lines(head, " · ".join(parts))


def _laid_text(view: ResultView, seat: SeatNo, l10n: Localizer) -> str:
    """The seat's open melds; "" where it laid none."""
    own = (meld for meld in view.melds if meld.owner == seat and not meld.face_down)
    melds = " · ".join(meld_text(meld.cards, meld.named) for meld in own)
    return l10n("result-laid", melds=melds) if melds else ""


def _pot_lines(view: ResultView, l10n: Localizer) -> Iterator[str]:
    """What happens to the pot, and the fee."""
    settlement = view.settlement
    winner = "" if settlement.winner is None else shown_name(view.names[settlement.winner])
    if view.rules.payout == "stake_rate":
        if winner and view.pot_in_chips:
            yield l10n("pay-pot", name=winner, chips=view.pot_in_chips)
        if settlement.pot_chips:
            yield l10n("pay-pot-grows", chips=settlement.pot_chips)
    elif view.hitter_chips:
        yield l10n("pay-hitter", name=winner, chips=view.hitter_chips)
    elif view.ante_chips:
        yield l10n("pay-hitter-stays", ante=view.ante_chips, chips=view.side_pot_chips)
    if settlement.fee_chips:
        percent = view.rules.fee_percent
        yield l10n("pay-fee", percent=percent, chips=settlement.fee_chips)


def _session_text(view: ResultView, l10n: Localizer) -> str:
    if view.session is None:
        return ""
    return standing_text(view.session, view.names, view.rules.progressive_limit, l10n)


def _balance_text(view: ResultView, seat: SeatNo, l10n: Localizer) -> str:
    name = shown_name(view.names[seat])
    change = signed(l10n, view.changes[seat])
    stack = view.stacks[seat]
    if stack is None:
        gone = "result-cashed-out" if view.moves_chips else "result-gone"
        return l10n(gone, name=name, change=change)
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
