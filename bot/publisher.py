"""Out-of-date panels and unsent posts -> Discord; one call in flight a panel, newest wins."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord

from bot.calls import Calls, ChannelGone
from bot.delivery import Fate
from bot.desks import CHANNEL, Desks
from bot.direct_messages import DirectMessages
from bot.i18n import localizer
from bot.insisting import insist
from bot.messages import PING, Messages
from bot.notes import Notes
from bot.repairs import first_panel, shows, until_named
from bot.screens import created_ms, panel_hash, place_names
from bot.tables import news
from bot.tables.commands import Close, Pause, Remove, Resume
from bot.tables.outcomes import Refused
from bot.tables.service import Tables
from bot.tables.state import TableState
from bot.tables.views import SeatView
from bot.ui.choice import Choice
from bot.ui.hand_panel import NO_CHOICE, hand_panel
from bot.ui.public_panel import public_panel
from bot.ui.result_panel import result_panel
from data import panels, posts
from data.db import Connection
from data.errors import DatabaseClosed, NotWritten
from data.panels import PanelRow
from data.people import DmState
from data.points import reach
from data.posts import Post
from tongits.seats import SEATS

log = logging.getLogger(__name__)

SWEEP_S: Final = 20.0  # repairs what an error or a crash left behind
OLDEST_MS: Final = 50 * 60_000  # of a message that is edited
PUSHED_AWAY_BY: Final = 8  # lines of ours below the table's panel: about a phone's screen
CLOSED: Final = ("dm_closed", "person_gone")  # direct messages that never arrive


@dataclass(frozen=True, slots=True)
class _Found:
    """What of a table is to be sent: outdated panels by name, and posts in order."""

    rows: list[PanelRow]
    unsent: list[Post]


class Publisher:
    """Keeps Discord's messages equal to the tables. `run` sweeps; commits call for their table."""

    def __init__(self, client: discord.Client, service: Tables) -> None:
        self._client = client
        self._service = service
        self._calls = Calls()
        self._notes = Notes(service.db)
        self._messages = Messages(client, service, self._calls, self._notes)
        self.direct = DirectMessages(client, service)
        self.desks = Desks(self._serve)
        self._looks: dict[str, asyncio.Task[_Found]] = {}
        self._chosen: dict[tuple[str, str], tuple[str, Choice]] = {}  # by panel, and the token
        self._given_up: dict[str, tuple[int, int]] = {}  # closed tables: server and channel
        self._ahead_ms = 0  # our wall clock's lead over Discord's, by the newest message sent
        service.changed.append(self.desks.call_for)

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

    async def _serve(self, table_id: str, lane: str) -> None:
        """Publishes one lane; what fails is found by the sweep."""
        try:
            await self._notes.pay(table_id)
            await self._publish(table_id, lane)
        except NotWritten as failure:
            log.warning("table %s: publishing to %s waits. %s", table_id, lane, failure)
        except Refused as refused:  # a forged control named a table that never was
            log.info("table %s: nothing to publish: %s", table_id, refused.code)
        except Exception:
            log.exception("table %s: publishing to %s failed", table_id, lane)

    async def _publish(self, table_id: str, lane: str) -> None:
        """What is outdated in one lane."""
        found = await self._found(table_id)
        rows = [row for row in found.rows if not self.desks.is_held(table_id, row.panel)]
        if lane == CHANNEL:
            public = [row for row in rows if row.channel_id]
            try:
                await self._publish_channel(table_id, public, found.unsent)
            except ChannelGone:
                await self._close(table_id)
        for row in (row for row in rows if row.panel == lane):
            await self._publish_hand(row)

    async def _found(self, table_id: str) -> _Found:
        """What is to be sent; lanes that ask at the same time share one look."""
        if table_id not in self._looks:
            self._looks[table_id] = asyncio.create_task(self._look(table_id))
        return await self._looks[table_id]

    async def _look(self, table_id: str) -> _Found:
        del self._looks[table_id]  # who asks from now on may know of newer things
        return await self._service.db.read(
            lambda conn: _Found(panels.outdated(conn, table_id), posts.unsent(conn, table_id))
        )

    async def _publish_channel(
        self, table_id: str, rows: list[PanelRow], unsent: list[Post]
    ) -> None:
        """The turns, the result, what follows from it, the table, and old messages away."""
        state = await self._service.state(table_id)
        channel_id = state.channel_id
        if not (unsent or rows) or self._calls.rests(channel_id):
            return
        for step in self._steps(table_id, state, rows, unsent):
            if self._calls.rests(channel_id):
                break
            await step()
        await self._follow(table_id, channel_id)
        for row in (row for row in rows if row.panel.startswith(panels.RETIRED)):
            if self._calls.rests(channel_id):
                break
            await self._delete(row)

    def _steps(
        self, table_id: str, state: TableState, rows: list[PanelRow], unsent: list[Post]
    ) -> Iterator[Callable[[], Awaitable[None]]]:
        """What is sent to a channel, in order.

        Where nothing may be sent, the panel that stands there may still be edited: a pause first.
        """
        send, is_paused = self._messages.send_post, state.paused_why is not None
        tables = [partial(self._publish_table, row) for row in rows if row.panel == "table"]
        yield from tables if is_paused else ()
        yield from (partial(send, table_id, post) for post in unsent if post.kind == news.TURNS)
        yield from (partial(self._publish_public, row) for row in rows if _is_result(row))
        yield from (partial(send, table_id, post) for post in unsent if post.kind != news.TURNS)
        yield from () if is_paused else tables
        yield from (partial(self._ping, row) for row in rows if row.panel.startswith(PING))

    async def _publish_table(self, row: PanelRow) -> None:
        await self._publish_public(await self._within_reach(row))

    async def _ping(self, row: PanelRow) -> None:
        late = await self._messages.send_ping(row)
        await self._take_away(self._channel(row.channel_id or 0), late)

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

    async def _give_up(self, table_id: str, guild_id: int, channel_id: int) -> None:
        """Nothing more of a closed table is sent until its channel's permissions are changed."""
        log.info("table %s: its channel refuses us, and the table is closed", table_id)
        await self._notes.write(table_id, lambda conn: panels.give_up(conn, table_id), None)
        self._given_up[table_id] = guild_id, channel_id

    async def _publish_public(self, row: PanelRow) -> None:
        state = await self._service.state(row.table_id)
        view = await self._public_view(row)
        if view is None:
            await self._note(row, None, state.seq, None)
        else:
            await self._show(row, state.seq, view, self._channel(row.channel_id or 0))

    async def _within_reach(self, row: PanelRow) -> PanelRow:
        """The table's panel; it moves to a new message when the old one is too old or too far up.

        Discord hardly lets a message be edited that is an hour old.
        """
        if row.message_id is None:
            return row
        message_id, table_id = row.message_id, row.table_id
        lines = await self._service.db.read(lambda conn: posts.after(conn, table_id, message_id))
        age_ms = self._service.now_ms() - self._ahead_ms - created_ms(message_id)
        if age_ms < OLDEST_MS and lines < PUSHED_AWAY_BY:
            return row
        self.desks.call_for(table_id)  # takes the old message away
        return await self._service.db.write(lambda conn: panels.moved(conn, table_id, row.panel))

    async def _public_view(self, row: PanelRow) -> discord.ui.LayoutView | None:
        l10n = localizer("en")
        if row.panel == "table":
            return public_panel(await self._service.table_view(row.table_id), l10n)
        result = await self._service.result_view(row.table_id)
        if result is None or row.panel != f"result:{result.hand_no}":
            return None
        return result_panel(result, l10n)

    async def _publish_hand(self, row: PanelRow) -> None:
        """A seat's hand by direct message; where those are closed My hand shows it."""
        seat = SEATS[int(row.panel.removeprefix("hand:"))]
        state = await self._service.state(row.table_id)
        holder = state.holder(seat)
        player = await self._service.player(holder) if holder else None
        await until_named(self._client, state.guild_id)
        view, channel_id = None, None
        if player is not None and player.dm_state != "closed":
            place = place_names(self._client, state.guild_id, state.channel_id)
            view = await self._service.seat_view(row.table_id, seat, place)
            channel_id = await self.direct.channel_of(player)
        if player is None or view is None or channel_id is None:
            await self._note(row, None, state.seq, None)
            return
        panel = hand_panel(view, localizer("en"), self._choice(row, view.token))
        fate = await self._show(row, state.seq, panel, self._channel(channel_id))
        if fate == "person_gone":
            await insist(self._service, row.table_id, Remove(player.player_id, "gone"))
        if fate not in (None, *CLOSED):  # nobody knows yet whether it failed for good
            return
        arrived = fate is None
        if arrived != (player.dm_state == "open"):
            found: DmState = "open" if arrived else "closed"
            await self._service.set_dm(player.player_id, channel_id, found)
            if not arrived:
                await self._messages.call_to_table(state.channel_id, player)

    def _choice(self, row: PanelRow, token: str) -> Choice:
        """What the player chose on the panel for the decision that is still open."""
        chosen_for, choice = self._chosen.get((row.table_id, row.panel), ("", NO_CHOICE))
        if chosen_for == token:
            return choice
        self._chosen.pop((row.table_id, row.panel), None)
        return NO_CHOICE

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
            doubt = partial(panels.doubt, table_id=table_id, panel=panel)
            await self._notes.write(table_id, doubt, unwritten=None)
            self.desks.call_for(table_id)

    async def redraw(self, table_id: str) -> None:
        """Every panel of a table is drawn again, whatever was noted as shown."""
        state = await self._service.state(table_id)
        self._calls.wake(state.channel_id)
        await self._service.db.write(lambda conn: panels.doubt(conn, table_id))
        self.desks.call_for(table_id)

    async def place(
        self,
        table_id: str,
        panel: str,
        channel_id: int | None,
        message_id: int,
        view: discord.ui.LayoutView,
        *,
        seq: int,
        edition: int = 0,
    ) -> None:
        """Notes that an interaction's answer put the panel on that message.

        `seq` and `edition` are the table's and the panel's when the answer was drawn.
        """
        drawn = panel_hash(view)

        def note(conn: Connection) -> bool:
            panels.want(conn, table_id, panel, seq, channel_id)
            return panels.placed(conn, table_id, panel, message_id, seq, drawn, edition=edition)

        await self._note_answer(table_id, note)

    async def answered(
        self,
        hand: SeatView,
        choice: Choice,
        message_id: int,
        view: discord.ui.LayoutView,
        *,
        seq: int,
    ) -> None:
        """Notes what an interaction's answer shows of a hand, if its message is the panel's own."""
        table_id, panel, drawn = hand.table.table_id, f"hand:{hand.seat}", panel_hash(view)
        self._choose(hand, choice)

        def note(conn: Connection) -> bool:
            row = panels.get(conn, table_id, panel)
            if row is None or row.message_id != message_id:
                return True
            edition = row.edition
            return panels.placed(conn, table_id, panel, message_id, seq, drawn, edition=edition)

        await self._note_answer(table_id, note)

    async def not_answered(self, hand: SeatView, choice: Choice) -> None:
        """An answer with a hand was lost: its panel is drawn again, with the choice."""
        self._choose(hand, choice)
        await self.doubt(hand.table.table_id, f"hand:{hand.seat}")

    def _choose(self, hand: SeatView, choice: Choice) -> None:
        """What the player chose is drawn again until the decision is made."""
        key = hand.table.table_id, f"hand:{hand.seat}"
        self._chosen.pop(key, None)
        if choice != NO_CHOICE:
            self._chosen[key] = hand.token, choice

    async def _note_answer(self, table_id: str, note: Callable[[Connection], bool]) -> None:
        reach("answered")
        if not await self._notes.write(table_id, note, unwritten=True):
            self.desks.call_for(table_id)

    async def _show(
        self,
        row: PanelRow,
        seq: int,
        view: discord.ui.LayoutView,
        channel: discord.PartialMessageable,
    ) -> Fate | None:
        """Sends or edits a panel; None if it shows now, or why it does not."""
        drawn = panel_hash(view)
        if row.message_id and row.shown_hash == drawn:
            await self._note(row, None, seq, drawn)
            return None
        fate, message_id = await self._put(row, view, channel)
        if fate == "message_gone":
            await self._notes.write(
                row.table_id, lambda conn: panels.forget(conn, row.table_id, row.panel), None
            )
            self.desks.call_for(row.table_id)
        elif fate == "frozen":
            await self._replace(row, channel)
        elif fate is None:
            if not await self._note(row, message_id, seq, drawn) and not row.message_id:
                await self._take_away(channel, message_id)
        elif fate in (*CLOSED, "broken"):
            await self._note(row, None, seq, None)
        return fate

    async def _replace(self, row: PanelRow, channel: discord.PartialMessageable) -> None:
        """A message that cannot be edited any more goes, and a new one takes its place."""
        is_public = row.channel_id is not None

        def let_go(conn: Connection) -> None:
            now = panels.get(conn, row.table_id, row.panel)
            if now and now.edition == row.edition:  # else it moved on by itself
                (panels.retire if is_public else panels.forget)(conn, row.table_id, row.panel)

        await self._service.db.write(let_go)
        if not is_public:
            await self._take_away(channel, row.message_id)
        self.desks.call_for(row.table_id)

    async def _put(
        self, row: PanelRow, view: discord.ui.LayoutView, channel: discord.PartialMessageable
    ) -> tuple[Fate | None, int | None]:
        """Edits the panel's message or sends its first one: what became of it, and its id."""
        message_id = row.message_id

        async def call() -> None:
            nonlocal message_id
            message_id = message_id or await first_panel(self._client, row)
            if message_id:
                await channel.get_partial_message(message_id).edit(view=view)
                reach("edited")
            else:
                reach("before-send")
                sent = await channel.send(view=view, nonce=row.nonce, silent=True)
                reach("sent")
                message_id = sent.id
                self._ahead_ms = self._service.now_ms() - created_ms(sent.id)
                if not shows(sent, view):
                    await sent.edit(view=view)

        if row.channel_id is None:
            return await self._calls.private(channel.id, call), message_id
        is_new = row.message_id is None
        return await self._calls.public(row.channel_id, call, is_new=is_new), message_id

    async def _take_away(self, channel: discord.PartialMessageable, message_id: int | None) -> None:
        """Deletes a message whose panel moved on while it was being sent: nobody would edit it."""
        if message_id is not None:
            await self._calls.private(channel.id, channel.get_partial_message(message_id).delete)

    async def _note(
        self, row: PanelRow, message_id: int | None, seq: int, drawn: str | None
    ) -> bool:
        """Notes what is shown; False if the panel has moved to another message meanwhile."""

        def note(conn: Connection) -> bool:
            return panels.shown(
                conn, row.table_id, row.panel, message_id, seq, drawn, edition=row.edition
            )

        return await self._notes.write(row.table_id, note, unwritten=True)

    async def _delete(self, row: PanelRow) -> None:
        """Takes away a table panel that a newer one has replaced."""
        channel = self._channel(row.channel_id or 0)
        message = channel.get_partial_message(row.message_id or 0)
        fate = await self._calls.public(row.channel_id or 0, message.delete, is_new=False)
        # What could not be deleted now would hang there with its buttons for ever.
        if fate not in ("again", "forbidden", "frozen"):
            await self._notes.write(
                row.table_id, lambda conn: panels.drop(conn, row.table_id, row.panel), None
            )

    async def _close(self, table_id: str) -> None:
        await insist(self._service, table_id, Close("channel-gone"))
        await self._notes.write(table_id, lambda conn: panels.give_up(conn, table_id), None)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)


def _unfinished(conn: Connection) -> list[str]:
    return sorted({*panels.outdated_tables(conn), *posts.unsent_tables(conn)})


def _is_result(row: PanelRow) -> bool:
    return row.panel.startswith("result:")
