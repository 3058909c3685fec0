"""The tables in memory, as their journals tell them."""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import Final

from bot.tables import damaged
from bot.tables.actor import Actor
from bot.tables.stored import state_of
from data import decisions, journal, tables
from data.db import Database

log = logging.getLogger(__name__)

CLOSED_KEPT: Final = 64  # closed tables in memory: their last panels are still looked at


class Memory:
    """`open` holds every open table that was asked for, by id; of closed ones the last few stay."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.open: dict[str, Actor] = {}
        self._closed: OrderedDict[str, Actor] = OrderedDict()  # oldest first

    async def actor(self, table_id: str) -> Actor:
        """A table, read from its journal if it is not here yet. Raises `Refused`."""
        found = self.open.get(table_id) or self._closed.get(table_id)
        return found or await self._load(table_id)

    def close(self, actor: Actor) -> None:
        """An open table has closed."""
        self.open.pop(actor.table_id, None)
        self._keep_closed(actor)

    async def _load(self, table_id: str) -> Actor:
        """The table as its journal tells it; an open one stays in memory. Raises `Refused`."""
        actor = await self._told(table_id)
        if actor is None:
            row = await self._db.read(lambda conn: tables.get(conn, table_id))
            raise damaged.refusal(row)
        if actor.state.stage == "closed":
            return self._keep_closed(actor)
        return self.open.setdefault(table_id, actor)  # a second load in between changes nothing

    async def _told(self, table_id: str) -> Actor | None:
        """The table as its journal tells it; None if that tells nothing, or cannot be read."""
        try:
            rows, open_rows = await self._db.read(
                lambda conn: (journal.load(conn, table_id), decisions.of_table(conn, table_id))
            )
        except journal.Garbled as garbled:
            log.warning("table %s: %s", table_id, garbled)
            return None
        try:
            state = state_of(rows) if rows else None
        except Exception as damage:  # noqa: BLE001  # whatever a damaged journal raises
            # Not the traceback: what is damaged may be somebody's cards.
            name = type(damage).__name__
            log.warning("table %s cannot be read (%s): see the audit", table_id, name)
            return None
        if state is None:
            return None
        return Actor(table_id, state, {row.subject: row for row in open_rows})

    def _keep_closed(self, actor: Actor) -> Actor:
        """Nothing happens at a closed table any more: its journal is read once for many looks."""
        self._closed[actor.table_id] = actor
        if len(self._closed) > CLOSED_KEPT:
            self._closed.popitem(last=False)
        return actor
