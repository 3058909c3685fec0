"""Ratings: what a hand does to them, what it does not, and that the file can prove them."""

import random
from collections.abc import Sequence

import pytest

from data import ratings
from data.audit import audit
from data.boards import HandResult
from data.results import record
from data.skill import FRESH_HANDS, MU, SIGMA, Rating, places, rated, weight
from tests.data import plain_profiles
from tests.data.plain_boards import Season
from tests.data.worlds import GUILD, NOW_MS, World

DAY_MS = 86_400_000
NEWCOMERS = [Rating()] * 3


def play(
    world: World, people: Sequence[str], chips: Sequence[int], number: int, at_ms: int
) -> None:
    """A hand of three, won by who gained chips, if anybody did."""
    results = [
        HandResult(number, player_id, seat, change, change > 0, "call")
        for seat, (player_id, change) in enumerate(zip(people, chips, strict=True))
    ]
    record(world.conn, "t1", results, at_ms)


def mus(world: World, people: Sequence[str]) -> list[int]:
    found = [ratings.of(world.conn, GUILD, player_id) for player_id in people]
    return [one.mu if one else MU for one in found]


@pytest.fixture
def three(world: World) -> list[str]:
    world.table("t1")
    return [world.person(name) for name in ("Ana", "Ben", "Carla")]


def test_the_order_of_a_hand_is_the_order_of_the_ratings() -> None:
    for order in ([1, 2, 3], [2, 3, 1], [3, 1, 2]):
        after = [one.mu for one in rated(NEWCOMERS, order, 1.0)]
        assert sorted(range(3), key=lambda seat: -after[seat]) == [
            order.index(n) for n in (1, 2, 3)
        ]


def test_losers_come_in_by_what_they_lost_and_equals_tie() -> None:
    assert places([False, False, True], [-70, -30, 100]) == [3, 2, 1]
    tied = rated(NEWCOMERS, places([False, False, True], [-30, -30, 60]), 1.0)
    assert tied[0] == tied[1]
    assert tied[0].mu < MU < tied[2].mu


def test_a_winner_who_gained_no_chips_is_still_first() -> None:
    assert places([True, False, False], [0, 0, 0]) == [1, 2, 2]


def test_doubt_shrinks_hand_by_hand() -> None:
    rng, seats, doubts = random.Random(1), list(NEWCOMERS), [SIGMA]
    for _ in range(50):
        seats = rated(seats, rng.sample([1, 2, 3], 3), 1.0)
        doubts.append(max(one.sigma for one in seats))
    assert doubts == sorted(doubts, reverse=True)
    assert doubts[-1] < SIGMA * 2 // 3


def test_to_beat_the_better_counts_more_than_to_beat_the_worse() -> None:
    strong, weak = Rating(1_900_000, 200_000, 60), Rating(1_100_000, 200_000, 60)
    gains = [rated([Rating(), other, other], [1, 2, 2], 1.0)[0].mu for other in (strong, weak)]
    assert gains[0] > gains[1] > MU


def test_a_hand_that_counts_nothing_changes_nothing_but_the_count() -> None:
    assert rated(NEWCOMERS, [1, 2, 3], 0.0) == [Rating(hands=1)] * 3


def test_a_void_hand_rates_nobody(world: World, three: list[str]) -> None:
    play(world, three, (-10, -10, -10), 1, NOW_MS)
    assert [ratings.of(world.conn, GUILD, player_id) for player_id in three] == [None] * 3
    assert audit(world.conn) == []


def test_each_server_rates_for_itself(world: World, three: list[str]) -> None:
    play(world, three, (20, -10, -10), 1, NOW_MS)
    assert ratings.of(world.conn, GUILD, three[0]) is not None
    assert ratings.of(world.conn, GUILD + 1, three[0]) is None


def test_all_hands_of_the_same_three_on_one_day_count_less_than_twenty_one() -> None:
    shares = [weight(met) for met in range(100_000)]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) < FRESH_HANDS + 1


def test_who_wins_all_day_against_the_same_two_cannot_climb_beyond_a_bound(
    world: World, three: list[str]
) -> None:
    """The bound: what so many hands in a row would bring that all counted whole."""
    whole = list(NEWCOMERS)
    for _ in range(FRESH_HANDS + 1):
        whole = rated(whole, [1, 2, 2], 1.0)
    climbed = []
    for number in range(1, 501):
        play(world, three, (20, -10, -10), number, NOW_MS)
        climbed.append(mus(world, three)[0])
    assert climbed == sorted(climbed)
    assert MU < climbed[-1] < whole[0].mu
    early, late = climbed[99] - climbed[0], climbed[499] - climbed[399]
    assert late < early // 50
    assert audit(world.conn) == []


def test_other_company_and_another_day_count_whole_again(world: World, three: list[str]) -> None:
    dana = world.person("Dana")
    for number in range(1, 61):
        play(world, three, (20, -10, -10), number, NOW_MS)
    gains = []
    for number, (people, at_ms) in enumerate(
        ((three, NOW_MS), ([*three[:2], dana], NOW_MS), (three, NOW_MS + DAY_MS)), 61
    ):
        before = mus(world, three)[0]
        play(world, people, (20, -10, -10), number, at_ms)
        gains.append(mus(world, three)[0] - before)
    assert gains[1] > 8 * gains[0]
    assert gains[2] > 8 * gains[0]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_profiles_and_ratings_are_what_plain_python_makes_of_the_hands(
    world: World, seed: int
) -> None:
    season = Season(world, seed)
    season.play(250)
    assert plain_profiles.faults(world.conn, season.hands) == []
    assert audit(world.conn) == []


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("UPDATE ratings SET mu = mu + 2000 WHERE player_id = (:ana)", "rating of player"),
        ("UPDATE ratings SET hands = hands + 1 WHERE player_id = (:ana)", "rating of player"),
        ("DELETE FROM ratings WHERE player_id = (:ana)", "rating of player"),
        ("UPDATE play_sums SET burned = burned + 1 WHERE player_id = (:ana)", "how they play"),
        ("UPDATE play_sums SET by_call = by_stock + 9 WHERE player_id = (:ana)", "how they play"),
        ("UPDATE pair_sums SET net = net + 1 WHERE (:ana) IN (first_id, second_id)", "with others"),
        ("DELETE FROM pair_sums WHERE (:ana) IN (first_id, second_id)", "with others"),
    ],
)
def test_the_audit_finds_a_planted_fault(
    world: World, three: list[str], fault: str, says: str
) -> None:
    for number in range(1, 5):
        play(world, three, (20, -10, -10), number, NOW_MS)
    assert audit(world.conn) == []
    world.conn.execute(fault, {"ana": three[0]})
    assert [finding for finding in audit(world.conn) if says in finding]


def test_the_audit_reads_ratings_in_pieces_and_sees_what_came_meanwhile(
    world: World, three: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from data import profile_audit

    monkeypatch.setattr(profile_audit, "ROWS", 4)  # in the middle of a hand
    recount, steps, number = profile_audit.RatingRecount(), 0, 0
    for number in range(1, 8):
        play(world, three, (20, -10, -10), number, NOW_MS)
    while not recount.is_done:
        assert list(recount.step(world.conn)) == []
        steps += 1
        if steps == 2:
            play(world, three, (-10, 30, -20), number + 1, NOW_MS)
    assert steps == 5
