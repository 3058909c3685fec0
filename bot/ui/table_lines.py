"""What everybody may see of a hand, in lines; the table panel and the hand panel both show it."""

from __future__ import annotations

from bot.i18n import Localizer
from bot.tables.views import SeatInfo, TableView
from bot.ui.cards_text import card_text, cards_text, melds_text
from bot.ui.names import shown_name
from bot.ui.phrases import names_of
from bot.ui.turn_line import acts_text
from tongits.seats import SEATS
from tongits.views import HandView

_BEFORE_SHOWN = 4  # discards under the top one, newest first


def stock_line(hand: HandView, l10n: Localizer) -> str:
    """The stock's size and the newest discards."""
    if not hand.discards:
        return l10n("table-stock-only", stock=hand.stock_count)
    *under, top = hand.discards
    if not under:
        return l10n("table-stock", stock=hand.stock_count, top=card_text(top))
    before = cards_text(reversed(under[-_BEFORE_SHOWN:]))
    return l10n("table-stock-before", stock=hand.stock_count, top=card_text(top), before=before)


def seat_lines(view: TableView, hand: HandView, l10n: Localizer) -> list[str]:
    """Each seat's cards, status and melds; the seat in turn is marked."""
    return [_seat_line(seat, hand, l10n) for seat in view.seats if seat]


def _seat_line(seat: SeatInfo, hand: HandView, l10n: Localizer) -> str:
    in_turn = seat.seat == hand.turn_seat and hand.phase in ("start", "act")
    line = l10n(
        "table-seat-turn" if in_turn else "table-seat",
        name=f"**{shown_name(seat.name)}**",
        count=hand.counts[seat.seat],
        status=_status(seat, hand, l10n),
    )
    melds = melds_text(meld.cards for meld in hand.melds if meld.owner == seat.seat)
    return f"{line} · {melds}" if melds else line


def _status(seat: SeatInfo, hand: HandView, l10n: Localizer) -> str:
    words = [l10n("status-open" if hand.opened[seat.seat] else "status-sunog-risk")]
    if hand.caller == seat.seat:
        words.append(l10n("status-called"))
    if seat.has_left:
        words.append(l10n("status-left"))
    return " · ".join(words)


def last_turn_line(view: TableView, l10n: Localizer) -> str:
    """What the last turn brought; "" before the first."""
    if view.last_turn is None:
        return ""
    return l10n("table-last-turn", line=acts_text(view.last_turn, names_of(view), l10n))


def chips_line(view: TableView, l10n: Localizer) -> str:
    """Everybody's table chips, and the carried pot if there is one."""
    stacks = " · ".join(
        l10n("table-stack", name=shown_name(seat.name), chips=seat.chips)
        for number in SEATS
        if (seat := view.seats[number])
    )
    if view.pot_chips:
        return l10n("table-chips-pot", stacks=stacks, pot=view.pot_chips)
    return l10n("table-chips", stacks=stacks)
