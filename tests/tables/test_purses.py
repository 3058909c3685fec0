"""What people are shown of their chips and of the leaderboards."""

from bot.tables.days import next_chips_day_ms
from bot.tables.purses import board_view, chips_view
from tests.tables.chances import winning_deck
from tests.tables.world import GUILD, NAMES, World


async def test_the_first_look_opens_the_wallet(world: World) -> None:
    ana = await world.person()
    view = await chips_view(world.service, GUILD, ana)
    assert (view.wallet_chips, view.table_chips, view.refill_at_ms) == (1_000, 0, None)
    assert [(move.why, move.chips) for move in view.movements] == [("open", 1_000)]


async def test_stakes_in_the_pot_are_told_beside_the_chips_at_the_table(world: World) -> None:
    people = await world.three()
    await world.hand(people)
    view = await chips_view(world.service, GUILD, people[0])
    assert (view.wallet_chips, view.table_chips, view.pot_chips) == (700, 290, 10)
    assert [(move.why, move.chips) for move in view.movements] == [
        ("hand", -10),  # what the hand did so far
        ("buy_in", -300),
        ("open", 1_000),
    ]


async def test_a_refill_of_today_says_when_the_next_may_come(world: World) -> None:
    ana = await world.person(chips=0)
    await world.open_table(ana)
    view = await chips_view(world.service, GUILD, ana)
    assert view.refill_at_ms == next_chips_day_ms(world.now())


async def test_boards_show_what_the_results_said(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    net = await board_view(world.service, GUILD, people[1], "net", 0)
    assert [(row.rank, row.name, row.chips) for row in net.rows] == [
        (1, NAMES[0], 100),
        (2, NAMES[1], -50),
        (2, NAMES[2], -50),
    ]
    assert (net.own_rank, net.own_chips, net.page, net.pages) == (2, -50, 0, 1)
    chips = await board_view(world.service, GUILD, people[1], "chips", 7)
    assert [row.chips for row in chips.rows] == [1_100, 950, 950]
    assert chips.page == 0


async def test_a_stranger_is_on_no_board(world: World) -> None:
    view = await board_view(world.service, GUILD, await world.person(), "net", 0)
    assert (view.rows, view.own_rank, view.own_chips) == ((), None, None)


async def test_one_row_is_the_viewers_though_others_share_name_and_rank(world: World) -> None:
    people = [await world.person("Ana") for _ in range(3)]
    await world.full_table(people)
    board = await board_view(world.service, GUILD, people[1], "chips", 0)
    assert [(row.rank, row.name) for row in board.rows] == [(1, "Ana")] * 3
    assert [row.is_viewer for row in board.rows].count(True) == 1
