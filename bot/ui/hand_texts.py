"""What the hand panel says: whose turn, the hand, points left, why something is not possible."""

from __future__ import annotations

from bot.i18n import Localizer
from bot.tables.views import SeatView
from bot.ui.cards_text import card_text, cards_text, hand_text, melds_text, sorted_hand
from bot.ui.choice import Choice
from bot.ui.masks import cards_of
from bot.ui.names import shown_name
from bot.ui.notices import channel_text, closed_text
from bot.ui.phrases import deadline, lines, listed_names, subtext
from bot.ui.table_lines import last_turn_line, seat_lines, stock_line
from tongits.cards import Card
from tongits.moves import Discard, Lay, Sapaw
from tongits.views import HandView


def has_decision(view: SeatView) -> bool:
    """Whether the seat owes a decision that this panel can answer."""
    return bool(view.token) and view.seat in view.hand.waiting


def head_text(view: SeatView, l10n: Localizer) -> str:
    """Server, channel, hand, and whose turn it is."""
    table = view.table
    return l10n(
        "hand-place",
        guild=shown_name(view.guild_name),
        channel=channel_text(view.channel_name, table.guild_id, table.channel_id),
        hand=table.hand_no,
        turn=_turn_text(view, l10n),
    )


def _turn_text(view: SeatView, l10n: Localizer) -> str:
    hand, names = view.hand, view.names
    if view.table.stage == "closed":
        return l10n("turn-closed", why=closed_text(l10n, view.table.closed_why or "ended"))
    if hand.phase == "over":
        return l10n("turn-over")
    ends = deadline(l10n, view.table.due_ms)
    if hand.phase == "reply" and hand.caller is not None:
        caller = shown_name(names[hand.caller])
        if view.seat in hand.waiting:
            return l10n("turn-answer-yours", name=caller, deadline=ends)
        waiting = listed_names(names, hand.waiting)
        return l10n("turn-answer-theirs", name=caller, waiting=waiting, deadline=ends)
    if hand.turn_seat == view.seat:
        return l10n("turn-yours", deadline=ends)
    # Not whose turn: a waiting panel stays the same through the others' turns, and is not edited.
    return l10n("turn-theirs")


def cards_block(view: SeatView, l10n: Localizer) -> str:
    """The hand in large letters, the card just drawn or taken, the points left."""
    hand = view.hand
    cards = hand_text(hand.hand, view.sort, hand.drew or _taken_in_hand(hand))
    return lines(
        f"### {cards}" if cards else l10n("hand-none"),
        _new_card_text(hand, l10n),
        _points_text(hand, l10n),
        l10n("hand-left") if _has_left(view) else "",
        _over_text(view, l10n),
    )


def _taken_in_hand(hand: HandView) -> Card | None:
    return hand.taken if hand.taken in hand.hand else None


def _new_card_text(hand: HandView, l10n: Localizer) -> str:
    if hand.drew is not None and hand.drew in hand.hand:
        return l10n("hand-drew", card=card_text(hand.drew))
    taken = _taken_in_hand(hand)
    return "" if taken is None else l10n("hand-took", card=card_text(taken))


def _points_text(hand: HandView, l10n: Localizer) -> str:
    if hand.split is None or hand.seat is None:
        return ""
    risk = l10n("risk-open" if hand.opened[hand.seat] else "risk-sunog")
    if not hand.split.melds:
        return l10n("hand-points", points=hand.split.points, risk=risk)
    melds = melds_text(hand.split.melds)
    return l10n("hand-points-split", points=hand.split.points, melds=melds, risk=risk)


def _has_left(view: SeatView) -> bool:
    seat = view.table.seats[view.seat]
    return seat is not None and seat.has_left


def _over_text(view: SeatView, l10n: Localizer) -> str:
    showdown = view.hand.showdown
    if showdown is None:
        return ""
    winner, number = showdown.outcome.winner, view.table.hand_no
    if winner is None:
        return l10n("hand-over-void", hand=number)
    if winner == view.seat:
        return l10n("hand-over-won", hand=number)
    return l10n("hand-over-lost", hand=number, name=shown_name(view.names[winner]))


def table_block(view: SeatView, l10n: Localizer) -> str:
    """The public table in small letters, for who plays by direct message."""
    hand = view.hand
    seats = (subtext(line) for line in seat_lines(view.table, hand, l10n))
    last = subtext(last_turn_line(view.table, l10n))
    return lines(subtext(stock_line(hand, l10n)), *seats, last)


def advice_text(view: SeatView, choice: Choice, l10n: Localizer) -> str:
    """What a press would mean, or why a button is off."""
    if choice.confirm == "leave":
        return l10n("leave-warning")
    if view.hand.phase == "reply":
        points = 0 if view.hand.split is None else view.hand.split.points
        return l10n("reply-warning", points=points)
    if view.hand.phase == "start":
        return l10n("call-warning") if choice.confirm == "call" else _start_text(view, l10n)
    return _selection_text(view, choice, l10n)


def _start_text(view: SeatView, l10n: Localizer) -> str:
    blocks = (view.hand.take_block, view.hand.call_blocks[view.seat])
    return lines(*(subtext(l10n(f"block-{code}")) for code in blocks if code))


def _selection_text(view: SeatView, choice: Choice, l10n: Localizer) -> str:
    hand = view.hand
    cards = cards_of(hand.hand, choice.mask)
    if not cards:
        return subtext(l10n("hand-select"))
    shown = cards_text(sorted_hand(cards, view.sort))
    return lines(l10n("hand-selected", cards=shown), subtext(_why_not(hand, cards, shown, l10n)))


def _why_not(hand: HandView, cards: tuple[Card, ...], shown: str, l10n: Localizer) -> str:
    """Why the selected cards cannot be discarded or laid; "" if they can."""
    if len(cards) == 1:
        blocked = Discard(cards[0]) not in hand.moves
        return l10n("block-taken_this_turn", card=shown) if blocked else ""
    fits = any(
        isinstance(move, Lay | Sapaw) and set(move.cards) == set(cards) for move in hand.moves
    )
    return "" if fits else l10n("hand-no-meld", cards=shown)
