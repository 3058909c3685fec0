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
# How long a channel that refused us is left alone, after the first refusal, the second …
RESTS_S: Final = (5.0, 10.0, 20.0, 40.0, 60.0)


class ChannelGone(Exception):
    """The table's channel does not exist any more."""


class Calls:
    """Runs calls; knows which channels refused the bot and are left alone for a while."""

    def __init__(self) -> None:
        self._resting_until: dict[int, float] = {}
        self._refusals: dict[int, int] = {}
        self._reached: set[int] = set()

    def rests(self, channel_id: int) -> bool:
        """Whether the channel refused us a short while ago."""
        until = self._resting_until.get(channel_id)
        if until is not None and until <= asyncio.get_running_loop().time():
            del self._resting_until[channel_id]
            return False
        return until is not None

    def was_reached(self, channel_id: int) -> bool:
        """Whether a call to the channel arrived since this was last asked."""
        reached = channel_id in self._reached
        self._reached.discard(channel_id)
        return reached

    def wake(self, channel_id: int) -> None:
        """Forgets a refusal: the channel's permissions were changed."""
        self._resting_until.pop(channel_id, None)
        self._refusals.pop(channel_id, None)

    async def public(
        self, channel_id: int, call: Callable[[], Awaitable[None]], *, is_new: bool = True
    ) -> Fate | None:
        """Runs a call to a channel; None, or why it was given up. Raises `ChannelGone`.

        In an archived thread nothing is edited; a new message wakes it, unless it is locked.
        """
        fate = await self._attempt(call)
        if fate == "archived":
            fate = "forbidden" if is_new else "frozen"
        if fate == "channel_gone":
            raise ChannelGone
        if fate == "forbidden":
            self.rest(channel_id)
        if fate is None:
            self._reached.add(channel_id)
            self._refusals.pop(channel_id, None)
        return fate

    def rest(self, channel_id: int) -> None:
        """Leaves a channel alone for a while, each time longer."""
        refusals = self._refusals.get(channel_id, 0)
        self._refusals[channel_id] = refusals + 1
        rest_s = RESTS_S[min(refusals, len(RESTS_S) - 1)]
        self._resting_until[channel_id] = asyncio.get_running_loop().time() + rest_s

    def rest_s(self, channel_id: int) -> float:
        """How long the channel is still left alone, in seconds."""
        until = self._resting_until.get(channel_id, 0.0)
        return max(0.0, until - asyncio.get_running_loop().time())

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
