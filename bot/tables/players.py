"""The players we have met, as last read: nobody else writes their rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.i18n import FORMER_PLAYER
from bot.tables.state import TableState
from data import people
from data.db import Database
from data.errors import NotWritten
from data.people import Player


def named(player: Player) -> Player:
    """The player, with what stands for the name of somebody erased; nobody else is called that."""
    if player.discord_id is None:
        return replace(player, name=FORMER_PLAYER)
    if FORMER_PLAYER in player.name:
        return replace(player, name=player.name.replace(FORMER_PLAYER, ""))
    return player


class Players:
    """Every player that was asked for, in memory."""

    def __init__(self, db: Database, now_ms: Callable[[], int]) -> None:
        self._db = db
        self._now_ms = now_ms
        self._known: dict[str, Player] = {}
        self._ids: dict[int, str] = {}  # by Discord account

    async def meet(self, discord_id: int, name: str) -> Player:
        """The player behind a Discord account; a changed name is remembered.

        Whoever only looks may do so while nothing can be written.
        """
        now = self._now_ms()
        known = await self.find(discord_id)
        if known and not people.is_news(known, name, now):
            return known
        return self._remember(await self._met(discord_id, name, now, known))

    async def find(self, discord_id: int) -> Player | None:
        """The player behind a Discord account, if we ever met."""
        known = self._known.get(self._ids.get(discord_id, ""))
        found = known or await self._db.read(lambda conn: people.find_player(conn, discord_id))
        return found and self._remember(found)

    async def get(self, player_id: str) -> Player:
        """A player by id."""
        if player_id not in self._known:
            await self._refresh(player_id)
        return self._known[player_id]

    async def of(self, state: TableState) -> Mapping[str, Player]:
        """Everybody on the table's screens, among others, by id."""
        shown = (seat.player_id for seat in state.seats if seat)
        ended = state.result.player_ids if state.result else ()
        for player_id in (*shown, *state.dealt_in, *ended):
            if player_id not in self._known:
                await self._refresh(player_id)
        return self._known

    async def set_dm(self, player_id: str, channel_id: int | None, state: people.DmState) -> None:
        """Remembers whether a player's direct messages take the hand."""
        await self._db.write(lambda conn: people.set_dm(conn, player_id, channel_id, state))
        await self._refresh(player_id)

    async def set_sort(self, player_id: str, order: str) -> None:
        """Remembers how a player likes the hand sorted."""
        await self._db.write(lambda conn: people.set_sort(conn, player_id, order))
        await self._refresh(player_id)

    async def _met(self, discord_id: int, name: str, now: int, known: Player | None) -> Player:
        try:
            return await self._db.write(lambda conn: people.player_for(conn, discord_id, name, now))
        except NotWritten:
            if known is None:
                raise
            return known  # under the old name until there is room for the new one

    async def _refresh(self, player_id: str) -> None:
        self._remember(await self._db.read(lambda conn: people.get_player(conn, player_id)))

    async def forget(self, discord_id: int, player_id: str) -> None:
        """Lets go of somebody who was erased: what is known of them is read anew."""
        self._ids.pop(discord_id, None)
        if player_id in self._known:
            await self._refresh(player_id)

    def _remember(self, read: Player) -> Player:
        player = named(read)
        self._known[player.player_id] = player
        if player.discord_id is not None:
            self._ids[player.discord_id] = player.player_id
        return player
