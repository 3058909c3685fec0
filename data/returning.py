"""People who had all their data erased and come back: what they were given before still counts.

Of an erased person nothing stays but a keyed hash of the Discord id, for 30 days. Whoever comes
back within them is a new player, whose wallets begin empty and who cannot have a day's chips twice.
"""

from __future__ import annotations

import hmac
import json
import secrets
import sqlite3
from typing import Final

from data import settings

KEPT_MS: Final = 30 * 24 * 3_600_000
KEY_SETTING: Final = "erasure-key"
ONCE_A_DAY: Final = ("refill", "daily")  # kinds of grants, the first word of their keys
LAST_DAYS_MS: Final = 3 * 24 * 3_600_000  # longer than any day of the chips lasts


def note_erasure(conn: sqlite3.Connection, player_id: str, now_ms: int) -> None:
    """Remember that a person is being erased; before their Discord id goes, in one transaction.

    Nothing is kept of somebody who was never given chips. Raises KeyError for an unknown player.
    """
    forget_old(conn, now_ms)
    sql = "SELECT discord_id, grants_before FROM players WHERE player_id = ?"
    row = conn.execute(sql, (player_id,)).fetchone()
    if row is None:
        raise KeyError(player_id)
    discord_id, before = row
    guilds = _guilds_of(conn, player_id)
    if discord_id is None or (not guilds and before is None):
        return
    grants = {*json.loads(before or "[]"), *_last_grants(conn, guilds, player_id, now_ms)}
    sql = (
        "INSERT INTO erasures (fingerprint, grants, erased_ms) VALUES (?, ?, ?)"
        " ON CONFLICT (fingerprint) DO UPDATE SET grants = excluded.grants,"
        " erased_ms = excluded.erased_ms"
    )
    mark = _fingerprint(_key(conn), discord_id)
    conn.execute(sql, (mark, json.dumps(sorted(grants)), now_ms))


def grants_of(conn: sqlite3.Connection, discord_id: int, now_ms: int) -> str | None:
    """The grants a new player used before, as JSON; None for one who was not erased lately."""
    key = settings.get(conn, KEY_SETTING)
    if key is None:  # nobody ever was
        return None
    sql = "SELECT grants FROM erasures WHERE fingerprint = ? AND erased_ms > ?"
    bound = (_fingerprint(key, discord_id), now_ms - KEPT_MS)
    row = conn.execute(sql, bound).fetchone()
    return None if row is None else str(row[0])


def came_back(conn: sqlite3.Connection, player_id: str) -> bool:
    """Whether the player was erased within 30 days before they were met as this one."""
    sql = "SELECT grants_before IS NOT NULL FROM players WHERE player_id = ?"
    row = conn.execute(sql, (player_id,)).fetchone()
    return row is not None and bool(row[0])


def used_before(conn: sqlite3.Connection, key: str) -> bool:
    """Whether whoever a grant's key names had that grant before their erasure."""
    kind, guild_id, player_id, day = key.split(":")
    sql = "SELECT grants_before FROM players WHERE player_id = ? AND grants_before IS NOT NULL"
    row = conn.execute(sql, (player_id,)).fetchone()
    return row is not None and f"{kind}:{guild_id}:{day}" in json.loads(row[0])


def forget_old(conn: sqlite3.Connection, now_ms: int) -> None:
    """Let go of everybody who was erased 30 days ago or earlier."""
    conn.execute("DELETE FROM erasures WHERE erased_ms <= ?", (now_ms - KEPT_MS,))


def _guilds_of(conn: sqlite3.Connection, player_id: str) -> list[int]:
    """The servers that the player has a wallet on."""
    sql = """
        SELECT account FROM balances WHERE account > 'wallet:' AND account < 'wallet;'
            AND account GLOB 'wallet:*:' || ?
    """
    return [int(account.split(":")[1]) for (account,) in conn.execute(sql, (player_id,))]


def _last_grants(
    conn: sqlite3.Connection, guilds: list[int], player_id: str, now_ms: int
) -> list[str]:
    """The grants of the last days, without the player's name: `refill:7:20261130`."""
    sql = f"""
        SELECT x.key FROM statements AS s JOIN transfers AS x USING (transfer_id)
        WHERE s.guild_id = ? AND s.player_id = ? AND x.at_ms > ?
            AND x.why IN ({", ".join("?" * len(ONCE_A_DAY))})
    """
    found: list[str] = []
    for guild_id in guilds:
        bound = (guild_id, player_id, now_ms - LAST_DAYS_MS, *ONCE_A_DAY)
        for (key,) in conn.execute(sql, bound):
            kind, guild, _, day = key.split(":")
            found.append(f"{kind}:{guild}:{day}")
    return found


def _key(conn: sqlite3.Connection) -> str:
    """The secret the hashes are made with, made once for this file."""
    key = settings.get(conn, KEY_SETTING)
    if key is None:
        key = secrets.token_hex(32)
        settings.put(conn, KEY_SETTING, key)
    return key


def _fingerprint(key: str, discord_id: int) -> str:
    return hmac.new(bytes.fromhex(key), str(discord_id).encode(), "sha256").hexdigest()
