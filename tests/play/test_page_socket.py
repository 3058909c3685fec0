"""The page's live socket: each person gets what they may see, and nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from bot.play.people import Person
from bot.play.server import PlayDiscord
from tests.play.sample_bot import SampleBot

Frame = dict[str, Any]


class Tab:
    """One open page, its frames read one by one."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.seen: list[Frame] = []

    async def next(self, kind: str) -> Frame:
        """The next frame of this kind; others are kept in `seen`."""
        while True:
            frame: Frame = await self.socket.receive_json(timeout=5)
            self.seen.append(frame)
            if frame["t"] == kind:
                return frame

    async def do(self, op: str, **fields: Any) -> None:
        await self.socket.send_json({"op": op, **fields})


@asynccontextmanager
async def tab(play: PlayDiscord, person: Person | None = None) -> AsyncIterator[Tab]:
    address = f"{play.page_url}live" + (f"?user={person.id}" if person else "")
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        yield Tab(socket)


def command_id(play: PlayDiscord, name: str) -> str:
    known = play.world.commands[None].values()
    return next(str(command["id"]) for command in known if command["name"] == name)


async def slash_new(play: PlayDiscord, page: Tab, nonce: str = "n1") -> Frame:
    """Runs /sample new from the page; gives the panel's raw message."""
    options = [{"type": 1, "name": "new", "options": [{"type": 4, "name": "stake", "value": 7}]}]
    where = {"channel_id": play.world.general.id, "command_id": command_id(play, "sample")}
    await page.do("slash", nonce=nonce, options=options, **where)
    return dict((await page.next("message"))["m"])


async def press(page: Tab, message: Frame, custom_id: str, **more: Any) -> None:
    where = {"channel_id": message["channel_id"], "message_id": message["id"]}
    fields = {"nonce": "press", "custom_id": custom_id, "component_type": 2} | where | more
    await page.do("press", **fields)


async def test_hello_tells_who_and_where_the_person_is(
    play: PlayDiscord, sample: SampleBot
) -> None:
    ben = play.person("Ben")
    private = (await ben.slash("sample hand")).message
    assert private is not None
    async with tab(play) as first, tab(play, ben) as second:
        ana, hello = await first.next("hello"), await second.next("hello")
    assert ana["you"]["global_name"] == "Ana"
    assert hello["you"] == {
        "id": ben.id,
        "username": "ben",
        "global_name": "Ben",
        "dms_closed": False,
    }
    assert [person["global_name"] for person in hello["people"]] == ["Ana", "Ben", "Carla"]
    general = play.world.general.id
    assert hello["channels"] == [{"id": general, "name": "general", "type": 0}]
    assert hello["dm"] == {"channel_id": None}
    assert {command["name"] for command in hello["commands"]} == {"sample", "boom", "pictures"}
    assert [message["id"] for message in hello["messages"][general]] == [private.id]
    assert ana["messages"][general] == []


async def test_a_command_goes_from_waiting_to_done_and_its_message_reaches_all(
    play: PlayDiscord, sample: SampleBot
) -> None:
    async with tab(play) as ana, tab(play, play.person("Ben")) as ben:
        panel = await slash_new(play, ana)
        done = await ana.next("answer")
        states = [frame["state"] for frame in ana.seen if frame["t"] == "answer"]
        assert states == ["waiting", "done"]
        assert done["nonce"] == "n1"
        assert (await ben.next("message"))["m"] == panel
        assert all(frame["t"] != "answer" for frame in ben.seen)


async def test_edits_and_deletions_come_live(play: PlayDiscord, sample: SampleBot) -> None:
    async with tab(play) as ana, tab(play, play.person("Ben")) as ben:
        panel = await slash_new(play, ana)
        await press(ben, panel, "count:0")
        assert (await ana.next("edit"))["m"]["id"] == panel["id"]
        await press(ben, panel, "act:delete")
        gone = {"t": "delete", "channel_id": panel["channel_id"], "id": panel["id"]}
        assert await ana.next("delete") == gone


async def test_what_is_for_one_person_never_goes_to_the_others(
    play: PlayDiscord, sample: SampleBot
) -> None:
    async with tab(play) as ana, tab(play, play.person("Ben")) as ben:
        panel = await slash_new(play, ana)
        await press(ben, panel, "act:dm")
        private = (await ben.next("dm"))["channel_id"]
        while (await ben.next("message"))["m"]["channel_id"] != private:
            pass
        await press(ben, panel, "act:hand")
        hand = (await ben.next("message"))["m"]
        assert hand["flags"] & 64
        await ben.do("dismiss", message_id=hand["id"])
        assert (await ben.next("delete"))["id"] == hand["id"]
        await ana.do("say", channel_id=play.world.general.id, content="last")
        while (await ana.next("message"))["m"]["content"] != "last":
            pass
    about = [frame.get("m", frame) for frame in ana.seen if frame["t"] in ("message", "delete")]
    assert {frame["channel_id"] for frame in about} == {play.world.general.id}
    assert not any(frame.get("flags", 0) & 64 for frame in about)
    assert not any(frame["t"] in ("dm", "delete") for frame in ana.seen)


async def test_a_modal_comes_with_its_answer_and_is_submitted(
    play: PlayDiscord, sample: SampleBot
) -> None:
    async with tab(play) as ana:
        panel = await slash_new(play, ana)
        await press(ana, panel, "act:modal")
        while (opened := await ana.next("answer"))["state"] != "modal":
            pass
        words, colour = (label["component"] for label in opened["modal"]["components"])
        filled = [
            {"type": 18, "component": {"custom_id": words["custom_id"], "value": "Tawag"}},
            {"type": 18, "component": {"custom_id": colour["custom_id"], "values": ["Red"]}},
        ]
        form = {"interaction_id": opened["interaction_id"], "components": filled}
        await ana.do("modal", nonce="m", custom_id=opened["modal"]["custom_id"], **form)
        assert (await ana.next("message"))["m"]["content"] == "You said 'Tawag' in Red."


async def test_no_answer_in_time_is_told_as_a_failure(play: PlayDiscord, sample: SampleBot) -> None:
    play.interactions.deadline_s = 0.1
    async with tab(play) as ana:
        where = {"channel_id": play.world.general.id, "command_id": command_id(play, "boom")}
        await ana.do("slash", nonce="b", options=[], **where)
        assert (await ana.next("answer"))["state"] == "waiting"
        failed = await ana.next("answer")
    assert (failed["state"], failed["text"]) == ("failed", "This interaction failed")


@pytest.mark.parametrize(
    ("op", "fields"),
    [
        ("slash", {"command_id": "1", "options": []}),
        ("slash", {"command_id": "1", "options": [], "channel_id": "1"}),
        ("press", {"message_id": "1", "custom_id": "x"}),
        ("modal", {"interaction_id": "1", "components": []}),
        ("say", {"content": " "}),
        ("say", {"content": "x" * 2001}),
        ("say", {}),
        ("fly", {}),
    ],
)
async def test_what_a_client_would_not_do_is_refused_with_its_nonce(
    play: PlayDiscord, op: str, fields: Frame
) -> None:
    async with tab(play) as ana:
        await ana.do(op, nonce="r", **({"channel_id": play.world.general.id} | fields))
        refused = await ana.next("refused")
    assert refused["nonce"] == "r"
    assert refused["text"]
    assert play.person("Ana").messages() == []


async def test_a_disabled_control_is_refused(play: PlayDiscord, sample: SampleBot) -> None:
    async with tab(play) as ana:
        panel = await slash_new(play, ana)
        await press(ana, panel, "act:gone")
        assert (await ana.next("refused"))["text"] == "This control is disabled."


async def test_closing_direct_messages_is_seen_in_every_tab_of_the_person(
    play: PlayDiscord,
) -> None:
    ben = play.person("Ben")
    async with tab(play, ben) as one, tab(play, ben) as two:
        await two.next("hello")
        await one.do("dms", closed=True)
        assert (await two.next("dms"))["closed"] is True
    assert ben.user.dms_closed
    async with tab(play, ben) as later:
        assert (await later.next("hello"))["you"]["dms_closed"] is True


async def test_new_commands_appear_without_reload(play: PlayDiscord, pointed: PlayDiscord) -> None:
    async with tab(play) as ana:
        assert (await ana.next("hello"))["commands"] == []
        play.world.commands[None]["1"] = {"id": "1", "type": 1, "name": "new", "description": "x"}
        play.world.tell("commands")
        assert [c["name"] for c in (await ana.next("commands"))["commands"]] == ["new"]


async def test_unreadable_frames_and_unknown_people_are_refused(play: PlayDiscord) -> None:
    async with tab(play) as ana:
        for text in ("{", "[]", '"x"', "1", "[" * 5_000):
            await ana.socket.send_str(text)
            assert (await ana.next("refused"))["nonce"] == ""
    async with aiohttp.ClientSession() as session:
        for user in ("1", play.world.bot.id):
            with pytest.raises(aiohttp.WSServerHandshakeError, match="404"):
                await session.ws_connect(f"{play.page_url}live?user={user}")
