"""The best split of a hand is exact (rules.md 2.2 row 20), checked against trying everything."""

import random
from collections.abc import Callable
from itertools import combinations

import pytest

from tongits.cards import DECK, Card, total_points
from tongits.melds import AceInRuns, best_split, deadwood, meld_kinds, melds_in

HANDS_OF_A_KIND = 2_000
ROWS = {"low": "A23456789TJQK", "both": "A23456789TJQKA"}


def is_meld_by_hand(cards: tuple[Card, ...], ace: AceInRuns) -> bool:
    """The rule told another way: one rank throughout, or one suit and a stretch of the row."""
    ranks, suits = {card[0] for card in cards}, {card[1] for card in cards}
    if len(ranks) == 1:
        return True
    if len(suits) > 1 or len(ranks) < len(cards):
        return False
    row = ROWS[ace]
    stretches = (set(row[at : at + len(cards)]) for at in range(len(row) - len(cards) + 1))
    return any(ranks == stretch for stretch in stretches)


def melds_by_hand(hand: tuple[Card, ...], ace: AceInRuns) -> set[frozenset[Card]]:
    """Every meld in a hand, found among all choices of three or more of one suit or rank."""
    groups = [[card for card in hand if card[0] == rank] for rank in ROWS["low"]]
    groups += [[card for card in hand if card[1] == suit] for suit in "SHDC"]
    return {
        frozenset(cards)
        for group in groups
        for size in range(3, len(group) + 1)
        for cards in combinations(group, size)
        if is_meld_by_hand(cards, ace)
    }


def best_by_hand(hand: tuple[Card, ...], ace: AceInRuns) -> tuple[int, int]:
    """Fewest points and, at that, fewest melds, over every choice of melds that share no card."""
    bit = {card: 1 << at for at, card in enumerate(hand)}
    fewest = {0: 0}
    for meld in melds_by_hand(hand, ace):
        mask = sum(bit[card] for card in meld)
        for chosen, count in tuple(fewest.items()):
            if not chosen & mask:
                grown = chosen | mask
                fewest[grown] = min(count + 1, fewest.get(grown, 99))
    return min(
        (total_points(card for card in hand if not chosen & bit[card]), count)
        for chosen, count in fewest.items()
    )


def from_cards(*wanted: str) -> Callable[[random.Random], tuple[Card, ...]]:
    """Deals 6 to 13 cards out of those whose rank and suit are wanted."""
    ranks, suits = wanted
    pool = [card for card in DECK if card[0] in ranks and card[1] in suits]

    def dealt(rng: random.Random) -> tuple[Card, ...]:
        return tuple(rng.sample(pool, min(len(pool), rng.randint(6, 13))))

    return dealt


def six_adjacent_ranks(rng: random.Random) -> tuple[Card, ...]:
    first = rng.randrange(9)
    return from_cards("A23456789TJQKA"[first : first + 6], "SHDC")(rng)


def two_suits(rng: random.Random) -> tuple[Card, ...]:
    return from_cards(ROWS["low"], "".join(rng.sample("SHDC", 2)))(rng)


KINDS: dict[str, Callable[[random.Random], tuple[Card, ...]]] = {
    "any hand": from_cards(ROWS["low"], "SHDC"),
    "six adjacent ranks": six_adjacent_ranks,
    "two suits": two_suits,
    "aces high and low": from_cards("A23QKJ", "SHDC"),
    "ace high": from_cards("TJQKA", "SHDC"),
}


@pytest.mark.parametrize("ace", ["both", "low"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_best_split_is_the_best_there_is(kind: str, ace: AceInRuns) -> None:
    rng = random.Random(f"{kind} {ace}")
    melded = 0
    for _ in range(HANDS_OF_A_KIND):
        hand = KINDS[kind](rng)
        split = best_split(hand, ace)
        assert (split.points, len(split.melds)) == best_by_hand(hand, ace), hand
        assert deadwood(hand, ace) == total_points(split.loose) == split.points
        assert all(meld_kinds(meld, ace) for meld in split.melds)
        used = [card for meld in split.melds for card in meld]
        assert sorted([*used, *split.loose]) == sorted(hand)
        melded += bool(split.melds)
    assert melded > HANDS_OF_A_KIND // 10


@pytest.mark.parametrize("ace", ["both", "low"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_meld_in_a_hand_is_found_once(kind: str, ace: AceInRuns) -> None:
    rng = random.Random(f"melds {kind} {ace}")
    for _ in range(HANDS_OF_A_KIND):
        hand = KINDS[kind](rng)
        found = melds_in(hand, ace)
        assert len({frozenset(meld) for meld in found}) == len(found)
        assert {frozenset(meld) for meld in found} == melds_by_hand(hand, ace), hand


def test_a_whole_suit_is_every_run_once() -> None:
    hand = tuple(card for card in DECK if card[1] == "H")
    found = {frozenset(meld) for meld in melds_in(hand, "both")}
    assert len(found) == len(melds_in(hand, "both"))
    assert found == melds_by_hand(hand, "both")


def test_the_split_does_not_depend_on_the_order_of_the_hand() -> None:
    rng = random.Random(5)
    for _ in range(HANDS_OF_A_KIND):
        hand = six_adjacent_ranks(rng)
        other = tuple(rng.sample(hand, len(hand)))
        assert best_split(hand, "both").melds == best_split(other, "both").melds
