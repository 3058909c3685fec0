"""What a pressed control asks for: a move, or only another look at the panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, get_args

from bot.tables.views import BoardBy, BoardChoice, SortOrder
from bot.ui import custom_ids
from bot.ui.choice import Choice, Confirm
from bot.ui.custom_ids import Control
from bot.ui.masks import cards_of, read_mask
from bot.ui.placements import is_number, read_placement
from tongits.cards import Card
from tongits.moves import Answer, Call, Declare, Discard, Draw, Move, Take, TakeBack
from tongits.views import HandView

MAX_PAGE_DIGITS: Final = 9
BOARDS: Final[tuple[BoardBy, ...]] = get_args(BoardBy)

_CONFIRMS: dict[str, Confirm] = {
    custom_ids.CALL: "call",
    custom_ids.LEAVE: "leave",
    custom_ids.TAKE_WHICH: "take",
}


def move_from(
    control: Control,
    values: Sequence[str],
    cards: tuple[Card, ...],
    look: Callable[[], HandView],
) -> Move | None:
    """The move a hand panel's control asks for; None if it is none, or means nothing.

    `cards` are the hand's, and `look` shows all of it, where that is needed. Whether the move is
    legal is the engine's to say; whether it is in time, the token's.
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
        case custom_ids.DECLARE:
            return Declare()
        case custom_ids.REPLY:
            return _answer(control.arg)
        case custom_ids.DISCARD:
            chosen = cards_of(cards, read_mask(control.arg))
            return Discard(chosen[0]) if len(chosen) == 1 else None
        case custom_ids.LAY | custom_ids.SAPAW | custom_ids.TAKE_LAY:
            return read_placement(control.arg, look())
        case custom_ids.QUICK:
            return read_placement(values[0], look()) if values else None
        case _:
            return None


def _answer(arg: str) -> Answer | None:
    match arg:
        case "show" | "challenge" | "fold":
            return Answer(arg)
        case _:
            return None


def choice_from(control: Control, values: Sequence[str], view: HandView) -> Choice:
    """What the panel shows after a control that is no move; the selection outlives a new order."""
    match control.action:
        case custom_ids.PICK:
            return Choice(_picked(values, len(view.hand)))
        case custom_ids.SORT:
            mask = read_mask(control.arg.partition(".")[2])
            return Choice(mask if cards_of(view.hand, mask) else 0)
        case action:
            return Choice(confirm=_CONFIRMS.get(action, ""))


def _picked(values: Sequence[str], size: int) -> int:
    """The mask of chosen positions; those beyond the hand select nothing."""
    positions = {int(value) for value in values if is_number(value)}
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


def board_from(control: Control, values: Sequence[str] = ()) -> BoardChoice | None:
    """The leaderboard a control asks for; None for another control, or one that means nothing.

    A panel of an earlier version named no period: its board was that of all time.

    >>> board_from(Control(custom_ids.BOARD, arg="net.week.2"))
    BoardChoice(by='net', period='week', page=2)
    >>> board_from(Control(custom_ids.BOARD_BY, arg="net.week.2"), ["won"])
    BoardChoice(by='won', period='week', page='first')
    """
    by, _, rest = control.arg.partition(".")
    period, _, page = rest.rpartition(".")
    period = period or "all"
    match control.action:
        case (
            custom_ids.BOARD
            | custom_ids.BOARD_PICTURE
            | custom_ids.BOARD_HIDE
            | custom_ids.BOARD_SHOW
        ):
            return board_choice(by, period, page)
        case custom_ids.BOARD_BY if values:
            return board_choice(values[0], period)
        case custom_ids.BOARD_PERIOD if values:
            return board_choice(by, values[0])
        case _:
            return None


def board_choice(by: str, period: str, page: str = "first") -> BoardChoice | None:
    """The leaderboard that words name, whatever the period; None if there is none.

    >>> board_choice("rate", "s3", "me")
    BoardChoice(by='rate', period='s3', page='me')
    """
    named = next((known for known in BOARDS if known == by), None)
    if named is None:
        return None
    match page:
        case "first" | "last" | "me":
            return BoardChoice(named, period, page)
        case _:
            return BoardChoice(named, period, int(page)) if _is_page(page) else None


def _is_page(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MAX_PAGE_DIGITS
