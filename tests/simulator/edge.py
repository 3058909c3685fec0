"""HTTP without sockets: what discord.py asks reaches the offline Discord's routes, or goes wrong.

Only aiohttp's session is replaced. All of discord.py above it is real: its retries, its rate limit
buckets, its errors, its answers to interactions.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final, Protocol

import aiohttp
from discord.http import Route
from multidict import CIMultiDict

from bot.play.call import Call, Reply
from bot.play.errors import ApiError, Json
from bot.play.interactions import Interactions
from bot.play.rest import OPEN_ROUTES, ROUTES
from bot.play.world import Channel
from tests.simulator.faults import CALLS, Weather
from tests.simulator.server import (
    ARCHIVED,
    CLOSED_400,
    GONE,
    NO_ACCESS,
    TOO_FAST,
    TOO_OLD,
    FaultyWorld,
    Thread,
)

LATENCY_S: Final = 0.08
HANGS_S: Final = 300.0  # aiohttp waits five minutes unless it is told otherwise
OLD_S: Final = 60.0  # a message this old may meet 30046; Discord's own limit is an hour
EDGE_OF_DISCORD: Final = "<html>error code: 1015</html>"
COUNTED: Final = {
    10008: "message unknown (10008)",
    10062: "click delivered too late (10062)",
    40060: "answered twice (40060)",
    50001: "channel hidden from the bot (50001)",
    50013: "permission to send taken (50013)",
    50278: "player gone (50278)",
}


class Line(Protocol):
    """The process that asks."""

    dead: bool


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP call as it leaves the process."""

    method: str
    path: str
    query: dict[str, str]
    body: Json = field(repr=False)

    @property
    def ends(self) -> str:
        """The path without ids and tokens, for traces."""
        return re.sub(r"/(\d+(?=/|$)|[a-z2-7]{40,})", "/…", self.path)


@dataclass(slots=True)
class Response:
    """The part of aiohttp's response that discord.py reads."""

    status: int
    body: str
    headers: CIMultiDict[str]
    reason: str = ""

    async def text(self, encoding: str = "utf-8") -> str:
        return self.body


def reply(status: int, body: object, **headers: str) -> Response:
    """An answer as discord.py gets it; JSON unless it is a text, or nothing at all."""
    all_headers = CIMultiDict({"Via": "1.1 play"} | headers)
    if body is None:
        return Response(status, "", all_headers, HTTPStatus(status).phrase)
    all_headers["content-type"] = "text/html" if isinstance(body, str) else "application/json"
    text = body if isinstance(body, str) else json.dumps(body)
    return Response(status, text, all_headers, HTTPStatus(status).phrase)


@dataclass(slots=True)
class _Exchange:
    """`async with session.request(...)`."""

    edge: Edge
    line: Line
    request: Request

    async def __aenter__(self) -> Response:
        return await self.edge.carry(self.line, self.request)

    async def __aexit__(self, *error: object) -> None:
        return None


class Session:
    """Stands where discord.py keeps its `aiohttp.ClientSession`."""

    closed = False

    def __init__(self, edge: Edge, line: Line) -> None:
        self._edge = edge
        self._line = line

    def request(self, method: str, url: str, **kwargs: Any) -> _Exchange:
        path = url.removeprefix(Route.BASE)
        query = {key: str(value) for key, value in (kwargs.get("params") or {}).items()}
        raw = kwargs.get("data")
        body = json.loads(raw) if raw else {}
        return _Exchange(self._edge, self._line, Request(method, path, query, body))

    async def close(self) -> None:
        self.closed = True


def _compiled() -> list[tuple[str, re.Pattern[str], Callable[[Call], Reply]]]:
    return [
        (method, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)), handler)
        for method, path, handler in (*ROUTES, *OPEN_ROUTES)
    ]


class Edge:
    """Carries calls to Discord and answers back, or not."""

    def __init__(
        self,
        world: FaultyWorld,
        interactions: Interactions,
        weather: Weather,
        leaves: Callable[[Request], None],
        trace: Callable[..., None],
    ) -> None:
        self.world = world
        self.interactions = interactions
        self.weather = weather
        self.in_flight = 0
        self._leaves = leaves
        self._trace = trace
        self._routes = _compiled()
        self._outside = contextvars.copy_context()  # what happens at Discord is no task of the bot

    async def carry(self, line: Line, request: Request) -> Response:
        """The answer to a call; raises what aiohttp would."""
        if line.dead:
            raise asyncio.CancelledError
        self._leaves(request)
        fault = self._fault(request)
        self._trace("call", request.method, request.ends, fault or "")
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Response] = loop.create_future()
        arrive = self.weather.latency_s(LATENCY_S)
        loop.call_later(arrive, self._arrive, request, fault, answer, context=self._outside)
        self.in_flight += 1
        try:
            return await answer
        finally:
            self.in_flight -= 1

    def _fault(self, request: Request) -> str | None:
        if asyncio.get_running_loop().time() < self.world.trouble.down_until_s:
            fault: str | None = "Discord down"
        else:
            fault = self.weather.draw(CALLS)
        if fault in _ELIGIBLE and not _ELIGIBLE[fault](self, request):
            return None
        if fault is not None:
            self.weather.note(fault)
        return fault

    def _arrive(
        self, request: Request, fault: str | None, answer: asyncio.Future[Response]
    ) -> None:
        """The call is at Discord; what comes back is on its way."""
        found = _INSTEAD[fault](self) if fault in _INSTEAD else self._serve(request)
        lost = fault in ("call lost before its effect", "answer lost after the effect")
        if fault == "502 after the effect":
            found = reply(502, {"message": "502: Bad Gateway", "code": 0})
        more_s = self.weather.rng.uniform(1.0, 6.0) if fault == "answer slow" else 0.0
        loop = asyncio.get_running_loop()
        if fault == "call hangs":
            loop.call_later(HANGS_S, self._give_up, answer)
            return
        back_s = self.weather.latency_s(LATENCY_S) + more_s
        loop.call_later(back_s, self._come_back, answer, found, lost)

    def _give_up(self, answer: asyncio.Future[Response]) -> None:
        """Nothing ever came: aiohttp's own patience is over."""
        if not answer.done():
            answer.set_exception(aiohttp.ServerTimeoutError())

    def _come_back(self, answer: asyncio.Future[Response], found: Response, lost: bool) -> None:
        if answer.done():
            return
        if lost:
            which = self.weather.rng.choice((ConnectionResetError, aiohttp.ServerDisconnectedError))
            answer.set_exception(which())
        else:
            answer.set_result(found)

    # -- at Discord ------------------------------------------------------------------------------

    def _serve(self, request: Request) -> Response:
        try:
            status, body = self._route(request)
        except ApiError as error:
            status, body = error.status, error.body()
            if error.code in COUNTED:
                self.weather.note(COUNTED[error.code])
        self._trace("served", request.method, request.ends, status)
        return reply(status, body)

    def _route(self, request: Request) -> Reply:
        for method, pattern, handler in self._routes:
            match = pattern.fullmatch(request.path) if method == request.method else None
            if match:
                params = match.groupdict()
                channel = self.world.channels.get(params.get("channel_id", ""))
                if channel is not None:
                    self._refuse(request.method, channel)
                body = request.body
                return handler(Call(self.world, self.interactions, params, request.query, body, {}))
        raise ApiError(404, 0, "404: Not Found")

    def _refuse(self, method: str, channel: Channel) -> None:
        """What the offline Discord does not know of. Raises `ApiError`."""
        trouble, person = self.world.trouble, channel.recipient
        if person is None:
            self._refuse_in_server(method, channel)
        elif self.world.is_gone(person):
            raise GONE
        elif person.dms_closed and method == "POST":
            if person.id in trouble.refuses_as_400:
                self.weather.note("DMs closed, as status 400")
                raise CLOSED_400
            self.weather.note("DMs closed (50007)")
        elif channel.deleted:
            self.weather.note("channel deleted")

    def _refuse_in_server(self, method: str, channel: Channel) -> None:
        trouble = self.world.trouble
        if trouble.removed:
            raise NO_ACCESS
        if trouble.unavailable:
            raise ApiError(503, 0, "503: Service Unavailable")
        if isinstance(channel, Thread) and channel.archived and method != "GET":
            if channel.locked:
                self.weather.note("thread locked")
                raise ARCHIVED
            if method != "POST":
                self.weather.note("thread archived (50083)")
                raise ARCHIVED
            channel.archived = False  # a new message wakes it
            self.world.tell("thread", channel)

    def is_old(self, request: Request) -> bool:
        """Whether the call edits a message that has stood for a while."""
        found = re.fullmatch(r"/channels/(\d+)/messages/(\d+)", request.path)
        if request.method != "PATCH" or found is None:
            return False
        age_ms = (int(self.world.ids.new()) >> 22) - (int(found[2]) >> 22)
        return age_ms > OLD_S * 1000


def _refused(error: ApiError) -> Callable[[Edge], Response]:
    return lambda _: reply(error.status, error.body())


def _limited(retry_s: float, *, everywhere: bool = False) -> Callable[[Edge], Response]:
    body = {"message": "You are being rate limited.", "retry_after": retry_s, "global": everywhere}
    return lambda _: reply(429, body)


def _failed(*statuses: int) -> Callable[[Edge], Response]:
    def fail(edge: Edge) -> Response:
        status = edge.weather.rng.choice(statuses)
        return reply(status, {"message": f"{status}: {HTTPStatus(status).phrase}", "code": 0})

    return fail


def _by_the_edge(_: Edge) -> Response:
    answer = reply(429, EDGE_OF_DISCORD)
    del answer.headers["Via"]
    return answer


# Faults that keep the call from having any effect, and what comes back then.
_INSTEAD: Mapping[str | None, Callable[[Edge], Response]] = {
    "call lost before its effect": _failed(500),
    "429 of a route": _limited(1.5),
    "429 for everything": _limited(2.5, everywhere=True),
    "429 longer than we wait": _limited(300.0),
    "429 of the edge, without Via": _by_the_edge,
    "500 before the effect": _failed(500, 504),
    "503 before the effect": _failed(503),
    "Discord down": _failed(500, 502, 503, 504),
    "edit too old (30046)": _refused(TOO_OLD),
    "DMs opened too fast (40003)": _refused(TOO_FAST),
}
_ELIGIBLE: Mapping[str | None, Callable[[Edge, Request], bool]] = {
    "edit too old (30046)": Edge.is_old,
    "DMs opened too fast (40003)": lambda _, request: request.path == "/users/@me/channels",
}
