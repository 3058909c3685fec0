"""What people own apart from the table they are counted for."""

from __future__ import annotations

from collections.abc import Iterable

from bot.tables.actor import Actor
from bot.tables.story import Purse
from data import boards, ledger, tables
from data.db import Connection


def purses_of(
    conn: Connection, actor: Actor, player_ids: Iterable[str], day: str
) -> dict[str, Purse]:
    """The purses of these people, by id."""
    return {player_id: _purse(conn, actor, player_id, day) for player_id in player_ids}


def _purse(conn: Connection, actor: Actor, player_id: str, day: str) -> Purse:
    """What a player owns; a newcomer to the server what the commit will give them first."""
    guild_id = actor.state.guild_id
    is_new = not ledger.has_wallet(conn, guild_id, player_id)
    wallet_chips = ledger.balance(conn, ledger.wallet_account(guild_id, player_id))
    others = [
        ledger.balance(conn, ledger.table_account(table_id, player_id))
        for table_id, _ in tables.seats_of_player(conn, guild_id, player_id)
        if table_id != actor.table_id
    ]
    return Purse(
        wallet_chips=ledger.OPENING_CHIPS if is_new else wallet_chips,
        refill_used=ledger.refill_used(conn, guild_id, player_id, day),
        has_chips_elsewhere=any(others),
        net_today=boards.net_on(conn, guild_id, player_id, day),
    )
