"""What the simulator found in the bot, each as a short script that failed before it was mended."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable

import pytest

from bot.play.world import Channel, Message
from bot.tables.commands import Leave, Play
from bot.tables.service import Tables
from bot.ui import custom_ids as ids
from tests.simulator.edge import Line, Request, Response
from tests.simulator.screens import check_screens, controls_of, live_panels, unpublished
from tests.simulator.server import TOO_OLD, Thread
from tests.simulator.simulation import Simulation, scripted
from tongits.engine import default_move
from tongits.seats import SEATS

SOON_S = 5.0
LOBBY_MS = 15 * 60_000  # how long a lobby waits for people
LOCKED_S = 4.0
MOST_MOVES = 200
HOUR_MS = 3_600_000
CLOCK_LOOKS_S = 31.0  # a wall clock that was set is noticed within this
UPDATE_MESSAGE = 7
PRESSES = 50
LATER_S = 90.0  # longer than a channel that refused us is left alone


def panels_in(channel: Channel) -> list[Message]:
    return [message for _, message in live_panels(channel)]


async def press(
    sim: Simulation, person: int, message: Message, action: str, *, answered_s: float = SOON_S
) -> None:
    custom_id = next(ids.encode(one) for one in controls_of(message) if one.action == action)
    sim.table.client.press(sim.world.people[person], message, custom_id)
    await asyncio.sleep(answered_s)


async def lobby(sim: Simulation, channel: Channel, person: int = 0) -> Message:
    """A table with its host alone."""
    sim.players[person]._slash("tongits", "new", {}, channel)
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
        table_id = table_id_of(message)
        assert "table_paused" not in [row[1] for row in sim.history.tables[table_id].rows]
        assert (await process.service.state(table_id)).paused_why is None

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


def test_a_thread_that_is_unlocked_ends_the_pause_at_once() -> None:
    """The client forgets threads that sleep, and heard of the waking as of a new one."""

    async def work(sim: Simulation) -> None:
        (thread,) = sim.world.threads()
        table_id = table_id_of(await lobby(sim, thread))
        process = sim.process
        assert process is not None
        await set_thread(sim, thread, archived=True, locked=True)
        await process.run(process.client.publisher.redraw(table_id))
        await asyncio.sleep(1.0)
        assert (await process.service.state(table_id)).paused_why == "forbidden"
        thread.archived = thread.locked = False
        sim.world.tell("thread", thread)
        await asyncio.sleep(2.0)
        assert (await process.service.state(table_id)).paused_why is None

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


def test_a_table_whose_panel_was_deleted_is_shown_to_who_asks_for_a_new_one() -> None:
    """They were sent to a message that was gone; in a lobby nobody else could do anything."""

    async def work(sim: Simulation) -> None:
        first = await lobby(sim, sim.world.general)
        sim.world.delete_message(first)
        sim.players[1]._slash("tongits", "new", {}, sim.world.general)
        await asyncio.sleep(SOON_S)
        (again,) = panels_in(sim.world.general)
        assert table_id_of(again) == table_id_of(first)

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
        publisher.desks.call_for(table_id_of(first))
        assert publisher.desks.at_work() == []

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


def test_with_a_clock_an_hour_fast_the_panel_moves_once_and_not_with_every_change() -> None:
    """Every message looked too old to be edited, so each change was a new one in the channel."""

    async def work(sim: Simulation) -> None:
        first = await lobby(sim, sim.world.general)
        sim.wall.ahead_ms += HOUR_MS
        await asyncio.sleep(CLOCK_LOOKS_S)
        sim.players[1]._slash("tongits", "join", {}, sim.world.general)
        await asyncio.sleep(SOON_S)
        (second,) = panels_in(sim.world.general)
        assert second is not first
        sim.players[2]._slash("tongits", "join", {}, sim.world.general)
        await asyncio.sleep(SOON_S)
        assert panels_in(sim.world.general) == [second]

    plays(work)


@pytest.mark.parametrize("moves_s", [0.5, 1.9])
def test_a_panel_that_moves_while_a_click_on_it_is_answered_hangs_there_once(
    monkeypatch: pytest.MonkeyPatch, moves_s: float
) -> None:
    """The answer was noted as the panel: its former message was the only one, or the second one."""

    async def work(sim: Simulation) -> None:
        first = await lobby(sim, sim.world.general)
        carry = sim.edge.carry

        async def slow(line: Line, request: Request) -> Response:
            answer = await carry(line, request)
            if request.path.endswith("/callback") and request.body["type"] == UPDATE_MESSAGE:
                await asyncio.sleep(2.0)
            return answer

        monkeypatch.setattr(sim.edge, "carry", slow)
        pressing = asyncio.create_task(press(sim, 1, first, ids.JOIN))
        await asyncio.sleep(moves_s)
        sim.players[0]._slash("tongits", "table", {}, sim.world.general)
        await pressing
        await asyncio.sleep(SOON_S)
        (only,) = panels_in(sim.world.general)
        assert only is not first
        await looks_right(sim)

    plays(work)


async def looks_right(sim: Simulation) -> None:
    """Nothing is to be published, and every screen shows what its table says."""
    process = sim.process
    assert process is not None
    assert unpublished(process) == []
    assert await check_screens(process, sim.world, sim.history) == []


async def change_while_away(sim: Simulation, first: Message, change: Callable[[], None]) -> str:
    """Something happens while no process is there; why the table is closed or paused then."""
    table_id, process = table_id_of(first), sim.process
    assert process is not None
    await process.kill()
    change()
    await sim.boot()
    await asyncio.sleep(SOON_S)
    assert sim.process is not None
    state = await sim.process.service.state(table_id)
    return state.closed_why or state.paused_why or ""


@pytest.mark.parametrize("is_thread", [False, True])
def test_a_channel_that_was_deleted_while_the_bot_was_down_closes_its_table(
    is_thread: bool,
) -> None:
    """It was noticed at the next move, or never: the chips stayed at the table meanwhile."""

    async def work(sim: Simulation) -> None:
        place = sim.world.threads()[0] if is_thread else sim.world.general
        first = await lobby(sim, place)
        gone = await change_while_away(sim, first, lambda: sim.world.delete_channel(place))
        assert gone == "channel-gone"

    plays(work)


def test_a_channel_that_is_not_listed_any_more_pauses_its_table_and_a_sleeping_thread_sleeps_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(sim: Simulation) -> None:
        (thread,) = sim.world.threads()
        first, asleep = await lobby(sim, sim.world.general), await lobby(sim, thread, 1)
        thread.archived = True
        sent = len(thread.messages)
        monkeypatch.setattr(sim.world, "text_channels", list)
        hide = lambda: sim.world.hide(sim.world.general)  # noqa: E731
        assert await change_while_away(sim, first, hide) == "forbidden"
        assert await change_while_away(sim, asleep, lambda: None) == ""
        assert (thread.archived, len(thread.messages), asleep.edits) == (True, sent, 0)

    plays(work)


def lock_the_file(sim: Simulation) -> None:
    """For longer than a write waits."""
    sim.disk.locked_until_s = asyncio.get_running_loop().time() + LOCKED_S


async def outage(sim: Simulation, *, begin_locked: bool) -> None:
    """A server is gone for a while; the file is locked when that begins, or when it ends."""
    if begin_locked:
        lock_the_file(sim)
    sim.gateway.say("GUILD_DELETE", {"id": sim.world.guild_id, "unavailable": True})
    await asyncio.sleep(2 * LOCKED_S)
    if not begin_locked:
        lock_the_file(sim)
    for session in sim.gateway.sessions.values():
        sim.gateway.welcome(session)
    await asyncio.sleep(2 * LOCKED_S)


@pytest.mark.parametrize("begin_locked", [True, False])
def test_an_outage_is_noted_although_the_file_is_locked_at_that_moment(begin_locked: bool) -> None:
    """What the gateway told once was given up, and a table waited hours for an outage's end."""

    async def work(sim: Simulation) -> None:
        table_id = table_id_of(await lobby(sim, sim.world.general))
        await outage(sim, begin_locked=begin_locked)
        told = [row[1] for row in sim.history.tables[table_id].rows]
        assert told[-2:] == ["table_paused", "table_resumed"]

    plays(work)


def test_a_removal_is_noted_although_the_file_is_locked_at_that_moment() -> None:
    async def work(sim: Simulation) -> None:
        table_id = table_id_of(await lobby(sim, sim.world.general))
        lock_the_file(sim)
        sim.gateway.say("GUILD_DELETE", {"id": sim.world.guild_id})
        await asyncio.sleep(2 * LOCKED_S)
        assert sim.process is not None
        assert (await sim.process.service.state(table_id)).stage == "closed"

    plays(work)


def test_tables_of_a_server_that_is_gone_close_although_the_file_is_locked_at_the_start() -> None:
    """The grace could not be written, and what else a new session brings was forgotten with it."""

    async def work(sim: Simulation) -> None:
        table_id = table_id_of(await lobby(sim, sim.world.general))
        process = sim.process
        assert process is not None
        process.drop()
        assert process.session is not None
        sim.gateway.lose(process.session)
        sim.world.trouble.removed = True
        lock_the_file(sim)
        process.connect()
        await asyncio.sleep(2 * LOCKED_S)
        assert (await process.service.state(table_id)).stage == "closed"

    plays(work)


def test_what_cannot_be_written_for_who_does_not_wait_any_more_is_no_error() -> None:
    """The bot was stopped while the file was locked: the log told of overlooked failures."""

    async def work(sim: Simulation) -> None:
        table_id = table_id_of(await lobby(sim, sim.world.general))
        process = sim.process
        assert process is not None
        state = await process.service.state(table_id)
        ((_, host),) = state.taken()
        lock_the_file(sim)
        leaving = process.run(process.service.submit(table_id, Leave(host.player_id)))
        asking = asyncio.create_task(leaving)
        await asyncio.sleep(0.01)
        asking.cancel()
        await asyncio.sleep(2 * LOCKED_S)
        assert await process.service.state(table_id) == state
        gc.collect()  # what nobody looked at is noticed when it goes

    plays(work)


async def hand_in_play(sim: Simulation) -> tuple[str, list[str]]:
    """A table of three with its first hand dealt: its id, and the players' ids."""
    message = await lobby(sim, sim.world.general)
    for person in (1, 2):
        await press(sim, person, message, ids.JOIN)
    await asyncio.sleep(SOON_S)
    table_id = table_id_of(message)
    assert sim.process is not None
    state = await sim.process.service.state(table_id)
    assert state.stage == "hand"
    return table_id, list(state.dealt_in)


async def play_out(service: Tables, table_id: str) -> None:
    """Everybody who is there plays what harms least, until the hand ends."""
    actor = await service.actor(table_id)
    for _ in range(MOST_MOVES):
        game = actor.state.game
        for seat in SEATS:
            asked = actor.decisions.get(f"seat:{seat}")
            if asked and game:
                move = default_move(game, seat)
                play = Play(actor.state.dealt_in[seat], seat, asked.token, move)
                await service.submit(table_id, play)
                break
        else:
            return


def last_shown(sim: Simulation, person: int) -> Message:
    """The newest direct message to somebody."""
    return list(sim.world.dms[sim.world.people[person].id].messages.values())[-1]


def test_a_pause_ends_although_answers_have_painted_all_that_was_to_be_sent() -> None:
    """Answers arrive where nothing may be sent: nobody asked whether messages may be again."""

    async def work(sim: Simulation) -> None:
        table_id, _ = await hand_in_play(sim)
        process = sim.process
        assert process is not None
        await process.run(play_out(process.service, table_id))
        await asyncio.sleep(SOON_S)
        sim.world.hide(sim.world.general)
        await process.run(process.client.publisher.doubt(table_id, "result:1"))
        await asyncio.sleep(1.0)
        assert (await process.service.state(table_id)).paused_why == "forbidden"
        _, result = (one for one in sim.world.general.messages.values() if offers(one, ids.NEXT))
        await press(sim, 0, result, ids.NEXT)
        sim.world.restore(sim.world.general)
        await asyncio.sleep(LATER_S)
        assert (await process.service.state(table_id)).paused_why is None

    plays(work)


def offers(message: Message, action: str) -> bool:
    return any(one.action == action for one in controls_of(message))


def test_who_was_cashed_out_is_offered_the_seat_only_while_it_is_free() -> None:
    """Once another sat there, I'm back stayed on the former player's hand and did nothing."""

    async def work(sim: Simulation) -> None:
        table_id, people = await hand_in_play(sim)
        process = sim.process
        assert process is not None
        await process.run(process.service.submit(table_id, Leave(people[1])))
        await play_out(process.service, table_id)
        await asyncio.sleep(SOON_S)
        message = last_shown(sim, 1)
        assert [one.action for one in controls_of(message)] == [ids.RETURN]
        sim.players[3]._slash("tongits", "join", {}, sim.world.general)
        await asyncio.sleep(1.0)
        sim.players[3]._slash("tongits", "hand", {}, sim.world.general)
        await asyncio.sleep(SOON_S / 2)  # before the next deal
        answer = list(sim.world.general.messages.values())[-1]
        assert "No hand is in play" in str(answer.raw["components"])
        assert not any(controls_of(message))
        await looks_right(sim)

    plays(work)


def test_who_walks_out_in_mid_hand_keeps_no_controls_and_sees_how_it_ended() -> None:
    """The hand stayed there with the buttons of the moment, for ever."""

    async def work(sim: Simulation) -> None:
        table_id, people = await hand_in_play(sim)
        process = sim.process
        assert process is not None
        await process.run(process.service.submit(table_id, Leave(people[1])))
        await asyncio.sleep(SOON_S)
        message = last_shown(sim, 1)
        assert not any(controls_of(message))
        await looks_right(sim)
        for player_id in (people[0], people[2]):
            await process.run(process.service.submit(table_id, Leave(player_id)))
        await asyncio.sleep(SOON_S)
        assert "is over" in str(message.raw["components"])

    plays(work)


@pytest.mark.parametrize("how", ["killed", "reconnected"])
def test_every_screen_shows_the_grace_that_a_turn_gets(how: str) -> None:
    """The table's panel, the hand, or both went on to show the time that there had been."""

    async def work(sim: Simulation) -> None:
        table_id, _ = await hand_in_play(sim)
        process = sim.process
        assert process is not None
        (row,) = process.service._memory.open[table_id].decisions.values()
        await asyncio.sleep((row.due_ms - process.service.now_ms()) / 1000 - SOON_S)
        if how == "killed":
            await sim.restart("killed", 1.0)
        else:
            process.drop()
            process.resume()
        await asyncio.sleep(SOON_S)
        process = sim.process
        (now,) = process.service._memory.open[table_id].decisions.values()
        assert (now.token, now.due_ms > row.due_ms) == (row.token, True)
        await looks_right(sim)

    plays(work)


def test_private_answers_leave_nothing_behind_in_memory() -> None:
    """discord.py kept each one's view for 15 minutes, and a task to forget it."""

    async def work(sim: Simulation) -> None:
        await hand_in_play(sim)
        process = sim.process
        assert process is not None
        (message,) = panels_in(sim.world.general)
        for action in (*[ids.MY_HAND] * PRESSES, ids.RULES, ids.MORE):
            await press(sim, 0, message, action, answered_s=0.5)
        shown = [one for one in sim.world.general.messages.values() if one.ephemeral]
        assert len(shown) >= PRESSES
        kept = [task for task in process.tasks if "BaseView" in repr(task)]
        assert [task for task in kept if not task.done()] == []

    plays(work)
