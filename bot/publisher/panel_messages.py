"""One panel's message on Discord: sent, edited, moved, taken away, and noted as shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.publisher.calls import Calls
from bot.publisher.delivery import Fate
from bot.publisher.notes import Notes
from bot.publisher.paints import Paints
from bot.repairs import first_panel, shows
from bot.screens import Drawing, created_ms
from bot.tables.service import Tables
from data import panels
from data.db import Connection
from data.panels import PanelRow
from data.points import reach

OLDEST_MS: Final = 50 * 60_000  # of a message that is edited
PUSHED_AWAY_BY: Final = 8  # lines of ours below the table's panel: about a phone's screen
CLOSED: Final = ("dm_closed", "person_gone")  # direct messages that never arrive


class PanelMessages:
    """The messages of panels.

    `draw` has a table published, once its panels changed places; `doubt` has one panel drawn
    whatever is noted of it.
    """

    def __init__(
        self,
        client: discord.Client,
        service: Tables,
        calls: Calls,
        notes: Notes,
        paints: Paints,
        *,
        draw: Callable[[str], None],
        doubt: Callable[[str, str], Awaitable[None]],
    ) -> None:
        self._client = client
        self._service = service
        self._calls = calls
        self._notes = notes
        self._paints = paints
        self._draw = draw
        self._doubt = doubt
        self._ahead_ms = 0  # our wall clock's lead over Discord's, by the newest message sent

    async def show(
        self,
        row: PanelRow,
        seq: int,
        view: discord.ui.LayoutView,
        channel: discord.PartialMessageable,
    ) -> Fate | None:
        """Sends or edits a panel; None if it shows now, or why it does not."""
        drawing = Drawing(view)
        drawn = drawing.hash
        if row.message_id and row.shown_hash == drawn:
            await self.note(row, None, seq, drawn)
            return None
        with self._paints.painting(row.table_id, row.panel, drawing) as paint:
            fate, message_id = await self._put(row, view, channel)
        if fate == "message_gone":
            await self._notes.write(
                row.table_id, lambda conn: panels.forget(conn, row.table_id, row.panel), None
            )
            self._draw(row.table_id)
        elif fate == "frozen":
            await self._replace(row, channel)
        elif fate is None:
            if not await self.note(row, message_id, seq, drawn) and not row.message_id:
                await self.take_away(channel, message_id)
        elif fate in (*CLOSED, "broken"):
            await self.note(row, None, seq, None)
        if paint.is_unsure and fate in (None, "again"):
            await self._doubt(row.table_id, row.panel)
        return fate

    async def within_reach(self, row: PanelRow, lines_below: int) -> PanelRow:
        """The table's panel; it moves to a new message when the old one is too old or too far up.

        Discord hardly lets a message be edited that is an hour old.
        """
        if row.message_id is None:
            return row
        age_ms = self._service.now_ms() - self._ahead_ms - created_ms(row.message_id)
        if age_ms < OLDEST_MS and lines_below < PUSHED_AWAY_BY:
            return row
        self._draw(row.table_id)  # takes the old message away
        return await self._service.db.write(
            lambda conn: panels.moved(conn, row.table_id, row.panel)
        )

    async def delete(self, row: PanelRow) -> None:
        """Takes away a table panel that a newer one has replaced."""
        channel = self.channel(row.channel_id or 0)
        message = channel.get_partial_message(row.message_id or 0)
        fate = await self._calls.public(row.channel_id or 0, message.delete, is_new=False)
        # What could not be deleted now would hang there with its buttons for ever.
        if fate not in ("again", "forbidden", "frozen"):
            await self._notes.write(
                row.table_id, lambda conn: panels.drop(conn, row.table_id, row.panel), None
            )

    async def take_away(self, channel: discord.PartialMessageable, message_id: int | None) -> None:
        """Deletes a message whose panel moved on while it was being sent: nobody would edit it."""
        if message_id is not None:
            await self._calls.private(channel.id, channel.get_partial_message(message_id).delete)

    async def note(
        self, row: PanelRow, message_id: int | None, seq: int, drawn: str | None
    ) -> bool:
        """Notes what is shown; False if the panel has moved to another message meanwhile."""

        def note(conn: Connection) -> bool:
            return panels.shown(
                conn, row.table_id, row.panel, message_id, seq, drawn, edition=row.edition
            )

        return await self._notes.write(row.table_id, note, unwritten=True)

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        """A channel or direct messages, by id alone."""
        return self._client.get_partial_messageable(channel_id)

    async def _replace(self, row: PanelRow, channel: discord.PartialMessageable) -> None:
        """A message that cannot be edited any more goes, and a new one takes its place."""
        is_public = row.channel_id is not None

        def let_go(conn: Connection) -> None:
            now = panels.get(conn, row.table_id, row.panel)
            if now and now.edition == row.edition:  # else it moved on by itself
                (panels.retire if is_public else panels.forget)(conn, row.table_id, row.panel)

        await self._service.db.write(let_go)
        if not is_public:
            await self.take_away(channel, row.message_id)
        self._draw(row.table_id)

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
