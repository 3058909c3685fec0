"""What the channel is told of a commit, as values that are stored until they are posted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from pydantic import TypeAdapter

from bot.tables.events import (
    CameBack,
    LeftWhy,
    Refilled,
    SeatLeft,
    SessionEnded,
    TableClosed,
    TableEvent,
    TableResumed,
    ToppedUp,
    WalkedOut,
    WentAway,
)
from bot.tables.state import TableState
from bot.tables.views import TurnLine

TURNS: Final = "turns"  # posts before a result that is part of the same news
AFTER: Final = "after"  # posts after it

NoteCode = Literal[
    "topped_up",
    "refilled",
    "session_lost",
    "walked_out",
    "taken_out",
    "kicked_out",
    "went_away",
    "came_back",
    "left_away",
    "left_short",
    "left_asked",
    "left_kicked",
    "left_gone",
    "left_limit",
    "resumed",
    "closed",
]


@dataclass(frozen=True, slots=True)
class Note:
    """Something about a player that all should know; `chips` where chips moved."""

    code: NoteCode
    player_id: str
    chips: int = 0


@dataclass(frozen=True, slots=True)
class News:
    """One message to the channel. `player_ids` names the seats as they were when it happened.

    Without `moves_chips` the table's chips are points.
    """

    player_ids: tuple[str, str, str]
    lines: tuple[TurnLine, ...] = ()
    notes: tuple[Note, ...] = ()
    moves_chips: bool = True


_NEWS: Final = TypeAdapter(News)


def to_json(news: News) -> str:
    """The news as they are stored; they hold public facts and opaque ids only."""
    return _NEWS.dump_json(news).decode()


def from_json(body: str) -> News:
    """Stored news, read back."""
    return _NEWS.validate_json(body)


def news_of(states: Sequence[TableState], events: Sequence[TableEvent]) -> News | None:
    """What the channel should hear of some events; None if they are silent.

    `states`: the one before each event, and the last one after all. What one event makes so and a
    later one ends is not told: it is no longer true when it is read.
    """
    lines: list[TurnLine] = []
    notes: list[Note] = []
    first, second, third = (seat.player_id if seat else "" for seat in states[0].seats)
    for event, (state, after) in zip(events, pairwise(states), strict=True):
        notes += _notes(state, event)
        if after.last_turn is not None and after.last_turn is not state.last_turn:
            lines.append(after.last_turn)
    told = tuple(note for note in notes if _holds(note, states[-1]))
    if not lines and not told:
        return None
    return News((first, second, third), tuple(lines), told, states[0].moves_chips)


def _holds(note: Note, after: TableState) -> bool:
    """Whether a note that says how things are is true in the end; of what happened it always is."""
    if note.code in _OF_A_SEAT:
        return any(seat.player_id == note.player_id for _, seat in after.taken())
    return note.code != "resumed" or after.closed_why is None


def _notes(state: TableState, event: TableEvent) -> list[Note]:
    if isinstance(event, SessionEnded):
        losers = event.losers
        return [Note("session_lost", _player(state, at), state.totals[at]) for at in losers]
    note = _note(state, event)
    return [note] if note else []


def _note(state: TableState, event: TableEvent) -> Note | None:
    match event:
        case ToppedUp(seat=seat, chips=chips):
            return Note("topped_up", _player(state, seat), chips)
        case Refilled(player_id=player_id, chips=chips):
            return Note("refilled", player_id, chips)
        case WalkedOut(seat=seat, why=why):
            return Note(_OUT.get(why, "taken_out"), _player(state, seat))
        case WentAway(seat=seat):
            return Note("went_away", _player(state, seat))
        case CameBack(seat=seat):
            return Note("came_back", _player(state, seat))
        case TableResumed():
            return Note("resumed", "")
        case SeatLeft(seat=seat, chips=chips, why=why) if why != "closed":
            # A lobby that nobody has played at yet shows who sits there; who was removed is told.
            told = state.hand_no or why == "kicked"
            return Note(_LEFT[why], _player(state, seat), chips) if told else None
        case TableClosed() if state.hand_no:
            return Note("closed", "")
        case _:
            return None


# What is so as long as the player has the seat. Whose seat opens is told of with their chips.
_OF_A_SEAT: Final = ("walked_out", "taken_out", "kicked_out", "went_away", "came_back")
_OUT: Final[Mapping[LeftWhy, NoteCode]] = {"asked": "walked_out", "kicked": "kicked_out"}
_LEFT: Final[Mapping[LeftWhy, NoteCode]] = {
    "asked": "left_asked",
    "away": "left_away",
    "short": "left_short",
    "kicked": "left_kicked",
    "gone": "left_gone",
    "limit": "left_limit",
}


def _player(state: TableState, seat: int) -> str:
    sat = state.seats[seat]
    return sat.player_id if sat else ""
