"""The one panel that everybody in the channel sees, whatever the table is doing."""

from __future__ import annotations

import discord

from bot.i18n import Localizer
from bot.tables.views import TableView
from bot.ui.lobby_panel import lobby_panel
from bot.ui.table_panel import table_panel


def public_panel(view: TableView, l10n: Localizer) -> discord.ui.LayoutView:
    """The lobby or the table, by the table's stage."""
    draw = lobby_panel if view.stage in ("lobby", "starting") else table_panel
    return draw(view, l10n)
