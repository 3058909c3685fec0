"""The table before a hand: who sits, what it costs, who may start."""

from __future__ import annotations

import discord

from bot.i18n import Localizer
from bot.tables.views import TableView, TermsView
from bot.ui import custom_ids
from bot.ui.cards_text import GAP
from bot.ui.controls import DANGER, PRIMARY, SUCCESS, Row, button, panel, row
from bot.ui.custom_ids import Control
from bot.ui.names import shown_name
from bot.ui.phrases import clock_text, lines, signed, subtext
from bot.ui.switch_texts import rules_name
from bot.ui.table_lines import session_line
from bot.ui.times import relative
from tongits.rules import Rules
from tongits.seats import SEATS, SeatNo

ACCENT = 0x5865F2


def lobby_panel(view: TableView, l10n: Localizer) -> discord.ui.LayoutView:
    """The public panel of a table that waits for players or for its start."""
    text = lines(
        terms_line(view.terms, l10n),
        GAP.join(_seat_text(view, seat, l10n) for seat in SEATS),
        _chips_text(view.terms, l10n),
        _pot_text(view, l10n),
        session_line(view, l10n),
        _state_text(view, l10n),
    )
    return panel([text], [_controls(view, l10n)], accent=ACCENT)


def terms_line(terms: TermsView, l10n: Localizer) -> str:
    """What the table plays: rules, what it is for, clock."""
    text = terms_text(terms.rules, terms.stake_chips, terms.rate, terms.clock_s, l10n)
    return text if terms.moves_chips else l10n("table-friendly", terms=text)


def terms_text(rules: Rules, stake_chips: int, rate: int, clock_s: int, l10n: Localizer) -> str:
    """The same for a table that is only thought of."""
    name, clock = rules_name(rules, l10n), clock_text(l10n, clock_s)
    if rules.payout != "stake_rate":
        return l10n("table-terms-units", rules=name, stake=stake_chips, clock=clock)
    return l10n("table-terms", rules=name, stake=stake_chips, rate=rate, clock=clock)


def _seat_text(view: TableView, number: SeatNo, l10n: Localizer) -> str:
    seat = view.seats[number]
    if seat is None:
        return l10n("lobby-open", number=number + 1)
    message = "lobby-host" if seat.is_host else "lobby-seat"
    return l10n(message, number=number + 1, name=shown_name(seat.name))


def _chips_text(terms: TermsView, l10n: Localizer) -> str:
    """What a seat costs, and the worst hand where one can be told."""
    if not terms.moves_chips:
        return l10n("lobby-friendly", points=terms.buy_in_chips)
    worst, doubled = terms.worst_loss_chips, terms.worst_doubled_loss_chips
    if worst is None or doubled is None:
        return l10n("lobby-chips-plain", buy_in=terms.buy_in_chips, minimum=terms.minimum_chips)
    return l10n(
        "lobby-chips",
        buy_in=terms.buy_in_chips,
        worst=signed(l10n, -worst),
        doubled=signed(l10n, -doubled),
    )


def _pot_text(view: TableView, l10n: Localizer) -> str:
    """What lies in the pot, and what it will cost, before a seat is taken."""
    if view.terms.in_units:
        ante = view.terms.ante_chips
        return l10n("lobby-hitter", pot=view.pot_chips, ante=ante) if ante else ""
    return l10n("lobby-pot", chips=view.pot_chips) if view.pot_chips else ""


def _state_text(view: TableView, l10n: Localizer) -> str:
    if view.paused_why:
        return l10n("lobby-paused", why=l10n(f"paused-{view.paused_why}"))
    when = "" if view.due_ms is None else relative(view.due_ms)
    if view.stage == "starting":
        return l10n("lobby-starting", when=when)
    waiting = l10n("lobby-waiting", open=view.seats.count(None))
    return lines(waiting, subtext(l10n("lobby-idle", when=when)) if when else "")


def _controls(view: TableView, l10n: Localizer) -> Row:
    def control(action: str) -> Control:
        return Control(action, view.table_id)

    full = None not in view.seats
    anybody = any(view.seats)
    return row(
        button(control(custom_ids.JOIN), l10n("button-join"), style=SUCCESS, enabled=not full),
        button(control(custom_ids.LEAVE), l10n("button-leave"), style=DANGER, enabled=anybody),
        button(control(custom_ids.START), l10n("button-start"), style=PRIMARY, enabled=full),
        button(control(custom_ids.RULES), l10n("button-rules")),
        button(control(custom_ids.MORE), l10n("button-more")),
    )
