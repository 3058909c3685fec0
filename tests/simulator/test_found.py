"""What the simulator found in the bot, each as a short script that failed before it was mended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.play.world import Channel, Message
from bot.ui import custom_ids as ids
from tests.simulator.screens import controls_of, live_panels
from tests.simulator.server import TOO_OLD, Thread
from tests.simulator.simulation import Simulation, scripted

SOON_S = 5.0
LOBBY_MS = 15 * 60_000  # how long a lobby waits for people
LATER_S = 90.0  # longer than a channel that refused us is left alone


def panels_in(channel: Channel) -> list[Message]:
    return [message for _, message in live_panels(channel)]


async def press(sim: Simulation, person: int, message: Message, action: str) -> None:
    custom_id = next(ids.encode(one) for one in controls_of(message) if one.action == action)
    sim.table.client.press(sim.world.people[person], message, custom_id)
    await asyncio.sleep(SOON_S)


async def lobby(sim: Simulation, channel: Channel) -> Message:
    """A table with its host alone."""
    sim.players[0]._slash("tongits", "new", {}, channel)
    await asyncio.sleep(SOON_S)
    (message,) = panels_in(channel)
    return message


def table_id_of(message: Message) -> str:
    return next(one.table_id for one in controls_of(message) if one.table_id)


def plays(work: Callable[[Simulation], Awaitable[None]]) -> None:
    assert scripted(work).findings == []


def test_an_outage_that_is_replayed_whole_leaves_no_table_paused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A resume brings its begin and its end at once; the table waited hours for the second."""

    async def work(sim: Simulation) -> None:
        message = await lobby(sim, sim.world.general)
        process = sim.process
        assert process is not None
        monkeypatch.setattr(sim.weather, "latency_s", lambda typical_s: typical_s)
        process.drop()
        guild_id = sim.world.guild_id
        sim.gateway.say("GUILD_DELETE", {"id": guild_id, "unavailable": True})
        for session in sim.gateway.sessions.values():
            sim.gateway.welcome(session)
        process.resume()
        await asyncio.sleep(SOON_S)
        state = await process.service.state(table_id_of(message))
        assert "table_paused" in [row[1] for row in sim.history.tables[table_id_of(message)].rows]
        assert state.paused_why is None

    plays(work)


@pytest.mark.parametrize("locked", [False, True])
def test_a_panel_that_cannot_be_edited_goes_once_its_thread_is_open(locked: bool) -> None:
    async def work(sim: Simulation) -> None:
        (thread,) = sim.world.threads()
        first = await lobby(sim, thread)
        await set_thread(sim, thread, archived=True, locked=locked)
        process = sim.process
        assert process is not None
        await process.run(process.client.publisher.redraw(table_id_of(first)))
        await asyncio.sleep(SOON_S)
        await set_thread(sim, thread, archived=False, locked=False)
        await asyncio.sleep(LATER_S)
        (only,) = panels_in(thread)
        assert only is not first

    plays(work)


async def set_thread(sim: Simulation, thread: Thread, *, archived: bool, locked: bool) -> None:
    thread.archived, thread.locked = archived, locked
    sim.world.tell("thread", thread)
    await asyncio.sleep(SOON_S)


def test_a_panel_that_was_edited_too_often_goes_when_a_new_one_is_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(sim: Simulation) -> None:
        first = await lobby(sim, sim.world.general)
        refuse = sim.edge._refuse

        def too_old(method: str, channel: Channel) -> None:
            if method == "PATCH":
                raise TOO_OLD
            refuse(method, channel)

        monkeypatch.setattr(sim.edge, "_refuse", too_old)
        process = sim.process
        assert process is not None
        await process.run(process.client.publisher.redraw(table_id_of(first)))
        await asyncio.sleep(SOON_S)
        (only,) = panels_in(sim.world.general)
        assert only is not first

    plays(work)


def test_a_former_panel_that_may_not_be_deleted_now_is_deleted_later() -> None:
    async def work(sim: Simulation) -> None:
        first = await lobby(sim, sim.world.general)
        process = sim.process
        assert process is not None
        sim.players[0]._slash("tongits", "table", {}, sim.world.general)
        await asyncio.sleep(0.1)
        sim.world.hide(sim.world.general)
        await asyncio.sleep(SOON_S)
        sim.world.restore(sim.world.general)
        await asyncio.sleep(LATER_S)
        (only,) = panels_in(sim.world.general)
        assert only is not first

    plays(work)


def test_once_stopped_the_publisher_begins_nothing() -> None:
    async def work(sim: Simulation) -> None:
        first = await lobby(sim, sim.world.general)
        process = sim.process
        assert process is not None
        publisher = process.client.publisher
        await process.run(publisher.stop())
        publisher.call_for(table_id_of(first))
        assert publisher._desks == {}

    plays(work)


@pytest.mark.parametrize("how", ["reconnected", "wall clock forward", "wall clock back"])
def test_a_locked_file_at_the_wrong_moment_stops_no_clock_and_costs_no_grace(how: str) -> None:
    """The clock stayed held for ever, or the jump was forgotten and everything fell due at once."""

    async def work(sim: Simulation) -> None:
        first = await lobby(sim, sim.world.general)
        process = sim.process
        assert process is not None
        sim.disk.locked_until_s = asyncio.get_running_loop().time() + 4.0
        if how == "reconnected":
            process.drop()
            process.resume()
        else:
            sim.wall.ahead_ms += LOBBY_MS * (2 if how == "wall clock forward" else -2)
            process.service.tell(table_id_of(first))  # the clock looks at once
        await asyncio.sleep(10.0)
        table_id = table_id_of(first)
        assert (await process.service.state(table_id)).stage == "lobby"
        await asyncio.sleep(LOBBY_MS / 1000 + 60.0)
        assert (await process.service.state(table_id)).stage == "closed"

    plays(work)


def test_a_forged_control_of_no_table_is_no_error_of_ours() -> None:
    """The log told a moderator of a failure, with a trace, for every such press."""

    async def work(sim: Simulation) -> None:
        first = await lobby(sim, sim.world.general)
        for table_id in ("", "aaaaaaaa"):
            custom_id = f"b:next:{table_id}:::1"
            sim.table.client.press(sim.world.people[1], first, custom_id, force=True)
        await asyncio.sleep(SOON_S)
        assert sim.report.endings["failed"] == 0

    plays(work)
