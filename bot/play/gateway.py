"""The gateway: hello, identify, heartbeat, resume with replay, and events by intent."""

from __future__ import annotations

import asyncio
import collections
import json
import secrets
import time
from enum import IntEnum, IntFlag
from typing import Any

from aiohttp import WSMsgType, web

from .errors import Json
from .guild import guild_create
from .interaction import Interaction
from .rest_application import APPLICATION_FLAGS
from .wire import Wire, dumps, encoder
from .world import Channel, Message, World

HEARTBEAT_MS = 41_250
ACK_AFTER_S = 0.05
RESUME_WINDOW_S = 90.0
REPLAYED = 1000  # events kept for a resume


class Op(IntEnum):
    """Gateway opcodes."""

    EVENT = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE = 4
    RESUME = 6
    RECONNECT = 7
    MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(IntEnum):
    """Close codes."""

    UNKNOWN = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQ = 4007
    INVALID_SHARD = 4010
    INVALID_INTENTS = 4013


class Intent(IntFlag):
    """The intents this server has events for."""

    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


class Session:
    """One identified client; outlives its connection for a while, so that it can be resumed."""

    def __init__(self, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.seq = 0
        self.wire: Wire | None = None
        self.left_at = 0.0
        self.resumes = 0
        self._sent: collections.deque[tuple[int, bytes]] = collections.deque(maxlen=REPLAYED)

    def send(self, event: str, data: bytes) -> None:
        """Sends an event, or keeps it for the resume."""
        self.seq += 1
        frame = b'{"op":0,"s":%d,"t":"%s","d":%s}' % (self.seq, event.encode(), data)
        self._sent.append((self.seq, frame))
        if self.wire is not None:
            self.wire.push(frame)

    def missed(self, seq: int) -> list[bytes] | None:
        """Frames after `seq`; None when they are no longer all kept."""
        frames = [frame for number, frame in self._sent if number > seq]
        return frames if len(frames) == self.seq - seq else None

    @property
    def is_over(self) -> bool:
        """True when it can no longer be resumed."""
        return self.wire is None and time.monotonic() - self.left_at > RESUME_WINDOW_S


class Gateway:
    """All sessions, and who hears of what."""

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self.url = ""
        self._token = token
        self.sessions: dict[str, Session] = {}
        world.listen(self._heard)

    @property
    def connected(self) -> list[Session]:
        """Sessions with a living connection."""
        return [session for session in self.sessions.values() if session.wire is not None]

    def drop(self) -> None:
        """Cuts every connection without a goodbye, as a broken network does."""
        for session in self.connected:
            if session.wire is not None:
                session.wire.cut()

    # -- events ----------------------------------------------------------------------------------

    def _heard(self, what: str, thing: Any) -> None:
        match what:
            case "asked":
                self._interaction(thing)
            case "message":
                self._message("MESSAGE_CREATE", thing)
            case "edit":
                self._message("MESSAGE_UPDATE", thing)
            case "delete":
                self._deleted(thing)
            case "channel_new":
                self._dispatch("CHANNEL_CREATE", thing.raw(), Intent.GUILDS)
            case "channel":
                self._dispatch("CHANNEL_UPDATE", thing.raw(), Intent.GUILDS)
            case "channel_gone":
                self._dispatch("CHANNEL_DELETE", thing.raw(), Intent.GUILDS)
            case "roles":
                self._roles()

    def _dispatch(self, event: str, data: Json, intent: int = 0) -> None:
        frame = dumps(data)
        for session in list(self.sessions.values()):
            if session.is_over:
                del self.sessions[session.id]
            elif not intent or session.intents & intent:
                session.send(event, frame)

    def _interaction(self, interaction: Interaction) -> None:
        self._dispatch("INTERACTION_CREATE", interaction.payload())

    def _message(self, event: str, message: Message) -> None:
        channel = message.channel
        if message.only_for is not None or not self.world.sees(self.world.bot, channel):
            return
        data = dict(message.raw) | _place(channel)
        if not channel.is_dm:
            data["member"] = self.world.member_raw(message.author, with_user=False)
        blank = {"content": "", "embeds": [], "attachments": [], "components": []}
        own = channel.is_dm or message.author is self.world.bot
        for session in self._hearing(channel):
            full = own or session.intents & Intent.MESSAGE_CONTENT
            session.send(event, dumps(data if full else data | blank))

    def _hearing(self, channel: Channel) -> list[Session]:
        intent = Intent.DIRECT_MESSAGES if channel.is_dm else Intent.GUILD_MESSAGES
        return [session for session in self.sessions.values() if session.intents & intent]

    def _deleted(self, message: Message) -> None:
        if message.only_for is None:
            data = dumps({"id": message.id} | _place(message.channel))
            for session in self._hearing(message.channel):
                session.send("MESSAGE_DELETE", data)

    def _roles(self) -> None:
        for role in self.world.roles_raw():
            data = {"guild_id": self.world.guild_id, "role": role}
            self._dispatch("GUILD_ROLE_UPDATE", data, Intent.GUILDS)

    # -- connections -----------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serves one client until it leaves."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=0)
        await socket.prepare(request)
        try:
            encode = encoder(request.query.get("compress"))
        except ValueError:
            await socket.close(code=Close.UNKNOWN)
            return socket
        transport = request.transport
        wire = Wire(socket, encode, transport.abort if transport else lambda: None)
        sending = asyncio.create_task(wire.run())
        wire.push_op(Op.HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        try:
            await self._listen_to(socket, wire)
        finally:
            sending.cancel()
            self._left(wire, socket.close_code)
        return socket

    async def _listen_to(self, socket: web.WebSocketResponse, wire: Wire) -> None:
        async for frame in socket:
            if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                continue
            try:
                sent = json.loads(frame.data)
                op, data = sent["op"], sent.get("d")
            except (ValueError, KeyError, TypeError, RecursionError):  # too deep is unreadable too
                await socket.close(code=Close.DECODE_ERROR)
                return
            problem = self._take(wire, op, data)
            if problem is not None:
                await socket.close(code=problem)
                return

    def _left(self, wire: Wire, close_code: int | None) -> None:
        for session in list(self.sessions.values()):
            if session.wire is wire:
                session.wire, session.left_at = None, time.monotonic()
                if close_code in (1000, 1001):  # a clean goodbye ends the session
                    del self.sessions[session.id]
        self.world.changed.fire()

    def _session_of(self, wire: Wire) -> Session | None:
        return next((s for s in self.sessions.values() if s.wire is wire), None)

    def _take(self, wire: Wire, op: int, data: Any) -> Close | None:
        """Handles one frame of the client; gives the code to close with, if any."""
        session = self._session_of(wire)
        match op:
            case Op.HEARTBEAT:
                # Discord is never this near: an acknowledgement that overtakes the client's own
                # note of having sent looks to it like the whole interval of lag.
                asyncio.get_running_loop().call_later(ACK_AFTER_S, wire.push_op, Op.HEARTBEAT_ACK)
                return None
            case Op.IDENTIFY:
                return Close.ALREADY_AUTHENTICATED if session else self._identify(wire, data)
            case Op.RESUME:
                return self._resume(wire, data)
            case Op.PRESENCE | Op.VOICE | Op.MEMBERS if session is None:
                return Close.NOT_AUTHENTICATED
            case Op.MEMBERS if session is not None:
                self._send_members(session, data)
                return None
            case Op.PRESENCE | Op.VOICE:
                return None
            case _:
                return Close.UNKNOWN_OPCODE

    def _is_token(self, data: Any) -> bool:
        token = data.get("token") if isinstance(data, dict) else None
        return isinstance(token, str) and token.removeprefix("Bot ") == self._token

    def _identify(self, wire: Wire, data: Any) -> Close | None:
        if not self._is_token(data):
            return Close.AUTHENTICATION_FAILED
        if not isinstance(data.get("intents"), int):
            return Close.INVALID_INTENTS
        if data.get("shard") not in (None, [0, 1]):
            return Close.INVALID_SHARD
        session = Session(data["intents"])
        session.wire = wire
        self.sessions[session.id] = session
        session.send("READY", dumps(self._ready(session)))
        with_members = bool(session.intents & Intent.MEMBERS)
        session.send("GUILD_CREATE", dumps(guild_create(self.world, with_members=with_members)))
        self.world.changed.fire()
        return None

    def _ready(self, session: Session) -> Json:
        world = self.world
        return {
            "v": 10,
            "user": world.bot.raw() | {"verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": world.guild_id, "unavailable": True}],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [0, 1],
            "private_channels": [],
            "application": {"id": world.application_id, "flags": APPLICATION_FLAGS},
        }

    def _resume(self, wire: Wire, data: Any) -> Close | None:
        if not self._is_token(data):
            return Close.AUTHENTICATION_FAILED
        session, seq = self.sessions.get(str(data.get("session_id"))), data.get("seq")
        if session is None or session.is_over or not isinstance(seq, int):
            wire.push_op(Op.INVALID_SESSION, data=False)
            return None
        if seq > session.seq:
            return Close.INVALID_SEQ
        missed = session.missed(seq)
        if missed is None:
            wire.push_op(Op.INVALID_SESSION, data=False)
            return None
        if session.wire is not None:
            session.wire.cut()
        session.wire = wire
        session.resumes += 1
        for frame in missed:
            wire.push(frame)
        session.send("RESUMED", dumps({}))
        self.world.changed.fire()
        return None

    def _send_members(self, session: Session, data: Any) -> None:
        """Answers a request for members by id or by the beginning of their name."""
        asked = data.get("user_ids") or []
        wanted = [str(user_id) for user_id in (asked if isinstance(asked, list) else [asked])]
        begins = str(data.get("query") or "")
        members = [
            self.world.member_raw(user)
            for user in self.world.users.values()
            if (user.id in wanted if wanted else user.username.startswith(begins))
        ]
        chunk = {
            "guild_id": self.world.guild_id,
            "members": members,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [user_id for user_id in wanted if user_id not in self.world.users],
            "nonce": data.get("nonce"),
        }
        session.send("GUILD_MEMBERS_CHUNK", dumps(chunk))


def _place(channel: Channel) -> Json:
    place: Json = {"channel_id": channel.id}
    return place if channel.is_dm else place | {"guild_id": channel.guild_id}
