"""Waiting for work that goes on when whoever waits is cancelled."""

from __future__ import annotations

import asyncio
from typing import TypeVar

T = TypeVar("T")


async def outcome_of(work: asyncio.Future[T]) -> T:
    """What the work answers, or its exception; nobody's news if the waiting was cancelled."""
    work.add_done_callback(_hear)
    return await asyncio.shield(work)


def _hear(work: asyncio.Future[T]) -> None:
    """Looks at a failure, so that asyncio does not log it as one that was overlooked."""
    if not work.cancelled():
        work.exception()
