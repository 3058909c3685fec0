"""The open tables of a server, for its moderators; it knows no hand, so it can show none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.i18n import Localizer
from bot.tables.views import TableSummary
from bot.ui.controls import panel
from bot.ui.lint import MAX_TEXT
from bot.ui.names import shown_name, shown_words
from bot.ui.phrases import lines, listed, subtext
from bot.ui.times import relative

REASON_SHOWN: Final = 200  # letters: all that are kept
REASON_STEP: Final = 10


def admin_panel(tables: Sequence[TableSummary], l10n: Localizer) -> discord.ui.LayoutView:
    """One line a table, as many as fit on a message."""
    if not tables:
        return panel([l10n("admin-none")])
    told = [_table_text(table, l10n) for table in tables]
    title, room = l10n("admin-title", count=len(tables)), MAX_TEXT - 200
    shown = [line for place, line in enumerate(told) if sum(map(len, told[: place + 1])) < room]
    left = len(told) - len(shown)
    return panel([lines(title, *shown, subtext(l10n("admin-more", count=left)) if left else "")])


@dataclass(frozen=True, slots=True)
class Done:
    """What a moderator did to a table; `about` is the player it was about, "" if none."""

    at_ms: int
    action: str
    table_id: str
    reason: str
    who: str
    about: str


def log_panel(done: Sequence[Done], l10n: Localizer) -> discord.ui.LayoutView:
    """One line an act, the newest first, as they come; ten of them fit.

    Reasons stand there whole; where a message cannot hold that, the longest are cut.
    """
    if not done:
        return panel([l10n("admin-log-none")])
    title, limits = l10n("admin-log-title"), range(REASON_SHOWN, 0, -REASON_STEP)
    texts = (lines(title, *(_done_text(one, most, l10n) for one in done)) for most in limits)
    return panel([next(text for text in texts if len(text) <= MAX_TEXT)])


def _done_text(done: Done, most: int, l10n: Localizer) -> str:
    told = {
        "when": relative(done.at_ms),
        "who": shown_name(done.who),
        "action": done.action,
        "id": done.table_id,
        "reason": shown_words(done.reason, most) if done.reason else l10n("admin-log-erased"),
    }
    if not done.about:
        return l10n("admin-log-line", **told)
    return l10n("admin-log-line-about", **told, about=shown_name(done.about))


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
