"""Tables that move no chips: whole hands are played, settled and closed, and no ledger knows."""

import pytest

from bot.tables.commands import Close, Remove
from bot.tables.outcomes import Refused
from data import ledger
from data.ledger import Transfer
from tests.tables.chances import call_deck, winning_deck
from tests.tables.random_life import Life
from tests.tables.test_news import codes, told
from tests.tables.world import BOOK, GUILD, World, kinds
from tongits.moves import Answer
from tongits.rules import with_switches
from tongits.seats import SEATS

STEPS = 2_000
RESTART_EVERY = 400


async def moved(world: World) -> list[tuple[object, ...]]:
    """Every transfer but what the test itself put into wallets."""
    return await world.rows("SELECT why FROM transfers WHERE why NOT IN ('open', 'test')")


async def on_boards(world: World) -> list[tuple[object, ...]]:
    sql = "SELECT player_id FROM hand_results UNION ALL SELECT player_id FROM board_sums"
    return await world.rows(sql)


async def assert_nothing_moved(world: World) -> None:
    assert await moved(world) == []
    assert await on_boards(world) == []
    assert await world.findings() == []


async def test_a_whole_friendly_hand_writes_no_ledger_row_and_no_board_row(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(call_deck())
    table_id = await world.hand(people, moves_chips=False)
    assert await world.chips(table_id) == [290, 290, 290]
    await world.called(table_id)
    await world.play(table_id, 1, Answer("challenge"))
    ended = await world.play(table_id, 2, Answer("show"))
    assert "hand_settled" in kinds(ended)
    result = (await world.state(table_id)).result
    assert result is not None
    assert sum(result.settlement.chips) == 0
    assert result.settlement.chips != (0, 0, 0)
    await assert_nothing_moved(world)
    await world.leave(table_id, people[0])
    await world.service.submit(table_id, Close("ended"))
    assert await world.rows("SELECT * FROM transfers") == []
    assert await world.rows("SELECT * FROM board_chips") == []
    await assert_nothing_moved(world)


async def test_lives_at_friendly_tables_move_nothing_and_survive_restarts(world: World) -> None:
    life = Life(world, seed=5, friendly=1.0)
    for number in range(STEPS):
        await life.step()
        if number % RESTART_EVERY == 0:
            await world.restart()
    kept = {kind for (kind,) in await world.rows("SELECT DISTINCT kind FROM events")}
    assert {"hand_settled", "topped_up", "seat_left", "table_closed", "walked_out"} <= kept
    assert "refilled" not in kept
    assert not life.refused & {"not_enough_chips", "loss_limit"}
    await assert_nothing_moved(world)


async def test_friendly_tables_beside_others_leave_those_chips_alone(world: World) -> None:
    life = Life(world, seed=6, friendly=0.5)
    for _ in range(STEPS):
        await life.step()
    states = [await world.state(table_id) for table_id in life.tables]
    friendly = [state for state in states if not state.moves_chips]
    assert friendly
    assert len(friendly) < len(states)
    touched = await world.rows("SELECT DISTINCT table_id FROM transfers WHERE table_id IS NOT NULL")
    assert touched
    moving = {table_id for table_id in life.tables if (await world.state(table_id)).moves_chips}
    assert {table_id for (table_id,) in touched} <= moving
    assert await world.rows("SELECT COALESCE(SUM(balance), 0) FROM balances") == [(0,)]


async def test_without_a_chip_one_sits_at_a_friendly_table_and_gets_no_refill(
    world: World,
) -> None:
    poor = await world.person(chips=0)
    table_id = await world.open_table(poor, stake=1_000, moves_chips=False)
    assert (await world.chips(table_id))[0] == 30_000
    assert await world.wallet(poor) == 0
    await world.leave(table_id, poor)
    assert await world.wallet(poor) == 0
    await assert_nothing_moved(world)


async def test_points_that_run_low_are_made_up_and_the_channel_reads_of_points(
    world: World,
) -> None:
    people = await world.three()
    world.chance.dealer = SEATS[0]
    world.chance.decks.extend([winning_deck(0)] * 4)
    rules = with_switches(BOOK, {"next_dealer": "winner"})
    table_id = await world.hand(people, rules=rules, moves_chips=False)
    await world.win_at_once(table_id)
    for _ in range(3):
        await world.next_hand(table_id)
        await world.win_at_once(table_id)
    assert await world.chips(table_id) == [700, 300, 300]  # of 100 left, below the 124 needed
    assert codes((await told(world, table_id))[-1]) == ["topped_up", "topped_up"]
    assert not any(one.moves_chips for one in await told(world, table_id))
    await assert_nothing_moved(world)


async def test_a_carried_pot_of_points_vanishes_with_the_table(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people, moves_chips=False)
    await world.finish_hand(table_id)
    assert (await world.state(table_id)).carried_chips == 30
    await world.service.submit(table_id, Remove(people[1], "kicked"))
    await world.service.submit(table_id, Close("moderator"))
    assert [await world.wallet(one) for one in people] == [0, 0, 0]
    await assert_nothing_moved(world)


async def test_closing_in_mid_hand_gives_nothing_back(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people, moves_chips=False)
    await world.service.submit(table_id, Close("channel-gone"))
    await assert_nothing_moved(world)


async def test_whether_a_table_moves_chips_never_changes(world: World) -> None:
    people = await world.three()
    chips_table = await world.open_table(people[0])
    await world.service.servers.change(GUILD, {"friendly": True}, people[0])
    friendly = await world.open_table(people[1], moves_chips=False)
    await world.restart()
    await world.service.servers.change(GUILD, {"friendly": False}, people[0])
    assert (await world.state(chips_table)).moves_chips
    assert not (await world.state(friendly)).moves_chips


async def test_no_days_loss_counts_at_a_friendly_table(world: World) -> None:
    people = await world.three()
    await world.service.servers.change(GUILD, {"daily_loss": 1}, people[0])
    world.chance.dealer = SEATS[0]
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people, moves_chips=False)
    await world.win_at_once(table_id)
    assert await world.chips(table_id) == [400, 250, 250]
    with pytest.raises(Refused):
        await world.join(table_id, await world.person())


async def test_the_audit_finds_chips_at_a_table_that_moves_none(damaged: World) -> None:
    people = await damaged.three(500, 500, 500)
    table_id = await damaged.hand(people, moves_chips=False)
    account = ledger.table_account(table_id, people[0])
    wallet = ledger.wallet_account(GUILD, people[0])
    await damaged.db.write(
        lambda conn: ledger.apply(conn, Transfer("x", wallet, account, 5, "test"), 0)
    )
    assert f"Table {table_id}: it holds chips, and the journal says that it moves none" in (
        await damaged.findings()
    )
