"""Melds without jokers are looked up: the tables say what the definitions of sets and runs say."""

import random
from dataclasses import replace

import pytest

from tongits.cards import DECK, Card
from tongits.melds import (
    Meld,
    as_run,
    as_set,
    extended,
    extensions,
    holds_prize,
    is_four,
    is_long_run,
    meld_of,
    melds_holding,
    melds_in,
)
from tongits.rules import Rules, preset

BOTH, LOW = preset("book"), preset("go")
MELDS_OF_BOTH, MELDS_OF_LOW = 65 + 4 * 76, 65 + 4 * 66


def with_joker(rules: Rules) -> Rules:
    """The same rules over a deck with a joker, for which nothing is looked up."""
    return replace(rules, jokers=1)


def hand_near(meld: Meld, rng: random.Random) -> list[Card]:
    others = [card for card in DECK if card not in meld.cards]
    alike = [card for card in others if card[1] == meld.cards[0][1]] or others
    pool = alike if rng.random() < 0.8 else others
    return rng.sample(pool, rng.randint(1, min(len(pool), 13)))


def test_there_are_as_many_melds_as_the_rules_make() -> None:
    assert len(melds_in(DECK, BOTH)) == MELDS_OF_BOTH
    assert len(melds_in(DECK, LOW)) == MELDS_OF_LOW


@pytest.mark.parametrize("rules", [BOTH, LOW], ids=["ace at both ends", "ace low"])
def test_every_meld_is_what_the_definitions_make_of_its_cards(rules: Rules) -> None:
    for meld in melds_in(DECK, rules):
        assert meld == (as_set(meld.cards, rules) or as_run(meld.cards, (), rules))


@pytest.mark.parametrize("rules", [BOTH, LOW], ids=["ace at both ends", "ace low"])
def test_cards_are_a_meld_exactly_by_the_definitions(rules: Rules) -> None:
    rng = random.Random(1)
    for meld in melds_in(DECK, rules) * 5:
        near = [*meld.cards, *rng.choices(hand_near(meld, rng), k=rng.randint(0, 3))]
        cards = rng.sample(near, rng.randint(2, len(near)))
        assert meld_of(cards, (), rules) == meld_of(cards, (), with_joker(rules))


@pytest.mark.parametrize("rules", [BOTH, LOW], ids=["ace at both ends", "ace low"])
def test_melds_in_a_hand_are_those_found_with_a_joker_in_the_deck(rules: Rules) -> None:
    rng = random.Random(2)
    for _ in range(2_000):
        hand = rng.sample(DECK, rng.randint(0, 20))
        found = melds_in(hand, rules)
        general = melds_in((*hand, Card("X1")), with_joker(rules))
        plain = [meld for meld in general if "X1" not in meld.cards]
        assert len(found) == len(plain)
        assert set(found) == set(plain)


@pytest.mark.parametrize("rules", [BOTH, LOW], ids=["ace at both ends", "ace low"])
def test_melds_that_hold_a_card_and_prizes_are_found_among_all(rules: Rules) -> None:
    rng = random.Random(4)
    for _ in range(2_000):
        hand = rng.sample(DECK, rng.randint(1, 20))
        melds, card = melds_in(hand, rules), rng.choice(hand)
        assert list(melds_holding(card, hand, rules)) == [m for m in melds if card in m.cards]
        assert holds_prize(hand, rules) is any(is_four(m) or is_long_run(m) for m in melds)


@pytest.mark.parametrize("rules", [BOTH, LOW], ids=["ace at both ends", "ace low"])
def test_extensions_are_those_found_with_a_joker_in_the_deck(rules: Rules) -> None:
    rng = random.Random(3)
    for meld in melds_in(DECK, rules) * 10:
        hand = hand_near(meld, rng)
        found, general = extensions(meld, hand, rules), extensions(meld, hand, with_joker(rules))
        assert len(found) == len(general)
        assert set(found) == set(general)
        some = rng.choices(hand, k=rng.randint(0, 4))
        assert extended(meld, some, (), rules) == extended(meld, some, (), with_joker(rules))
