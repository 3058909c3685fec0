"""One process of the real bot in the simulation: started, connected, killed with all it knows."""

from __future__ import annotations

import asyncio
import contextvars
import json
import math
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Final

from bot.client import TongitsClient
from bot.play.gateway import Session
from bot.tables.chance import Chance
from bot.tables.replay import replayer
from bot.tables.service import Tables
from data.audit import audit
from tests.simulator.disk import Disk, SimDatabase
from tests.simulator.faults import DELIVERIES, Weather
from tests.simulator.ports import Wall
from tests.simulator.server import FaultyGateway

GATEWAY_S: Final = 0.04
TOKEN: Final = "MTIz.simulated.token"
OWNER: ContextVar[Process | None] = ContextVar("OWNER", default=None)
CANCEL_ROUNDS: Final = 20


class Process:
    """The bot. Its tasks are known by their context, so that a kill can end exactly them."""

    def __init__(
        self,
        path: Path,
        disk: Disk,
        wall: Wall,
        chance: Chance,
        weather: Weather,
        gateway: FaultyGateway,
    ) -> None:
        self.dead = False
        self.weather = weather
        self.gateway = gateway
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.context = contextvars.copy_context()
        self.context.run(OWNER.set, self)
        self.db = SimDatabase.at(path, wall.now_ms(), disk)
        self.service = Tables(self.db, wall.now_ms, chance)
        self.client = self.context.run(TongitsClient, self.service)
        self.client.http.connector = object()  # type: ignore[assignment]  # nothing ever connects
        self.session: Session | None = None
        self.wire: Wire | None = None
        self.seq = 0  # of the last event that arrived
        self.on_click: Callable[[int], None] = lambda _: None

    async def start(self) -> None:
        """Logs in, loads the tables, connects. Raises what would end the real process."""
        await self.run(self.client.login(TOKEN))
        self.connect()

    async def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Runs something as a task of this process."""
        return await asyncio.create_task(work, context=self.context)

    # -- the gateway -----------------------------------------------------------------------------

    def connect(self) -> None:
        """A new session."""
        self.wire = Wire(self)
        self.session = self.gateway.identify(self.wire, TOKEN)

    def drop(self) -> None:
        """The connection breaks; the session can be resumed."""
        if self.wire is not None and self.session is not None:
            self.wire.is_open = False
            self.gateway._left(self.wire, None)  # type: ignore[arg-type]
            self.context.run(self.client.dispatch, "disconnect")

    def resume(self, *, back: int = 0) -> None:
        """Connects again and gets what it missed, and `back` events that it knows already."""
        if self.session is None or self.dead:
            return
        self.wire = Wire(self)
        seq = max(0, self.seq - back)
        if not self.gateway.resume(self.wire, self.session, TOKEN, seq):
            self.gateway.lose(self.session)
            self.connect()

    def hear(self, seq: int, event: str, data: Any) -> None:
        """One event arrives, through discord.py's own parser."""
        if self.dead:
            return
        self.seq = max(self.seq, seq)
        if event == "INTERACTION_CREATE":
            self.on_click(int(data["id"]))
        parser = self.client._connection.parsers.get(event)
        if parser is not None:
            parser(data)

    # -- the end ---------------------------------------------------------------------------------

    async def kill(self) -> None:
        """`kill -9`: nothing of it reaches Discord or the file any more."""
        self.dead = True
        self._hang_up(None)
        self.db.kill()
        await self._cancel()

    async def stop(self) -> None:
        """An orderly end, as on SIGTERM."""
        await self.run(self.client.close())
        self._hang_up(1000)
        await self.run(self.db.close())
        self.dead = True
        await self._cancel()

    def _hang_up(self, code: int | None) -> None:
        if self.wire is not None:
            self.wire.is_open = False
            self.gateway._left(self.wire, code)  # type: ignore[arg-type]

    async def _cancel(self) -> None:
        for _ in range(CANCEL_ROUNDS):
            left = [task for task in self.tasks if not task.done()]
            if not left:
                return
            for task in left:
                task.cancel()
            await asyncio.wait(left)
        raise AssertionError("a killed process goes on")

    def findings(self) -> list[str]:
        """What `python -m bot audit` would list."""
        return audit(self.db.raw, replayer(self.db.raw))


class Wire:
    """One connection: frames in order, but for clicks that are doubled, late or out of order."""

    def __init__(self, process: Process) -> None:
        self.is_open = True
        self._process = process
        self._last_s = 0.0

    def push(self, frame: bytes) -> None:
        """Sends a frame."""
        weather = self._process.weather
        loop = asyncio.get_running_loop()
        at = max(self._last_s, loop.time() + weather.latency_s(GATEWAY_S))
        fault = weather.draw(DELIVERIES) if b'"t":"INTERACTION_CREATE"' in frame else None
        if fault == "clicks reordered":
            weather.note(fault)
            at += weather.rng.uniform(0.1, 1.5)
        elif fault == "click delivered too late (10062)":
            at += weather.rng.uniform(3.2, 8.0)
        else:
            self._last_s = math.nextafter(at, math.inf)  # timers of one moment keep no order
        self._deliver(at, frame)
        if fault in ("click delivered twice", "click delivered again much later"):
            weather.note(fault)
            later = 0.5 if fault == "click delivered twice" else 60.0
            self._deliver(at + weather.rng.uniform(0.0, later), frame)

    def push_op(self, op: int, data: object = None) -> None:
        """Frames that are no events are not played."""

    def cut(self) -> None:
        """Another connection took the session over."""
        self.is_open = False

    def _deliver(self, at: float, frame: bytes) -> None:
        loop = asyncio.get_running_loop()
        loop.call_at(at, self._arrive, frame, context=self._process.context)

    def _arrive(self, frame: bytes) -> None:
        if self.is_open and not self._process.dead:
            parsed = json.loads(frame)
            self._process.hear(parsed["s"], parsed["t"], parsed["d"])


def owned_task(
    loop: asyncio.AbstractEventLoop,
    coro: Any,
    context: contextvars.Context | None = None,
) -> asyncio.Task[Any]:
    """A task factory: whatever a process starts is noted as its own."""
    task: asyncio.Task[Any] = asyncio.Task(coro, loop=loop, context=context)
    owner = OWNER.get() if context is None else context.get(OWNER, None)
    if owner is not None:
        owner.tasks[task] = None
        task.add_done_callback(lambda done: owner.tasks.pop(done, None))
    return task
