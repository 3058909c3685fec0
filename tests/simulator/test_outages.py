"""A server that Discord cannot reach: its tables wait for it, and never longer than it is away."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.outages import ROUND_S, Outages
from bot.tables.commands import Command
from bot.tables.outcomes import Outcome
from tests.simulator.process import Process
from tests.simulator.simulation import Simulation
from tests.simulator.test_found import LATER_S, SOON_S, hand_in_play, plays
from tests.tables.conftest import opened

BEFORE_READY_S = 1.0  # discord.py calls a session ready once two seconds brought no server
WAIT_S = 0.1
DUE_SOON_S = 1.0
FRAMES = 20


def process_of(sim: Simulation) -> Process:
    assert sim.process is not None
    return sim.process


def told(sim: Simulation, table_id: str, known: int) -> list[str]:
    """The kinds of what happened at a table after the first `known` events."""
    return [str(row[1]) for row in sim.history.tables[table_id].rows[known:]]


def goes_down(sim: Simulation) -> None:
    sim.world.trouble.unavailable = True
    sim.gateway.say("GUILD_DELETE", {"id": sim.world.guild_id, "unavailable": True})


def is_back(sim: Simulation, *, joined: bool = False) -> None:
    sim.world.trouble.unavailable = False
    for session in sim.gateway.sessions.values():
        sim.gateway.welcome(session, joined=joined)


def new_session(sim: Simulation) -> None:
    process = process_of(sim)
    process.drop()
    assert process.session is not None
    sim.gateway.lose(process.session)
    process.connect()


async def down_at_the_start(sim: Simulation) -> tuple[str, int]:
    """A hand whose server is down at the start of a session: its table, and its events so far."""
    table_id, _ = await hand_in_play(sim)
    sim.world.trouble.unavailable = True
    known = len(sim.history.tables[table_id].rows)
    new_session(sim)
    return table_id, known


@pytest.mark.parametrize("joined", [False, True])
def test_an_outage_that_began_before_the_start_pauses_the_tables_until_it_ends(
    joined: bool,
) -> None:
    """No event tells of it, READY's list alone: turns were played for who could not press.

    Its end may leave out that the server was unavailable, as when the bot joins one.
    """

    async def work(sim: Simulation) -> None:
        table_id, known = await down_at_the_start(sim)
        await asyncio.sleep(10 * LATER_S)
        assert told(sim, table_id, known) == ["table_paused"]
        is_back(sim, joined=joined)
        await asyncio.sleep(SOON_S)
        assert told(sim, table_id, known) == ["table_paused", "table_resumed"]

    plays(work)


def test_a_server_that_comes_before_the_session_is_ready_was_not_down() -> None:
    """READY lists every server as down; those that are not come at once."""

    async def work(sim: Simulation) -> None:
        table_id, known = await down_at_the_start(sim)
        await asyncio.sleep(BEFORE_READY_S)
        is_back(sim)
        await asyncio.sleep(SOON_S)
        assert told(sim, table_id, known) == []

    plays(work)


def test_an_outage_that_ended_while_the_bot_was_down_ends_the_pause() -> None:
    async def work(sim: Simulation) -> None:
        table_id, known = await hand_at_which_an_outage_began(sim)
        await process_of(sim).kill()
        sim.world.trouble.unavailable = False
        await sim.boot()
        await asyncio.sleep(SOON_S)
        assert told(sim, table_id, known) == ["table_paused", "table_resumed"]

    plays(work)


async def hand_at_which_an_outage_began(sim: Simulation) -> tuple[str, int]:
    table_id, _ = await hand_in_play(sim)
    known = len(sim.history.tables[table_id].rows)
    goes_down(sim)
    await asyncio.sleep(SOON_S)
    assert told(sim, table_id, known) == ["table_paused"]
    return table_id, known


def test_short_outages_on_end_say_once_that_the_table_goes_on() -> None:
    """The channel was full of it, and nobody had done anything."""

    async def work(sim: Simulation) -> None:
        await hand_in_play(sim)
        for _ in range(3):
            goes_down(sim)
            await asyncio.sleep(SOON_S)
            is_back(sim)
            await asyncio.sleep(SOON_S)
        said = [str(one.raw) for one in sim.world.general.messages.values()]
        assert sum("The table goes on" in text for text in said) == 1

    plays(work)


def test_after_an_outage_a_channel_that_still_refuses_pauses_its_table_at_once() -> None:
    """It rested from the refusal before, and a turn could be lost that nobody saw."""

    async def work(sim: Simulation) -> None:
        table_id, _ = await hand_in_play(sim)
        sim.world.hide(sim.world.general)
        process = process_of(sim)
        await process.run(process.client.publisher.redraw(table_id))
        await asyncio.sleep(LATER_S)
        known = len(sim.history.tables[table_id].rows)
        goes_down(sim)
        await asyncio.sleep(SOON_S)
        is_back(sim)
        await asyncio.sleep(2.0)
        assert told(sim, table_id, known) == ["table_paused", "table_resumed", "table_paused"]

    plays(work)


def test_a_role_that_the_bot_is_given_ends_a_pause_for_permissions_at_once() -> None:
    """No channel and no role changed: only the bot's own member did."""

    async def work(sim: Simulation) -> None:
        table_id, _ = await hand_in_play(sim)
        world, process = sim.world, process_of(sim)
        world.hide(world.general)
        await process.run(process.client.publisher.redraw(table_id))
        await asyncio.sleep(LATER_S)
        del world.general.overwrites[world.bot.id]  # as a role would: no channel is told of
        known = len(sim.history.tables[table_id].rows)
        member = {"guild_id": world.guild_id, "user": world.bot.raw(), "roles": []}
        sim.gateway.say("GUILD_MEMBER_UPDATE", {**member, "joined_at": None})
        await asyncio.sleep(2.0)
        assert told(sim, table_id, known) == ["table_resumed"]

    plays(work)


def test_an_outage_that_ends_behind_a_lost_connection_ends_the_pause() -> None:
    """Whether the next session is the old one or begins with READY."""

    async def work(sim: Simulation) -> None:
        table_id, known = await hand_at_which_an_outage_began(sim)
        process_of(sim).drop()
        is_back(sim)
        process_of(sim).resume()
        await asyncio.sleep(SOON_S)
        goes_down(sim)
        await asyncio.sleep(SOON_S)
        sim.world.trouble.unavailable = False
        new_session(sim)
        await asyncio.sleep(SOON_S)
        assert told(sim, table_id, known) == 2 * ["table_paused", "table_resumed"]

    plays(work)


def test_a_server_that_came_and_went_while_the_session_began_stays_paused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """discord.py tells of it as of one that was joined, after its outage."""

    async def work(sim: Simulation) -> None:
        table_id, known = await hand_at_which_an_outage_began(sim)
        new_session(sim)
        await asyncio.sleep(BEFORE_READY_S)
        monkeypatch.setattr(sim.weather, "latency_s", lambda typical_s: typical_s)
        is_back(sim)
        goes_down(sim)
        await asyncio.sleep(LATER_S)
        assert told(sim, table_id, known) == ["table_paused"]

    plays(work)


def test_an_outage_that_ends_while_its_pause_cannot_be_written_is_over_at_once() -> None:
    """The end of it looked at a table that was not paused yet."""

    async def work(sim: Simulation) -> None:
        table_id, _ = await hand_in_play(sim)
        known = len(sim.history.tables[table_id].rows)
        sim.disk.locked_until_s = asyncio.get_running_loop().time() + SOON_S
        goes_down(sim)
        await asyncio.sleep(WAIT_S)
        is_back(sim)
        await asyncio.sleep(4 * SOON_S)
        assert told(sim, table_id, known) == ["table_paused", "table_resumed"]

    plays(work)


def test_a_missed_event_leaves_no_table_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def missed(*_: object) -> None:
        """Whatever kept it from being heard."""

    async def work(sim: Simulation) -> None:
        table_id, known = await hand_at_which_an_outage_began(sim)
        monkeypatch.setattr(process_of(sim).client, "on_guild_available", missed)
        is_back(sim)
        await asyncio.sleep(ROUND_S + SOON_S)
        assert told(sim, table_id, known) == ["table_paused", "table_resumed"]

    plays(work)


async def test_a_table_that_cannot_follow_keeps_no_other_paused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path / "tongits.db") as world:
        first, second = [await world.hand(await world.three()) for _ in range(2)]
        submit = world.service.submit

        async def fails(table_id: str, command: Command, inbox_id: int | None = None) -> Outcome:
            if table_id == first:
                raise RuntimeError("whatever it was")
            return await submit(table_id, command, inbox_id)

        monkeypatch.setattr(world.service, "submit", fails)
        await Outages(world.service, lambda _: None).look(told=True)
        assert (await world.state(second)).paused_why == "outage"
        assert first in caplog.text


def test_the_round_takes_no_server_for_down_that_a_session_has_yet_to_hear_of() -> None:
    async def work(sim: Simulation) -> None:
        table_id, known = await down_at_the_start(sim)
        await asyncio.sleep(BEFORE_READY_S)
        process = process_of(sim)
        await process.run(process.client._outages.look(begins=False))
        assert told(sim, table_id, known) == []

    plays(work)


def test_no_turn_is_lost_between_the_start_and_the_outage_that_it_finds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The grace of a start was over before Discord could be reached at all."""

    async def work(sim: Simulation) -> None:
        table_id, known = await turn_that_is_nearly_over(sim)
        await process_of(sim).kill()
        sim.world.trouble.unavailable = True
        connect, loop = Process.connect, asyncio.get_running_loop()
        monkeypatch.setattr(
            Process, "connect", lambda process: loop.call_later(LATER_S, connect, process)
        )
        await sim.boot()
        await asyncio.sleep(2 * LATER_S)
        assert told(sim, table_id, known) == ["table_paused"]

    plays(work)


async def turn_that_is_nearly_over(sim: Simulation) -> tuple[str, int]:
    table_id, _ = await hand_in_play(sim)
    service = process_of(sim).service
    (row,) = service._memory.open[table_id].decisions.values()
    await asyncio.sleep((row.due_ms - service.now_ms()) / 1000 - DUE_SOON_S)
    return table_id, len(sim.history.tables[table_id].rows)


def test_no_turn_is_lost_behind_a_session_that_broke_before_it_was_ready() -> None:
    """discord.py calls it ready two seconds later all the same: the clock went on."""

    async def work(sim: Simulation) -> None:
        table_id, known = await turn_that_is_nearly_over(sim)
        new_session(sim)
        await asyncio.sleep(BEFORE_READY_S)
        process_of(sim).drop()
        await asyncio.sleep(LATER_S)
        assert told(sim, table_id, known) == []

    plays(work)


def test_the_clock_goes_on_in_a_new_session() -> None:
    async def work(sim: Simulation) -> None:
        table_id, known = await turn_that_is_nearly_over(sim)
        new_session(sim)
        await asyncio.sleep(LATER_S)
        assert "played_for" in told(sim, table_id, known)

    plays(work)


def test_frames_arrive_in_the_order_in_which_they_were_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """READY came after GUILD_CREATE when both were due at one moment: no Discord does that."""

    async def work(sim: Simulation) -> None:
        await asyncio.sleep(SOON_S)
        process, heard = process_of(sim), list[int]()
        monkeypatch.setattr(process, "hear", lambda seq, *_: heard.append(seq))
        latencies = iter([1.0] + [0.0] * FRAMES)
        monkeypatch.setattr(sim.weather, "latency_s", lambda _: next(latencies))
        for _ in range(FRAMES):
            sim.gateway.say("TYPING_START", {})
        await asyncio.sleep(SOON_S)
        assert len(heard) == FRAMES
        assert heard == sorted(heard)

    plays(work)
