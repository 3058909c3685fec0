"""Why the bot ended: a sentence for whoever runs it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.run import CannotRun, _ended


def closed(code: int) -> discord.ConnectionClosed:
    """What the library raises when Discord closes the gateway for good."""
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=None, code=code)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (discord.LoginFailure("401"), "refused the bot token"),
        (closed(4004), "refused the bot token"),
        (closed(4013), "code 4013"),
        (OSError("no route"), "cannot be reached: no route"),
    ],
    ids=["login", "token reset", "intents", "network"],
)
async def test_an_end_for_good_is_one_sentence(error: Exception, said: str) -> None:
    async def run() -> None:
        raise error

    with pytest.raises(CannotRun, match=said) as told:
        await _ended(asyncio.create_task(run()))
    assert str(told.value).endswith(".")


async def test_a_stop_that_was_asked_for_is_none() -> None:
    running = asyncio.create_task(asyncio.sleep(60))
    running.cancel()
    await _ended(running)
