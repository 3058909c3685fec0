"""What the report on fair play costs while people play: at 100,000 hands of 500 people in 30 days.

Run by itself: `python -m tests.bench.fair_play [--hands N] [--people N] [--dumps SHARE]`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from bot.tables.fair_report import DAY_MS, fair_view
from bot.tables.service import Tables
from data import settings
from data.db import Database
from tests.bench.figures import Figure, ms, report, seconds
from tests.tables.fair_evenings import START_MS, Evenings
from tests.tables.fair_file import store
from tests.tables.world import GUILD

REPORT_GATE_S, WAIT_GATE_S = 30.0, 0.5
STEP_S = 0.02


async def measured(evenings: Evenings, path: Path) -> list[Figure]:
    """The report's time, and how long the loop and a write had to wait meanwhile."""
    now_ms = START_MS + 29 * DAY_MS
    db = await Database.open(path, now_ms=now_ms)
    await db.write(lambda conn: store(conn, evenings), patient=True)
    began = perf_counter()
    asked = asyncio.create_task(fair_view(Tables(db, lambda: now_ms), GUILD))
    late, wrote = [0.0], [0.0]
    while not asked.done():
        at = perf_counter()
        await asyncio.sleep(STEP_S)
        late.append(perf_counter() - at - STEP_S)
        at = perf_counter()
        await db.write(lambda conn: settings.put(conn, "bench", "1"), patient=True)
        wrote.append(perf_counter() - at)
    took, view = perf_counter() - began, await asked
    await db.close()
    about = f"{view.compared:,} pairs, discards of {view.read:,} hands, {len(view.pairs)} listed"
    return [
        Figure(f"report on {view.hands:,} hands", took, seconds, REPORT_GATE_S, note=about),
        Figure("the loop is late, most", max(late), ms, WAIT_GATE_S),
        Figure("a write waits, most", max(wrote), ms, WAIT_GATE_S),
        Figure("a write waits, median", median(wrote), ms),
    ]


def main() -> int:
    """Prints the report; 1 if a gate is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--dumps", type=float, default=0.5)
    asked = parser.parse_args()
    loads = [os.getloadavg()[0]]
    every_ms = 28 * DAY_MS // asked.hands
    evenings = Evenings(
        1, people=asked.people, hands=asked.hands, circle=20, dumps=asked.dumps, every_ms=every_ms
    )
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measured(evenings, Path(folder) / "fair.db"))
    loads.append(os.getloadavg()[0])
    print(report(figures, loads))
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
