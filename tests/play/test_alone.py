"""The offline Discord as a command, and its small parts."""

from __future__ import annotations

import asyncio
import socket
import sys
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.play.snowflake import Snowflakes
from bot.play.waking import Signal
from bot.play.wire import encoder

ROOT = Path(__file__).resolve().parents[2]


async def started(*options: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", "bot.play", *options)
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=pipe, stderr=pipe)


async def test_run_alone_it_prints_its_page_and_how_to_point_a_bot_at_it() -> None:
    process = await started("--token", "a.b.c")
    assert process.stdout is not None
    try:
        lines = [(await process.stdout.readline()).decode().strip() for _ in range(4)]
        page = lines[0].removeprefix("Page:").strip()
        async with aiohttp.ClientSession() as session, session.get(page) as answer:
            assert answer.status == 200
        name, _, api_base = lines[2].partition("=")
        assert name == "TONGITS_DISCORD_API"
        assert lines[3] == "DISCORD_TOKEN=a.b.c"
        header = {"Authorization": "Bot a.b.c"}
        async with (
            aiohttp.ClientSession(headers=header) as session,
            session.get(f"{api_base}/users/@me") as answer,
        ):
            assert answer.status == 200
    finally:
        process.terminate()
        await process.communicate()


async def test_a_taken_port_is_one_plain_sentence_and_status_2() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        process = await started("--port", str(taken.getsockname()[1]))
        _, error = await process.communicate()
    assert process.returncode == 2
    assert error.decode().count("\n") == 1
    assert "cannot be used" in error.decode()


def test_ids_only_ever_grow() -> None:
    ids = Snowflakes()
    made = [int(ids.new()) for _ in range(2000)]
    assert made == sorted(set(made))


@pytest.mark.parametrize("frames", [[b'{"op":10}'], [b'{"a":1}', '{"b":"♠"}'.encode() * 500]])
def test_compressed_frames_are_what_discord_py_unpacks(frames: list[bytes]) -> None:
    context = discord.utils._ActiveDecompressionContext()
    encode = encoder(context.COMPRESSION_TYPE)
    assert encode is not None
    assert [context.decompress(encode(frame)) for frame in frames] == [
        frame.decode() for frame in frames
    ]


def test_an_unknown_compression_is_an_error_and_none_is_plain_text() -> None:
    assert encoder("") is None
    with pytest.raises(ValueError, match="unknown"):
        encoder("gzip")


async def test_a_waiter_is_woken_by_a_change_and_gives_up_in_time() -> None:
    signal, found = Signal(), list[int]()
    waiting = asyncio.create_task(signal.until(lambda: found, 5))
    await asyncio.sleep(0)
    found.append(1)
    signal.fire()
    assert await waiting == [1]
    with pytest.raises(TimeoutError):
        await signal.until(lambda: None, 0.01)
