"""A seat's private hand: the same panel by direct message and behind My hand."""

from __future__ import annotations

import discord

from bot.i18n import Localizer
from bot.tables.views import SeatView
from bot.ui.choice import NO_CHOICE, Choice
from bot.ui.controls import Row, panel
from bot.ui.hand_controls import decision_rows, return_row, sort_row
from bot.ui.hand_texts import (
    advice_text,
    cards_block,
    has_decision,
    has_left,
    head_text,
    table_block,
    waiting_text,
)
from bot.ui.masks import cards_of

__all__ = ["Choice", "hand_panel"]

ACCENT_TURN = 0x3BA55D


def hand_panel(
    view: SeatView, l10n: Localizer, choice: Choice = NO_CHOICE
) -> discord.ui.LayoutView:
    """The panel of one seat, with what its player selected so far."""
    head, cards = head_text(view, l10n), cards_block(view, l10n)
    if not has_decision(view):
        return panel([head, cards, waiting_text(view, l10n)], _idle_rows(view, l10n))
    kept = choice if cards_of(view.hand.hand, choice.mask) else Choice(confirm=choice.confirm)
    texts = [head, table_block(view, l10n), cards, advice_text(view, kept, l10n)]
    rows = decision_rows(view, kept, l10n)
    if view.hand.phase != "act" and not kept.confirm:
        rows.append(sort_row(view, kept, l10n))
    return panel(texts, rows, accent=ACCENT_TURN)


def _idle_rows(view: SeatView, l10n: Localizer) -> list[Row]:
    if view.table.stage == "closed" or has_left(view):
        return []
    back = [return_row(view, l10n)] if view.may_return else []
    return back if view.hand.phase == "over" else [*back, sort_row(view, NO_CHOICE, l10n)]
