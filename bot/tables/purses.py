"""What people own on a server and how they stand, read from the ledger."""

from __future__ import annotations

from typing import Final, Literal

from bot.tables.days import chips_day, next_chips_day_ms
from bot.tables.service import Tables
from bot.tables.views import BoardRow, BoardView, ChipsView, Movement
from data import boards, ledger
from data.db import Connection

LAST_MOVEMENTS: Final = 10


async def chips_view(service: Tables, guild_id: int, player_id: str) -> ChipsView:
    """A player's chips; the first look opens the wallet."""
    now, day = service.now_ms(), chips_day(service.now_ms())
    await service.open_wallet(guild_id, player_id)

    def look(conn: Connection) -> ChipsView:
        held = ledger.holdings(conn, guild_id, player_id)
        moved = ledger.movements(conn, guild_id, player_id, LAST_MOVEMENTS)
        used = ledger.refill_used(conn, guild_id, player_id, day)
        return ChipsView(
            wallet_chips=held.wallet,
            table_chips=held.at_table,
            pot_chips=held.in_pot,
            movements=tuple(
                Movement(move.at_ms, move.why, move.amount, move.channel_id, move.hand_no)
                for move in moved
            ),
            refill_at_ms=next_chips_day_ms(now) if used else None,
        )

    return await service.db.read(look)


async def board_view(
    service: Tables, guild_id: int, player_id: str, by: Literal["net", "chips"], page: int
) -> BoardView:
    """A page (0 = first) of the server's leaderboard; one past the end is the last."""

    def look(conn: Connection) -> BoardView:
        found = boards.top(conn, guild_id, by, page + 1)
        own = boards.standing(conn, guild_id, player_id, by)
        return BoardView(
            by=by,
            page=max(0, min(page, found.pages - 1)),
            pages=found.pages,
            rows=tuple(
                BoardRow(row.rank, row.name, row.chips, row.player_id == player_id)
                for row in found.rows
            ),
            own_rank=own.rank if own else None,
            own_chips=own.chips if own else None,
        )

    return await service.db.read(look)
