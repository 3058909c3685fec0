"""What the bot logs: an error that no planned fault explains is a finding, and so is a token.

So is an event of the gateway that was given up, whatever explains it.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import aiohttp
import discord

OURS = ("bot", "cogs", "data", "discord", "asyncio")
PLANNED = (
    sqlite3.OperationalError,
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)


class Listener(logging.Handler):
    """Hears all of WARNING and above."""

    def __init__(self, fail: Callable[[str], None], is_secret: Callable[[str], bool]) -> None:
        super().__init__(logging.WARNING)
        self._fail = fail
        self._is_secret = is_secret
        self.heard: list[str] = []
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)
        self.heard.append(text)
        if self._is_secret(text):
            self._fail("a log line tells a secret")
        error = record.exc_info[1] if record.exc_info else None
        told = record.levelno >= logging.ERROR or error is not None
        if told and (_is_lost_event(record) or not explained(error)):
            self._fail(f"an error nobody planned was logged: {text[-2000:]}")


def _is_lost_event(record: logging.LogRecord) -> bool:
    """Whether something that the gateway told us came to nothing: it tells nothing twice."""
    return record.name == "discord.client" and "Ignoring exception" in record.getMessage()


def explained(error: BaseException | None) -> bool:
    """Whether an error is one of those the weather makes, or follows from one."""
    while error is not None:
        if isinstance(error, PLANNED) and not is_our_mistake(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def is_our_mistake(error: BaseException) -> bool:
    """Whether Discord says that the body is wrong."""
    return isinstance(error, discord.HTTPException) and error.code in (50035, 50006, 50005)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Adds the listener to our loggers, and keeps their noise from the terminal."""
    loggers = [logging.getLogger(name) for name in OURS]
    kept = [(logger, logger.propagate, logger.level) for logger in loggers]
    for logger in loggers:
        logger.addHandler(listener)
        logger.propagate = False
        logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        for logger, propagate, level in kept:
            logger.removeHandler(listener)
            logger.propagate = propagate
            logger.setLevel(level)
