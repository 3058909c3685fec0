"""A server's leaderboard, a page at a time: by what, over which time, the viewer's own place."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.i18n import Localizer
from bot.tables.views import BoardRow, BoardView, SeasonView
from bot.ui import custom_ids
from bot.ui.controls import Button, Row, button, panel, row, select
from bot.ui.custom_ids import Control, board_arg
from bot.ui.moves_from import BOARDS
from bot.ui.names import shown_name
from bot.ui.phrases import lines, signed, subtext


def board_panel(view: BoardView, l10n: Localizer) -> discord.ui.LayoutView:
    """A page of the leaderboard and the viewer's own place."""
    rows = [_row_text(entry, view, l10n) for entry in view.rows]
    pages = l10n("board-page", page=view.page + 1, pages=view.pages) if view.pages > 1 else ""
    texts = [
        l10n("board-title", title=board_title(view, l10n)),
        lines(*rows) or l10n("board-empty"),
        lines(_own_text(view, l10n), subtext(pages)),
    ]
    return panel(texts, _controls(view, l10n))


def board_title(view: BoardView, l10n: Localizer) -> str:
    """Which leaderboard it is."""
    return l10n("board-heading", by=l10n(f"board-by-{view.by}"), period=_period_text(view, l10n))


def _row_text(entry: BoardRow, view: BoardView, l10n: Localizer) -> str:
    value = value_text(entry, view, l10n)
    message = "board-row-own" if entry.is_viewer else "board-row"
    return l10n(message, rank=entry.rank, name=shown_name(entry.name), value=value)


def value_text(entry: BoardRow, view: BoardView, l10n: Localizer) -> str:
    """Chips won carry their sign; a win rate is cut, not rounded, to a tenth of a percent."""
    match view.by:
        case "net" | "biggest":
            return signed(l10n, entry.value)
        case "rate":
            tenths = entry.value // 1_000
            percent = f"{tenths // 10}.{tenths % 10}"
            return l10n("board-value-rate", percent=percent, hands=entry.hands)
        case by:
            return l10n(f"board-value-{by}", value=entry.value)


def _own_text(view: BoardView, l10n: Localizer) -> str:
    if view.is_hidden:
        return l10n("board-you-hidden")
    if view.own is None:
        return l10n(f"board-you-none-{view.by}", hands=view.least_hands)
    return l10n("board-you", rank=view.own.rank, value=value_text(view.own, view, l10n))


def _period_text(view: BoardView, l10n: Localizer) -> str:
    """What stands in the title; chips are those owned now."""
    if view.by == "chips":
        return l10n("board-period-now")
    found = dict(_periods(view, l10n))
    return found.get(view.period) or l10n("board-period-numbered", number=view.period[1:])


def _periods(view: BoardView, l10n: Localizer) -> Iterator[tuple[str, str]]:
    """What the second select offers: its value and its words."""
    for span in ("today", "week", "month"):
        yield span, l10n(f"board-period-{span}")
    for place, season in enumerate(view.seasons):
        yield (f"s{season.number}" if place else "season"), _season_text(season, l10n)
    yield "all", l10n("board-period-all")


def _season_text(season: SeasonView, l10n: Localizer) -> str:
    return l10n(
        "board-period-season",
        number=str(season.number),
        first=season.first_month,
        last=season.last_month,
    )


def _controls(view: BoardView, l10n: Localizer) -> Iterator[Row]:
    yield _by_select(view, l10n)
    if view.by != "chips":
        yield _period_select(view, l10n)
    if view.pages > 1:
        yield _page_row(view, l10n)
    yield row(*_last_buttons(view, l10n))


def _by_select(view: BoardView, l10n: Localizer) -> Row:
    options = [
        discord.SelectOption(label=l10n(f"board-by-{by}"), value=by, default=by == view.by)
        for by in BOARDS
    ]
    return row(select(_control(custom_ids.BOARD_BY, view), l10n("board-select-by"), options))


def _period_select(view: BoardView, l10n: Localizer) -> Row:
    options = [
        discord.SelectOption(label=label, value=value, default=value == view.period)
        for value, label in _periods(view, l10n)
    ]
    control = _control(custom_ids.BOARD_PERIOD, view)
    return row(select(control, l10n("board-select-period"), options))


def _page_row(view: BoardView, l10n: Localizer) -> Row:
    """Each button says where it leads, so that no two have one id."""
    has_before, has_after = view.page > 0, view.page + 1 < view.pages
    own = button(_control(custom_ids.BOARD, view, "me"), l10n("board-me"), enabled=bool(view.own))
    return row(
        button(_control(custom_ids.BOARD, view, "first"), l10n("board-first"), enabled=has_before),
        button(
            _control(custom_ids.BOARD, view, view.page - 1), l10n("board-back"), enabled=has_before
        ),
        button(
            _control(custom_ids.BOARD, view, view.page + 1),
            l10n("board-forward"),
            enabled=has_after,
        ),
        button(_control(custom_ids.BOARD, view, "last"), l10n("board-last"), enabled=has_after),
        own,
    )


def _last_buttons(view: BoardView, l10n: Localizer) -> Iterator[Button]:
    """A board of one page is read as easily without a picture."""
    if view.pages > 1:
        yield button(_control(custom_ids.BOARD_PICTURE, view, view.page), l10n("board-picture"))
    yield _hide_button(view, l10n)


def _hide_button(view: BoardView, l10n: Localizer) -> Button:
    if view.is_hidden:
        return button(_control(custom_ids.BOARD_SHOW, view, view.page), l10n("board-show"))
    return button(_control(custom_ids.BOARD_HIDE, view, view.page), l10n("board-hide"))


def _control(action: str, view: BoardView, page: int | str = "first") -> Control:
    return Control(action, arg=board_arg(view.by, view.period, page))
