"""What people are shown of their chips and of the leaderboards."""

import random

import pytest

from bot.tables.days import chips_day, next_chips_day_ms
from bot.tables.outcomes import Refused
from bot.tables.purses import board_view, chips_view, hide
from bot.tables.views import BoardChoice, BoardRow
from data import periods
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
    net = await board_view(world.service, GUILD, people[1], BoardChoice())
    assert [(row.rank, row.name, row.value) for row in net.rows] == [
        (1, NAMES[0], 100),
        (2, NAMES[1], -50),
        (2, NAMES[2], -50),
    ]
    assert (net.own, net.page, net.pages) == (BoardRow(2, NAMES[1], -50, True, 1), 0, 1)
    chips = await board_view(world.service, GUILD, people[1], BoardChoice("chips", "all", 7))
    assert [row.value for row in chips.rows] == [1_100, 950, 950]
    assert chips.page == 0


async def test_a_stranger_is_on_no_board(world: World) -> None:
    view = await board_view(world.service, GUILD, await world.person(), BoardChoice())
    assert (view.rows, view.own) == ((), None)


async def test_one_row_is_the_viewers_though_others_share_name_and_rank(world: World) -> None:
    people = [await world.person("Ana") for _ in range(3)]
    await world.full_table(people)
    board = await board_view(world.service, GUILD, people[1], BoardChoice("chips"))
    assert [(row.rank, row.name) for row in board.rows] == [(1, "Ana")] * 3
    assert [row.is_viewer for row in board.rows].count(True) == 1


async def test_every_board_shows_the_hand_that_was_just_won(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    await world.win_at_once(await world.hand(people))
    for period in ("today", "week", "month", "season", "all"):
        for by, value in (
            ("net", 100),
            ("won", 1),
            ("tongits", 1),
            ("biggest", 100),
            ("streak", 1),
        ):
            view = await board_view(world.service, GUILD, people[0], BoardChoice(by, period))
            assert view.own == BoardRow(1, NAMES[0], value, True, 1), (by, period)
    rate = await board_view(world.service, GUILD, people[0], BoardChoice("rate", "today"))
    assert (rate.rows, rate.least_hands) == ((), 5)


async def test_my_rank_and_the_last_page_are_found_wherever_they_are(world: World) -> None:
    people = [await world.person(f"P{n}", chips=5_000 - n) for n in range(25)]
    last = await board_view(world.service, GUILD, people[12], BoardChoice("chips", "all", "last"))
    own = await board_view(world.service, GUILD, people[12], BoardChoice("chips", "all", "me"))
    first = await board_view(world.service, GUILD, people[12], BoardChoice("chips", "all", "first"))
    assert [(view.page, len(view.rows)) for view in (first, own, last)] == [
        (0, 10),
        (1, 10),
        (2, 5),
    ]
    assert [row.is_viewer for row in own.rows].index(True) == 2


async def test_who_hides_is_told_so_and_shown_to_nobody(world: World) -> None:
    people = [await world.person(name, chips=900) for name in NAMES]
    await hide(world.service, people[0], hidden=True)
    own = await board_view(world.service, GUILD, people[0], BoardChoice("chips", "all", "me"))
    assert (own.is_hidden, own.own, [row.name for row in own.rows]) == (True, None, [*NAMES[1:]])
    await hide(world.service, people[0], hidden=False)
    shown = await board_view(world.service, GUILD, people[1], BoardChoice("chips"))
    assert len(shown.rows) == 3


async def test_a_period_that_there_is_not_is_refused(world: World) -> None:
    with pytest.raises(Refused, match="unknown_control"):
        await board_view(world.service, GUILD, await world.person(), BoardChoice("net", "year"))


def test_a_day_of_the_boards_is_a_day_of_the_chips() -> None:
    rng = random.Random(4)
    for at_ms in (rng.randrange(1_700_000_000_000, 2_200_000_000_000) for _ in range(1_000)):
        assert periods.keys(at_ms)[1] == f"d{chips_day(at_ms)}"
