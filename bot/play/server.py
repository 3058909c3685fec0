"""The offline Discord in one object: starts, stops, and what tests may plant."""

from __future__ import annotations

import base64
import re
import secrets
from pathlib import Path
from typing import Self

from aiohttp import web
from aiohttp.typedefs import Handler

from .gateway import Gateway
from .interactions import Interactions
from .live import Live
from .people import Person
from .pointing import is_loopback
from .rest import API, Fault, Rest
from .world import FIRST_PEOPLE, World

PAGE = Path(__file__).with_name("page")
MAX_REQUEST_BYTES = 120 * 1024 * 1024  # ten files of 10 MiB and the message
PAGE_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class PlayDiscord:
    """`await start()`, point the bot at `api_base` with `token`, open `page_url`, then `stop()`."""

    def __init__(self, *, token: str | None = None, people: tuple[str, ...] = FIRST_PEOPLE) -> None:
        self.world = World(people)
        self.token = token or _new_token(self.world.bot.id)
        self.interactions = Interactions(self.world)
        self.gateway = Gateway(self.world, self.token)
        self.rest = Rest(self.world, self.interactions, self.token)
        self.live = Live(self.world, self.interactions)
        self.people = [Person(user, self.live.client) for user in self.world.people]
        self.api_base = self.gateway_url = self.page_url = ""
        self._secret = secrets.token_urlsafe(16)
        self._runner: web.AppRunner | None = None

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> Self:
        """Listens on loopback (port 0: any free one); ValueError for any other host.

        OSError when the port is taken.
        """
        if not is_loopback(host):
            raise ValueError("the offline Discord listens on loopback only")
        app = web.Application(client_max_size=MAX_REQUEST_BYTES, middlewares=[_only_local_names])
        self._add_routes(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError:
            await self.stop()
            raise
        self._set_addresses(host, self._runner.addresses[0][1])
        return self

    async def stop(self) -> None:
        """Ends every connection and frees the port."""
        self.gateway.drop()
        for tab in list(self.live.tabs):
            await tab.socket.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(self, *error: object) -> None:
        await self.stop()

    def _add_routes(self, app: web.Application) -> None:
        self.rest.add_routes(app)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_get(f"/{self._secret}/live", self.live.handle)
        app.router.add_get(f"/{self._secret}/{{name:.*}}", self._page)

    def _set_addresses(self, host: str, port: int) -> None:
        place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self.api_base = f"http://{place}{API}"
        self.gateway_url = self.gateway.url = self.rest.gateway_url = f"ws://{place}/gateway"
        self.world.files_base = f"http://{place}/cdn"
        self.page_url = f"http://{place}/{self._secret}/"

    async def _page(self, request: web.Request) -> web.StreamResponse:
        """A file of the page's folder, and nothing outside it."""
        path = _file_of_page(request.match_info["name"] or "index.html")
        if path is None:
            raise web.HTTPNotFound
        return web.FileResponse(path, headers=PAGE_HEADERS)

    # -- for tests -------------------------------------------------------------------------------

    def person(self, name: str) -> Person:
        """A person by name, e.g. "Ana"; KeyError when there is none."""
        by_name = {person.name.casefold(): person for person in self.people}
        return by_name[name.casefold()]

    async def wait_ready(self, timeout_s: float = 30.0) -> None:
        """Waits until a bot is connected; TimeoutError otherwise."""
        await self.world.changed.until(lambda: bool(self.gateway.connected), timeout_s)

    async def wait_commands(self, *names: str, timeout_s: float = 30.0) -> None:
        """Waits until the bot has registered these commands (any, when none is named)."""

        def registered() -> bool:
            scopes = self.world.commands.values()
            known = {command["name"] for scope in scopes for command in scope.values()}
            return bool(known) and known.issuperset(names)

        await self.world.changed.until(registered, timeout_s)

    def fail_next(
        self,
        method: str,
        route_regex: str,
        status: int,
        code: int = 0,
        times: int = 1,
        *,
        after: bool = False,
    ) -> None:
        """Makes the next `times` calls answer with this error.

        The pattern is searched in the path below /api/v10. With `after` the call is carried out
        and only its answer is lost.
        """
        pattern = re.compile(route_regex)
        self.rest.faults.append(Fault(method, pattern, status, code, times, after))


def _file_of_page(name: str) -> Path | None:
    """The file of that name in the page's folder; None for any name without one."""
    try:
        path = (PAGE / name).resolve()
        return path if path.is_relative_to(PAGE.resolve()) and path.is_file() else None
    except (OSError, ValueError):  # longer than names are, or with a NUL in it
        return None


def _new_token(bot_id: str) -> str:
    """A token of the usual three parts."""
    first = base64.urlsafe_b64encode(bot_id.encode()).decode().rstrip("=")
    return f"{first}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}"


@web.middleware
async def _only_local_names(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuses a foreign Host header: a web site that rebinds its name to loopback gets nothing."""
    if not is_loopback(request.url.host or ""):
        raise web.HTTPForbidden(text="loopback only")
    return await handler(request)
