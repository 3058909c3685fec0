"""A server's leaderboard, a page at a time."""

from __future__ import annotations

import discord

from bot.i18n import Localizer
from bot.tables.views import BoardRow, BoardView
from bot.ui import custom_ids
from bot.ui.controls import Row, button, panel, row
from bot.ui.custom_ids import Control, board_arg
from bot.ui.names import shown_name
from bot.ui.phrases import lines, signed, subtext


def board_panel(view: BoardView, l10n: Localizer) -> discord.ui.LayoutView:
    """A page of the leaderboard and the reader's own place."""
    rows = [_row_text(entry, view, l10n) for entry in view.rows]
    pages = l10n("board-page", page=view.page + 1, pages=view.pages) if view.pages > 1 else ""
    texts = [
        l10n(f"board-title-{view.by}"),
        lines(*rows) or l10n("board-empty"),
        lines(_own_text(view, l10n), subtext(pages)),
    ]
    return panel(texts, [_controls(view, l10n)])


def _row_text(entry: BoardRow, view: BoardView, l10n: Localizer) -> str:
    chips = _chips_text(entry.chips, view, l10n)
    message = "board-row-own" if entry.is_viewer else "board-row"
    return l10n(message, rank=entry.rank, name=shown_name(entry.name), chips=chips)


def _chips_text(chips: int, view: BoardView, l10n: Localizer) -> str:
    """Net winnings carry their sign, chips do not."""
    return signed(l10n, chips) if view.by == "net" else l10n("board-chips", chips=chips)


def _own_text(view: BoardView, l10n: Localizer) -> str:
    if view.own_rank is None or view.own_chips is None:
        return l10n("board-you-none")
    chips = _chips_text(view.own_chips, view, l10n)
    return l10n("board-you", rank=view.own_rank, chips=chips)


def _controls(view: BoardView, l10n: Localizer) -> Row:
    other = "chips" if view.by == "net" else "net"
    switch = button(_board(other, 0), l10n(f"board-by-{other}"))
    if view.pages <= 1:
        return row(switch)
    return row(
        button(_board(view.by, view.page - 1), l10n("board-back"), enabled=view.page > 0),
        button(
            _board(view.by, view.page + 1),
            l10n("board-forward"),
            enabled=view.page + 1 < view.pages,
        ),
        switch,
    )


def _board(by: str, page: int) -> Control:
    return Control(custom_ids.BOARD, arg=board_arg(by, page))
