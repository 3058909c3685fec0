"""Opening a table, sitting down, leaving, and how the first hand begins."""

import asyncio

import pytest

from bot.tables.commands import Close, Join, Start
from bot.tables.outcomes import Accepted, Refused
from bot.tables.service import Terms
from tests.tables.world import MINUTE_MS, World, kinds

NOTICE_MS = 5_000
IDLE_MS = 15 * MINUTE_MS


async def test_a_second_table_in_a_channel_is_refused_with_the_first_ones_id(world: World) -> None:
    ana, ben = await world.person(), await world.person("Ben")
    table_id = await world.open_table(ana, channel_id=9)
    for opener in (ben, ana):  # the host too: the answer is a link, not "you sit elsewhere"
        with pytest.raises(Refused) as refused:
            await world.open_table(opener, channel_id=9)
        assert (refused.value.code, refused.value.values) == (
            "table_exists",
            {"table_id": table_id},
        )


async def test_two_tables_opened_at_once_in_a_channel_are_one(world: World) -> None:
    people = await world.three()
    openings = (world.open_table(player_id, channel_id=9) for player_id in people)
    results = await asyncio.gather(*openings, return_exceptions=True)
    (table_id,) = (result for result in results if isinstance(result, str))
    refusals = [result for result in results if isinstance(result, Refused)]
    assert [refused.values for refused in refusals] == [{"table_id": table_id}] * 2


async def test_a_channel_is_free_again_once_its_table_is_closed(world: World) -> None:
    ana = await world.person()
    first = await world.open_table(ana, channel_id=9)
    await world.leave(first, ana)
    assert await world.open_table(ana, channel_id=9) != first


async def test_a_table_opened_twice_by_one_interaction_is_opened_once(world: World) -> None:
    ana = await world.person()
    table_id = await world.open_table(ana, channel_id=9, inbox_id=5)
    with pytest.raises(Refused) as refused:
        await world.open_table(ana, channel_id=9, inbox_id=5)
    assert refused.value.values == {"table_id": table_id}
    assert len(await world.rows("SELECT 1 FROM tables")) == 1
    assert len(world.service._memory.open) == 1


async def test_one_seat_per_player_and_server(world: World) -> None:
    ana, ben = await world.person(), await world.person("Ben")
    first, second = await world.open_table(ana), await world.open_table(ben)
    with pytest.raises(Refused) as refused:
        await world.join(second, ana)
    assert (refused.value.code, refused.value.values) == ("seated_elsewhere", {"table_id": first})


async def test_one_seat_per_player_holds_for_two_joins_at_once(world: World) -> None:
    ana, ben, carla = await world.three()
    tables = [await world.open_table(ana), await world.open_table(ben)]
    joins = (world.join(table_id, carla) for table_id in tables)
    results = await asyncio.gather(*joins, return_exceptions=True)
    (joined,) = (result for result in results if isinstance(result, Accepted))
    (refused,) = (result for result in results if isinstance(result, Refused))
    assert refused.values == {"table_id": joined.table_id}
    assert await world.wallet(carla) == 700


async def test_somebody_may_sit_on_another_server(world: World) -> None:
    ana = await world.person()
    table_id = await world.open_table(ana)
    terms = Terms((await world.state(table_id)).rules, 10, 1, 60)
    elsewhere = await world.service.open_table(78, 1, ana, terms, None)
    assert (await world.state(elsewhere.table_id)).seat_of(ana) == 0


async def test_with_the_setting_off_one_may_sit_at_two_tables(free_world: World) -> None:
    ana = await free_world.person()
    for _ in range(2):
        await free_world.open_table(ana)
    assert await free_world.wallet(ana) == 400


async def test_two_joins_at_once_cannot_spend_one_wallet_twice(free_world: World) -> None:
    ana, ben = await free_world.person(), await free_world.person("Ben")
    carla = await free_world.person("Carla", chips=400)
    tables = [await free_world.open_table(ana), await free_world.open_table(ben)]
    joins = (free_world.join(table_id, carla) for table_id in tables)
    results = await asyncio.gather(*joins, return_exceptions=True)
    (refused,) = (result for result in results if isinstance(result, Refused))
    assert (refused.code, refused.values["have"]) == ("not_enough_chips", 100)
    assert await free_world.wallet(carla) == 100


async def test_the_opener_is_host_and_guests_take_the_next_seats(world: World) -> None:
    people = await world.three()
    table_id = await world.full_table(people)
    state = await world.state(table_id)
    assert [seat.player_id if seat else None for seat in state.seats] == people
    assert (state.host, state.stage) == (0, "starting")


async def test_a_seat_cannot_be_taken_twice_nor_a_fourth_at_all(world: World) -> None:
    people = await world.three()
    table_id = await world.full_table(people)
    dora = await world.person("Dora")
    for player_id, code in ((people[1], "already_seated"), (dora, "table_full")):
        with pytest.raises(Refused) as refused:
            await world.join(table_id, player_id)
        assert refused.value.code == code


async def test_when_the_host_leaves_the_next_seat_is_host(world: World) -> None:
    ana, ben, carla = await world.three()
    table_id = await world.full_table([ana, ben, carla])
    await world.leave(table_id, ana)
    assert (await world.state(table_id)).host == 1
    await world.join(table_id, ana)
    assert (await world.state(table_id)).host == 1
    await world.leave(table_id, ben)
    assert (await world.state(table_id)).host == 2


async def test_leaving_in_the_notice_goes_back_to_the_lobby(world: World) -> None:
    people = await world.three()
    table_id = await world.full_table(people)
    assert kinds(await world.leave(table_id, people[2])) == ["seat_left", "lobby_reopened"]
    await world.pass_time(NOTICE_MS)
    state = await world.state(table_id)
    assert (state.stage, state.hand_no) == ("lobby", 0)
    assert set(await world.decisions(table_id)) == {"lobby"}
    assert await world.wallet(people[2]) == 1_000


async def test_leaving_a_table_where_one_does_not_sit_is_refused(world: World) -> None:
    ana, ben = await world.person(), await world.person("Ben")
    table_id = await world.open_table(ana)
    with pytest.raises(Refused) as refused:
        await world.leave(table_id, ben)
    assert refused.value.code == "not_seated"


async def test_a_full_table_deals_after_five_seconds_and_not_before(world: World) -> None:
    table_id = await world.full_table(await world.three())
    await world.pass_time(NOTICE_MS - 1)
    assert (await world.state(table_id)).stage == "starting"
    await world.pass_time(1)
    state = await world.state(table_id)
    assert (state.stage, state.hand_no) == ("hand", 1)


async def test_the_host_deals_at_once_with_start(world: World) -> None:
    people = await world.three()
    table_id = await world.full_table(people)
    await world.service.submit(table_id, Start(people[0]))
    assert (await world.state(table_id)).stage == "hand"
    with pytest.raises(Refused) as refused:
        await world.service.submit(table_id, Start(people[0]))
    assert refused.value.code == "hand_running"


async def test_a_guest_or_stranger_cannot_start(world: World) -> None:
    people = await world.three()
    table_id = await world.full_table(people)
    for player_id, code in ((people[1], "not_host"), (await world.person(), "not_seated")):
        with pytest.raises(Refused) as refused:
            await world.service.submit(table_id, Start(player_id))
        assert refused.value.code == code
    assert (await world.state(table_id)).stage == "starting"


async def test_two_cannot_start(world: World) -> None:
    ana, ben = await world.person(), await world.person("Ben")
    table_id = await world.open_table(ana)
    await world.join(table_id, ben)
    with pytest.raises(Refused) as refused:
        await world.service.submit(table_id, Start(ana))
    assert (refused.value.code, refused.value.values) == ("need_three", {"missing": 1})


async def test_nobody_sits_down_while_a_hand_is_played(world: World) -> None:
    table_id = await world.hand(await world.three())
    with pytest.raises(Refused) as refused:
        await world.join(table_id, await world.person("Dora"))
    assert refused.value.code == "hand_running"


async def test_the_last_to_leave_closes_the_table(world: World) -> None:
    ana, ben = await world.person(), await world.person("Ben")
    table_id = await world.open_table(ana)
    await world.join(table_id, ben)
    await world.leave(table_id, ana)
    assert await world.status(table_id) is None
    assert kinds(await world.leave(table_id, ben)) == ["seat_left", "table_closed"]
    assert await world.status(table_id) == "empty"
    assert world.service._memory.open == {}
    assert [await world.wallet(player_id) for player_id in (ana, ben)] == [1_000, 1_000]


async def test_a_lobby_closes_after_fifteen_idle_minutes(world: World) -> None:
    ana = await world.person()
    table_id = await world.open_table(ana)
    await world.pass_time(IDLE_MS - 1)
    assert await world.status(table_id) is None
    await world.pass_time(1)
    assert await world.status(table_id) == "idle"
    assert await world.wallet(ana) == 1_000
    with pytest.raises(Refused) as refused:
        await world.join(table_id, ana)
    assert (refused.value.code, refused.value.values) == ("table_closed", {"why": "idle"})


async def test_every_join_and_leave_starts_the_idle_time_anew(world: World) -> None:
    ana, ben = await world.person(), await world.person("Ben")
    table_id = await world.open_table(ana)
    for act in (world.join, world.leave, world.join):
        await world.pass_time(IDLE_MS - 1)
        await act(table_id, ben)
    await world.pass_time(IDLE_MS - 1)
    assert await world.status(table_id) is None
    await world.pass_time(1)
    assert await world.status(table_id) == "idle"


async def test_a_refused_command_does_not_start_the_idle_time_anew(world: World) -> None:
    ana = await world.person()
    table_id = await world.open_table(ana)
    await world.pass_time(IDLE_MS - 1)
    with pytest.raises(Refused):
        await world.join(table_id, ana)
    await world.pass_time(1)
    assert await world.status(table_id) == "idle"


async def test_a_table_never_goes_idle_in_a_hand(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    for _ in range(3):
        await world.pass_time(6 * MINUTE_MS)  # each turn is played for its seat
    state = await world.state(table_id)
    assert (state.stage, state.hand_no) == ("hand", 1)
    assert "lobby" not in await world.decisions(table_id)


async def test_closing_ends_a_table_whatever_it_does_and_gives_all_chips_back(
    world: World,
) -> None:
    lobby, notice, hand = [await world.three() for _ in range(3)]
    tables = [
        await world.open_table(lobby[0]),
        await world.full_table(notice),
        await world.hand(hand),
    ]
    for table_id in tables:
        await world.service.submit(table_id, Close("channel-gone"))
        assert await world.status(table_id) == "channel-gone"
        assert await world.decisions(table_id) == {}
    assert [await world.wallet(player_id) for player_id in (*notice, *hand)] == [1_000] * 6


async def test_a_command_for_no_table_is_refused(world: World) -> None:
    with pytest.raises(Refused) as refused:
        await world.service.submit("nowhere", Join(await world.person()))
    assert refused.value.code == "no_table"
