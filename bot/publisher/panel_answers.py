"""What interactions' answers show of panels: noted, so that the publisher need not draw it too."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import discord

from bot.publisher.delivery import LOST
from bot.publisher.notes import Notes
from bot.publisher.paints import Paints
from bot.screens import Drawing
from bot.tables.views import SeatView
from bot.ui.choice import NO_CHOICE, Choice
from data import panels
from data.db import Connection
from data.points import reach


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an answer puts a public panel.

    `seq` and `edition` are the table's and the panel's when the answer was drawn.
    """

    table_id: str
    panel: str
    channel_id: int | None
    message_id: int
    seq: int
    edition: int = 0


class PanelAnswers:
    """The panels that answers painted, and what players chose on their hands.

    `draw` publishes a table, `doubt` has one panel drawn whatever is noted of it.
    """

    def __init__(
        self,
        notes: Notes,
        paints: Paints,
        *,
        draw: Callable[[str], None],
        doubt: Callable[[str, str], Awaitable[None]],
    ) -> None:
        self._notes = notes
        self._paints = paints
        self._draw = draw
        self._doubt = doubt
        self._chosen: dict[tuple[str, str], tuple[str, Choice]] = {}  # by panel, and the token

    async def placed(self, spot: Spot, view: discord.ui.LayoutView) -> None:
        """Notes that an interaction's answer put the panel there."""
        await self._placed(spot, Drawing(view))

    async def _placed(self, spot: Spot, drawing: Drawing) -> None:
        drawn = drawing.hash

        def note(conn: Connection) -> bool:
            panels.want(conn, spot.table_id, spot.panel, spot.seq, spot.channel_id)
            return panels.placed(
                conn,
                spot.table_id,
                spot.panel,
                spot.message_id,
                spot.seq,
                drawn,
                edition=spot.edition,
            )

        await self._note(spot.table_id, note)

    @asynccontextmanager
    async def painting(self, spot: Spot, view: discord.ui.LayoutView) -> AsyncIterator[None]:
        """Around an answer that repaints a public panel; notes it as `placed` does."""
        drawing = Drawing(view)
        with self._paints.painting(spot.table_id, spot.panel, drawing) as paint:
            yield
        await self._placed(spot, drawing)
        if paint.is_unsure:
            await self._doubt(spot.table_id, spot.panel)

    @asynccontextmanager
    async def painting_hand(
        self,
        hand: SeatView,
        choice: Choice,
        message_id: int,
        view: discord.ui.LayoutView,
        *,
        seq: int,
    ) -> AsyncIterator[None]:
        """Around an answer that repaints a hand; notes it if its message is the panel's own.

        If the answer is lost the panel is drawn again, with the choice.
        """
        table_id, panel, drawing = hand.table.table_id, f"hand:{hand.seat}", Drawing(view)
        self._choose(hand, choice)
        try:
            with self._paints.painting(table_id, panel, drawing) as paint:
                yield
        except LOST:
            await self._doubt(table_id, panel)
            raise
        await self._note_hand(table_id, panel, message_id, seq, drawing)
        if paint.is_unsure:
            await self._doubt(table_id, panel)

    def choice(self, table_id: str, panel: str, token: str) -> Choice:
        """What the player chose on the panel for the decision that is still open."""
        chosen_for, choice = self._chosen.get((table_id, panel), ("", NO_CHOICE))
        if chosen_for == token:
            return choice
        self._chosen.pop((table_id, panel), None)
        return NO_CHOICE

    async def _note_hand(
        self, table_id: str, panel: str, message_id: int, seq: int, drawing: Drawing
    ) -> None:
        drawn = drawing.hash

        def note(conn: Connection) -> bool:
            row = panels.get(conn, table_id, panel)
            if row is None or row.message_id != message_id:
                return True
            edition = row.edition
            return panels.placed(conn, table_id, panel, message_id, seq, drawn, edition=edition)

        await self._note(table_id, note)

    def _choose(self, hand: SeatView, choice: Choice) -> None:
        """What the player chose is drawn again until the decision is made."""
        key = hand.table.table_id, f"hand:{hand.seat}"
        self._chosen.pop(key, None)
        if choice != NO_CHOICE:
            self._chosen[key] = hand.token, choice

    async def _note(self, table_id: str, note: Callable[[Connection], bool]) -> None:
        reach("answered")
        if not await self._notes.write(table_id, note, unwritten=True):
            self._draw(table_id)
