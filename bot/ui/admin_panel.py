"""The open tables of a server, for its moderators; it knows no hand, so it can show none."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.i18n import Localizer
from bot.tables.views import TableSummary
from bot.ui.controls import panel
from bot.ui.lint import MAX_TEXT
from bot.ui.names import shown_name
from bot.ui.phrases import lines, listed, subtext
from bot.ui.times import relative


def admin_panel(tables: Sequence[TableSummary], l10n: Localizer) -> discord.ui.LayoutView:
    """One line a table, as many as fit on a message."""
    if not tables:
        return panel([l10n("admin-none")])
    told = [_table_text(table, l10n) for table in tables]
    title, room = l10n("admin-title", count=len(tables)), MAX_TEXT - 200
    shown = [line for place, line in enumerate(told) if sum(map(len, told[: place + 1])) < room]
    left = len(told) - len(shown)
    return panel([lines(title, *shown, subtext(l10n("admin-more", count=left)) if left else "")])


def _table_text(table: TableSummary, l10n: Localizer) -> str:
    names = listed(shown_name(name) for name in table.names)
    stage = l10n(f"admin-stage-{table.stage}", hand=table.hand_no)
    due = "" if table.due_ms is None else relative(table.due_ms)
    where = f"<#{table.channel_id}>"
    since = relative(table.opened_ms)
    paused = l10n(f"paused-{table.paused_why}") if table.paused_why else ""
    line = l10n(
        "admin-table", id=table.table_id, where=where, stage=stage, names=names or "—", since=since
    )
    return lines(line, subtext(l10n("admin-due", due=due)) if due else "", subtext(paused))
