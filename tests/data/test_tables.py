"""One open table a channel; a seat is one person's while the row stands."""

import sqlite3
from collections.abc import Callable

import pytest

from data import decisions, ledger, tables
from data.errors import ChannelTaken, ChipsLeft, SeatTaken
from tests.data.worlds import GUILD, NOW_MS, World


def test_a_channel_has_one_open_table(world: World) -> None:
    world.table("t1", 500)
    with pytest.raises(ChannelTaken) as refusal:
        world.table("t2", 500)
    assert refusal.value.table_id == "t1"
    with pytest.raises(sqlite3.IntegrityError):
        world.conn.execute("INSERT INTO tables VALUES ('t2', 1, 500, 'open', 0, NULL, NULL)")


def test_a_closed_table_frees_its_channel(world: World) -> None:
    world.table("t1", 500)
    tables.close_table(world.conn, "t1", "idle", NOW_MS + 9)
    assert tables.find_open(world.conn, 500) is None
    closed = tables.get(world.conn, "t1")
    assert closed is not None
    assert (closed.status, closed.closed_ms, closed.closed_why) == ("closed", NOW_MS + 9, "idle")
    world.table("t2", 500)
    found = tables.find_open(world.conn, 500)
    assert found is not None
    assert found.table_id == "t2"


def test_closing_twice_keeps_the_first_reason(world: World) -> None:
    world.table("t1")
    tables.close_table(world.conn, "t1", "idle", NOW_MS)
    tables.close_table(world.conn, "t1", "empty", NOW_MS + 1)
    closed = tables.get(world.conn, "t1")
    assert closed is not None
    assert closed.closed_why == "idle"


def test_closing_opens_the_seats_and_drops_the_decisions(world: World) -> None:
    world.table("t1")
    tables.take_seat(world.conn, "t1", 0, world.person())
    decisions.replace(world.conn, decisions.Decision("t1", "seat:0", "x", 0, NOW_MS))
    tables.close_table(world.conn, "t1", "empty", NOW_MS)
    assert tables.seats(world.conn, "t1") == {}
    assert decisions.of_table(world.conn, "t1") == []


@pytest.mark.parametrize("account", [ledger.table_account, ledger.pot_account])
def test_a_table_with_chips_cannot_close(world: World, account: Callable[[str, str], str]) -> None:
    ana = world.rich("Ana", 100)
    world.table("t1")
    world.table("t12")
    world.move(ledger.wallet_account(GUILD, ana), account("t1", ana), 5)
    with pytest.raises(ChipsLeft):
        tables.close_table(world.conn, "t1", "empty", NOW_MS)
    tables.close_table(world.conn, "t12", "empty", NOW_MS)


def test_open_tables_are_listed_by_server(world: World) -> None:
    world.table("t1")
    world.table("t2")
    tables.open_table(world.conn, tables.TableRow("far", GUILD + 1, 900, NOW_MS - 5))
    tables.close_table(world.conn, "t2", "idle", NOW_MS)
    listed = tables.open_tables(world.conn)
    assert [row.table_id for row in listed] == ["far", "t1"]
    assert [row.table_id for row in tables.open_tables(world.conn, GUILD)] == ["t1"]
    assert tables.get(world.conn, "nowhere") is None


def test_a_seat_takes_one_person(world: World) -> None:
    ana, ben = world.person("Ana"), world.person("Ben")
    world.table("t1")
    tables.take_seat(world.conn, "t1", 2, ana)
    with pytest.raises(SeatTaken):
        tables.take_seat(world.conn, "t1", 2, ben)
    with pytest.raises(SeatTaken):
        tables.take_seat(world.conn, "t1", 0, ana)
    tables.take_seat(world.conn, "t1", 0, ben)
    assert tables.seats(world.conn, "t1") == {0: ben, 2: ana}
    tables.free_seat(world.conn, "t1", 2)
    assert tables.seats(world.conn, "t1") == {0: ben}


def test_one_seat_per_server_is_no_rule_of_the_schema(world: World) -> None:
    ana = world.person()
    for table_id in ("t1", "t2"):
        world.table(table_id)
        tables.take_seat(world.conn, table_id, 1, ana)
    assert tables.seats_of_player(world.conn, GUILD, ana) == [("t1", 1), ("t2", 1)]
    assert tables.seats_of_player(world.conn, GUILD + 1, ana) == []
