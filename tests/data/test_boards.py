"""Leaderboards: every board says what the results say; ranks agree page by page; nobody hidden."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from data import board_audit, boards, ledger, periods
from data.audit import audit
from data.boards import By, HandResult, Ranking
from data.db import Connection
from data.results import record
from tests.data import plain_boards
from tests.data.plain_boards import Season
from tests.data.worlds import GUILD, NOW_MS, World

NET, CHIPS = Ranking(GUILD), Ranking(GUILD, "chips")


def play(world: World, hand_no: int, chips: dict[str, int], table_id: str = "t1") -> None:
    results = [
        HandResult(hand_no, player_id, seat, change, change > 0, "call")
        for seat, (player_id, change) in enumerate(chips.items())
    ]
    record(world.conn, table_id, results, NOW_MS)


@pytest.fixture
def four(world: World) -> dict[str, str]:
    """Net 50, -10, -10, -30 for Ana, Cora, Ben, Dan."""
    world.table("t1")
    ids = {name: world.person(name) for name in ("Ana", "Ben", "Cora", "Dan")}
    play(world, 1, {ids["Ana"]: 20, ids["Ben"]: -10, ids["Cora"]: -10})
    play(world, 2, {ids["Ana"]: 30, ids["Dan"]: -30})
    return ids


def test_equal_chips_share_a_rank_in_order_of_name(world: World, four: dict[str, str]) -> None:
    board = boards.top(world.conn, NET)
    assert [(row.rank, row.name, row.value) for row in board.rows] == [
        (1, "Ana", 50),
        (2, "Ben", -10),
        (2, "Cora", -10),
        (4, "Dan", -30),
    ]
    assert (board.total, board.pages) == (4, 1)


@pytest.mark.parametrize("by", ["net", "chips"])
def test_a_players_rank_is_the_boards(world: World, four: dict[str, str], by: By) -> None:
    ranking = Ranking(GUILD, by)
    for name, player_id in four.items():
        world.move(ledger.MINT, ledger.wallet_account(GUILD, player_id), 100 * (1 + len(name) % 2))
    rows = boards.top(world.conn, ranking).rows
    assert len(rows) == 4
    assert [boards.standing(world.conn, ranking, row.player_id) for row in rows] == rows


def test_ten_a_page_and_a_page_beyond_is_the_nearest(world: World) -> None:
    for n in range(21):
        world.rich(f"P{n:02}", 1000 - n)
    pages = [boards.top(world.conn, CHIPS, page) for page in (0, 1, 2, 3, 99)]
    assert [len(board.rows) for board in pages] == [10, 10, 10, 1, 1]
    assert [board.rows[0].rank for board in pages] == [1, 1, 11, 21, 21]
    assert {(board.total, board.pages) for board in pages} == {(21, 3)}
    assert pages[2].rows[0].name == "P10"


def test_an_empty_board_has_one_empty_page(world: World) -> None:
    rows, _, total, pages = boards.top(world.conn, NET)
    assert (rows, total, pages) == ([], 0, 1)
    assert boards.standing(world.conn, NET, "nobody") is None


def test_chips_count_wallet_seats_and_pots(world: World) -> None:
    world.table("t1")
    ana, ben = world.rich("Ana", 1000), world.rich("Ben", 900)
    world.seat("t1", 0, ana, 300)
    seat = ledger.table_account("t1", ana)
    world.move(seat, ledger.pot_account("t1", ana), 10)
    world.move(seat, ledger.wallet_account(GUILD, ben), 40)
    rows = boards.top(world.conn, CHIPS).rows
    assert [(row.player_id, row.value) for row in rows] == [(ana, 960), (ben, 940)]


def test_a_stake_that_was_given_back_is_no_loss(world: World) -> None:
    world.table("t1")
    ana = world.rich("Ana", 1000)
    world.seat("t1", 0, ana, 300)
    pot = ledger.pot_account("t1", ana)
    world.move(ledger.table_account("t1", ana), pot, 100, "t1", "ante")
    play(world, 1, {ana: -100})
    world.move(pot, ledger.wallet_account(GUILD, ana), 100, "t1", "refund")
    rows = boards.top(world.conn, NET).rows
    assert [(row.player_id, row.value) for row in rows] == [(ana, 0)]
    assert boards.standing(world.conn, NET, ana) == rows[0]


def test_a_board_is_one_servers(world: World, four: dict[str, str]) -> None:
    world.rich("Far", 500, guild_id=GUILD * 10)
    assert boards.top(world.conn, CHIPS).total == 0
    assert boards.top(world.conn, Ranking(GUILD * 10)).total == 0
    assert boards.top(world.conn, Ranking(GUILD * 10, "chips")).rows[0].name == "Far"


def test_erased_people_are_left_out_of_board_and_ranks(world: World, four: dict[str, str]) -> None:
    erased = "UPDATE players SET discord_id = NULL, name = '' WHERE player_id = ?"
    world.conn.execute(erased, (four["Ana"],))
    assert [row.rank for row in boards.top(world.conn, NET).rows] == [1, 1, 3]
    ben = boards.standing(world.conn, NET, four["Ben"])
    assert ben is not None
    assert ben.rank == 1
    assert boards.standing(world.conn, NET, four["Ana"]) is None


def test_a_name_never_shows_in_a_repr(world: World, four: dict[str, str]) -> None:
    assert "Ana" not in repr(boards.top(world.conn, NET))


# -- every board, every period -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_every_board_is_what_plain_python_makes_of_the_results(world: World, seed: int) -> None:
    season = Season(world, seed)
    season.play(110)
    assert list(season.disagreements()) == []
    assert audit(world.conn) == []


def test_hidden_erased_and_departed_people_are_shown_to_nobody(world: World) -> None:
    season = Season(world, 5)
    season.play(60)
    hidden, erased, *gone = season.people[:5]
    boards.hide(world.conn, hidden, hidden=True)
    world.conn.execute("UPDATE players SET discord_id = NULL WHERE player_id = ?", (erased,))
    for player_id in (*gone, hidden, erased):
        boards.note_departed(world.conn, GUILD, player_id, has_left=True)
    assert list(season.disagreements("hidden")) == []
    assert list(season.disagreements("named")) == []
    assert audit(world.conn) == []
    season.moments = [season.moments[-1] + 90 * 24 * plain_boards.HOUR_MS]
    season.play(30)  # who played again is back; who hides stays hidden in periods that begin
    assert hidden not in season.listed("named")
    assert set(gone) & season.listed("hidden")
    season.moments *= 5
    assert list(season.disagreements("hidden")) == []
    assert audit(world.conn) == []


def test_who_hides_comes_back_with_all_they_won(world: World, four: dict[str, str]) -> None:
    before = boards.top(world.conn, NET).rows
    boards.hide(world.conn, four["Ana"], hidden=True)
    assert boards.is_hidden(world.conn, four["Ana"])
    assert [row.name for row in boards.top(world.conn, NET).rows] == ["Ben", "Cora", "Dan"]
    play(world, 3, {four["Ana"]: 5, four["Ben"]: -5})
    boards.hide(world.conn, four["Ana"], hidden=False)
    first = boards.top(world.conn, NET).rows[0]
    assert (first.name, first.value) == ("Ana", before[0].value + 5)


def test_who_left_the_server_keeps_the_last_name_or_is_left_out(
    world: World, four: dict[str, str]
) -> None:
    world.rich("Far", 10)
    boards.note_departed(world.conn, GUILD, four["Ana"], has_left=True)
    boards.note_departed(world.conn, GUILD, four["Ana"], has_left=True)
    assert boards.top(world.conn, NET).rows[0].name == "Ana"
    without = Ranking(GUILD, departed="hidden")
    assert [row.name for row in boards.top(world.conn, without).rows] == ["Ben", "Cora", "Dan"]
    assert boards.standing(world.conn, without, four["Ana"]) is None
    assert boards.page_of(world.conn, without, None) == 1
    play(world, 3, {four["Ana"]: 5, four["Ben"]: -5})
    assert boards.top(world.conn, without).rows[0].name == "Ana"


def test_a_streak_is_broken_by_any_hand_not_won_and_goes_on_across_tables(world: World) -> None:
    ana, ben = world.person("Ana"), world.person("Ben")
    for table_id in ("t1", "t2"):
        world.table(table_id)
    streak = Ranking(GUILD, "streak")
    for number, (table_id, change) in enumerate(
        [("t1", 5), ("t2", 5), ("t1", -5), ("t1", 5), ("t2", 5), ("t1", 5), ("t2", -5)]
    ):
        play(world, number, {ana: change, ben: -change}, table_id)
    lines = [(row.name, row.value) for row in boards.top(world.conn, streak).rows]
    assert lines == [("Ana", 3), ("Ben", 1)]


def test_seasons_with_a_board_can_still_be_read(world: World, four: dict[str, str]) -> None:
    later = NOW_MS + 400 * 24 * plain_boards.HOUR_MS
    then, now = periods.season_at(NOW_MS), periods.season_at(later)
    assert now - then > 2
    assert boards.seasons(world.conn, GUILD, later, 12) == [now, then]
    assert boards.seasons(world.conn, GUILD, later, 1) == [now]
    assert boards.seasons(world.conn, GUILD * 10, later, 12) == [now]
    past = Ranking(GUILD, "net", periods.key_of(f"s{then}", later))
    assert boards.top(world.conn, past).rows == boards.top(world.conn, NET).rows


def test_sql_and_python_know_the_same_periods(world: World) -> None:
    rng = random.Random(3)
    recount = board_audit.Recount(world.conn)
    for _ in range(2_000):
        at_ms = rng.randrange(1_500_000_000_000, 2_500_000_000_000)
        assert recount.keys(at_ms) == periods.keys(at_ms)


@pytest.mark.parametrize("by", boards.SOURCES)
def test_pages_and_ranks_are_read_from_an_index_alone(world: World, by: By) -> None:
    ranking = Ranking(GUILD, by)
    ana = world.rich("Ana", 100)
    world.table("t1")
    for number in range(60):
        record(world.conn, "t1", [HandResult(number, ana, 0, 5, True, "tongits")], NOW_MS)
    asked: list[str] = []
    world.conn.set_trace_callback(asked.append)
    boards.top(world.conn, ranking)
    own = boards.standing(world.conn, ranking, ana)
    assert boards.page_of(world.conn, ranking, own) == 1
    world.conn.set_trace_callback(None)
    assert len(asked) > 6
    for sql in asked:
        plan = [row[3] for row in world.conn.execute(f"EXPLAIN QUERY PLAN {sql}")]
        assert not [step for step in plan if "SCAN" in step and "CONSTANT" not in step], plan
        assert not [step for step in plan if "TEMP" in step], plan
        if "COUNT(*)" in sql or "ORDER BY" in sql:
            assert "COVERING INDEX" in plan[0]
        if "COUNT(*)" in sql and "> " in sql.split(" AND ")[-1]:
            assert f"{boards.SOURCES[by].column}>?" in plan[0], (sql, plan)


# -- planted faults ------------------------------------------------------------------------------

Plant = Callable[[pytest.MonkeyPatch], None]


def no_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "add_up", lambda *_: None)


def streak_never_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        boards, "ADD_LOST", boards.ADD_LOST.replace("streak = 0", "streak = streak")
    )


def a_millisecond_off(monkeypatch: pytest.MonkeyPatch) -> None:
    day = periods.date_of
    monkeypatch.setattr(periods, "date_of", lambda at_ms: day(at_ms + 1))


def an_hour_off(monkeypatch: pytest.MonkeyPatch) -> None:
    day = periods.date_of
    monkeypatch.setattr(periods, "date_of", lambda at_ms: day(at_ms - plain_boards.HOUR_MS))


def weeks_from_sunday(monkeypatch: pytest.MonkeyPatch) -> None:
    key, day_ms = periods.keys, 24 * plain_boards.HOUR_MS
    monkeypatch.setattr(
        periods,
        "keys",
        lambda at_ms: tuple(
            key(at_ms + day_ms)[2] if one.startswith("w") else one for one in key(at_ms)
        ),
    )


@pytest.mark.parametrize(
    "plant", [no_summary, streak_never_broken, a_millisecond_off, an_hour_off, weeks_from_sunday]
)
def test_a_planted_fault_in_the_sums_is_caught_twice(
    world: World, monkeypatch: pytest.MonkeyPatch, plant: Plant
) -> None:
    season = Season(world, 1)
    plant(monkeypatch)
    season.play(80)
    assert any(season.disagreements())
    assert faults(world.conn) != []


@pytest.mark.parametrize("trigger", ["transfers_refund_boards", "balances_on_boards"])
def test_a_transfer_that_no_board_hears_of_is_caught(world: World, trigger: str) -> None:
    season = Season(world, 1)
    season.play(5)
    season.refund(season.people[0], 5, NOW_MS)
    assert audit(world.conn) == []
    world.conn.execute(f"DROP TRIGGER {trigger}")
    season.refund(season.people[0], 5, NOW_MS)
    assert any("board" in finding for finding in audit(world.conn))


def faults(conn: Connection) -> list[str]:
    """What the audit finds wrong with the sums."""
    return [one for people in board_audit.batches(conn) for one in board_audit.sums(conn, people)]


def looks(path: Path, conn: Connection, write: Callable[[Connection], None]) -> list[bool]:
    """Whether boards and results agreed, for somebody else, before every statement of a write."""
    found: list[bool] = []
    looker = sqlite3.connect(path, isolation_level=None)
    conn.set_trace_callback(lambda _: found.append(not faults(looker)))
    write(conn)
    conn.set_trace_callback(None)
    found.append(not faults(looker))
    looker.close()
    return found


def settle(conn: Connection) -> None:
    """A hand is written as a command does it: in one transaction."""
    people = [row[0] for row in conn.execute("SELECT player_id FROM players ORDER BY player_id")]
    conn.execute("BEGIN IMMEDIATE")
    results = [
        HandResult(9, people[0], 0, 5, True, "call"),
        HandResult(9, people[1], 1, -5, False, "call"),
    ]
    record(conn, "t1", results, NOW_MS)
    conn.execute("COMMIT")


def test_no_reader_ever_sees_results_without_their_sums(
    world: World, path: Path, four: dict[str, str]
) -> None:
    found = looks(path, world.conn, settle)
    assert len(found) > 15
    assert all(found)


def test_sums_in_a_second_transaction_are_caught(
    world: World, path: Path, four: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    late: list[tuple[object, ...]] = []
    add_up = boards.add_up
    monkeypatch.setattr(boards, "add_up", lambda _, *asked: late.append(asked))

    def in_two(conn: Connection) -> None:
        settle(conn)
        for asked in late:
            add_up(conn, *asked)  # type: ignore[arg-type]

    found = looks(path, world.conn, in_two)
    assert not all(found)
    assert found[-1]


def test_a_command_that_is_undone_leaves_no_trace_on_the_boards(
    world: World, four: dict[str, str]
) -> None:
    before = world.conn.execute("SELECT * FROM board_sums").fetchall()
    world.conn.execute("BEGIN IMMEDIATE")
    play(world, 3, {four["Ana"]: 5, four["Ben"]: -5})
    assert world.conn.execute("SELECT * FROM board_sums").fetchall() != before
    world.conn.execute("ROLLBACK")
    assert world.conn.execute("SELECT * FROM board_sums").fetchall() == before
