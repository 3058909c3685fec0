"""Waking everyone who waits for a change, instead of polling."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Signal:
    """`fire()` wakes every waiter once; a waiter looks again and waits on."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def fire(self) -> None:
        """Wakes all who wait now."""
        waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def until(self, look: Callable[[], T | None], timeout_s: float) -> T:
        """The first true value `look()` gives; TimeoutError when the time is over."""
        async with asyncio.timeout(timeout_s):
            while not (found := look()):
                future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._waiting.add(future)
                try:
                    await future
                finally:
                    self._waiting.discard(future)
        return found
