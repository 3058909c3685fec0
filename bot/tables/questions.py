"""The open decisions of a state: who or what is waited for, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.tables.state import TableState
from tongits import engine
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState, Phase

MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
LONG_CLOCK_S, DAY_CLOCK_S = 600, 24 * 3600  # from here on people are not at their screens
START_NOTICE_MS: Final = 5_000
PAUSE_MS: Final = {"forbidden": 10 * MINUTE_MS, "outage": 6 * HOUR_MS}
PING_AT: Final = 0.6  # of the time somebody has; design.md 4


@dataclass(frozen=True, slots=True)
class Question:
    """`key` changes when the question does; `clock` when its time begins anew.

    `ping_ms` is how long after that whoever is asked is called once; None for never.
    """

    key: tuple[object, ...]
    clock: tuple[object, ...]
    lasts_ms: int
    ping_ms: int | None = None


def subject_of(seat: SeatNo) -> str:
    """The name of a seat's decision row."""
    return f"seat:{seat}"


def ping_panel(subject: str) -> str:
    """The name of the message that calls whoever a subject waits for.

    >>> ping_panel("seat:1")
    'ping:1'
    """
    return subject.replace("seat:", "ping:")


def questions(state: TableState) -> dict[str, Question]:
    """Subject -> question, for everything the table waits for."""
    if state.paused_why and state.stage != "closed":
        return {"pause": _timed(PAUSE_MS[state.paused_why], "pause", state.paused_why)}
    match state.stage:
        case "lobby":
            return {"lobby": _timed(lobby_ms(state.clock_s), "lobby", *_sitting(state))}
        case "starting":
            return {"start": _timed(START_NOTICE_MS, "start", *_sitting(state))}
        case "break":
            return {"break": _timed(break_ms(state.clock_s), "break", state.hand_no)}
        case "hand":
            return dict(_of_hand(state))
        case "closed":
            return {}


def lobby_ms(clock_s: int) -> int:
    """How long a lobby waits for people; with a day a turn it waits a day."""
    return 24 * HOUR_MS if clock_s >= DAY_CLOCK_S else 15 * MINUTE_MS


def break_ms(clock_s: int) -> int:
    """How long the next hand waits for everybody to be ready (design.md 3)."""
    if clock_s >= DAY_CLOCK_S:
        return 12 * HOUR_MS
    return 2 * MINUTE_MS if clock_s >= LONG_CLOCK_S else 20_000


def turn_ms(clock_s: int, misses: int) -> int:
    """A turn's time: half the clock after a miss."""
    return clock_s * 1000 // (2 if misses else 1)


def reply_ms(clock_s: int, misses: int) -> int:
    """The time to answer a call: a minute at most, half a day with a day a turn."""
    longest = 12 * HOUR_MS if clock_s >= DAY_CLOCK_S else MINUTE_MS
    return min(clock_s * 1000, longest) // (2 if misses else 1)


def _timed(lasts_ms: int, *key: object) -> Question:
    return Question(key, key, lasts_ms)


def _sitting(state: TableState) -> tuple[object, ...]:
    """Who sits where: a lobby that somebody joined or left is not idle."""
    return (state.hand_no, *(seat.player_id if seat else None for seat in state.seats))


def _of_hand(state: TableState) -> list[tuple[str, Question]]:
    game = state.game
    if game is None:
        return []
    owing = [seat for seat in SEATS if seat in engine.to_act(game)]
    return [(subject_of(seat), _of_seat(state, game, seat)) for seat in owing]


def _of_seat(state: TableState, game: GameState, seat: SeatNo) -> Question:
    sat, turn = state.seats[seat], (state.hand_no, game.turn_no)
    misses = sat.misses if sat else 0
    if game.phase is Phase.REPLY:
        key: tuple[object, ...] = (*turn, "reply")
        return _with_ping(key, key, reply_ms(state.clock_s, misses))
    # Every move of a turn asks anew, but the turn's time goes on.
    step = (*turn, game.phase, game.hands[game.turn_seat])
    return _with_ping(step, turn, turn_ms(state.clock_s, misses))


def _with_ping(key: tuple[object, ...], clock: tuple[object, ...], lasts_ms: int) -> Question:
    return Question(key, clock, lasts_ms, ping_ms=int(lasts_ms * PING_AT))
