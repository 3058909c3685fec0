"""Chips move in whole transfers, once each, and never out of nothing."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from data import ledger, tables
from data.db import Connection, Database
from data.errors import KeyReused, OverCap, Overdraft
from data.ledger import MINT, Transfer
from tests.data.worlds import GUILD, NOW_MS, World


def test_a_transfer_moves_both_sides(world: World) -> None:
    ana, ben = world.rich("Ana", 100), world.rich("Ben", 100)
    a, b = ledger.wallet_account(GUILD, ana), ledger.wallet_account(GUILD, ben)
    assert ledger.apply(world.conn, Transfer("k", a, b, 30, "test"), NOW_MS)
    assert (ledger.balance(world.conn, a), ledger.balance(world.conn, b)) == (70, 130)
    assert ledger.balance(world.conn, MINT) == -200


def test_a_transfer_key_applies_once(world: World) -> None:
    transfer = Transfer("k", MINT, "wallet:7:ana", 30, "test")
    assert ledger.apply(world.conn, transfer, NOW_MS)
    assert not ledger.apply(world.conn, replace(transfer, why="again"), NOW_MS + 1)
    assert ledger.balance(world.conn, "wallet:7:ana") == 30


@pytest.mark.parametrize(
    "change", [{"amount": 31}, {"credit": "wallet:7:ben"}, {"debit": "wallet:7:ben"}]
)
def test_a_key_cannot_stand_for_another_transfer(world: World, change: dict[str, object]) -> None:
    transfer = Transfer("k", MINT, "wallet:7:ana", 30, "test")
    ledger.apply(world.conn, transfer, NOW_MS)
    with pytest.raises(KeyReused, match="transfer key k"):
        ledger.apply(world.conn, replace(transfer, **change), NOW_MS)  # type: ignore[arg-type]
    assert ledger.balance(world.conn, "wallet:7:ana") == 30


async def test_an_overdraft_aborts_the_whole_command(db: Database) -> None:
    def pay(conn: Connection) -> None:
        ledger.apply(conn, Transfer("k1", MINT, "wallet:7:ana", 100, "test"), NOW_MS)
        ledger.apply(conn, Transfer("k2", "wallet:7:ana", "wallet:7:ben", 60, "test"), NOW_MS)
        ledger.apply(conn, Transfer("k3", "wallet:7:ana", "wallet:7:ben", 41, "test"), NOW_MS)

    with pytest.raises(Overdraft) as refusal:
        await db.write(pay)
    assert refusal.value.account == "wallet:7:ana"
    assert await db.read(lambda conn: conn.execute("SELECT * FROM transfers").fetchall()) == []
    assert await db.read(lambda conn: conn.execute("SELECT * FROM balances").fetchall()) == []


def test_an_account_may_be_emptied_but_not_beyond(world: World) -> None:
    ana = ledger.wallet_account(GUILD, world.rich("Ana", 100))
    world.move(ana, "wallet:7:ben", 100)
    with pytest.raises(Overdraft):
        world.move(ana, "wallet:7:ben", 1)
    assert ledger.balance(world.conn, ana) == 0


def test_balances_are_capped(world: World) -> None:
    world.move(MINT, "wallet:7:ana", 10**12)
    with pytest.raises(OverCap) as refusal:
        world.move(MINT, "wallet:7:ana", 1)
    assert refusal.value.account == "wallet:7:ana"
    assert ledger.balance(world.conn, MINT) == -(10**12)


@pytest.mark.parametrize(
    ("debit", "credit", "amount"),
    [
        (MINT, "wallet:7:ana", 0),
        (MINT, "wallet:7:ana", -5),
        (MINT, MINT, 5),
        (MINT, "purse:ana", 5),
        ("wallet::", "wallet:7:ana", 5),
    ],
)
def test_a_senseless_transfer_is_refused(
    world: World, debit: str, credit: str, amount: int
) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        world.move(debit, credit, amount)
    assert world.conn.execute("SELECT COUNT(*) FROM transfers").fetchone() == (0,)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE transfers SET amount = 1",
        "DELETE FROM transfers",
        "DELETE FROM balances",
        "INSERT OR REPLACE INTO transfers VALUES (1, 'k', 'mint', 'wallet:7:ana', 5, '', '', 0, 0)",
    ],
)
def test_transfers_are_only_added(world: World, sql: str) -> None:
    ledger.apply(world.conn, Transfer("k", MINT, "wallet:7:ana", 30, "test"), NOW_MS)
    with pytest.raises(sqlite3.IntegrityError):
        world.conn.execute(sql)
    assert ledger.balance(world.conn, "wallet:7:ana") == 30
    assert world.conn.execute("SELECT COUNT(*) FROM transfers").fetchone() == (1,)


def test_a_wallet_opens_once_with_a_thousand(world: World) -> None:
    ana = world.person()
    assert ledger.open_wallet(world.conn, GUILD, ana, NOW_MS)
    assert not ledger.open_wallet(world.conn, GUILD, ana, NOW_MS)
    assert ledger.holdings(world.conn, GUILD, ana) == ledger.Holdings(
        wallet=1000, at_table=0, in_pot=0
    )
    assert ledger.balance(world.conn, MINT) == -1000


def test_wallets_of_two_servers_are_two(world: World) -> None:
    ana = world.person()
    ledger.open_wallet(world.conn, 1, ana, NOW_MS)
    ledger.open_wallet(world.conn, 2, ana, NOW_MS)
    world.move(ledger.wallet_account(1, ana), "wallet:1:ben", 400)
    assert ledger.holdings(world.conn, 1, ana).wallet == 600
    assert ledger.holdings(world.conn, 2, ana).wallet == 1000


def test_a_days_refill_is_known_by_its_key(world: World) -> None:
    ana = world.rich("Ana", 120)
    key = ledger.refill_key(GUILD, ana, "2026-11-30")
    assert not ledger.refill_used(world.conn, GUILD, ana, "2026-11-30")
    wallet = ledger.wallet_account(GUILD, ana)
    assert ledger.apply(world.conn, ledger.Transfer(key, MINT, wallet, 880, "refill"), NOW_MS)
    assert ledger.refill_used(world.conn, GUILD, ana, "2026-11-30")
    assert not ledger.refill_used(world.conn, GUILD, ana, "2026-12-01")


def test_holdings_count_open_tables_and_pots_of_that_server(world: World) -> None:
    ana, table_id = world.rich("Ana", 1000), world.table()
    world.seat(table_id, 0, ana, 300)
    seat, pot = ledger.table_account(table_id, ana), ledger.pot_account(table_id, ana)
    world.move(seat, pot, 10, table_id)
    holdings = ledger.holdings(world.conn, GUILD, ana)
    assert (holdings.wallet, holdings.at_table, holdings.in_pot) == (700, 290, 10)
    assert ledger.holdings(world.conn, GUILD + 1, ana).total == 0
    for account, chips in ((pot, 10), (seat, 290)):
        world.move(account, ledger.wallet_account(GUILD, ana), chips, table_id)
    tables.close_table(world.conn, table_id, "empty", NOW_MS)
    assert ledger.holdings(world.conn, GUILD, ana) == ledger.Holdings(1000, 0, 0)


def test_movements_are_seen_from_the_player(world: World) -> None:
    ana, ben, table_id = world.rich("Ana", 1000), world.rich("Ben", 1000), world.table("t1", 555)
    world.seat(table_id, 0, ana, 300)
    world.seat(table_id, 1, ben, 300)
    a, b = ledger.table_account(table_id, ana), ledger.table_account(table_id, ben)
    world.move(a, ledger.pot_account(table_id, ana), 10, table_id, "ante")
    world.move(ledger.pot_account(table_id, ana), b, 10, table_id, "pot")
    world.move(b, a, 25, table_id, "deadwood")
    world.move(a, ledger.wallet_account(GUILD, ana), 315, table_id, "cash-out")
    found = ledger.movements(world.conn, GUILD, ana)
    assert [(line.amount, line.why, line.channel_id) for line in found] == [
        (315, "cash-out", 555),
        (25, "deadwood", 555),
        (-10, "ante", 555),
        (-300, "buy-in", 555),
        (1000, "test", None),
    ]
    assert [line.amount for line in ledger.movements(world.conn, GUILD, ben)] == [
        -25,
        10,
        -300,
        1000,
    ]


def test_all_transfers_of_a_hand_are_one_movement(world: World) -> None:
    ana, ben, table_id = world.rich("Ana", 1000), world.rich("Ben", 1000), world.table("t1", 555)
    world.seat(table_id, 0, ana, 300)
    world.seat(table_id, 1, ben, 300)
    a, b = ledger.table_account(table_id, ana), ledger.table_account(table_id, ben)
    pot = ledger.pot_account(table_id, ana)
    for key, debit, credit, amount, hand_no in (
        ("h1-ante", a, pot, 10, 1),
        ("h1-pot", pot, b, 10, 1),
        ("h1-pay", a, b, 25, 1),
        ("h2-pay", b, a, 7, 2),
    ):
        transfer = ledger.Transfer(key, debit, credit, amount, "pay", table_id, hand_no)
        ledger.apply(world.conn, transfer, 0)
    found = ledger.movements(world.conn, GUILD, ana, limit=2)
    assert [(line.amount, line.why, line.hand_no) for line in found] == [
        (7, "hand", 2),
        (-35, "hand", 1),
    ]


def test_movements_stop_at_the_limit_and_the_server(world: World) -> None:
    ana = world.rich("Ana", 5)
    for _ in range(12):
        world.move(MINT, ledger.wallet_account(GUILD, ana), 1)
    assert len(ledger.movements(world.conn, GUILD, ana)) == 10
    assert len(ledger.movements(world.conn, GUILD, ana, limit=3)) == 3
    assert ledger.movements(world.conn, GUILD + 1, ana) == []


def test_the_ledger_stands_after_a_restart(conn: Connection, world: World, path: Path) -> None:
    world.move(MINT, "wallet:7:ana", 30)
    conn.close()
    again = sqlite3.connect(path)
    assert ledger.balance(again, "wallet:7:ana") == 30
    assert ledger.balance(again, "wallet:7:nobody") == 0
    again.close()
