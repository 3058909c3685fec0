"""A new process on the same file goes on from the last commit."""

import asyncio
from dataclasses import replace

import pytest

from bot.tables.commands import Start
from bot.tables.outcomes import Accepted, Refused, Stale
from bot.tables.service import GRACE_MS
from tests.tables.chances import CAPPED, call_deck, winning_deck
from tests.tables.world import TURN_MS, World
from tongits.cards import parse_cards
from tongits.moves import Answer, Discard, Draw, Lay


async def in_mid_turn(world: World) -> str:
    """Seat 1 has drawn and laid a meld."""
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.capped_turn(table_id, 0)
    await world.play(table_id, 1, Draw(), Lay(parse_cards(CAPPED[1][0])))
    return table_id


async def test_after_a_restart_state_and_open_decisions_are_the_same(world: World) -> None:
    table_id = await in_mid_turn(world)
    state, rows = await world.state(table_id), await world.decisions(table_id)
    assert await world.restart() == [table_id]
    assert await world.state(table_id) == state
    assert await world.decisions(table_id) == rows


async def test_every_stage_comes_back_as_it_was(world: World) -> None:
    lobby = await world.open_table(await world.person())
    notice = await world.full_table(await world.three())
    hand = await in_mid_turn(world)
    world.chance.decks.extend((winning_deck(0), call_deck()))
    pause = await world.hand(await world.three())
    await world.win_at_once(pause)
    called = await world.hand(await world.three())
    await world.called(called)
    await world.play(called, 2, Answer("challenge"))
    tables = [lobby, notice, hand, pause, called]
    states = [await world.state(table_id) for table_id in tables]
    assert {state.stage for state in states} == {"lobby", "starting", "hand", "break"}
    views = [replace(await world.service.table_view(one), due_ms=None) for one in tables]
    assert sorted(await world.restart()) == sorted(tables)
    assert [await world.state(table_id) for table_id in tables] == states
    assert [replace(await world.service.table_view(one), due_ms=None) for one in tables] == views


async def test_a_token_from_before_the_restart_still_answers(world: World) -> None:
    table_id = await in_mid_turn(world)
    throw = await world.answer(table_id, 1, Discard(parse_cards("7C")[0]))
    await world.restart()
    assert isinstance(await world.service.submit(table_id, throw), Accepted)
    assert await world.service.submit(table_id, throw) == Stale(table_id)


async def test_a_delivery_from_before_the_restart_is_not_done_again(world: World) -> None:
    table_id = await in_mid_turn(world)
    throw = await world.answer(table_id, 1, Discard(parse_cards("7C")[0]))
    await world.service.submit(table_id, throw, 42)
    await world.restart()
    draw = await world.answer(table_id, 2, Draw())
    assert await world.service.submit(table_id, draw, 42) == Stale(table_id)


async def test_nothing_falls_due_before_people_can_click_again(world: World) -> None:
    table_id = await in_mid_turn(world)
    world.now.ms += 60 * TURN_MS  # down for an hour
    await world.restart()
    row = (await world.decisions(table_id))["seat:1"]
    assert row.due_ms == world.now() + GRACE_MS
    await world.pass_time(GRACE_MS - 1)
    assert (await world.game(table_id)).turn_seat == 1
    await world.pass_time(1)
    assert (await world.game(table_id)).turn_seat == 2


async def test_a_due_time_that_is_far_enough_stays(world: World) -> None:
    table_id = await in_mid_turn(world)
    before = await world.decisions(table_id)
    world.now.ms += 10_000
    await world.restart()
    assert await world.decisions(table_id) == before


async def test_play_goes_on_to_the_end_of_the_hand_after_a_restart(world: World) -> None:
    table_id = await in_mid_turn(world)
    await world.restart()
    await world.finish_hand(table_id)
    await world.restart()
    await world.next_hand(table_id)
    assert (await world.state(table_id)).hand_no == 2


async def test_a_closed_table_is_not_loaded_but_can_be_asked_about(world: World) -> None:
    ana = await world.person()
    table_id = await world.open_table(ana)
    await world.leave(table_id, ana)
    assert await world.restart() == []
    with pytest.raises(Refused) as refused:
        await world.service.submit(table_id, Start(ana))
    assert refused.value.code == "table_closed"
    assert (await world.service.table_view(table_id)).closed_why == "empty"
    assert world.service._memory.open == {}


async def test_a_table_loaded_by_two_at_once_has_one_memory(world: World) -> None:
    table_id = await in_mid_turn(world)
    await world.restart()
    world.service._memory.open.clear()
    first, second = await asyncio.gather(
        world.service.actor(table_id), world.service.actor(table_id)
    )
    assert first is second
