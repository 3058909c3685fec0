"""Answers that do not get through in time: given up before Discord would, and made up for."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening
from tests.process.test_lost_answers import ANSWER, stock

SOON_S = 3.9  # the 3 s that an answer may take, and an edit; discord.py would try again after 4


class Answering:
    """What becomes of the answers to interactions: how many came, and whether they hang."""

    def __init__(self, play: PlayDiscord) -> None:
        self._run = play.rest._run
        self.came = 0
        self.released = asyncio.Event()
        self.released.set()
        play.rest._run = self  # type: ignore[method-assign]

    async def __call__(self, request: Any, handler: Any, *, needs_token: bool) -> Any:
        if re.search(ANSWER, request.path):
            self.came += 1
            await self.released.wait()
        return await self._run(request, handler, needs_token=needs_token)


@asynccontextmanager
async def hanging(play: PlayDiscord, answering: Answering) -> AsyncIterator[None]:
    answering.released.clear()
    try:
        yield
    finally:
        answering.released.set()


@asynccontextmanager
async def failing(play: PlayDiscord, answering: Answering) -> AsyncIterator[None]:
    play.fail_next("POST", ANSWER, 503, times=100)
    try:
        yield
    finally:
        play.rest.faults.clear()


FAULTS = pytest.mark.parametrize("fault", [hanging, failing])


@FAULTS
async def test_a_move_whose_answer_does_not_get_through_is_on_the_panel_within_seconds(
    play: PlayDiscord, evening: Evening, bot: BotProcess, fault: Callable[..., Any]
) -> None:
    answering = Answering(play)
    await evening.sit_down(stake=10)
    player, panel = await evening.until_draw()
    left, came = stock(panel.text), answering.came
    began = time.monotonic()
    async with fault(play, answering):
        pressed = await player.press(panel, "Draw", wait=False)
        await play.world.changed.until(lambda: stock(panel.text) == left - 1, SOON_S)
        assert time.monotonic() - began < SOON_S
        assert (await pressed.settled()).state == "failed"
        tried = answering.came - came
    assert tried <= 2  # at once, and after a second
    await evening.play_turn()
    assert "Traceback" not in bot.output
    assert (await bot.audit())[0] == 0


@FAULTS
async def test_a_lobby_whose_answer_does_not_get_through_is_posted_by_itself(
    play: PlayDiscord, evening: Evening, bot: BotProcess, fault: Callable[..., Any]
) -> None:
    answering = Answering(play)
    async with fault(play, answering):
        await evening.people[0].slash("tongits new", {"stake": 10}, wait=False)
        table = await evening.people[0].wait_message(
            lambda seen: seen.enabled("Join"), timeout_s=6.0
        )
    await evening.fill(table)
    assert evening.table().id == table.id
    assert "Traceback" not in bot.output
    await evening.play_hand()
    assert (await bot.audit())[0] == 0
