"""What the hand panel says: whose turn, the hand, points left, why something is not possible."""

from __future__ import annotations

from bot.i18n import Localizer, Text
from bot.tables.views import SeatView
from bot.ui.blocks import blocked
from bot.ui.cards_text import (
    card_text,
    cards_text,
    hand_text,
    meld_text,
    melds_text,
    sorted_hand,
)
from bot.ui.choice import Choice
from bot.ui.masks import cards_of
from bot.ui.names import shown_name
from bot.ui.notices import channel_text, closed_text
from bot.ui.phrases import deadline, lines, listed_names, subtext
from bot.ui.table_lines import last_turn_line, seat_lines, stock_line
from tongits.cards import Card
from tongits.melds import LONG_RUN, as_set, is_four
from tongits.moves import Declare, Discard, Lay, LayFaceDown, Sapaw
from tongits.rules import Rules
from tongits.views import HandView

_LAYING = (Lay, LayFaceDown, Sapaw)


def has_decision(view: SeatView) -> bool:
    """Whether the seat owes a decision that this panel can answer."""
    return bool(view.token) and view.seat in view.hand.waiting


def has_left(view: SeatView) -> bool:
    """Whether the seat's player walked out: the panel is the last word on their hand."""
    seat = view.table.seats[view.seat]
    return seat is not None and seat.has_left


def head_text(view: SeatView, l10n: Localizer) -> str:
    """Server, channel, hand, and whose turn it is; for who left that is over, and none is named."""
    table = view.table
    place: dict[str, Text] = {
        "guild": shown_name(view.guild_name),
        "channel": channel_text(view.channel_name, table.guild_id, table.channel_id),
        "hand": table.hand_no,
    }
    if has_left(view) and table.stage != "closed" and view.hand.phase != "over":
        return l10n("hand-place-left", **place)
    return l10n("hand-place", **place, turn=_turn_text(view, l10n))


def _turn_text(view: SeatView, l10n: Localizer) -> str:
    hand, names = view.hand, view.names
    if view.table.stage == "closed":
        code, moves_chips = view.table.closed_why or "ended", view.table.terms.moves_chips
        return l10n("turn-closed", why=closed_text(l10n, code, moves_chips=moves_chips))
    if view.table.paused_why:
        return l10n("turn-paused", why=l10n(f"paused-{view.table.paused_why}"))
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
        _points_text(view, l10n),
        _absence_text(view, l10n),
        _over_text(view, l10n),
    )


def _taken_in_hand(hand: HandView) -> Card | None:
    return hand.taken if hand.taken in hand.hand else None


def _new_card_text(hand: HandView, l10n: Localizer) -> str:
    if hand.drew is not None and hand.drew in hand.hand:
        return l10n("hand-drew", card=card_text(hand.drew))
    taken = _taken_in_hand(hand)
    return "" if taken is None else l10n("hand-took", card=card_text(taken))


def _points_text(view: SeatView, l10n: Localizer) -> str:
    hand = view.hand
    if hand.split is None:
        return ""
    risk = l10n(_risk(view))
    if not hand.split.melds:
        return l10n("hand-points", points=hand.split.points, risk=risk)
    melds = melds_text(hand.split.melds)
    return l10n("hand-points-split", points=hand.split.points, melds=melds, risk=risk)


def _risk(view: SeatView) -> str:
    """Open, saved by a secret in hand, or at risk of sunog."""
    if view.hand.opened[view.seat]:
        return "risk-open"
    rules, split = view.table.terms.rules, view.hand.split
    melds = () if split is None or not rules.secret_in_hand else split.melds
    saved = any(len(cards) >= LONG_RUN or _is_four(cards, rules) for cards in melds)
    if saved:
        return "risk-secret"
    plays_on = view.hand.phase != "over" and view.table.stage != "closed" and not has_left(view)
    return "risk-sunog" if plays_on else "risk-unopened"


def _is_four(cards: tuple[Card, ...], rules: Rules) -> bool:
    as_laid = as_set(cards, rules)
    return as_laid is not None and is_four(as_laid)


def _absence_text(view: SeatView, l10n: Localizer) -> str:
    """That a stand-in plays for the seat, or that its seat is still free; "" where neither is."""
    seat = view.table.seats[view.seat]
    unit = "" if view.table.terms.moves_chips else "-points"
    if seat is None:
        return l10n(f"hand-seat-free{unit}") if view.may_return else ""
    if has_left(view):
        return l10n(f"hand-kicked{unit}" if seat.is_kicked else "hand-left")
    return l10n("hand-away") if seat.is_away else ""


def _over_text(view: SeatView, l10n: Localizer) -> str:
    showdown = view.hand.showdown
    if showdown is None:
        return ""
    winner, number = showdown.outcome.winner, view.table.hand_no
    if winner is None:
        in_units = view.table.terms.in_units
        return l10n("hand-over-void-units" if in_units else "hand-over-void", hand=number)
    if winner == view.seat:
        return l10n("hand-over-won", hand=number)
    return l10n("hand-over-lost", hand=number, name=shown_name(view.names[winner]))


def table_block(view: SeatView, l10n: Localizer) -> str:
    """The public table in small letters, for who plays by direct message."""
    hand = view.hand
    seats = (subtext(line) for line in seat_lines(view.table, hand, l10n))
    last = subtext(last_turn_line(view.table, l10n))
    return lines(subtext(stock_line(hand, l10n)), *seats, last)


def waiting_text(view: SeatView, l10n: Localizer) -> str:
    """After a call: the seat's own answer, or that it has none to give. Else the head says it."""
    if view.hand.phase != "reply":
        return ""
    reply = view.hand.reply
    return subtext(l10n("hand-answered" if reply is None else f"hand-replied-{reply}"))


def advice_text(view: SeatView, choice: Choice, l10n: Localizer) -> str:
    """What a press would mean, or why a button is off."""
    if choice.confirm == "leave":
        return l10n("leave-warning")
    match view.hand.phase:
        case "reply":
            return _reply_text(view, l10n)
        case "start" if choice.confirm == "call":
            return _call_text(view.table.terms.rules, l10n)
        case "start":
            return _start_text(view, l10n)
        case _:
            return _selection_text(view, choice, l10n)


def _call_text(rules: Rules, l10n: Localizer) -> str:
    """What a call would mean."""
    cost = _with_multiplier(l10n(f"call-cost-{rules.payout}"), rules, l10n)
    return l10n(f"call-warning-{rules.replies}", cost=cost)


def _reply_text(view: SeatView, l10n: Localizer) -> str:
    """What each answer would mean."""
    rules = view.table.terms.rules
    points = 0 if view.hand.split is None else view.hand.split.points
    cost = _with_multiplier(l10n(f"challenge-cost-{rules.payout}"), rules, l10n)
    return l10n(f"reply-warning-{rules.passive_reply}", points=points, cost=cost)


def _with_multiplier(cost: str, rules: Rules, l10n: Localizer) -> str:
    factor = rules.challenge_win_multiplier
    return cost if factor == 1 else f"{cost} {l10n('challenge-multiplies', factor=factor)}"


def _start_text(view: SeatView, l10n: Localizer) -> str:
    return lines(subtext(_take_block(view.hand, l10n)), subtext(_call_block(view, l10n)))


def _take_block(hand: HandView, l10n: Localizer) -> str:
    """Why the discard cannot be taken; "" if it can."""
    if hand.take_block is None:
        return ""
    top = card_text(hand.discards[-1]) if hand.discards else ""
    return l10n(f"block-{hand.take_block}", card=top)


def _call_block(view: SeatView, l10n: Localizer) -> str:
    """Why the seat cannot call: nothing laid, or whose sapaw stands against it; "" if it can."""
    code, found = view.hand.call_blocks[view.seat], blocked(view.hand, view.seat)
    if code is None:
        return ""
    if code != "sapaw_blocks_call" or found is None:
        return l10n(f"block-{code}")
    cards = cards_text(found.cards)
    match found.how:
        case "long":
            return l10n("block-sapaw_blocks_call-long")
        case "own":
            return l10n("block-sapaw_blocks_call-own", cards=cards, kind=found.kind)
        case "other":
            name = shown_name(view.names[found.by])
            return l10n("block-sapaw_blocks_call", name=name, cards=cards, kind=found.kind)


def _selection_text(view: SeatView, choice: Choice, l10n: Localizer) -> str:
    hand = view.hand
    declare = l10n("hand-declare") if Declare() in hand.moves else ""
    cards = cards_of(hand.hand, choice.mask)
    if not cards:
        return lines(declare, subtext(l10n("hand-select")))
    shown = cards_text(sorted_hand(cards, view.sort))
    why_not = subtext(_why_not(view, cards, shown, l10n))
    return lines(declare, l10n("hand-selected", cards=shown), why_not)


def _why_not(view: SeatView, cards: tuple[Card, ...], shown: str, l10n: Localizer) -> str:
    """Why the selected cards cannot be discarded or laid; "" if they can."""
    hand, rules = view.hand, view.table.terms.rules
    if len(cards) == 1:
        return _why_not_thrown(view, cards[0], l10n)
    if any(isinstance(move, _LAYING) and set(move.cards) == set(cards) for move in hand.moves):
        return ""
    if rules.final_discard and len(cards) == len(hand.hand):
        return l10n("block-keep_a_discard")
    return l10n("hand-no-meld", cards=shown)


def _why_not_thrown(view: SeatView, card: Card, l10n: Localizer) -> str:
    hand, shown = view.hand, card_text(card)
    if Discard(card) in hand.moves:
        return ""
    if card == hand.taken and "no_return" in view.table.terms.rules.discard_guards:
        return l10n("block-taken_this_turn", card=shown)
    fitting = (move for move in hand.moves if isinstance(move, Sapaw) and move.cards == (card,))
    on = next((hand.melds[move.meld] for move in fitting), None)
    meld = "" if on is None else meld_text(on.cards, on.named)
    return l10n("block-fits_a_meld", card=shown, meld=meld)
