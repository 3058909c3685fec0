"""Deadwood worked out slowly, from the rules of melds alone; nothing of the game is imported.

Cards are their two letters. A hand's melds are listed place by place and suit by suit, then every
choice of melds that share no card is tried: a card is loose, or in one of its melds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

RANKS = "A23456789TJQK"
NEVER = (10**9, 0, 0)

Cost = tuple[int, int, int]  # points left, minus the secrets that count, melds


@dataclass(frozen=True)
class Way:
    """The rules a split depends on."""

    ace: str = "low"
    joker_points: int = 25
    min_naturals: int = 1
    fours: bool = False  # count as secrets
    long_runs: bool = False  # of five or more


@dataclass(frozen=True)
class SlowMeld:
    naturals: frozenset[str]
    jokers: int
    secret: str  # "four", "long" or nothing


def value(card: str, way: Way) -> int:
    if card[0] == "X":
        return way.joker_points
    return 10 if card[0] in "TJQK" else RANKS.index(card[0]) + 1


def melds_in(hand: tuple[str, ...], way: Way) -> set[SlowMeld]:
    naturals = {card for card in hand if card[0] != "X"}
    jokers = len(hand) - len(naturals)
    return {*_sets(naturals, jokers, way), *_runs(naturals, jokers, way)}


def _enough(naturals: int, jokers: int, way: Way) -> bool:
    return naturals >= (way.min_naturals if jokers else 1)


def _sets(naturals: set[str], jokers: int, way: Way) -> Iterator[SlowMeld]:
    for rank in RANKS:
        alike = [rank + suit for suit in "SHDC" if rank + suit in naturals]
        for size in (3, 4):
            for used in range(jokers + 1):
                for cards in combinations(alike, size - used):
                    if cards and _enough(len(cards), used, way):
                        yield SlowMeld(frozenset(cards), used, "four" if size == 4 else "")


def _runs(naturals: set[str], jokers: int, way: Way) -> Iterator[SlowMeld]:
    row = RANKS + "A" if way.ace == "both" else RANKS
    for suit in "SHDC":
        for first in range(len(row)):
            for last in range(first + 3, min(first + 13, len(row)) + 1):
                cards = [rank + suit for rank in row[first:last]]
                missing = [card for card in cards if card not in naturals]
                for used in range(len(missing), jokers + 1):
                    # A joker may also stand where the hand's own card could.
                    for gaps in combinations(cards, used):
                        held = frozenset(cards) - frozenset(gaps)
                        if held <= naturals and held and _enough(len(held), used, way):
                            yield SlowMeld(held, used, "long" if last - first >= 5 else "")


def counts(meld: SlowMeld, way: Way) -> bool:
    return (meld.secret == "four" and way.fours) or (meld.secret == "long" and way.long_runs)


def best_cost(
    hand: tuple[str, ...], melds: set[SlowMeld], way: Way, *, must_keep_secret: bool = False
) -> Cost:
    """The least points; at those the most secrets, and then the fewest melds.

    `melds` are the hand's, as `melds_in` lists them. With `must_keep_secret`, only splits with a
    four or a run of five or more, if there are any.
    """
    held = [card for card in hand if card[0] != "X"]
    bit = {card: 1 << place for place, card in enumerate(held)}
    starting: dict[int, list[tuple[int, int, bool, int]]] = {b: [] for b in bit.values()}
    for meld in melds:
        mask = sum(bit[card] for card in meld.naturals)
        saves, secret = bool(meld.secret), -int(counts(meld, way))
        starting[mask & -mask].append((mask, meld.jokers, saves, secret))
    worth = {bit[card]: value(card, way) for card in held}
    known: dict[tuple[int, int, bool], Cost] = {}

    def least(left: int, jokers: int, must: bool) -> Cost:
        if not left:
            return NEVER if must else (jokers * way.joker_points, 0, 0)
        key = left, jokers, must
        if key not in known:
            known[key] = min(splits(left, jokers, must))
        return known[key]

    def splits(left: int, jokers: int, must: bool) -> Iterator[Cost]:
        card = left & -left
        points, secrets, laid = least(left ^ card, jokers, must)
        yield points + worth[card], secrets, laid
        for mask, used, saves, secret in starting[card]:
            if used <= jokers and mask & left == mask:
                points, secrets, laid = least(left ^ mask, jokers - used, must and not saves)
                yield points, secrets + secret, laid + 1

    jokers = len(hand) - len(held)
    whole = (1 << len(held)) - 1
    kept = least(whole, jokers, True) if must_keep_secret else NEVER
    return kept if kept < NEVER else least(whole, jokers, False)


def greedy_points(hand: tuple[str, ...], way: Way, order: str) -> int:
    """What a counter leaves that takes melds one by one: `longest`, `sets` or `runs` first."""
    left = set(hand)
    while True:
        melds = [sorted(meld.naturals) for meld in melds_in(tuple(left), way) if not meld.jokers]
        if not melds:
            return sum(value(card, way) for card in left)
        left -= set(max(melds, key=lambda cards: (*_prefers(cards, order), cards)))


def _prefers(cards: list[str], order: str) -> tuple[int, ...]:
    is_set = len({rank for rank, _ in cards}) == 1
    first = {"longest": len(cards), "sets": int(is_set), "runs": int(not is_set)}[order]
    return first, len(cards)
