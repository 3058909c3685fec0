"""Why the bot ended: a sentence for whoever runs it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import run
from bot.run import CannotRun, _ended, stop_client


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


class Deaf(discord.Client):
    """Swallows the first cancellation, as `asyncio.wait_for` may, and goes on while it is open."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none())
        self.swallowed = 0

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        while not self.is_closed():
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if self.swallowed:
                    raise
                self.swallowed += 1


@pytest.mark.parametrize("times", [0, 1])
async def test_a_stop_that_the_library_swallows_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """The bot went on for ever, deaf to every further signal, and held its file."""
    monkeypatch.setattr(run, "STOP_TRY_S", 0.05)
    client = Deaf()
    client.swallowed = 1 - times
    running = asyncio.create_task(client.start(""))
    await asyncio.sleep(0)
    await asyncio.wait_for(stop_client(client, running), 5)
    assert running.done()
    assert client.is_closed()
    assert client.swallowed == 1
