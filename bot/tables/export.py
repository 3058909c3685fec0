"""Everything stored about one person, read for them.

Of others there is only what a hand came to for "Player 1" to "Player 3". Of a hand in play there
are the person's own cards and moves, as their own panel shows them.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.tables.events import TableEvent
from bot.tables.export_parts import (
    AccountPart,
    ActPart,
    Export,
    HandPart,
    MovePart,
    SeatPart,
    TablePart,
    moment,
)
from bot.tables.export_server import server_part
from bot.tables.service import Tables
from bot.tables.state import TableState, evolve_table, fold_table
from bot.tables.stored import event_of
from data import journal, personal
from data.db import Connection
from data.journal import StoredEvent
from tongits.events import Dealt
from tongits.events import Event as HandEvent

SOMEBODY: Final = "…"  # in place of others' names in what moderators wrote


async def export_of(service: Tables, player_id: str) -> Export | None:
    """Everything about the person; None for somebody who was erased. Read table by table."""
    db = service.db
    account = await db.read(lambda conn: personal.account(conn, player_id))
    if account is None:
        return None
    sat_at = await db.read(lambda conn: personal.tables_sat_at(conn, player_id))
    guilds = await db.read(lambda conn: personal.guilds(conn, player_id))
    return Export(
        made=moment(service.now_ms()),
        account=_account(account),
        servers=[await server_part(service, guild_id, player_id) for guild_id in guilds],
        tables=[await _table(service, table, player_id) for table in sat_at],
        moderation=await db.read(lambda conn: _acts(conn, player_id)),
    )


def _account(account: personal.Account) -> AccountPart:
    return AccountPart(
        discord_id=str(account.discord_id),
        name=account.name,
        dm_channel_id=None if account.dm_channel_id is None else str(account.dm_channel_id),
        dm_state=account.dm_state,
        sort_order=account.sort_order,
        hidden_from_leaderboards=bool(account.is_hidden),
        last_seen=moment(account.seen_ms),
        grants_before_an_erasure=json.loads(account.grants_before or "[]"),
    )


async def _table(service: Tables, table: personal.TableSat, player_id: str) -> TablePart:
    def look(conn: Connection) -> tuple[list[personal.Result], list[StoredEvent] | None]:
        found = personal.results(conn, table.table_id, player_id)
        try:
            return found, journal.load(conn, table.table_id)
        except journal.Garbled:
            return found, None

    results, rows = await service.db.read(look)
    # In a thread: a long journal takes long to read, and clicks go first.
    moves = await asyncio.to_thread(_moves_or_none, player_id, rows)
    return TablePart(
        table=table.table_id,
        server_id=str(table.guild_id),
        channel_id=str(table.channel_id),
        opened=moment(table.opened_ms),
        is_readable=moves is not None,
        hands=list(_hands(results)),
        moves=moves or [],
    )


def _hands(results: Sequence[personal.Result]) -> Iterator[HandPart]:
    for hand_no in dict.fromkeys(result.hand_no for result in results):
        seats = [result for result in results if result.hand_no == hand_no]
        yield HandPart(
            hand=hand_no,
            at=moment(seats[0].at_ms),
            ending=seats[0].ending,
            seats=[
                SeatPart(
                    who=_who(seat.seat, is_own=bool(seat.is_own)),
                    chips=seat.chips,
                    won=bool(seat.won),
                )
                for seat in seats
            ],
        )


def _who(seat: int, *, is_own: bool) -> str:
    """How a seat is called in the file.

    >>> _who(0, is_own=True), _who(1, is_own=False)
    ('You', 'Player 2')
    """
    return "You" if is_own else f"Player {seat + 1}"


def _moves_or_none(player_id: str, rows: list[StoredEvent] | None) -> list[MovePart] | None:
    """The person's moves; None for a journal that cannot be read."""
    try:
        return None if rows is None else list(moves_of(player_id, rows))
    except Exception:  # noqa: BLE001  # whatever a damaged journal raises; the audit says what
        return None


def moves_of(player_id: str, rows: Iterable[StoredEvent]) -> Iterator[MovePart]:
    """What a table's journal tells of one person, in order."""
    state: TableState | None = None
    for row in rows:
        event = event_of(row)
        before, state = state, fold_table([event]) if state is None else evolve_table(state, event)
        if before is None or not _is_of(player_id, before, event):
            continue
        yield MovePart(
            at=moment(row.at_ms),
            hand=state.hand_no,
            what=event.kind,
            cards=_cards(player_id, state, event),
            chips=getattr(event, "chips", None),
        )


def _is_of(player_id: str, before: TableState, event: TableEvent) -> bool:
    """Whether an event is the person's: their move, or something that befell their seat."""
    if isinstance(event, Dealt):
        return player_id in before.dealt_in
    named = getattr(event, "player_id", None)
    if named is not None:
        return bool(named == player_id)
    seat = getattr(event, "seat", None)
    if seat is None:
        return False
    if isinstance(event, HandEvent):
        return before.dealt_in[int(seat)] == player_id
    sat = before.seats[seat]
    return sat is not None and sat.player_id == player_id


def _cards(player_id: str, after: TableState, event: TableEvent) -> list[str]:
    """The cards of the person's own event; of a deal their own hand alone."""
    if isinstance(event, Dealt):
        if after.game is None:
            return []
        return sorted(after.game.hands[after.dealt_in.index(player_id)])
    card = getattr(event, "card", None)
    return [card] if card else list(getattr(event, "cards", ()))


def _acts(conn: Connection, player_id: str) -> list[ActPart]:
    return [
        ActPart(
            server_id=str(act.guild_id),
            table=act.table_id,
            at=moment(act.at_ms),
            action=act.action,
            by_you=bool(act.is_own),
            reason=_without(act.reason, personal.others_met(conn, act.table_id, player_id)),
        )
        for act in personal.acts(conn, player_id)
    ]


def _without(text: str, others: Iterable[tuple[int, str]]) -> str:
    """What was written, without anybody else's name, and without ids.

    >>> _without("Ben (<@123456789012345678>) helped Ana", [(1, "Ben")])
    '… (<@…>) helped Ana'
    """
    text = re.sub(r"\d{15,20}", SOMEBODY, text)
    for _, name in others:
        if name.strip():
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", SOMEBODY, text, flags=re.IGNORECASE)
    return text
