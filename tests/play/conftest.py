"""An offline Discord, and an ordinary discord.py bot connected to it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import discord.asset
import discord.gateway
import discord.http
import pytest

from bot.play.pointing import point_discord_at
from bot.play.server import PlayDiscord
from tests.play.sample_bot import SampleBot


@pytest.fixture
async def play() -> AsyncIterator[PlayDiscord]:
    async with PlayDiscord() as running:
        yield running


@pytest.fixture
def pointed(play: PlayDiscord, monkeypatch: pytest.MonkeyPatch) -> PlayDiscord:
    """The same, with discord.py of this process pointed at it until the test ends."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    monkeypatch.setattr(discord.asset.Asset, "BASE", discord.asset.Asset.BASE)
    point_discord_at(play.api_base)
    return play


@pytest.fixture
async def sample(pointed: PlayDiscord) -> AsyncIterator[SampleBot]:
    """A running bot, its commands registered."""
    bot = SampleBot()
    running = asyncio.create_task(bot.start(pointed.token))
    await pointed.wait_commands("sample", timeout_s=10)
    await pointed.wait_ready(timeout_s=10)
    yield bot
    await bot.close()
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
