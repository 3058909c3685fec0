"""What Discord's refusals mean for us: every outcome of a call is one of these words."""

from __future__ import annotations

from typing import Final, Literal

import aiohttp
import discord

Fate = Literal[
    "message_gone",
    "frozen",
    "channel_gone",
    "person_gone",
    "forbidden",
    "archived",
    "dm_closed",
    "dm_limited",
    "quarantined",
    "late",
    "again",
    "broken",
]

# Codes: platform.md 4 and 15, rule 14.
_FATES: Final[dict[int, Fate]] = {
    10003: "channel_gone",
    10004: "channel_gone",
    10008: "message_gone",
    10013: "person_gone",
    10015: "late",
    10062: "late",
    30046: "frozen",  # too many edits of an old message: a new one takes its place
    20026: "quarantined",  # taken for spam
    40003: "dm_limited",  # direct messages opened too fast
    40060: "late",
    50001: "forbidden",
    50007: "dm_closed",
    50013: "forbidden",
    50027: "late",
    50083: "archived",
    50278: "person_gone",  # no server in common any more
    160005: "forbidden",
}


# Whatever a call to Discord fails with that is no mistake of ours: `fate_of` knows each of them.
LOST: Final = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)


def fate_of(error: Exception) -> Fate:
    """What to do about a failed call.

    `again` is worth a retry; `broken` is our own mistake.
    """
    if isinstance(error, discord.HTTPException):
        by_code = _FATES.get(error.code)
        if by_code:
            return by_code
        return "again" if error.status >= 500 or error.status == 429 else "broken"
    if isinstance(error, LOST):
        return "again"
    return "broken"
