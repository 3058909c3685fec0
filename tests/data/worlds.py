"""A small world to write into: people, tables and chips, made with the fewest words."""

import shutil
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from data import journal, ledger, people, tables
from data.commit import Commit
from data.db import Connection

GUILD = 77
NOW_MS = 1_800_000_000_000


def event(seq: int, kind: str = "Drawn", body: str = "{}") -> journal.StoredEvent:
    return journal.StoredEvent(seq, kind, 1, body, NOW_MS)


@dataclass
class World:
    conn: Connection
    numbers: "count[int]" = field(default_factory=lambda: count(1))

    def person(self, name: str = "Ana", discord_id: int | None = None) -> str:
        """A new person's player_id."""
        unique = 9_000 + next(self.numbers) if discord_id is None else discord_id
        return people.player_for(self.conn, unique, name, NOW_MS).player_id

    def rich(self, name: str, chips: int, guild_id: int = GUILD) -> str:
        """A new person with that many chips in the wallet."""
        player_id = self.person(name)
        wallet = ledger.wallet_account(guild_id, player_id)
        self.move(ledger.MINT, wallet, chips)
        return player_id

    def table(self, table_id: str = "t1", channel_id: int | None = None) -> str:
        """A new open table's id."""
        channel = 500 + next(self.numbers) if channel_id is None else channel_id
        tables.open_table(self.conn, tables.TableRow(table_id, GUILD, channel, NOW_MS))
        return table_id

    def seat(self, table_id: str, seat: int, player_id: str, chips: int) -> None:
        """Seat a person and buy in from the wallet."""
        tables.take_seat(self.conn, table_id, seat, player_id)
        wallet = ledger.wallet_account(GUILD, player_id)
        self.move(wallet, ledger.table_account(table_id, player_id), chips, table_id, "buy-in")

    def move(
        self, debit: str, credit: str, amount: int, table_id: str | None = None, why: str = "test"
    ) -> None:
        key = f"test:{next(self.numbers)}"
        ledger.apply(self.conn, ledger.Transfer(key, debit, credit, amount, why, table_id), NOW_MS)

    def log(self, table_id: str, length: int) -> None:
        journal.append(self.conn, table_id, 0, [event(seq) for seq in range(1, length + 1)])


def opening(table_id: str = "t1", channel_id: int = 500, **changes: object) -> Commit:
    """The commit that opens a table with its first event."""
    row = tables.TableRow(table_id, GUILD, channel_id, NOW_MS)
    first = (event(1, "TableOpened"),)
    return Commit(table_id, 0, events=first, open=row, **changes)  # type: ignore[arg-type]


def restore(backup: Path, path: Path) -> None:
    """What an operator does: the old files away, the backup in their place."""
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)
    shutil.copy(backup, path)


def content_of(path: Path | str) -> bytes:
    return Path(path).read_bytes()
