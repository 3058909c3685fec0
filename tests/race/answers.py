"""Where answers arrive: the first to an interaction is taken, any other refused."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

import discord
from discord.http import Route

from tests.bench.wire import Answers, Wire


class OnceEach(Answers):
    """`taken` counts the answers by interaction, `refused` those that came second."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: Counter[int] = Counter()
        self.refused = 0

    async def request(self, route: Route, session: Any, **call: Any) -> Any:
        is_first = "/callback" in route.path
        number = int(route.webhook_token or route.webhook_id or 0)
        if is_first and self.taken[number]:
            self.refused += 1
            await asyncio.sleep(0)
            told = {"code": 40060, "message": "Interaction has already been acknowledged."}
            answer: Any = SimpleNamespace(status=400, reason="Bad Request")
            raise discord.HTTPException(answer, told)
        self.taken[number] += is_first
        return await super().request(route, session, **call)


def without_history(wire: Wire) -> None:
    """Lets the channels be read: nobody else has written there."""
    ask = wire._request

    async def request(route: Route, **call: Any) -> Any:
        if route.method == "GET" and route.path.endswith("/messages"):
            return []
        return await ask(route, **call)

    wire.client.http.request = request  # type: ignore[method-assign]  # the edge
