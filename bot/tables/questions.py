"""The open decisions of a state: who or what is waited for, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.tables.state import TableState
from tongits import engine
from tongits.seats import SEATS, SeatNo
from tongits.state import Phase

LOBBY_IDLE_MS: Final = 15 * 60_000
START_NOTICE_MS: Final = 5_000
BREAK_MS: Final = 20_000
LONGEST_REPLY_MS: Final = 60_000


@dataclass(frozen=True, slots=True)
class Question:
    """`key` changes when the question does; `clock` when its time begins anew."""

    key: tuple[object, ...]
    clock: tuple[object, ...]
    lasts_ms: int


def subject_of(seat: SeatNo) -> str:
    """The name of a seat's decision row."""
    return f"seat:{seat}"


def questions(state: TableState) -> dict[str, Question]:
    """Subject -> question, for everything the table waits for."""
    match state.stage:
        case "lobby":
            return {"lobby": _timed(LOBBY_IDLE_MS, "lobby", *_sitting(state))}
        case "starting":
            return {"start": _timed(START_NOTICE_MS, "start", *_sitting(state))}
        case "break":
            return {"break": _timed(BREAK_MS, "break", state.hand_no)}
        case "hand":
            return dict(_of_hand(state))
        case "closed":
            return {}


def _timed(lasts_ms: int, *key: object) -> Question:
    return Question(key, key, lasts_ms)


def _sitting(state: TableState) -> tuple[object, ...]:
    """Who sits where: a lobby that somebody joined or left is not idle."""
    return (state.hand_no, *(seat.player_id if seat else None for seat in state.seats))


def _of_hand(state: TableState) -> list[tuple[str, Question]]:
    game = state.game
    if game is None:
        return []
    turn = (state.hand_no, game.turn_no)
    if game.phase is Phase.REPLY:
        lasts = min(state.clock_s * 1000, LONGEST_REPLY_MS)
        reply = Question((*turn, "reply"), (*turn, "reply"), lasts)
        return [(subject_of(seat), reply) for seat in SEATS if seat in engine.to_act(game)]
    # Every move of a turn asks anew, but the turn's time goes on.
    step = (*turn, game.phase, game.hands[game.turn_seat])
    return [
        (subject_of(seat), Question(step, turn, state.clock_s * 1000))
        for seat in engine.to_act(game)
    ]
