"""Chips: one row per transfer, both sides in it, each key applied at most once.

Accounts are texts. Only the mint may fall below zero; what it owes is all chips ever issued.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from data import returning
from data.errors import KeyReused, OverCap, Overdraft

MINT = "mint"
OPENING_CHIPS = 1_000  # what a wallet starts with, and what a refill tops it up to
LINES_OF_A_HAND = 20  # of one player at most: an ante, a pot of several payers, two debts, a fee


def wallet_account(guild_id: int, player_id: str) -> str:
    """The account of a player's chips on a server, away from tables.

    >>> wallet_account(7, "ana")
    'wallet:7:ana'
    """
    return f"wallet:{guild_id}:{player_id}"


def table_account(table_id: str, player_id: str) -> str:
    """The account of the chips a player has in front of them.

    >>> table_account("t1", "ana")
    'table:t1:ana'
    """
    return f"table:{table_id}:{player_id}"


def pot_account(table_id: str, player_id: str) -> str:
    """The account of what a player has paid into a table's pot.

    >>> pot_account("t1", "ana")
    'pot:t1:ana'
    """
    return f"pot:{table_id}:{player_id}"


@dataclass(frozen=True, slots=True)
class Transfer:
    """`amount` chips from `debit` to `credit`, known by a key that applies once."""

    key: str
    debit: str
    credit: str
    amount: int
    why: str
    table_id: str | None = None
    hand_no: int | None = None


@dataclass(frozen=True, slots=True)
class Holdings:
    """A player's chips on a server, in chips."""

    wallet: int
    at_table: int
    in_pot: int

    @property
    def total(self) -> int:
        """Everything together.

        >>> Holdings(wallet=700, at_table=290, in_pot=10).total
        1000
        """
        return self.wallet + self.at_table + self.in_pot


@dataclass(frozen=True, slots=True)
class Movement:
    """One line of a player's statement; `amount` is negative when chips went away.

    Chips between the own wallet and the own seat count as seen from the wallet.
    """

    amount: int
    why: str
    at_ms: int
    channel_id: int | None
    hand_no: int | None


def apply(conn: sqlite3.Connection, transfer: Transfer, at_ms: int) -> bool:
    """Move the chips; False if this very transfer was applied before.

    Raises `KeyReused` if the key stands for another transfer, `Overdraft` if the debited account
    holds too little, `OverCap` if the credited one would hold too much.
    """
    sql = "SELECT debit, credit, amount FROM transfers WHERE key = ?"
    known = conn.execute(sql, (transfer.key,)).fetchone()
    if known is None:
        _insert(conn, transfer, at_ms)
    elif known != (transfer.debit, transfer.credit, transfer.amount):
        raise KeyReused(transfer.key)
    return known is None


def balance(conn: sqlite3.Connection, account: str) -> int:
    """The chips in an account; 0 for one that never moved any."""
    row = conn.execute("SELECT balance FROM balances WHERE account = ?", (account,)).fetchone()
    return 0 if row is None else int(row[0])


def held_at(conn: sqlite3.Connection, table_id: str) -> list[tuple[str, int]]:
    """The accounts of a table that hold chips, seats' and payers', each with its balance."""
    # ';' follows ':' in ASCII, so the range is every account that begins with "table:<id>:".
    sql = """
        SELECT account, balance FROM balances WHERE balance <> 0 AND (
            (account > 'table:' || :id || ':' AND account < 'table:' || :id || ';')
            OR (account > 'pot:' || :id || ':' AND account < 'pot:' || :id || ';')
        ) ORDER BY account
    """
    return list(conn.execute(sql, {"id": table_id}))


def open_wallet(conn: sqlite3.Connection, guild_id: int, player_id: str, at_ms: int) -> bool:
    """Give a player's wallet its first chips; False if it had them already, or is to have none.

    Who had all their data erased lately had those chips before: their new wallet begins empty.
    """
    if returning.came_back(conn, player_id):
        return False
    wallet = wallet_account(guild_id, player_id)
    key = _opening_key(guild_id, player_id)
    return apply(conn, Transfer(key, MINT, wallet, OPENING_CHIPS, "open"), at_ms)


def has_wallet(conn: sqlite3.Connection, guild_id: int, player_id: str) -> bool:
    """Whether the player got the first chips of that server, or is to have none."""
    opened = _is_used(conn, _opening_key(guild_id, player_id))
    return opened or returning.came_back(conn, player_id)


def refill_used(conn: sqlite3.Connection, guild_id: int, player_id: str, day: str) -> bool:
    """Whether the player had the day's refill on that server."""
    return grant_used(conn, refill_key(guild_id, player_id, day))


def grant_used(conn: sqlite3.Connection, key: str) -> bool:
    """Whether chips of the mint that are given once a day were given, by the key of the day.

    Also to whoever came back after an erasure: under the old name they count as well.
    """
    return _is_used(conn, key) or returning.used_before(conn, key)


def refill_key(guild_id: int, player_id: str, day: str) -> str:
    """The key of a day's refill, so that it is given once.

    >>> refill_key(7, "ana", "20261130")
    'refill:7:ana:20261130'
    """
    return f"refill:{guild_id}:{player_id}:{day}"


def holdings(conn: sqlite3.Connection, guild_id: int, player_id: str) -> Holdings:
    """A player's wallet on a server, their chips at its open tables, and what they put in pots."""
    sql = """
        SELECT COALESCE(SUM(b.balance), 0)
        FROM tables AS t
        JOIN balances AS b ON b.account = :kind || ':' || t.table_id || ':' || :player
        WHERE t.guild_id = :guild AND t.status = 'open'
    """
    at_table, in_pot = (
        conn.execute(sql, {"kind": kind, "player": player_id, "guild": guild_id}).fetchone()[0]
        for kind in ("table", "pot")
    )
    return Holdings(balance(conn, wallet_account(guild_id, player_id)), at_table, in_pot)


def movements(
    conn: sqlite3.Connection, guild_id: int, player_id: str, limit: int = 10
) -> list[Movement]:
    """The last movements of a player's wallet and seats on a server, newest first.

    All transfers of one hand are one movement, `hand`: what it has done to the table chips.
    """
    sql = """
        SELECT SUM(change), CASE WHEN hand_no IS NULL THEN why ELSE 'hand' END, MAX(at_ms),
            channel_id, hand_no
        FROM (
            SELECT s.line_no, s.change, x.why, x.at_ms, x.table_id, x.hand_no, t.channel_id
            FROM statements AS s JOIN transfers AS x USING (transfer_id)
            LEFT JOIN tables AS t USING (table_id)
            WHERE s.guild_id = :guild AND s.player_id = :player
            ORDER BY s.line_no DESC LIMIT :limit * :lines
        )
        GROUP BY COALESCE(table_id || ':' || hand_no, line_no)
        ORDER BY MAX(line_no) DESC LIMIT :limit
    """
    bound = {"guild": guild_id, "player": player_id, "limit": limit, "lines": LINES_OF_A_HAND}
    return [Movement(*row) for row in conn.execute(sql, bound)]


def _opening_key(guild_id: int, player_id: str) -> str:
    return f"open:{guild_id}:{player_id}"


def _is_used(conn: sqlite3.Connection, key: str) -> bool:
    return conn.execute("SELECT 1 FROM transfers WHERE key = ?", (key,)).fetchone() is not None


def _insert(conn: sqlite3.Connection, transfer: Transfer, at_ms: int) -> None:
    sql = (
        "INSERT INTO transfers (key, debit, credit, amount, why, table_id, hand_no, at_ms)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    )
    row = (transfer.key, transfer.debit, transfer.credit, transfer.amount, transfer.why)
    try:
        conn.execute(sql, (*row, transfer.table_id, transfer.hand_no, at_ms))
    except sqlite3.IntegrityError as error:
        # The checks on balances carry these names.
        if str(error).endswith(": overdraft"):
            raise Overdraft(transfer.debit) from error
        if str(error).endswith(": over_cap"):
            raise OverCap(transfer.credit) from error
        raise
