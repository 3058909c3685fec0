"""What a claim of the day's chips brought."""

from __future__ import annotations

import discord

from bot.i18n import Localizer
from bot.tables.purse_views import DailyView
from bot.ui.controls import panel, row
from bot.ui.history_panel import history_button
from bot.ui.phrases import lines
from bot.ui.times import relative


def daily_panel(view: DailyView, l10n: Localizer) -> discord.ui.LayoutView:
    """The chips, the streak, and when the next ones are to be had."""
    text = lines(
        l10n("daily-paid", chips=view.chips, wallet=view.wallet_chips),
        l10n("daily-streak", count=view.streak),
        l10n("daily-grace", count=view.grace_days) if view.grace_days else "",
        l10n("daily-next", when=relative(view.next_at_ms), chips=view.next_chips),
    )
    return panel([text], [row(history_button(l10n))])
