"""The faulty Discord's own state: the offline Discord's world, a thread, an outage, a removal."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.play.errors import ApiError, Json
from bot.play.gateway import Close, Gateway, Intent, Op, Session
from bot.play.guild import guild_create
from bot.play.permissions import Overwrite, Perm
from bot.play.snowflake import timestamp
from bot.play.wire import dumps
from bot.play.world import Channel, User, World

THREAD = 11
GONE = ApiError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
CLOSED_400 = ApiError(400, 50007, "Cannot send messages to this user")
ARCHIVED = ApiError(400, 50083, "Thread is archived")
NO_ACCESS = ApiError(403, 50001, "Missing Access")
TOO_FAST = ApiError(400, 40003, "You are opening direct messages too fast")
TOO_OLD = ApiError(400, 30046, "Maximum number of edits to messages older than 1 hour reached")


@dataclass(eq=False)
class Thread(Channel):
    """A thread of the server's first channel."""

    parent_id: str = ""
    archived: bool = False
    locked: bool = False

    def raw(self) -> Json:
        kept = {key: value for key, value in super().raw().items() if key != "position"}
        about = {
            "archived": self.archived,
            "locked": self.locked,
            "auto_archive_duration": 60,
            "archive_timestamp": timestamp(),
        }
        return kept | {
            "type": THREAD,
            "parent_id": self.parent_id,
            "owner_id": self.parent_id,
            "message_count": 0,
            "member_count": 1,
            "thread_metadata": about,
        }


@dataclass
class Guild:
    """What may be wrong with the whole server, and with single people."""

    unavailable: bool = False
    removed: bool = False  # the bot was
    down_until_s: float = 0.0  # all of Discord
    refuses_as_400: set[str] = field(default_factory=set)  # user ids
    gone: set[str] = field(default_factory=set)  # user ids


class FaultyWorld(World):
    """The offline Discord's world, which can go wrong as a whole."""

    def __init__(self, people: tuple[str, ...]) -> None:
        self.trouble = Guild()
        super().__init__(people)

    def text_channels(self) -> list[Channel]:
        return [channel for channel in super().text_channels() if not isinstance(channel, Thread)]

    def threads(self) -> list[Thread]:
        """The threads that are there."""
        there = self.channels.values()
        return [one for one in there if isinstance(one, Thread) and not one.deleted]

    def new_thread(self, name: str) -> Thread:
        """A thread of #general."""
        thread = Thread(self.ids.new(), name, self.guild_id, parent_id=self.general.id)
        self.channels[thread.id] = thread
        return thread

    def may_not_send(self, channel: Channel) -> None:
        """The bot may look into the channel and not write there."""
        self._overwrite(channel, Overwrite(1, deny=Perm.SEND_MESSAGES))

    def hide(self, channel: Channel) -> None:
        """The bot does not see the channel any more."""
        self._overwrite(channel, Overwrite(1, deny=Perm.VIEW_CHANNEL))

    def restore(self, channel: Channel) -> None:
        """The bot may do everything there again."""
        self._overwrite(channel, Overwrite(1))

    def _overwrite(self, channel: Channel, overwrite: Overwrite) -> None:
        channel.overwrites[self.bot.id] = overwrite
        self.tell("thread" if isinstance(channel, Thread) else "channel", channel)

    def is_gone(self, user: User | None) -> bool:
        """Whether the account, or the last server in common, is gone."""
        return user is not None and user.id in self.trouble.gone


class FaultyGateway(Gateway):
    """The gateway of a server that can be unavailable, or have removed the bot."""

    world: FaultyWorld

    def say(self, event: str, data: Json) -> None:
        """Tells every session of something that the world does not know about."""
        self._dispatch(event, data, Intent.GUILDS)

    def _heard(self, what: str, thing: object) -> None:
        if what == "thread" and isinstance(thing, Thread):
            self.say("THREAD_UPDATE", thing.raw())
        else:
            super()._heard(what, thing)

    def identify(self, wire: object, token: str) -> Session:
        """A new session; READY and what follows are on their way."""
        session = Session(int(Intent.GUILDS))
        session.wire = wire  # type: ignore[assignment]  # a wire of ours, without a socket
        self.sessions[session.id] = session
        guilds = [] if self.world.trouble.removed else self._ready(session)["guilds"]
        session.send("READY", dumps(self._ready(session) | {"guilds": guilds}))
        if guilds and not self.world.trouble.unavailable:
            self.welcome(session)
        return session

    def welcome(self, session: Session, *, joined: bool = False) -> None:
        """The server with its channels and threads; `joined`: the bot was invited anew."""
        raw = guild_create(self.world, with_members=False)
        if joined:
            del raw["unavailable"]
        awake = [thread for thread in self.world.threads() if not thread.archived]
        raw["threads"] = [thread.raw() for thread in awake]
        session.send("GUILD_CREATE", dumps(raw))

    def resume(self, wire: object, session: Session, token: str, seq: int) -> bool:
        """Replays what came after `seq`; False if the session cannot be resumed."""
        sent: list[int] = []
        wire.push_op = lambda op, data=None: sent.append(op)  # type: ignore[attr-defined]
        asked = {"token": token, "session_id": session.id, "seq": min(seq, session.seq)}
        problem: Close | None = self._resume(wire, asked)  # type: ignore[arg-type]
        return problem is None and Op.INVALID_SESSION not in sent

    def lose(self, session: Session) -> None:
        """The session cannot be resumed."""
        self.sessions.pop(session.id, None)
