"""Identify, resume, restart, and what happens while no bot is there."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.play.server import PlayDiscord
from tests.play.sample_bot import SampleBot

BOT = Path(__file__).with_name("sample_bot.py")


@asynccontextmanager
async def process(play: PlayDiscord) -> AsyncIterator[asyncio.subprocess.Process]:
    """The sample bot as a process of its own; killed at the end when it still runs."""
    settings = {"TONGITS_DISCORD_API": play.api_base, "DISCORD_TOKEN": play.token}
    started = await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), env=os.environ | settings, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        await play.wait_ready(20)
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.wait()


@asynccontextmanager
async def socket(
    play: PlayDiscord, compress: str = ""
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    query = {"v": "10", "encoding": "json"} | ({"compress": compress} if compress else {})
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(play.gateway_url, params=query) as opened,
    ):
        yield opened


def identify(token: str, **more: Any) -> dict[str, Any]:
    return {"op": 2, "d": {"token": token, "intents": 1, "properties": {}} | more}


async def test_after_kill_9_the_same_button_is_answered_by_the_next_process(
    play: PlayDiscord,
) -> None:
    ana = play.person("Ana")
    async with process(play) as first:
        await play.wait_commands("sample")
        panel = (await ana.slash("sample new")).message
        assert panel is not None
        first.send_signal(signal.SIGKILL)
        await play.world.changed.until(lambda: not play.gateway.connected, 10)
    play.interactions.deadline_s = 0.2
    assert (await ana.press(panel, "Pressed 0 times")).error == "This interaction failed"
    play.interactions.deadline_s = 3.0
    async with process(play):
        assert (await ana.press(panel, "Pressed 0 times")).state == "done"
    assert "Pressed 1 times" in panel.labels


async def test_a_cut_connection_is_resumed_and_the_click_in_between_is_not_lost(
    play: PlayDiscord, sample: SampleBot
) -> None:
    ana = play.person("Ana")
    panel = (await ana.slash("sample new")).message
    assert panel is not None
    session = play.gateway.connected[0]
    play.gateway.drop()
    await play.world.changed.until(lambda: session.wire is None, 5)
    answer = await ana.press(panel, "Pressed 0 times")
    assert answer.state == "done"
    assert play.gateway.connected == [session]
    assert session.resumes == 1


async def test_a_lost_session_is_refused_and_the_client_identifies_anew(
    play: PlayDiscord, sample: SampleBot
) -> None:
    old = play.gateway.connected[0]
    del play.gateway.sessions[old.id]
    assert old.wire is not None
    old.wire.cut()
    await play.wait_ready(20)
    assert play.gateway.connected[0] is not old


async def test_with_no_bot_connected_a_command_fails_at_the_deadline(play: PlayDiscord) -> None:
    command = {"id": "1", "type": 1, "name": "hello", "description": "Hello."}
    play.world.commands[None]["1"] = command
    play.interactions.deadline_s = 0.05
    answer = await play.person("Ana").slash("hello")
    assert (answer.state, answer.error) == ("failed", "This interaction failed")


async def test_a_wrong_token_is_a_login_failure_for_discord_py(pointed: PlayDiscord) -> None:
    async with SampleBot() as bot:
        with pytest.raises(discord.LoginFailure):
            await bot.login("not the token")


async def test_direct_messages_have_no_server(play: PlayDiscord, sample: SampleBot) -> None:
    answer = await play.person("Ben").slash(
        "sample new", channel=play.world.dm_with(play.people[1].user)
    )
    payload = answer.interaction.payload()
    assert "guild_id" not in payload
    assert "member" not in payload
    assert payload["user"]["id"] == play.people[1].id
    assert answer.message in play.people[1].dms()


@pytest.mark.parametrize("compress", ["", "zlib-stream"])
async def test_hello_ready_and_the_server_come_in_order(play: PlayDiscord, compress: str) -> None:
    inflate = zlib.decompressobj()
    async with socket(play, compress) as ws:
        await ws.send_json(identify(play.token))
        got = []
        for _ in range(3):
            frame = await ws.receive(5)
            raw = inflate.decompress(frame.data) if compress else frame.data
            got.append(aiohttp.typedefs.DEFAULT_JSON_DECODER(raw))
    assert [(frame["op"], frame["t"], frame["s"]) for frame in got] == [
        (10, None, None),
        (0, "READY", 1),
        (0, "GUILD_CREATE", 2),
    ]


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([identify("wrong")], 4004),
        ([identify("", intents="all")], 4004),
        ([{"op": 6, "d": {"token": "wrong", "session_id": "x", "seq": 1}}], 4004),
        ([{"op": 3, "d": {}}], 4003),
        ([{"op": 99, "d": {}}], 4001),
        ([["not", "a", "frame"]], 4002),
    ],
)
async def test_the_gateway_closes_with_discords_codes(
    play: PlayDiscord, frames: list[Any], code: int
) -> None:
    async with socket(play) as ws:
        for frame in frames:
            await ws.send_json(frame)
        while (await ws.receive(5)).type is aiohttp.WSMsgType.TEXT:
            pass
    assert ws.close_code == code


async def test_a_frame_nested_too_deep_closes_as_unreadable(play: PlayDiscord) -> None:
    async with socket(play) as ws:
        await ws.send_str("[" * 5_000)
        while (await ws.receive(5)).type is aiohttp.WSMsgType.TEXT:
            pass
    assert ws.close_code == 4002


@pytest.mark.parametrize(
    ("more", "code"), [({"intents": None}, 4013), ({"shard": [1, 2]}, 4010), ({}, 4005)]
)
async def test_identify_needs_intents_one_shard_and_happens_once(
    play: PlayDiscord, more: dict[str, Any], code: int
) -> None:
    async with socket(play) as ws:
        await ws.send_json(identify(play.token, **more))
        await ws.send_json(identify(play.token))
        while (await ws.receive(5)).type is aiohttp.WSMsgType.TEXT:
            pass
    assert ws.close_code == code


async def test_a_resume_is_invalid_without_its_session_and_replays_only_what_was_missed(
    play: PlayDiscord,
) -> None:
    async with socket(play) as ws:
        await ws.send_json(identify(play.token))
        assert (await ws.receive_json(timeout=5))["op"] == 10
        ready = await ws.receive_json(timeout=5)
        await ws.receive_json(timeout=5)
        play.gateway.drop()
    play.world.new_channel("second")
    play.world.new_channel("third")
    resume = {"token": play.token, "session_id": ready["d"]["session_id"], "seq": 3}
    async with socket(play) as ws:
        await ws.receive_json(timeout=5)
        await ws.send_json({"op": 6, "d": resume | {"session_id": "unknown"}})
        assert await ws.receive_json(timeout=5) == {"op": 9, "d": False, "s": None, "t": None}
        await ws.send_json({"op": 6, "d": resume})
        got = [await ws.receive_json(timeout=5) for _ in range(2)]
    assert [(frame["t"], frame["s"]) for frame in got] == [("CHANNEL_CREATE", 4), ("RESUMED", 5)]
    assert got[0]["d"]["name"] == "third"


async def test_chat_of_people_reaches_the_bot_without_its_words(play: PlayDiscord) -> None:
    async with socket(play) as ws:
        await ws.send_json(identify(play.token, intents=1 | 1 << 9))
        for _ in range(3):
            await ws.receive_json(timeout=5)
        said = play.person("Ana").say("my secret")
        assert said.text == "my secret"
        event = await ws.receive_json(timeout=5)
    assert event["t"] == "MESSAGE_CREATE"
    assert event["d"]["content"] == ""
