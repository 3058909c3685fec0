"""One click, command or submitted modal, and all the bot did with it."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING

from .errors import ApiError, Json
from .limits import MAX_FILE_BYTES

if TYPE_CHECKING:
    from .world import Channel, Message, User, World

FAILED_TEXT = "This interaction failed"


class Asked(IntEnum):
    """Interaction types."""

    COMMAND = 2
    COMPONENT = 3
    MODAL = 5


class Ack(IntEnum):
    """Kinds of the first answer."""

    MESSAGE = 4
    THINKING = 5
    SILENT = 6
    UPDATE = 7
    MODAL = 9


class State(StrEnum):
    """What the person sees of it."""

    WAITING = "waiting"
    THINKING = "thinking"
    DONE = "done"
    FAILED = "failed"
    MODAL = "modal"


@dataclass(eq=False)
class Interaction:
    """Created by a person; answered, or not, by the bot."""

    world: World = field(repr=False)
    id: str
    asked: Asked
    user: User
    channel: Channel
    data: Json = field(repr=False)
    name: str = ""
    source: Message | None = None  # the message clicked on
    parent: Interaction | None = None  # what opened the modal
    token: str = field(default_factory=lambda: secrets.token_urlsafe(48), repr=False)
    started: float = field(default_factory=time.monotonic)
    state: State = State.WAITING
    ack: Ack | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    refused: list[ApiError] = field(default_factory=list)  # calls of the bot that were refused

    @property
    def settled(self) -> bool:
        """True once the person sees the outcome."""
        return self.state not in (State.WAITING, State.THINKING)

    def answered_message(self) -> Message | None:
        """The message a new answer replies to: the one clicked, or the first answer."""
        return self.source if self.ack is None else (self.original or self.source)

    def metadata(self) -> Json:
        """`interaction_metadata` of the messages it makes."""
        raw: Json = {
            "id": self.id,
            "type": int(self.asked),
            "user": self.user.raw(),
            "authorizing_integration_owners": self._owners(),
        }
        if self.asked is Asked.COMMAND:
            raw["name"] = self.name
        if self.asked is Asked.COMPONENT and self.source is not None:
            raw["interacted_message_id"] = self.source.id
        if self.parent is not None:
            raw["triggering_interaction_metadata"] = self.parent.metadata()
        return raw

    def _owners(self) -> Json:
        return {"0": self.channel.guild_id or "0"}

    def payload(self) -> Json:
        """The body of INTERACTION_CREATE."""
        channel = self.channel.raw()
        channel.pop("permission_overwrites", None)
        may = str(int(self.world.permissions(self.user, self.channel)))
        raw: Json = {
            "version": 1,
            "id": self.id,
            "application_id": self.world.application_id,
            "type": int(self.asked),
            "token": self.token,
            "data": self.data,
            "channel_id": self.channel.id,
            "channel": channel | {"permissions": may},
            "app_permissions": str(int(self.world.permissions(self.world.bot, self.channel))),
            "locale": self.user.locale,
            "entitlements": [],
            "attachment_size_limit": MAX_FILE_BYTES,
            "authorizing_integration_owners": self._owners(),
            "context": 1 if self.channel.is_dm else 0,
        }
        raw |= self._who(may)
        if self.source is not None:
            raw["message"] = self.source.raw
        return raw

    def _who(self, may: str) -> Json:
        if self.channel.is_dm:
            return {"user": self.user.raw()}
        guild = {"id": self.world.guild_id, "locale": self.world.locale, "features": []}
        return {
            "guild_id": self.world.guild_id,
            "guild": guild,
            "guild_locale": self.world.locale,
            "member": self.world.member_raw(self.user) | {"permissions": may},
        }
