"""What a pressed control asks for: a move, or only another look at the panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bot.tables.views import SortOrder
from bot.ui import custom_ids
from bot.ui.choice import Choice, Confirm
from bot.ui.custom_ids import Control
from bot.ui.masks import cards_of, read_mask
from tongits.cards import Card
from tongits.moves import Answer, Call, Discard, Draw, Lay, Move, Sapaw, Take, TakeBack
from tongits.views import HandView

BoardBy = Literal["net", "chips"]


def move_from(control: Control, values: Sequence[str], view: HandView) -> Move | None:
    """The move a hand panel's control asks for; None if it is none, or means nothing.

    Whether the move is legal is the engine's to say; whether it is in time, the token's.
    """
    match control.action:
        case custom_ids.DRAW:
            return Draw()
        case custom_ids.TAKE:
            return Take()
        case custom_ids.CALL_YES:
            return Call()
        case custom_ids.UNDO:
            return TakeBack()
        case custom_ids.REPLY:
            return _answer(control.arg)
        case _:
            return _card_move(control, values, view.hand)


def _answer(arg: str) -> Answer | None:
    match arg:
        case "show" | "challenge":
            return Answer(arg)
        case _:
            return None


def _card_move(
    control: Control, values: Sequence[str], hand: tuple[Card, ...]
) -> Lay | Sapaw | Discard | None:
    match control.action:
        case custom_ids.LAY:
            return _lay(control.arg, hand)
        case custom_ids.SAPAW:
            return _sapaw(control.arg, hand)
        case custom_ids.DISCARD:
            cards = cards_of(hand, read_mask(control.arg))
            return Discard(cards[0]) if len(cards) == 1 else None
        case custom_ids.QUICK:
            return _quick(values, hand)
        case _:
            return None


def _quick(values: Sequence[str], hand: tuple[Card, ...]) -> Lay | Sapaw | None:
    kind, _, rest = values[0].partition(".") if values else ("", "", "")
    match kind:
        case "l":
            return _lay(rest, hand)
        case "s":
            return _sapaw(rest, hand)
        case _:
            return None


def _lay(text: str, hand: tuple[Card, ...]) -> Lay | None:
    cards = cards_of(hand, read_mask(text))
    return Lay(cards) if cards else None


def _sapaw(text: str, hand: tuple[Card, ...]) -> Sapaw | None:
    number, _, mask = text.partition(".")
    cards = cards_of(hand, read_mask(mask))
    if not cards or not _is_number(number):
        return None
    return Sapaw(int(number), cards)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4


def choice_from(control: Control, values: Sequence[str], view: HandView) -> Choice:
    """What the panel shows after a control that is no move; the selection outlives a new order."""
    match control.action:
        case custom_ids.PICK:
            return Choice(_picked(values, len(view.hand)))
        case custom_ids.SORT:
            mask = read_mask(control.arg.partition(".")[2])
            return Choice(mask if cards_of(view.hand, mask) else 0)
        case custom_ids.CALL | custom_ids.LEAVE as action:
            return Choice(confirm=_confirm(action))
        case _:
            return Choice()


def _confirm(action: str) -> Confirm:
    return "call" if action == custom_ids.CALL else "leave"


def _picked(values: Sequence[str], size: int) -> int:
    """The mask of chosen positions; those beyond the hand select nothing."""
    positions = {int(value) for value in values if _is_number(value)}
    return sum(1 << position for position in positions if position < size)


def sort_from(control: Control) -> SortOrder | None:
    """The order a sort button asks for; None for another control.

    >>> sort_from(Control(custom_ids.SORT, arg="rank.0"))
    'rank'
    """
    if control.action != custom_ids.SORT:
        return None
    match control.arg.partition(".")[0]:
        case "suit":
            return "suit"
        case "rank":
            return "rank"
        case _:
            return None


def board_from(control: Control) -> tuple[BoardBy, int] | None:
    """The leaderboard and page (0 = first) a button asks for; None for another control.

    >>> board_from(Control(custom_ids.BOARD, arg="net.2"))
    ('net', 2)
    """
    by, _, page = control.arg.partition(".")
    if control.action != custom_ids.BOARD or not _is_number(page):
        return None
    match by:
        case "net":
            return "net", int(page)
        case "chips":
            return "chips", int(page)
        case _:
            return None
