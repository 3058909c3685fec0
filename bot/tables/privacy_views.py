"""What `/privacy show` tells somebody, as plain values."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from bot.tables.service import Tables
from data import personal
from data.db import Connection


@dataclass(frozen=True, slots=True)
class StoredView:
    """What is stored of a person, and how much of it."""

    discord_id: int = field(repr=False)
    name: str = field(repr=False)
    has_dm: bool
    dm_state: str
    sort_order: str
    is_hidden: bool
    seen_ms: int
    came_back: bool  # within 30 days of an erasure
    grants_before: int  # chips of a day that were had before it
    servers: int
    hands: int
    statement_lines: int
    dailies: int
    moderations: int
    seats: int


async def stored_view(service: Tables, player_id: str) -> StoredView | None:
    """What is stored of the person; None for somebody who was erased."""

    def look(conn: Connection) -> StoredView | None:
        account = personal.account(conn, player_id)
        if account is None:
            return None
        counts = personal.counts(conn, player_id)
        return StoredView(
            discord_id=account.discord_id,
            name=account.name,
            has_dm=account.dm_channel_id is not None,
            dm_state=account.dm_state,
            sort_order=account.sort_order,
            is_hidden=bool(account.is_hidden),
            seen_ms=account.seen_ms,
            came_back=account.grants_before is not None,
            grants_before=len(json.loads(account.grants_before or "[]")),
            **counts._asdict(),
        )

    return await service.db.read(look)
