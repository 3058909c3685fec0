"""Making and changing messages from the bodies a client sends."""

from __future__ import annotations

import copy
import mimetypes
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .components import as_returned, media_of, texts, walk
from .errors import ApiError, Json, Path, invalid_form, refuse
from .limit_components import Surroundings
from .limits import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    MAX_DESCRIPTION,
    MAX_FILE_BYTES,
    MAX_FILES,
    SILENT,
    SUPPRESS_EMBEDS,
    check_message,
)
from .permissions import Perm
from .snowflake import timestamp
from .world import Channel, Message, User, World

if TYPE_CHECKING:
    from .interaction import Interaction

Upload = tuple[str, bytes]  # file name, bytes
SETTABLE = SUPPRESS_EMBEDS | SILENT | COMPONENTS_V2
DEFAULT_MESSAGE, REPLY, COMMAND_ANSWER = 0, 19, 20
MENTION = re.compile(r"<@!?(\d{15,21})>")


@dataclass(frozen=True, slots=True)
class Post:
    """A message about to be made: who, where, with what."""

    channel: Channel
    author: User
    body: Json
    uploads: dict[str, Upload] = field(default_factory=dict)
    answer_to: Interaction | None = None  # makes it an interaction's message
    reply_to: Message | None = None
    ephemeral: bool = False
    loading: bool = False
    path: Path = ()  # where the message stands in the request's body


def create(world: World, post: Post) -> Message:
    """Checks, stores and tells a new message; refuses as Discord does."""
    files = _take_files(world, post.body, post.uploads, {}, post.path)
    if not post.loading:
        check_message(post.body, around=_around(world, files), path=post.path)
        if not _has_something(post.body, files):
            raise refuse(50006)
    raw = _blank(world, post) | _content(post.body)
    raw["flags"] = _first_flags(post)
    _mentions(world, raw, post.body, post.channel, post.author)
    _origin(world, raw, post)
    _place_files(raw, files)
    only_for = post.answer_to.user.id if post.ephemeral and post.answer_to else None
    message = Message(raw, post.channel, post.author, only_for, files)
    world.add_message(message)
    return message


def edit(
    world: World, message: Message, body: Json, uploads: dict[str, Upload], path: Path = ()
) -> Message:
    """Checks, applies and tells an edit; refuses as Discord does."""
    before = message.raw
    files = _take_files(world, body, uploads, message.files, path, edit=True)
    check_message(body, before=before, around=_around(world, files), path=path)
    raw = copy.deepcopy(before) | {
        key: value for key, value in _content(body).items() if key in body
    }
    asked = body.get("flags") or 0
    raw["flags"] = (before["flags"] & ~LOADING) | (asked & (SUPPRESS_EMBEDS | COMPONENTS_V2))
    if not _has_something(raw, files):
        raise refuse(50006)
    if "content" in body or "components" in body:
        _mentions(world, raw, body, message.channel, message.author)
    _place_files(raw, files)
    if not message.loading:
        raw["edited_timestamp"] = timestamp()
    message.raw, message.files = raw, files
    message.edits += 1
    world.tell("edit", message)
    return message


def _around(world: World, files: dict[str, Json]) -> Surroundings:
    return Surroundings(set(world.emojis), {file["filename"] for file in files.values()})


def _has_something(body: Json, files: dict[str, Json]) -> bool:
    """A message needs a text, an embed, a component or a file."""
    text = str(body.get("content") or "").strip()
    return bool(text or body.get("embeds") or body.get("components") or files)


def _blank(world: World, post: Post) -> Json:
    raw: Json = {
        "id": world.ids.new(),
        "channel_id": post.channel.id,
        "type": DEFAULT_MESSAGE,
        "author": post.author.raw(),
        "timestamp": timestamp(),
        "edited_timestamp": None,
        "tts": False,
        "pinned": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
    }
    if post.body.get("nonce") is not None:
        raw["nonce"] = post.body["nonce"]
    return raw


def _content(body: Json) -> Json:
    return {
        "content": str(body.get("content") or "").strip(),
        "embeds": [_embed(embed) for embed in body.get("embeds") or ()],
        "components": as_returned(body.get("components")),
    }


def _embed(embed: Json) -> Json:
    kept = {key: copy.deepcopy(value) for key, value in embed.items() if value is not None}
    for entry in kept.get("fields", ()):
        entry.setdefault("inline", False)
    return kept | {"type": "rich"}


def _first_flags(post: Post) -> int:
    flags = int(post.body.get("flags") or 0) & SETTABLE
    return flags | (EPHEMERAL if post.ephemeral else 0) | (LOADING if post.loading else 0)


def _mentions(world: World, raw: Json, body: Json, channel: Channel, author: User) -> None:
    """Fills in who is mentioned; `allowed_mentions` narrows it, as Discord's own answer shows."""
    text = "\n".join(texts(raw))
    allowed = body.get("allowed_mentions")
    named = dict.fromkeys(MENTION.findall(text))
    users = [world.users[user_id] for user_id in named if user_id in world.users]
    raw["mentions"] = [user.raw() for user in users if _may_mention(allowed, user)]
    everyone = allowed is None or "everyone" in (allowed.get("parse") or ())
    may = world.permissions(author, channel) & Perm.MENTION_EVERYONE
    raw["mention_everyone"] = bool(everyone and may and re.search(r"@(everyone|here)\b", text))


def _may_mention(allowed: Json | None, user: User) -> bool:
    if allowed is None:
        return True
    in_parse = "users" in (allowed.get("parse") or ())
    return in_parse or user.id in [str(named) for named in allowed.get("users") or ()]


def _origin(world: World, raw: Json, post: Post) -> None:
    """Says what the message answers: an interaction, another message, or nothing."""
    refers_to = post.reply_to
    if post.answer_to is not None:
        raw["application_id"] = raw["webhook_id"] = world.application_id
        raw["interaction_metadata"] = post.answer_to.metadata()
        refers_to = post.answer_to.answered_message()
        if refers_to is None:
            raw["type"] = COMMAND_ANSWER
    if refers_to is not None:
        raw["type"] = REPLY
        raw["message_reference"] = {
            "type": 0,
            "channel_id": post.channel.id,
            "message_id": refers_to.id,
        }
    if post.reply_to is not None:
        shown = {k: v for k, v in post.reply_to.raw.items() if k != "referenced_message"}
        raw["referenced_message"] = shown


def _take_files(
    world: World,
    body: Json,
    uploads: dict[str, Upload],
    kept: dict[str, Json],
    path: Path,
    *,
    edit: bool = False,
) -> dict[str, Json]:
    """Attachment id -> attachment of all files the message will have."""
    listed = body.get("attachments")
    if listed is None:
        files = dict(kept) if edit else {}
        wanted: dict[str, Json] = {key: {} for key in uploads}
    else:
        files, wanted = _sort_attachments(listed, uploads, kept, path)
    for key, described in wanted.items():
        attachment = _store(world, described, uploads[key])
        files[attachment["id"]] = attachment
    if len(files) > MAX_FILES:
        raise refuse(30015)
    return files


def _sort_attachments(
    listed: object, uploads: dict[str, Upload], kept: dict[str, Json], path: Path
) -> tuple[dict[str, Json], dict[str, Json]]:
    """Files that stay, and descriptions of the files that come with this request."""
    staying: dict[str, Json] = {}
    coming: dict[str, Json] = {}
    for index, entry in enumerate(listed if isinstance(listed, list) else []):
        key = str(entry.get("id", "")) if isinstance(entry, dict) else ""
        if key in uploads:
            _check_description(entry, (*path, "attachments", index))
            coming[key] = entry
        elif key in kept:
            staying[key] = kept[key] | {k: entry[k] for k in ("description",) if entry.get(k)}
        else:
            sentence = f"Attachment data not found for id {key}"
            place = (*path, "attachments", index)
            raise invalid_form([(place, "MESSAGE_ATTACHMENT_NOT_FOUND", sentence)])
    return staying, coming


def _check_description(entry: Json, path: Path) -> None:
    described = entry.get("description")
    if isinstance(described, str) and len(described) > MAX_DESCRIPTION:
        sentence = f"Must be {MAX_DESCRIPTION} or fewer in length."
        raise invalid_form([((*path, "description"), "BASE_TYPE_MAX_LENGTH", sentence)])


def _store(world: World, described: Json, upload: Upload) -> Json:
    name = described.get("filename") or upload[0] or "unknown"
    name = re.sub(r"[^A-Za-z0-9_.-]", "", str(name).replace(" ", "_")) or "unknown"
    data = upload[1]
    if len(data) > MAX_FILE_BYTES:
        raise refuse(40005)
    file_id = world.ids.new()
    content_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    url = f"{world.files_base}/attachments/{world.store_file(file_id, name, data, content_type)}"
    attachment = {
        "id": file_id,
        "filename": name,
        "size": len(data),
        "url": url,
        "proxy_url": url,
        "content_type": content_type,
    }
    if described.get("description"):
        attachment["description"] = described["description"]
    return attachment


def _place_files(raw: Json, files: dict[str, Json]) -> None:
    """Resolves `attachment://name`; files shown inside leave the plain list of attachments."""
    by_address = {f"attachment://{file['filename']}": file for file in files.values()}
    by_address |= {file["url"]: file for file in files.values()}
    shown: set[str] = set()
    for media in _all_media(raw):
        media.setdefault("proxy_url", media["url"])
        file = by_address.get(media["url"])
        if file is not None:
            media["url"] = media["proxy_url"] = file["url"]
            media["content_type"] = file["content_type"]
            shown.add(file["id"])
    raw["attachments"] = [file for file in files.values() if file["id"] not in shown]


def _all_media(raw: Json) -> list[Json]:
    found: list[Json] = []
    for component, _ in walk(raw["components"]):
        found += media_of(component)
    for embed in raw["embeds"]:
        found += [embed[key] for key in ("image", "thumbnail") if isinstance(embed.get(key), dict)]
    return found


def with_same_nonce(channel: Channel, author: User, body: Json) -> Message | None:
    """The message an earlier identical request made, when the client asked to enforce its nonce."""
    nonce = body.get("nonce")
    if nonce is None or not body.get("enforce_nonce"):
        return None
    for message in reversed(channel.messages.values()):
        if message.raw.get("nonce") == nonce and message.author is author and not message.deleted:
            return message
    return None


def reply_target(channel: Channel, body: Json) -> Message | None:
    """The message a reply points at; 50035 when it is gone and the client insists on it."""
    reference = body.get("message_reference")
    if not reference:
        return None
    if not isinstance(reference, dict):
        raise _unknown_reply()
    found = channel.messages.get(str(reference.get("message_id")))
    if found is not None and not found.deleted and found.only_for is None:
        return found
    if reference.get("fail_if_not_exists", True):
        raise _unknown_reply()
    return None


def _unknown_reply() -> ApiError:
    return invalid_form([(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")])
