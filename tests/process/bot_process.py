"""The real bot as a process of its own: started, killed, stopped, and always reaped."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from bot.play.server import PlayDiscord

ROOT = Path(__file__).resolve().parents[2]
OWN_SETTINGS = ("DISCORD_TOKEN", "TONGITS_", "COVERAGE")
START_S = 30.0
STOP_S = 5.0


def environment(**settings: str) -> dict[str, str]:
    """The environment of a bot: none of the developer's own settings, only these."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(OWN_SETTINGS)}
    return kept | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"} | settings


class BotProcess:
    """`python -m bot` at an offline Discord. The folder holds its database and what it says."""

    module = "bot"

    def __init__(self, play: PlayDiscord, folder: Path, **settings: str) -> None:
        self.play = play
        self.folder = folder
        self.db = folder / "tongits.db"
        self.settings = {
            "DISCORD_TOKEN": play.token,
            "TONGITS_DISCORD_API": play.api_base,
            "TONGITS_DB": str(self.db),
        } | settings
        self._log = folder / "bot.log"
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(self, *error: object) -> None:
        await self.kill9()

    async def start(self) -> Self:
        """Starts it and waits until it is connected and its commands are there."""
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self.module),
                cwd=self.folder,
                env=environment(**self.settings),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        try:
            await self.play.wait_ready(START_S)
            await self.play.wait_commands("tongits", "chips", "leaderboard", timeout_s=START_S)
        except TimeoutError:
            raise AssertionError(f"the bot did not connect:\n{self.output}") from None
        return self

    async def kill9(self) -> None:
        """Ends it without a goodbye; harmless when it is not running."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        await self._gone()

    async def stop(self) -> int:
        """Asks it to stop; its exit status. AssertionError if it takes longer than 5 s."""
        assert self._process is not None, "the bot was never started"
        self._process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(STOP_S):
                return await self._gone()
        except TimeoutError:
            raise AssertionError(f"the bot does not stop:\n{self.output}") from None

    async def restart(self) -> None:
        """Stops it in order and starts it again."""
        assert await self.stop() == 0
        await self.start()

    async def _gone(self) -> int:
        """Waits for its end, and until its Discord has noticed."""
        if self._process is None:
            return 0
        status = await self._process.wait()
        await self.play.world.changed.until(lambda: not self.play.gateway.connected, STOP_S)
        return status

    async def audit(self) -> tuple[int, str]:
        """`python -m bot audit` on its database: exit status, and what it prints."""
        return await run_bot("audit", folder=self.folder, TONGITS_DB=str(self.db))

    @property
    def pid(self) -> int:
        assert self._process is not None, "the bot was never started"
        return self._process.pid

    async def ended(self) -> int:
        """Its exit status, once it has ended by itself."""
        async with asyncio.timeout(START_S):
            return await self._gone()

    async def until_said(self, words: str) -> None:
        """Waits until the bot has written these words."""
        try:
            async with asyncio.timeout(START_S):
                while words not in self.output:  # noqa: ASYNC110  # another process's file
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"the bot never said {words!r}:\n{self.output}") from None

    @property
    def output(self) -> str:
        """All it wrote so far, to standard output and standard error, over all its starts."""
        return self._log.read_text(encoding="utf-8")


async def run_bot(*arguments: str, folder: Path, **settings: str) -> tuple[int, str]:
    """Runs `python -m bot` to its end: exit status, and all it wrote."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments),
        cwd=folder,
        env=environment(**settings),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(START_S):
            written, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.communicate()
        raise AssertionError(f"python -m bot {' '.join(arguments)} does not end") from None
    return process.returncode or 0, written.decode()


@contextmanager
def playground(folder: Path, **settings: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`python -m bot --play` in a process group of its own, and its page's address."""
    with (
        (folder / "play.log").open("w") as log,
        subprocess.Popen(
            [sys.executable, "-m", "bot", "--play"],
            cwd=folder,
            env=environment(**settings),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+/[\w-]{20,}/", first)
            assert found, (first, (folder / "play.log").read_text())
            yield process, found[0]
        finally:
            process.kill()
