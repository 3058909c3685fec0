"""The best split of a hand (rules.md 2.2 rows 20 to 23): which of equal ones, and with jokers.

That none is better is proved in tests/properties/test_deadwood_is_exact.py.
"""

import random
from collections import Counter

import pytest

from tests.properties.slow_split import SlowMeld, Way
from tests.properties.slow_split import melds_in as melds_by_hand
from tongits.cards import DECK, JOKERS, Card, is_joker, parse_cards
from tongits.melds import Meld, as_run, as_set, meld_kinds, melds_in
from tongits.rules import Rules, preset, with_switches
from tongits.splits import best_split, deadwood, holds_secret, is_secret, split_melds

BOOK, PAGAT, GO = map(preset, ("book", "pagat", "go"))
JOKERS_ON = with_switches(BOOK, {"jokers": 2})
HANDS = 400


def split_of(text: str, rules: Rules, *, opened: bool = True) -> tuple[list[str], str, int]:
    split = best_split(parse_cards(text), rules, opened=opened)
    return [" ".join(meld) for meld in split.melds], " ".join(split.loose), split.points


def hands(seed: str, jokers: int = 0) -> list[tuple[Card, ...]]:
    """Random ones and ones of few ranks, shuffled."""
    rng = random.Random(seed)
    found = []
    for _ in range(HANDS):
        ranks = rng.choice(("A23456789TJQK", "456789", "A23JQK"))
        pool = [card for card in DECK if card[0] in ranks]
        hand = [*rng.sample(pool, rng.randint(6, 13) - jokers), *JOKERS[:jokers]]
        found.append(tuple(rng.sample(hand, len(hand))))
    return found


def test_ace_high_only_where_the_rules_say_so() -> None:
    assert split_of("QS KS AS 4H 9D", BOOK) == (["QS KS AS"], "4H 9D", 13)
    assert split_of("QS KS AS 4H 9D", PAGAT) == ([], "QS KS AS 4H 9D", 34)


def test_an_ace_stands_at_one_end_only() -> None:
    assert split_of("KS AS 2S 3S QS", BOOK) == (["QS KS AS"], "2S 3S", 5)
    assert deadwood(parse_cards("KS AS 2S"), BOOK) == 13


def test_loose_cards_keep_the_order_of_the_hand() -> None:
    assert split_of("9D 5H 2C 7H 6H KS", BOOK) == (["5H 6H 7H"], "9D 2C KS", 21)


def test_among_equal_splits_the_fewest_melds() -> None:
    assert split_of("4H 5H 6H 7H 8H 9H", BOOK) == (["4H 5H 6H 7H 8H 9H"], "", 0)


def test_among_equal_splits_most_secrets_where_they_count() -> None:
    ten = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH"
    assert len(split_of(ten, BOOK)[0]) == 1
    assert split_of(ten, GO)[0] == ["AH 2H 3H 4H 5H", "6H 7H 8H 9H TH"]
    long_runs = with_switches(PAGAT, {"long_run_bonus_units": 3})
    assert len(split_of(ten, long_runs)[0]) == 2


def test_a_four_is_preferred_only_where_it_counts() -> None:
    hand = "7S 7H 7D 7C 4S 5S 6S 8S 9S"  # 7S fits both; either way nothing is left
    assert split_of(hand, BOOK)[2] == split_of(hand, GO)[2] == 0
    counted = split_melds(parse_cards(hand), GO)
    assert [is_secret(meld, GO) for meld in counted].count(True) == 1


def test_an_unopened_seat_keeps_a_secret_that_costs_points() -> None:
    hand = "4S 4H 4D 4C 5S 6S KH"
    assert split_of(hand, GO) == (["4S 5S 6S", "4H 4D 4C"], "KH", 10)
    assert split_of(hand, GO, opened=False) == (["4S 4H 4D 4C"], "5S 6S KH", 21)
    assert deadwood(parse_cards(hand), GO, opened=False) == 21
    assert split_of(hand, BOOK, opened=False) == split_of(hand, BOOK)


def test_an_unopened_seat_without_a_secret_has_the_best_split() -> None:
    assert split_of("4S 4H 4D KH", GO, opened=False) == (["4S 4H 4D"], "KH", 10)
    assert not holds_secret(parse_cards("4S 4H 4D KH"), GO)


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("4S 4H 4D 4C", True),
        ("4S 5S 6S 7S 8S", True),
        ("4S 5S 6S 7S", False),
        ("4S 4H 4D X1", True),
        ("4S 4H X1 X2", True),
        ("4S 5S 6S X1 8S", True),
        ("TS JS QS KS AS", False),  # `go` has the ace low
        ("4S 4H X1", False),
    ],
)
def test_a_secret_in_hand_is_a_four_or_a_run_of_five(text: str, held: bool) -> None:
    go = with_switches(GO, {"jokers": 2})
    assert holds_secret(parse_cards(text), go) is held
    assert not holds_secret(parse_cards(text), BOOK)


def test_a_joker_stands_where_it_saves_most() -> None:
    assert split_of("7S 7H X1 KD QD", JOKERS_ON) == (["QD KD X1"], "7S 7H", 14)
    assert split_of("7S 8S 9S 2H X1", JOKERS_ON) == (["7S 8S 9S X1"], "2H", 2)


def test_an_unmelded_joker_costs_its_points() -> None:
    assert deadwood(parse_cards("2S 9H X1"), JOKERS_ON) == 36
    assert deadwood(parse_cards("2S 9H X1"), with_switches(JOKERS_ON, {"joker_points": 30})) == 41


def test_one_natural_is_enough_unless_two_are_asked_for() -> None:
    assert split_of("KS X1 X2", JOKERS_ON)[2] == 0
    assert split_of("KS X1 X2", with_switches(JOKERS_ON, {"joker_min_naturals": 2}))[2] == 60


def test_four_of_a_rank_and_two_jokers_are_two_sets() -> None:
    # A set holds at most four, and a joker alone in a meld is none.
    hand = parse_cards("9S 9H 9D 9C X1 X2")
    rules = with_switches(JOKERS_ON, {"joker_min_naturals": 2})
    split = best_split(hand, rules)
    assert split.points == 0
    assert [Counter(map(is_joker, meld)) for meld in split.melds] == [{False: 2, True: 1}] * 2


def test_a_whole_suit_begins_with_its_ace() -> None:
    assert split_of("AH 2H 3H 4H 5H 6H 7H 9H TH JH KH X1 X2", JOKERS_ON) == (
        ["AH 2H 3H 4H 5H 6H 7H X1 9H TH JH X2 KH"],
        "",
        0,
    )


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("rules", [JOKERS_ON, with_switches(GO, {"jokers": 2})])
def test_the_melds_of_a_split_can_be_laid_as_they_are(rules: Rules, jokers: int) -> None:
    for hand in hands(f"laid {rules.preset} {jokers}", jokers):
        for opened in (True, False):
            for meld in split_melds(hand, rules, opened=opened):
                again = as_run(meld.cards, meld.named, rules) or as_set(meld.cards, rules)
                assert again == meld
                assert meld.kind in meld_kinds(meld.cards, rules)


def known(melds: tuple[Meld, ...]) -> Counter[tuple[frozenset[Card], int]]:
    """How often naturals and a number of jokers stand there as a meld."""
    return Counter(
        (
            frozenset(card for card in meld.cards if not is_joker(card)),
            sum(map(is_joker, meld.cards)),
        )
        for meld in melds
    )


def slowly(melds: set[SlowMeld]) -> set[tuple[frozenset[str], int]]:
    return {(meld.naturals, meld.jokers) for meld in melds}


@pytest.mark.parametrize("rules", [BOOK, PAGAT])
def test_every_meld_in_a_hand_is_found_once(rules: Rules) -> None:
    for hand in hands(f"melds {rules.preset}"):
        found = known(melds_in(hand, rules))
        assert set(found.values()) <= {1}
        assert set(found) == slowly(melds_by_hand(hand, Way(ace=rules.ace_in_runs))), hand


@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize("naturals", [1, 2])
def test_every_meld_with_jokers_is_found(jokers: int, naturals: int) -> None:
    rules = with_switches(JOKERS_ON, {"joker_min_naturals": naturals})
    way = Way(ace="both", min_naturals=naturals)
    for hand in hands(f"joker melds {jokers} {naturals}", jokers)[:100]:
        assert set(known(melds_in(hand, rules))) == slowly(melds_by_hand(hand, way)), hand


def test_a_whole_suit_is_every_run_once() -> None:
    hand = tuple(card for card in DECK if card[1] == "H")
    found = known(melds_in(hand, BOOK))
    assert set(found.values()) == {1}
    assert set(found) == slowly(melds_by_hand(hand, Way(ace="both")))


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_the_split_does_not_depend_on_the_order_of_the_hand(jokers: int) -> None:
    rng = random.Random(5)
    for hand in hands("order", jokers):
        other = tuple(rng.sample(hand, len(hand)))
        assert best_split(hand, JOKERS_ON).melds == best_split(other, JOKERS_ON).melds


def test_small_decks_have_small_rows() -> None:
    """A joker is called nothing that the deck has not (rules.md 1.1 for the counting games)."""
    small = with_switches(BOOK, {"jokers": 1, "ranks": "56789T", "suits": "SH", "hand_size": 3})
    for rules in (small, with_switches(small, {"jokers": 2, "ranks": "9TJQK"})):
        pool = [card for card in DECK if card[0] in rules.ranks and card[1] in rules.suits]
        rng = random.Random(rules.ranks)
        for _ in range(300):
            hand = (*rng.sample(pool, 5), *JOKERS[: rules.jokers])
            for meld in split_melds(hand, rules):
                assert (as_run(meld.cards, meld.named, rules) or as_set(meld.cards, rules)) == meld
            for meld in melds_in(hand, rules):
                assert (as_run(meld.cards, meld.named, rules) or as_set(meld.cards, rules)) == meld
