"""What people own on a server and how they stand, read from the ledger."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.tables.days import chips_day, next_chips_day_ms
from bot.tables.outcomes import Refused
from bot.tables.service import Tables
from bot.tables.views import BoardChoice, BoardRow, BoardView, ChipsView, Movement, SeasonView
from data import boards, ledger, periods
from data.db import Connection

LAST_MOVEMENTS: Final = 10
LAST_PAGE: Final = 2**31
SEASONS_SHOWN: Final = 12
PICTURE_PAGES: Final = 3


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
    service: Tables, guild_id: int, player_id: str, choice: BoardChoice
) -> BoardView:
    """A page of the server's leaderboard; one past the end is the last.

    Raises `Refused("unknown_control")` for a period that there is not.
    """
    now = service.now_ms()
    if not periods.is_period(choice.period):
        raise Refused("unknown_control")
    key = periods.key_of(choice.period, now)
    ranking = boards.Ranking(guild_id, choice.by, key)

    def look(conn: Connection) -> BoardView:
        own = boards.standing(conn, ranking, player_id)
        found = boards.top(conn, ranking, _page(conn, ranking, own, choice))
        return BoardView(
            by=choice.by,
            period=choice.period,
            page=found.page - 1,
            pages=found.pages,
            rows=tuple(_row(row, player_id) for row in found.rows),
            own=_row(own, player_id) if own else None,
            seasons=_seasons(conn, guild_id, now),
            least_hands=boards.least_hands(key),
            is_hidden=boards.is_hidden(conn, player_id),
        )

    return await service.db.read(look)


async def board_top(
    service: Tables, guild_id: int, player_id: str, choice: BoardChoice
) -> BoardView:
    """The first pages of a leaderboard as one, for a picture. Raises as `board_view` does."""
    first = await board_view(service, guild_id, player_id, replace(choice, page=0))
    rows = first.rows
    for page in range(1, min(first.pages, PICTURE_PAGES)):
        further = await board_view(service, guild_id, player_id, replace(choice, page=page))
        rows += further.rows if further.page == page else ()
    return replace(first, rows=rows)


async def hide(service: Tables, player_id: str, *, hidden: bool) -> None:
    """Leaves a player out of every leaderboard, or takes them in again."""
    await service.db.write(lambda conn: boards.hide(conn, player_id, hidden=hidden))


def _page(
    conn: Connection, ranking: boards.Ranking, own: boards.BoardRow | None, choice: BoardChoice
) -> int:
    """The page asked for, from 1; those beyond the end are the last."""
    match choice.page:
        case "first":
            return 1
        case "last":
            return LAST_PAGE
        case "me":
            return boards.page_of(conn, ranking, own)
        case page:
            return page + 1


def _row(row: boards.BoardRow, viewer_id: str) -> BoardRow:
    return BoardRow(row.rank, row.name, row.value, row.player_id == viewer_id, row.hands)


def _seasons(conn: Connection, guild_id: int, now_ms: int) -> tuple[SeasonView, ...]:
    """The latest seasons that were played here."""
    numbers = boards.seasons(conn, guild_id, now_ms, SEASONS_SHOWN)
    return tuple(SeasonView(*periods.season(number)) for number in numbers)
