"""Faults a test plants, and that the token, the host and the files of the server are guarded."""

from __future__ import annotations

import socket

import aiohttp
import discord
import pytest
import yarl

from bot.play.permissions import EVERYONE, Perm
from bot.play.pointing import point_discord_at
from bot.play.server import PlayDiscord
from tests.play.sample_bot import SampleBot

OUTSIDE = ("%2e%2e/world.py", "..%2fworld.py", "%2Fetc%2Fpasswd")
NO_FILES = ("nothing.js", "index.html%00", "a" * 5_000)  # the last two: no file can be called so


def general(play: PlayDiscord, bot: SampleBot) -> discord.PartialMessageable:
    return bot.get_partial_messageable(int(play.world.general.id))


async def code_of(request: object) -> int:
    with pytest.raises(discord.HTTPException) as caught:
        await request  # type: ignore[misc]
    return caught.value.code


async def test_a_planted_fault_hits_that_many_calls_of_that_route(
    play: PlayDiscord, sample: SampleBot
) -> None:
    play.fail_next("POST", r"/channels/\d+/messages$", 403, 50013, times=2)
    channel = general(play, sample)
    assert await code_of(channel.send("one")) == 50013
    assert await code_of(channel.send("two")) == 50013
    await channel.send("three")
    assert [message.text for message in play.person("Ana").messages()] == ["three"]


async def test_a_lost_answer_leaves_one_message_when_the_nonce_is_enforced(
    play: PlayDiscord, sample: SampleBot
) -> None:
    play.fail_next("POST", r"/channels/\d+/messages$", 502, after=True)
    await general(play, sample).send("once", nonce="table:1")
    assert [message.text for message in play.person("Ana").messages()] == ["once"]
    sends = [call for call in play.rest.calls if call.route == "/channels/{channel_id}/messages"]
    assert [call.status for call in sends] == [502, 200]


async def test_a_429_is_waited_out_by_discord_py(play: PlayDiscord, sample: SampleBot) -> None:
    play.fail_next("POST", r"/channels/\d+/messages$", 429)
    await general(play, sample).send("at last")
    assert len(play.person("Ana").messages()) == 1


async def test_a_deleted_message_is_10008_and_a_deleted_channel_10003(
    play: PlayDiscord, sample: SampleBot
) -> None:
    channel = general(play, sample)
    sent = await channel.send("here")
    play.world.delete_message(play.person("Ana").messages()[0].message)
    assert await code_of(sent.edit(content="there")) == 10008
    play.world.delete_channel(play.world.general)
    assert await code_of(channel.send("anyone?")) == 10003


async def test_what_the_bot_may_not_do_is_50013_and_what_it_cannot_see_50001(
    play: PlayDiscord, sample: SampleBot
) -> None:
    channel = general(play, sample)
    play.world.set_overwrite(play.world.general, play.world.bot, deny=Perm.EMBED_LINKS)
    await channel.send("words are fine")
    assert await code_of(channel.send(embed=discord.Embed(title="x"))) == 50013
    play.world.set_overwrite(play.world.general, play.world.bot)
    play.world.set_bot_permissions(0)
    play.world.set_overwrite(play.world.general, None, deny=Perm.SEND_MESSAGES)
    assert await code_of(channel.send("x")) == 50013
    play.world.set_overwrite(play.world.general, None, deny=EVERYONE)
    assert await code_of(channel.send("x")) == 50001


async def test_only_its_own_message_can_be_edited_and_an_ephemeral_is_unknown_by_id(
    play: PlayDiscord, sample: SampleBot
) -> None:
    channel = general(play, sample)
    said = play.person("Ana").say("mine")
    assert await code_of(channel.get_partial_message(int(said.id)).edit(content="yours")) == 50005
    private = (await play.person("Ana").slash("sample hand")).message
    assert private is not None
    assert await code_of(channel.get_partial_message(int(private.id)).delete()) == 10008


async def test_every_call_needs_the_token(play: PlayDiscord) -> None:
    async with aiohttp.ClientSession() as session:
        for header in ({}, {"Authorization": "Bot wrong"}, {"Authorization": play.token}):
            async with session.get(f"{play.api_base}/users/@me", headers=header) as answer:
                assert answer.status == 401
        header = {"Authorization": f"Bot {play.token}"}
        async with session.get(f"{play.api_base}/users/@me", headers=header) as answer:
            assert (await answer.json())["id"] == play.world.bot.id


async def test_the_page_is_served_under_its_secret_only_and_nothing_outside_its_folder(
    play: PlayDiscord,
) -> None:
    root = play.page_url.rstrip("/").rpartition("/")[0]
    async with aiohttp.ClientSession() as session:
        async with session.get(play.page_url) as answer:
            assert answer.status == 200
            assert "html" in answer.content_type
        for path in ("/", "/index.html", "/guess/", "/guess/live"):
            async with session.get(root + path) as answer:
                assert answer.status == 404
        for name in OUTSIDE + NO_FILES:
            async with session.get(yarl.URL(play.page_url + name, encoded=True)) as answer:
                assert answer.status == 404


async def test_a_body_nested_too_deep_is_no_json(play: PlayDiscord) -> None:
    header = {"Authorization": f"Bot {play.token}", "Content-Type": "application/json"}
    address = f"{play.api_base}/channels/{play.world.general.id}/messages"
    async with (
        aiohttp.ClientSession(headers=header) as session,
        session.post(address, data="[" * 5_000) as answer,
    ):
        assert (answer.status, (await answer.json())["code"]) == (400, 50109)


async def test_a_foreign_host_name_gets_nothing(play: PlayDiscord) -> None:
    async with aiohttp.ClientSession() as session:
        for host in ("evil.example", "127.0.0.1.evil.example"):
            async with session.get(play.page_url, headers={"Host": host}) as answer:
                assert answer.status == 403


async def test_it_listens_on_loopback_only_and_says_when_the_port_is_taken() -> None:
    with pytest.raises(ValueError, match="loopback"):
        await PlayDiscord().start(host="0.0.0.0")
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(OSError, match="address already in use"),
    ):
        await PlayDiscord().start(port=taken.getsockname()[1])


@pytest.mark.parametrize(
    "address",
    [
        "https://discord.com/api/v10",
        "http://example.org/api/v10",
        "https://127.0.0.1/api/v10",
        "http://127.0.0.1@example.org/api/v10",
        "http://127.0.0.1.example.org/api/v10",
        "http://user@127.0.0.1/api/v10",
        "file:///api/v10",
        "",
    ],
)
def test_discord_py_is_pointed_at_plain_loopback_only(address: str) -> None:
    before = discord.http.Route.BASE
    with pytest.raises(ValueError, match="loopback"):
        point_discord_at(address)
    assert before == discord.http.Route.BASE


def test_no_secret_is_in_what_is_printed() -> None:
    play = PlayDiscord(token="the-token")
    shown = f"{play.rest!r} {play.world!r} {play.gateway!r} {play!r}"
    assert "the-token" not in shown
