"""What a server's moderators settled: typed values with defaults, and who changed them when.

A value is kept as JSON under the name of its field; one that was never changed has no row. Every
change is a row of its own besides, and those are only added.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, NamedTuple

from data.setting_values import (
    ALL_CLOCKS,
    DEFAULT_CLOCK_S,
    MANILA,
    NUMBERS,
    PAIRS,
    flag,
    ids,
    number_within,
    one_of,
    pair_within,
    some_of,
    zone,
)
from tongits.rules import PRESETS


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings. Stakes and rates are (least, most); limits of 0 are none.

    No channels chosen: tables may be opened everywhere. No roles chosen: everybody may play.
    """

    rules: str = PRESETS[0]
    stakes: tuple[int, int] = PAIRS["stakes"]
    rates: tuple[int, int] = PAIRS["rates"]
    clocks: tuple[int, ...] = ALL_CLOCKS
    clock: int = DEFAULT_CLOCK_S
    channels: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    daily_hour: int = 0
    daily_zone: str = MANILA
    account_days: int = 7  # how long a Discord account is new
    member_days: int = 1  # how long somebody is new on the server
    daily_loss: int = 0  # chips a player may lose in a day
    tables_each: int = 1  # where a player may sit at once
    turn_lines: bool = True
    dm_hands: bool = True
    friendly: bool = False  # new tables move no chips

    @property
    def default_clock_s(self) -> int:
        """The clock that a table has unless somebody chooses one, in seconds.

        >>> ServerSettings(clocks=(30, 600)).default_clock_s
        30
        """
        return self.clock if self.clock in self.clocks else self.clocks[0]


DEFAULTS: Final = ServerSettings()

# What reads each value back; it raises ValueError for one that cannot be.
_READ: Final = {
    "rules": one_of(PRESETS),
    **{name: pair_within(*limits) for name, limits in PAIRS.items()},
    "clocks": some_of(ALL_CLOCKS),
    "clock": one_of(ALL_CLOCKS),
    "channels": ids,
    "roles": ids,
    "daily_zone": zone,
    **{name: number_within(*limits) for name, limits in NUMBERS.items()},
    **{field.name: flag for field in fields(ServerSettings) if field.type == "bool"},
}


class Loaded(NamedTuple):
    """A server's settings, and the keys whose stored values cannot be used: defaults count."""

    settings: ServerSettings
    unusable: tuple[str, ...]


class Change(NamedTuple):
    """One change: JSON texts, `old` None where the default counted before."""

    at_ms: int
    player_id: str
    key: str
    old: str | None
    new: str


def load(conn: sqlite3.Connection, guild_id: int) -> Loaded:
    """A server's settings, whatever is stored: what cannot be used is as if it were not there."""
    values: dict[str, Any] = {}
    unusable: list[str] = []
    for key, text in _stored(conn, guild_id).items():
        try:
            values[key] = read_value(key, text)
        except ValueError:
            unusable.append(key)
    return Loaded(replace(DEFAULTS, **values), tuple(unusable))


def read_value(key: str, text: str) -> object:
    """The value of a setting as it is stored. Raises `ValueError` for what it cannot be.

    >>> read_value("stakes", "[1, 50]")
    (1, 50)
    """
    read = _READ.get(key)
    if read is None:
        raise ValueError("there is no such setting")
    return read(json.loads(text))


def change(
    conn: sqlite3.Connection,
    guild_id: int,
    values: Mapping[str, object],
    player_id: str,
    at_ms: int,
) -> tuple[str, ...]:
    """Set some values, each with a row that says who did; the keys that are different now.

    Raises `ValueError` for a value that a setting cannot have, or a key that is none. Needs a
    write transaction.
    """
    stored, before = _stored(conn, guild_id), load(conn, guild_id)
    changed: list[str] = []
    read = {key: read_value(key, json.dumps(value)) for key, value in values.items()}
    for key, wanted in read.items():
        if wanted == getattr(before.settings, key) and key not in before.unusable:
            continue
        text = json.dumps(wanted)
        _set(conn, guild_id, Change(at_ms, player_id, key, stored.get(key), text))
        changed.append(key)
    return tuple(changed)


def changes(conn: sqlite3.Connection, guild_id: int, most: int = 10) -> list[Change]:
    """What was changed on a server last, the newest first."""
    sql = (
        "SELECT at_ms, player_id, key, old_value, new_value FROM setting_changes"
        " WHERE guild_id = ? ORDER BY change_id DESC LIMIT ?"
    )
    return [Change(*row) for row in conn.execute(sql, (guild_id, most))]


def _stored(conn: sqlite3.Connection, guild_id: int) -> dict[str, str]:
    sql = "SELECT key, value FROM server_settings WHERE guild_id = ? ORDER BY key"
    return dict(conn.execute(sql, (guild_id,)))


def _set(conn: sqlite3.Connection, guild_id: int, change: Change) -> None:
    sql = (
        "INSERT INTO server_settings (guild_id, key, value) VALUES (?, ?, ?)"
        " ON CONFLICT (guild_id, key) DO UPDATE SET value = excluded.value"
    )
    conn.execute(sql, (guild_id, change.key, change.new))
    sql = (
        "INSERT INTO setting_changes (guild_id, at_ms, player_id, key, old_value, new_value)"
        " VALUES (?, ?, ?, ?, ?, ?)"
    )
    conn.execute(sql, (guild_id, *change))
