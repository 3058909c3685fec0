"""Which messages a commit puts out of date, lets go or retires."""

from bot.tables.commands import Ready
from data import panels
from data.db import Connection
from data.panels import PanelRow
from tests.tables.chances import winning_deck
from tests.tables.world import World, kinds
from tongits.engine import default_move


async def rows(world: World, table_id: str) -> dict[str, PanelRow]:
    found = await world.db.read(lambda conn: panels.of_table(conn, table_id))
    return {row.panel: row for row in found}


async def show_all(world: World, table_id: str) -> None:
    """Plays the publisher: every outdated panel is shown on a message of its own."""

    def note(conn: Connection) -> None:
        for row in panels.outdated(conn, table_id):
            message_id = row.message_id or 1_000 + world.chance.rng.randrange(10**9)
            panels.shown(conn, table_id, row.panel, message_id, row.wanted_seq, "drawn")

    await world.db.write(note)


async def outdated(world: World, table_id: str) -> set[str]:
    return {name for name, row in (await rows(world, table_id)).items() if row.is_outdated}


async def test_opening_asks_for_no_panel_because_its_answer_is_the_panel(world: World) -> None:
    assert await rows(world, await world.open_table(await world.person())) == {}


async def test_a_join_asks_for_the_table_alone(world: World) -> None:
    table_id = await world.full_table(await world.three())
    assert await outdated(world, table_id) == {"table"}


async def test_a_move_asks_for_the_table_and_the_hands_that_it_concerns(world: World) -> None:
    table_id = await world.hand(await world.three())
    await show_all(world, table_id)
    assert await outdated(world, table_id) == set()
    game = await world.game(table_id)
    await world.play(table_id, 0, default_move(game, game.turn_seat))
    assert await outdated(world, table_id) == {"table", "hand:0", "hand:1"}


async def test_who_leaves_in_mid_hand_sees_that_and_then_nothing_of_it(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    await show_all(world, table_id)
    await world.leave(table_id, people[2])
    assert await outdated(world, table_id) == {"table", "hand:0", "hand:2"}
    await show_all(world, table_id)
    game = await world.game(table_id)
    await world.play(table_id, 0, default_move(game, game.turn_seat))
    assert await outdated(world, table_id) == {"table", "hand:0", "hand:1"}


async def test_who_left_in_mid_hand_sees_how_it_ended(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    await world.leave(table_id, people[2])
    await show_all(world, table_id)
    await world.finish_hand(table_id)
    assert await outdated(world, table_id) > {"hand:0", "hand:1", "hand:2"}


async def test_after_a_start_screens_show_the_time_with_its_grace(world: World) -> None:
    table_id = await world.hand(await world.three())
    await show_all(world, table_id)
    (row,) = (await world.decisions(table_id)).values()
    world.now.ms = row.due_ms
    await world.restart()
    assert await outdated(world, table_id) == {"table", "hand:0", "hand:1", "hand:2"}


async def test_each_deal_gets_new_hand_messages_so_a_new_owner_never_edits_the_old_ones(
    world: World,
) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await show_all(world, table_id)
    await world.win_at_once(table_id)
    await world.leave(table_id, people[1])
    await world.join(table_id, await world.person("Dora"))
    before = await rows(world, table_id)
    await world.pass_time(5_000)
    after = await rows(world, table_id)
    for name in ("hand:0", "hand:1", "hand:2"):
        assert before[name].message_id is not None
        assert after[name].message_id is None
        assert after[name].edition == before[name].edition + 1


async def test_after_a_hand_the_table_moves_below_the_result_when_the_next_is_dealt(
    world: World,
) -> None:
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(await world.three())
    await show_all(world, table_id)
    await world.win_at_once(table_id)
    assert {"table", "result:1"} <= await outdated(world, table_id)
    await show_all(world, table_id)
    old = (await rows(world, table_id))["table"]
    await world.next_hand(table_id)
    now = await rows(world, table_id)
    assert now["table"].message_id is None
    assert now[f"old:{old.message_id}"].message_id == old.message_id
    assert now["result:1"].is_outdated  # its buttons are spent


async def test_a_lobby_that_was_reopened_and_filled_keeps_its_message(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    await world.leave(table_id, people[1])
    await show_all(world, table_id)
    lobby = (await rows(world, table_id))["table"]
    await world.join(table_id, await world.person("Dora"))
    await world.pass_time(5_000)
    assert (await rows(world, table_id))["table"].message_id == lobby.message_id


async def test_being_ready_asks_for_the_result_alone(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    await show_all(world, table_id)
    assert kinds(await world.service.submit(table_id, Ready(people[0], 1))) == ["seat_ready"]
    assert await outdated(world, table_id) == {"result:1"}


async def test_closing_asks_for_the_table_a_last_time(world: World) -> None:
    ana = await world.person()
    table_id = await world.open_table(ana)
    await world.leave(table_id, ana)
    assert await outdated(world, table_id) == {"table"}
