"""What keeps chips, as `test_ledger_contract` sees it, and two that keep them badly.

Another storage than SQLite's file gets a class here and one more name in `BACKENDS`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Protocol, Self

from data import ledger, statements, tables
from data.db import Connection, Database
from data.ledger import Transfer
from data.statements import Line
from tests.data.worlds import GUILD, NOW_MS

CAP = 10**12
TABLE = "t1"  # an open table of GUILD in every backend


class Backend(Protocol):
    """Storage of chips. One call of `apply` is one command: all its transfers or none."""

    async def apply(self, transfers: Sequence[Transfer]) -> list[bool]:
        """Whether each is new. Raises `KeyReused`, `Overdraft` or `OverCap`."""

    async def balances(self) -> dict[str, int]:
        """Every account that ever moved chips, with what it holds."""

    async def moved(self) -> dict[str, int]:
        """The same accounts, with what the stored transfers add up to."""

    async def statement(self, player_id: str) -> list[Line]:
        """All lines of a player's statement on GUILD, newest first."""

    async def reopen(self) -> None:
        """Stops, and goes on with what is stored."""

    async def close(self) -> None:
        """Stops for good."""


class SqliteBackend:
    """The bot's own: `data.ledger` in a file."""

    def __init__(self, db: Database, path: Path) -> None:
        self.db, self.path = db, path

    @classmethod
    async def open(cls, path: Path) -> Self:
        db = await Database.open(path, now_ms=NOW_MS)
        row = tables.TableRow(TABLE, GUILD, 500, NOW_MS)
        await db.write(lambda conn: tables.open_table(conn, row))
        return cls(db, path)

    async def apply(self, transfers: Sequence[Transfer]) -> list[bool]:
        def work(conn: Connection) -> list[bool]:
            return [ledger.apply(conn, transfer, NOW_MS) for transfer in transfers]

        return await self.db.write(work)

    async def balances(self) -> dict[str, int]:
        sql = "SELECT account, balance FROM balances"
        return await self.db.read(lambda conn: dict(conn.execute(sql)))

    async def moved(self) -> dict[str, int]:
        sql = """
            SELECT account, SUM(amount) FROM (
                SELECT credit AS account, amount FROM transfers
                UNION ALL SELECT debit, -amount FROM transfers
            ) GROUP BY account
        """
        return await self.db.read(lambda conn: dict(conn.execute(sql)))

    async def statement(self, player_id: str) -> list[Line]:
        def look(conn: Connection) -> list[Line]:
            found = statements.page_of(conn, GUILD, player_id, 0)
            pages = [statements.page_of(conn, GUILD, player_id, n) for n in range(found.pages)]
            return [line for page in pages for line in page.lines]

        return await self.db.read(look)

    async def reopen(self) -> None:
        await self.db.close()
        self.db = await Database.open(self.path, now_ms=NOW_MS)

    async def close(self) -> None:
        await self.db.close()


class ReadModifyWrite(SqliteBackend):
    """Planted: balances are read, changed in memory, and written back as they came out."""

    @classmethod
    async def open(cls, path: Path) -> Self:
        opened = await super().open(path)
        await opened.db.write(lambda conn: conn.execute("DROP TRIGGER transfers_post"))
        return opened

    async def apply(self, transfers: Sequence[Transfer]) -> list[bool]:
        held = await self.balances()

        def work(conn: Connection) -> list[bool]:
            return [ledger.apply(conn, transfer, NOW_MS) for transfer in transfers]

        for transfer in transfers:
            for account, change in (
                (transfer.debit, -transfer.amount),
                (transfer.credit, transfer.amount),
            ):
                held[account] = held.get(account, 0) + change
        applied = await self.db.write(work)
        await self.db.write(lambda conn: _set_balances(conn, held))
        return applied


def _set_balances(conn: Connection, held: dict[str, int]) -> None:
    sql = (
        "INSERT INTO balances (account, balance, floor) VALUES (?, ?, -1000000000000000000)"
        " ON CONFLICT (account) DO UPDATE SET balance = excluded.balance"
    )
    conn.executemany(sql, held.items())


class OneByOne(SqliteBackend):
    """Planted: each transfer of a command is a transaction of its own."""

    async def apply(self, transfers: Sequence[Transfer]) -> list[bool]:
        applied = []
        for transfer in transfers:
            applied += await super().apply([transfer])
            await asyncio.sleep(0)
        return applied


Opener = Callable[[Path], Awaitable[Backend]]
BACKENDS: dict[str, Opener] = {"sqlite": SqliteBackend.open}
