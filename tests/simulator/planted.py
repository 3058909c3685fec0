"""Wrong bots: each breaks one promise, and the simulator must find it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

import discord

from bot import screens
from bot.publisher import panel_messages, publisher
from bot.tables import chips, clock, looks, service
from bot.tables.events import HandSettled
from bot.ui import public_panel
from bot.ui.cards_text import card_text
from data import commit as commits
from data import inbox, ledger, panels
from tongits.seats import SEATS

Planted = Callable[[], AbstractContextManager[Any]]


@contextmanager
def acknowledges_before_commit() -> Iterator[None]:
    """Memory moves on and everybody is told; the disk follows half a second later."""
    real = service.Tables._commit
    late: set[asyncio.Task[Any]] = set()

    async def commit(
        self: Any, actor: Any, story: Any, around: Any, settings: Any, *asked: Any
    ) -> bool:
        inbox_id, opened = asked
        if opened:
            return bool(await real(self, actor, story, around, settings, *asked))
        now = self.now_ms()
        planned = actor.plan(story, self.chance, now, inbox_id)

        def work(conn: Any) -> None:
            for player_id in around.purses or {}:
                ledger.open_wallet(conn, actor.state.guild_id, player_id, now)
            commits.write_commit(conn, planned, now)

        async def store() -> None:
            await asyncio.sleep(0.5)
            await self.db.write(work)

        task = asyncio.create_task(store())
        late.add(task)
        task.add_done_callback(late.discard)
        actor.done(story.state, planned.decisions)
        return True

    with mock.patch.object(service.Tables, "_commit", commit):
        yield


def forgets_the_inbox() -> AbstractContextManager[Any]:
    """No delivery is ever remembered."""
    return mock.patch.object(inbox, "is_first", return_value=True)


@contextmanager
def pays_twice() -> Iterator[None]:
    """At a hand's end somebody pays one chip more than the journal says."""
    transfers = chips.transfers

    def twice(table_id: str, state: Any, event: Any) -> Any:
        moved = list(transfers(table_id, state, event))
        paid = [one for one in moved if one.debit.startswith("table:")]
        if isinstance(event, HandSettled) and paid:
            moved.append(replace(paid[0], key=f"{paid[0].key}:again", amount=1))
        return moved

    with mock.patch.object(chips, "transfers", twice):
        yield


@contextmanager
def shows_another_hand() -> Iterator[None]:
    """A direct message shows the hand of the next seat."""
    seat_view = looks.seat_view

    def other(table: Any, state: Any, seat: Any, *rest: Any) -> Any:
        return seat_view(table, state, SEATS[(seat + 1) % 3], *rest)

    with mock.patch.object(looks, "seat_view", other):
        yield


@contextmanager
def names_the_stock() -> Iterator[None]:
    """The table's panel says which card will be drawn next."""
    table_view = looks.table_view
    panel = public_panel.public_panel
    next_card: dict[str, str] = {}

    def view(table_id: str, state: Any, *rest: Any, **named: Any) -> Any:
        stock = state.game.stock if state.game else ()
        next_card[table_id] = card_text(stock[0]) if stock else ""
        return table_view(table_id, state, *rest, **named)

    def drawn(view: Any, l10n: Any) -> Any:
        made = panel(view, l10n)
        made.add_item(discord.ui.TextDisplay(f"Next: {next_card[view.table_id]}"))
        return made

    with (
        mock.patch.object(looks, "table_view", view),
        mock.patch.object(publisher, "public_panel", drawn),
    ):
        yield


def writes_half() -> AbstractContextManager[Any]:
    """The decisions of a commit are lost."""
    return mock.patch.object(commits, "_write_decisions")


def never_deletes_old_panels() -> AbstractContextManager[Any]:
    """A table's former panel stays where it is."""
    return mock.patch.object(panel_messages.PanelMessages, "delete", _drops_only)


async def _drops_only(self: Any, row: Any) -> None:
    await self._service.db.write(lambda conn: panels.drop(conn, row.table_id, row.panel))


def thinks_all_panels_equal() -> AbstractContextManager[Any]:
    """A panel that was shown once is never edited by the publisher."""
    return mock.patch.object(screens, "panel_hash", return_value="the same")


def stops_the_clock() -> AbstractContextManager[Any]:
    """No decision ever falls due."""

    async def never(self: Any) -> float:
        return 30.0

    return mock.patch.object(clock.Clock, "_answer_overdue", never)


# Planted fault -> words of a finding that it must bring.
PLANTED: dict[str, tuple[Planted, str]] = {
    "acknowledge before commit": (acknowledges_before_commit, "not on disk|before its commit"),
    "no inbox": (forgets_the_inbox, "carried out and not noted|carried out twice"),
    "paid twice": (pays_twice, "the journal says|does not hold that many chips"),
    "another's hand": (shows_another_hand, "went to another|secret cards"),
    "the next card": (names_the_stock, "secret cards"),
    "half a commit": (writes_half, "open decisions are"),
    "old panels stay": (never_deletes_old_panels, "live panels"),
    "panels left as they are": (thinks_all_panels_equal, "shows something else|stays paused"),
    "no clock": (stops_the_clock, "stays overdue"),
}
