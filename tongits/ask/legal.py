"""The question about a position: every move of the seat that is to act in it."""

from __future__ import annotations

from typing import Final

from tongits.ask.question import Question, Refused, Values, bad_value, shown
from tongits.engine import legal_moves, to_act
from tongits.notation import NotationError, format_move, parse_position
from tongits.notation.rules_lines import format_rules
from tongits.refusals import can_take_back
from tongits.rules import Rules
from tongits.state import GameState

ERROR_LETTERS: Final = 300  # a whole deck that is missing fits


def answer_legal(rules: Rules, question: Question) -> Values:
    """The seats to act, and every move that each of them has.

    The rules that a position tells stand over the question's. Taking back is no move of the list
    (rules.md 2.2 row 31).
    """
    state = _state(rules, question)
    seats = sorted(to_act(state))
    moves = legal_moves(state, seats[0]) if seats else ()
    top = state.discards[-1] if state.discards else None
    return {
        "seats": list(seats),
        "moves": [format_move(move, state.rules, top) for move in moves],
        "can_take_back": can_take_back(state),
    }


def _state(rules: Rules, question: Question) -> GameState:
    text = question.text("position", "write the lines of a position")
    told = [] if _tells_rules(text) else format_rules(rules)
    try:
        state = parse_position("\n".join((*told, text)))
    except NotationError as error:
        error.line -= len(told)
        raise _refused(error) from None
    most = state.rules.hand_size + 1
    if any(len(hand) > most for hand in state.hands):
        raise bad_value("position", f"a hand holds at most {most} cards")
    return state


def _refused(error: NotationError) -> Refused:
    """A position that cannot be taken, at its line and column."""
    if error.code == "illegal_reply":
        at, why = f"{error.line}:{error.column}", error.values["why"]
        told = f"Leave out seat {error.values['seat']}'s reply at {at} of the position: {why}."
        return Refused(error.code, told)
    return bad_value("position", f"it stops at {shown(str(error), ERROR_LETTERS)}")


def _tells_rules(text: str) -> bool:
    return any(line.split()[:1] == ["rules"] for line in text.splitlines())
