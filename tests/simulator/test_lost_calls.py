"""Calls that Discord refuses, limits or loses: what the bot still asks, and what players read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import aiohttp
import pytest

from bot.play.permissions import Overwrite, Perm
from bot.play.world import Channel, User
from bot.publisher.calls import CALLS_A_SECOND, Calls
from bot.tables.commands import Close
from data import panels
from tests.simulator.edge import Line, Request, Response, reply
from tests.simulator.screens import controls_of, unpublished
from tests.simulator.server import TOO_FAST
from tests.simulator.simulation import Simulation
from tests.simulator.test_found import (
    hand_in_play,
    last_shown,
    lobby,
    looks_right,
    panels_in,
    plays,
    table_id_of,
)

LIMITED_S = 600.0  # longer than discord.py waits by itself
GIVEN_UP_S = 200.0  # longer than the rests of a channel together
TOLD_S = 15.0
TRIED_S = 9.0  # three times, with the rests between
LONGEST_SWEEP_S = 25.0
DISCORD_TAKES = 50  # calls a second of a bot
Fails = Callable[[], Response | Exception | None]


def _limited() -> Response:
    return reply(429, {"message": "limited", "retry_after": LIMITED_S, "global": False})


def _everywhere() -> Response:
    return reply(429, {"message": "limited", "retry_after": LIMITED_S, "global": True})


def _too_fast() -> Response:
    return reply(TOO_FAST.status, TOO_FAST.body())


def _failed() -> Response:
    return reply(503, {"message": "503: Service Unavailable", "code": 0})


def break_calls(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, path: str, fails: Fails, method: str = ""
) -> list[Request]:
    """Calls to paths that begin so fail from now on; None hangs. The list tells which came."""
    carry, came = sim.edge.carry, list[Request]()

    async def broken(line: Line, request: Request) -> Response:
        if not request.path.startswith(path) or method not in ("", request.method):
            return await carry(line, request)
        came.append(request)
        found = fails()
        if found is None:
            await asyncio.Event().wait()
        if isinstance(found, Exception):
            raise found
        assert found is not None
        return found

    monkeypatch.setattr(sim.edge, "carry", broken)
    return came


def private_texts(channel: Channel, user: User) -> list[str]:
    """What only this person sees there; nothing of it says that the bot is thinking."""
    seen = [one for one in channel.messages.values() if one.only_for == user.id]
    assert not any(one.loading for one in seen)
    return [json.dumps(one.raw["components"]) for one in seen]


@pytest.mark.parametrize(
    "fails",
    [_limited, _everywhere, _too_fast, aiohttp.ServerDisconnectedError, OSError, lambda: None],
    ids=["limited", "limited-everywhere", "too-fast", "reply-lost", "no-network", "hangs"],
)
@pytest.mark.parametrize("what", ["/users/@me/channels", "first message"])
def test_who_joined_reads_where_the_hand_is_though_direct_messages_fail(
    monkeypatch: pytest.MonkeyPatch, fails: Fails, what: str
) -> None:
    """A join that counted was called a failure, or "thinking…" never ended."""

    async def work(sim: Simulation) -> None:
        first = await lobby(sim, sim.world.general)
        process, user = sim.process, sim.world.people[1]
        assert process is not None
        path = what
        if what == "first message":
            path = f"/channels/{sim.world.dm_with(user).id}/messages"
        came = break_calls(sim, monkeypatch, path, fails)
        sim.players[1]._slash("tongits", "join", {}, sim.world.general)
        await asyncio.sleep(TOLD_S)
        assert came
        (told,) = private_texts(sim.world.general, user)
        assert "press **My hand**" in told
        assert "are closed" not in told
        player = await process.service.players.find(int(user.id))
        assert player is not None
        assert player.dm_state == "unknown"
        state = await process.service.state(table_id_of(first))
        assert state.seat_of(player.player_id) is not None

    plays(work)


@pytest.mark.parametrize("what", ["channel", "roles", "channel of the thread"])
def test_a_closed_tables_channel_that_refuses_us_is_left_in_peace(
    monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """It was asked for ever, by every call there was; once it is open again its panel is right.

    Whatever Discord tells of that: of the channel, of a role, of the channel a thread is in.
    """

    async def work(sim: Simulation) -> None:
        general = sim.world.general
        place = sim.world.threads()[0] if "thread" in what else general
        first = await lobby(sim, place)
        process, table_id = sim.process, table_id_of(first)
        assert process is not None
        asked: list[str] = []
        leaves = sim.edge._leaves

        def noted(request: Request) -> None:
            asked.extend([request.path] if place.id in request.path else [])
            leaves(request)

        place.overwrites[sim.world.bot.id] = Overwrite(1, deny=Perm.VIEW_CHANNEL)
        monkeypatch.setattr(sim.edge, "_leaves", noted)
        await process.run(process.service.submit(table_id, Close("ended")))
        await asyncio.sleep(GIVEN_UP_S)
        assert 0 < len(asked) <= 5
        assert unpublished(process) == []
        asked.clear()
        await asyncio.sleep(GIVEN_UP_S)
        assert asked == []
        del place.overwrites[sim.world.bot.id]
        sim.world.tell("roles" if what == "roles" else "channel", general)
        await asyncio.sleep(TOLD_S)
        assert panels_in(place) == []

    plays(work)


@pytest.mark.parametrize("answer", [_limited, _everywhere])
def test_a_channel_that_is_limited_for_long_is_asked_once_and_pauses_no_table(
    monkeypatch: pytest.MonkeyPatch, answer: Callable[[], Response]
) -> None:
    """Every call was tried three times a sweep, as long as the limit lasted."""

    async def work(sim: Simulation) -> None:
        first = await lobby(sim, sim.world.general)
        process, table_id = sim.process, table_id_of(first)
        assert process is not None
        with monkeypatch.context() as patch:
            came = break_calls(sim, patch, f"/channels/{sim.world.general.id}/", answer)
            await process.run(process.client.publisher.redraw(table_id))
            await asyncio.sleep(LIMITED_S - TOLD_S)
            assert len(came) == 1
        assert (await process.service.state(table_id)).paused_why is None
        sim.players[1]._slash("tongits", "join", {}, sim.world.general)
        await asyncio.sleep(2 * TOLD_S)
        await looks_right(sim)

    plays(work)


def test_a_call_to_a_player_whose_replies_were_lost_goes_once_it_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody knew of its message, which called the player for ever."""

    async def work(sim: Simulation) -> None:
        general, carry = sim.world.general, sim.edge.carry
        table_id = table_id_of(await lobby(sim, general))
        process = sim.process
        assert process is not None
        publisher, db = process.client.publisher, process.service.db

        async def lost(line: Line, request: Request) -> Response:
            answer = await carry(line, request)
            if request.method == "POST" and "<@" in request.body.get("content", ""):
                raise aiohttp.ServerDisconnectedError
            return answer

        def called() -> list[str]:
            seen = [one for one in general.messages.values() if not one.deleted]
            return [one.id for one in seen if "<@" in one.raw["content"]]

        monkeypatch.setattr(sim.edge, "carry", lost)
        seq = (await process.service.state(table_id)).seq
        want = lambda conn: panels.want(conn, table_id, "ping:0", seq, int(general.id))  # noqa: E731
        await process.run(db.write(want))
        publisher.desks.call_for(table_id)
        await asyncio.sleep(TRIED_S)
        assert len(called()) == 1
        await process.run(db.write(lambda conn: panels.recall(conn, table_id, "ping:0")))
        await asyncio.sleep(LONGEST_SWEEP_S)
        assert called() == []

    plays(work)


@pytest.mark.parametrize(
    "fails",
    [_limited, _failed, aiohttp.ServerDisconnectedError, OSError, lambda: None],
    ids=["limited", "failed", "reply-lost", "no-network", "hangs"],
)
def test_a_lobby_that_cannot_be_looked_for_now_is_not_sent_a_second_time(
    monkeypatch: pytest.MonkeyPatch, fails: Fails
) -> None:
    """It was sent without a look, or the log told of a mistake of ours."""

    async def work(sim: Simulation) -> None:
        general = sim.world.general
        table_id = table_id_of(await lobby(sim, general))
        process = sim.process
        assert process is not None
        lost = "UPDATE panels SET message_id = NULL, shown_seq = -1, shown_hash = NULL"
        await process.run(process.service.db.write(lambda conn: conn.execute(lost)))
        with monkeypatch.context() as patch:
            came = break_calls(sim, patch, f"/channels/{general.id}/messages", fails, "GET")
            process.client.publisher.desks.call_for(table_id)
            await asyncio.sleep(GIVEN_UP_S)
            assert came
            assert len(panels_in(general)) == 1
        await asyncio.sleep(LIMITED_S)
        assert len(panels_in(general)) == 1
        await looks_right(sim)

    plays(work)


def test_a_hand_is_told_that_its_channel_is_gone_though_it_could_not_be_edited_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The channel's panels were given up, and the hands with them: those kept their buttons."""

    async def work(sim: Simulation) -> None:
        await hand_in_play(sim)
        dms = [channel.id for channel in sim.world.dms.values()]
        with monkeypatch.context() as patch:
            for dm in dms:
                break_calls(sim, patch, f"/channels/{dm}/messages", _failed, "PATCH")
            sim.world.delete_channel(sim.world.general)
            await asyncio.sleep(TRIED_S)
        await asyncio.sleep(LONGEST_SWEEP_S)
        for person in range(3):
            assert [one.action for one in controls_of(last_shown(sim, person))] == []
        await looks_right(sim)

    plays(work)


def test_after_an_outage_no_more_is_asked_of_discord_than_it_takes() -> None:
    """Every table has something to say at once: thousands of calls were refused."""

    async def work(sim: Simulation) -> None:
        del sim
        loop, calls = asyncio.get_running_loop(), Calls()
        made: list[float] = []

        async def table() -> None:
            for _ in range(4):
                await calls.turn()
                made.append(loop.time())

        await asyncio.gather(*(table() for _ in range(100)))
        most = max(sum(at <= one < at + 1 for one in made) for at in made)
        assert CALLS_A_SECOND <= most <= DISCORD_TAKES

    plays(work)


def test_nothing_is_kept_of_channels_where_nothing_happened() -> None:
    """Every channel of every server that was ever changed stayed in memory."""

    async def work(sim: Simulation) -> None:
        del sim
        calls = Calls()
        for channel_id in range(1_000):
            calls.wake(channel_id)
            assert not calls.rests(channel_id)
            assert not calls.was_reached(channel_id)
        calls.rest(1)
        assert calls.rests(1)
        calls.wake(1)
        assert not calls._channels

    plays(work)
