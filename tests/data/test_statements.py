"""A statement is read by the page, however long it is, and tells of every transfer."""

import random
import sqlite3
import time
from pathlib import Path

import pytest

from data import ledger, statements
from data.db import Connection
from data.migrate import migrate, shipped
from tests.data.worlds import GUILD, NOW_MS, World


def told(found: statements.Statement) -> list[int]:
    return [line.line_no for line in found.lines]


def test_pages_are_ten_lines_newest_first(world: World) -> None:
    ana = world.rich("Ana", 5)
    for _ in range(22):
        world.move(ledger.MINT, ledger.wallet_account(GUILD, ana), 1)
    pages = [statements.page_of(world.conn, GUILD, ana, page) for page in range(3)]
    assert [told(page) for page in pages] == [
        list(range(23, 13, -1)),
        list(range(13, 3, -1)),
        [3, 2, 1],
    ]
    assert {(page.pages) for page in pages} == {3}
    assert (pages[0].lines[0].chips_after, pages[2].lines[-1].chips_after) == (27, 5)


@pytest.mark.parametrize(("asked", "shown"), [(-1, 0), (3, 2), (10**9, 2)])
def test_a_page_beyond_either_end_is_the_nearest(world: World, asked: int, shown: int) -> None:
    ana = world.rich("Ana", 5)
    for _ in range(22):
        world.move(ledger.MINT, ledger.wallet_account(GUILD, ana), 1)
    assert statements.page_of(world.conn, GUILD, ana, asked).page == shown


def test_a_stranger_has_an_empty_page(world: World) -> None:
    assert statements.page_of(world.conn, GUILD, "nobody", 0) == ([], 0, 1)
    ana = world.rich("Ana", 5)
    assert statements.page_of(world.conn, GUILD + 1, ana, 0) == ([], 0, 1)


def test_lines_name_the_table_and_the_hand(world: World) -> None:
    ana, table_id = world.rich("Ana", 500), world.table("t1", 555)
    world.seat(table_id, 0, ana, 300)
    seat, pot = ledger.table_account(table_id, ana), ledger.pot_account(table_id, ana)
    ante = ledger.Transfer("ante", seat, pot, 10, "ante", table_id, 4)
    ledger.apply(world.conn, ante, NOW_MS + 9)
    first = statements.page_of(world.conn, GUILD, ana, 0).lines[0]
    assert first == statements.Line(3, -10, "ante", NOW_MS + 9, "table", 290, 555, 4)


@pytest.mark.parametrize("sql", ["UPDATE statements SET change = 1", "DELETE FROM statements"])
def test_statements_are_only_added(world: World, sql: str) -> None:
    world.rich("Ana", 5)
    with pytest.raises(sqlite3.IntegrityError, match="only added"):
        world.conn.execute(sql)


def lived(conn: Connection) -> None:
    """Two people's chips, moved about by chance."""
    rng, world = random.Random(3), World(conn)
    conn.execute("BEGIN")
    people = [f"p{number}" for number in range(2)]
    for table_id, guild_id, channel_id in (("t1", GUILD, 1), ("t2", GUILD + 1, 2)):
        row = (table_id, guild_id, channel_id, NOW_MS)
        sql = "INSERT INTO tables (table_id, guild_id, channel_id, opened_ms) VALUES (?, ?, ?, ?)"
        conn.execute(sql, row)
    accounts = [
        account
        for player_id in people
        for account in (
            ledger.wallet_account(GUILD, player_id),
            ledger.wallet_account(GUILD + 1, player_id),
            ledger.table_account("t1", player_id),
            ledger.table_account("t2", player_id),
            ledger.pot_account("t1", player_id),
        )
    ]
    for account in accounts:
        world.move(ledger.MINT, account, 100_000)
    for _ in range(300):
        world.move(*rng.sample(accounts, 2), rng.randint(1, 90))
    conn.execute("COMMIT")


def test_the_migration_writes_the_lines_that_the_ledger_would_have_written(
    tmp_path: Path,
) -> None:
    """A file of the schema before gets the statements of one that always had them."""
    before = [migration for migration in shipped() if migration.version < 4]
    old = sqlite3.connect(tmp_path / "old.db", isolation_level=None)
    migrate(old, before, NOW_MS)
    lived(old)
    migrate(old, shipped(), NOW_MS)
    new = sqlite3.connect(tmp_path / "new.db", isolation_level=None)
    migrate(new, shipped(), NOW_MS)
    lived(new)
    for table in ("statements", "balances"):
        rows = [
            conn.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3").fetchall()
            for conn in (old, new)
        ]
        assert rows[0] == rows[1]
        assert len(rows[0]) > 10
    old.close()
    new.close()


LINES = 100_000
MOST_S = 0.1


@pytest.fixture
def long_lived(world: World) -> str:
    """Somebody with 100,000 lines: a thousand tables, and hands at each of them."""
    ana, conn = world.rich("Ana", 10**9), world.conn
    wallet = ledger.wallet_account(GUILD, ana)
    rows: list[tuple[object, ...]] = []
    for number in range(1_000):
        table_id = f"t{number}"
        seat, pot = ledger.table_account(table_id, ana), ledger.pot_account(table_id, ana)
        rows.append((f"in:{number}", wallet, seat, 1000, "buy_in", table_id, None))
        for hand in range(49):
            rows.append((f"ante:{number}:{hand}", seat, pot, 10, "ante", table_id, hand))
            rows.append((f"pot:{number}:{hand}", pot, seat, 10, "pot", table_id, hand))
        rows.append((f"out:{number}", seat, wallet, 1000, "cash_out", table_id, None))
    sql = "INSERT INTO tables (table_id, guild_id, channel_id, opened_ms) VALUES (?, ?, ?, 0)"
    conn.execute("BEGIN")
    conn.executemany(sql, [(f"t{number}", GUILD, number) for number in range(1_000)])
    sql = (
        "INSERT INTO transfers (key, debit, credit, amount, why, table_id, hand_no, at_ms)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, 0)"
    )
    conn.executemany(sql, rows)
    conn.execute("COMMIT")
    return ana


def test_any_page_of_a_hundred_thousand_lines_is_there_at_once(
    world: World, long_lived: str
) -> None:
    total = statements.length(world.conn, GUILD, long_lived)
    assert total > LINES
    reads = [
        *(
            lambda page=page: statements.page_of(world.conn, GUILD, long_lived, page)
            for page in (0, 1, 5_000, 10_000, 10**9)
        ),
        lambda: ledger.movements(world.conn, GUILD, long_lived),
        lambda: ledger.holdings(world.conn, GUILD, long_lived),
    ]
    took = []
    for read in reads:
        begun = time.perf_counter()
        read()
        took.append(time.perf_counter() - begun)
    assert max(took) < MOST_S, took
