"""A player's statement, read a page at a time."""

from __future__ import annotations

from bot.tables.purse_views import HistoryLine, HistoryView
from bot.tables.service import Tables
from data import statements
from data.db import Connection


async def history_view(service: Tables, guild_id: int, player_id: str, page: int) -> HistoryView:
    """A page (0 = the newest lines) of a player's statement; one past the end is the last."""

    def look(conn: Connection) -> HistoryView:
        found = statements.page_of(conn, guild_id, player_id, page)
        return HistoryView(
            page=found.page,
            pages=found.pages,
            lines=tuple(
                HistoryLine(
                    at_ms=line.at_ms,
                    why=line.why,
                    chips=line.change,
                    place=line.place,
                    chips_after=line.chips_after,
                    channel_id=line.channel_id,
                    hand_no=line.hand_no,
                )
                for line in found.lines
            ),
        )

    return await service.db.read(look)
