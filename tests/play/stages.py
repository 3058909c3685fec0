"""Stand-ins for Discord on which the provocations are tried, and their preparations."""

from __future__ import annotations

import io
import json
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import aiohttp

from bot.play.permissions import Perm
from bot.play.server import PlayDiscord
from tests.play.provocations import ANSWER, EPHEMERAL, HELLO, V2, Provocation, command, row, text

DEADLINE_S = 0.3  # instead of 3 s, where an answer is to come too late
PATIENCE_S = 60.0  # everywhere else: how fast the machine is proves nothing
AGENT = "DiscordBot (https://example.org, 1.0)"
BUTTON = row({"type": 2, "style": 1, "label": "Press", "custom_id": "press"})
Asked = tuple[str, str]  # interaction id, token


class Stage(Protocol):
    """What a preparation needs of a stand-in."""

    api: str
    token: str
    names: dict[str, str]  # application, channel, dm

    async def slash(self) -> Asked: ...

    async def press(self, message_id: str) -> Asked: ...

    async def pass_deadline(self) -> None: ...

    async def say(self, *, in_dm: bool) -> str: ...

    def close_dms(self) -> None: ...

    def deny(self, mask: int) -> None: ...

    def expire(self) -> None: ...


class OurStage:
    """Our own offline Discord."""

    def __init__(self, play: PlayDiscord, provocation: Provocation) -> None:
        play.interactions.deadline_s = _deadline_s(provocation)
        self.play = play
        self.api, self.token = play.api_base, play.token
        self.ana = play.person("Ana")
        self.names = {
            "application": play.world.application_id,
            "channel": play.world.general.id,
            "dm": play.world.dm_with(self.ana.user).id,
        }

    async def slash(self) -> Asked:
        self.asked = await self.ana.slash("probe", wait=False)
        return self.asked.interaction.id, self.asked.interaction.token

    async def press(self, message_id: str) -> Asked:
        pressed = next(m for m in self.ana.messages() if m.id == message_id)
        self.asked = await self.ana.press(pressed, "press", wait=False)
        return self.asked.interaction.id, self.asked.interaction.token

    async def pass_deadline(self) -> None:
        await self.asked.settled()

    async def say(self, *, in_dm: bool) -> str:
        channel = self.play.world.dm_with(self.ana.user) if in_dm else None
        return self.ana.say("mine", channel).id

    def close_dms(self) -> None:
        self.ana.close_dms()

    def deny(self, mask: int) -> None:
        self.play.world.set_overwrite(self.play.world.general, self.play.world.bot, deny=mask)

    def expire(self) -> None:
        self.play.interactions.token_life_s = 0.0


class OtherStage:
    """An independent stand-in with the same rules, where one is installed beside the project."""

    def __init__(self, judge: Any, provocation: Provocation) -> None:
        judge.ack_deadline = _deadline_s(provocation)
        self.judge = judge
        self.api, self.token = f"{judge.base_url}/api/v10", judge.token
        self.ana = judge.user("ana")
        self.names = {
            "application": judge.world.app_id,
            "channel": judge.default_channel.id,
            "dm": self.ana.dm.id,
        }

    async def slash(self) -> Asked:
        self.asked = await self.ana.slash("probe", wait="none")
        return self.asked.id, self.asked.token

    async def press(self, message_id: str) -> Asked:
        pressed = next(m for m in self.ana.messages() if m.id == message_id)
        self.asked = await self.ana.click(pressed, "press", wait="none")
        return self.asked.id, self.asked.token

    async def pass_deadline(self) -> None:
        await self.asked.wait_ack()

    async def say(self, *, in_dm: bool) -> str:
        said = await self.ana.send("mine", "dm" if in_dm else None)
        return str(said.id)

    def close_dms(self) -> None:
        self.ana.close_dms()

    def deny(self, mask: int) -> None:
        self.judge.set_overwrite(self.judge.default_channel, "bot", deny=mask)

    def expire(self) -> None:
        self.judge.clock.advance(901)


class Scene:
    """One try on one stage: the names known so far and the requests to make."""

    def __init__(self, stage: Stage, session: aiohttp.ClientSession) -> None:
        self.stage = stage
        self.session = session
        self.names = dict(stage.names)

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        files: tuple[tuple[str, bytes], ...] = (),
    ) -> tuple[int, Any]:
        """Status and JSON of one request, names filled in."""
        headers = {"User-Agent": AGENT, "Authorization": f"Bot {self.stage.token}"}
        if token is not None:
            headers["Authorization"] = token
        sent = _data(self._named(body), files)
        address = self.stage.api + path.format(**self.names)
        async with self.session.request(method, address, headers=headers, **sent) as answer:
            raw = await answer.read()
            return answer.status, json.loads(raw) if raw else {}

    def _named(self, body: Any) -> Any:
        is_plain = isinstance(body, dict) and body.get("recipient_id") == "{application}"
        return {"recipient_id": self.names["application"]} if is_plain else body

    async def must(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON of a request that has to succeed."""
        status, answer = await self.ask(method, path, body)
        assert status < 300, answer
        return answer

    async def prepare(self, step: str) -> None:
        await PREPARATIONS[step](self)

    # -- preparations ----------------------------------------------------------------------------

    async def command(self) -> None:
        await self.must("PUT", "/applications/{application}/commands", [command()])
        self.names["interaction"], self.names["token"] = await self.stage.slash()

    async def click(self) -> None:
        body = HELLO | {"components": [BUTTON]}
        self.names["message"] = (await self.must("POST", "/channels/{channel}/messages", body))[
            "id"
        ]
        asked = await self.stage.press(self.names["message"])
        self.names["interaction"], self.names["token"] = asked

    async def _answer(self, body: Any) -> Any:
        path = "/interactions/{interaction}/{token}/callback?with_response=true"
        return await self.must("POST", path, body)

    async def answered(self) -> None:
        self.names["message"] = (await self._answer(ANSWER))["resource"]["message"]["id"]

    async def ephemeral(self) -> None:
        private = {"type": 4, "data": HELLO | {"flags": EPHEMERAL}}
        self.names["message"] = (await self._answer(private))["resource"]["message"]["id"]

    async def deferred(self) -> None:
        await self._answer({"type": 6})

    async def refused_answer(self) -> None:
        path = "/interactions/{interaction}/{token}/callback"
        status, _ = await self.ask("POST", path, {"type": 4, "data": {"content": "x" * 2001}})
        assert status == 400

    async def late(self) -> None:
        await self.stage.pass_deadline()

    async def expired(self) -> None:
        self.stage.expire()

    async def own(self) -> None:
        self.names["message"] = (await self.must("POST", "/channels/{channel}/messages", HELLO))[
            "id"
        ]

    async def own_v2(self) -> None:
        body = {"flags": V2, "components": [text()]}
        self.names["message"] = (await self.must("POST", "/channels/{channel}/messages", body))[
            "id"
        ]

    async def deleted(self) -> None:
        await self.must("DELETE", "/channels/{channel}/messages/{message}")

    async def foreign(self) -> None:
        self.names["message"] = await self.stage.say(in_dm=False)

    async def foreign_dm(self) -> None:
        self.names["message"] = await self.stage.say(in_dm=True)

    async def dms_closed(self) -> None:
        self.stage.close_dms()

    async def no_sending(self) -> None:
        self.stage.deny(Perm.SEND_MESSAGES)

    async def no_embeds(self) -> None:
        self.stage.deny(Perm.EMBED_LINKS)

    async def no_files(self) -> None:
        self.stage.deny(Perm.ATTACH_FILES)

    async def hidden(self) -> None:
        self.stage.deny(Perm.VIEW_CHANNEL)


PREPARATIONS: dict[str, Callable[[Scene], Awaitable[None]]] = {
    "command": Scene.command,
    "click": Scene.click,
    "answered": Scene.answered,
    "ephemeral": Scene.ephemeral,
    "deferred": Scene.deferred,
    "refused answer": Scene.refused_answer,
    "late": Scene.late,
    "expired": Scene.expired,
    "own": Scene.own,
    "own v2": Scene.own_v2,
    "deleted": Scene.deleted,
    "foreign": Scene.foreign,
    "foreign dm": Scene.foreign_dm,
    "dms closed": Scene.dms_closed,
    "no sending": Scene.no_sending,
    "no embeds": Scene.no_embeds,
    "no files": Scene.no_files,
    "hidden": Scene.hidden,
}


def _deadline_s(provocation: Provocation) -> float:
    """How long a stage waits for a first answer."""
    return DEADLINE_S if "late" in provocation.after else PATIENCE_S


def _data(body: Any, files: tuple[tuple[str, bytes], ...]) -> dict[str, Any]:
    """How aiohttp is to send a body: JSON, or a form with files."""
    if not files:
        return {} if body is None else {"json": body}
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    for number, (name, data) in enumerate(files):
        form.add_field(f"files[{number}]", io.BytesIO(data), filename=name)
    return {"data": form}


async def provoke(stage: Stage, provocation: Provocation) -> tuple[int, int]:
    """Status and Discord's code (0: none) that a stage answers with."""
    async with aiohttp.ClientSession() as session:
        scene = Scene(stage, session)
        for step in provocation.after:
            await scene.prepare(step)
        status, answer = await scene.ask(
            provocation.method,
            provocation.path,
            provocation.body,
            token=provocation.token,
            files=provocation.files,
        )
    return status, answer.get("code", 0) if status >= 400 else 0
