"""Where the bot is killed: named points of its code, and moments that nobody chose."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Target:
    """A place to die at.

    - `points`: to be passed in this order; none for a random moment.
    - `passes`: at most so many times before it counts.
    - `crowded`: an onlooker keeps asking, for the point lies outside of any command.
    - `starting`: it dies while it starts, and something is asked meanwhile.
    - `fresh`: it starts on a new file.
    - `late`: everything has fallen due while it was down.
    - `leaving`: how often everybody leaves, so that the point is reached soon.
    """

    name: str
    points: tuple[str, ...] = ()
    passes: int = 1
    crowded: bool = False
    starting: bool = False
    fresh: bool = False
    late: bool = False
    leaving: float = 0.0

    def orders(self, rng: random.Random) -> tuple[str, ...]:
        """The points to pass: the last of them is passed so often first."""
        return (*self.points, *self.points[-1:] * rng.randrange(self.passes))


def _at(point: str, passes: int = 6) -> Target:
    return Target(point, (point,), passes)


NAMED: Final = (
    _at("received"),
    _at("before-begin"),
    _at("after-inbox"),
    _at("after-events"),
    Target("after-transfer", ("after-transfer",), 6, leaving=0.5),
    _at("after-decisions"),
    _at("before-commit"),
    _at("committed"),
    _at("before-answer"),
    Target("answered", ("answered",), 6, crowded=True),
    Target("edited", ("edited",), 6, crowded=True),
    Target("before-send", ("before-send",), 4, crowded=True, leaving=0.5),
    Target("sent", ("sent",), 4, crowded=True, leaving=0.5),
    Target("posted", ("posted",), 3, crowded=True),
    Target("settled", ("settled",), leaving=0.5),
    Target("settled, committed", ("settled", "committed"), leaving=0.5),
    Target("closed", ("closed",), leaving=1.0),
    Target("closed, committed", ("closed", "committed"), leaving=1.0),
    Target("expiring", ("expiring",), crowded=True, late=True),
    Target("expiring, committed", ("expiring", "committed"), crowded=True, late=True),
    Target("starting", ("starting",), starting=True),
    Target("migrating", ("migrating",), 2, starting=True, fresh=True),
)
AT_RANDOM: Final = Target("at random", crowded=True)
STARTING_AT_RANDOM: Final = Target("at random, starting", starting=True)
RANDOM: Final = (AT_RANDOM, STARTING_AT_RANDOM)


def plan(kills: int, rng: random.Random) -> list[Target]:
    """So many places to die at: every named point alike, one in six at random, shuffled."""
    at_random = kills // 6
    chosen = [NAMED[number % len(NAMED)] for number in range(kills - at_random)]
    chosen += [RANDOM[number % len(RANDOM)] for number in range(at_random)]
    rng.shuffle(chosen)
    return chosen
