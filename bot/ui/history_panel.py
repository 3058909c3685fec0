"""A person's own statement on one server, a page at a time."""

from __future__ import annotations

import discord

from bot.i18n import Localizer
from bot.tables.purse_views import HistoryLine, HistoryView
from bot.ui import custom_ids
from bot.ui.controls import Button, Row, button, panel, row
from bot.ui.custom_ids import Control, Turn, history_arg
from bot.ui.phrases import lines, signed, subtext
from bot.ui.times import day


def history_button(l10n: Localizer) -> Button:
    """What opens the statement, from its newest lines."""
    return _turn("open", 0, l10n("history-open"))


def history_panel(view: HistoryView, l10n: Localizer) -> discord.ui.LayoutView:
    """A page of the statement: what moved, why, when, where, and what was there then."""
    shown = [_line_text(line, l10n) for line in view.lines]
    page = l10n("history-page", page=view.page + 1, pages=view.pages)
    texts = [
        l10n("history-title"),
        lines(*shown) or l10n("chips-none"),
        subtext(page) if view.pages > 1 else "",
    ]
    pager = [_pager(view, l10n)] if view.pages > 1 else []
    return panel(texts, [*pager, row(_turn("chips", 0, l10n("history-chips")))])


def _line_text(line: HistoryLine, l10n: Localizer) -> str:
    told = {
        "when": day(line.at_ms),
        "change": signed(l10n, line.chips),
        "why": l10n(f"why-{line.why}", hand=line.hand_no or 0),
        "after": l10n(f"history-{line.place}", chips=line.chips_after),
    }
    if line.channel_id is None:
        return l10n("history-line", **told)
    return l10n("history-line-at", where=f"<#{line.channel_id}>", **told)


def _pager(view: HistoryView, l10n: Localizer) -> Row:
    back, on = view.page > 0, view.page + 1 < view.pages
    return row(
        _turn("first", 0, l10n("history-first"), enabled=back),
        _turn("to", max(view.page - 1, 0), l10n("history-previous"), enabled=back),
        _turn("on", view.page + 1, l10n("history-next"), enabled=on),
        _turn("last", 0, l10n("history-last"), enabled=on),
    )


def _turn(turn: Turn, page: int, label: str, *, enabled: bool = True) -> Button:
    return button(Control(custom_ids.HISTORY, arg=history_arg(turn, page)), label, enabled=enabled)
