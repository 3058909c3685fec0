"""One HTTP call to the API: who asks, what came with it, and how its body is read."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from .errors import Json, invalid_form, refuse
from .interactions import Interactions
from .limits import MAX_FILE_BYTES
from .messages import Upload
from .world import World

Reply = tuple[int, Any]  # status, JSON (None: no body)


@dataclass(frozen=True, slots=True)
class Call:
    """What a route gets."""

    world: World
    interactions: Interactions
    params: dict[str, str]
    query: dict[str, str]
    body: Any = field(repr=False)
    uploads: dict[str, Upload] = field(repr=False)  # number in files[n] -> file
    gateway_url: str = ""

    @property
    def form(self) -> Json:
        """The body as an object; 50035 for anything else."""
        if not isinstance(self.body, dict):
            raise invalid_form([((), "DICT_TYPE_CONVERT", "Only dictionaries may be used.")])
        return self.body


async def read_body(request: web.Request) -> tuple[Any, dict[str, Upload]]:
    """JSON and files of a request; 50109 for what is no JSON, 40005 for a file too large."""
    if request.method in ("GET", "DELETE"):
        return {}, {}
    if request.content_type == "multipart/form-data":
        return await _read_multipart(request)
    return _parse(await request.read()), {}


def _parse(raw: bytes) -> Any:
    try:
        return json.loads(raw) if raw else {}
    except (ValueError, RecursionError):
        raise refuse(50109) from None


async def _read_multipart(request: web.Request) -> tuple[Any, dict[str, Upload]]:
    body: Any = {}
    uploads: dict[str, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read())
        numbered = re.fullmatch(r"files\[(\d+)\]", part.name or "")
        if part.name == "payload_json":
            body = _parse(data)
        elif numbered is not None:
            if len(data) > MAX_FILE_BYTES:
                raise refuse(40005)
            uploads[numbered[1]] = (part.filename or "unknown", data)
    return body, uploads
