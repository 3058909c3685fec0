"""One table for minutes, hand after hand, while one kind of trouble comes and goes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.judge.evening import Table, table_of_three
from tests.judge.test_edges import audit, judge_perm
from tests.judge.test_outages import EDIT, SEND, said

pytestmark = [pytest.mark.long, pytest.mark.timeout(0)]

TIMES = 10
A_HAND_S = 120
Trouble = Callable[[Table], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def three_calls_of_ten_fail(table: Table) -> AsyncIterator[None]:
    rng = random.Random(5)
    for route in (SEND, EDIT):
        for method in ("POST", "PATCH", "DELETE"):
            strikes = lambda _: rng.random() < 0.3  # noqa: E731
            table.judge.fault(method, route, status=503, times=10_000, match=strikes)
    yield
    table.judge.faults.clear()


@asynccontextmanager
async def the_gateway_is_lost(table: Table) -> AsyncIterator[None]:
    gateway = table.judge.gateway
    table.rng.choice([gateway.drop, gateway.reconnect, gateway.invalidate])()
    await asyncio.sleep(0.2)
    await table.judge.wait_ready(30)
    yield


@asynccontextmanager
async def permissions_go_and_come_back(table: Table) -> AsyncIterator[None]:
    general, send = table.judge.channel("general"), judge_perm("SEND_MESSAGES")
    table.judge.set_overwrite(general, "bot", deny=send)
    for _ in range(10):
        await table.step()
        await asyncio.sleep(0.05)
    table.judge.set_overwrite(general, "bot", allow=send)
    yield


@asynccontextmanager
async def the_server_is_unavailable(table: Table) -> AsyncIterator[None]:
    guild = table.judge.channel("general").guild
    told = goes_on(table)
    table.judge.outage(guild, on=True)
    await asyncio.sleep(1)
    table.judge.outage(guild, on=False)
    again = lambda: goes_on(table) > told  # noqa: E731
    await table.judge.wait(again, 20, "the end of the outage")
    yield


def goes_on(table: Table) -> int:
    return sum("The table goes on" in m.text for m in table.people[0].messages("general"))


@asynccontextmanager
async def the_bot_is_killed(table: Table) -> AsyncIterator[None]:
    for _ in range(table.rng.randrange(12)):
        await table.step()
    await table.bot.kill9()
    await table.bot.start()
    yield


@pytest.mark.parametrize(
    "trouble",
    [
        three_calls_of_ten_fail,
        the_gateway_is_lost,
        permissions_go_and_come_back,
        the_server_is_unavailable,
        the_bot_is_killed,
    ],
    ids=lambda trouble: trouble.__name__,
)
async def test_a_table_lasts_through_trouble_that_comes_again_and_again(
    judge: Any, tmp_path: Path, trouble: Trouble
) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        for _ in range(TIMES):
            async with trouble(table):
                await asyncio.wait_for(table.play_hands(1), A_HAND_S)
        assert not said(table, "(played for them)")
    assert audit(tmp_path / "db").returncode == 0
