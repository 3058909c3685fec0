"""Leaderboards: ranks agree between the board and the single player, page by page."""

import pytest

from data import boards, ledger
from data.boards import HandResult
from tests.data.worlds import GUILD, NOW_MS, World


def play(world: World, hand_no: int, chips: dict[str, int], table_id: str = "t1") -> None:
    results = [
        HandResult(hand_no, player_id, seat, change, change > 0, "call")
        for seat, (player_id, change) in enumerate(chips.items())
    ]
    boards.record(world.conn, table_id, results, NOW_MS)


@pytest.fixture
def four(world: World) -> dict[str, str]:
    """Net 50, -10, -10, -30 for Ana, Cora, Ben, Dan."""
    world.table("t1")
    ids = {name: world.person(name) for name in ("Ana", "Ben", "Cora", "Dan")}
    play(world, 1, {ids["Ana"]: 20, ids["Ben"]: -10, ids["Cora"]: -10})
    play(world, 2, {ids["Ana"]: 30, ids["Dan"]: -30})
    return ids


def test_equal_chips_share_a_rank_in_order_of_name(world: World, four: dict[str, str]) -> None:
    board = boards.top(world.conn, GUILD, "net")
    assert [(row.rank, row.name, row.chips) for row in board.rows] == [
        (1, "Ana", 50),
        (2, "Ben", -10),
        (2, "Cora", -10),
        (4, "Dan", -30),
    ]
    assert (board.total, board.pages) == (4, 1)


@pytest.mark.parametrize("by", ["net", "chips"])
def test_a_players_rank_is_the_boards(world: World, four: dict[str, str], by: boards.By) -> None:
    for name, player_id in four.items():
        world.move(ledger.MINT, ledger.wallet_account(GUILD, player_id), 100 * (1 + len(name) % 2))
    rows = boards.top(world.conn, GUILD, by).rows
    assert len(rows) == 4
    assert [boards.standing(world.conn, GUILD, row.player_id, by) for row in rows] == rows


def test_ten_a_page_and_a_page_beyond_is_the_nearest(world: World) -> None:
    for n in range(21):
        world.rich(f"P{n:02}", 1000 - n)
    pages = [boards.top(world.conn, GUILD, "chips", page) for page in (0, 1, 2, 3, 99)]
    assert [len(board.rows) for board in pages] == [10, 10, 10, 1, 1]
    assert [board.rows[0].rank for board in pages] == [1, 1, 11, 21, 21]
    assert {(board.total, board.pages) for board in pages} == {(21, 3)}
    assert pages[2].rows[0].name == "P10"


def test_an_empty_board_has_one_empty_page(world: World) -> None:
    rows, total, pages = boards.top(world.conn, GUILD, "net")
    assert (rows, total, pages) == ([], 0, 1)
    assert boards.standing(world.conn, GUILD, "nobody", "net") is None


def test_chips_count_wallet_seats_and_pots(world: World) -> None:
    world.table("t1")
    ana, ben = world.rich("Ana", 1000), world.rich("Ben", 900)
    world.seat("t1", 0, ana, 300)
    seat = ledger.table_account("t1", ana)
    world.move(seat, ledger.pot_account("t1", ana), 10)
    world.move(seat, ledger.wallet_account(GUILD, ben), 40)
    rows = boards.top(world.conn, GUILD, "chips").rows
    assert [(row.player_id, row.chips) for row in rows] == [(ana, 960), (ben, 940)]


def test_a_stake_that_was_given_back_is_no_loss(world: World) -> None:
    world.table("t1")
    ana = world.rich("Ana", 1000)
    world.seat("t1", 0, ana, 300)
    pot = ledger.pot_account("t1", ana)
    world.move(ledger.table_account("t1", ana), pot, 100, "t1", "ante")
    play(world, 1, {ana: -100})
    world.move(pot, ledger.wallet_account(GUILD, ana), 100, "t1", "refund")
    rows = boards.top(world.conn, GUILD, "net").rows
    assert [(row.player_id, row.chips) for row in rows] == [(ana, 0)]
    assert boards.standing(world.conn, GUILD, ana, "net") == rows[0]


def test_a_board_is_one_servers(world: World, four: dict[str, str]) -> None:
    world.rich("Far", 500, guild_id=GUILD * 10)
    assert boards.top(world.conn, GUILD, "chips").total == 0
    assert boards.top(world.conn, GUILD * 10, "net").total == 0
    assert boards.top(world.conn, GUILD * 10, "chips").rows[0].name == "Far"


def test_erased_people_are_left_out_of_board_and_ranks(world: World, four: dict[str, str]) -> None:
    erased = "UPDATE players SET discord_id = NULL, name = '' WHERE player_id = ?"
    world.conn.execute(erased, (four["Ana"],))
    assert [row.rank for row in boards.top(world.conn, GUILD, "net").rows] == [1, 1, 3]
    ben = boards.standing(world.conn, GUILD, four["Ben"], "net")
    assert ben is not None
    assert ben.rank == 1
    assert boards.standing(world.conn, GUILD, four["Ana"], "net") is None


def test_a_name_never_shows_in_a_repr(world: World, four: dict[str, str]) -> None:
    assert "Ana" not in repr(boards.top(world.conn, GUILD, "net"))
