"""What the process looks after by itself: questions that got lost, tables that everybody forgot."""

import asyncio
from typing import TypeVar

import pytest

from bot.tables.commands import Pause
from bot.tables.service import GRACE_MS
from bot.tables.upkeep import OLDEST_MS, Upkeep
from data.writer import Work
from tests.tables.chances import winning_deck
from tests.tables.test_clock import start_of_turn
from tests.tables.world import TURN_MS, World
from tongits.moves import Draw

T = TypeVar("T")


async def lose(world: World, sql: str) -> None:
    """Plants a fault in the rows of open decisions."""
    await world.db.write(lambda conn: conn.execute(sql))


async def test_a_question_that_got_lost_is_asked_anew(world: World) -> None:
    table_id = await world.hand(await world.three())
    await lose(world, "DELETE FROM decisions")
    assert await Upkeep(world.service).mend(table_id)
    (row,) = (await world.decisions(table_id)).values()
    assert (row.subject, row.due_ms - world.now()) == ("seat:0", TURN_MS)
    await world.pass_time(TURN_MS)
    assert (await world.game(table_id)).turn_seat == 1
    assert await world.findings() == []


async def test_a_question_that_should_not_be_open_goes(world: World) -> None:
    table_id = await world.hand(await world.three())
    await lose(world, "UPDATE decisions SET subject = 'break'")
    assert await Upkeep(world.service).mend(table_id)
    assert set(await world.decisions(table_id)) == {"seat:0"}


async def test_a_sound_table_is_left_alone(world: World) -> None:
    table_id = await world.hand(await world.three())
    before = await world.decisions(table_id)
    assert not await Upkeep(world.service).mend(table_id)
    assert await world.decisions(table_id) == before


async def test_unstick_ends_a_pause_and_asks_again(world: World) -> None:
    table_id = await world.hand(await world.three())
    await world.service.submit(table_id, Pause("forbidden"))
    await Upkeep(world.service).unstick(table_id)
    assert set(await world.decisions(table_id)) == {"seat:0"}


async def test_a_move_under_way_does_not_bring_back_the_time_before_the_grace(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await start_of_turn(world)
    actor, upkeep = await world.service.actor(table_id), Upkeep(world.service)
    world.now.ms += TURN_MS - 1
    given: list[asyncio.Task[None]] = []

    async def planned(work: Work[T], *, patient: bool = False) -> T:
        """The move's own write comes when the grace waits for the table, or has passed it by."""
        monkeypatch.undo()
        given.append(asyncio.create_task(upkeep.grace()))
        while not actor.lock._waiters:  # noqa: ASYNC110  # a lock tells nobody who waits for it
            await asyncio.sleep(0)
        return await world.db.write(work, patient=patient)

    monkeypatch.setattr(world.db, "write", planned)
    await world.play(table_id, 1, Draw())
    await asyncio.wait_for(given[0], 10)
    (row,) = actor.decisions.values()
    assert row.due_ms == world.now() + GRACE_MS
    assert await world.decisions(table_id) == actor.decisions


async def test_a_table_at_which_nothing_happens_for_a_week_is_closed_with_refund(
    world: World,
) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    upkeep = Upkeep(world.service)
    world.now.ms += OLDEST_MS
    await upkeep.reap(table_id)
    assert await world.status(table_id) is None
    world.now.ms += 1
    await upkeep.reap(table_id)
    assert await world.status(table_id) == "stuck"
    assert [await world.wallet(player_id) for player_id in people] == [1_000] * 3
    assert await world.findings() == []


async def test_a_table_that_cannot_be_read_keeps_no_other_from_being_played(
    damaged: World,
) -> None:
    broken = await damaged.hand(await damaged.three())
    sound = await damaged.hand(await damaged.three())
    await damaged.db.write(lambda conn: conn.execute("DROP TRIGGER events_never_change"))
    await lose(damaged, f"UPDATE events SET body = '{{}}' WHERE table_id = '{broken}' AND seq = 2")
    assert await damaged.restart() == [sound]
    await damaged.pass_time(TURN_MS)
    assert (await damaged.game(sound)).turn_seat == 1


async def test_a_summary_for_moderators_names_people_and_no_card(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    (summary,) = await world.service.summaries(77)
    assert (summary.table_id, summary.stage, summary.hand_no) == (table_id, "hand", 1)
    assert len(summary.names) == 3
    told = repr(summary)
    game = await world.game(table_id)
    assert not [card for hand in game.hands for card in hand if f"'{card}'" in told]
