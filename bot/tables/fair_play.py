"""Pairs of players whose results together are not what chance makes of them: pure arithmetic.

Three questions about each pair with at least `LEAST_HANDS` hands together, each answered by a size
and by `z`, how many standard deviations it lies from what is likely. A hand counts in shares of
what its losers paid together, between -1 and 1: a dear table weighs no more than a cheap one.
a, b are the pair, c whoever sat with them; g(x, y) is what x won from y in a hand.

- **Flow.** Excess = sum of g(b, a) - g(c, a) - g(b, c) over the hands together. Whatever the three
  can do, what b wins from a is, on average, what c wins from a plus what b wins from c, if skill
  adds up; chips that are handed over add to the first alone. z = excess / sqrt(sum of squares).
  Asked of b as the one who won from a on the whole; the size is the lesser of excess and flow.
- **Joint result.** Excess = sum of g(a, c) + g(b, c), less the strengths s(a) + s(b) - 2 s(c) for
  each hand. A strength is what somebody wins from an opponent, corrected by the opponents'
  strengths, in the hands without this pair, drawn towards 0 as if `PRIOR_HANDS` more had come to
  nothing. Variance = sum of squares + what is unknown of the strengths: so people who always play
  with each other, of whom nothing else is known, make no finding by winning.
- **Feeding.** How often b took what a threw, of the times b drew or took after a. Likely = how
  often anybody takes x a's style x b's style: how many times as often as usual others take of a,
  and b takes of others, each corrected by the others' own styles and drawn towards 1 as if
  `PRIOR_CHANCES` more had been usual. Variance: the greater of the binomial one and the one
  between hands, and what is unknown of the two styles.

`z` alone accuses nobody: many pairs are asked many questions. With P pairs there are 5 P of them
(flow and feeding go two ways), and a finding needs a `z` that chance would bring once in
`REPORTS` reports however many pairs there are (Bonferroni), and a size that matters in play.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Final, Literal, NamedTuple

Question = Literal["flow", "joint", "feeding"]
Pair = tuple[str, str]  # player ids in order

LEAST_HANDS: Final = 30  # together, below which a pair is asked nothing
LEAST_CHANCES: Final = 60  # to take the other's discard, below which feeding is not asked
REPORTS: Final = 1_000
QUESTIONS: Final = 5  # of each pair, those that go two ways twice
PRIOR_HANDS: Final = 40
PRIOR_CHANCES: Final = 30
# Least sizes: of an average hand's losses, in each hand; for feeding how many times the usual.
LEAST_FLOW: Final = 0.08
LEAST_JOINT: Final = 0.08
LEAST_FEEDING: Final = 1.5


@dataclass(frozen=True, slots=True)
class Hand:
    """A finished hand at a chips table: players, and what each one's chips changed by."""

    table_id: str
    hand_no: int
    at_ms: int
    players: tuple[str, str, str]
    chips: tuple[int, int, int]
    winner: str | None
    losses: int = field(init=False)  # what the losers of a hand that was won paid together
    _lost: tuple[int, int, int] = field(init=False)

    def __post_init__(self) -> None:
        first, second, third = (
            -min(chips, 0) if self.winner not in {None, player} else 0
            for player, chips in zip(self.players, self.chips, strict=True)
        )
        object.__setattr__(self, "_lost", (first, second, third))
        object.__setattr__(self, "losses", first + second + third)

    @property
    def key(self) -> tuple[int, str, int]:
        """When and where, for an order that everybody agrees on."""
        return self.at_ms, self.table_id, self.hand_no

    def won_from(self, player: str, other: str) -> int:
        """What a player won from another in chips, below 0 what they lost to them."""
        if self.winner == player:
            return self._lost[self.players.index(other)]
        return -self._lost[self.players.index(player)] if self.winner == other else 0

    def share(self, player: str, other: str) -> float:
        """The same, in shares of the hand's losses."""
        chips = self.won_from(player, other)
        return chips / self.losses if chips else 0.0

    def result(self, player: str) -> float:
        """What a player won of an opponent on average, in shares."""
        if not self.losses:
            return 0.0
        lost = self._lost[self.players.index(player)]
        return 0.5 if self.winner == player else -lost / self.losses / 2

    def third(self, pair: Pair) -> str:
        """Who sat with the two."""
        first, second, third = self.players
        if first not in pair:
            return first
        return second if second not in pair else third


class Feed(NamedTuple):
    """Of one player's discards before another's turns in a hand: how many the other took."""

    giver: str
    taker: str
    chances: int
    taken: int
    hand: Hand


@dataclass(frozen=True, slots=True)
class Answer:
    """To one question about a pair; `first` is who pays, or who throws.

    `size` as its least size is; `found` and `likely` are chips, or for feeding discards taken, of
    `chances`. `hands`: those that weigh most, the weightiest first.
    """

    question: Question
    first: str
    second: str
    z: float
    size: float
    found: int
    likely: int
    hands: tuple[Hand, ...] = field(repr=False)
    chances: int = 0


@dataclass(frozen=True, slots=True)
class Studied:
    """A pair with its hands together, and each one's hands at all; the answers as asked."""

    pair: Pair
    together: int
    hands: tuple[int, int]
    answers: tuple[Answer, ...]

    def findings(self, least: float) -> tuple[Answer, ...]:
        """The answers that chance does not explain."""
        return tuple(answer for answer in self.answers if is_finding(answer, least))


def least_z(pairs: int) -> float:
    """The `z` that chance brings once in `REPORTS` reports on so many pairs.

    >>> [round(least_z(pairs), 2) for pairs in (1, 100, 10_000)]
    [3.54, 4.61, 5.49]
    """
    tail = 1 / (REPORTS * QUESTIONS * max(pairs, 1))
    return -NormalDist().inv_cdf(tail)


def is_finding(answer: Answer, least: float) -> bool:
    """Whether an answer is beyond chance, and matters."""
    sizes = {"flow": LEAST_FLOW, "joint": LEAST_JOINT, "feeding": LEAST_FEEDING}
    return answer.z >= least and answer.size >= sizes[answer.question] and answer.found > 0


def pairs_of(hand: Hand) -> tuple[Pair, Pair, Pair]:
    """The three pairs at a table."""
    first, second, third = sorted(hand.players)
    return (first, second), (first, third), (second, third)


def weightiest(weighed: Iterable[tuple[int, Hand]], most: int = 5) -> tuple[Hand, ...]:
    """The hands of the greatest positive weight; of equals the newest first."""
    counted = [(weight, hand) for weight, hand in weighed if weight > 0]
    counted.sort(key=lambda one: (one[0], one[1].key), reverse=True)
    return tuple(hand for _, hand in counted[:most])
