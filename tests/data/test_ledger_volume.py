"""Millions of transfers through the constraints of the file: they sum to zero, to the chip.

They are written in batches, one statement and one transaction each, and every row passes the same
checks and triggers as the bot's own. What must come out is kept beside them in plain Python.
"""

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from data import audit, ledger, tables
from data.ledger import MINT
from tests.data.worlds import GUILD, NOW_MS

BATCH = 10_000
PEOPLE, TABLES = 300, 100
ROWS = "key, debit, credit, amount, why, table_id, hand_no, at_ms"
Row = tuple[str, str, str, int, str, None, None, int]


class Books:
    """Who holds what, in Python; makes transfers that are possible."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        ids = [f"t{number % TABLES}" for number in range(PEOPLE)]
        people = [f"p{number}" for number in range(PEOPLE)]
        self.accounts = [
            *(ledger.wallet_account(GUILD, player_id) for player_id in people),
            *map(ledger.table_account, ids, people),
            *map(ledger.pot_account, ids, people),
        ]
        self.held = dict.fromkeys((MINT, *self.accounts), 0)

    def transfers(self, first: int, count: int) -> Iterator[Row]:
        chance, accounts, held = self.rng.random, self.accounts, self.held
        for number in range(first, first + count):
            debit = accounts[int(chance() * len(accounts))]
            amount = 1 + int(chance() * held[debit])
            if amount > held[debit]:
                debit, amount = MINT, 1000
            credit = accounts[int(chance() * len(accounts))]
            if credit == debit:
                credit = MINT
            held[debit] -= amount
            held[credit] += amount
            yield f"k{number:09}", debit, credit, amount, "test", None, None, NOW_MS


def write(conn: sqlite3.Connection, books: Books, count: int) -> None:
    conn.execute("PRAGMA cache_size = -65536")  # of a file that has been open for a while
    for number in range(TABLES):
        tables.open_table(conn, tables.TableRow(f"t{number}", GUILD, number, NOW_MS))
    conn.execute(f"CREATE TEMP TABLE batch ({ROWS})")
    for first in range(0, count, BATCH):
        rows = books.transfers(first, min(BATCH, count - first))
        conn.execute("BEGIN IMMEDIATE")
        conn.executemany("INSERT INTO temp.batch VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        conn.execute(f"INSERT INTO transfers ({ROWS}) SELECT * FROM temp.batch ORDER BY rowid")
        conn.execute("DELETE FROM temp.batch")
        conn.execute("COMMIT")


def prove(conn: sqlite3.Connection, count: int, seed: int) -> None:
    books = Books(seed)
    write(conn, books, count)
    assert conn.execute("SELECT COUNT(*) FROM transfers").fetchone() == (count,)
    balances = dict(conn.execute("SELECT account, balance FROM balances"))
    assert sum(balances.values()) == 0
    assert balances == {
        account: chips for account, chips in books.held.items() if chips or account in balances
    }
    assert min(chips for account, chips in balances.items() if account != MINT) >= 0
    # Every balance is the sum of its rows, and every statement adds up to its wallet.
    checks = (audit._balances, audit._trial_balance, audit._statements)
    assert [finding for check in checks for finding in check(conn)] == []


@pytest.mark.long  # `make ledger` runs this one
@pytest.mark.parametrize("seed", [1, 2])  # two cores write half a million each
def test_a_million_transfers_sum_to_zero(conn: sqlite3.Connection, seed: int) -> None:
    prove(conn, 500_000, seed)


@pytest.mark.long
def test_ten_million_transfers_sum_to_zero(conn: sqlite3.Connection, path: Path) -> None:
    prove(conn, 10_000_000, 3)
    conn.close()
    path.unlink()  # 1.8 GB


def test_a_chip_too_much_stops_its_whole_batch(conn: sqlite3.Connection) -> None:
    books = Books(4)
    write(conn, books, 2_000)
    poor = next(account for account in books.accounts if books.held[account] < 1000)
    rows = [*books.transfers(2_000, 50), ("last", poor, MINT, 10**6, "test", None, None, NOW_MS)]
    before = conn.execute("SELECT account, balance FROM balances").fetchall()
    conn.executemany("INSERT INTO temp.batch VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    with pytest.raises(sqlite3.IntegrityError, match="overdraft"):
        conn.execute(f"INSERT INTO transfers ({ROWS}) SELECT * FROM temp.batch ORDER BY rowid")
    assert conn.execute("SELECT account, balance FROM balances").fetchall() == before
    assert conn.execute("SELECT COUNT(*) FROM transfers").fetchone() == (2_000,)
