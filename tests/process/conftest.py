"""An offline Discord, the real bot as a process at it, and people who sit down there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening

FOUR = ("Ana", "Ben", "Carla", "Dana")


@pytest.fixture
async def play() -> AsyncIterator[PlayDiscord]:
    async with PlayDiscord(people=FOUR) as running:
        yield running


@pytest.fixture
async def bot(play: PlayDiscord, tmp_path: Path) -> AsyncIterator[BotProcess]:
    async with BotProcess(play, tmp_path) as running:
        yield running


@pytest.fixture
def evening(play: PlayDiscord, bot: BotProcess) -> Evening:
    return Evening(play)
