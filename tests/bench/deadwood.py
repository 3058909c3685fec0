"""Least deadwood and the best arrangement of 13 cards: ours in Python against OpenSpiel's C++.

RLCard, in Python, arranges ten cards only and is compared at ten.

The same random hands for everybody, each in its own form: lists of numbers there; here four suit
masks, as the lean core holds them, and tuples of cards, as the rest of the game does. Everybody
counts in turn in one process, round after round, new hands in each; a ratio is the median of the
rounds' own ratios.
With aces low, where both know the same melds, every count must agree before any is timed.
Run by itself: `python -m tests.bench.deadwood [rounds]`.
"""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time
from typing import Any

from tongits.cards import DECK, JOKERS, Card
from tongits.rules import preset, with_switches
from tongits.solver import SUIT_BITS, arranger, points_left
from tongits.splits import best_split, deadwood, split_melds

Hand = tuple[Card, ...]

ROUNDS = 9  # at least seven
HANDS, HARD_HANDS = 10_000, 500
WARMING_HANDS = 8_000  # before the first round, so that the tables are built
HAND_SIZE = 13
JOKER_RULES = with_switches(preset("book"), {"jokers": 2})


@dataclass(frozen=True)
class Counter:
    """Somebody who counts: the reference, the form hands are taken in, a loop over many of them."""

    reference: str
    form: Callable[[Hand], Any]
    count: Callable[[Sequence[Any]], None]
    jokers: int = 0
    size: int = HAND_SIZE

    def hands(self, number: int, round_number: int) -> list[Any]:
        """So many new hands in its form."""
        hands = dealt(number, jokers=self.jokers, size=self.size, round_number=round_number)
        return [self.form(hand) for hand in hands]


@dataclass(frozen=True)
class Speed:
    """Hands a second, median of the rounds, and the median of the rounds' ratios to a reference."""

    name: str
    hands: float
    reference: str
    ratio: float


@dataclass(frozen=True)
class Tail:
    """Microseconds a hand of one kind takes."""

    name: str
    median_us: float
    p99_us: float


def dealt(
    hands: int,
    ranks: str = "A23456789TJQK",
    suits: str = "SHDC",
    jokers: int = 0,
    size: int = HAND_SIZE,
    round_number: int = 0,
) -> list[Hand]:
    """Random hands; the same every time for the same round."""
    rng = random.Random(f"{ranks} {suits} {jokers} {size} {round_number}")
    pool = [card for card in DECK if card[0] in ranks and card[1] in suits]
    return [(*rng.sample(pool, size - jokers), *JOKERS[:jokers]) for _ in range(hands)]


def numbers(hand: Hand) -> list[int]:
    """A hand as OpenSpiel has it; its cards stand in our deck's order."""
    return [DECK.index(card) for card in hand]


def masks(hand: Hand) -> tuple[int, int, int, int]:
    """A hand as the lean core has it."""
    whole = sum(1 << number for number in numbers(hand))
    s, h, d, c = (whole >> suit * SUIT_BITS & (1 << SUIT_BITS) - 1 for suit in range(4))
    return s, h, d, c


def tuples(hand: Hand) -> Hand:
    """A hand as the rest of the game has it; newly made, as the other forms are."""
    return (*hand,)


def each(ask: Callable[[Any], object]) -> Callable[[Sequence[Any]], None]:
    """Asks about every hand."""

    def count(hands: Sequence[Any]) -> None:
        for hand in hands:
            ask(hand)

    return count


def each_by_suit(
    ask: Callable[[int, int, int, int], object],
) -> Callable[[Sequence[Any]], None]:
    """Asks about every hand by its suits."""

    def count(hands: Sequence[Any]) -> None:
        for s, h, d, c in hands:
            ask(s, h, d, c)

    return count


def each_under(ask: Callable[..., object]) -> Callable[[Sequence[Any]], None]:
    """Asks the public function about every hand, under rules with jokers and aces at both ends."""

    def count(hands: Sequence[Any]) -> None:
        for hand in hands:
            ask(hand, JOKER_RULES)

    return count


POINTS, GROUP = "OpenSpiel min_deadwood (C++)", "OpenSpiel best_meld_group (C++)"
CLUSTERS = "RLCard get_best_meld_clusters, 10 cards"
PLAIN = "least points, four suit masks"


def counters() -> dict[str, Counter]:
    """Everybody who counts, by name."""
    import pyspiel
    from rlcard.games.gin_rummy.utils.melding import get_best_meld_clusters

    there = pyspiel.gin_rummy.GinRummyUtils(SUIT_BITS, 4, HAND_SIZE)
    refuse_disagreement(there.min_deadwood, dealt(HANDS))
    least = points_left(ace_high=True)
    melds = arranger(ace_high=True, fours=False, long_runs=False)
    points = each_under(deadwood)
    return {
        POINTS: Counter(POINTS, numbers, each(there.min_deadwood)),
        PLAIN: Counter(POINTS, masks, each_by_suit(least)),
        "deadwood(hand, rules)": Counter(POINTS, tuples, points),
        "deadwood(hand, rules), 1 joker": Counter(POINTS, tuples, points, jokers=1),
        "deadwood(hand, rules), 2 jokers": Counter(POINTS, tuples, points, jokers=2),
        GROUP: Counter(GROUP, numbers, each(there.best_meld_group)),
        "best melds, four suit masks": Counter(GROUP, masks, each_by_suit(melds)),
        "split_melds(hand, rules)": Counter(GROUP, tuples, each_under(split_melds)),
        "best_split(hand, rules)": Counter(GROUP, tuples, each_under(best_split)),
        CLUSTERS: Counter(CLUSTERS, rlcards, each(get_best_meld_clusters), size=10),
        "best_split(hand, rules), 10 cards": Counter(
            CLUSTERS, tuples, each_under(best_split), size=10
        ),
    }


def rlcards(hand: Hand) -> list[Any]:
    """A hand as RLCard has it; its cards stand in our deck's order."""
    from rlcard.games.gin_rummy.utils.utils import get_card

    return [get_card(number) for number in numbers(hand)]


def refuse_disagreement(theirs: Callable[[list[int]], int], hands: Sequence[Hand]) -> None:
    """Raises `AssertionError` where aces are low and the counts differ."""
    least = points_left(ace_high=False)
    for hand in hands:
        if theirs(numbers(hand)) != least(*masks(hand)):
            raise AssertionError(f"OpenSpiel counts {theirs(numbers(hand))} for {hand}")


def rate(counter: Counter, round_number: int) -> float:
    """Hands a second of processor time."""
    hands = counter.hands(HANDS, round_number)
    start = process_time()
    counter.count(hands)
    return len(hands) / (process_time() - start)


def measure(rounds: int = ROUNDS) -> list[Speed]:
    """The speed of everybody. Needs `open-spiel` and `rlcard`."""
    counting = counters()
    with no_collecting():
        for counter in counting.values():
            counter.count(counter.hands(WARMING_HANDS, 0))
        found = [
            {name: rate(counter, number) for name, counter in counting.items()}
            for number in range(1, rounds + 1)
        ]
    return [
        Speed(
            name,
            hands=median(a_round[name] for a_round in found),
            reference=counter.reference,
            ratio=median(a_round[name] / a_round[counter.reference] for a_round in found),
        )
        for name, counter in counting.items()
    ]


def measure_tails() -> list[Tail]:
    """How long single hands take: random ones, and the kinds that are hard."""
    kinds = {
        "random hands": dealt(HANDS),
        "two suits": dealt(HARD_HANDS, suits="SH"),
        "six adjacent ranks": dealt(HARD_HANDS, ranks="456789"),
        "13 of the 16 cards of four ranks": dealt(HARD_HANDS, ranks="5678"),
    }
    least = points_left(ace_high=True)
    with no_collecting():
        return [tail(name, least, [masks(hand) for hand in hands]) for name, hands in kinds.items()]


def tail(name: str, least: Callable[..., int], hands: Sequence[Any]) -> Tail:
    """The best of a few times of each hand, so that only what the hand costs is left."""
    spent = sorted(min(_seconds(least, hand) for _ in range(5)) for hand in hands)
    return Tail(name, 1e6 * median(spent), 1e6 * spent[len(spent) * 99 // 100])


def _seconds(least: Callable[..., int], hand: Sequence[int]) -> float:
    start = perf_counter()
    least(*hand)
    return perf_counter() - start


@contextmanager
def no_collecting() -> Iterator[None]:
    """No pause of the garbage collector falls on anybody."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def table(speeds: Sequence[Speed]) -> str:
    """The speeds as a Markdown table."""
    head = "| 13 cards | hands/s | ÷ reference |\n|---|---|---|\n"
    return head + "\n".join(
        f"| {one.name} | {one.hands:,.0f} | {one.ratio:.2f} |" for one in speeds
    )


def tail_table(tails: Sequence[Tail]) -> str:
    """The times of single hands as a Markdown table."""
    first = tails[0].p99_us
    head = f"| {PLAIN}, 13 cards | median µs | p99 µs | ÷ p99 of the first |\n|---|---|---|---|\n"
    return head + "\n".join(
        f"| {one.name} | {one.median_us:.2f} | {one.p99_us:.1f} | {one.p99_us / first:.1f} |"
        for one in tails
    )


def report(rounds: int = ROUNDS) -> str:
    """Both tables."""
    return f"{table(measure(rounds))}\n\n{tail_table(measure_tails())}"


if __name__ == "__main__":
    print(report(*map(int, sys.argv[1:2])))
