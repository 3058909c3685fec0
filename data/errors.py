"""What storage refuses, each as its own exception; the sentence is made from the values."""

from __future__ import annotations

import sqlite3
from pathlib import Path

# What SQLite itself reports: a full disk, a failed sync, a broken rule of the schema.
StorageError = sqlite3.Error


class DataError(Exception):
    """Anything this package refuses by its own decision."""


class DatabaseUnwritable(DataError):
    """The database file cannot be opened for writing."""

    def __init__(self, path: Path | str, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"The database {path} cannot be written: {reason}.")


class DatabaseInUse(DataError):
    """Another process has the database open for writing."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        super().__init__(f"The database {path} is in use by another bot: stop that one first.")


class DatabaseUnreadable(DataError):
    """The database file cannot be opened for reading."""

    def __init__(self, path: Path | str, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"The database {path} cannot be read: {reason}.")


class DatabaseDamaged(DataError):
    """What lies in the file is not what was written: only a backup helps."""

    def __init__(self, path: Path | str, reason: str, backup: Path | None) -> None:
        self.path, self.reason, self.backup = path, reason, backup
        source = f"the newest backup, {backup}," if backup else "a backup"
        super().__init__(
            f"The database {path} is damaged ({reason}): move it, {path}-wal and {path}-shm away, "
            f"copy {source} to {path} and start again."
        )


class BackupRefused(DataError):
    """A backup could not be made; no file has the name it was to have."""

    def __init__(self, path: Path | str, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"The backup {path} cannot be made: {reason}.")


class NotMigrated(DataError):
    """The file was not brought up to date, because it could not be backed up first."""

    def __init__(self, path: Path | str, found: int, known: int, refused: BackupRefused) -> None:
        self.path, self.found, self.known = path, found, known
        super().__init__(
            f"The database {path} stays at schema {found} and is not brought to schema {known}, "
            f"because its backup {refused.path} cannot be made: {refused.reason}."
        )


class NotWritten(DataError):
    """The file cannot be written just now: nothing has changed, and trying again may work."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"Nothing was written to the database: {reason}.")


class DatabaseClosed(DataError):
    """Work was handed in after `Database.close`."""

    def __init__(self) -> None:
        super().__init__("The database is closed.")


class SchemaTooNew(DataError):
    """The file was written by a later version of the program."""

    def __init__(self, found: int, known: int) -> None:
        self.found, self.known = found, known
        super().__init__(
            f"The database has schema {found}, but this version of the bot knows only up to "
            f"schema {known}: start a newer version."
        )


class SeqConflict(DataError):
    """Somebody else has added to the table's log since it was read."""

    def __init__(self, table_id: str, expected_seq: int, found_seq: int) -> None:
        self.table_id, self.expected_seq, self.found_seq = table_id, expected_seq, found_seq
        super().__init__(
            f"The log of table {table_id} stands at {found_seq}, not at {expected_seq}."
        )


class KeyReused(DataError):
    """A transfer key came again with other accounts or another amount."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"The transfer key {key} was used before for something else.")


class Overdraft(DataError):
    """A transfer would take more than the account holds."""

    def __init__(self, account: str) -> None:
        self.account = account
        super().__init__(f"The account {account} does not hold that many chips.")


class OverCap(DataError):
    """A transfer would lift an account above the cap on balances."""

    def __init__(self, account: str) -> None:
        self.account = account
        super().__init__(f"The account {account} cannot hold that many chips.")


class ChannelTaken(DataError):
    """The channel has an open table already: `table_id`."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        super().__init__(f"The channel has the open table {table_id}.")


class SeatTaken(DataError):
    """Somebody sits there, or the player sits at this table already."""

    def __init__(self, table_id: str, seat: int) -> None:
        self.table_id, self.seat = table_id, seat
        super().__init__(f"Seat {seat} of table {table_id} cannot be taken by that player.")


class StillSeated(DataError):
    """A person was to be erased who has a seat, or had one in a hand that is still played."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        super().__init__(f"The player has a seat at table {table_id}.")


class ChipsLeft(DataError):
    """A table was to be closed while its accounts still hold chips."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        super().__init__(f"Table {table_id} cannot close: chips are left in its accounts.")
