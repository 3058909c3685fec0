"""The best split of a hand without jokers, on four 13-bit suit masks S H D C; exact.

Bit 0 is the ace. What runs can do inside one suit is looked up in tables of all 8,192 masks. Only
sets are searched, and of those only the *busy* ones: a set none of whose cards is in any possible
run costs nothing to lay, so it is laid whole. Tables are built when first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from tongits.cards import DECK, RANKS, Card, by_suit
from tongits.melds import FOUR, LONG_RUN, MIN_MELD, Meld

SUIT_BITS: Final = len(RANKS)
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
ALL_MASKS: Final = range(SUIT_MASK + 1)
ACE: Final = 1

Left = Callable[[int, int, int, int], int]
Arrangement = tuple[int, tuple[Meld, ...]]  # points left, and the melds laid
Arranged = Callable[[int, int, int, int], Arrangement]
Masks = tuple[int, int, int, int]
Found = tuple[int, int, int, int, int]  # cost, then what of each suit is left for runs


class Weights(NamedTuple):
    """What a split is charged; the best split is the cheapest.

    `point` for each point left over and `meld` for each meld; `four` and `long_run` are added to
    the charge of a four of a kind and of a run of five or more.
    """

    point: int
    meld: int = 0
    four: int = 0
    long_run: int = 0


POINTS_ONLY: Final = Weights(1)
POINT, SECRET = 1 << 16, 1 << 8  # points before secrets before melds; none can outgrow its place


def preferring(*, fours: bool, long_runs: bool) -> Weights:
    """Fewest points, then most of the secrets that count, then fewest melds."""
    return Weights(POINT, 1, -SECRET * fours, -SECRET * long_runs)


def points_in(cost: int) -> int:
    """The points in what a preferred split costs.

    >>> points_in(21 * POINT + 2 - SECRET)
    21
    """
    return (cost + POINT // 2) // POINT


def points_of(mask: int) -> int:
    """Points of the cards of one suit mask.

    >>> points_of(0b1100000000011)
    23
    """
    return sum(min(place + 1, 10) for place in range(SUIT_BITS) if mask >> place & 1)


def run_cost(length: int, weights: Weights) -> int:
    """What a run of so many cards is charged."""
    return weights.meld + (weights.long_run if length >= LONG_RUN else 0)


def runs_from(low: int, mask: int, *, ace_high: bool) -> Iterator[int]:
    """The runs of a suit mask that hold its card `low` and none below it; the ace is lowest.

    >>> [bin(run) for run in runs_from(1, 0b1100000000111, ace_high=True)]
    ['0b111', '0b1100000000001']
    """
    run = low
    while run << 1 & ~run & mask & SUIT_MASK:
        run |= run << 1 & mask
        if run.bit_count() >= MIN_MELD:
            yield run
    if ace_high and low == ACE:
        run, place = ACE, SUIT_BITS - 1
        while place > 0 and mask >> place & 1:
            run |= 1 << place
            place -= 1
            if run.bit_count() >= MIN_MELD:
                yield run


class _Runs(NamedTuple):
    """Of every suit mask: the least cost, the first run laid for it (0: none), cards in any run."""

    cost: list[int]
    first: list[int]
    reach: list[int]


@cache
def _runs(weights: Weights, *, ace_high: bool) -> _Runs:
    cost, first, reach = [0], [0], [0]
    same: dict[int, int] = {}
    for mask in ALL_MASKS[1:]:
        low = mask & -mask
        best, chosen, reached = cost[mask ^ low] + points_of(low) * weights.point, 0, 0
        for run in runs_from(low, mask, ace_high=ace_high):
            reached |= run
            charge = cost[mask ^ run] + run_cost(run.bit_count(), weights)
            if charge < best:
                best, chosen = charge, run
        cost.append(best)
        first.append(chosen)
        reached |= reach[mask ^ low]
        reach.append(same.setdefault(reached, reached))  # few differ, and few fit a fast cache
    return _Runs(cost, first, reach)


@cache
def _points() -> tuple[list[int], list[int]]:
    """Points of every suit mask, and three times that."""
    once = [0]
    for mask in ALL_MASKS[1:]:
        low = mask & -mask
        once.append(once[mask ^ low] + points_of(low))
    return once, [3 * points for points in once]


@cache
def points_left(*, ace_high: bool) -> Left:
    """The function that tells the fewest points four suit masks leave.

    >>> points_left(ace_high=True)(0b1100000000001, 0b1000, 0b100000000, 0)
    13
    """
    left, _, reach = _runs(POINTS_ONLY, ace_high=ace_high)
    points, thrice = _points()

    def least(s: int, h: int, d: int, c: int) -> int:
        unlaid = left[s] + left[h] + left[d] + left[c]
        major, minor = s & h, d & c
        sets = (major and major & (d | c)) | (minor and minor & (s | h))
        if not sets:
            return unlaid
        busy, fours = sets & (reach[s] | reach[h] | reach[d] | reach[c]), major & minor
        if not busy:
            return unlaid - thrice[sets] - points[fours]
        if busy & (busy - 1 | fours):
            return laying(unlaid, s, h, d, c, sets)
        # One rank of three cards is in question, as nearly always: it is a set or not.
        kept, free = ~busy, sets ^ busy
        laid = left[s & kept] + left[h & kept] + left[d & kept] + left[c & kept]
        best = laid if laid < unlaid else unlaid  # noqa: FURB136  # a call of `min` takes longer
        return best - thrice[free] - points[fours] if free else best

    def laying(unlaid: int, s: int, h: int, d: int, c: int, sets: int) -> int:
        """The least when only these ranks may be sets; `unlaid` is left without any."""
        in_s, in_h, in_d, in_c = reach[s], reach[h], reach[d], reach[c]
        busy, fours = sets & (in_s | in_h | in_d | in_c), s & h & d & c
        free = sets ^ busy
        saved = thrice[free] + points[free & fours]
        if not busy:
            return unlaid - saved
        rank = busy & -busy
        rest, four, others = busy ^ rank, fours & rank, ~rank
        s_, h_, d_, c_ = s & others, h & others, d & others, c & others
        ls, lh, ld, lc = left[s_], left[h_], left[d_], left[c_]
        laid = ls + lh + ld + lc
        if not (rest or four):
            return min(laid, unlaid) - saved
        best = min(laying(unlaid, s, h, d, c, rest), laying(laid, s_, h_, d_, c_, rest))
        if four & in_s:  # all but one of four, which a run may want
            best = min(best, laying(laid - ls + left[s], s, h_, d_, c_, rest))
        if four & in_h:
            best = min(best, laying(laid - lh + left[h], s_, h, d_, c_, rest))
        if four & in_d:
            best = min(best, laying(laid - ld + left[d], s_, h_, d, c_, rest))
        if four & in_c:
            best = min(best, laying(laid - lc + left[c], s_, h_, d_, c, rest))
        return best - saved

    return least


Leaving = Callable[[int, int, int, int, int], Found]


@cache
def sets_leaving(weights: Weights, *, ace_high: bool) -> Leaving:
    """The function that tells the cheapest split of four suit masks with sets of some ranks only.

    The fifth argument is the mask of those ranks; three or four of each must be held.
    """
    cost, _, reach = _runs(weights, ace_high=ace_high)
    for_meld, for_four = weights.meld, weights.four

    def leaving(s: int, h: int, d: int, c: int, sets: int) -> Found:
        in_s, in_h, in_d, in_c = reach[s], reach[h], reach[d], reach[c]
        busy, fours = sets & (in_s | in_h | in_d | in_c), s & h & d & c
        charge, free = 0, sets ^ busy
        if free:
            charge = free.bit_count() * for_meld + (free & fours).bit_count() * for_four
            kept = ~free
            s, h, d, c = s & kept, h & kept, d & kept, c & kept
        if not busy:
            return cost[s] + cost[h] + cost[d] + cost[c] + charge, s, h, d, c
        rank = busy & -busy
        rest, four, others = busy ^ rank, fours & rank, ~rank
        s_, h_, d_, c_ = s & others, h & others, d & others, c & others
        if not (rest or four):
            without = cost[s] + cost[h] + cost[d] + cost[c]
            laid = cost[s_] + cost[h_] + cost[d_] + cost[c_] + for_meld
            if laid <= without:
                return laid + charge, s_, h_, d_, c_
            return without + charge, s, h, d, c
        found = [
            leaving(s, h, d, c, rest),
            _charged(for_meld + (for_four if four else 0), leaving(s_, h_, d_, c_, rest)),
        ]
        if four & in_s:  # all but one of four, which a run may want
            found.append(_charged(for_meld, leaving(s, h_, d_, c_, rest)))
        if four & in_h:
            found.append(_charged(for_meld, leaving(s_, h, d_, c_, rest)))
        if four & in_d:
            found.append(_charged(for_meld, leaving(s_, h_, d, c_, rest)))
        if four & in_c:
            found.append(_charged(for_meld, leaving(s_, h_, d_, c, rest)))
        return _charged(charge, min(found)) if charge else min(found)

    return leaving


def sets_in(s: int, h: int, d: int, c: int) -> int:
    """The ranks of which three or four are held."""
    return (s & h & (d | c)) | (d & c & (s | h))


@cache
def arranger(*, ace_high: bool, fours: bool, long_runs: bool) -> Arranged:
    """The function that tells the points and melds of the split that such rules prefer.

    The melds stand in suit order of their first cards; an ace is lowest.
    """
    weights = preferring(fours=fours, long_runs=long_runs)
    left, _, reach = _runs(POINTS_ONLY, ace_high=ace_high)
    points, thrice = _points()
    leaving = sets_leaving(weights, ace_high=ace_high)
    of_s, of_h, of_d, of_c = (_laid_runs(weights, suit, ace_high=ace_high) for suit in range(4))
    sets_of = _Sets()

    def arranged(s: int, h: int, d: int, c: int) -> Arrangement:
        runs = of_s[s] + of_h[h] + of_d[d] + of_c[c]
        unlaid = left[s] + left[h] + left[d] + left[c]
        major, minor = s & h, d & c
        sets = (major and major & (d | c)) | (minor and minor & (s | h))
        if not sets:
            return unlaid, runs
        if runs and sets & (reach[s] | reach[h] | reach[d] | reach[c]):
            return clashing(s, h, d, c, sets)
        with_s, without_s = sets_of[s & sets, h & sets, d & sets, c & sets]
        remaining = unlaid - thrice[sets] - points[major & minor]
        if not runs:
            return remaining, with_s + without_s
        in_s, in_h = _merged(with_s, of_s[s]), _merged(without_s, of_h[h])
        return remaining, in_s + in_h + of_d[d] + of_c[c]

    def clashing(s: int, h: int, d: int, c: int, sets: int) -> Arrangement:
        """Where sets and runs may want the same cards."""
        _, s_, h_, d_, c_ = leaving(s, h, d, c, sets)
        with_s, without_s = sets_of[s ^ s_, h ^ h_, d ^ d_, c ^ c_]
        in_s, in_h = _merged(with_s, of_s[s_]), _merged(without_s, of_h[h_])
        return left[s_] + left[h_] + left[d_] + left[c_], in_s + in_h + of_d[d_] + of_c[c_]

    return arranged


def _charged(charge: int, found: Found) -> Found:
    return found[0] + charge, *found[1:]


def _merged(sets: tuple[Meld, ...], runs: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """Sets and runs that begin in one suit, by their first cards."""
    return in_suit_order(sets + runs) if sets and runs else sets or runs


def in_suit_order(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """Melds by their first cards; an ace is lowest, jokers come last."""
    return tuple(sorted(melds, key=lambda meld: min(map(by_suit, meld.cards))))


class _Sets(dict[Masks, tuple[tuple[Meld, ...], tuple[Meld, ...]]]):
    """The sets that take exactly such cards, from low ranks to high: with a spade, and without.

    Single sets are stored, and several put together from them.
    """

    def __init__(self) -> None:
        super().__init__()
        self[0, 0, 0, 0] = (), ()
        for place in range(SUIT_BITS):
            rank = 1 << place
            four = tuple(DECK[suit * SUIT_BITS + place] for suit in range(FOUR))
            self[rank, rank, rank, rank] = (Meld("set", four),), ()
            self[0, rank, rank, rank] = (), (Meld("set", four[1:]),)
            for lacks in range(1, FOUR):
                s, h, d, c = (0 if suit == lacks else rank for suit in range(FOUR))
                self[s, h, d, c] = (Meld("set", four[:lacks] + four[lacks + 1 :]),), ()

    def __missing__(self, taken: Masks) -> tuple[tuple[Meld, ...], tuple[Meld, ...]]:
        s, h, d, c = taken
        first = (s | h) & -(s | h)  # at most one suit is missing
        with_s, without_s = self[s & first, h & first, d & first, c & first]
        others = ~first
        more_with_s, more = self[s & others, h & others, d & others, c & others]
        return with_s + more_with_s, without_s + more


def _laid_runs(weights: Weights, suit: int, *, ace_high: bool) -> list[tuple[Meld, ...]]:
    """The runs laid for every mask of a suit."""
    first, melds = _runs(weights, ace_high=ace_high).first, run_melds(suit)
    laid: list[tuple[Meld, ...]] = [()]
    for mask in ALL_MASKS[1:]:
        run = first[mask]
        laid.append(melds[run] + laid[mask ^ run] if run else laid[mask & (mask - 1)])
    return laid


@cache
def run_melds(suit: int) -> dict[int, tuple[Meld, ...]]:
    """Every run of a suit alone, the ace at either end, by its mask."""
    masks = {
        run for low in range(SUIT_BITS) for run in runs_from(1 << low, SUIT_MASK, ace_high=True)
    }
    return {mask: (Meld("run", cards_in_row(mask, suit)),) for mask in masks}


def cards_in_row(mask: int, suit: int) -> tuple[Card, ...]:
    """Cards of a suit mask that is a run, low to high: the ace last unless the two is there."""
    places = [place for place in range(SUIT_BITS) if mask >> place & 1]
    if places[0] == 0 and places[1] != 1:
        places = [*places[1:], 0]
    return tuple(DECK[suit * SUIT_BITS + place] for place in places)
