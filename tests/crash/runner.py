"""Batches of kills, in as many processes as there are processors."""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bot.play.server import PlayDiscord
from tests.crash.night import PEOPLE, Night
from tests.crash.tally import Tally
from tests.crash.targets import Target, plan


async def night_of(
    targets: Sequence[Target],
    seed: int,
    module: tuple[str, ...] = (),
    enough: Callable[[Tally], bool] = lambda _: False,
) -> Tally:
    """Dies at every one of the targets, or until it is enough, and ends with a last look."""
    with tempfile.TemporaryDirectory(prefix="tongits-crash-") as folder:
        async with PlayDiscord(people=PEOPLE) as play:
            night = Night(play, Path(folder), random.Random(seed), module)
            try:
                for target in targets:
                    await night.suffer(target)
                    if enough(night.tally):
                        return night.tally
                await night.last_look()
            finally:
                night.bot.kill()
                await night.bot.gone()
            return night.tally


def _batch(targets: Sequence[Target], seed: int) -> dict[str, Any]:
    return asyncio.run(night_of(targets, seed)).to_json()


def in_batches(kills: int, size: int, seed: int) -> Iterator[Tally]:
    """Tallies of batches that are together about so many kills, each as it is done."""
    chosen = plan(kills, random.Random(seed))
    batches = [chosen[start : start + size] for start in range(0, kills, size)]
    workers = max(1, os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running = [pool.submit(_batch, batch, seed + n) for n, batch in enumerate(batches)]
        for done in as_completed(running):
            yield Tally.from_json(done.result())
