"""Clicks as the gateway tells of them: what is pressed, by whom, where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from bot.ui import custom_ids as ids
from bot.ui.custom_ids import Control, encode
from bot.ui.masks import mask_of, mask_text
from bot.ui.placements import placement_code
from tests.bench import hall
from tests.bench.wire import BOT_ID, IS_COMPONENTS_V2, event, message, new_id
from tongits.moves import (
    Answer,
    Call,
    Declare,
    Discard,
    Draw,
    Lay,
    LayFaceDown,
    Move,
    Sapaw,
    Take,
    TakeBack,
)
from tongits.views import HandView

Kind = Literal["press", "again", "stale", "forged"]
Json = dict[str, Any]
EPHEMERAL: Final = 1 << 6


@dataclass(frozen=True, slots=True)
class Intent:
    """What somebody wants once: the answer to an open decision, or the next hand."""

    seat: int
    key: str = field(repr=False)  # the decision's token, or which hand is over


@dataclass(frozen=True, slots=True)
class Pressed:
    """A control, who presses it (0 to 2, or 3 for a stranger), and on which message."""

    control: Control = field(repr=False)
    person: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Click:
    """One interaction. An `intent` is carried out by one of its clicks, others by none."""

    number: int
    kind: Kind
    intent: Intent | None
    pressed: Pressed
    text: str = field(repr=False)


def click(table: hall.Table, kind: Kind, pressed: Pressed, intent: Intent | None = None) -> Click:
    """A new interaction; two of the same `pressed` are two presses."""
    number = new_id()
    text = event("INTERACTION_CREATE", _payload(table, pressed, number))
    return Click(number, kind, intent, pressed, text)


def control_of(table_id: str, seat: int, token: str, move: Move, view: HandView) -> Control:
    """The control of a hand panel that makes a move."""
    action, arg = _said(move, view)
    return Control(action, table_id, seat, token, arg)


def _said(move: Move, view: HandView) -> tuple[str, str]:
    match move:
        case Draw():
            return ids.DRAW, ""
        case Take(cards=()):
            return ids.TAKE, ""
        case Take():
            return ids.TAKE_LAY, placement_code(move, view)
        case Lay() | LayFaceDown():
            return ids.LAY, placement_code(move, view)
        case Sapaw():
            return ids.SAPAW, placement_code(move, view)
        case Discard(card=card):
            return ids.DISCARD, mask_text(mask_of(view.hand, (card,)))
        case TakeBack():
            return ids.UNDO, ""
        case Declare():
            return ids.DECLARE, ""
        case Call():
            return ids.CALL_YES, ""
        case Answer(reply=reply):
            return ids.REPLY, reply


def _payload(table: hall.Table, pressed: Pressed, number: int) -> Json:
    """The body of INTERACTION_CREATE. Public controls and every other hand are on the server."""
    person = table.person(pressed.person)
    by_dm = pressed.control.seat is not None and pressed.person in hall.BY_DIRECT_MESSAGE
    channel_id = person + hall.DM_CHANNELS if by_dm else table.channel_id
    custom_id = encode(pressed.control)
    part = {"type": 2, "id": 2, "style": 2, "label": "x", "custom_id": custom_id}
    shown = {"components": [{"type": 1, "id": 1, "components": [part]}]}
    private = pressed.control.seat is not None and not by_dm
    flags = IS_COMPONENTS_V2 | (EPHEMERAL if private else 0)
    where = _by_dm(channel_id, person) if by_dm else _on_server(table, pressed.person)
    return {
        "version": 1,
        "id": str(number),
        "application_id": str(BOT_ID),
        "type": 3,
        "token": str(number),
        "data": {"custom_id": custom_id, "component_type": 2, "id": 2},
        "channel_id": str(channel_id),
        "app_permissions": "274877990912",
        "locale": "en-US",
        "entitlements": [],
        "attachment_size_limit": 10_485_760,
        "authorizing_integration_owners": {"0": str(table.guild_id)},
        "message": message(pressed.message_id, channel_id, shown | {"flags": flags}),
        **where,
    }


def _by_dm(channel_id: int, person: int) -> Json:
    return hall._by_direct_message(channel_id, person)


def _on_server(table: hall.Table, person: int) -> Json:
    seat = min(person, 2)  # a stranger looks like the third player, but for the account
    told = hall._on_server(table, seat)
    told["member"] = told["member"] | {"user": hall._user(table.person(person))}
    return told
