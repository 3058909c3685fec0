"""Counts every game there is: how many sequences of so many moves a hand allows.

A sequence is made of `legal_moves`: one Lay for each card set, kind and naming of jokers, one
Sapaw for each non-empty card set that extends a meld. After a call any seat that owes an answer
may give it. A hand that ended before the depth counts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from tongits.engine import apply, legal_moves, to_act
from tongits.moves import Move
from tongits.notation import format_move
from tongits.seats import SeatNo
from tongits.state import GameState


def all_moves(state: GameState) -> Iterator[tuple[SeatNo, Move]]:
    """Every legal move of every seat that owes a decision."""
    for seat in sorted(to_act(state)):
        for move in legal_moves(state, seat):
            yield seat, move


def perft(state: GameState, depth: int) -> int:
    """The number of sequences of `depth` moves; 1 for none."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in all_moves(state))
    return sum(perft(apply(state, seat, move)[0], depth - 1) for seat, move in all_moves(state))


def split(state: GameState, depth: int) -> dict[str, int]:
    """The sequences that begin with each move, by its text; `depth` is at least 1."""
    top = state.discards[-1] if state.discards else None
    return {
        f"{seat} {format_move(move, state.rules, top)}": perft(
            apply(state, seat, move)[0], depth - 1
        )
        for seat, move in all_moves(state)
    }
