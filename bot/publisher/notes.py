"""What was done on Discord and is to be written down; kept until the database takes it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar

from data.db import Connection, Database
from data.errors import NotWritten

log = logging.getLogger(__name__)

T = TypeVar("T")


class Notes:
    """Writes notes about tables. A table that owes one is not published: we might do it twice."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._owed: dict[str, list[Callable[[Connection], object]]] = {}
        self._paying = asyncio.Lock()

    async def write(self, table_id: str, note: Callable[[Connection], T], unwritten: T) -> T:
        """What the note answers; `unwritten` if it has to wait until it can be written.

        The move it is about is on disk: whoever made it must not hear that it was not played.
        """
        try:
            await self.pay(table_id)
            return await self._db.write(note, patient=True)
        except NotWritten as failure:
            log.warning("table %s: a note waits. %s", table_id, failure)
            self._owed.setdefault(table_id, []).append(note)
            return unwritten

    async def pay(self, table_id: str) -> None:
        """Writes what the table owes, oldest first. Raises `NotWritten`; the rest is kept."""
        if table_id in self._owed:
            async with self._paying:
                await self._pay(self._owed.get(table_id, []))
                if not self._owed.get(table_id):
                    self._owed.pop(table_id, None)

    async def _pay(self, owed: list[Callable[[Connection], object]]) -> None:
        while owed:
            await self._db.write(owed[0], patient=True)
            del owed[0]

    @property
    def owing(self) -> list[str]:
        """The tables that owe a note."""
        return list(self._owed)
