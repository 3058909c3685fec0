"""Random playouts with the full list of legal moves at every step: OpenSpiel's, RLCard's and ours.

The games differ (two-player gin rummy there), so moves a second is the fair figure. Everybody
plays in turn in one process, round after round; a ratio is the median of the rounds' own ratios.
Run by itself: `python -m tests.bench.playouts [rounds] [seconds]`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import repeat, starmap
from random import random
from statistics import median
from time import process_time
from typing import TypeVar

from tongits.cards import DECK
from tongits.engine import apply, legal_moves, new_hand, to_act
from tongits.lean import LeanGame
from tongits.rules import PRESETS, preset
from tongits.seats import SEATS

T = TypeVar("T")
Playout = Callable[[], int]  # plays a whole game and says how many moves it had

ROUNDS, SECONDS = 9, 0.4  # at least seven rounds; each player's time in a round
BATCH = 10  # games between two looks at the clock, which takes as long as a move
NUMBERS = range(len(DECK))


@dataclass(frozen=True)
class Speed:
    """Medians over the rounds; ratios to the references are taken in each round."""

    name: str
    games: float  # a second
    moves: float  # a second
    games_ratio: float
    moves_ratio: float
    rlcard_ratio: float  # of moves


_random_key = partial(next, starmap(random, repeat(())))  # another one at every call


def shuffled(cards: Sequence[T]) -> list[T]:
    """The cards in random order; cheaper than `random.shuffle`, and no part of what is compared."""
    return sorted(cards, key=_random_key)


def gin_rummy() -> Playout:
    """OpenSpiel's, in C++, asked from Python as ours is; deals are not counted as moves."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            actions = state.legal_actions()  # chance is uniform as well
            state.apply_action(actions[int(random() * len(actions))])
        state.returns()
        return moves

    return play


def rlcard_env() -> Playout:
    """RLCard's gin rummy, run by its own loop with its own random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("gin-rummy")
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        before = env.timestep
        env.run()
        return int(env.timestep - before)

    return play


def lean(name: str) -> Playout:
    """The lean core."""
    game = LeanGame(preset(name))

    def play() -> int:
        hand, moves = game.deal(shuffled(NUMBERS), dealer=int(random() * 3)), 0
        legal_actions, apply_action = hand.legal_actions, hand.apply
        while actions := legal_actions():
            apply_action(actions[int(random() * len(actions))])
            moves += 1
        return moves

    return play


def engine(name: str) -> Playout:
    """The public engine."""
    rules = preset(name)

    def play() -> int:
        (state, _), moves = new_hand(rules, tuple(shuffled(DECK)), SEATS[int(random() * 3)]), 0
        while owing := to_act(state):
            seat = next(iter(owing))
            choices = legal_moves(state, seat)
            state, _ = apply(state, seat, choices[int(random() * len(choices))])
            moves += 1
        return moves

    return play


def players() -> dict[str, Playout]:
    """Everybody who plays: OpenSpiel, RLCard, then ours."""
    ours = {
        f"{what}, {name}": make(name)
        for what, make in (("lean core", lean), ("public engine", engine))
        for name in PRESETS
    }
    return {"OpenSpiel gin_rummy (C++)": gin_rummy(), "RLCard gin-rummy": rlcard_env(), **ours}


def rate(play: Playout, seconds: float) -> tuple[float, float]:
    """Games and moves a second of processor time, over whole games."""
    games, moves, start = 0, 0, process_time()
    while (spent := process_time() - start) < seconds:
        for _ in range(BATCH):
            moves += play()
        games += BATCH
    return games / spent, moves / spent


def measure(rounds: int = ROUNDS, seconds: float = SECONDS) -> list[Speed]:
    """The speed of everybody, the references first. Needs `open-spiel` and `rlcard`."""
    playing = players()
    for play in playing.values():
        rate(play, seconds / 4)  # tables are built, caches are warm
    found = [[rate(play, seconds) for play in playing.values()] for _ in range(rounds)]
    return [_speed(name, number, found) for number, name in enumerate(playing)]


def _speed(name: str, number: int, found: list[list[tuple[float, float]]]) -> Speed:
    own = [a_round[number] for a_round in found]
    first = [a_round[0] for a_round in found]
    pairs = list(zip(own, first, strict=True))
    rlcard = [a_round[1] for a_round in found]
    return Speed(
        name,
        games=median(games for games, _ in own),
        moves=median(moves for _, moves in own),
        games_ratio=median(mine[0] / theirs[0] for mine, theirs in pairs),
        moves_ratio=median(mine[1] / theirs[1] for mine, theirs in pairs),
        rlcard_ratio=median(mine[1] / theirs[1] for mine, theirs in zip(own, rlcard, strict=True)),
    )


def table(speeds: Sequence[Speed]) -> str:
    """The speeds as a Markdown table."""
    head = (
        "| random playouts | games/s | moves/s | ÷ games | ÷ moves | ÷ RLCard's moves |\n"
        "|---|---|---|---|---|---|\n"
    )
    return head + "\n".join(
        f"| {one.name} | {one.games:,.0f} | {one.moves:,.0f} "
        f"| {one.games_ratio:.1f} | {one.moves_ratio:.1f} | {one.rlcard_ratio:.1f} |"
        for one in speeds
    )


if __name__ == "__main__":
    print(table(measure(*map(int, sys.argv[1:2]), *map(float, sys.argv[2:3]))))
