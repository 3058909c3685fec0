"""A table whose journal cannot be read: what can be done about it from its rows alone."""

from __future__ import annotations

from typing import Final

from bot.tables.events import ClosedWhy
from bot.tables.outcomes import Refused
from bot.tables.players import named
from bot.tables.views import TableSummary
from data import inbox, ledger, panels, people, tables
from data.db import Connection
from data.ledger import Transfer
from data.tables import TableRow

WHY: Final[ClosedWhy] = "damaged"


def refusal(row: TableRow | None) -> Refused:
    """Why nothing can be done at a table without a journal; `row` None for one that never was."""
    if row is None:
        return Refused("no_table")
    if row.status == "closed":
        return Refused("table_closed", why=row.closed_why)
    return Refused("table_damaged")


def close(conn: Connection, table_id: str, inbox_id: int | None, now_ms: int) -> bool:
    """Gives every chip back to who holds it or paid it, and closes the table.

    False for a delivery seen before. Raises `Refused` if the table is not open. All of it belongs
    in one transaction.
    """
    row = tables.get(conn, table_id)
    if inbox_id is not None and not inbox.is_first(conn, inbox_id, now_ms):
        return False
    if row is None or row.status == "closed":
        raise refusal(row)
    for account, chips in ledger.held_at(conn, table_id):
        ledger.apply(conn, _back(row, account, chips), now_ms)
    tables.close_table(conn, table_id, WHY, now_ms)
    panels.give_up_all(conn, table_id)  # nobody knows what they would have to show
    return True


def summary(conn: Connection, row: TableRow) -> TableSummary:
    """The table in a line, as far as its rows tell."""
    seated = tables.seats(conn, row.table_id).values()
    return TableSummary(
        table_id=row.table_id,
        channel_id=row.channel_id,
        stage="damaged",
        hand_no=0,
        names=tuple(named(people.get_player(conn, player_id)).name for player_id in seated),
        opened_ms=row.opened_ms,
        due_ms=None,
        paused_why=None,
    )


def _back(row: TableRow, account: str, chips: int) -> Transfer:
    """An account's chips, to the wallet of the player whose name it bears."""
    kind, _, player_id = account.split(":", 2)
    wallet = ledger.wallet_account(row.guild_id, player_id)
    why = "cash_out" if kind == "table" else "refund"
    return Transfer(f"damaged:{account}", account, wallet, chips, why, row.table_id)
