"""What the picture of a leaderboard shows, and its words for whoever does not see it."""

from __future__ import annotations

from typing import Final

from bot.i18n import Localizer
from bot.pictures.sheets import BoardLine, BoardSheet
from bot.tables.views import BoardRow, BoardView
from bot.ui.board_panel import board_title, value_text
from bot.ui.controls import Picture
from bot.ui.names import label_name

FILE: Final = "leaderboard.png"
LONGEST_ALT: Final = 1_000  # Discord takes 1,024


def board_sheet(view: BoardView, l10n: Localizer) -> BoardSheet:
    """The rows of the view, each with a bar."""
    most = max((abs(row.value) for row in view.rows), default=0) or 1
    lines = tuple(
        BoardLine(
            rank=l10n("picture-rank", rank=row.rank),
            name=label_name(row.name),
            value=value_text(row, view, l10n),
            share=row.value / most,
            is_viewer=row.is_viewer,
        )
        for row in view.rows
    )
    return BoardSheet(board_title(view, l10n), lines)


def board_picture(view: BoardView, l10n: Localizer) -> Picture:
    """The picture's file and what it says in words: as many lines as an alt text holds."""
    alt = l10n("picture-board-alt", title=board_title(view, l10n))
    for row in view.rows:
        longer = f"{alt} {_line(row, view, l10n)}"
        if len(longer) > LONGEST_ALT:
            break
        alt = longer
    return Picture(FILE, alt)


def _line(row: BoardRow, view: BoardView, l10n: Localizer) -> str:
    value = value_text(row, view, l10n)
    return l10n("picture-board-line", rank=row.rank, name=label_name(row.name), value=value)
