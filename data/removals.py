"""The list of erased people, beside the database: a restored backup is to forget them again.

It lies in a file of its own, `<database>.erased`, because putting a backup in place takes the
database back to before the erasure. No id is in it, only hashes made with a key that is in it too.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from data.backup import database_of, sync
from data.errors import NotWritten

SUFFIX: Final = ".erased"
KEPT_MS: Final = 32 * 24 * 3_600_000  # longer than any backup of ours (data/ageing.py)


class Removals(NamedTuple):
    """The list: the key of its hashes, and when each person on it was erased last."""

    key: str
    erased: dict[str, int]


def mark(conn: sqlite3.Connection, discord_id: int) -> str:
    """What stands for a person on the list of a connection's database; made with its first one.

    Raises `NotWritten`.
    """
    return mark_of(_opened(conn).key, discord_id)


def mark_of(key: str, discord_id: int) -> str:
    """The keyed hash of a Discord id.

    >>> mark_of("00", 7)[:8]
    '306e9426'
    """
    return hmac.new(bytes.fromhex(key), str(discord_id).encode(), "sha256").hexdigest()


def read(conn: sqlite3.Connection) -> Removals | None:
    """The list; None where nobody was ever erased.

    Raises `NotWritten` for one that cannot be read: whom it names would come back unnoticed.
    """
    path = _path(conn)
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return Removals(str(kept["key"]), {str(one): int(ms) for one, ms in kept["erased"].items()})
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotWritten(f"{path} cannot be read ({type(error).__name__})") from None


def add(conn: sqlite3.Connection, erased: Mapping[str, int], now_ms: int) -> None:
    """Puts people on the list, safely on the disk, and lets old ones go. Raises `NotWritten`."""
    found = _opened(conn)
    kept = {one: ms for one, ms in found.erased.items() if ms > now_ms - KEPT_MS}
    _write(_path(conn), Removals(found.key, kept | dict(erased)))


def _opened(conn: sqlite3.Connection) -> Removals:
    """The list, made if there is none."""
    found = read(conn)
    if found is None:
        found = Removals(secrets.token_hex(32), {})
        _write(_path(conn), found)
    return found


def _path(conn: sqlite3.Connection) -> Path:
    return Path(f"{database_of(conn)}{SUFFIX}")


def _write(path: Path, removals: Removals) -> None:
    """Replaces the file at once: after a power cut it is the old one or the new one."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(removals._asdict(), file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        sync(path.parent)
    except OSError as error:
        raise NotWritten(error.strerror or str(error)) from error
