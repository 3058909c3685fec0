"""`python -m tests.crash.patched NAME`: the real bot with one thing changed, for tests only."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from bot.__main__ import main
from bot.tables import service, upkeep
from data import commit, ledger, results
from data.points import reach


def quick_clock() -> None:
    """What fell due while the bot was down falls due soon after its start."""
    for module in (service, upkeep):
        vars(module)["GRACE_MS"] = 300


def acknowledge_first() -> None:
    """A planted fault: a player's move is answered, and written a moment later."""
    real, order = service.Tables._commit, asyncio.Lock()
    writing: set[asyncio.Task[None]] = set()

    async def later(tables: service.Tables, work: Callable[[Any], object]) -> None:
        async with order:
            await asyncio.sleep(0.02)
            await tables.db.write(work)

    async def write_behind(
        self: service.Tables, actor: Any, events: Any, around: Any, inbox_id: Any, opened: Any
    ) -> bool:
        now = self.now_ms()
        planned, after = actor.plan(events, self.chance, now, inbox_id)
        if opened or planned.transfers or planned.seat_changes:
            await asyncio.gather(*writing)
            return await real(self, actor, events, around, inbox_id, opened)
        work = partial(commit.write_commit, commit=planned, now_ms=now)
        task = asyncio.create_task(later(self, work))
        writing.add(task)
        task.add_done_callback(writing.discard)
        actor.done(after, planned.decisions)
        return True

    service.Tables._commit = write_behind  # type: ignore[method-assign]


def pay_apart() -> None:
    """A planted fault: a hand is settled in one transaction and paid in a second one."""
    whole, real = commit.write_commit, service.Tables._commit
    unpaid: list[commit.Commit] = []

    def without_payout(conn: Any, asked: commit.Commit, now_ms: int) -> Any:
        if asked.results and asked.closed_why is None:
            unpaid.append(asked)
            asked = replace(asked, transfers=(), results=())
            reach("settled")
        return whole(conn, asked, now_ms)

    def pay(asked: commit.Commit, now_ms: int, conn: Any) -> None:
        for transfer in asked.transfers:
            ledger.apply(conn, transfer, now_ms)
        results.record(conn, asked.table_id, asked.results, now_ms)

    async def in_two(self: service.Tables, *asked: Any) -> bool:
        done = await real(self, *asked)
        while unpaid:
            await self.db.write(partial(pay, unpaid.pop(), self.now_ms()))
        return done

    commit.write_commit = without_payout  # type: ignore[assignment]
    service.Tables._commit = in_two  # type: ignore[method-assign,assignment]


CHANGES = {one.__name__: one for one in (quick_clock, acknowledge_first, pay_apart)}

if __name__ == "__main__":
    CHANGES[sys.argv[1]]()
    sys.exit(main([]))
