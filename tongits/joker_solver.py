"""The best split of a hand with one or two jokers, on four 13-bit suit masks; exact.

As in `solver`, what runs can do inside a suit is looked up, here for each number of jokers put
into them; sets are searched. A joker that is in no meld costs its points.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from tongits.melds import ACE_HIGH, FOUR, MAX_RUN, MAX_SET, MIN_MELD
from tongits.solver import (
    POINTS_ONLY,
    SUIT_BITS,
    Masks,
    Weights,
    points_of,
    preferring,
    run_cost,
    sets_in,
    sets_leaving,
)

MAX_JOKERS: Final = 2
NEVER: Final = 1 << 60  # dearer than any split
_RANK_BITS: Final = tuple(1 << place for place in range(SUIT_BITS))


class JokerRules(NamedTuple):
    """What of the rules matters here; `ranks` is the mask of the ranks that the deck has."""

    ace_high: bool
    ranks: int
    joker_points: int
    min_naturals: int


class Part(NamedTuple):
    """Natural cards of one suit, and how many jokers make a run of them (or a set: one and two)."""

    cards: int
    jokers: int


class JokerSet(NamedTuple):
    """Sets of one rank: the suits, S 1 H 2 D 4 C 8, of their naturals, and their jokers."""

    rank: int
    suits: int
    jokers: int


class Choice(NamedTuple):
    """A split: its cost, its sets with jokers, what they leave, what all sets leave to runs.

    `jokers` are those left for the runs.
    """

    cost: int
    joker_sets: tuple[JokerSet, ...]
    after_jokers: Masks
    masks: Masks
    jokers: int


def sets_of(choice: Choice) -> tuple[JokerSet, ...]:
    """All sets of a split."""
    s, h, d, c = (
        whole ^ left for whole, left in zip(choice.after_jokers, choice.masks, strict=True)
    )
    ranks = (rank for rank in _RANK_BITS if (s | h | d | c) & rank)
    plain = (JokerSet(rank, _held((s, h, d, c), rank), 0) for rank in ranks)
    return (*choice.joker_sets, *plain)


def runs_with_jokers(rules: JokerRules) -> frozenset[Part]:
    """Every choice of naturals and number of jokers that fill a row of three to thirteen places."""
    found: set[Part] = set()
    top = ACE_HIGH if rules.ace_high else SUIT_BITS
    for first in range(1, top - MIN_MELD + 2):
        for last in range(first + MIN_MELD - 1, min(top, first + MAX_RUN - 1) + 1):
            places = [(place - 1) % SUIT_BITS for place in range(first, last + 1)]
            if all(rules.ranks >> place & 1 for place in places):
                found.update(_with_gaps(places, rules.min_naturals))
    return frozenset(found)


def _with_gaps(places: list[int], min_naturals: int) -> Iterator[Part]:
    whole = sum(1 << place for place in places)
    yield Part(whole, 0)
    for jokers in range(1, MAX_JOKERS + 1):
        if len(places) - jokers >= min_naturals:
            for gaps in combinations(places, jokers):
                yield Part(whole - sum(1 << place for place in gaps), jokers)


Costs = tuple[int, int, int]  # with 0, 1 and 2 jokers in the runs of a suit


class _SuitCosts(dict[int, Costs]):
    """The least cost of a suit mask, worked out when first asked for."""

    def __init__(self, rules: JokerRules, weights: Weights) -> None:
        super().__init__()
        self[0] = (0, NEVER, NEVER)
        self._point = weights.point
        self._parts: dict[int, list[tuple[int, int, int]]] = {1 << n: [] for n in range(SUIT_BITS)}
        for cards, jokers in sorted(runs_with_jokers(rules)):
            charge = run_cost(cards.bit_count() + jokers, weights)
            self._parts[cards & -cards].append((cards, jokers, charge))
        if rules.min_naturals == 1:  # two jokers and one natural are always a set
            for low, parts in self._parts.items():
                parts.append((low, 2, weights.meld))

    def __missing__(self, mask: int) -> Costs:
        low = mask & -mask
        loose = points_of(low) * self._point
        none, one, two = (cost + loose for cost in self[mask ^ low])
        for cards, jokers, charge in self._parts[low]:
            if cards & ~mask:
                continue
            rest = self[mask ^ cards]
            if jokers == 0:
                none, one = min(none, rest[0] + charge), min(one, rest[1] + charge)
                two = min(two, rest[2] + charge)
            elif jokers == 1:
                one, two = min(one, rest[0] + charge), min(two, rest[1] + charge)
            else:
                two = min(two, rest[0] + charge)
        self[mask] = (none, one, two)
        return none, one, two

    def parts(self, mask: int, jokers: int) -> Iterator[Part]:
        """The runs of a cheapest way to put exactly so many jokers into a suit."""
        while mask:
            low = mask & -mask
            cost = self[mask][jokers]
            if cost == self[mask ^ low][jokers] + points_of(low) * self._point:
                mask ^= low
                continue
            part = next(
                Part(cards, used)
                for cards, used, charge in self._parts[low]
                if not cards & ~mask
                and used <= jokers
                and cost == self[mask ^ cards][jokers - used] + charge
            )
            yield part
            mask, jokers = mask ^ part.cards, jokers - part.jokers


class JokerSolver:
    """Finds the cheapest split of a hand with jokers."""

    def __init__(self, rules: JokerRules, weights: Weights) -> None:
        self._runs = _SuitCosts(rules, weights)
        self._joker = rules.joker_points * weights.point
        self._loose = {rank: points_of(rank) * weights.point for rank in _RANK_BITS}
        self._least_charge = weights.meld + min(weights.four, 0)
        self._plain = sets_leaving(weights, ace_high=rules.ace_high)
        self._floor = 0 if weights == POINTS_ONLY else -NEVER  # no split can cost less
        self._plain_options = _plain_options(weights)
        self._joker_options = _joker_options(weights, rules.min_naturals)

    def best(self, masks: Masks, jokers: int) -> Choice:
        """The cheapest split of natural cards and so many jokers."""
        return self._solve(masks, jokers, _ranks_with_two(masks))

    def run_parts(self, choice: Choice) -> tuple[tuple[Part, ...], ...]:
        """The runs of a split suit by suit, with jokers where they are cheapest."""
        used = min(_shares(choice.jokers), key=lambda share: self._run_cost(choice, share))
        return tuple(
            tuple(self._runs.parts(mask, count))
            for mask, count in zip(choice.masks, used, strict=True)
        )

    def _run_cost(self, choice: Choice, share: Masks) -> int:
        unused = (choice.jokers - sum(share)) * self._joker
        pairs = zip(choice.masks, share, strict=True)
        return unused + sum(self._runs[mask][count] for mask, count in pairs)

    def _solve(self, masks: Masks, jokers: int, ranks: int) -> Choice:
        """The best split with jokers only in sets of these ranks, and in runs."""
        without, *left = self._plain(*masks, sets_in(*masks))
        if not jokers:
            s, h, d, c = left
            return Choice(without, (), masks, (s, h, d, c), 0)
        cost, runs = self._plain_sets(masks, jokers, _ranks_with_three(masks))
        best = Choice(cost, (), masks, runs, jokers)
        while ranks and best.cost > self._floor:
            rank = 1 << ranks.bit_length() - 1  # the dearest first
            ranks ^= rank
            loose = self._loose[rank]
            # Without some cards, and without jokers, no split saves more than the cards count.
            if jokers == 1 and without - 3 * loose + self._least_charge >= best.cost:
                break
            for suits, naturals, used, charge in self._joker_options[_held(masks, rank)]:
                least = without - loose * naturals + charge
                if used > jokers or (used == jokers and least >= best.cost):
                    continue
                found = self._solve(_without(masks, rank, suits), jokers - used, ranks)
                if found.cost + charge < best.cost:
                    best = _with_set(found, charge, JokerSet(rank, suits, used))
        return best

    def _plain_sets(self, masks: Masks, jokers: int, ranks: int) -> tuple[int, Masks]:
        """The least cost with sets of naturals of these ranks, jokers only in runs; the runs'."""
        if not ranks:
            return self._leaf(masks, jokers), masks
        rank = ranks & -ranks
        ranks ^= rank
        best = self._plain_sets(masks, jokers, ranks)
        for suits, charge in self._plain_options[_held(masks, rank)]:
            if best[0] <= self._floor:
                break
            cost, runs = self._plain_sets(_without(masks, rank, suits), jokers, ranks)
            if cost + charge < best[0]:
                best = cost + charge, runs
        return best

    def _leaf(self, masks: Masks, jokers: int) -> int:
        """The cost of runs and loose cards, each joker in the run where it helps most."""
        runs = self._runs
        s, h, d, c = masks
        s0, s1, s2 = runs[s]
        h0, h1, h2 = runs[h]
        d0, d1, d2 = runs[d]
        c0, c1, c2 = runs[c]
        total, unused = s0 + h0 + d0 + c0, self._joker
        if jokers == 1:
            return total + min(s1 - s0, h1 - h0, d1 - d0, c1 - c0, unused)
        first, second, *_ = sorted((s1 - s0, h1 - h0, d1 - d0, c1 - c0, unused, unused))
        return total + min(first + second, s2 - s0, h2 - h0, d2 - d0, c2 - c0)


@cache
def joker_points_left(rules: JokerRules) -> JokerSolver:
    """Counts points only."""
    return JokerSolver(rules, POINTS_ONLY)


@cache
def joker_arranger(rules: JokerRules, *, fours: bool, long_runs: bool) -> JokerSolver:
    """Finds the split that rules with these secrets prefer."""
    return JokerSolver(rules, preferring(fours=fours, long_runs=long_runs))


def _with_set(found: Choice, charge: int, laid: JokerSet) -> Choice:
    sets = (laid, *found.joker_sets)
    return found._replace(cost=found.cost + charge, joker_sets=sets)


def _without(masks: Masks, rank: int, suits: int) -> Masks:
    """The masks without the cards of a rank in these suits."""
    s, h, d, c = masks
    others = ~rank
    return (
        s & others if suits & 1 else s,
        h & others if suits & 2 else h,
        d & others if suits & 4 else d,
        c & others if suits & 8 else c,
    )


def _held(masks: Masks, rank: int) -> int:
    """The suits in which a hand holds a rank."""
    s, h, d, c = masks
    return (
        (1 if s & rank else 0)
        | (2 if h & rank else 0)
        | (4 if d & rank else 0)
        | (8 if c & rank else 0)
    )


def _ranks_with_two(masks: Masks) -> int:
    s, h, d, c = masks
    return (s & h) | (d & c) | ((s | h) & (d | c))


def _ranks_with_three(masks: Masks) -> int:
    s, h, d, c = masks
    return (s & h & (d | c)) | (d & c & (s | h))


@cache
def _shares(jokers: int) -> tuple[Masks, ...]:
    """Every way to give up to so many jokers to four suits."""
    counts = range(jokers + 1)
    return tuple(
        (s, h, d, c)
        for s in counts
        for h in counts
        for d in counts
        for c in counts
        if s + h + d + c <= jokers
    )


def _subsets(held: int) -> Iterator[int]:
    return (suits for suits in range(1, 16) if not suits & ~held)


@cache
def _plain_options(weights: Weights) -> tuple[tuple[tuple[int, int], ...], ...]:
    """By the suits a rank is held in: the suits a set may take and what it is charged."""
    return tuple(
        tuple(
            (suits, weights.meld + (weights.four if suits.bit_count() == FOUR else 0))
            for suits in _subsets(held)
            if suits.bit_count() >= MIN_MELD
        )
        for held in range(16)
    )


@cache
def _joker_options(
    weights: Weights, min_naturals: int
) -> tuple[tuple[tuple[int, int, int, int], ...], ...]:
    """By the suits a rank is held in: suits that sets with jokers take, how many, jokers, charge.

    Those that take most come first. One natural with two jokers is in the tables of the suits. Four
    naturals and two jokers are two sets of three.
    """

    def charges(suits: int) -> Iterator[tuple[int, int, int, int]]:
        naturals = suits.bit_count()
        for jokers in range(1, MAX_JOKERS + 1):
            size = naturals + jokers
            if naturals >= max(2, min_naturals) and MIN_MELD <= size <= MAX_SET:
                yield suits, naturals, jokers, weights.meld + (weights.four if size == FOUR else 0)
        if naturals == FOUR:
            yield suits, naturals, 2, 2 * weights.meld

    return tuple(
        tuple(
            option
            for suits in sorted(_subsets(held), key=int.bit_count, reverse=True)
            for option in charges(suits)
        )
        for held in range(16)
    )
