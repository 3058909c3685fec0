"""What the database file says, read past the bot: what took effect, chips, screens to be seen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar, cast

import discord

from bot.i18n import localizer
from bot.play.components import CONTROLS, texts, walk
from bot.tables import chips, replay
from bot.tables.events import (
    CameBack,
    HandEvent,
    HandSettled,
    HandStarted,
    SeatLeft,
    SeatReady,
    SeatTaken,
    TableEvent,
    WalkedOut,
)
from bot.tables.service import Tables
from bot.tables.state import TableState, evolve_table, fold_table
from bot.tables.stored import event_of
from bot.ui.hand_panel import hand_panel
from bot.ui.public_panel import public_panel
from data import decisions, journal, posts
from data.audit import audit
from data.db import Connection, Database, open_readonly
from data.ledger import MINT, OPENING_CHIPS
from data.posts import Post, post_nonce
from tongits.seats import SEATS, SeatNo

T = TypeVar("T")
# What redraws no table: the grace of a start, and who is ready, which the result tells.
UNTOLD = re.compile(r"<t:\d+:R>|^Ready: .*\n", re.MULTILINE)
Journals = dict[str, list[TableEvent]]


@contextmanager
def opened(path: Path) -> Iterator[Connection]:
    """The file as it stands now, in one consistent state."""
    with closing(open_readonly(path)) as conn:
        conn.execute("BEGIN")
        yield conn


def journals(conn: Connection) -> Journals:
    """Every table's events, the oldest table first."""
    rows = conn.execute("SELECT table_id FROM tables ORDER BY opened_ms, table_id").fetchall()
    return {
        table_id: [event_of(row) for row in journal.load(conn, table_id)] for (table_id,) in rows
    }


def findings(conn: Connection) -> list[str]:
    """What `python -m bot audit` would print, [] if nothing is wrong."""
    return audit(conn, replay.replayer(conn))


def inbox(conn: Connection) -> set[int]:
    """The interactions that were carried out."""
    return {
        interaction_id for (interaction_id,) in conn.execute("SELECT interaction_id FROM inbox")
    }


def effects(told: Journals) -> Counter[str]:
    """How often people's commands took effect, by kind: `open`, `join`, `move` …"""
    return Counter(kind for events in told.values() for kind in _effects(events))


def _effects(events: list[TableEvent]) -> Iterator[str]:
    yield "open"
    state, follows = fold_table(events[:1]), 0
    for event, after in pairwise([*events[1:], None]):
        if event is None:
            return
        if follows:
            follows -= 1
        elif isinstance(event, HandEvent):
            decided = replay._decided(state, event, after)
            follows = max(len(decided) - 1, 0)
            if decided and state.played_for != getattr(event, "seat", None):
                yield "move"
        else:
            yield from _around_hands(state, event)
        state = evolve_table(state, event)


def _around_hands(state: TableState, event: TableEvent) -> Iterator[str]:
    match event:
        case SeatTaken() if state.seq > 1:  # the host's comes with the opening
            yield "join"
        case SeatLeft(seat=seat, why="asked") if not _has_left(state, seat):
            yield "leave"
        case WalkedOut(why="asked"):
            yield "leave"
        case HandStarted() if state.stage == "starting":
            yield "start"
        case SeatReady():
            yield "ready"
        case CameBack():
            yield "return"


def _has_left(state: TableState, seat: SeatNo) -> bool:
    sat = state.seats[seat]
    return sat is not None and sat.has_left


def drift_chips(conn: Connection, told: Journals) -> int:
    """How far all accounts together are from what the journals say they hold, in chips."""
    sql = "SELECT account, balance FROM balances WHERE account <> ?"
    held: dict[str, int] = dict(conn.execute(sql, (MINT,)))
    due = Counter({account: OPENING_CHIPS for account in held if account.startswith("wallet:")})
    for table_id, events in told.items():
        state = fold_table(events[:1])
        for event in events[1:]:
            for transfer in chips.transfers(table_id, state, event):
                due[transfer.debit] -= transfer.amount
                due[transfer.credit] += transfer.amount
            state = evolve_table(state, event)
    del due[MINT]
    return sum(abs(held.get(account, 0) - due[account]) for account in held.keys() | due.keys())


def result_count(told: Journals) -> int:
    """How many hands were settled."""
    return sum(isinstance(event, HandSettled) for events in told.values() for event in events)


def post_nonces(conn: Connection) -> list[str]:
    """What each post that must be in the channel was sent with."""
    sql = "SELECT table_id, seq, kind, body FROM posts ORDER BY rowid"
    return [post_nonce(table_id, Post(*post)) for table_id, *post in conn.execute(sql)]


# -- screens -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Screens:
    """What people must see of the newest table: by Discord id, each present seat's own panel."""

    table_id: str
    stage: str
    table: Look
    hands: dict[str, Look]
    tokens: dict[str, str]  # of those who owe an answer


@dataclass(frozen=True, slots=True)
class Look:
    """What is to be seen of a panel: its words, and its controls with what they say."""

    words: str
    controls: tuple[Any, ...]


def look(raw: Any) -> Look:
    """A panel from its JSON."""
    controls = (one for one, _ in walk(raw.get("components")) if one.get("type") in CONTROLS)
    return Look(
        UNTOLD.sub("", "\n".join(texts(raw))),
        tuple(
            (one.get("custom_id"), one.get("label"), bool(one.get("disabled")), _options(one))
            for one in controls
        ),
    )


def _options(control: Any) -> tuple[Any, ...]:
    return tuple((one["label"], one["value"]) for one in control.get("options") or ())


def drawn(view: discord.ui.LayoutView) -> Look:
    """A panel as it would be sent."""
    return look({"components": view.to_components()})  # type: ignore[no-untyped-call]


class _Reader:
    """Stands for the database where the file is only read."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    async def read(self, work: Callable[[Connection], T]) -> T:
        return work(self._conn)


async def screens(conn: Connection, place: tuple[str, str]) -> Screens | None:
    """What a fresh process, knowing only the file, would show of the newest table."""
    told = journals(conn)
    if not told:
        return None
    table_id = list(told)[-1]
    service = Tables(cast("Database", _Reader(conn)), lambda: 0)
    state, l10n = await service.state(table_id), localizer("en")
    hands: dict[str, Look] = {}
    tokens: dict[str, str] = {}
    for seat in _present(state):
        view = await service.seat_view(table_id, seat, place)
        player = await service.players.get(state.holder(seat) or "")
        if view is not None and state.stage == "hand":
            hands[str(player.discord_id)] = drawn(hand_panel(view, l10n))
            if view.token:
                tokens[str(player.discord_id)] = view.token
    table = drawn(public_panel(await service.table_view(table_id), l10n))
    return Screens(table_id, state.stage, table, hands, tokens)


def _present(state: TableState) -> Iterable[SeatNo]:
    return [seat for seat in SEATS if (sat := state.seats[seat]) and not sat.has_left]


def unsent(conn: Connection) -> list[str]:
    """Tables of which posts are still to be sent."""
    return posts.unsent_tables(conn)


def let_time_pass(path: Path, by_ms: int) -> None:
    """Everything that is open falls due so much earlier, as if the bot had been down so long."""
    import sqlite3

    with closing(sqlite3.connect(path)) as conn, conn:
        decisions.shift(conn, -by_ms)
