"""One gateway connection: frames in order, compressed the way the client asked."""

from __future__ import annotations

import asyncio
import importlib
import json
import zlib
from collections.abc import Callable
from typing import Any

from aiohttp import web

Encode = Callable[[bytes], bytes]


def encoder(compress: str | None) -> Encode | None:
    """How to compress a frame for `compress=` of the gateway address; None: plain text frames.

    ValueError for a way this server does not know.
    """
    if not compress:
        return None
    if compress == "zlib-stream":
        stream = zlib.compressobj()
        return lambda frame: stream.compress(frame) + stream.flush(zlib.Z_SYNC_FLUSH)
    if compress == "zstd-stream":
        return _zstd()
    raise ValueError(f"unknown transport compression {compress!r}")


def _zstd() -> Encode:
    """Zstandard from the standard library (3.14) or the package discord.py would use."""
    try:
        stream = importlib.import_module("compression.zstd").ZstdCompressor()
        return lambda frame: bytes(stream.compress(frame, mode=stream.FLUSH_BLOCK))
    except ImportError:
        pass
    try:
        library = importlib.import_module("zstandard")
    except ImportError:
        raise ValueError("zstd-stream needs the package zstandard") from None
    block = library.COMPRESSOBJ_FLUSH_BLOCK
    packer = library.ZstdCompressor().compressobj()
    return lambda frame: bytes(packer.compress(frame) + packer.flush(block))


def dumps(thing: Any) -> bytes:
    """Compact JSON."""
    return json.dumps(thing, separators=(",", ":"), ensure_ascii=False).encode()


class Wire:
    """Sends frames to one websocket, one after another; `cut()` breaks it as a crash would."""

    def __init__(
        self, socket: web.WebSocketResponse, encode: Encode | None, cut: Callable[[], None]
    ) -> None:
        self.socket = socket
        self.cut = cut
        self._encode = encode
        self._frames: asyncio.Queue[bytes] = asyncio.Queue()

    def push(self, frame: bytes) -> None:
        """Queues one frame."""
        self._frames.put_nowait(frame)

    def push_op(self, op: int, data: Any = None) -> None:
        """Queues a frame that is not an event."""
        self.push(dumps({"op": op, "d": data, "s": None, "t": None}))

    async def run(self) -> None:
        """Sends until cancelled or the other side is gone."""
        while not self.socket.closed:
            frame = await self._frames.get()
            try:
                if self._encode is None:
                    await self.socket.send_str(frame.decode())
                else:
                    await self.socket.send_bytes(self._encode(frame))
            except ConnectionError:
                return
