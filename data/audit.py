"""A look at the whole file for anything that cannot be right; it changes nothing.

Findings are sentences that name accounts, tables and opaque player ids, never a person.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from data import board_audit, journal, profile_audit, settings_audit
from data.faults import UNREADABLE, is_damage, is_not_ours, reason_of
from data.migrate import applied, shipped

DAMAGED: Final = "SQLite finds the file damaged: "  # then no single table is to blame

Replay = Callable[[str, list[journal.StoredEvent]], Sequence[str]]


def audit(conn: sqlite3.Connection, replay: Replay | None = None) -> list[str]:
    """All findings, empty for a sound file.

    `replay` gets each table's id and whole log and answers with what is wrong there; it may read
    through `conn`, where everything is one consistent state even while the bot is running.
    """
    return _in_a_read(conn, lambda: _all_findings(conn, replay))


def audit_in_steps(conn: sqlite3.Connection, replay: Replay) -> Iterator[list[str]]:
    """The same findings in pieces, open tables first; between two of them nothing is held.

    For an audit that takes its time beside a running bot: the log of the database cannot be
    emptied behind a reader. Each piece sees one consistent state, all together do not.
    """
    yield _in_a_read(conn, lambda: _checked(conn))
    sql = "SELECT table_id FROM tables ORDER BY status <> 'open', table_id"
    for (table_id,) in conn.execute(sql).fetchall():
        yield _in_a_read(conn, partial(_told, conn, table_id, replay))
    for people in board_audit.batches(conn):
        yield _in_a_read(conn, partial(_summed_up, conn, people))
    recount = profile_audit.RatingRecount()
    while not recount.is_done:
        yield _in_a_read(conn, partial(recount.step, conn))


def _in_a_read(conn: sqlite3.Connection, check: Callable[[], Iterable[str]]) -> list[str]:
    """What a check finds in one consistent state.

    Where the file itself is damaged the rest may not be readable, and that is the last finding.
    """
    found: list[str] = []
    own = not conn.in_transaction
    if own:
        conn.execute("BEGIN")
    try:
        for finding in check():
            found.append(finding)  # noqa: PERF402  # what came before the damage is kept
    except UNREADABLE as error:
        found.append(_damage(error))
    finally:
        if own:
            conn.execute("ROLLBACK")
    return found


def _all_findings(conn: sqlite3.Connection, replay: Replay | None) -> Iterator[str]:
    yield from _checked(conn)
    for people in board_audit.batches(conn):
        yield from _summed_up(conn, people)
    recount = profile_audit.RatingRecount()
    while not recount.is_done:
        yield from recount.step(conn)
    if replay is not None:
        yield from _replayed(conn, replay)


def _checked(conn: sqlite3.Connection) -> Iterator[str]:
    """What the checks of the whole file find."""
    for check in CHECKS:
        yield from check(conn)


def _summed_up(conn: sqlite3.Connection, people: list[board_audit.Person]) -> Iterator[str]:
    yield from board_audit.sums(conn, people)
    yield from profile_audit.sums(conn, people)


def _damage(error: Exception) -> str:
    """The finding that the file itself is damaged. Raises what says something else."""
    if is_damage(error) or is_not_ours(error):
        return f"{DAMAGED}{reason_of(error)}."
    raise error


def _integrity(conn: sqlite3.Connection) -> Iterator[str]:
    for (answer,) in conn.execute("PRAGMA integrity_check"):
        if answer != "ok":
            yield f"{DAMAGED}{answer}."


def _foreign_keys(conn: sqlite3.Connection) -> Iterator[str]:
    for table, rowid, parent, _ in conn.execute("PRAGMA foreign_key_check"):
        yield f"Row {rowid} of {table} points to a row of {parent} that does not exist."


def _migrations(conn: sqlite3.Connection) -> Iterator[str]:
    recorded = applied(conn)
    for migration in shipped():
        if recorded.get(migration.version) != migration.sha256:
            yield f"Migration {migration.version} was applied from another text than the one here."


def _balances(conn: sqlite3.Connection) -> Iterator[str]:
    sql = """
        WITH moved AS (
            SELECT account, SUM(amount) AS chips FROM (
                SELECT credit AS account, amount FROM transfers
                UNION ALL SELECT debit, -amount FROM transfers
            ) GROUP BY account
        ), named AS (SELECT account FROM moved UNION SELECT account FROM balances)
        SELECT account, COALESCE(b.balance, 0), COALESCE(m.chips, 0)
        FROM named LEFT JOIN moved AS m USING (account) LEFT JOIN balances AS b USING (account)
        WHERE COALESCE(b.balance, 0) <> COALESCE(m.chips, 0) ORDER BY account
    """
    for account, balance, moved in conn.execute(sql):
        yield f"Account {account} holds {balance} chips, but its transfers add up to {moved}."


def _trial_balance(conn: sqlite3.Connection) -> Iterator[str]:
    total = conn.execute("SELECT COALESCE(SUM(balance), 0) FROM balances").fetchone()[0]
    if total != 0:
        yield f"All balances together are {total} chips, not 0."


def _statements(conn: sqlite3.Connection) -> Iterator[str]:
    sql = """
        SELECT guild_id, player_id, MAX(line_no), COUNT(*) FROM statements
        GROUP BY guild_id, player_id HAVING MAX(line_no) <> COUNT(*) ORDER BY 1, 2
    """
    for guild_id, player_id, last, count in conn.execute(sql):
        yield (
            f"The statement of player {player_id} on server {guild_id} has gaps: "
            f"{count} lines up to {last}."
        )
    sql = """
        SELECT b.account, b.balance, COALESCE(s.chips, 0)
        FROM balances AS b LEFT JOIN (
            SELECT guild_id, player_id, SUM(change) AS chips FROM statements
            WHERE place = 'wallet' GROUP BY guild_id, player_id
        ) AS s USING (guild_id, player_id)
        WHERE b.account GLOB 'wallet:*' AND b.balance <> COALESCE(s.chips, 0) ORDER BY b.account
    """
    for account, balance, told in conn.execute(sql):
        yield f"Account {account} holds {balance} chips, but its statement adds up to {told}."


def _stray_chips(conn: sqlite3.Connection) -> Iterator[str]:
    is_open = dict(conn.execute("SELECT table_id, status = 'open' FROM tables"))
    seated = set(conn.execute("SELECT table_id, player_id FROM seats"))
    sql = (
        "SELECT account, balance FROM balances WHERE balance <> 0"
        " AND (account GLOB 'table:*' OR account GLOB 'pot:*') ORDER BY account"
    )
    for account, balance in conn.execute(sql):
        kind, table_id, player_id = account.split(":", 2)
        if not is_open.get(table_id):
            yield f"Account {account} holds {balance} chips of a table that is not open."
        elif kind == "table" and (table_id, player_id) not in seated:
            yield f"Account {account} holds {balance} chips of somebody without a seat."


def _closed_tables(conn: sqlite3.Connection) -> Iterator[str]:
    sql = """
        SELECT t.table_id, 'seat ' || s.seat || ' is taken'
        FROM seats AS s JOIN tables AS t USING (table_id) WHERE t.status = 'closed'
        UNION ALL SELECT t.table_id, 'the decision ' || d.subject || ' is open'
        FROM decisions AS d JOIN tables AS t USING (table_id) WHERE t.status = 'closed'
        ORDER BY 1, 2
    """
    for table_id, leftover in conn.execute(sql):
        yield f"Table {table_id} is closed, but {leftover}."


def _logs(conn: sqlite3.Connection) -> Iterator[str]:
    sql = """
        SELECT table_id, MIN(seq), MAX(seq), COUNT(*) FROM events GROUP BY table_id
        HAVING MIN(seq) <> 1 OR MAX(seq) <> COUNT(*) ORDER BY table_id
    """
    for table_id, first, last, count in conn.execute(sql):
        yield f"The log of table {table_id} has gaps: {count} events from {first} to {last}."


def _decisions(conn: sqlite3.Connection) -> Iterator[str]:
    sql = """
        SELECT d.table_id, d.subject, t.table_id IS NULL, d.opened_seq,
            (SELECT COALESCE(MAX(seq), 0) FROM events AS e WHERE e.table_id = d.table_id)
        FROM decisions AS d LEFT JOIN tables AS t USING (table_id) ORDER BY 1, 2
    """
    for table_id, subject, is_orphan, opened_seq, last_seq in conn.execute(sql):
        where = f"The decision {subject} of table {table_id}"
        if is_orphan:
            yield f"{where} belongs to a table that does not exist."
        elif opened_seq > last_seq:
            yield f"{where} was opened by event {opened_seq}, but the log ends at {last_seq}."


def _replayed(conn: sqlite3.Connection, replay: Replay) -> Iterator[str]:
    for (table_id,) in conn.execute("SELECT table_id FROM tables ORDER BY table_id").fetchall():
        yield from _told(conn, table_id, replay)


def _told(conn: sqlite3.Connection, table_id: str, replay: Replay) -> list[str]:
    try:
        findings = replay(table_id, journal.load(conn, table_id))
    except journal.Garbled as garbled:
        findings = [str(garbled)]
    return [f"Table {table_id}: {finding}" for finding in findings]


CHECKS: tuple[Callable[[sqlite3.Connection], Iterator[str]], ...] = (
    _integrity,
    _foreign_keys,
    _migrations,
    _balances,
    _trial_balance,
    _statements,
    _stray_chips,
    _closed_tables,
    _logs,
    _decisions,
    board_audit.chips,
    board_audit.listing,
    settings_audit.settings,
)
