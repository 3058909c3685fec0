"""The real bot as a process that is told where to die."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Final

from bot.play.interaction import Interaction
from bot.play.server import PlayDiscord
from data.points import VARIABLE
from tests.process.bot_process import environment

START_S: Final = 30.0
END_S: Final = 10.0


class Victim:
    """`python -m bot` on the database of a folder, started and killed again and again."""

    def __init__(self, play: PlayDiscord, folder: Path) -> None:
        self.play = play
        self.db = folder / "tongits.db"
        self._orders = folder / "kill-at"
        self.log = folder / "bot.log"
        self._process: asyncio.subprocess.Process | None = None
        self._ending: asyncio.Task[int] | None = None

    @property
    def ended(self) -> bool:
        """Whether no process is running."""
        return self._ending is None or self._ending.done()

    def arm(self, *points: str) -> None:
        """It dies as soon as it has passed these points, in this order."""
        part = self._orders.with_suffix(".part")
        part.write_text(" ".join(points))
        part.replace(self._orders)

    async def spawn(self, *module: str) -> None:
        """Starts `python -m bot`, or another module; it is not connected yet."""
        settings = {
            "DISCORD_TOKEN": self.play.token,
            "TONGITS_DISCORD_API": self.play.api_base,
            "TONGITS_DB": str(self.db),
            VARIABLE: str(self._orders),
        }
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", *(module or ("bot",))),
                cwd=self.db.parent,
                env=environment(**settings),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self._ending = asyncio.create_task(self._process.wait())
        self._ending.add_done_callback(lambda _: self.play.world.changed.fire())

    async def connected(self) -> bool:
        """Waits until it is connected and its commands are there; False if it ends before."""
        await self.play.world.changed.until(self._is_up_or_over, START_S)
        return not self.ended

    def _is_up_or_over(self) -> bool:
        scopes = self.play.world.commands.values()
        known = {command["name"] for scope in scopes for command in scope.values()}
        return self.ended or (bool(self.play.gateway.connected) and "tongits" in known)

    def kill(self) -> None:
        """Ends it without a goodbye, if it runs."""
        self.arm()
        if self._process is not None and not self.ended:
            self._process.kill()

    async def gone(self) -> int | None:
        """Waits for its end, and until its Discord has noticed; the exit status."""
        if self._ending is None:
            return None
        async with asyncio.timeout(END_S):
            status = await self._ending
        await self.play.world.changed.until(lambda: not self.play.gateway.connected, END_S)
        self.arm()
        return status


class InFlight:
    """The interactions that nobody has answered yet."""

    def __init__(self, play: PlayDiscord) -> None:
        self._asked: list[Interaction] = []
        play.world.listen(self._hear)

    def _hear(self, what: str, thing: object) -> None:
        if what == "asked" and isinstance(thing, Interaction):
            self._asked.append(thing)

    def forget(self) -> None:
        """What was asked of an earlier process does not count for the next one."""
        self._asked.clear()

    def count(self) -> int:
        """How many there are now."""
        self._asked = [one for one in self._asked if not one.settled]
        return len(self._asked)
