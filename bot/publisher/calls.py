"""Calls to Discord that nobody waits for: a time limit, a few tries, and rest after a refusal."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.publisher.delivery import Fate, fate_of

log = logging.getLogger(__name__)

TRIES: Final = 3  # of one call before it waits for the next sweep
LONGEST_CALL_S: Final = 15.0
CALLS_A_SECOND: Final = 45.0  # Discord takes 50 of a bot; answers to presses do not count
BURST: Final = 4
# How long a channel that refused us is left alone, after the first refusal, the second …
RESTS_S: Final = (5.0, 10.0, 20.0, 40.0, 60.0)


class ChannelGone(Exception):
    """The table's channel does not exist any more."""


@dataclass(frozen=True, slots=True)
class _Channel:
    """What became of calls to a channel; `…_until_s` by the event loop's clock."""

    refusals: int = 0  # in a row
    rests_until_s: float = 0.0
    limited_until_s: float = 0.0  # Discord said when it takes calls again
    was_reached: bool = False


UNKNOWN: Final = _Channel()


class Calls:
    """Runs calls; knows which channels refused the bot and are left alone for a while."""

    def __init__(self) -> None:
        self._channels: dict[int, _Channel] = {}  # of which there is something to know
        self._turn_s = 0.0  # when the next call may be made, if all come one by one

    async def turn(self) -> None:
        """Waits until Discord surely takes one more call; in order, and mostly not at all.

        Everything else is slowed down if we ask too much of it: after an outage every table has
        something to say at once.
        """
        now_s = asyncio.get_running_loop().time()
        self._turn_s = max(self._turn_s, now_s - BURST / CALLS_A_SECOND) + 1 / CALLS_A_SECOND
        if self._turn_s > now_s:
            await asyncio.sleep(self._turn_s - now_s)

    def rests(self, channel_id: int) -> bool:
        """Whether the channel is left alone: it refused us, or takes no more calls for now."""
        return self.rest_s(channel_id) > 0

    def rest_s(self, channel_id: int) -> float:
        """How long the channel is still left alone, in seconds."""
        channel = self._known(channel_id)
        until_s = max(channel.rests_until_s, channel.limited_until_s)
        return max(0.0, until_s - asyncio.get_running_loop().time())

    def is_refused(self, channel_id: int) -> bool:
        """Whether the channel refused us a short while ago."""
        channel = self._known(channel_id)
        return channel.rests_until_s > asyncio.get_running_loop().time()

    def refuses_for_long(self, channel_id: int) -> bool:
        """Whether the channel refused us so often that its rest has become the longest."""
        return self._known(channel_id).refusals >= len(RESTS_S)

    def was_reached(self, channel_id: int) -> bool:
        """Whether a call to the channel arrived since this was last asked."""
        channel = self._known(channel_id)
        if channel.was_reached:
            self._note(channel_id, replace(channel, was_reached=False))
        return channel.was_reached

    def wake(self, channel_id: int) -> None:
        """Forgets a refusal: the channel's permissions were changed. A rate limit stands."""
        self._note(channel_id, replace(self._known(channel_id), refusals=0, rests_until_s=0.0))

    def rest(self, channel_id: int) -> None:
        """Leaves a channel alone for a while, each time longer."""
        channel = self._known(channel_id)
        rest_s = RESTS_S[min(channel.refusals, len(RESTS_S) - 1)]
        until_s = asyncio.get_running_loop().time() + rest_s
        refused = replace(channel, refusals=channel.refusals + 1, rests_until_s=until_s)
        self._note(channel_id, refused)

    def _known(self, channel_id: int) -> _Channel:
        return self._channels.get(channel_id, UNKNOWN)

    def _note(self, channel_id: int, known: _Channel) -> None:
        """Keeps what is known of a channel; nothing of one that there is nothing to know of."""
        if known == UNKNOWN:
            self._channels.pop(channel_id, None)
        else:
            self._channels[channel_id] = known

    async def public(
        self, channel_id: int, call: Callable[[], Awaitable[None]], *, is_new: bool = True
    ) -> Fate | None:
        """Runs a call to a channel; None, or why it was given up. Raises `ChannelGone`.

        In an archived thread nothing is edited; a new message wakes it, unless it is locked.
        """
        fate = await self._attempt(channel_id, call)
        if fate == "archived":
            fate = "forbidden" if is_new else "frozen"
        if fate == "channel_gone":
            raise ChannelGone
        if fate == "forbidden":
            self.rest(channel_id)
        if fate is None:
            self._note(channel_id, replace(UNKNOWN, was_reached=True))
        return fate

    async def private(self, channel_id: int, call: Callable[[], Awaitable[None]]) -> Fate | None:
        """Runs a call to direct messages; None, or why it was given up.

        A lost or forbidden channel is only a closed one.
        """
        fate = await self._attempt(channel_id, call)
        return "dm_closed" if fate in ("channel_gone", "forbidden") else fate

    async def _attempt(self, channel_id: int, call: Callable[[], Awaitable[None]]) -> Fate | None:
        """Runs a call, again after a passing failure; none while a long rate limit lasts."""
        loop = asyncio.get_running_loop()
        for attempt in range(TRIES):
            if self._known(channel_id).limited_until_s > loop.time():
                break
            try:
                async with asyncio.timeout(LONGEST_CALL_S):
                    await call()
            except discord.RateLimited as limit:
                log.info("a channel takes no calls for %.0f s", limit.retry_after)
                until_s = loop.time() + limit.retry_after
                self._note(channel_id, replace(self._known(channel_id), limited_until_s=until_s))
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
