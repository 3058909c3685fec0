"""Direct messages are opened sparingly, and never again for who has some."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.publisher import direct_messages
from bot.publisher.direct_messages import BUDGET, PERIOD_S, REST_S, DirectMessages
from data.people import Player
from tests.tables.conftest import opened
from tests.tables.world import World


class Discord:
    """Counts what is opened; refuses with a code when told to."""

    def __init__(self) -> None:
        self.opened: list[int] = []
        self.code = 0
        self.fails: Exception | None = None
        self.hangs = False

    async def create_dm(self, user: discord.Object) -> Any:
        if self.hangs:
            await asyncio.Event().wait()
        if self.fails:
            raise self.fails
        if self.code:
            answer = SimpleNamespace(status=403, reason="Forbidden")
            raise discord.HTTPException(answer, {"code": self.code, "message": "no"})  # type: ignore[arg-type]
        self.opened.append(user.id)
        return SimpleNamespace(id=user.id + 1)


class Seconds:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def world(tmp_path: Path) -> Any:
    async with opened(tmp_path / "tongits.db") as world:
        yield world


async def people(world: World, count: int) -> list[Player]:
    return [await world.service.players.get(await world.person(f"P{n}")) for n in range(count)]


def desk(world: World) -> tuple[Discord, Seconds, DirectMessages]:
    there, seconds = Discord(), Seconds()
    return there, seconds, DirectMessages(there, world.service, seconds)  # type: ignore[arg-type]


async def test_no_more_than_the_budget_is_opened_in_an_hour(world: World) -> None:
    there, seconds, direct = desk(world)
    channels = [await direct.channel_of(one) for one in await people(world, BUDGET + 3)]
    assert channels.count(None) == 3
    assert len(there.opened) == BUDGET
    seconds.now = PERIOD_S
    assert await direct.channel_of((await people(world, 1))[0]) is not None


async def test_a_channel_that_was_opened_once_costs_nothing(world: World) -> None:
    there, _, direct = desk(world)
    (ana,) = await people(world, 1)
    first = await direct.channel_of(ana)
    for _ in range(BUDGET + 3):
        known = await world.service.players.get(ana.player_id)
        assert await direct.channel_of(known) == first
    assert len(there.opened) == 1


@pytest.mark.parametrize(("code", "fate"), [(40003, "dm_limited"), (20026, "quarantined")])
async def test_after_a_warning_of_discords_nothing_is_opened_for_a_while(
    world: World, code: int, fate: str
) -> None:
    there, seconds, direct = desk(world)
    ana, ben = await people(world, 2)
    there.code = code
    assert await direct.channel_of(ana) is None
    there.code = 0
    seconds.now = REST_S[fate] - 1
    assert await direct.channel_of(ben) is None
    assert (await world.service.players.get(ben.player_id)).dm_state == "unknown"
    seconds.now = REST_S[fate]
    assert await direct.channel_of(ben) is not None


async def test_who_shares_no_server_with_us_any_more_is_not_asked_again(world: World) -> None:
    there, _, direct = desk(world)
    (ana,) = await people(world, 1)
    there.code = 50278
    assert await direct.channel_of(ana) is None
    assert (await world.service.players.get(ana.player_id)).dm_state == "closed"


@pytest.mark.parametrize("fails", [discord.RateLimited(600.0), aiohttp.ClientError(), OSError()])
async def test_a_failure_that_may_pass_leaves_the_player_to_be_tried_again(
    world: World, fails: Exception
) -> None:
    there, seconds, direct = desk(world)
    (ana,) = await people(world, 1)
    there.fails = fails
    assert await direct.channel_of(ana) is None
    assert (await world.service.players.get(ana.player_id)).dm_state == "unknown"
    there.fails, seconds.now = None, 600.0
    assert await direct.channel_of(ana) is not None


async def test_an_opening_that_hangs_is_given_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(direct_messages, "LONGEST_CALL_S", 0.01)
    there, _, direct = desk(world)
    (ana,) = await people(world, 1)
    there.hangs = True
    async with asyncio.timeout(5.0):
        assert await direct.channel_of(ana) is None
    assert (await world.service.players.get(ana.player_id)).dm_state == "unknown"


async def test_none_is_opened_while_discord_says_that_they_are_limited(world: World) -> None:
    there, seconds, direct = desk(world)
    ana, ben = await people(world, 2)
    there.fails = discord.RateLimited(300.0)
    assert await direct.channel_of(ana) is None
    there.fails, seconds.now = None, 299.0
    assert await direct.channel_of(ben) is None
    assert there.opened == []
    seconds.now = 300.0
    assert await direct.channel_of(ben) is not None
