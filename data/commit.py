"""One accepted command, one transaction: everything it changes, or nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from data import boards, decisions, inbox, journal, ledger, panels, posts, results, tables
from data.points import reach


@dataclass(frozen=True, slots=True)
class Commit:
    """What one command does to a table.

    - `expected_seq`: where the table's log stands now (0 for a new table).
    - `decisions`: subject -> the decision now open, or None to close it; others stay.
    - `forgets`: panels whose message is let go before the wants, e.g. the hand of a seat that
      changes its owner.
    - `retires`: panels that move to a new message before the wants; the old one is deleted.
    - `recalls`: panels whose message is to be deleted and none sent in its place.
    - `wants`: (panel, channel_id or None for the seat's direct messages) to show the new state.
    - `seat_changes`: (seat, player_id or None for "now free"), in order.
    - `open`: the table's row, if this command opens it; `closed_why`: if it closes it.
    - `inbox_id`: the interaction that asked, if one did.
    """

    table_id: str
    expected_seq: int
    events: tuple[journal.StoredEvent, ...] = ()
    transfers: tuple[ledger.Transfer, ...] = ()
    decisions: Mapping[str, decisions.Decision | None] = field(default_factory=dict)
    forgets: tuple[str, ...] = ()
    retires: tuple[str, ...] = ()
    recalls: tuple[str, ...] = ()
    wants: tuple[tuple[str, int | None], ...] = ()
    posts: tuple[posts.Post, ...] = ()
    seat_changes: tuple[tuple[int, str | None], ...] = ()
    results: tuple[boards.HandResult, ...] = ()
    open: tables.TableRow | None = None
    closed_why: str | None = None
    inbox_id: int | None = None


def write_commit(
    conn: sqlite3.Connection, commit: Commit, now_ms: int
) -> Literal["done", "duplicate"]:
    """Write everything, inside the caller's transaction.

    "duplicate" means the interaction was answered before, and nothing is written. Raises what its
    parts raise (`SeqConflict`, `Overdraft`, `KeyReused`, `ChannelTaken`, `SeatTaken`,
    `ChipsLeft`); the caller's transaction must then be rolled back.
    """
    if commit.inbox_id is not None and not inbox.is_first(conn, commit.inbox_id, now_ms):
        return "duplicate"
    reach("after-inbox")
    if commit.open is not None:
        tables.open_table(conn, commit.open)
    last_seq = journal.append(conn, commit.table_id, commit.expected_seq, commit.events)
    reach("after-events")
    _write_seats(conn, commit)
    for transfer in commit.transfers:
        ledger.apply(conn, transfer, now_ms)
        reach("after-transfer")
    _write_decisions(conn, commit)
    reach("after-decisions")
    _write_screens(conn, commit, last_seq)
    if commit.results:
        results.record(conn, commit.table_id, commit.results, now_ms)
        reach("settled")
    if commit.closed_why is not None:
        tables.close_table(conn, commit.table_id, commit.closed_why, now_ms)
        reach("closed")
    reach("before-commit")
    return "done"


def _write_seats(conn: sqlite3.Connection, commit: Commit) -> None:
    for seat, player_id in commit.seat_changes:
        if player_id is None:
            tables.free_seat(conn, commit.table_id, seat)
        else:
            tables.take_seat(conn, commit.table_id, seat, player_id)


def _write_decisions(conn: sqlite3.Connection, commit: Commit) -> None:
    for subject, decision in commit.decisions.items():
        if decision is None:
            decisions.delete(conn, commit.table_id, subject)
        elif (decision.table_id, decision.subject) != (commit.table_id, subject):
            raise ValueError(f"a decision about {decision.subject} was filed under {subject}")
        else:
            decisions.replace(conn, decision)


def _write_screens(conn: sqlite3.Connection, commit: Commit, last_seq: int) -> None:
    for panel in commit.forgets:
        panels.forget(conn, commit.table_id, panel)
    for panel in commit.retires:
        panels.retire(conn, commit.table_id, panel)
    for panel in commit.recalls:
        panels.recall(conn, commit.table_id, panel)
    panels.want_all(conn, commit.table_id, commit.wants, last_seq)
    for post in commit.posts:
        posts.add(conn, commit.table_id, post)
