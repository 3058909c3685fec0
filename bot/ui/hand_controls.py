"""The hand panel's rows of controls: only what is legal now can be pressed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Localizer
from bot.tables.views import SeatView
from bot.ui import custom_ids
from bot.ui.cards_text import card_text
from bot.ui.choice import Choice
from bot.ui.controls import DANGER, PRIMARY, SECONDARY, SUCCESS, Button, Row, button, row
from bot.ui.custom_ids import Control
from bot.ui.hand_selects import best_placements, pick_row, quick_row, take_row, takes_of
from bot.ui.labels import CardMove, move_labels
from bot.ui.masks import cards_of, mask_of, mask_text
from bot.ui.placements import placement_code
from tongits.moves import Call, Declare, Discard, Draw, Lay, LayFaceDown, Move, Sapaw, Take

MAX_WAYS = 2  # buttons for the same cards; the second select has every way


def control(view: SeatView, action: str, arg: str = "") -> Control:
    """A control of this panel: it answers the seat's open decision."""
    return Control(action, view.table.table_id, view.seat, view.token, arg)


def decision_rows(view: SeatView, choice: Choice, l10n: Localizer) -> list[Row]:
    """The rows that answer the seat's open decision."""
    if choice.confirm == "leave":
        return [_confirm_row(view, custom_ids.LEAVE_YES, "button-leave-yes", l10n)]
    match view.hand.phase:
        case "start" if choice.confirm == "call" and Call() in view.hand.moves:
            return [_confirm_row(view, custom_ids.CALL_YES, "button-call-yes", l10n)]
        case "start" if choice.confirm == "take" and takes_of(view.hand):
            back = button(control(view, custom_ids.BACK), l10n("button-back"))
            return [take_row(view, l10n, control(view, custom_ids.QUICK)), row(back)]
        case "start":
            return [_start_row(view, l10n)]
        case "act":
            return _act_rows(view, choice, l10n)
        case "reply":
            return [_reply_row(view, l10n)]
        case _:
            return []


def sort_row(view: SeatView, choice: Choice, l10n: Localizer) -> Row:
    """Sort alone: for everybody who only looks."""
    return row(_sort_button(view, choice, l10n))


def return_row(view: SeatView, l10n: Localizer) -> Row:
    """I'm back, for who was away."""
    return row(button(control(view, custom_ids.RETURN), l10n("button-return"), style=SUCCESS))


def _confirm_row(view: SeatView, action: str, label: str, l10n: Localizer) -> Row:
    return row(
        button(control(view, action), l10n(label), style=DANGER),
        button(control(view, custom_ids.BACK), l10n("button-back")),
    )


def _start_row(view: SeatView, l10n: Localizer) -> Row:
    draw = l10n("button-draw", stock=view.hand.stock_count)
    return row(
        _move_button(view, Draw(), custom_ids.DRAW, draw),
        _take_button(view, l10n),
        _move_button(view, Call(), custom_ids.CALL, l10n("button-call")),
    )


def _take_button(view: SeatView, l10n: Localizer) -> Button:
    """Take alone where that is allowed; else it names the meld, or asks which."""
    hand = view.hand
    if not hand.discards:
        return button(control(view, custom_ids.TAKE), l10n("button-take-none"), enabled=False)
    take = l10n("button-take", card=card_text(hand.discards[-1]))
    takes = takes_of(hand)
    if len(takes) == 1:
        return _card_buttons(view, takes, l10n)[0]
    if takes:
        return button(control(view, custom_ids.TAKE_WHICH), l10n("button-take-which", take=take))
    return _move_button(view, Take(), custom_ids.TAKE, take)


def _move_button(view: SeatView, move: Move, action: str, label: str) -> Button:
    style = PRIMARY if action == custom_ids.DRAW else SECONDARY
    return button(control(view, action), label, style=style, enabled=move in view.hand.moves)


def _act_rows(view: SeatView, choice: Choice, l10n: Localizer) -> list[Row]:
    rows = [pick_row(view, choice, l10n, control(view, custom_ids.PICK))]
    quick = quick_row(view, l10n, control(view, custom_ids.QUICK))
    if quick is not None:
        rows.append(quick)
    rows.append(_selected_row(view, choice, l10n))
    undo = button(
        control(view, custom_ids.UNDO), l10n("button-undo"), enabled=view.hand.can_take_back
    )
    declare = []
    if view.table.terms.rules.tongits_declare_in_hand:
        can = Declare() in view.hand.moves
        sends = control(view, custom_ids.DECLARE)
        declare = [button(sends, l10n("button-declare"), style=SUCCESS, enabled=can)]
    return [*rows, row(*declare, undo, _sort_button(view, choice, l10n))]


def _selected_row(view: SeatView, choice: Choice, l10n: Localizer) -> Row:
    """Lay, Sapaw and Discard for exactly the selected cards."""
    chosen = set(cards_of(view.hand.hand, choice.mask))
    if not chosen:
        return row(
            *(
                _off(view, way, l10n)
                for way in (custom_ids.LAY, custom_ids.SAPAW, custom_ids.DISCARD)
            )
        )
    placing = [move for move in best_placements(view.hand) if set(move.cards) == chosen]
    hidden = [move for move in placing if isinstance(move, LayFaceDown)]
    lays = [move for move in placing if isinstance(move, Lay)][: MAX_WAYS - len(hidden)]
    sapaws = [move for move in placing if isinstance(move, Sapaw)][:MAX_WAYS]
    throws = [
        move for move in view.hand.moves if isinstance(move, Discard) and {move.card} == chosen
    ]
    return row(
        *(_card_buttons(view, [*lays, *hidden], l10n) or [_off(view, custom_ids.LAY, l10n)]),
        *(_card_buttons(view, sapaws, l10n) or [_off(view, custom_ids.SAPAW, l10n)]),
        *(_card_buttons(view, throws, l10n) or [_off(view, custom_ids.DISCARD, l10n)]),
    )


def _off(view: SeatView, action: str, l10n: Localizer) -> Button:
    return button(control(view, action), l10n(f"button-{action}-none"), enabled=False)


def _card_buttons(view: SeatView, moves: Sequence[CardMove], l10n: Localizer) -> list[Button]:
    labels = move_labels(moves, view.hand, view.names, l10n)
    return [_card_button(view, move, label) for move, label in zip(moves, labels, strict=True)]


def _card_button(view: SeatView, move: CardMove, label: str) -> Button:
    hand = view.hand.hand
    match move:
        case Lay() | LayFaceDown():
            lay = control(view, custom_ids.LAY, placement_code(move, view.hand))
            return button(lay, label, style=SUCCESS)
        case Sapaw():
            sapaw = control(view, custom_ids.SAPAW, placement_code(move, view.hand))
            return button(sapaw, label, style=SUCCESS)
        case Take():
            take = control(view, custom_ids.TAKE_LAY, placement_code(move, view.hand))
            return button(take, label, style=SECONDARY)
        case Discard(card=card):
            throw = control(view, custom_ids.DISCARD, mask_text(mask_of(hand, (card,))))
            return button(throw, label, style=PRIMARY)


def _reply_row(view: SeatView, l10n: Localizer) -> Row:
    passive = view.table.terms.rules.passive_reply
    return row(
        button(control(view, custom_ids.REPLY, passive), l10n(f"button-{passive}"), style=PRIMARY),
        button(
            control(view, custom_ids.REPLY, "challenge"), l10n("button-challenge"), style=DANGER
        ),
    )


def _sort_button(view: SeatView, choice: Choice, l10n: Localizer) -> Button:
    """Offers the other order; it carries the selection, which a new order must not lose."""
    other = "rank" if view.sort == "suit" else "suit"
    arg = f"{other}.{mask_text(choice.mask)}"
    return button(control(view, custom_ids.SORT, arg), l10n(f"button-sort-{other}"))
