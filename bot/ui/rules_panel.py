"""A first, short rules card."""

from __future__ import annotations

from typing import Final

import discord

from bot.i18n import Localizer
from bot.tables.views import TermsView
from bot.ui.controls import panel
from bot.ui.phrases import clock_text, lines

_PARTS: Final = (
    *("goal", "deal", "turn", "melds", "sapaw", "tongits"),
    *("call", "sunog", "guards", "pay", "clock"),
)


def rules_panel(l10n: Localizer, terms: TermsView | None = None) -> discord.ui.LayoutView:
    """The rules in a minute, with a table's terms if there is one."""
    card = lines(*(l10n(f"rules-{part}") for part in _PARTS))
    return panel([l10n("rules-title"), card, _terms_text(l10n, terms)])


def _terms_text(l10n: Localizer, terms: TermsView | None) -> str:
    if terms is None:
        return ""
    return l10n(
        "rules-here",
        rules=terms.rules_name,
        stake=terms.stake_chips,
        rate=terms.rate,
        clock=clock_text(l10n, terms.clock_s),
        buy_in=terms.buy_in_chips,
    )
