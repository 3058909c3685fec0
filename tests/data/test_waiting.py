"""Work that goes on when whoever waits for it is cancelled."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from data.waiting import outcome_of


async def test_who_waits_hears_what_came_of_the_work() -> None:
    done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    done.set_result("written")
    assert await outcome_of(done) == "written"
    failed: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    failed.set_exception(ValueError("full"))
    with pytest.raises(ValueError, match="full"):
        await outcome_of(failed)


async def test_cancelled_waiting_stops_no_work_and_its_failure_is_nobodys_news() -> None:
    loop = asyncio.get_running_loop()
    overlooked: list[dict[str, Any]] = []
    loop.set_exception_handler(lambda _, context: overlooked.append(context))
    work: asyncio.Future[str] = loop.create_future()
    waiting = asyncio.create_task(outcome_of(work))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert not work.done()
    work.set_exception(ValueError("full"))
    await asyncio.sleep(0)
    del work
    gc.collect()
    assert overlooked == []
