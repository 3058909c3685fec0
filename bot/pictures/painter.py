"""Asks the process that draws for pictures, one at a time; the first one starts it."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.pictures.sheets import Sheet, to_json

log = logging.getLogger(__name__)

ROOT: Final = Path(__file__).resolve().parents[2]
COMMAND: Final = (sys.executable, "-m", "bot.pictures")
LONGEST_S: Final = 15.0  # for a picture, its turn and a cold start of the process included
GOODBYE_S: Final = 1.0
LARGEST_BYTES: Final = 4 * 2**20
OURS: Final = ("DISCORD_", "TONGITS_")  # settings and secrets that drawing does not need


class Painter:
    """Draws sheets in a process of its own. Close it, or that process lives as long as this one."""

    def __init__(self, command: Sequence[str] = COMMAND, *, longest_s: float = LONGEST_S) -> None:
        self._command = tuple(command)
        self._longest_s = longest_s
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._is_closed = False

    async def draw(self, sheet: Sheet) -> bytes | None:
        """The picture as a PNG; None if it could not be drawn in time, which is logged."""
        try:
            async with asyncio.timeout(self._longest_s), self._turn:
                return await self._asked(sheet)
        except (TimeoutError, OSError, EOFError, ValueError) as error:
            log.warning("a picture was not drawn: %s", type(error).__name__)
            return None

    async def close(self) -> None:
        """Ends the process; whoever waits for a picture gets none."""
        self._is_closed = True
        process = self._process
        if process is not None and process.stdin is not None and not self._turn.locked():
            process.stdin.close()  # it ends by itself, and tidies up
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), GOODBYE_S)
        await self._end()

    async def _asked(self, sheet: Sheet) -> bytes:
        """What the process answers. It is ended whenever it does not answer as it should."""
        try:
            process = await self._running()
            return await _exchange(process, to_json(sheet))
        except BaseException:
            await self._end()
            raise

    async def _running(self) -> Process:
        if self._is_closed:
            raise EOFError
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, cwd=ROOT, env=_environment(), stdin=PIPE, stdout=PIPE
            )
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()  # it holds nothing that anybody needs
            await process.wait()


async def _exchange(process: Process, line: bytes) -> bytes:
    """The answer to a sheet. Raises `EOFError`, `OSError` or `ValueError` where it is none."""
    if process.stdin is None or process.stdout is None:
        raise EOFError
    process.stdin.write(line + b"\n")
    await process.stdin.drain()
    length = int(await process.stdout.readline())
    if not 0 < length <= LARGEST_BYTES:
        raise ValueError(length)
    return await process.stdout.readexactly(length)


def _environment() -> dict[str, str]:
    """What the process is told: nothing of the bot's own settings, above all not its token."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
