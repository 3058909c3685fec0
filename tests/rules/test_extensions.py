"""What may be laid off on a meld: every choice once, none forgotten (rules.md group C)."""

import random
from itertools import combinations

import pytest

from tests.rules.tables import cards
from tongits.cards import DECK, Card
from tongits.melds import AceInRuns, extensions, in_order, is_kind, meld_kinds, melds_in

TRIES = 300


def by_trying(
    meld: tuple[Card, ...], hand: tuple[Card, ...], ace: AceInRuns
) -> set[frozenset[Card]]:
    kind = meld_kinds(meld, ace)[0]
    return {
        frozenset(chosen)
        for size in range(1, len(hand) + 1)
        for chosen in combinations(hand, size)
        if is_kind(kind, (*meld, *chosen), ace)
    }


def check(meld: tuple[Card, ...], hand: tuple[Card, ...], ace: AceInRuns) -> None:
    found = extensions(meld_kinds(meld, ace)[0], meld, hand, ace)
    assert len({frozenset(chosen) for chosen in found}) == len(found), (meld, hand)
    assert {frozenset(chosen) for chosen in found} == by_trying(meld, hand, ace), (meld, hand)


@pytest.mark.parametrize("ace", ["both", "low"])
def test_every_choice_of_one_suit_is_found_once(ace: AceInRuns) -> None:
    """One suit alone gives the longest runs, and aces that could stand at either end."""
    rng = random.Random(f"one suit {ace}")
    suited = [card for card in DECK if card[1] == "H"]
    for _ in range(TRIES):
        meld = rng.choice(melds_in(suited, ace))
        rest = [card for card in suited if card not in meld]
        check(meld, tuple(rng.sample(rest, min(len(rest), rng.randint(0, 8)))), ace)


@pytest.mark.parametrize("ace", ["both", "low"])
def test_every_choice_of_any_hand_is_found_once(ace: AceInRuns) -> None:
    rng = random.Random(f"any hand {ace}")
    for _ in range(TRIES):
        meld = rng.choice(melds_in(DECK, ace))
        rest = [card for card in DECK if card not in meld]
        check(meld, tuple(rng.sample(rest, 8)), ace)


def test_one_ace_closes_a_suit_at_one_end_only_and_is_listed_once() -> None:
    check(cards("3H 4H 5H 6H 7H 8H 9H TH JH QH KH"), cards("AH 2H"), "both")


@pytest.mark.parametrize(
    ("laid", "ordered"),
    [
        ("KH AH QH", "QH KH AH"),
        ("3H AH 2H", "AH 2H 3H"),
        ("7C 7S 7D 7H", "7S 7H 7D 7C"),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"),
    ],
)
def test_melds_lie_low_to_high_and_sets_by_suit(laid: str, ordered: str) -> None:
    assert in_order(cards(laid), "both") == cards(ordered)
