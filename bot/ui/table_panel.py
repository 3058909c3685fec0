"""The public table: a hand in play, the break after it, and what is left when it closed."""

from __future__ import annotations

import discord

from bot.i18n import Localizer
from bot.tables.views import TableView
from bot.ui import custom_ids
from bot.ui.controls import PRIMARY, SUCCESS, Button, Row, button, panel, row
from bot.ui.custom_ids import Control
from bot.ui.lobby_panel import terms_line
from bot.ui.names import shown_name
from bot.ui.notices import closed_text
from bot.ui.phrases import deadline, lines, listed, listed_names, names_of, subtext
from bot.ui.table_lines import chips_line, last_turn_line, seat_lines, session_line, stock_line
from bot.ui.times import relative
from tongits.views import HandView

ACCENT_HAND = 0x2E8B57
ACCENT_BREAK = 0xC8A032
ACCENT_CLOSED = 0x747F8D


def table_panel(view: TableView, l10n: Localizer) -> discord.ui.LayoutView:
    """The public panel of a table in stage `hand`, `break` or `closed`."""
    if view.stage == "closed":
        why = closed_text(l10n, view.closed_why or "ended", moves_chips=view.terms.moves_chips)
        closed = lines(terms_line(view.terms, l10n), l10n("table-closed", why=why))
        return panel([closed], accent=ACCENT_CLOSED)
    if view.stage == "break" or view.hand is None:
        return panel([_break_text(view, l10n)], [_break_controls(view, l10n)], accent=ACCENT_BREAK)
    texts = [
        lines(turn_text(view, view.hand, l10n), stock_line(view.hand, l10n)),
        lines(*seat_lines(view, view.hand, l10n)),
        lines(last_turn_line(view, l10n), *_money_lines(view, l10n)),
    ]
    return panel(texts, [_hand_controls(view, l10n)], accent=ACCENT_HAND)


def turn_text(view: TableView, hand: HandView, l10n: Localizer) -> str:
    """Whose turn it is, or who still owes an answer to a call."""
    names = names_of(view)
    ends = deadline(l10n, view.due_ms)
    if view.paused_why:
        return _paused_text(view, l10n)
    if hand.phase == "over":
        return l10n("table-counting", hand=view.hand_no)
    if hand.phase == "reply" and hand.caller is not None:
        caller, waiting = shown_name(names[hand.caller]), listed_names(names, hand.waiting)
        return l10n("table-called", hand=view.hand_no, name=caller, waiting=waiting, deadline=ends)
    name = shown_name(names[hand.turn_seat])
    return l10n("table-turn", hand=view.hand_no, name=name, deadline=ends)


def _paused_text(view: TableView, l10n: Localizer) -> str:
    return l10n("table-paused", hand=view.hand_no, why=l10n(f"paused-{view.paused_why}"))


def _break_text(view: TableView, l10n: Localizer) -> str:
    if view.paused_why:
        return lines(_paused_text(view, l10n), *_money_lines(view, l10n))
    ready = listed(shown_name(seat.name) for seat in view.seats if seat and seat.is_ready)
    return lines(
        l10n("table-break-open", hand=view.hand_no)
        if view.due_ms is None
        else l10n("table-break", hand=view.hand_no, when=relative(view.due_ms)),
        l10n("table-ready", names=ready) if ready else "",
        *_money_lines(view, l10n),
    )


def _money_lines(view: TableView, l10n: Localizer) -> list[str]:
    return [subtext(line) for line in (chips_line(view, l10n), session_line(view, l10n))]


def _break_controls(view: TableView, l10n: Localizer) -> Row:
    go_on = Control(custom_ids.NEXT, view.table_id, arg=str(view.hand_no))
    return row(
        button(go_on, l10n("button-next-hand"), style=SUCCESS),
        _public(view, l10n, custom_ids.RULES, "button-rules"),
        _public(view, l10n, custom_ids.MORE, "button-more"),
    )


def _hand_controls(view: TableView, l10n: Localizer) -> Row:
    my_hand = Control(custom_ids.MY_HAND, view.table_id)
    away = any(seat and seat.is_away for seat in view.seats)
    back = [_public(view, l10n, custom_ids.RETURN, "button-return")] if away else []
    return row(
        button(my_hand, l10n("button-my-hand"), style=PRIMARY),
        *back,
        _public(view, l10n, custom_ids.RULES, "button-rules"),
        _public(view, l10n, custom_ids.MORE, "button-more"),
    )


def _public(view: TableView, l10n: Localizer, action: str, label: str) -> Button:
    return button(Control(action, view.table_id), l10n(label))
