"""The page's live socket: what one person sees, as it happens, and what they do."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from aiohttp import WSMsgType, web

from .client import Client
from .errors import ApiError, Json
from .filling import Refused
from .interaction import FAILED_TEXT, Interaction, State
from .interactions import Interactions
from .world import Channel, Message, User, World


class Tab:
    """One open page of one person."""

    def __init__(self, user: User, socket: web.WebSocketResponse) -> None:
        self.user = user
        self.socket = socket
        self.asked: dict[str, str] = {}  # interaction id -> the page's nonce
        self._frames: asyncio.Queue[str] = asyncio.Queue()

    def push(self, kind: str, **fields: Any) -> None:
        """Queues one frame."""
        self._frames.put_nowait(json.dumps({"t": kind, **fields}, ensure_ascii=False))

    async def run(self) -> None:
        """Sends frames until cancelled or the page is gone."""
        while not self.socket.closed:
            try:
                await self.socket.send_str(await self._frames.get())
            except ConnectionError:
                return


class Live:
    """All open pages."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self.world = world
        self.interactions = interactions
        self.client = Client(world, interactions)
        self.tabs: set[Tab] = set()
        world.listen(self._heard)

    # -- to the page -----------------------------------------------------------------------------

    def _heard(self, what: str, thing: Any) -> None:
        for tab in list(self.tabs):
            match what:
                case "message" | "edit" | "delete" | "dismiss":
                    self._tell_message(tab, what, thing)
                case "commands":
                    tab.push("commands", commands=self.client.commands(tab.user))
                case "dm" if thing.recipient is tab.user:
                    tab.push("dm", channel_id=thing.id)
                case "person" if thing is tab.user:
                    tab.push("dms", closed=thing.dms_closed)
                case "channel_new" | "channel" | "channel_gone":
                    tab.push("hello", **self._hello(tab.user))
                case "interaction":
                    self._tell_answer(tab, thing)

    def _tell_message(self, tab: Tab, what: str, message: Message) -> None:
        if what in ("message", "edit"):
            if self.world.sees_message(tab.user, message):
                tab.push(what, m=message.raw)
        elif message.only_for in (None, tab.user.id) and self.world.sees(tab.user, message.channel):
            tab.push("delete", channel_id=message.channel.id, id=message.id)

    def _tell_answer(self, tab: Tab, interaction: Interaction) -> None:
        nonce = tab.asked.get(interaction.id)
        if nonce is None:
            return
        tab.push(
            "answer",
            nonce=nonce,
            state=str(interaction.state),
            text=FAILED_TEXT if interaction.state is State.FAILED else None,
            interaction_id=interaction.id,
            modal=interaction.modal if interaction.state is State.MODAL else None,
        )

    def _hello(self, user: User) -> Json:
        world = self.world
        dm = world.dms.get(user.id)
        channels = [channel for channel in world.text_channels() if world.sees(user, channel)]
        shown = [*channels, dm] if dm is not None else channels
        return {
            "you": _person(user) | {"dms_closed": user.dms_closed},
            "people": [_person(person) for person in world.people],
            "bot": {"id": world.bot.id, "username": world.bot.username},
            "guild": {"id": world.guild_id, "name": world.guild_name},
            "channels": [{"id": c.id, "name": c.name, "type": c.raw()["type"]} for c in channels],
            "dm": {"channel_id": dm.id if dm is not None else None},
            "commands": self.client.commands(user),
            "messages": {channel.id: self._visible(user, channel) for channel in shown},
            "now_ms": time.time_ns() // 1_000_000,
        }

    def _visible(self, user: User, channel: Channel) -> list[Json]:
        return [m.raw for m in channel.messages.values() if self.world.sees_message(user, m)]

    # -- from the page ---------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serves one page until it is closed."""
        user = self.world.users.get(request.query.get("user", self.world.people[0].id))
        if user is None or user.bot:
            raise web.HTTPNotFound
        socket = web.WebSocketResponse(heartbeat=30.0)
        await socket.prepare(request)
        tab = Tab(user, socket)
        sending = asyncio.create_task(tab.run())
        self.tabs.add(tab)
        tab.push("hello", **self._hello(user))
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self._take(tab, frame.data)
        finally:
            self.tabs.discard(tab)
            sending.cancel()
        return socket

    def _take(self, tab: Tab, text: str) -> None:
        """Does what the page asks; anything it may not do is answered with `refused`."""
        nonce = ""
        try:
            sent = json.loads(text)
            nonce = str(sent.get("nonce", ""))
            asked = self._do(tab.user, sent)
        except (Refused, ApiError) as refusal:
            tab.push("refused", nonce=nonce, text=str(refusal))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            tab.push("refused", nonce=nonce, text="The page sent something unreadable.")
        else:
            if asked is not None:
                tab.asked[asked.id] = nonce
                self._tell_answer(tab, asked)

    def _do(self, user: User, sent: Json) -> Interaction | None:
        """Carries out one frame; gives the interaction it made, if any."""
        match sent.get("op"):
            case "slash":
                return self._slash(user, sent)
            case "press":
                return self._press(user, sent)
            case "modal":
                return self._modal(user, sent)
            case "say":
                self.client.say(user, self.world.channel(sent["channel_id"]), str(sent["content"]))
            case "dismiss":
                self._dismiss(user, sent["message_id"])
            case "dms":
                self.world.close_dms(user, closed=bool(sent["closed"]))
            case _:
                raise Refused("The page asked for something unknown.")
        return None

    def _message(self, channel: Channel, message_id: str) -> Message:
        found = channel.messages.get(message_id)
        if found is None:
            raise Refused("This message is gone.")
        return found

    def _slash(self, user: User, sent: Json) -> Interaction:
        channel = self.world.channel(sent["channel_id"])
        return self.client.slash(user, channel, sent["command_id"], sent.get("options") or [])

    def _press(self, user: User, sent: Json) -> Interaction:
        channel = self.world.channel(sent["channel_id"])
        message = self._message(channel, sent["message_id"])
        return self.client.press(user, message, sent["custom_id"], sent.get("values"))

    def _modal(self, user: User, sent: Json) -> Interaction:
        opened = self.interactions.get(sent["interaction_id"])
        if opened is None:
            raise Refused("This form is not open.")
        return self.client.submit(user, opened, sent["components"])

    def _dismiss(self, user: User, message_id: str) -> None:
        for channel in self.world.channels.values():
            if message_id in channel.messages:
                self.client.dismiss(user, channel.messages[message_id])


def _person(user: User) -> Json:
    return {"id": user.id, "username": user.username, "global_name": user.global_name}
