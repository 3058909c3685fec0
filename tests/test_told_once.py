"""What Discord tells once is done even if nothing can be written just then."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord.gateway import KeepAliveHandler

from bot import insisting
from bot.client import TongitsClient
from bot.tables.commands import Pause
from tests.tables.conftest import opened
from tests.tables.test_unwritable import locked
from tests.tables.world import GUILD, World

SILENT: Any = SimpleNamespace(thread_id=0, _max_heartbeat_timeout=60.0)
SERVER: Any = SimpleNamespace(id=GUILD)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with opened(tmp_path / "tongits.db") as world:
        yield world
        assert await world.findings() == []


@pytest.fixture
async def client(world: World, monkeypatch: pytest.MonkeyPatch) -> TongitsClient:
    monkeypatch.setattr(insisting, "AGAIN_S", 0.01)
    made = TongitsClient(world.service)
    world.service.changed.remove(made.publisher.desks.call_for)  # it is not connected to anything
    return made


async def done_after_a_lock(
    world: World, told: Callable[[], Awaitable[None]], caplog: pytest.LogCaptureFixture
) -> None:
    """Discord tells it while another program locks the file, which lasts for one try at least."""
    with caplog.at_level(logging.WARNING), locked(world.path):
        task = asyncio.ensure_future(told())
        async with asyncio.timeout(10):
            while not (caplog.records or task.done()):  # noqa: ASYNC110  # a log is no event
                await asyncio.sleep(0.01)
    await asyncio.wait_for(task, 10)


async def test_the_end_of_an_outage_resumes_the_tables(
    world: World, client: TongitsClient, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await world.hand(await world.three())
    await world.service.submit(table_id, Pause("outage"))
    await done_after_a_lock(world, lambda: client.on_guild_available(SERVER), caplog)
    assert (await world.state(table_id)).paused_why is None


async def test_an_outage_pauses_the_tables(
    world: World, client: TongitsClient, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await world.hand(await world.three())
    await done_after_a_lock(world, lambda: client.on_guild_unavailable(SERVER), caplog)
    assert (await world.state(table_id)).paused_why == "outage"


async def test_a_server_that_removed_the_bot_loses_its_tables(
    world: World, client: TongitsClient, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await world.hand(await world.three())
    await done_after_a_lock(world, lambda: client.on_guild_remove(SERVER), caplog)
    assert await world.status(table_id) == "channel-gone"


async def test_a_start_closes_the_tables_of_servers_that_are_gone(
    world: World, client: TongitsClient, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = await world.hand(await world.three())
    client._clock.hold()  # as after a lost connection: the clock's own write fails, too
    await done_after_a_lock(world, client.on_ready, caplog)
    assert await world.status(table_id) == "channel-gone"


@pytest.mark.parametrize(("late_s", "heard"), [(0.0, True), (9.0, True), (11.0, False)])
async def test_a_heartbeat_that_is_not_answered_means_that_no_click_arrives(
    client: TongitsClient, late_s: float, heard: bool
) -> None:
    assert client._hears()  # not connected yet: nothing was asked
    pulse = KeepAliveHandler(ws=SILENT, interval=40.0)
    pulse._last_ack -= 40.0 + late_s
    client.ws = cast("Any", SimpleNamespace(_keep_alive=pulse))
    assert client._hears() is heard
