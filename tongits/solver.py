"""The best split of a hand without jokers, on four 13-bit suit masks S H D C; exact.

Bit 0 is the ace. What runs can do inside one suit is looked up in tables of all 8,192 masks. Only
sets are searched, and of those only the *busy* ones: a set none of whose cards is in any possible
run costs nothing to lay, so it is laid whole. Tables are built when first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import Final, NamedTuple

from tongits.cards import DECK, RANKS, SUITS, Card
from tongits.melds import FOUR, LONG_RUN, MIN_MELD, Meld

SUIT_BITS: Final = len(RANKS)
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
ALL_MASKS: Final = range(SUIT_MASK + 1)
ACE: Final = 1

Left = Callable[[int, int, int, int], int]
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
        reach.append(reached | reach[mask ^ low])
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
        sets = (s & h & (d | c)) | (d & c & (s | h))
        if not sets:
            return left[s] + left[h] + left[d] + left[c]
        busy = sets & (reach[s] | reach[h] | reach[d] | reach[c])
        if not busy:
            return left[s] + left[h] + left[d] + left[c] - thrice[sets] - points[s & h & d & c]
        free = sets ^ busy
        saved = thrice[free] + points[s & h & d & c & free]
        return search(s, h, d, c, busy) - saved

    def search(s: int, h: int, d: int, c: int, busy: int) -> int:
        """Every busy rank with no set, with its whole set, or with all but one of its four."""
        rank = busy & -busy
        rest, others = busy ^ rank, ~rank
        s_, h_, d_, c_ = s & others, h & others, d & others, c & others
        if not rest:
            ls, lh, ld, lc = left[s_], left[h_], left[d_], left[c_]
            gs, gh, gd, gc = left[s] - ls, left[h] - lh, left[d] - ld, left[c] - lc
            one_out = min(gs, gh, gd, gc, 0) if s & h & d & c & rank else 0
            return ls + lh + ld + lc + min(one_out, gs + gh + gd + gc)
        best = min(search(s, h, d, c, rest), search(s_, h_, d_, c_, rest))
        if s & h & d & c & rank:
            best = min(
                best,
                search(s, h_, d_, c_, rest),
                search(s_, h, d_, c_, rest),
                search(s_, h_, d, c_, rest),
                search(s_, h_, d_, c, rest),
            )
        return best

    return least


class Arranger:
    """Finds the cheapest split of a hand without jokers."""

    def __init__(self, weights: Weights, *, ace_high: bool) -> None:
        self._weights = weights
        self._cost, self._first, self._reach = _runs(weights, ace_high=ace_high)
        self._set_melds = _set_melds()

    def melds(self, s: int, h: int, d: int, c: int) -> tuple[Meld, ...]:
        """The melds of the cheapest split: sets from low ranks to high, then runs suit by suit."""
        of_s, of_h, of_d, of_c = self._laid
        sets = (s & h & (d | c)) | (d & c & (s | h))
        if not sets:
            return of_s[s] + of_h[h] + of_d[d] + of_c[c]
        reach = self._reach
        busy = sets & (reach[s] | reach[h] | reach[d] | reach[c])
        _, s_, h_, d_, c_ = self._without_sets(s, h, d, c, sets, busy)
        found = self._sets(s ^ s_, h ^ h_, d ^ d_, c ^ c_)
        return found + of_s[s_] + of_h[h_] + of_d[d_] + of_c[c_]

    def best(self, s: int, h: int, d: int, c: int) -> Found:
        """The cost of the cheapest split, and what of each suit its sets leave."""
        cost, reach = self._cost, self._reach
        sets = (s & h & (d | c)) | (d & c & (s | h))
        if not sets:
            return cost[s] + cost[h] + cost[d] + cost[c], s, h, d, c
        busy = sets & (reach[s] | reach[h] | reach[d] | reach[c])
        return self._without_sets(s, h, d, c, sets, busy)

    def _without_sets(self, s: int, h: int, d: int, c: int, sets: int, busy: int) -> Found:
        free = sets ^ busy
        others = ~free
        fours = (s & h & d & c & free).bit_count()
        charge = free.bit_count() * self._weights.meld + fours * self._weights.four
        found = self._search(s & others, h & others, d & others, c & others, busy)
        return found[0] + charge, *found[1:]

    def _search(self, s: int, h: int, d: int, c: int, busy: int) -> Found:
        if not busy:
            cost = self._cost
            return cost[s] + cost[h] + cost[d] + cost[c], s, h, d, c
        rank = busy & -busy
        rest, others = busy ^ rank, ~rank
        s_, h_, d_, c_ = s & others, h & others, d & others, c & others
        three = self._weights.meld
        found = self._search(s, h, d, c, rest)
        if not s & h & d & c & rank:
            return min(found, _charged(three, self._search(s_, h_, d_, c_, rest)))
        four = three + self._weights.four
        return min(
            found,
            _charged(four, self._search(s_, h_, d_, c_, rest)),
            _charged(three, self._search(s, h_, d_, c_, rest)),
            _charged(three, self._search(s_, h, d_, c_, rest)),
            _charged(three, self._search(s_, h_, d, c_, rest)),
            _charged(three, self._search(s_, h_, d_, c, rest)),
        )

    def _sets(self, s: int, h: int, d: int, c: int) -> tuple[Meld, ...]:
        """The sets that take exactly these cards."""
        found: tuple[Meld, ...] = ()
        ranks = s | h | d | c
        while ranks:
            rank = ranks & -ranks
            ranks ^= rank
            missing = 0 if s & h & d & c & rank else _missing_suit(s, h, d, rank)
            found += self._set_melds[missing, rank]
        return found

    @cached_property
    def _laid(self) -> tuple[list[tuple[Meld, ...]], ...]:
        return tuple(self._laid_runs(suit) for suit in range(len(SUITS)))

    def _laid_runs(self, suit: int) -> list[tuple[Meld, ...]]:
        """The runs laid for every mask of a suit."""
        first, melds = self._first, run_melds(suit)
        laid: list[tuple[Meld, ...]] = [()]
        for mask in ALL_MASKS[1:]:
            run = first[mask]
            laid.append(melds[run] + laid[mask ^ run] if run else laid[mask & (mask - 1)])
        return laid


@cache
def arranger(*, ace_high: bool, fours: bool, long_runs: bool) -> Arranger:
    """The one `Arranger` for rules that count these secrets."""
    return Arranger(preferring(fours=fours, long_runs=long_runs), ace_high=ace_high)


def _charged(charge: int, found: Found) -> Found:
    return found[0] + charge, *found[1:]


def _missing_suit(s: int, h: int, d: int, rank: int) -> int:
    """The suit, 1 to 4, that a set of three does not have."""
    if not s & rank:
        return 1
    if not h & rank:
        return 2
    return 3 if not d & rank else 4


@cache
def _set_melds() -> dict[tuple[int, int], tuple[Meld, ...]]:
    """Every set alone, by the suit 1 to 4 that it lacks (0: none) and its rank bit."""
    found: dict[tuple[int, int], tuple[Meld, ...]] = {}
    for place in range(SUIT_BITS):
        four = tuple(DECK[suit * SUIT_BITS + place] for suit in range(FOUR))
        found[0, 1 << place] = (Meld("set", four),)
        for lacks in range(FOUR):
            cards = four[:lacks] + four[lacks + 1 :]
            found[lacks + 1, 1 << place] = (Meld("set", cards),)
    return found


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
