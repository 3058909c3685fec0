"""Who throws what whom can use: discards of one player that the next one took, by pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import fsum, sqrt
from typing import Final

from bot.tables.fair_play import LEAST_CHANCES, PRIOR_CHANCES, Answer, Feed, Pair, weightiest

STYLE_ROUNDS: Final = 5  # after which corrections by corrected styles change nothing
MOST_LIKELY: Final = 0.95  # of all discards, whatever two styles come to


class Feeding:
    """Who took whose discards, in those hands whose journal was read."""

    def __init__(self, feeds: Iterable[Feed]) -> None:
        self._of_pair: dict[Pair, list[Feed]] = defaultdict(list)
        for feed in sorted(feeds, key=lambda feed: (feed.hand.key, feed.giver)):
            self._of_pair[feed.giver, feed.taker].append(feed)
        self._counts = {pair: _counted(found) for pair, found in sorted(self._of_pair.items())}
        # By place in (giver, taker), then by player: the pairs they are that one of.
        self._pairs: tuple[dict[str, list[Pair]], ...] = (defaultdict(list), defaultdict(list))
        for pair in self._counts:
            for place in (0, 1):
                self._pairs[place][pair[place]].append(pair)
        chances = sum(chances for chances, _ in self._counts.values())
        taken = sum(taken for _, taken in self._counts.values())
        self._usual = taken / chances if taken else 0.0
        # How many times as often as usual somebody's discards are taken (0), or they take (1).
        self._style: tuple[dict[str, float], dict[str, float]] = ({}, {})
        for _ in range(STYLE_ROUNDS if taken else 0):
            for place in (0, 1):
                self._style[place].update(self._styles(place))

    def answers(self, pair: Pair) -> Iterator[Answer]:
        """How each of the two fed the other, where there were chances enough to tell."""
        for both in (pair, pair[::-1]):
            if self._usual and self._counts.get(both, (0, 0))[0] >= LEAST_CHANCES:
                yield self._answer(both)

    def _answer(self, both: Pair) -> Answer:
        chances, taken = self._counts[both]
        of_giver, unsure_giver = self._without(0, both)
        of_taker, unsure_taker = self._without(1, both)
        rate = min(self._usual * of_giver * of_taker, MOST_LIKELY)
        likely, own_rate, found = chances * rate, taken / chances, self._of_pair[both]
        between = fsum((feed.taken - own_rate * feed.chances) ** 2 for feed in found)
        unknown = likely * likely * (unsure_giver + unsure_taker)
        spread = sqrt(max(likely * (1 - rate), between) + unknown)
        return Answer(
            "feeding",
            *both,
            (taken - likely) / spread,
            own_rate / rate,
            taken,
            round(likely),
            weightiest((feed.taken, feed.hand) for feed in found),
            chances,
        )

    def _styles(self, place: int) -> dict[str, float]:
        """Everybody's style as giver or as taker, given the styles of those they play with."""
        return {
            player: self._style_in(place, pairs)[0] for player, pairs in self._pairs[place].items()
        }

    def _without(self, place: int, both: Pair) -> tuple[float, float]:
        """The style of one of the two in what they did with others, and its relative variance."""
        others = [pair for pair in self._pairs[place][both[place]] if pair != both]
        style, likely = self._style_in(place, others)
        return style, 1 / (style * likely)

    def _style_in(self, place: int, pairs: Sequence[Pair]) -> tuple[float, float]:
        """A style, and how many discards the usual one would have seen taken."""
        prior = PRIOR_CHANCES * self._usual
        likely = prior + fsum(self._likely(place, pair) for pair in pairs)
        return (prior + sum(self._counts[pair][1] for pair in pairs)) / likely, likely

    def _likely(self, place: int, both: Pair) -> float:
        """How many discards of a pair are taken by the other one's style alone."""
        other = self._style[1 - place].get(both[1 - place], 1.0)
        return self._counts[both][0] * self._usual * other


def _counted(feeds: Iterable[Feed]) -> tuple[int, int]:
    """(chances, taken) of all of them."""
    chances, taken = 0, 0
    for feed in feeds:
        chances, taken = chances + feed.chances, taken + feed.taken
    return chances, taken
