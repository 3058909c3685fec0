"""What is on disk, followed commit by commit: nothing lost, nothing twice, no chip made or lost."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from bot.tables import replay
from bot.tables.events import HandSettled, TableEvent
from bot.tables.state import TableState, evolve_table, fold_table
from bot.tables.stored import event_of
from data import posts
from data.commit import Commit
from data.journal import StoredEvent
from data.posts import Post
from tongits.cards import Card
from tongits.events import Discarded, Laid, LaidOff, Took
from tongits.seats import SEATS

Fail = Callable[[str], None]


@dataclass
class Told:
    """One table as its journal tells it, and who could have seen which card."""

    rows: list[tuple[object, ...]] = field(default_factory=list)
    state: TableState | None = None
    public: dict[int, set[Card]] = field(default_factory=dict)  # hand number -> seen by all
    held: dict[tuple[int, int], set[Card]] = field(default_factory=dict)  # (hand, seat) -> cards
    holders: dict[tuple[int, int], str] = field(default_factory=dict)  # (hand, seat) -> player
    over: set[int] = field(default_factory=set)  # hands whose cards are all on the table
    hand_of_seq: list[int] = field(default_factory=lambda: [0])

    def add(self, event: TableEvent) -> None:
        """Takes in one more event."""
        self.state = fold_table([event]) if self.state is None else evolve_table(self.state, event)
        state = self.state
        self.hand_of_seq.append(state.hand_no)
        seen = self.public.setdefault(state.hand_no, set())
        if isinstance(event, Laid | LaidOff):
            seen.update(event.cards, (card for _, card in event.named))
        elif isinstance(event, Discarded | Took):
            seen.add(event.card)
        elif isinstance(event, HandSettled):
            self.over.add(state.hand_no)
        if state.game is not None and state.stage == "hand":
            for seat in SEATS:
                key = (state.hand_no, seat)
                self.held.setdefault(key, set()).update(state.game.hands[seat])
                if state.dealt_in:
                    self.holders[key] = state.dealt_in[seat]


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose decision a token answers."""

    table_id: str
    subject: str
    player_id: str | None


class History:
    """Looks at the file after every commit, and keeps its own copy of all that it saw."""

    def __init__(self, fail: Fail) -> None:
        self._fail = fail
        self.tables: dict[str, Told] = {}
        self.tokens: dict[str, Asked] = {}
        self.posts: dict[str, tuple[str, int]] = {}  # nonce -> table, seq
        self.people: dict[str, str] = {}  # player id -> Discord id
        self.hands = 0
        self.commits = 0
        self.carried_out: Counter[int] = Counter()  # interaction id -> commands of it on disk
        self.on_commit: Callable[[int], None] = lambda _: None
        self._open: list[tuple[Commit, str]] = []
        self._rowid = self._post_rowid = self._changes = self._before_one = 0

    # -- told by the database --------------------------------------------------------------------

    def planned(self, commit: Commit, answer: Literal["done", "duplicate"]) -> None:
        """A commit was written, and its transaction is still open."""
        self._open.append((commit, answer))

    def begins(self) -> None:
        """A write transaction begins."""
        self._open.clear()

    def one_begins(self) -> None:
        """One of the writes that share a transaction begins."""
        self._before_one = len(self._open)

    def one_fails(self) -> None:
        """It failed: what it did is undone, and those before it stand."""
        del self._open[self._before_one :]

    def ends(self, conn: sqlite3.Connection) -> None:
        """A write transaction is on disk."""
        if conn.total_changes == self._changes and not self._open:
            return
        self._changes = conn.total_changes
        self.commits += 1
        touched = self._read_events(conn)
        self._read_tokens(conn)
        self._read_posts(conn)
        people = conn.execute("SELECT player_id, discord_id FROM players")
        self.people = {player_id: str(discord_id) for player_id, discord_id in people}
        self._check_inbox(conn)
        for finding in self._findings(conn, touched):
            self._fail(finding)

    def opened(self, conn: sqlite3.Connection) -> None:
        """A process opened the file: all that was ever committed must be there, unchanged."""
        rows = conn.execute("SELECT table_id, seq, kind, body, at_ms FROM events ORDER BY rowid")
        found: dict[str, list[tuple[object, ...]]] = {}
        for table_id, *row in rows:
            found.setdefault(table_id, []).append(tuple(row))
        if found != {table_id: told.rows for table_id, told in self.tables.items()}:
            self._fail("after a restart the journal is not what was committed")
        self._changes = conn.total_changes

    # -- reading ---------------------------------------------------------------------------------

    def _read_events(self, conn: sqlite3.Connection) -> list[str]:
        sql = "SELECT rowid, table_id, seq, kind, version, body, at_ms FROM events WHERE rowid > ?"
        touched: dict[str, None] = {}
        for rowid, table_id, seq, kind, version, body, at_ms in conn.execute(
            sql + " ORDER BY rowid", (self._rowid,)
        ).fetchall():
            self._rowid = rowid
            told = self.tables.setdefault(table_id, Told())
            if seq != len(told.rows) + 1:
                self._fail(f"table {table_id}: event {seq} follows event {len(told.rows)}")
            told.rows.append((seq, kind, body, at_ms))
            event = event_of(StoredEvent(seq, kind, version, body, at_ms))
            self.hands += isinstance(event, HandSettled)
            told.add(event)
            touched[table_id] = None
        return list(touched)

    def _read_tokens(self, conn: sqlite3.Connection) -> None:
        for table_id, subject, token in conn.execute(
            "SELECT table_id, subject, token FROM decisions"
        ):
            if token not in self.tokens:
                self.tokens[token] = Asked(table_id, subject, self._asked(table_id, subject))

    def _asked(self, table_id: str, subject: str) -> str | None:
        state = self.tables[table_id].state
        kind, _, seat = subject.partition(":")
        return state.holder(SEATS[int(seat)]) if state and kind == "seat" else None

    def _read_posts(self, conn: sqlite3.Connection) -> None:
        sql = "SELECT rowid, table_id, seq, kind, body FROM posts WHERE rowid > ? ORDER BY rowid"
        for rowid, table_id, *post in conn.execute(sql, (self._post_rowid,)).fetchall():
            self._post_rowid = rowid
            told = Post(*post)
            self.posts[posts.post_nonce(table_id, told)] = (table_id, told.seq)

    # -- checking --------------------------------------------------------------------------------

    def _check_inbox(self, conn: sqlite3.Connection) -> None:
        """Whatever an interaction brought about is noted in the same transaction, and once."""
        for commit, answer in self._open:
            asked = commit.inbox_id
            if asked is None or answer != "done":
                continue
            self.carried_out[asked] += 1
            if self.carried_out[asked] > 1:
                self._fail(f"interaction {asked} was carried out twice")
            sql = "SELECT 1 FROM inbox WHERE interaction_id = ?"
            if conn.execute(sql, (asked,)).fetchone() is None:
                self._fail(f"interaction {asked} was carried out and not noted")
            self.on_commit(asked)
        self._open.clear()

    def _findings(self, conn: sqlite3.Connection, touched: list[str]) -> Iterator[str]:
        total = conn.execute("SELECT COALESCE(SUM(balance), 0) FROM balances").fetchone()[0]
        if total:
            yield f"all accounts together hold {total} chips"
        checks = (replay._status, replay._seats, replay._accounts, replay._decisions)
        for table_id in touched:
            state = self.tables[table_id].state
            if state is not None:
                for check in checks:
                    yield from (f"table {table_id}: {it}" for it in check(conn, table_id, state))
