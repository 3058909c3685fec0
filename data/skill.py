"""What one hand says about how good its three players are: pure arithmetic of a rating library.

The model is Plackett and Luce's, as openskill has it: everybody has a mean `mu` and a doubt
`sigma`, which shrinks hand by hand. A rating begins with 1,500 ± 500. A hand is much luck: one
counts as a performance 500 points around its player's skill, twice what the library supposes, and
there are many of them: from one to the next a skill drifts by 2 points, not by 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

MU: Final = 1_500_000
SIGMA: Final = 500_000
MILLI: Final = 1_000  # what is stored are thousandths of a rating point
# A hand after so many of the same three on one day counts a quarter; all of a day come to less than
# that many and one.
FRESH_HANDS: Final = 20
_MODEL: Final = PlackettLuce(mu=MU / MILLI, sigma=SIGMA / MILLI, beta=SIGMA / MILLI, tau=2.0)


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's skill and the doubt about it in thousandths of a point, after `hands` hands."""

    mu: int = MU
    sigma: int = SIGMA
    hands: int = 0


def weight(met_before: int) -> float:
    """How much a hand counts whose three players met that often earlier on the day.

    >>> weight(0), weight(20), round(sum(map(weight, range(100_000))), 1)
    (1.0, 0.25, 20.5)
    """
    return 1 / (1 + met_before / FRESH_HANDS) ** 2


def places(won: Sequence[bool], chips: Sequence[int]) -> list[int]:
    """Who came in where: the winner first, the others by what they lost; equals share a place.

    >>> places([False, True, False], [-30, 80, -50]), places([True, False, False], [40, -20, -20])
    ([2, 1, 3], [1, 2, 2])
    """
    standing = list(zip(won, chips, strict=True))
    return [1 + sum(other > own for other in standing) for own in standing]


def rated(before: Sequence[Rating], in_places: Sequence[int], counts: float) -> list[Rating]:
    """The ratings after a hand that counts so much (0 to 1) with this result.

    >>> [one.mu for one in rated([Rating()] * 3, [1, 2, 2], 1.0)]
    [1636084, 1431958, 1431958]
    """
    teams = [[_MODEL.rating(mu=one.mu / MILLI, sigma=one.sigma / MILLI)] for one in before]
    after = _MODEL.rate(teams, ranks=list(in_places))
    return [
        Rating(
            _between(own.mu, new.mu * MILLI, counts),
            _between(own.sigma, new.sigma * MILLI, counts),
            own.hands + 1,
        )
        for own, (new,) in zip(before, after, strict=True)
    ]


def _between(old: int, new: float, share: float) -> int:
    return round(old + (new - old) * share)
