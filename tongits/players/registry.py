"""The players there are, by the name a command line gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from tongits.engine import default_move, legal_moves
from tongits.moves import Move
from tongits.seats import SeatNo
from tongits.state import GameState

# A player gives a legal move of the seat; its chance comes from the argument alone.
Player = Callable[[GameState, SeatNo, Random], Move]


def random_player(state: GameState, seat: SeatNo, rng: Random) -> Move:
    """Any legal move, each as likely."""
    return rng.choice(legal_moves(state, seat))


def default_player(state: GameState, seat: SeatNo, rng: Random) -> Move:
    """What the clock plays for a seat that is away."""
    return default_move(state, seat)


PLAYERS: Final[Mapping[str, Player]] = {"random": random_player, "default": default_player}
