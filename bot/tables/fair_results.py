"""What results say of pairs: who pays whom, and what two win together (`bot.tables.fair_play`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import fsum, sqrt
from typing import Final

from bot.tables.fair_play import (
    LEAST_HANDS,
    PRIOR_HANDS,
    Answer,
    Hand,
    Pair,
    Studied,
    least_z,
    pairs_of,
    weightiest,
)

STRENGTH_ROUNDS: Final = 3  # after which corrections by corrected strengths change nothing


class Evening:
    """Hands of a server, looked at in every way; in whatever order they come."""

    def __init__(self, hands: Iterable[Hand]) -> None:
        self.hands = sorted(hands, key=lambda hand: hand.key)
        self.of_player: dict[str, list[Hand]] = defaultdict(list)
        together: dict[Pair, list[Hand]] = defaultdict(list)
        for hand in self.hands:
            for player in hand.players:
                self.of_player[player].append(hand)
            for pair in pairs_of(hand):
                together[pair].append(hand)
        self.together = {
            pair: found for pair, found in sorted(together.items()) if len(found) >= LEAST_HANDS
        }
        self.least_z = least_z(len(self.together))
        self._strengths = _Strengths(self.of_player)

    def studied(self, pair: Pair) -> Studied:
        """What results say about a pair that has hands enough together."""
        hands = self.together[pair]
        counts = (len(self.of_player[pair[0]]), len(self.of_player[pair[1]]))
        return Studied(pair, len(hands), counts, (_flow(pair, hands), self._joint(pair, hands)))

    def _joint(self, pair: Pair, hands: Sequence[Hand]) -> Answer:
        first, second = pair
        won = [hand.share(first, c) + hand.share(second, c) for hand, c in _thirds(pair, hands)]
        likely, unknown = self._strengths.likely(pair, hands)
        excess, spread = fsum(won) - likely, sqrt(fsum(x * x for x in won) + unknown)
        chips = [_joint_chips(pair, hand) for hand in hands]
        mean_losses = sum(hand.losses for hand in hands) / len(hands)
        return Answer(
            "joint",
            first,
            second,
            excess / spread if spread else 0.0,
            excess / len(hands),
            sum(chips),
            round(likely * mean_losses),
            weightiest(zip(chips, hands, strict=True)),
        )


class _Strengths:
    """What everybody wins from an opponent, in shares, corrected by who the opponents were."""

    def __init__(self, of_player: Mapping[str, Sequence[Hand]]) -> None:
        self._of_player = of_player
        results = [hand.result(player) for player in of_player for hand in of_player[player]]
        self._variance = fsum(x * x for x in results) / max(len(results), 1)
        self._all: dict[str, float] = dict.fromkeys(of_player, 0.0)
        self._sums = self._totals()
        for _ in range(STRENGTH_ROUNDS):
            self._all = {
                player: total / (len(of_player[player]) + PRIOR_HANDS)
                for player, total in self._sums.items()
            }
            self._sums = self._totals()

    def likely(self, pair: Pair, hands: Sequence[Hand]) -> tuple[float, float]:
        """What the pair wins from third players in these hands, and the variance of that guess."""
        by_third: dict[str, list[Hand]] = defaultdict(list)
        for hand, third in _thirds(pair, hands):
            by_third[third].append(hand)
        weights = {pair[0]: len(hands), pair[1]: len(hands)}
        with_pair: dict[str, Sequence[Hand]] = {pair[0]: hands, pair[1]: hands, **by_third}
        weights |= {third: -2 * len(found) for third, found in by_third.items()}
        guesses = [
            (weights[player], *self._without(player, with_pair[player])) for player in with_pair
        ]
        total = fsum(weight * strength for weight, strength, _ in guesses)
        return total, fsum(weight * weight * variance for weight, _, variance in guesses)

    def _totals(self) -> dict[str, float]:
        return {player: self._sum(player, hands) for player, hands in self._of_player.items()}

    def _without(self, player: str, hands: Sequence[Hand]) -> tuple[float, float]:
        """A player's strength and its variance, from all other hands than these."""
        known = len(self._of_player[player]) - len(hands) + PRIOR_HANDS
        rest = fsum((self._sums[player], -self._sum(player, hands)))
        return rest / known, self._variance / known

    def _sum(self, player: str, hands: Sequence[Hand]) -> float:
        strengths = self._all
        opposed = fsum(strengths[other] for hand in hands for other in hand.players)
        own = fsum(hand.result(player) for hand in hands)
        return own + (opposed - strengths[player] * len(hands)) / 2


def _thirds(pair: Pair, hands: Iterable[Hand]) -> list[tuple[Hand, str]]:
    return [(hand, hand.third(pair)) for hand in hands]


def _joint_chips(pair: Pair, hand: Hand) -> int:
    third = hand.third(pair)
    return hand.won_from(pair[0], third) + hand.won_from(pair[1], third)


def _flow(pair: Pair, hands: Sequence[Hand]) -> Answer:
    """What the one who paid net paid the other, beyond what both paid and won at the third's."""
    first, second = pair
    went = [hand.share(second, first) for hand in hands]
    if (net := fsum(went)) < 0:
        return _flow((second, first), hands)
    around = [
        share - hand.share(c, first) - hand.share(second, c)
        for share, (hand, c) in zip(went, _thirds(pair, hands), strict=True)
    ]
    excess, spread = fsum(around), sqrt(fsum(x * x for x in around))
    paid = [hand.won_from(second, first) for hand in hands]
    likely = sum(
        hand.won_from(c, first) + hand.won_from(second, c) for hand, c in _thirds(pair, hands)
    )
    return Answer(
        "flow",
        first,
        second,
        excess / spread if spread else 0.0,
        min(excess, net) / len(hands),
        sum(paid),
        likely,
        weightiest(zip(paid, hands, strict=True)),
    )
