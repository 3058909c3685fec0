"""Opening direct messages, sparingly: Discord quarantines bots that open many at once.

A channel that was opened once is remembered and costs nothing. A player who has none yet while the
budget is spent plays by **My hand**, and gets one when they sit down the next time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Final

import discord

from bot.publisher.delivery import LOST, Fate, fate_of
from bot.tables.service import Tables
from data.people import Player

log = logging.getLogger(__name__)

BUDGET: Final = 20  # new channels in an hour; quarantines began at 25 (platform.md 4)
PERIOD_S: Final = 3_600.0
LONGEST_CALL_S: Final = 5.0  # a player who sat down waits meanwhile to read where the hand will be
REST_S: Final = {"dm_limited": 600.0, "quarantined": 86_400.0}


class DirectMessages:
    """Which channel a player's direct messages go to; it opens new ones within the budget."""

    def __init__(
        self,
        client: discord.Client,
        service: Tables,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._service = service
        self._seconds = seconds
        self._opened: deque[float] = deque()
        self._resting_until = 0.0

    async def channel_of(self, player: Player) -> int | None:
        """The channel, opened if need be; None where there is none for now.

        A failure that may pass leaves the player's state "unknown": it is tried again later.
        """
        if player.dm_channel_id is not None or player.discord_id is None:
            return player.dm_channel_id
        if not self._may_open():
            return None
        try:
            async with asyncio.timeout(LONGEST_CALL_S):
                opened = await self._client.create_dm(discord.Object(player.discord_id))
        except LOST as error:
            fate = fate_of(error)
            limited_s = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
            self._rest(fate, limited_s)
            if fate in ("dm_closed", "person_gone"):
                await self._service.players.set_dm(player.player_id, None, "closed")
            return None
        await self._service.players.set_dm(player.player_id, opened.id, "unknown")
        return opened.id

    def _may_open(self) -> bool:
        """Whether the budget has one more; then it is spent."""
        now = self._seconds()
        while self._opened and self._opened[0] <= now - PERIOD_S:
            self._opened.popleft()
        if now < self._resting_until or len(self._opened) >= BUDGET:
            return False
        self._opened.append(now)
        return True

    def _rest(self, fate: Fate, limited_s: float) -> None:
        """Opening more of them now would only make it worse."""
        rest_s = max(limited_s, REST_S.get(fate, 0.0))
        self._resting_until = max(self._resting_until, self._seconds() + rest_s)
        if fate == "quarantined":
            log.error("Discord took this bot for spam: no new direct messages for a day")
        else:
            log.info("no direct messages opened: %s", fate)
