"""The players there are, by the name a command line gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from tongits.engine import default_move, legal_moves
from tongits.moves import Move
from tongits.players.stand_in import stand_in_move
from tongits.seats import SeatNo
from tongits.state import GameState
from tongits.views import view_for

# A player gives a legal move of the seat; its chance comes from the argument alone.
Player = Callable[[GameState, SeatNo, Random], Move]


def random_player(state: GameState, seat: SeatNo, rng: Random) -> Move:
    """Any legal move, each as likely."""
    return rng.choice(legal_moves(state, seat))


def default_player(state: GameState, seat: SeatNo, rng: Random) -> Move:
    """What the clock plays for a seat that does not answer in time."""
    return default_move(state, seat)


def stand_in(state: GameState, seat: SeatNo, rng: Random) -> Move:
    """Who sits in for somebody who is away or left."""
    return stand_in_move(view_for(state, seat), state.rules)


PLAYERS: Final[Mapping[str, Player]] = {
    "random": random_player,
    "default": default_player,
    "stand-in": stand_in,
}
