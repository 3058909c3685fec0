"""Thousands of commands by chance: no chip is made or lost, and the audit stays clean."""

from dataclasses import fields
from functools import partial
from typing import get_args

from bot.tables import replay
from bot.tables.events import HandSettled, HandStarted, SeatLeft, SeatTaken, TableEvent
from bot.tables.state import TableState
from bot.tables.stored import state_of
from data import journal
from data.audit import audit
from data.db import Connection
from tests.tables.random_life import Life
from tests.tables.world import World

STEPS = 5_500
AUDIT_EVERY, RESTART_EVERY = 100, 700
MOVES_CHIPS = (SeatTaken, SeatLeft, HandStarted, HandSettled)
HEARD = {  # what people who press anything at any time are told
    "already_seated",
    "hand_running",
    "not_enough_chips",
    "not_host",
    "not_seated",
    "seated_elsewhere",
    "table_exists",
    "table_full",
    "table_paused",
}


def findings(conn: Connection, table_id: str, state: TableState) -> list[str]:
    """Where disk is not what memory says of a table; and whether all chips sum to 0."""
    checks = (replay._status, replay._seats, replay._accounts, replay._decisions)
    found = [finding for check in checks for finding in check(conn, table_id, state)]
    total = conn.execute("SELECT COALESCE(SUM(balance), 0) FROM balances").fetchone()[0]
    return [*found, *([f"all accounts together hold {total} chips"] if total else [])]


def replayed(conn: Connection, table_id: str, state: TableState) -> list[str]:
    """What the audit says of a table, and whether memory is what the journal tells."""
    rows = journal.load(conn, table_id)
    same = state_of(rows) == state
    return [*replay.replayer(conn)(table_id, rows), *([] if same else ["memory is another"])]


async def test_chips_are_conserved_and_the_audit_is_clean_after_every_command(
    world: World,
) -> None:
    """Disk against memory every time; the journal of a table whenever it may have moved chips."""
    life, accepted = Life(world, seed=11), 0
    for number in range(STEPS):
        outcome = await life.step()
        if outcome is not None:
            accepted += 1
            state = await world.state(outcome.table_id)
            look = partial(findings, table_id=outcome.table_id, state=state)
            assert await world.db.read(look) == [], f"step {number}"
            if any(isinstance(event, MOVES_CHIPS) for event in outcome.events):
                look = partial(replayed, table_id=outcome.table_id, state=state)
                assert await world.db.read(look) == [], f"step {number}"
        if number % AUDIT_EVERY == 0:
            assert await world.db.read(audit) == []
        if number % RESTART_EVERY == 0:
            await world.restart()
    assert await world.findings() == []
    assert accepted >= 3_000
    await assert_it_was_a_full_life(world, life)


async def assert_it_was_a_full_life(world: World, life: Life) -> None:
    """Every event, every ending of a hand and every refusal came up."""
    told = {kind for (kind,) in await world.rows("SELECT DISTINCT kind FROM events")}
    kinds = [field for event in get_args(TableEvent) for field in fields(event)]
    assert told == {field.default for field in kinds if field.name == "kind"}
    endings = await world.rows("SELECT DISTINCT ending FROM hand_results ORDER BY ending")
    assert endings == [("call",), ("stock",), ("tongits",)]
    assert life.refused == HEARD
