"""What may be laid off on a meld: every choice once, none forgotten (rules.md group C)."""

import random
from itertools import combinations, permutations

import pytest

from tests.rules.tables import BOOK, PAGAT, PRESETS, cards, meld_from, rules_with
from tests.rules.vectors import every_preset
from tongits.cards import DECK, JOKERS, Card, deck, is_joker
from tongits.melds import Meld, Named, extended, extensions, melds_in
from tongits.rules import Rules

TRIES = 200
Choice = tuple[frozenset[Card], frozenset[tuple[Card, Card]]]


def by_trying(meld: Meld, hand: tuple[Card, ...], rules: Rules) -> set[Choice]:
    """Every choice of cards, with every name that their jokers could be given."""
    return {
        (frozenset(chosen), frozenset(named))
        for size in range(1, len(hand) + 1)
        for chosen in combinations(hand, size)
        for named in namings(meld, chosen)
        if extended(meld, chosen, named, rules)
    }


def namings(meld: Meld, chosen: tuple[Card, ...]) -> list[Named]:
    jokers = [card for card in chosen if is_joker(card)]
    if meld.kind == "set" or not jokers:
        return [()]
    return [tuple(zip(jokers, names, strict=True)) for names in permutations(DECK, len(jokers))]


def check(meld: Meld, hand: tuple[Card, ...], rules: Rules) -> None:
    found = [
        (frozenset(chosen), frozenset(named)) for chosen, named in extensions(meld, hand, rules)
    ]
    assert len(set(found)) == len(found), (meld, hand)
    assert set(found) == by_trying(meld, hand, rules), (meld, hand)


@every_preset
def test_every_choice_of_one_suit_is_found_once(rules: str) -> None:
    """One suit alone gives the longest runs, and aces that could stand at either end."""
    rng = random.Random(f"one suit {rules}")
    suited = [card for card in DECK if card[1] == "H"]
    for _ in range(TRIES):
        meld = rng.choice(melds_in(suited, PRESETS[rules]))
        rest = [card for card in suited if card not in meld.cards]
        hand = tuple(rng.sample(rest, min(len(rest), rng.randint(0, 8))))
        check(meld, hand, PRESETS[rules])


@every_preset
def test_every_choice_of_any_hand_is_found_once(rules: str) -> None:
    rng = random.Random(f"any hand {rules}")
    melds = melds_in(DECK, PRESETS[rules])
    for _ in range(TRIES):
        meld = rng.choice(melds)
        rest = [card for card in DECK if card not in meld.cards]
        check(meld, tuple(rng.sample(rest, 8)), PRESETS[rules])


@pytest.mark.parametrize("least", [1, 2])
@every_preset
def test_every_choice_with_jokers_is_found_once(rules: str, least: int) -> None:
    """On melds with and without jokers, from hands with and without."""
    played = rules_with(PRESETS[rules], jokers=2, joker_min_naturals=least)
    rng = random.Random(f"jokers {rules} {least}")
    suited = [card for card in deck(2) if card[1] == "H" or is_joker(card)]
    melds = melds_in(suited, played)
    for _ in range(20):
        meld = rng.choice(melds)
        rest = [card for card in suited if card not in meld.cards and not is_joker(card)]
        jokers = [card for card in JOKERS if card not in meld.cards]
        check(meld, (*rng.sample(rest, min(len(rest), 3)), *jokers[:1]), played)


def test_one_ace_closes_a_suit_at_one_end_only_and_is_listed_once() -> None:
    check(meld_from("3H 4H 5H 6H 7H 8H 9H TH JH QH KH", BOOK), cards("AH 2H"), BOOK)


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
    assert meld_from(laid, BOOK).cards == cards(ordered)


def test_no_card_goes_above_the_king_where_the_ace_is_low() -> None:
    """1.2, ace in runs."""
    meld = meld_from("JH QH KH", PAGAT)
    assert extensions(meld, cards("AH"), PAGAT) == ()
    assert extensions(meld, cards("AH"), BOOK) == ((cards("AH"), ()),)
