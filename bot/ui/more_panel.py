"""The menu behind More: rare things that need no room on the table."""

from __future__ import annotations

import discord

from bot.i18n import Localizer
from bot.tables.views import TableView
from bot.ui import custom_ids
from bot.ui.controls import DANGER, Row, button, panel, row
from bot.ui.custom_ids import Control, board_arg
from tongits.seats import SeatNo


def more_panel(
    view: TableView, seat: SeatNo | None, l10n: Localizer, *, confirm_leave: bool = False
) -> discord.ui.LayoutView:
    """The menu for one person; a bystander (`seat` None) has nothing to leave.

    A closed table has nothing to post again.
    """
    if confirm_leave and seat is not None:
        message = "more-leave-hand" if view.stage == "hand" else "more-leave-lobby"
        text = l10n(message if view.terms.moves_chips else f"{message}-points")
        return panel([text], [_confirm_row(view, l10n)])
    return panel([l10n("more-title")], [_menu_row(view, seat, l10n)])


def _confirm_row(view: TableView, l10n: Localizer) -> Row:
    yes = Control(custom_ids.LEAVE_YES, view.table_id, arg=str(view.hand_no))
    back = Control(custom_ids.BACK, view.table_id)
    return row(
        button(yes, l10n("button-leave-yes"), style=DANGER),
        button(back, l10n("button-back")),
    )


def _menu_row(view: TableView, seat: SeatNo | None, l10n: Localizer) -> Row:
    repost = button(Control(custom_ids.REPOST, view.table_id), l10n("button-repost"))
    buttons = [
        *([] if view.stage == "closed" else [repost]),
        button(Control(custom_ids.CHIPS, view.table_id), l10n("button-chips")),
        button(
            Control(custom_ids.BOARD, arg=board_arg("net", "all", "first")), l10n("button-board")
        ),
        button(Control(custom_ids.RULES, view.table_id), l10n("button-rules")),
    ]
    if seat is not None:
        leave = Control(custom_ids.LEAVE, view.table_id)
        buttons.append(button(leave, l10n("button-leave"), style=DANGER))
    return row(*buttons)
