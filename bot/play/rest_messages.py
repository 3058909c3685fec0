"""Routes of channels, messages and direct messages."""

from __future__ import annotations

from typing import Any

from . import messages
from .call import Call, Reply
from .errors import Json, invalid_form, refuse
from .interaction import Ack
from .messages import Post
from .permissions import Perm
from .world import Channel, Message


def open_dm(call: Call) -> Reply:
    """POST /users/@me/channels: opens it also with somebody who refuses direct messages."""
    user = call.world.users.get(str(call.form.get("recipient_id")))
    if user is None:
        raise refuse(10013)
    if user.bot:
        raise refuse(50033)
    return 200, call.world.dm_with(user).raw()


def get_channel(call: Call) -> Reply:
    """GET /channels/{id}."""
    return 200, _channel(call).raw()


def typing(call: Call) -> Reply:
    """POST /channels/{id}/typing."""
    _channel(call, Perm.SEND_MESSAGES)
    return 204, None


def list_messages(call: Call) -> Reply:
    """GET /channels/{id}/messages, newest first, with before, after, around and limit."""
    channel = _channel(call)
    if not _may(call, channel, Perm.READ_MESSAGE_HISTORY):
        return 200, []
    limit = _limit(call.query.get("limit", "50"))
    seen = [m for m in channel.messages.values() if not m.deleted and m.only_for is None]
    return 200, [m.raw for m in reversed(_page(seen, call.query, limit))]


def _limit(text: str) -> int:
    if text.isdigit() and 1 <= int(text) <= 100:
        return int(text)
    sentence = "int value should be between 1 and 100."
    raise invalid_form([(("limit",), "NUMBER_TYPE_MAX", sentence)])


def _page(seen: list[Message], query: dict[str, str], limit: int) -> list[Message]:
    if "before" in query:
        return [m for m in seen if int(m.id) < int(query["before"])][-limit:]
    if "after" in query:
        return [m for m in seen if int(m.id) > int(query["after"])][:limit]
    if "around" in query:
        middle = int(query["around"])
        older = [m for m in seen if int(m.id) < middle][-(limit // 2) :]
        return (older + [m for m in seen if int(m.id) >= middle])[:limit]
    return seen[-limit:]


def get_message(call: Call) -> Reply:
    """GET /channels/{id}/messages/{id}; ephemerals are unknown here."""
    channel = _channel(call)
    if not _may(call, channel, Perm.READ_MESSAGE_HISTORY):
        raise refuse(50001)
    return 200, call.world.message(channel, call.params["message_id"]).raw


def create_message(call: Call) -> Reply:
    """POST /channels/{id}/messages; a repeated nonce gives the first message again."""
    channel = _channel(call)
    _check_may_send(call, channel)
    again = messages.with_same_nonce(channel, call.world.bot, call.form)
    if again is not None:
        return 200, again.raw
    reply_to = messages.reply_target(channel, call.form)
    post = Post(channel, call.world.bot, call.form, call.uploads, reply_to=reply_to)
    return 200, messages.create(call.world, post).raw


def _check_may_send(call: Call, channel: Channel) -> None:
    if channel.recipient is not None:
        if channel.recipient.dms_closed:
            raise refuse(50007)
        return
    needed = Perm.SEND_MESSAGES
    if call.form.get("embeds"):
        needed |= Perm.EMBED_LINKS
    if call.uploads:
        needed |= Perm.ATTACH_FILES
    if not _may(call, channel, needed):
        raise refuse(50013)


def edit_message(call: Call) -> Reply:
    """PATCH /channels/{id}/messages/{id}; only the bot's own, never an ephemeral."""
    message = call.world.message(_channel(call), call.params["message_id"])
    if message.author is not call.world.bot:
        raise refuse(50005)
    return 200, messages.edit(call.world, message, call.form, call.uploads).raw


def delete_message(call: Call) -> Reply:
    """DELETE /channels/{id}/messages/{id}."""
    channel = _channel(call)
    message = call.world.message(channel, call.params["message_id"])
    if message.author is not call.world.bot:
        if channel.is_dm:
            raise refuse(50003)
        if not _may(call, channel, Perm.MANAGE_MESSAGES):
            raise refuse(50013)
    call.world.delete_message(message)
    return 204, None


# -- answers to interactions ---------------------------------------------------------------------


def answer_interaction(call: Call) -> Reply:
    """POST /interactions/{id}/{token}/callback."""
    params = call.params
    interaction = call.interactions.answer(
        params["interaction_id"], params["token"], call.form, call.uploads
    )
    if call.query.get("with_response", "").lower() not in ("1", "true"):
        return 204, None
    about: Json = {"id": interaction.id, "type": int(interaction.asked)}
    made = interaction.original
    answer: dict[str, Any] = {"interaction": about}
    if made is not None:
        about["response_message_id"] = made.id
        about["response_message_loading"] = made.loading
        about["response_message_ephemeral"] = made.ephemeral
        if interaction.ack in (Ack.MESSAGE, Ack.UPDATE):
            answer["resource"] = {"type": int(interaction.ack), "message": made.raw}
    return 200, answer


def follow_up(call: Call) -> Reply:
    """POST /webhooks/{application}/{token}."""
    interaction = call.interactions.by_webhook(call.params["webhook_id"], call.params["token"])
    return 200, call.interactions.follow_up(interaction, call.form, call.uploads).raw


def get_answer(call: Call) -> Reply:
    """GET /webhooks/{application}/{token}/messages/{id or @original}."""
    interaction = call.interactions.by_webhook(call.params["webhook_id"], call.params["token"])
    return 200, call.interactions.answer_message(interaction, call.params["message_id"]).raw


def edit_answer(call: Call) -> Reply:
    """PATCH /webhooks/{application}/{token}/messages/{id or @original}."""
    hub = call.interactions
    interaction = hub.by_webhook(call.params["webhook_id"], call.params["token"])
    message = hub.answer_message(interaction, call.params["message_id"])
    return 200, hub.edit_answer(interaction, message, call.form, call.uploads).raw


def delete_answer(call: Call) -> Reply:
    """DELETE /webhooks/{application}/{token}/messages/{id or @original}."""
    hub = call.interactions
    interaction = hub.by_webhook(call.params["webhook_id"], call.params["token"])
    call.world.delete_message(hub.answer_message(interaction, call.params["message_id"]))
    return 204, None


# -- what the bot may ----------------------------------------------------------------------------


def _may(call: Call, channel: Channel, needed: int) -> bool:
    return call.world.permissions(call.world.bot, channel) & needed == needed


def _channel(call: Call, needed: int = 0) -> Channel:
    """The channel of the address: 10003 unknown, 50001 hidden from the bot, 50013 not allowed."""
    channel = call.world.channel(call.params["channel_id"])
    if not _may(call, channel, Perm.VIEW_CHANNEL):
        raise refuse(50001)
    if not _may(call, channel, needed):
        raise refuse(50013)
    return channel
