"""Which pairs stand out: the most unusual one first, then the next without that one's hands.

Whoever sits with two who play as one has odd figures too: what goes from a to b goes past c. So a
pair that was found takes its hands, and its discards, out of what the others are measured by.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.tables.fair_feeding import Feeding
from bot.tables.fair_play import Feed, Pair, Studied
from bot.tables.fair_results import Evening

MOST_FOUND: Final = 12  # each is one more look at all hands


def found(evening: Evening, feeds: Sequence[Feed]) -> list[Studied]:
    """The pairs that chance does not explain, the most unusual first, at most `MOST_FOUND`."""
    listed: list[Studied] = []
    left, asked = evening, list(evening.together)
    while asked and len(listed) < MOST_FOUND:
        unusual = _unusual(left, Feeding(feeds), asked, evening.least_z)
        if not unusual:
            break
        best = min(unusual, key=lambda one: _place(one, evening.least_z))
        listed.append(_whole(best, evening))
        left = Evening(hand for hand in left.hands if not set(best.pair) <= set(hand.players))
        feeds = [feed for feed in feeds if {feed.giver, feed.taker} != set(best.pair)]
        asked = [one.pair for one in unusual if one.pair in left.together and one is not best]
    return listed


def _unusual(
    evening: Evening, feeding: Feeding, pairs: Iterable[Pair], least_z: float
) -> list[Studied]:
    studied = map(evening.studied, pairs)
    whole = (replace(one, answers=(*one.answers, *feeding.answers(one.pair))) for one in studied)
    return [one for one in whole if one.findings(least_z)]


def _place(studied: Studied, least_z: float) -> tuple[float, float, int, Pair]:
    """For an order: the least place is the most unusual pair.

    Of three who only play with each other all have the same `z` in flow, to the last digits of
    floating point: then the pair between which more went comes first.
    """
    best = max(studied.findings(least_z), key=lambda answer: answer.z)
    return -round(best.z, 6), -round(best.size, 6), -best.found, studied.pair


def _whole(studied: Studied, evening: Evening) -> Studied:
    """With the hands together, and each one's, that there were at first."""
    first, second = studied.pair
    counts = len(evening.of_player[first]), len(evening.of_player[second])
    return replace(studied, together=len(evening.together[studied.pair]), hands=counts)
