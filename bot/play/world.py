"""Everything the offline Discord knows: people, one server, channels, messages. In memory only."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .errors import Json, refuse
from .limits import EPHEMERAL, LOADING
from .permissions import EVERYONE, IN_A_DM, Overwrite, Perm, base_permissions, in_channel
from .snowflake import Snowflakes, timestamp
from .waking import Signal

TEXT_CHANNEL, DM_CHANNEL = 0, 1
BOT_PERMISSIONS = EVERYONE | Perm.MANAGE_MESSAGES
FIRST_PEOPLE = ("Ana", "Ben", "Carla")
MEMBERS_FOR_MS = 365 * 24 * 3_600_000  # and as long on Discord: a bot may be wary of newcomers
_UNSET = ("avatar", "banner", "accent_color", "avatar_decoration_data", "primary_guild")


@dataclass(eq=False)
class User:
    """A person, or the bot."""

    id: str
    username: str
    global_name: str | None = None
    bot: bool = False
    locale: str = "en-US"
    dms_closed: bool = False
    joined_at: str = field(default_factory=timestamp)

    def raw(self) -> Json:
        """The user as the API shows it."""
        return dict.fromkeys(_UNSET) | {
            "id": self.id,
            "username": self.username,
            "global_name": self.global_name,
            "discriminator": "0000" if self.bot else "0",
            "public_flags": 0,
            "flags": 0,
            "bot": self.bot,
        }


@dataclass(eq=False)
class Message:
    """One message; `raw` is what the API and the page show."""

    raw: Json
    channel: Channel
    author: User
    only_for: str | None = None  # user id, when the message is ephemeral
    files: dict[str, Json] = field(default_factory=dict)  # attachment id -> attachment
    deleted: bool = False
    edits: int = 0

    @property
    def id(self) -> str:
        return str(self.raw["id"])

    @property
    def loading(self) -> bool:
        """True while it only says that the bot is thinking."""
        return bool(self.raw["flags"] & LOADING)

    @property
    def ephemeral(self) -> bool:
        return bool(self.raw["flags"] & EPHEMERAL)


@dataclass(eq=False)
class Channel:
    """A text channel of the server, or the direct messages of one person with the bot."""

    id: str
    name: str | None = None
    guild_id: str | None = None
    recipient: User | None = None
    overwrites: dict[str, Overwrite] = field(default_factory=dict)
    messages: dict[str, Message] = field(default_factory=dict)
    last_message_id: str | None = None
    deleted: bool = False

    @property
    def is_dm(self) -> bool:
        return self.recipient is not None

    def raw(self) -> Json:
        """The channel as the API shows it."""
        common: Json = {"id": self.id, "flags": 0, "last_message_id": self.last_message_id}
        if self.recipient is not None:
            return common | {"type": DM_CHANNEL, "recipients": [self.recipient.raw()]}
        overwrites = [
            {"id": key, "type": o.kind, "allow": str(int(o.allow)), "deny": str(int(o.deny))}
            for key, o in self.overwrites.items()
        ]
        return common | {
            "type": TEXT_CHANNEL,
            "name": self.name,
            "guild_id": self.guild_id,
            "parent_id": None,
            "topic": None,
            "position": 0,
            "nsfw": False,
            "rate_limit_per_user": 0,
            "permission_overwrites": overwrites,
        }


@dataclass(frozen=True, slots=True)
class StoredFile:
    """The bytes of an attachment or emoji; `key` must be in its address."""

    name: str
    data: bytes = field(repr=False)
    content_type: str
    key: str = field(repr=False)


Listener = Callable[[str, Any], None]


class World:
    """The state, and the one place that tells others when it changed.

    Listeners get `(what, thing)`: message, edit, delete, dismiss (a Message), channel_new, channel,
    channel_gone, dm (a Channel), person (a User), roles, commands (None), asked (a new
    Interaction), interaction (one whose state changed).
    """

    def __init__(self, people: tuple[str, ...] = FIRST_PEOPLE) -> None:
        self.ids = Snowflakes()
        self.changed = Signal()
        self._listeners: list[Listener] = []
        self.bot = User(self.ids.new(), "Tongits", bot=True)
        self.users: dict[str, User] = {self.bot.id: self.bot}
        self.people = [self._new_person(name) for name in people]
        self.channels: dict[str, Channel] = {}
        self.dms: dict[str, Channel] = {}  # person's id -> channel
        self.commands: dict[str | None, dict[str, Json]] = {None: {}}  # guild id or None -> by id
        self.emojis: dict[str, Json] = {}
        self.files: dict[str, StoredFile] = {}
        self.files_base = ""  # address under which files are served
        self.guild_id = self.ids.new()
        self.guild_name = "Playground"
        self.locale = "en-US"
        self.role_masks: dict[str, int] = {self.guild_id: EVERYONE}
        self.bot_role_id = self.ids.new()
        self.role_masks[self.bot_role_id] = BOT_PERMISSIONS
        self.general = self.new_channel("general")

    @property
    def application_id(self) -> str:
        return self.bot.id

    @property
    def owner(self) -> User:
        """The person the server belongs to: the first one."""
        return self.people[0]

    # -- telling ---------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> None:
        """Calls `listener(what, thing)` at every change from now on."""
        self._listeners.append(listener)

    def tell(self, what: str, thing: Any = None) -> None:
        """Tells every listener, then wakes all who wait for a change."""
        for listener in self._listeners:
            listener(what, thing)
        self.changed.fire()

    # -- people and channels ---------------------------------------------------------------------

    def _new_person(self, name: str) -> User:
        joined_at = timestamp(MEMBERS_FOR_MS)
        user = User(self.ids.older(MEMBERS_FOR_MS), name.lower(), name, joined_at=joined_at)
        self.users[user.id] = user
        return user

    def new_channel(self, name: str) -> Channel:
        """A further text channel of the server."""
        channel = Channel(self.ids.new(), name, self.guild_id)
        self.channels[channel.id] = channel
        self.tell("channel_new", channel)
        return channel

    def dm_with(self, user: User) -> Channel:
        """The person's direct messages with the bot, opened when there are none yet."""
        if user.id not in self.dms:
            channel = Channel(self.ids.new(), recipient=user)
            self.dms[user.id] = self.channels[channel.id] = channel
            self.tell("dm", channel)
        return self.dms[user.id]

    def channel(self, channel_id: str) -> Channel:
        """The channel with this id; refuses with 10003."""
        found = self.channels.get(channel_id)
        if found is None or found.deleted:
            raise refuse(10003)
        return found

    def delete_channel(self, channel: Channel) -> None:
        """Somebody deletes the channel with all its messages."""
        channel.deleted = True
        for message in channel.messages.values():
            message.deleted = True
        self.tell("channel_gone", channel)

    def close_dms(self, user: User, *, closed: bool = True) -> None:
        """The person refuses (or takes again) direct messages from the bot."""
        user.dms_closed = closed
        self.tell("person", user)

    # -- permissions -----------------------------------------------------------------------------

    def roles_of(self, user: User) -> list[str]:
        """Role ids beside everyone's."""
        return [self.bot_role_id] if user is self.bot else []

    def permissions(self, user: User, channel: Channel | None = None) -> int:
        """What the user may do in the channel, or in the whole server."""
        if channel is not None and channel.is_dm:
            return IN_A_DM if user in (channel.recipient, self.bot) else 0
        own = Perm.ADMINISTRATOR if user is self.owner else 0
        roles = [self.guild_id, *self.roles_of(user)]
        base = base_permissions([own, *(self.role_masks[role] for role in roles)])
        if channel is None:
            return base
        layers = [[self.guild_id], self.roles_of(user), [user.id]]
        over = channel.overwrites
        return in_channel(base, [[over[key] for key in layer if key in over] for layer in layers])

    def sees(self, user: User, channel: Channel) -> bool:
        """Whether the user can look into the channel."""
        seen = self.permissions(user, channel) & Perm.VIEW_CHANNEL
        return bool(seen) and not channel.deleted

    def sees_message(self, user: User, message: Message) -> bool:
        """Whether the message is on this person's screen."""
        if message.deleted or message.only_for not in (None, user.id):
            return False
        return self.sees(user, message.channel)

    def set_overwrite(
        self, channel: Channel, user: User | None, *, allow: int = 0, deny: int = 0
    ) -> None:
        """Changes what a user (None: everyone) may do in a channel."""
        key = self.guild_id if user is None else user.id
        channel.overwrites[key] = Overwrite(0 if user is None else 1, allow, deny)
        self.tell("channel", channel)

    def set_bot_permissions(self, mask: int) -> None:
        """Changes the bot's own role."""
        self.role_masks[self.bot_role_id] = mask
        self.tell("roles")

    # -- messages and files ----------------------------------------------------------------------

    def message(self, channel: Channel, message_id: str) -> Message:
        """A message everyone can see, by id; refuses with 10008, also for ephemerals."""
        found = channel.messages.get(message_id)
        if found is None or found.deleted or found.only_for is not None:
            raise refuse(10008)
        return found

    def add_message(self, message: Message) -> None:
        """Puts a new message into its channel and tells."""
        message.channel.messages[message.id] = message
        if message.only_for is None:
            message.channel.last_message_id = message.id
        self.tell("message", message)

    def delete_message(self, message: Message) -> None:
        """Takes a message away and tells."""
        message.deleted = True
        self.tell("delete", message)

    def store_file(self, file_id: str, name: str, data: bytes, content_type: str) -> str:
        """Keeps the bytes; gives the path below `files_base` that serves them."""
        key = secrets.token_hex(8)
        self.files[file_id] = StoredFile(name, data, content_type, key)
        return f"{file_id}/{name}?hm={key}"

    # -- raw shapes ------------------------------------------------------------------------------

    def member_raw(self, user: User, *, with_user: bool = True) -> Json:
        """The user as a member of the server."""
        raw: Json = {
            "roles": self.roles_of(user),
            "nick": None,
            "avatar": None,
            "banner": None,
            "joined_at": user.joined_at,
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }
        return raw | {"user": user.raw()} if with_user else raw

    def roles_raw(self) -> list[Json]:
        """The two roles: everyone's and the bot's."""
        return [
            {
                "id": role_id,
                "name": "@everyone" if role_id == self.guild_id else self.bot.username,
                "permissions": str(int(mask)),
                "position": 0 if role_id == self.guild_id else 1,
                "color": 0,
                "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
                "hoist": False,
                "managed": role_id == self.bot_role_id,
                "mentionable": False,
                "icon": None,
                "unicode_emoji": None,
                "flags": 0,
            }
            for role_id, mask in self.role_masks.items()
        ]

    def text_channels(self) -> list[Channel]:
        """The server's channels that are still there."""
        return [c for c in self.channels.values() if not c.is_dm and not c.deleted]
