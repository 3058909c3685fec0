"""Custom ids: what a pressed control says, packed into at most 100 characters and read back.

`<kind>:<action>:<table id>:<seat>:<token>:<arg>`; the kind is `b` for a button, `s` for a select,
and a field a control does not need is empty. Controls of a private panel carry its seat and the
token of the open decision; cards are named only by bit masks of positions in the seat's hand
(bit 0 = first card of `HandView.hand`), so an id tells nobody what somebody holds.

| action | on | arg |
|---|---|---|
| `join` `start` `rules` `more` `myhand` | public panels | |
| `next` | result, table between hands | number of the hand that is over |
| `leave` | public panels, more menu | |
| `return` | hand panel (seat set), table | |
| `leave-yes` | more menu | number of the hand that is left |
| `repost` `chips` | more menu | |
| `board` | leaderboard, no table id | `<by>.<period>.<page>`; page: number, `first`, `last`, `me` |
| `board-by` `board-period` (selects) | the same; values: `<by>`, `<period>` | the same |
| `board-picture` | the same: the best of it as a picture | the same |
| `board-hide` `board-show` | the same: the viewer leaves the leaderboards, comes back | the same |
| `history` | chips, daily chips, statement, no table id | `<turn>.<page>` |
| `erase` | what erasing means, no table id | the player's own id |
| `erase-not` | the same | |
| `setup-preset` `setup-flags` (selects) | set-up of house rules, no table id | a code of `house` |
| `setup-numbers` `setup-open` `setup-back` | the same | a code of `house` |
| `setting` (selects) | settings, no table id; values | name of the setting |
| `setting-switch` `setting-form` | settings, no table id | `<name>.<on or off>`; name of the form |
| `draw` `take` `call` `call-yes` `undo` `declare` | hand panel | |
| `take-which` (asks with which meld) | hand panel | |
| `back` | hand panel (seat and token set), more menu | |
| `reply` | hand panel | `show`, `fold` or `challenge` |
| `discard` | hand panel | `<mask>` |
| `lay` `sapaw` `take-lay` | hand panel | a code of `placements`; "" where off |
| `sort` | hand panel | `<order>.<mask>` |
| `pick` (select) | hand panel; values: positions | |
| `quick` (select) | hand panel; values: codes of `placements` | |
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

MAX_LENGTH: Final = 100  # Discord's limit

# What the buttons around a statement do. Two of them may lead to one page, and no two ids of a
# message may be the same, so each is named for its place.
Turn = Literal["open", "first", "to", "on", "last", "chips"]
LAST_PAGE: Final = 10**9  # whichever that is when it is asked for

JOIN: Final = "join"
LEAVE: Final = "leave"
LEAVE_YES: Final = "leave-yes"
START: Final = "start"
RULES: Final = "rules"
MY_HAND: Final = "myhand"
MORE: Final = "more"
REPOST: Final = "repost"
CHIPS: Final = "chips"
NEXT: Final = "next"
BOARD: Final = "board"
BOARD_BY: Final = "board-by"
BOARD_PERIOD: Final = "board-period"
BOARD_PICTURE: Final = "board-picture"
BOARD_HIDE: Final = "board-hide"
BOARD_SHOW: Final = "board-show"
HISTORY: Final = "history"
ERASE: Final = "erase"
ERASE_NOT: Final = "erase-not"
DRAW: Final = "draw"
TAKE: Final = "take"
TAKE_LAY: Final = "take-lay"
TAKE_WHICH: Final = "take-which"
DECLARE: Final = "declare"
CALL: Final = "call"
CALL_YES: Final = "call-yes"
BACK: Final = "back"
RETURN: Final = "return"
REPLY: Final = "reply"
LAY: Final = "lay"
SAPAW: Final = "sapaw"
DISCARD: Final = "discard"
UNDO: Final = "undo"
SORT: Final = "sort"
SETUP_PRESET: Final = "setup-preset"
SETUP_FLAGS: Final = "setup-flags"
SETUP_NUMBERS: Final = "setup-numbers"
SETUP_OPEN: Final = "setup-open"
SETUP_BACK: Final = "setup-back"
SETTING: Final = "setting"
SETTING_SWITCH: Final = "setting-switch"
SETTING_FORM: Final = "setting-form"
PICK: Final = "pick"
QUICK: Final = "quick"

SELECTS: Final = frozenset(
    {PICK, QUICK, SETUP_PRESET, SETUP_FLAGS, BOARD_BY, BOARD_PERIOD, SETTING}
)
BUTTONS: Final = frozenset(
    {
        *(JOIN, LEAVE, LEAVE_YES, RETURN, START, RULES, MY_HAND, MORE, REPOST, CHIPS, NEXT, BOARD),
        *(HISTORY, ERASE, ERASE_NOT),
        *(DRAW, TAKE, TAKE_LAY, TAKE_WHICH, CALL, CALL_YES, BACK, REPLY),
        *(LAY, SAPAW, DISCARD, UNDO, SORT, DECLARE),
        *(SETUP_NUMBERS, SETUP_OPEN, SETUP_BACK),
        *(BOARD_PICTURE, BOARD_HIDE, BOARD_SHOW),
        *(SETTING_SWITCH, SETTING_FORM),
    }
)

_SHAPE: Final = re.compile(
    r"(?P<kind>[bs]):(?P<action>[a-z-]+):(?P<table_id>(?:[a-z2-7]{8})?):(?P<seat>[0-2]?)"
    r":(?P<token>(?:[A-Za-z0-9_-]{16})?):(?P<arg>[a-z0-9.-]{0,72})"
)


@dataclass(frozen=True, slots=True)
class Control:
    """What a control says. `table_id` and `token` are "" and `seat` is None where not needed."""

    action: str
    table_id: str = ""
    seat: int | None = None
    token: str = field(default="", repr=False)
    arg: str = ""


def encode(control: Control) -> str:
    """The custom id of a control.

    Raises `ValueError` for a control that `parse` would not read back the same.

    >>> encode(Control("lay", "abcdefgh", 1, "0123456789abcdef", "1c"))
    'b:lay:abcdefgh:1:0123456789abcdef:1c'
    """
    kind = "s" if control.action in SELECTS else "b"
    seat = "" if control.seat is None else str(control.seat)
    parts = (kind, control.action, control.table_id, seat, control.token, control.arg)
    custom_id = ":".join(parts)
    read = _SHAPE.fullmatch(custom_id)
    is_known = control.action in SELECTS or control.action in BUTTONS
    if not is_known or read is None or read.groups() != parts or len(custom_id) > MAX_LENGTH:
        raise ValueError(f"a {control.action} control cannot be encoded")  # no token in tracebacks
    return custom_id


def parse(custom_id: str) -> Control | None:
    """The control a custom id stands for; None for one that is not ours.

    >>> parse("b:join:abcdefgh:::")
    Control(action='join', table_id='abcdefgh', seat=None, arg='')
    >>> parse("b:pick:abcdefgh:::") is None  # a select, sent as if it were a button
    True
    """
    match = _SHAPE.fullmatch(custom_id)
    if match is None:
        return None
    if match["action"] not in (SELECTS if match["kind"] == "s" else BUTTONS):
        return None
    seat = int(match["seat"]) if match["seat"] else None
    return Control(match["action"], match["table_id"], seat, match["token"], match["arg"])


def board_arg(by: str, period: str, page: int | str) -> str:
    """The `arg` of a leaderboard's control.

    >>> board_arg("net", "week", 2)
    'net.week.2'
    """
    return f"{by}.{period}.{page}"


def setting_arg(name: str, *, on: bool) -> str:
    """The `arg` of a button that turns a setting on or off; ids know no underscores.

    >>> setting_arg("turn_lines", on=False)
    'turn-lines.off'
    """
    return f"{name.replace('_', '-')}.{'on' if on else 'off'}"


def setting_switch(control: Control) -> tuple[str, bool]:
    """The setting that a button turns, and whether on.

    >>> setting_switch(Control(SETTING_SWITCH, arg="turn-lines.off"))
    ('turn_lines', False)
    """
    name, _, to = control.arg.partition(".")
    return name.replace("-", "_"), to == "on"


def history_arg(turn: Turn, page: int) -> str:
    """The `arg` of a button around a statement; `page` counts for "to" and "on".

    >>> history_arg("on", 3)
    'on.3'
    """
    return f"{turn}.{page}"


def history_page(control: Control) -> int | None:
    """The page of the statement (0 = newest) that a button asks for; None for the chips instead.

    Raises `ValueError` for an id that no panel of ours holds.

    >>> [history_page(Control(HISTORY, arg=arg)) for arg in ("on.3", "first.0", "chips.0")]
    [3, 0, None]
    """
    turn, _, page = control.arg.partition(".")
    if turn not in get_args(Turn) or not page.isdecimal() or len(page) > 9:
        raise ValueError("a history control cannot be read")
    match turn:
        case "chips":
            return None
        case "last":
            return LAST_PAGE
        case "to" | "on":
            return int(page)
        case _:
            return 0
