"""Out-of-date panels and unsent posts -> Discord; one call in flight a panel, newest wins."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import discord

from bot.i18n import localizer
from bot.insisting import insist
from bot.publisher.calls import Calls, ChannelGone
from bot.publisher.desks import Desks
from bot.publisher.direct_messages import DirectMessages
from bot.publisher.messages import PING, Messages
from bot.publisher.notes import Notes
from bot.publisher.paints import Paints
from bot.publisher.panel_answers import PanelAnswers
from bot.publisher.panel_messages import CLOSED, PanelMessages
from bot.repairs import until_named
from bot.screens import place_names
from bot.tables import news
from bot.tables.commands import Close, Pause, Remove, Resume
from bot.tables.outcomes import Refused
from bot.tables.service import Tables
from bot.tables.state import TableState
from bot.ui.hand_panel import hand_panel
from bot.ui.public_panel import public_panel
from bot.ui.result_panel import result_panel
from data import panels, posts
from data.db import Connection
from data.errors import DatabaseClosed, NotWritten
from data.panels import PanelRow
from data.people import DmState
from data.posts import Post
from tongits.seats import SEATS

log = logging.getLogger(__name__)

SWEEP_S: Final = 20.0  # repairs what an error or a crash left behind
CHANNEL: Final = "channel"  # the lane of everything public; each seat's hand is one by itself
HANDS: Final = tuple(f"hand:{seat}" for seat in SEATS)


@dataclass(frozen=True, slots=True)
class _Lane:
    """What of a lane is to be sent: outdated panels by name; in a channel also posts, in order.

    `lines_below` is how many posts stand, or will stand, below the table's panel.
    """

    rows: list[PanelRow]
    unsent: list[Post] = field(default_factory=list)
    lines_below: int = 0


class Publisher:
    """Keeps Discord's messages equal to the tables. `run` sweeps; commits call for their table."""

    def __init__(self, client: discord.Client, service: Tables) -> None:
        self._client = client
        self._service = service
        self._calls = Calls()
        self._notes = Notes(service.db)
        self._messages = Messages(client, service, self._calls, self._notes)
        self.direct = DirectMessages(client, service)
        self.desks = Desks(self._look, self._serve)
        draw, paints = self.desks.call_for, Paints()
        self._panels = PanelMessages(
            client, service, self._calls, self._notes, paints, draw=draw, doubt=self.doubt
        )
        self.answers = PanelAnswers(self._notes, paints, draw=draw, doubt=self.doubt)
        self._given_up: dict[str, tuple[int, int]] = {}  # closed tables: server and channel
        service.changed.append(draw)

    async def may_write_again(self, channel_id: int) -> None:
        """A channel's permissions were changed: what it refused is tried again."""
        self._calls.wake(channel_id)
        for closed_id in [key for key, (_, at) in self._given_up.items() if at == channel_id]:
            self._given_up.pop(closed_id, None)
            await self.want(closed_id, "table", channel_id)
        table_id = await self._service.table_in(channel_id)
        if table_id is not None:
            self.desks.call_for(table_id)

    async def may_write_on(self, guild_id: int) -> None:
        """The same for every channel of a server where we have a table, or had one."""
        given_up = {channel_id for at, channel_id in self._given_up.values() if at == guild_id}
        for channel_id in sorted({*await self._service.channels_on(guild_id), *given_up}):
            await self.may_write_again(channel_id)

    async def run(self) -> None:
        """Until cancelled: looks for what nobody called for."""
        while True:
            try:
                unfinished = await self._service.db.read(_unfinished)
                for table_id in sorted({*unfinished, *self._notes.owing}):
                    self.desks.call_for(table_id)
            except Exception:
                log.exception("the sweep failed; trying again")
            await asyncio.sleep(SWEEP_S)

    async def stop(self) -> None:
        """Ends the work in hand; what is left is repaired at the next start."""
        await self.desks.stop()

    async def _look(self, table_id: str) -> dict[str, _Lane]:
        """What is outdated, by lane, apart from what somebody's answer is about to repaint."""
        lanes: dict[str, _Lane] = {}
        with _logged(table_id, "a look"):
            await self._notes.pay(table_id)
            rows, channel = await self._service.db.read(lambda conn: _outdated(conn, table_id))
            free = [row for row in rows if not self.desks.is_held(table_id, row.panel)]
            lanes = {row.panel: _Lane([row]) for row in free if row.panel in HANDS}
            public = [row for row in free if row.channel_id]
            if public or channel.unsent or await self._is_forbidden(table_id):
                lanes[CHANNEL] = replace(channel, rows=public)
        return lanes

    async def _serve(self, table_id: str, lane: str, work: _Lane) -> None:
        """Publishes one lane; what fails is found by the sweep."""
        with _logged(table_id, lane):
            if lane == CHANNEL:
                try:
                    await self._publish_channel(table_id, work)
                except ChannelGone:
                    await self._close(table_id)
            else:
                await self._calls.turn()
                await self._publish_hand(work.rows[0])

    async def _publish_channel(self, table_id: str, lane: _Lane) -> None:
        """The turns, the result, what follows from it, the table, and old messages away."""
        state = await self._service.state(table_id)
        channel_id = state.channel_id
        if self._calls.rests(channel_id):
            return
        for step in self._steps(table_id, state, lane):
            await self._calls.turn()
            if self._calls.rests(channel_id):
                break
            await step()
        await self._follow(table_id, channel_id)
        for row in (row for row in lane.rows if row.panel.startswith(panels.RETIRED)):
            await self._calls.turn()
            if self._calls.rests(channel_id):
                break
            await self._panels.delete(row)

    def _steps(
        self, table_id: str, state: TableState, lane: _Lane
    ) -> Iterator[Callable[[], Awaitable[None]]]:
        """What is sent to a channel, in order.

        Where nothing may be sent, the panel that stands there may still be edited: a pause first.
        """
        send, is_paused = self._messages.send_post, state.paused_why is not None
        rows, unsent, below = lane.rows, lane.unsent, lane.lines_below
        tables = [partial(self._publish_public, row, below) for row in rows if row.panel == "table"]
        yield from tables if is_paused else ()
        yield from (partial(send, table_id, post) for post in unsent if post.kind == news.TURNS)
        yield from (partial(self._publish_public, row) for row in rows if _is_result(row))
        yield from (partial(send, table_id, post) for post in unsent if post.kind != news.TURNS)
        yield from () if is_paused else tables
        yield from (partial(self._ping, row) for row in rows if row.panel.startswith(PING))

    async def _ping(self, row: PanelRow) -> None:
        late = await self._messages.send_ping(row)
        await self._panels.take_away(self._panels.channel(row.channel_id or 0), late)

    async def _follow(self, table_id: str, channel_id: int) -> None:
        """A channel that refuses us pauses its table; one that takes messages ends the pause.

        A closed table has nobody who waits for it: its channel is not asked for ever.
        """
        state = await self._service.state(table_id)
        reached, refused = self._calls.was_reached(channel_id), self._calls.is_refused(channel_id)
        if state.closed_why and refused and self._calls.refuses_for_long(channel_id):
            await self._give_up(table_id, state.guild_id, channel_id)
            return
        if self._calls.rests(channel_id):
            retry_s = self._calls.rest_s(channel_id) + 0.01
            asyncio.get_running_loop().call_later(retry_s, self.desks.call_for, table_id)
        if refused and state.paused_why is None:
            await insist(self._service, table_id, Pause("forbidden"))
        elif reached and not refused and state.paused_why == "forbidden":
            await insist(self._service, table_id, Resume())
        elif state.paused_why == "forbidden" and not self._calls.rests(channel_id):
            # Answers to presses may have left nothing to send: the sweep finds what to try with.
            await self._note_doubt(table_id, "table")

    async def _is_forbidden(self, table_id: str) -> bool:
        """Whether the table waits until its channel takes messages."""
        return (await self._service.state(table_id)).paused_why == "forbidden"

    async def _give_up(self, table_id: str, guild_id: int, channel_id: int) -> None:
        """Nothing more of a closed table is sent until its channel's permissions are changed."""
        log.info("table %s: its channel refuses us, and the table is closed", table_id)
        await self._notes.write(table_id, lambda conn: panels.give_up(conn, table_id), None)
        self._given_up[table_id] = guild_id, channel_id

    async def _newest(self, row: PanelRow) -> PanelRow | None:
        """The row as it stands now; None if there is nothing to draw any more.

        A state that is read right after it is never newer: no panel of the next hand is sent as
        that of the last one, which nobody would take away if we were ended just then.
        """
        now = await self._service.db.read(lambda conn: panels.get(conn, row.table_id, row.panel))
        return now if now and now.is_outdated else None

    async def _publish_public(self, found: PanelRow, lines_below: int = 0) -> None:
        row = await self._newest(found)
        if row is None:
            return
        if row.panel == "table":
            row = await self._panels.within_reach(row, lines_below)
        state = await self._service.state(row.table_id)
        view = await self._public_view(row)
        if view is None:
            await self._panels.note(row, None, state.seq, None)
        else:
            await self._panels.show(row, state.seq, view, self._panels.channel(row.channel_id or 0))

    async def _public_view(self, row: PanelRow) -> discord.ui.LayoutView | None:
        l10n = localizer("en")
        if row.panel == "table":
            return public_panel(await self._service.table_view(row.table_id), l10n)
        result = await self._service.result_view(row.table_id)
        if result is None or row.panel != f"result:{result.hand_no}":
            return None
        return result_panel(result, l10n)

    async def _publish_hand(self, found: PanelRow) -> None:
        """A seat's hand by direct message; where those are closed My hand shows it.

        The same where the server wants none; a hand that stands in one already is played there.
        """
        seat = SEATS[int(found.panel.removeprefix("hand:"))]
        state = await self._service.state(found.table_id)
        holder = state.holder(seat)
        player = await self._service.players.get(holder) if holder else None
        await until_named(self._client, state.guild_id)
        view, channel_id = None, None
        settings = await self._service.servers.get(state.guild_id)
        by_dm = settings.dm_hands or found.message_id is not None
        if player is not None and player.dm_state != "closed" and by_dm:
            channel_id = await self.direct.channel_of(player)
        row = await self._newest(found)
        state = await self._service.state(found.table_id)
        if row is None or state.holder(seat) != holder:  # a commit said so, and called for us again
            return
        if channel_id is not None:
            place = place_names(self._client, state.guild_id, state.channel_id)
            view = await self._service.seat_view(row.table_id, seat, place)
        if player is None or view is None or channel_id is None:
            await self._panels.note(row, None, state.seq, None)
            return
        panel = hand_panel(
            view, localizer("en"), self.answers.choice(row.table_id, row.panel, view.token)
        )
        fate = await self._panels.show(row, state.seq, panel, self._panels.channel(channel_id))
        if fate == "person_gone":
            await insist(self._service, row.table_id, Remove(player.player_id, "gone"))
        if fate not in (None, *CLOSED):  # nobody knows yet whether it failed for good
            return
        arrived = fate is None
        if arrived != (player.dm_state == "open"):
            dm_state: DmState = "open" if arrived else "closed"
            await self._service.players.set_dm(player.player_id, channel_id, dm_state)
            if not arrived:
                await self._messages.call_to_table(state.channel_id, player)

    async def want(self, table_id: str, panel: str, channel_id: int | None) -> None:
        """Asks for a panel to be drawn again although the table did not change.

        Somebody asked for it: a channel that refused us before is tried again at once.
        """
        if channel_id is not None:
            self._calls.wake(channel_id)
        await self._notes.write(
            table_id, lambda conn: panels.want_again(conn, table_id, panel, channel_id), None
        )
        self.desks.call_for(table_id)

    async def doubt(self, table_id: str, panel: str) -> None:
        """Draws a panel again whatever is noted as shown: nobody knows what became of that.

        When the bot stops meanwhile nothing more is drawn.
        """
        with suppress(DatabaseClosed):
            await self._note_doubt(table_id, panel)
            self.desks.call_for(table_id)

    async def _note_doubt(self, table_id: str, panel: str) -> None:
        doubt = partial(panels.doubt, table_id=table_id, panel=panel)
        await self._notes.write(table_id, doubt, unwritten=None)

    async def redraw(self, table_id: str) -> None:
        """Every panel of a table is drawn again, whatever was noted as shown."""
        state = await self._service.state(table_id)
        self._calls.wake(state.channel_id)
        await self._service.db.write(lambda conn: panels.doubt(conn, table_id))
        self.desks.call_for(table_id)

    async def _close(self, table_id: str) -> None:
        await insist(self._service, table_id, Close("channel-gone"))
        await self._notes.write(table_id, lambda conn: panels.give_up(conn, table_id), None)


def _unfinished(conn: Connection) -> list[str]:
    return sorted({*panels.outdated_tables(conn), *posts.unsent_tables(conn)})


def _outdated(conn: Connection, table_id: str) -> tuple[list[PanelRow], _Lane]:
    """The outdated panels of a table, and its channel's lane without them."""
    rows, unsent = panels.outdated(conn, table_id), posts.unsent(conn, table_id)
    lines = len(unsent)
    for row in rows:
        if row.panel == "table" and row.message_id is not None:
            lines += posts.after(conn, table_id, row.message_id)
    return rows, _Lane([], unsent, lines)


@contextmanager
def _logged(table_id: str, what: str) -> Iterator[None]:
    """Around what fails without anybody waiting for it."""
    try:
        yield
    except NotWritten as failure:
        log.warning("table %s: publishing (%s) waits. %s", table_id, what, failure)
    except Refused as refused:  # a forged control named a table that never was
        log.info("table %s: nothing to publish: %s", table_id, refused.code)
    except Exception:
        log.exception("table %s: publishing (%s) failed", table_id, what)


def _is_result(row: PanelRow) -> bool:
    return row.panel.startswith("result:")
