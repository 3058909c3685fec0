"""What everybody may see of a hand, in lines; the table panel and the hand panel both show it."""

from __future__ import annotations

from bot.i18n import Localizer
from bot.tables.views import SeatInfo, TableView
from bot.ui.blocks import Blocked, blocked
from bot.ui.cards_text import card_text, cards_text, meld_text
from bot.ui.names import shown_name
from bot.ui.phrases import Names, names_of, signed
from bot.ui.turn_line import acts_text
from tongits.seats import SEATS
from tongits.views import HandView, MeldView

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
    names = names_of(view)
    return [_seat_line(seat, hand, names, l10n) for seat in view.seats if seat]


def _seat_line(seat: SeatInfo, hand: HandView, names: Names, l10n: Localizer) -> str:
    in_turn = seat.seat == hand.turn_seat and hand.phase in ("start", "act")
    line = l10n(
        "table-seat-turn" if in_turn else "table-seat",
        name=f"**{shown_name(seat.name)}**",
        cards=l10n("seat-cards", count=hand.counts[seat.seat]),
        status=_status(seat, hand, names, l10n),
    )
    melds = [laid_text(meld, l10n) for meld in hand.melds if meld.owner == seat.seat]
    return " · ".join([line, *melds])


def laid_text(meld: MeldView, l10n: Localizer) -> str:
    """A meld on the table; one that lies face down shows its cards to its owner alone."""
    if not meld.face_down:
        return meld_text(meld.cards, meld.named)
    if not meld.cards:
        return l10n("meld-face-down")
    return l10n("meld-face-down-own", cards=meld_text(meld.cards))


def _status(seat: SeatInfo, hand: HandView, names: Names, l10n: Localizer) -> str:
    words = [l10n("status-open" if hand.opened[seat.seat] else "status-sunog-risk")]
    if hand.caller == seat.seat:
        words.append(l10n("status-called"))
    elif found := blocked(hand, seat.seat):
        words.append(_blocked_text(found, names, l10n))
    if seat.has_left:
        words.append(l10n("status-left"))
    elif seat.is_away:
        words.append(l10n("status-away"))
    return " · ".join(words)


def last_turn_line(view: TableView, l10n: Localizer) -> str:
    """What the last turn brought; "" before the first."""
    if view.last_turn is None:
        return ""
    return l10n("table-last-turn", line=acts_text(view.last_turn, names_of(view), l10n))


def chips_line(view: TableView, l10n: Localizer) -> str:
    """Everybody's table chips, or points, and the carried pot if there is one."""
    message = "table-chips" if view.terms.moves_chips else "table-points"
    stacks = " · ".join(
        l10n("table-stack", name=shown_name(seat.name), chips=seat.chips)
        for number in SEATS
        if (seat := view.seats[number])
    )
    pot = view.pot_chips
    if view.terms.in_units and view.terms.ante_chips:
        # The hand in play has been anted, and its antes lie in the same pot.
        antes = 3 * view.terms.ante_chips if view.stage == "hand" else 0
        return l10n(f"{message}-hitter", stacks=stacks, pot=pot + antes)
    return l10n(f"{message}-pot" if pot else message, stacks=stacks, pot=pot)


def session_line(view: TableView, l10n: Localizer) -> str:
    """Where a progressive session stands; "" where none is played."""
    if view.session is None:
        return ""
    limit = view.terms.rules.progressive_limit
    return standing_text(view.session, names_of(view), limit, l10n)


def standing_text(totals: tuple[int, int, int], names: Names, limit: int, l10n: Localizer) -> str:
    """The standing of a progressive session, open seats left out."""
    standing = " · ".join(
        l10n("table-standing", name=shown_name(names[seat]), chips=signed(l10n, totals[seat]))
        for seat in SEATS
        if names[seat]
    )
    return l10n("table-session", standing=standing, limit=limit) if standing else ""


def _blocked_text(found: Blocked, names: Names, l10n: Localizer) -> str:
    """Whose sapaw stands against a seat's call."""
    cards = cards_text(found.cards)
    match found.how:
        case "long":
            return l10n("status-blocked-long")
        case "own":
            return l10n("status-blocked-own", cards=cards, kind=found.kind)
        case "other":
            name = shown_name(names[found.by])
            return l10n("status-blocked", name=name, cards=cards, kind=found.kind)
