"""Calls to Discord that nobody waits for: a time limit, a few tries, and rest after a refusal."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.delivery import Fate, fate_of

log = logging.getLogger(__name__)

TRIES: Final = 3  # of one call before it waits for the next sweep
LONGEST_CALL_S: Final = 15.0
REST_S: Final = 60.0  # a channel that refused us is asked again after this


class ChannelGone(Exception):
    """The table's channel does not exist any more."""


class Calls:
    """Runs calls; knows which channels refused the bot and are left alone for a while."""

    def __init__(self) -> None:
        self._resting_until: dict[int, float] = {}

    def rests(self, channel_id: int) -> bool:
        """Whether the channel refused us less than a minute ago."""
        until = self._resting_until.get(channel_id)
        if until is not None and until <= asyncio.get_running_loop().time():
            del self._resting_until[channel_id]
            return False
        return until is not None

    def wake(self, channel_id: int) -> None:
        """Forgets a refusal: the channel's permissions were changed."""
        self._resting_until.pop(channel_id, None)

    async def public(self, channel_id: int, call: Callable[[], Awaitable[None]]) -> Fate | None:
        """Runs a call to a channel; None, or why it was given up. Raises `ChannelGone`."""
        fate = await self._attempt(call)
        if fate == "channel_gone":
            raise ChannelGone
        if fate == "forbidden":
            until = asyncio.get_running_loop().time() + REST_S
            self._resting_until[channel_id] = until
        return fate

    async def private(self, call: Callable[[], Awaitable[None]]) -> Fate | None:
        """Runs a call to direct messages; None, or why it was given up.

        A lost or forbidden channel is only a closed one.
        """
        fate = await self._attempt(call)
        return "dm_closed" if fate in ("channel_gone", "forbidden") else fate

    async def _attempt(self, call: Callable[[], Awaitable[None]]) -> Fate | None:
        """Runs a call, again after a passing failure."""
        for attempt in range(TRIES):
            try:
                await asyncio.wait_for(call(), LONGEST_CALL_S)
            except Exception as error:  # every failure has a fate
                fate = fate_of(error)
                if fate == "broken":
                    log.warning("a call was refused", exc_info=error)
                if fate != "again":
                    return fate
                await asyncio.sleep(2**attempt)
            else:
                return None
        return "again"
