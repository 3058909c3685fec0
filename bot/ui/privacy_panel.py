"""What is stored of somebody, what erasing it means, and their data as files."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.i18n import Localizer
from bot.tables.privacy_views import StoredView
from bot.ui import custom_ids
from bot.ui.controls import DANGER, button, panel, row, with_files
from bot.ui.custom_ids import Control
from bot.ui.names import shown_name
from bot.ui.phrases import lines
from bot.ui.times import relative


def stored_panel(view: StoredView, l10n: Localizer) -> discord.ui.LayoutView:
    """All that is stored, in plain words, with counts."""
    who = lines(
        l10n("privacy-id", id=str(view.discord_id)),
        l10n("privacy-name", name=shown_name(view.name)),
        l10n("privacy-dm", state=view.dm_state) if view.has_dm else l10n("privacy-no-dm"),
        l10n("privacy-chosen", sort=view.sort_order, hidden="yes" if view.is_hidden else "no"),
        l10n("privacy-seen", when=relative(view.seen_ms)),
    )
    played = lines(
        l10n("privacy-wallets", count=view.servers),
        l10n("privacy-hands", count=view.hands),
        l10n("privacy-lines", count=view.statement_lines),
        l10n("privacy-dailies", count=view.dailies),
        l10n("privacy-moderations", count=view.moderations),
        l10n("privacy-seats", count=view.seats),
        l10n("privacy-before", count=view.grants_before) if view.came_back else "",
    )
    return panel([l10n("privacy-title"), who, played, l10n("privacy-ways")])


def erase_panel(player_id: str, l10n: Localizer) -> discord.ui.LayoutView:
    """What goes, what stays, and the question."""
    buttons = row(
        button(Control(custom_ids.ERASE, arg=player_id), l10n("button-erase"), style=DANGER),
        button(Control(custom_ids.ERASE_NOT), l10n("button-erase-not")),
    )
    texts = ("erase-title", "erase-goes", "erase-stays", "erase-cannot")
    return panel([l10n(text) for text in texts], [buttons])


def export_panel(names: Sequence[str], l10n: Localizer) -> discord.ui.LayoutView:
    """The files that come with the message, and what is in them."""
    return with_files(l10n("privacy-export", count=len(names)), names)
