"""What a click costs, from the gateway to the durable answer: `python -m tests.bench.clicks`.

The real client, cogs, service and database file; only the network is cut off (`wire`). Beside it,
click by click in the same run, a DynamicItem that answers 'ok'. Times mean little on a shared
machine: judge by the ratios, which are medians of the rounds' own. Ends with 1 if a gate is missed.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sqlite3
import sys
import tempfile
import tracemalloc
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

import discord
from discord.webhook.async_ import async_context

from bot.client import TongitsClient
from bot.publisher import calls
from bot.run import now_ms
from bot.tables.service import Tables
from data.db import PRAGMAS, Connection, Database
from tests.bench import hall
from tests.bench.figures import Figure, kib, ms, per_second, plain, report, seconds, times
from tests.bench.wire import Answers, Json, TrivialButton, Wire

ROUNDS, EVENTS = 7, 750  # of the comparison; each event is one click here and one there
COMPARED_TABLES = 60
OPEN_TABLES, RATE, BATCHES = 600, 500, 20  # tables; clicks a second; one click a table in a batch
COUNTED_TABLES, WARM_UP, COUNTED = 12, 8_000, 10_000  # for objects kept; caches fill first
IDLE_TABLES, IDLE_MOVES = 1_000, 6
FEW_TABLES = 50
IN_MEMORY = Path("/dev/shm")  # a file system without a disk, where there is one


@dataclass(slots=True)
class Bot:
    """The whole bot on one database file."""

    db: Database
    service: Tables
    client: TongitsClient
    wire: Wire

    async def press(self, click: hall.Click) -> float:
        """Seconds to the answer of one click."""
        return await self.wire.press(click.text, click.token)

    async def quiet(self) -> None:
        """Until everything that follows from the clicks is done, the publishing too."""
        while tasks := self._tasks():
            await asyncio.wait(tasks)
        for _ in range(6):  # the clock's look at the database
            await self.db.read(lambda conn: None)

    def _tasks(self) -> set[asyncio.Task[Any]]:
        return {*self.client._answers, *self.client.publisher.desks.at_work()}

    async def accepted(self) -> int:
        """How many clicks became moves."""
        return await self.db.read(_accepted)


def _accepted(conn: Connection) -> int:
    return int(conn.execute("SELECT COUNT(*) FROM inbox").fetchone()[0])


@asynccontextmanager
async def running(path: Path, answers: Answers, guilds: Sequence[Json]) -> AsyncIterator[Bot]:
    calls.CALLS_A_SECOND = 1e9  # what Discord would take is not what is measured
    db = await Database.open(path, now_ms=now_ms())
    try:
        service = Tables(db, now_ms)
        async with TongitsClient(service) as client:
            wire = Wire(client, answers)
            await wire.start(guilds)
            yield Bot(db, service, client, wire)
    finally:
        await db.close()


@asynccontextmanager
async def trivial(answers: Answers, guilds: Sequence[Json]) -> AsyncIterator[Wire]:
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        client.add_dynamic_items(TrivialButton)
        wire = Wire(client, answers)
        await wire.start(guilds)
        yield wire


def p99(values: Sequence[float]) -> float:
    return quantiles(values, n=100)[98]


@dataclass(slots=True)
class Times:
    """Seconds of one round's answers: ours, the trivial one's, and of a bare commit."""

    ours: list[float] = field(default_factory=list)
    trivial: list[float] = field(default_factory=list)
    commit: list[float] = field(default_factory=list)


async def compare(bot: Bot, other: Wire, tables: Sequence[hall.Table], raw: Raw) -> list[Times]:
    """A player's move beside the least a button can do, turn about, round by round."""
    rounds = [Times() for _ in range(ROUNDS)]
    before = await bot.accepted()
    for number in range(ROUNDS * EVENTS):
        click = await hall.next_move(bot.service, bot.wire, tables[number % len(tables)])
        took = rounds[number // EVENTS]
        await bot.quiet()
        if number % 2:
            took.trivial.append(await other.press(click.trivial, click.trivial_token))
        took.ours.append(await bot.press(click))
        await bot.quiet()
        if not number % 2:
            took.trivial.append(await other.press(click.trivial, click.trivial_token))
        took.commit.append(raw.commit())
    assert await bot.accepted() - before == ROUNDS * EVENTS, "every click is a move"
    return rounds


class Raw:
    """The least a durable commit can cost in a folder: one row, nothing around it."""

    def __init__(self, folder: Path) -> None:
        self._conn = sqlite3.connect(folder / "raw.db", isolation_level=None)
        for pragma in (*PRAGMAS, "PRAGMA journal_mode = WAL"):
            self._conn.execute(pragma)
        self._conn.execute("CREATE TABLE row (body)")

    def commit(self) -> float:
        """Seconds of one."""
        began = perf_counter()
        self._conn.execute("BEGIN IMMEDIATE")
        self._conn.execute("INSERT INTO row VALUES (?)", ("x" * 1_000,))
        self._conn.execute("COMMIT")
        return perf_counter() - began

    def close(self) -> None:
        self._conn.close()


async def compared(folder: Path, answers: Answers, where: str, *, judged: bool) -> list[Figure]:
    """The comparison on one disk; gates hold it unless a bare commit there outlasts an answer."""
    guilds = hall.guilds(COMPARED_TABLES)
    path, raw = folder / "compared.db", Raw(folder)
    try:
        async with running(path, answers, guilds) as bot, trivial(answers, guilds) as other:
            tables = await hall.fill(bot.service, COMPARED_TABLES)
            await bot.quiet()
            rounds = await compare(bot, other, tables, raw)
    finally:
        raw.close()
    return _compared(rounds, where, judged=judged)


def _compared(rounds: list[Times], where: str, *, judged: bool) -> list[Figure]:
    halves = median(median(one.ours) / median(one.trivial) for one in rounds)
    tails = median(p99(one.ours) / p99(one.trivial) for one in rounds)
    ours = [value for one in rounds for value in one.ours]
    least = [value for one in rounds for value in one.trivial]
    bare = median(value for one in rounds for value in one.commit)
    slow = bare > median(least)
    note = f"a bare commit there: {ms(bare)}{', too slow to judge by' if slow else ''}"
    gates = (4.0, 5.0) if judged or not slow else (None, None)
    return [
        Figure(
            f"a move's answer ÷ a trivial one's, p50, {where}", halves, times, gates[0], note=note
        ),
        Figure(f"the same, p99, {where}", tails, times, gates[1]),
        Figure(f"a move's answer, p50, {where}", median(ours), ms, note=f"p99 {ms(p99(ours))}"),
        Figure("a trivial answer, p50", median(least), ms, note=f"p99 {ms(p99(least))}"),
    ]


async def sustain(bot: Bot, tables: Sequence[hall.Table]) -> list[Figure]:
    """Clicks that come at their own pace, one at every table, again and again."""
    waits: list[float] = []
    selected: dict[str, str] = {}
    moves = 0
    cpu_s = wall_s = 0.0
    before = await bot.accepted()
    with timed_collections() as pauses:
        for _ in range(BATCHES):
            clicks = [
                await hall.next_click(bot.service, bot.wire, table, selected) for table in tables
            ]
            await bot.quiet()
            moves += sum(click.is_move for click in clicks)
            cpu, wall = process_time(), perf_counter()
            waits += await _arrive(bot, clicks)
            wall_s += perf_counter() - wall
            await bot.quiet()
            cpu_s += process_time() - cpu
    assert await bot.accepted() - before == moves, "every click that should be is a move"
    made = BATCHES * len(tables)
    name = f"clicks a second of one core, {len(tables)} open tables, publisher included"
    note = f"CPU time; {100 * moves / made:.0f} % are moves"
    return [
        Figure(name, made / cpu_s, per_second, 500, at_least=True, note=note),
        Figure(f"clicks answered a second when {RATE}/s come", made / wall_s, per_second),
        Figure("their answers, p50", median(waits), ms),
        Figure("their answers, p99", p99(waits), ms),
        Figure("longest gen-2 collection meanwhile", max(pauses, default=0.0), ms),
    ]


async def _arrive(bot: Bot, clicks: Sequence[hall.Click]) -> list[float]:
    """Feeds the clicks at `RATE`, whatever became of those before; seconds from due to answered."""
    began = perf_counter()
    answered: list[tuple[float, asyncio.Future[float]]] = []
    for place, click in enumerate(clicks):
        due = began + place / RATE
        await asyncio.sleep(max(0.0, due - perf_counter()))
        answered.append((due, bot.wire.answers.expect(click.token)))
        await bot.wire.hear(click.text)
    return [await moment - due for due, moment in answered]


@contextmanager
def timed_collections() -> Iterator[list[float]]:
    """How long each collection of the oldest generation took, in seconds."""
    pauses: list[float] = []
    began = 0.0

    def note(phase: str, info: dict[str, int]) -> None:
        nonlocal began
        if phase == "start":
            began = perf_counter()
        elif info["generation"] == 2:
            pauses.append(perf_counter() - began)

    gc.callbacks.append(note)
    try:
        yield pauses
    finally:
        gc.callbacks.remove(note)


async def kept(bot: Bot, tables: Sequence[hall.Table]) -> list[Figure]:
    """Objects that are there after many clicks and were not before."""
    await _click_about(bot, tables, WARM_UP)
    before = _objects()
    await _click_about(bot, tables, COUNTED)
    after = _objects()
    with timed_collections() as pauses:
        gc.collect()
    return [
        Figure(
            f"objects kept a move, over {COUNTED:,}",
            (after - before) / COUNTED,
            plain,
            0.1,
            note=f"{after:,} in all",
        ),
        Figure("a gen-2 collection of everything", pauses[0], ms, 0.1),
    ]


async def _click_about(bot: Bot, tables: Sequence[hall.Table], clicks: int) -> None:
    for number in range(clicks):
        table = tables[number % len(tables)]
        await bot.press(await hall.next_move(bot.service, bot.wire, table))
        await bot.quiet()


def _objects() -> int:
    gc.collect()
    return len(gc.get_objects())


async def idle(path: Path) -> list[Figure]:
    """What tables weigh in a new process: a hand in play, the last one's result, three people."""
    await _idle_tables(path)
    db = await Database.open(path, now_ms=now_ms())
    try:
        service = Tables(db, now_ms)
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        for table_id in await service.start():
            await service.table_view(table_id)
        gc.collect()
        weight = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
    finally:
        await db.close()
    return [Figure(f"an idle table, of {IDLE_TABLES:,}", weight / IDLE_TABLES, kib, 8 * 1024)]


async def _idle_tables(path: Path) -> None:
    db = await Database.open(path, now_ms=now_ms())
    try:
        service = Tables(db, now_ms, hall.StackedFirst(IDLE_TABLES))
        for table in await hall.fill(service, IDLE_TABLES):
            await hall.win_first(service, table)
            await hall.take_turns(service, table, IDLE_MOVES)
    finally:
        await db.close()


async def restarted(
    path: Path, answers: Answers, clicks: Sequence[hall.Click], gate: float | None
) -> Figure:
    """From nothing to the answers of one click at each table."""
    guilds = hall.guilds(len(clicks))
    began = perf_counter()
    async with running(path, answers, guilds) as bot:
        loaded_s = perf_counter() - began
        before = await bot.accepted()
        await asyncio.gather(*(bot.press(click) for click in clicks))
        ready_s = perf_counter() - began
        await bot.quiet()
        assert await bot.accepted() - before == len(clicks), "every table is played on"
    name = f"restart with {len(clicks)} tables until a click at each is answered"
    return Figure(name, ready_s, seconds, gate, note=f"all loaded after {loaded_s:.2f} s")


async def few_restarted(path: Path, answers: Answers) -> Figure:
    """The same with as many tables as the gate speaks of."""
    async with running(path, answers, hall.guilds(FEW_TABLES)) as bot:
        tables = await hall.fill(bot.service, FEW_TABLES)
        await bot.quiet()
        clicks = [await hall.next_move(bot.service, bot.wire, table) for table in tables]
    return await restarted(path, answers, clicks, 5)


async def busy_hall(path: Path, answers: Answers) -> list[Figure]:
    """All that is measured on many open tables, and their restart."""
    async with running(path, answers, hall.guilds(OPEN_TABLES)) as bot:
        tables = await hall.fill(bot.service, OPEN_TABLES)
        await bot.quiet()
        say("clicking at all tables")
        figures = await sustain(bot, tables)
        say("counting objects")
        figures += await kept(bot, tables[:COUNTED_TABLES])
        clicks = [await hall.next_move(bot.service, bot.wire, table) for table in tables]
        await bot.quiet()
    say("restarting")
    return [*figures, await restarted(path, answers, clicks, None)]


async def measure(disk: Path, memory: Path) -> list[Figure]:
    """Everything; what does not turn on the disk is done in memory, which is quicker."""
    answers = Answers()
    async_context.set(answers)
    say("comparing answers")
    figures = await compared(disk, answers, "on disk", judged=memory == disk)
    if memory != disk:
        say("comparing answers in memory")
        figures += await compared(memory, answers, "in memory", judged=True)
    say("filling many tables")
    figures += await busy_hall(memory / "busy.db", answers)
    figures.append(await few_restarted(disk / "few.db", answers))
    say("weighing idle tables")
    return [*figures, *await idle(memory / "idle.db")]


def say(what: str) -> None:
    print(f"{what} ...", file=sys.stderr, flush=True)


def main() -> int:
    before = os.getloadavg()[0]
    with (
        tempfile.TemporaryDirectory() as disk,
        tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else disk) as memory,
    ):
        places = Path(disk), Path(memory if IN_MEMORY.is_dir() else disk)
        figures = asyncio.run(measure(*places))
    print(report(figures, (before, os.getloadavg()[0])))
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
