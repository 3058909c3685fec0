"""While nothing can be written nothing happens at a table; then its clock goes on by itself."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.publisher.notes import Notes
from bot.tables.clock import AFTER_FAILURE_S
from bot.tables.outcomes import Accepted
from bot.tables.service import GRACE_MS
from data import settings, writer
from data.db import Connection
from data.errors import NotWritten
from data.writer import ASKED
from tests.tables.world import TURN_MS, World
from tongits.moves import Discard


@contextmanager
def locked(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def test_a_move_that_was_not_written_never_was(world: World) -> None:
    table_id = await world.hand(await world.three())
    before, hand = await world.state(table_id), await world.game(table_id)
    dealer = hand.dealer
    discard = await world.answer(table_id, dealer, Discard(hand.hands[dealer][0]))
    with locked(world.path), pytest.raises(NotWritten):
        await world.service.submit(table_id, discard, 1)
    assert await world.state(table_id) == before
    await world.service.submit(table_id, discard, 1)  # the same delivery: it was not seen before
    assert (await world.state(table_id)).seq > before.seq
    assert await world.findings() == []


async def test_a_turn_that_ends_meanwhile_gets_a_grace_and_then_the_clock_ends_it(
    world: World,
) -> None:
    table_id = await world.hand(await world.three())
    before = await world.state(table_id)
    world.now.ms += TURN_MS + 1
    with locked(world.path):
        assert await world.clock.strike() == AFTER_FAILURE_S
    assert await world.state(table_id) == before
    await world.clock.strike()  # whoever was told to try again has the time to
    assert await world.state(table_id) == before
    world.now.ms += GRACE_MS + 1
    await world.clock.strike()
    assert (await world.state(table_id)).seq > before.seq
    assert await world.findings() == []


async def test_who_waited_too_long_at_the_table_hears_it_before_the_disk_is_asked(
    world: World,
) -> None:
    table_id = await world.hand(await world.three())
    before, hand = await world.state(table_id), await world.game(table_id)
    discard = await world.answer(table_id, hand.dealer, Discard(hand.hands[hand.dealer][0]))
    ASKED.set(time.monotonic() - 10)
    with pytest.raises(NotWritten, match="the disk is slow"):
        await world.service.submit(table_id, discard, 1)
    assert await world.state(table_id) == before


async def test_a_newcomer_sits_down_in_one_transaction(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a slow disk a second one would come too late, and the first would be for nothing."""
    table_id, newcomer = await world.open_table(await world.person()), await world.person("Ben")
    begun: list[object] = []
    write = world.db.write

    async def counted(work: Any, **how: bool) -> Any:
        begun.append(work)
        return await write(work, **how)

    monkeypatch.setattr(world.db, "write", counted)
    await world.join(table_id, newcomer)
    assert len(begun) == 1
    assert await world.wallet(newcomer) + await world.at_table(table_id, newcomer) == 1000


async def test_a_stranger_cannot_be_met_but_who_is_known_may_look(world: World) -> None:
    known = await world.service.players.meet(1, "Ana")
    with locked(world.path):
        assert (await world.service.players.meet(1, "Ana")).player_id == known.player_id
        assert (await world.service.players.meet(1, "Another name")).name == "Ana"
        with pytest.raises(NotWritten):
            await world.service.players.meet(2, "Ben")
    assert (await world.service.players.meet(1, "Another name")).name == "Another name"


async def test_a_note_waits_and_is_written_before_any_later_one(world: World) -> None:
    notes, order = Notes(world.db), iter(range(10))

    def note(conn: Connection) -> str:
        settings.put(conn, "last", str(next(order)))
        return "written"

    with locked(world.path):
        assert await notes.write("t1", note, "waits") == "waits"
        assert await notes.write("t1", note, "waits") == "waits"
        with pytest.raises(NotWritten):
            await notes.pay("t1")
    assert notes.owing == ["t1"]
    await notes.pay("t2")
    await asyncio.gather(notes.pay("t1"), notes.pay("t1"))
    assert notes.owing == []
    assert next(order) == 2  # each was carried out once
    assert await world.db.read(lambda conn: settings.get(conn, "last")) == "1"
    assert await notes.write("t1", note, "waits") == "written"


async def test_who_waits_for_a_table_that_something_slow_holds_hears_in_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Due times that were set anew on a slow disk held every table, and presses got no answer."""
    monkeypatch.setattr(writer, "ANSWER_S", 0.05)
    table_id = await world.hand(await world.three())
    dealer = (await world.game(table_id)).dealer
    card = (await world.game(table_id)).hands[dealer][0]
    discard = await world.answer(table_id, dealer, Discard(card))
    actor = await world.service.actor(table_id)
    async with actor.lock, asyncio.timeout(5):
        writer.begin_waiting()
        try:
            with pytest.raises(NotWritten):
                await world.service.submit(table_id, discard, 1)
        finally:
            writer.end_waiting()
    assert isinstance(await world.service.submit(table_id, discard, 1), Accepted)
