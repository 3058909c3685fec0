"""Pairs that play as one stand out, whoever sits with them does not, and chance never does."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.fair_findings import found
from bot.tables.fair_play import LEAST_HANDS, Feed, Hand, Studied
from bot.tables.fair_results import Evening
from tests.tables.fair_evenings import Evenings
from tests.tables.fair_hands import RealEvenings

PLANTED = ("p00", "p01")


def report(evenings: Evenings) -> list[Studied]:
    return found(Evening(evenings.played), evenings.fed)


def questions(studied: Studied, evenings: Evenings) -> set[tuple[str, str, str]]:
    """(question, first, second) of what is beyond chance about a pair."""
    least = Evening(evenings.played).least_z
    return {(one.question, one.first, one.second) for one in studied.findings(least)}


def first(count: int, of: int) -> list[Any]:
    """The first seeds at every run, and the others in the long proofs."""
    rest = (pytest.param(seed, marks=pytest.mark.long) for seed in range(count, of))
    return [*range(count), *rest]


@pytest.mark.parametrize("seed", first(3, 8))
def test_honest_evenings_of_forty_people_make_no_finding(seed: int) -> None:
    assert report(Evenings(seed)) == []


@pytest.mark.parametrize("people", [3, 4, 5, 9])
@pytest.mark.parametrize("seed", first(1, 3))
def test_a_few_honest_people_who_play_better_and_worse_make_no_finding(
    seed: int, people: int
) -> None:
    assert report(Evenings(seed, people=people, circle=min(people, 6))) == []


@pytest.mark.parametrize(
    ("seed", "people", "hands"),
    [
        pytest.param(1, 3, 800, marks=pytest.mark.long),
        pytest.param(2, 4, 1_500, marks=pytest.mark.long),
        (3, 12, 2_000),
    ],
)
def test_real_hands_of_people_who_play_in_very_different_ways_make_no_finding(
    seed: int, people: int, hands: int
) -> None:
    evenings = RealEvenings(seed, people, hands)
    evening = Evening(evenings.played)
    assert len(evening.together) > people - 1
    assert found(evening, evenings.fed) == []


@pytest.mark.parametrize("seed", first(1, 4))
def test_a_pair_that_dumps_chips_is_at_the_top_and_alone(seed: int) -> None:
    evenings = Evenings(seed, dumps=0.4)
    assert [one.pair for one in report(evenings)] == [PLANTED]
    assert ("flow", *PLANTED) in questions(report(evenings)[0], evenings)


@pytest.mark.parametrize("seed", first(1, 4))
def test_a_pair_that_feeds_is_at_the_top_and_alone(seed: int) -> None:
    evenings = Evenings(seed, feeds=0.4)
    assert [one.pair for one in report(evenings)] == [PLANTED]
    assert questions(report(evenings)[0], evenings) == {("feeding", *PLANTED)}


@pytest.mark.parametrize("seed", first(1, 3))
def test_a_pair_that_spares_each_other_is_at_the_top_and_alone(seed: int) -> None:
    evenings = Evenings(seed, hands=8_000, spares=0.8)
    assert [one.pair for one in report(evenings)] == [PLANTED]
    assert questions(report(evenings)[0], evenings) == {("joint", *PLANTED)}


@pytest.mark.parametrize("fault", ["dumps", "feeds"])
@pytest.mark.parametrize("seed", first(1, 3))
def test_who_only_sits_with_such_a_pair_is_not_found_with_it(seed: int, fault: str) -> None:
    evenings = Evenings(seed, people=4, circle=4, **{fault: 0.5})  # type: ignore[arg-type]
    assert [one.pair for one in report(evenings)] == [PLANTED]


def test_of_three_who_only_play_with_each_other_the_pair_is_found_between_whom_it_went() -> None:
    evenings = Evenings(1, people=3, circle=3, dumps=0.5)
    assert [one.pair for one in report(evenings)] == [PLANTED]


def blatant(count: int) -> list[Hand]:
    """In every hand a loses a lot to b, and whoever else sits there next to nothing."""
    return [
        Hand("t1", number, number, ("a", "b", f"c{number % 3}"), (-990, 1_000, -10), "b")
        for number in range(count)
    ]


def test_fewer_hands_than_tell_anything_make_no_finding_however_plain() -> None:
    assert found(Evening(blatant(LEAST_HANDS - 1)), []) == []
    assert [one.pair for one in found(Evening(blatant(LEAST_HANDS)), [])] == [("a", "b")]


def test_the_hands_that_are_named_are_the_pairs_own_and_the_dearest() -> None:
    evenings = Evenings(1, dumps=0.4)
    (studied,) = report(evenings)
    flow = next(one for one in studied.answers if one.question == "flow")
    paid = [
        hand.won_from("p01", "p00") for hand in evenings.played if {*PLANTED} <= {*hand.players}
    ]
    assert [hand.won_from("p01", "p00") for hand in flow.hands] == sorted(paid)[
        : -len(flow.hands) - 1 : -1
    ]


@pytest.mark.parametrize("fault", [{"dumps": 0.5}, {"feeds": 0.5}, {"spares": 0.8, "hands": 8_000}])
def test_neither_the_order_of_hands_nor_of_players_changes_the_report(
    fault: dict[str, float],
) -> None:
    evenings = Evenings(1, **fault)  # type: ignore[arg-type]
    chance = random.Random(5)
    turned = {hand.key: turn(hand, chance) for hand in evenings.played}
    hands = list(turned.values())
    fed = [Feed(*feed[:4], turned[feed.hand.key]) for feed in evenings.fed]
    chance.shuffle(hands)
    chance.shuffle(fed)
    told = [plain(one) for one in found(Evening(hands), fed)]
    assert told == [plain(one) for one in report(evenings)]
    assert len(told) == 1


def turn(hand: Hand, chance: random.Random) -> Hand:
    """The same hand, its players named in another order."""
    order = chance.sample(range(3), 3)
    first, second, third = ((hand.players[place], hand.chips[place]) for place in order)
    names = first[0], second[0], third[0]
    return replace(hand, players=names, chips=(first[1], second[1], third[1]))


def plain(studied: Studied) -> object:
    """All of it, hands by where they are."""
    answers = [replace(one, hands=()) for one in studied.answers]
    return (
        replace(studied, answers=()),
        answers,
        [[h.key for h in a.hands] for a in studied.answers],
    )
