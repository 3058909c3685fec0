"""Permission bits and how they add up in a channel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntFlag


class Perm(IntFlag):
    """The bits of Discord's permission number that matter here."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38


EVERYTHING = sum(Perm)
EVERYONE = (
    Perm.VIEW_CHANNEL
    | Perm.SEND_MESSAGES
    | Perm.EMBED_LINKS
    | Perm.ATTACH_FILES
    | Perm.READ_MESSAGE_HISTORY
    | Perm.ADD_REACTIONS
    | Perm.USE_APPLICATION_COMMANDS
    | Perm.USE_EXTERNAL_EMOJIS
    | Perm.CREATE_PUBLIC_THREADS
    | Perm.SEND_MESSAGES_IN_THREADS
)
IN_A_DM = EVERYTHING & ~(Perm.ADMINISTRATOR | Perm.MANAGE_CHANNELS | Perm.MANAGE_GUILD)
NEEDS_SENDING = Perm.EMBED_LINKS | Perm.ATTACH_FILES | Perm.MENTION_EVERYONE


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What one channel allows or denies to a role (kind 0) or a member (kind 1)."""

    kind: int
    allow: int = 0
    deny: int = 0


def base_permissions(masks: Iterable[int]) -> int:
    """All roles together; an administrator may do everything.

    >>> base_permissions([Perm.VIEW_CHANNEL, Perm.ADMINISTRATOR]) == EVERYTHING
    True
    """
    total = 0
    for mask in masks:
        total |= mask
    return EVERYTHING if total & Perm.ADMINISTRATOR else total


def in_channel(base: int, layers: Iterable[list[Overwrite]]) -> int:
    """Base permissions after a channel's overwrites: everyone, then roles, then the member.

    >>> in_channel(EVERYONE, [[Overwrite(0, deny=Perm.VIEW_CHANNEL)]])
    0
    """
    if base & Perm.ADMINISTRATOR:
        return EVERYTHING
    for layer in layers:
        for overwrite in layer:
            base &= ~overwrite.deny
        for overwrite in layer:
            base |= overwrite.allow
    if not base & Perm.VIEW_CHANNEL:
        return 0
    return base if base & Perm.SEND_MESSAGES else base & ~NEEDS_SENDING
