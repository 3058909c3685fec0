"""Closed tables are looked at from their old panels: cheaply, and only so many are kept."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables import memory
from bot.tables.commands import Close, Start
from bot.tables.outcomes import Refused
from cogs.seating import post_again
from data import journal
from tests.tables.world import World


class Loads:
    """How often a journal was read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        load = journal.load

        def counted(*asked: object) -> object:
            self.count += 1
            return load(*asked)  # type: ignore[arg-type]

        monkeypatch.setattr(journal, "load", counted)


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> Loads:
    return Loads(monkeypatch)


async def closed(world: World) -> str:
    table_id = await world.open_table(await world.person())
    await world.service.submit(table_id, Close("moderator"))
    return table_id


async def test_a_closed_table_is_not_read_anew_at_every_look(world: World, loads: Loads) -> None:
    table_id = await closed(world)
    for _ in range(3):
        assert (await world.state(table_id)).closed_why == "moderator"
    assert loads.count == 0
    await world.restart()
    for _ in range(3):
        assert (await world.state(table_id)).closed_why == "moderator"
    assert loads.count == 1
    with pytest.raises(Refused, match="table_closed"):
        await world.service.submit(table_id, Start("anybody"))


async def test_only_the_last_closed_tables_stay_in_memory(
    world: World, loads: Loads, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "CLOSED_KEPT", 2)
    table_ids = [await closed(world) for _ in range(4)]
    assert world.service.in_memory() == []
    for table_id in reversed(table_ids):
        await world.state(table_id)
    assert loads.count == 2


@pytest.mark.parametrize("meanwhile", [False, True])
async def test_a_closed_table_is_not_posted_again(
    world: World, monkeypatch: pytest.MonkeyPatch, meanwhile: bool
) -> None:
    """It was asked to close before, or between the press and the write that moves the panel."""
    table_id = await world.open_table(await world.person())
    before = await world.state(table_id)
    await world.service.submit(table_id, Close("moderator"))
    panels = await world.rows("SELECT * FROM panels")
    if meanwhile:

        async def state(_: str) -> object:
            return before

        monkeypatch.setattr(world.service, "state", state)
    press: Any = SimpleNamespace(client=SimpleNamespace(service=world.service))
    with pytest.raises(Refused, match="table_closed") as refused:
        await post_again(press, table_id)
    assert refused.value.values == {"why": "moderator"}
    assert await world.rows("SELECT * FROM panels") == panels
