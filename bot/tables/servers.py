"""The servers' settings, as last read: nobody else writes their rows."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from bot.tables.daily import DailyTerms
from bot.tables.newcomers import DAY_MS, NewcomerTerms
from data import server_settings
from data.db import Database
from data.server_settings import Change, ServerSettings

log = logging.getLogger(__name__)


class Servers:
    """The settings of every server that was asked for, in memory."""

    def __init__(self, db: Database, now_ms: Callable[[], int]) -> None:
        self._db = db
        self._now_ms = now_ms
        self._known: dict[int, ServerSettings] = {}

    async def get(self, guild_id: int) -> ServerSettings:
        """A server's settings."""
        return self._known.get(guild_id) or await self._load(guild_id)

    async def change(
        self, guild_id: int, values: Mapping[str, object], player_id: str
    ) -> tuple[str, ...]:
        """Sets some values in a player's name; the keys that are different now.

        Raises `ValueError` for a value that a setting cannot have; nothing has changed then.
        """
        now = self._now_ms()
        changed = await self._db.write(
            lambda conn: server_settings.change(conn, guild_id, values, player_id, now)
        )
        await self._load(guild_id)
        if changed:
            log.info("settings changed by %s: %s", player_id, ", ".join(changed))
        return changed

    async def last_change(self, guild_id: int) -> Change | None:
        """What was changed last on a server; None where nothing ever was."""
        found = await self._db.read(lambda conn: server_settings.changes(conn, guild_id, 1))
        return found[0] if found else None

    def forget(self, guild_id: int) -> None:
        """The server's data is deleted: should it come back, it begins anew."""
        self._known.pop(guild_id, None)

    async def _load(self, guild_id: int) -> ServerSettings:
        loaded = await self._db.read(lambda conn: server_settings.load(conn, guild_id))
        for key in loaded.unusable:
            log.warning("a server's setting %s cannot be used, its default counts: audit", key)
        self._known[guild_id] = loaded.settings
        return loaded.settings


def daily_terms(settings: ServerSettings) -> DailyTerms:
    """When a server's days of `/daily` begin."""
    return DailyTerms(hour=settings.daily_hour, zone=settings.daily_zone)


def newcomer_terms(settings: ServerSettings) -> NewcomerTerms:
    """Who is new on a server."""
    return NewcomerTerms(
        account_ms=settings.account_days * DAY_MS, member_ms=settings.member_days * DAY_MS
    )
