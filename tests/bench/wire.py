"""discord.py's own client with no network: gateway texts go in, REST calls are caught at the edge.

Everything between is the library's: JSON, parsing, dispatch, views, payloads. What leaves is
encoded as it would be, and answered with the message Discord would send back.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable
from itertools import count
from time import perf_counter
from typing import Any, Self

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.utils import _to_json
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.play.snowflake import timestamp

BOT_ID = 900_000_000_000_000_001
BOT = {"id": str(BOT_ID), "username": "Tongits", "discriminator": "0", "avatar": None, "bot": True}
IS_COMPONENTS_V2 = 1 << 15
Json = dict[str, Any]

_numbers = count(1)


def new_id() -> int:
    """A snowflake of this moment."""
    return discord.utils.time_snowflake(discord.utils.utcnow()) + next(_numbers) % (1 << 22)


def message(message_id: int, channel_id: int, body: Json) -> Json:
    """A message of the bot's as Discord tells of it."""
    return {
        "id": str(message_id),
        "channel_id": str(channel_id),
        "author": BOT,
        "type": 0,
        "content": body.get("content") or "",
        "timestamp": timestamp(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "flags": body.get("flags") or IS_COMPONENTS_V2,
        "components": body.get("components") or [],
    }


def guild(guild_id: int, channel_ids: Iterable[int]) -> Json:
    """The body of GUILD_CREATE."""
    unset = ("icon", "banner", "splash", "description", "afk_channel_id", "system_channel_id")
    return dict.fromkeys(unset) | {
        "id": str(guild_id),
        "name": f"Server {guild_id % 100}",
        "owner_id": "1",
        "roles": [_everyone(guild_id)],
        "channels": [_channel(channel_id, guild_id) for channel_id in channel_ids],
        "members": [],
        "member_count": 1_000,
        "unavailable": False,
        **dict.fromkeys(("emojis", "stickers", "features", "threads", "voice_states"), ()),
        **dict.fromkeys(("presences", "stage_instances", "soundboard_sounds"), ()),
        **dict.fromkeys(("verification_level", "default_message_notifications"), 0),
        **dict.fromkeys(("explicit_content_filter", "mfa_level", "premium_tier"), 0),
        **dict.fromkeys(("afk_timeout", "nsfw_level", "system_channel_flags"), 0),
        "preferred_locale": "en-US",
    }


def _everyone(guild_id: int) -> Json:
    zero = dict.fromkeys(("color", "position", "flags"), 0)
    off = dict.fromkeys(("hoist", "managed", "mentionable"), False)
    return {"id": str(guild_id), "name": "@everyone", "permissions": "2048", **zero, **off}


def _channel(channel_id: int, guild_id: int) -> Json:
    return {
        "id": str(channel_id),
        "guild_id": str(guild_id),
        "type": 0,
        "name": f"table-{channel_id % 1000}",
        "position": 0,
        "permission_overwrites": [],
        "nsfw": False,
        "rate_limit_per_user": 0,
        "topic": None,
        "parent_id": None,
        "last_message_id": None,
    }


class Answers(AsyncWebhookAdapter):
    """Where answers to interactions arrive: their moment by token, which is the click's own."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.waiting: dict[str, asyncio.Future[float]] = {}
        self.bodies = 0

    def expect(self, token: str) -> asyncio.Future[float]:
        """Becomes the moment (s of `perf_counter`) when the answer to `token` went out."""
        self.waiting[token] = asyncio.get_running_loop().create_future()
        return self.waiting[token]

    async def request(self, route: Route, session: Any, **call: Any) -> Any:
        payload = call.get("payload") or {}
        self.bodies += len(_to_json(payload))
        sent = perf_counter()
        waiting = self.waiting.pop(route.webhook_token or "", None)
        if waiting is not None:
            waiting.set_result(sent)
        await asyncio.sleep(0)
        shown = message(new_id(), 1, payload.get("data") or {})
        told = {"id": str(route.webhook_id), "type": 3, "response_message_id": shown["id"]}
        return {"interaction": told, "resource": {"type": payload["type"], "message": shown}}


class TrivialButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]], template=r"x:(?P<body>.+)"
):
    """The least a button can do."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls(item)  # type: ignore[arg-type]  # a button, by its custom id

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content="ok")


class Wire:
    """One client and what it hears and says. `newest` is the last message sent to a channel."""

    def __init__(self, client: discord.Client, answers: Answers) -> None:
        self.client = client
        self.answers = answers
        self.newest: dict[int, int] = {}
        self.calls = 0
        client.http.request = self._request  # type: ignore[method-assign]  # the edge
        client._connection.application_id = BOT_ID
        self._socket = DiscordWebSocket(None, loop=asyncio.get_running_loop())  # type: ignore[arg-type]
        self._socket._connection = client._connection
        self._socket._discord_parsers = client._connection.parsers
        self._socket._dispatch = client.dispatch
        self._socket.shard_id = None

    async def start(self, guilds: Iterable[Json]) -> None:
        """Runs the client's set-up and lets it hear of its servers."""
        await self.client.setup_hook()
        found = list(guilds)
        here = [{"id": one["id"], "unavailable": True} for one in found]
        place = {"session_id": "s", "resume_gateway_url": "wss://localhost"}
        about = {"application": {"id": str(BOT_ID), "flags": 0}, "user": BOT}
        await self.hear(event("READY", {"guilds": here, **place, **about}))
        for one in found:
            await self.hear(event("GUILD_CREATE", one))
        await self.client.wait_until_ready()

    async def hear(self, text: str) -> None:
        """What the gateway sends."""
        await self._socket.received_message(text)

    async def press(self, text: str, token: str) -> float:
        """Seconds from the gateway's text of a click to the payload of its answer."""
        answer = self.answers.expect(token)
        began = perf_counter()
        await self.hear(text)
        return await asyncio.wait_for(answer, 20) - began

    async def _request(self, route: Route, **call: Any) -> Any:
        """Any other call to the API."""
        self.calls += 1
        body = call.get("json") or {}
        _to_json(body)
        await asyncio.sleep(0)
        if route.method == "DELETE":
            return None
        if "/messages" not in route.path or route.method == "GET":
            return []  # commands; nothing was said before
        channel_id = int(route.channel_id or 0)
        is_new = route.method == "POST"
        message_id = new_id() if is_new else int(route.url.rpartition("/")[2])
        if is_new:
            self.newest[channel_id] = message_id
        return message(message_id, channel_id, body)


def event(name: str, data: Json) -> str:
    """A dispatch of the gateway."""
    return json.dumps({"t": name, "s": next(_numbers), "op": 0, "d": data})
