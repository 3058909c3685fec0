"""One evening of the bot from one seed: a storm, a calm, and everybody goes home."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest import mock

from bot.play.client import Client
from bot.play.interaction import Interaction, State
from bot.play.interactions import Interactions
from data import commit as commits
from tests.simulator.disk import Disk
from tests.simulator.edge import Edge, Session
from tests.simulator.faults import Weather
from tests.simulator.history import History
from tests.simulator.incidents import Incidents
from tests.simulator.logs import Listener, listening
from tests.simulator.loop import NothingLeft, run_virtually
from tests.simulator.people import Player, Table
from tests.simulator.ports import SeededChance, Seeds, Wall, seeded, steady_s
from tests.simulator.process import OWNER, TOKEN, Process, owned_task
from tests.simulator.screens import check_screens, unpublished
from tests.simulator.secrecy import Secrecy
from tests.simulator.server import FaultyGateway, FaultyWorld

NAMES: Final = ("Ana", "Ben", "Carla", "Dodong", "Ella", "Fe", "Gardo", "Hana", "Isko")
HEALS_S: Final = 330.0  # after the storm, until everything must work again: a limit lasts 300 s
HOME_S: Final = 5400.0  # three people miss two turns of ten minutes each, and a lobby waits
OVERDUE_MS: Final = 60_000
CATCHES_UP_S: Final = 300.0
KEPT_LINES: Final = 60
MOST_FINDINGS: Final = 12
MOST_STARTS: Final = 100


@dataclass(frozen=True, slots=True)
class Evening:
    """How long what lasts, in virtual seconds."""

    storm_s: float = 1200.0
    calm_s: float = 180.0


SHORT: Final = Evening(storm_s=240.0, calm_s=120.0)


@dataclass
class Report:
    """What came of one seed."""

    seed: int
    hands: int = 0
    commits: int = 0
    clicks: int = 0
    judged: int = 0  # payloads
    starts: int = 0
    virtual_s: float = 0.0
    struck: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)  # how interactions ended
    findings: list[str] = field(default_factory=list)
    trace_hash: str = ""
    last_lines: list[str] = field(default_factory=list)
    trace: list[str] | None = None


class Simulation:
    """Everything of one seed. `run` it on a virtual loop."""

    def __init__(
        self, seed: int, folder: Path, evening: Evening, *, keep_trace: bool = False
    ) -> None:
        self.seeds = Seeds(seed)
        self.lasts = evening
        self._must_work = False
        self.report = Report(seed, trace=[] if keep_trace else None)
        self.weather = Weather(self.seeds.stream("weather"))
        self.wall = Wall()
        self.disk = Disk(self.weather)
        self.history = History(self.fail)
        self.chance = SeededChance(self.seeds)
        self.world = FaultyWorld(NAMES)
        self.interactions = Interactions(self.world)
        self.secrecy = Secrecy(self.world, self.interactions, self.history, self.fail)
        self.gateway = FaultyGateway(self.world, TOKEN)
        self.edge = Edge(
            self.world, self.interactions, self.weather, self.secrecy.leaves, self.trace
        )
        self.process: Process | None = None
        self._path = folder / "tongits.db"
        self._booting = asyncio.Lock()
        self._hash = hashlib.sha256()
        self._lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._failed = asyncio.Event()
        self.world.listen(self._heard)
        self.disk.before, self.disk.after = self.history.begins, self._committed
        self.disk.one_begins, self.disk.one_fails = self.history.one_begins, self.history.one_fails
        self.table = Table(
            self.world, Client(self.world, self.interactions), self.weather, self.trace
        )
        self.players = [
            Player(self.table, user, self.seeds.stream("player", user.username))
            for user in self.world.people
        ]
        self.incidents = Incidents(self, self.seeds.stream("incidents"))

    # -- telling ---------------------------------------------------------------------------------

    def trace(self, *words: object) -> None:
        """One more line of what happened."""
        line = f"{steady_s():.6f} " + " ".join(map(str, words))
        self._hash.update(line.encode() + b"\n")
        self._lines.append(line)
        if self.report.trace is not None:
            self.report.trace.append(line)

    def fail(self, finding: str) -> None:
        """Something is wrong: the simulation ends as soon as it can."""
        self.trace("FINDING", finding)
        if len(self.report.findings) < MOST_FINDINGS:
            self.report.findings.append(finding)
        self._failed.set()

    def _heard(self, what: str, thing: Any) -> None:
        if what == "asked" and isinstance(thing, Interaction):
            thing.started = steady_s()
            self.report.clicks += 1
        elif what == "interaction" and isinstance(thing, Interaction):
            self.report.endings[str(thing.state)] += 1
            if self.table.behaved and thing.state is State.FAILED and self._must_work:
                self.fail(f"after the storm a click was not answered: {_action(thing)}")

    def _committed(self, conn: Any) -> None:
        before = self.history.commits
        self.history.ends(conn)
        if self.history.commits != before:
            self.trace("commit", self.history.commits, len(self.history.tokens))

    # -- the process -----------------------------------------------------------------------------

    async def boot(self) -> None:
        """Starts a process, as often as it takes."""
        for _ in range(MOST_STARTS):
            process = Process(
                self._path, self.disk, self.wall, self.chance, self.weather, self.gateway
            )
            process.on_click = self.secrecy.delivered
            self.history.opened(process.db.raw)
            for finding in process.findings():
                self.fail(f"audit at a start: {finding}")
            try:
                await process.start()
            except Exception as error:  # noqa: BLE001  # whatever ends a process
                self.trace("did not start", type(error).__name__)
                await process.kill()
                if self.weather.calm:
                    self.fail(f"the bot does not start: {error!r}")
                    return
                await asyncio.sleep(3.0)
            else:
                self.process, self.report.starts = process, self.report.starts + 1
                return
        self.fail("the bot does not start, however often it is tried")

    async def restart(self, how: str, after_s: float) -> None:
        """Ends the process and starts another."""
        if self._booting.locked():
            return
        async with self._booting:
            process, self.process = self.process, None
            if process is None:
                return
            self.weather.note(how)
            await (process.kill() if how == "killed" else process.stop())
            await asyncio.sleep(after_s)
            await self.boot()

    # -- the evening -----------------------------------------------------------------------------

    async def run(self) -> None:
        """The whole evening; what went wrong is in the report."""
        self.world.new_channel("cards")
        self.world.new_thread("late round")
        evening = asyncio.create_task(self._evening())
        failed = asyncio.create_task(self._failed.wait())
        await asyncio.wait({evening, failed}, return_when=asyncio.FIRST_COMPLETED)
        failed.cancel()
        if evening.done():
            evening.result()
        evening.cancel()
        await asyncio.gather(evening, return_exceptions=True)

    async def _evening(self) -> None:
        await self.boot()
        lives = [asyncio.create_task(player.live()) for player in self.players]
        storm = asyncio.create_task(self.incidents.run())
        await asyncio.sleep(self.lasts.storm_s)
        storm.cancel()
        await self._calm_down()
        watch = asyncio.create_task(self._watch_progress())
        await asyncio.sleep(self.lasts.calm_s)
        for life in lives:
            life.cancel()
        await self._settle("after the storm")
        await asyncio.sleep(HOME_S)
        watch.cancel()
        await self._settle("at the end")
        await self._check_the_end()

    async def _calm_down(self) -> None:
        """All faults end, and everything has time to heal."""
        await self.incidents.end()
        self.weather.calm = self.table.behaved = True
        async with self._booting:
            pass
        self.players[0].miss_tables()
        await asyncio.sleep(HEALS_S)
        self._must_work = True

    async def _watch_progress(self) -> None:
        """Once faults have stopped no decision stays overdue, and no table stays paused."""
        while True:
            await asyncio.sleep(20.0)
            if self.process is None:
                continue
            limit = self.wall.now_ms() - OVERDUE_MS
            sql = "SELECT table_id, subject FROM decisions WHERE due_ms < ?"
            for table_id, subject in self.process.db.raw.execute(sql, (limit,)):
                self.fail(f"table {table_id}: the decision {subject} stays overdue")
            for table_id, told in self.history.tables.items():
                if told.state and told.state.paused_why and told.state.stage != "closed":
                    self.fail(f"table {table_id} stays paused: {told.state.paused_why}")

    async def _settle(self, when: str) -> None:
        """Waits until everything is published, and looks at the screens at that moment."""
        process = self.process
        if process is None:
            self.fail("the bot is not running")
            return
        give_up = steady_s() + CATCHES_UP_S
        while unpublished(process) or self.edge.in_flight:
            if steady_s() > give_up:
                self.fail(f"{when} the publisher does not catch up: {unpublished(process)}")
                return
            await asyncio.sleep(0.25)
        for finding in await check_screens(process, self.world, self.history):
            self.fail(f"{when}, {finding}")

    async def _check_the_end(self) -> None:
        """Nobody was there for hours: every table is closed, every seat free, the audit clean."""
        if self.process is None:
            return
        for table_id, told in self.history.tables.items():
            if told.state is None or told.state.stage != "closed":
                stage = told.state.stage if told.state else "nothing"
                self.fail(f"table {table_id} never ends: {stage}")
        for finding in self.process.findings():
            self.fail(f"audit at the end: {finding}")
        await self.restart("stopped in order", 1.0)


Work = Callable[[Simulation], Awaitable[None]]


def _action(interaction: Interaction) -> str:
    return ":".join(interaction.name.split(":")[:2])


@contextmanager
def _observed(sim: Simulation) -> Iterator[None]:
    """Puts the simulation under discord.py, and the observer beside the store's own commit."""
    write = commits.write_commit

    def noted(conn: Any, commit: Any, now_ms: int) -> Any:
        answer = write(conn, commit, now_ms)
        sim.history.planned(commit, answer)
        return answer

    def session(*_: object, **__: object) -> Session:
        process = OWNER.get()
        if process is None:
            raise RuntimeError("only the bot opens a session")
        return Session(sim.edge, process)

    with (
        mock.patch.object(commits, "write_commit", noted),
        mock.patch("aiohttp.ClientSession", session),
    ):
        yield


async def _simulate(sim: Simulation, work: Work) -> Report:
    loop = asyncio.get_running_loop()
    loop.set_task_factory(owned_task)

    def unheard(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        owner = OWNER.get()
        if not (owner and owner.dead):
            sim.fail(f"nobody heard of an error: {context.get('message')}: {error!r}")

    loop.set_exception_handler(unheard)
    is_secret: Callable[[str], bool] = lambda text: any(  # noqa: E731
        token in text for token in sim.history.tokens
    )
    with listening(Listener(sim.fail, is_secret)), _observed(sim):
        try:
            await work(sim)
        finally:
            if sim.process is not None:
                await sim.process.kill()
    return _finished(sim)


def _finished(sim: Simulation) -> Report:
    report = sim.report
    report.hands, report.commits = sim.history.hands, sim.history.commits
    report.judged, report.struck = sim.secrecy.judged, sim.weather.struck
    report.virtual_s = steady_s()
    report.trace_hash = sim._hash.hexdigest()
    report.last_lines = list(sim._lines)
    return report


def simulate(seed: int, evening: Evening | None = None, *, keep_trace: bool = False) -> Report:
    """One evening of this seed, in a folder of its own; a stuck evening is a finding too."""
    return _in_its_own_world(seed, evening or Evening(), Simulation.run, keep_trace=keep_trace)


def scripted(work: Work) -> Report:
    """What comes of a script in fine weather: the bot is up, and nobody acts but the script."""

    async def played(sim: Simulation) -> None:
        sim.weather.calm = sim.table.behaved = True
        sim.world.new_thread("late round")
        await sim.boot()
        await work(sim)

    return _in_its_own_world(1, SHORT, played, keep_trace=False)


def _in_its_own_world(seed: int, evening: Evening, work: Work, *, keep_trace: bool) -> Report:
    async def whole() -> Report:
        with tempfile.TemporaryDirectory(prefix="tongits-sim-") as folder, seeded(Seeds(seed)):
            sim = Simulation(seed, Path(folder), evening, keep_trace=keep_trace)
            return await _simulate(sim, work)

    try:
        return run_virtually(whole())
    except NothingLeft:
        return Report(seed, findings=["everybody waits for somebody else, for ever"])
