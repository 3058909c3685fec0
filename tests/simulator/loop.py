"""An event loop whose time passes only when nothing is left to do at the present moment.

No thread, no socket and no clock of the machine can get in: the same program makes the same steps.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

T = TypeVar("T")

# A timer due within a nanosecond is due: a sum of waits is not exactly the moment waited for.
RESOLUTION_S = 1e-9


class NothingLeft(Exception):
    """Everybody waits for somebody else: no timer is set and nothing is ready."""


class _Waits(selectors.SelectSelector):
    """Instead of waiting for sockets it moves the time on."""

    now_s = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        """No socket is ever ready; the wait is over at once."""
        if timeout is None:
            raise NothingLeft
        self.now_s += max(timeout, 0.0)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """`time()` is virtual seconds since the loop was made."""

    def __init__(self) -> None:
        self._waits = _Waits()
        super().__init__(self._waits)
        self._clock_resolution = RESOLUTION_S

    def time(self) -> float:
        return self._waits.now_s


def run_virtually(main: Coroutine[Any, Any, T]) -> T:
    """What the coroutine gives, on a loop of its own; whatever it left behind is cancelled."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(main)
    finally:
        _cancel_rest(loop)
        asyncio.set_event_loop(None)
        loop.close()


def _cancel_rest(loop: VirtualLoop) -> None:
    rest = asyncio.all_tasks(loop)
    for task in rest:
        task.cancel()
    loop.set_exception_handler(_ignore)
    if rest:
        loop.run_until_complete(asyncio.gather(*rest, return_exceptions=True))


def _ignore(_: asyncio.AbstractEventLoop, __: Mapping[str, Any]) -> None:
    """What is torn down at the end has nobody to tell."""
