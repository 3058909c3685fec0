"""A person's own chips on one server."""

from __future__ import annotations

import discord

from bot.i18n import Localizer
from bot.tables.views import ChipsView, Movement
from bot.ui.controls import panel, row
from bot.ui.history_panel import history_button
from bot.ui.phrases import lines, signed
from bot.ui.times import clock_time, relative


def chips_panel(view: ChipsView, l10n: Localizer) -> discord.ui.LayoutView:
    """Wallet, chips at the table, the last movements, and the way to all of them."""
    refill = view.refill_at_ms
    head = lines(
        l10n("chips-title"),
        l10n("chips-wallet", wallet=view.wallet_chips, table=view.table_chips),
        l10n("chips-pot", pot=view.pot_chips) if view.pot_chips else "",
        "" if refill is None else l10n("chips-refill", when=relative(refill)),
    )
    return panel([head, _movements_text(view, l10n)], [row(history_button(l10n))])


def _movements_text(view: ChipsView, l10n: Localizer) -> str:
    if not view.movements:
        return l10n("chips-none")
    return lines(l10n("chips-movements"), *(_movement_text(move, l10n) for move in view.movements))


def _movement_text(movement: Movement, l10n: Localizer) -> str:
    told = {
        "when": clock_time(movement.at_ms),
        "change": signed(l10n, movement.chips),
        "why": l10n(f"why-{movement.why}", hand=movement.hand_no or 0),
    }
    if movement.channel_id is None:
        return l10n("chips-movement", **told)
    return l10n("chips-movement-at", where=f"<#{movement.channel_id}>", **told)
