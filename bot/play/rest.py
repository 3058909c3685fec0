"""The HTTP API: the table of routes, the token check, planted faults, and files."""

from __future__ import annotations

import asyncio
import collections
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from aiohttp import web

from . import rest_application as application
from . import rest_messages as channels
from .call import Call, Reply, read_body
from .errors import ApiError
from .interactions import Interactions
from .wire import dumps
from .world import World

log = logging.getLogger(__name__)
API = "/api/v10"
HEADERS = {"Via": "1.1 play"}  # discord.py takes a 429 without it for a ban
Handler = Callable[[Call], Reply]
WebHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_APP = "/applications/{application_id}"
_APP_IN_GUILD = _APP + "/guilds/{guild_id}"
_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
_ANSWER = "/webhooks/{webhook_id}/{token}/messages/{message_id}"

# Fixed addresses stand before those with a variable in the same place.
ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", "/gateway/bot", application.get_gateway),
    ("GET", "/users/@me", application.get_me),
    ("POST", "/users/@me/channels", channels.open_dm),
    ("GET", "/users/{user_id}", application.get_user),
    ("GET", "/applications/@me", application.get_application),
    ("GET", "/oauth2/applications/@me", application.get_application),
    ("GET", _APP + "/emojis", application.list_emojis),
    ("POST", _APP + "/emojis", application.create_emoji),
    ("GET", _APP + "/emojis/{emoji_id}", application.get_emoji),
    ("DELETE", _APP + "/emojis/{emoji_id}", application.delete_emoji),
    *(
        (method, scope + path, handler)
        for scope in (_APP, _APP_IN_GUILD)
        for method, path, handler in (
            ("GET", "/commands", application.list_commands),
            ("PUT", "/commands", application.put_commands),
            ("POST", "/commands", application.post_command),
            ("GET", "/commands/{command_id}", application.get_command),
            ("DELETE", "/commands/{command_id}", application.delete_command),
        )
    ),
    ("GET", "/guilds/{guild_id}", application.get_guild),
    ("GET", "/guilds/{guild_id}/channels", application.get_guild_channels),
    ("GET", "/guilds/{guild_id}/roles", application.get_roles),
    ("GET", "/guilds/{guild_id}/members/{user_id}", application.get_member),
    ("GET", "/channels/{channel_id}", channels.get_channel),
    ("POST", "/channels/{channel_id}/typing", channels.typing),
    ("GET", "/channels/{channel_id}/messages", channels.list_messages),
    ("POST", "/channels/{channel_id}/messages", channels.create_message),
    ("GET", _MESSAGE, channels.get_message),
    ("PATCH", _MESSAGE, channels.edit_message),
    ("DELETE", _MESSAGE, channels.delete_message),
]
# The token in the address of these is the permission.
OPEN_ROUTES: list[tuple[str, str, Handler]] = [
    ("POST", "/interactions/{interaction_id}/{token}/callback", channels.answer_interaction),
    ("POST", "/webhooks/{webhook_id}/{token}", channels.follow_up),
    ("GET", _ANSWER, channels.get_answer),
    ("PATCH", _ANSWER, channels.edit_answer),
    ("DELETE", _ANSWER, channels.delete_answer),
]


@dataclass
class Fault:
    """Makes the next calls of a route misbehave."""

    method: str
    route: re.Pattern[str]
    status: int
    code: int
    times: int
    after: bool  # do what was asked, then lose the answer

    def takes(self, method: str, path: str) -> bool:
        """Whether this call is one of those; counts it when it is."""
        hit = self.times > 0 and self.method == method and bool(self.route.search(path))
        self.times -= hit
        return hit


@dataclass(frozen=True, slots=True)
class Seen:
    """One finished call, for tests that count calls; the route is the table's, without ids."""

    method: str
    route: str
    channel_id: str | None
    status: int
    code: int


@dataclass
class Rest:
    """Serves the routes for one world."""

    world: World
    interactions: Interactions
    token: str = field(repr=False)
    gateway_url: str = ""
    faults: list[Fault] = field(default_factory=list)
    calls: collections.deque[Seen] = field(default_factory=lambda: collections.deque(maxlen=50_000))

    def add_routes(self, app: web.Application) -> None:
        """Puts every route of the API, and the files, under the application."""
        for routes, needs_token in ((ROUTES, True), (OPEN_ROUTES, False)):
            for method, path, handler in routes:
                serve = self._serve(handler, needs_token=needs_token)
                app.router.add_route(method, API + path, serve)
        app.router.add_get("/cdn/attachments/{file_id}/{name}", self._file)
        app.router.add_get("/cdn/emojis/{name}", self._emoji)
        app.router.add_route("*", "/api/{rest:.*}", self._unknown)

    def _serve(self, handler: Handler, *, needs_token: bool) -> WebHandler:
        async def serve(request: web.Request) -> web.StreamResponse:
            return await self._answer(request, handler, needs_token=needs_token)

        return serve

    async def _answer(
        self, request: web.Request, handler: Handler, *, needs_token: bool
    ) -> web.Response:
        try:
            status, body = await self._run(request, handler, needs_token=needs_token)
        except ApiError as error:
            status, body = error.status, error.body()
        except (asyncio.CancelledError, ConnectionError):
            raise
        except Exception:
            log.exception("offline Discord failed at %s %s", request.method, handler.__name__)
            status, body = 500, {"message": "500: Internal Server Error", "code": 0}
        code = body.get("code", 0) if isinstance(body, dict) and status >= 400 else 0
        self.calls.append(_seen(request, status, code))
        self.world.changed.fire()
        return _response(status, body)

    async def _run(self, request: web.Request, handler: Handler, *, needs_token: bool) -> Reply:
        body, uploads = await read_body(request)
        if needs_token and request.headers.get("Authorization") != f"Bot {self.token}":
            raise ApiError(401, 0, "401: Unauthorized")
        path = request.path.removeprefix(API)
        fault = next((f for f in self.faults if f.takes(request.method, path)), None)
        if fault is not None and not fault.after:
            return _fail(fault)
        params = dict(request.match_info)
        query = dict(request.query)
        call = Call(self.world, self.interactions, params, query, body, uploads, self.gateway_url)
        reply = handler(call)
        return reply if fault is None else _fail(fault)

    async def _unknown(self, request: web.Request) -> web.Response:
        log.warning("offline Discord has no route %s %s", request.method, request.path)
        return _response(404, {"message": "404: Not Found", "code": 0})

    async def _file(self, request: web.Request) -> web.Response:
        """An attachment; its address carries a key, as Discord's do."""
        stored = self.world.files.get(request.match_info["file_id"])
        if stored is None or request.query.get("hm") != stored.key:
            raise web.HTTPNotFound
        return web.Response(body=stored.data, content_type=stored.content_type)

    async def _emoji(self, request: web.Request) -> web.Response:
        """The picture of an emoji: /cdn/emojis/ID.png."""
        emoji_id = request.match_info["name"].partition(".")[0]
        if emoji_id not in self.world.emojis:
            raise web.HTTPNotFound
        stored = self.world.files[emoji_id]
        return web.Response(body=stored.data, content_type=stored.content_type)


def _seen(request: web.Request, status: int, code: int) -> Seen:
    resource = request.match_info.route.resource
    route = resource.canonical.removeprefix(API) if resource is not None else ""
    return Seen(request.method, route, request.match_info.get("channel_id"), status, code)


def _response(status: int, body: object) -> web.Response:
    """JSON, or nothing for None; discord.py reads JSON only when the type has no charset."""
    if body is None:
        return web.Response(status=status, headers=HEADERS)
    raw = dumps(body)
    return web.Response(status=status, body=raw, content_type="application/json", headers=HEADERS)


def _fail(fault: Fault) -> Reply:
    body: dict[str, object] = {"message": f"{fault.status}: planted fault", "code": fault.code}
    if fault.status == 429:
        body |= {"retry_after": 0.1, "global": False}
    return fault.status, body
