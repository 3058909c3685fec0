"""Profiles of people who played: what is told, of whom, and that old servers cost no more."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from bot.tables.outcomes import Refused
from bot.tables.profile_views import ProfileView, VersusView
from bot.tables.profiles import MONTH_DAYS, MOST_POINTS, ever_of, month_of, profile_view
from bot.tables.purses import hide
from tests.tables.chances import call_deck, winning_deck
from tests.tables.world import DAY_MS, GUILD, World
from tongits.moves import Answer

TODAY = date(2026, 11, 30)


async def seen(world: World, player_id: str, viewer_id: str) -> ProfileView:
    return await profile_view(world.service, GUILD, player_id, viewer_id)


async def refusal(world: World, player_id: str, viewer_id: str) -> str:
    with pytest.raises(Refused) as refused:
        await seen(world, player_id, viewer_id)
    return refused.value.code


@pytest.fixture
async def people(world: World) -> list[str]:
    """Three after a hand that the first one won by Tongits."""
    three = await world.three()
    world.chance.decks.append(winning_deck(0))
    await world.win_at_once(await world.hand(three))
    return three


async def test_a_profile_says_what_a_hand_did(world: World, people: list[str]) -> None:
    view = await seen(world, people[0], people[1])
    assert (view.hands, view.won, view.ways) == (1, 1, (1, 0, 0, 0))
    assert (view.net_chips, view.biggest_chips, view.best_streak) == (100, 100, 1)
    assert (view.calls, view.calls_won, view.burned) == (0, 0, 0)
    assert view.versus == VersusView(1, 0, 1, -50)
    assert [point.chips for point in view.month] == [0] * MONTH_DAYS + [100]
    assert [point.chips for point in view.ever] == [0, 100]
    assert view.rating is not None
    assert (view.rating.points, view.rating.hands) == (1636, 1)


async def test_who_looks_at_themselves_meets_nobody(world: World, people: list[str]) -> None:
    view = await seen(world, people[2], people[2])
    assert view.is_viewer
    assert view.versus is None
    assert view.rating is not None
    assert view.rating.points == 1432


async def test_a_call_counts_for_its_caller_and_who_burned_for_themselves(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(call_deck())
    table_id = await world.hand(people)
    await world.called(table_id, opened=(0, 1))
    state = await world.state(table_id)
    for seat in (1, 2):
        if f"seat:{seat}" in await world.decisions(table_id):
            await world.play(table_id, seat, Answer("show"))
    state = await world.state(table_id)
    assert state.result is not None
    outcome = state.result.game.outcome
    assert outcome is not None
    views = [await seen(world, player_id, player_id) for player_id in people]
    assert [view.calls for view in views] == [int(seat == outcome.caller) for seat in range(3)]
    assert [view.burned for view in views] == [int(burned) for burned in outcome.burned]
    assert sum(view.burned for view in views) == 1
    assert [sum(view.ways[1:3]) for view in views] == [
        int(seat == outcome.winner) for seat in range(3)
    ]


async def test_who_hides_is_seen_by_nobody_else(world: World, people: list[str]) -> None:
    await hide(world.service, people[0], hidden=True)
    assert await refusal(world, people[0], people[1]) == "profile_hidden"
    assert (await seen(world, people[0], people[0])).hands == 1
    await hide(world.service, people[0], hidden=False)
    assert (await seen(world, people[0], people[1])).hands == 1


async def test_who_never_played_here_is_told_so(world: World, people: list[str]) -> None:
    dana = await world.person("Dana")
    await world.open_table(dana, channel_id=99)
    assert await refusal(world, dana, people[0]) == "profile_empty"
    assert await refusal(world, dana, dana) == "profile_none"
    with pytest.raises(Refused) as refused:
        await profile_view(world.service, GUILD + 1, people[0], people[1])
    assert refused.value.code == "profile_empty"


async def test_of_a_former_player_nothing_is_shown(world: World, people: list[str]) -> None:
    sql = "UPDATE players SET discord_id = NULL, name = 'Former player' WHERE player_id = ?"
    await world.service.db.write(lambda conn: conn.execute(sql, (people[0],)))
    assert await refusal(world, people[0], people[1]) == "profile_gone"


async def test_chips_of_yesterday_stand_before_todays(world: World, people: list[str]) -> None:
    await world.pass_time(DAY_MS)
    view = await seen(world, people[0], people[0])
    assert [point.chips for point in view.month[-3:]] == [0, 100, 100]


def test_the_month_is_thirty_days_and_their_eve_whatever_was_played() -> None:
    days = [(TODAY - timedelta(days=ago), 10 * (100 - ago)) for ago in range(99, -1, -3)]
    shown = month_of(days, TODAY)
    assert [point.day for point in shown] == [
        TODAY - timedelta(days=ago) for ago in range(30, -1, -1)
    ]
    assert shown[0].chips == 700
    assert shown[-1].chips == days[-1][1]
    assert {point.chips for point in month_of([], TODAY)} == {0}


@pytest.mark.parametrize("ago", [0, 1, 29, 58, 59, 60, 61, 400, 4_000])
def test_all_time_is_at_most_sixty_points_from_nothing_to_today(ago: int) -> None:
    days = [(TODAY - timedelta(days=ago), 5), (TODAY - timedelta(days=ago // 2), 9)]
    shown = ever_of(days[: 1 if ago == 0 else 2], TODAY)
    assert 2 <= len(shown) <= MOST_POINTS
    assert [point.day for point in shown] == sorted({point.day for point in shown})
    assert (shown[0].chips, shown[-1].chips) == (0, 5 if ago == 0 else 9)
    assert shown[-1].day == TODAY
    gaps = {(after.day - before.day).days for before, after in pairwise(shown)}
    assert max(gaps) - min(gaps) <= 1
