"""What Discord refuses in a message body: content, embeds, mentions, mixing v1 with v2."""

from __future__ import annotations

from typing import Any

from .errors import Json, Path
from .limit_components import Surroundings, check_components, check_url
from .report import Report

SUPPRESS_EMBEDS = 1 << 2
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SILENT = 1 << 12
COMPONENTS_V2 = 1 << 15
MAX_CONTENT = 2000
MAX_EMBED_TEXT = 6000  # over all embeds of one message
MAX_DESCRIPTION = 1024
MAX_FILES = 10
MAX_FILE_BYTES = 10 * 1024 * 1024
LEGACY = ("content", "embeds", "sticker_ids", "poll")  # cannot stand beside v2 components


def check_message(
    body: Json, *, before: Json | None = None, around: Surroundings, path: Path = ()
) -> None:
    """Raises 50035 for a body of a new message, or of an edit of the message `before`.

    >>> check_message({"content": "hello"}, around=Surroundings())
    >>> check_message({"content": "x" * 2001}, around=Surroundings())
    Traceback (most recent call last):
    bot.play.errors.ApiError: 400 50035 Invalid Form Body
    """
    report = Report()
    report.text(body, "content", path, most=MAX_CONTENT)
    report.number(body, "flags", path, least=0, most=2**31)
    _check_nonce(report, body, path)
    v2 = is_v2(body, before)
    if v2:
        _check_no_legacy(report, body, before, path)
    check_components(report, body.get("components"), (*path, "components"), v2=v2, around=around)
    check_embeds(report, body, path)
    _check_allowed_mentions(report, body, path)
    report.raise_if_any()


def is_v2(body: Json, before: Json | None) -> bool:
    """Whether the message will be a Components V2 one; the flag never goes away again."""
    flags = body.get("flags")
    asked = flags if isinstance(flags, int) else 0
    return bool((asked | (before or {}).get("flags", 0)) & COMPONENTS_V2)


def _check_nonce(report: Report, body: Json, path: Path) -> None:
    nonce = body.get("nonce")
    if nonce is not None and len(str(nonce)) > 25:
        report.add((*path, "nonce"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")


def _check_no_legacy(report: Report, body: Json, before: Json | None, path: Path) -> None:
    for key in LEGACY:
        kept = (before or {}).get(key) if key not in body else None
        if body.get(key) or kept:
            report.add(
                (*path, key),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def check_embeds(report: Report, body: Json, path: Path) -> None:
    """Notes every broken limit of a message's embeds."""
    embeds = report.listing(body, "embeds", path, most=10)
    total = 0
    for index, embed in enumerate(embeds):
        place = (*path, "embeds", index)
        if isinstance(embed, dict):
            total += _check_embed(report, embed, place)
        else:
            report.add(place, "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
    if total > MAX_EMBED_TEXT:
        sentence = f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
        report.add((*path, "embeds"), "MAX_EMBED_SIZE_EXCEEDED", sentence)


def _check_embed(report: Report, embed: Json, path: Path) -> int:
    """Characters in the embed, after noting what is wrong with it."""
    report.text(embed, "title", path, most=256)
    report.text(embed, "description", path, most=4096)
    check_url(report, embed.get("url") or None, (*path, "url"))
    size = _length(embed.get("title")) + _length(embed.get("description"))
    report.number(embed, "color", path, least=0, most=0xFFFFFF)
    for key, part, most in (("footer", "text", 2048), ("author", "name", 256)):
        holder = report.mapping(embed, key, path)
        report.text(holder, part, (*path, key), most=most)
        size += _length(holder.get(part))
    for key in ("image", "thumbnail"):
        picture = report.mapping(embed, key, path)
        report.text(picture, "url", (*path, key), least=1, most=2048, must=bool(picture))
    size += _check_fields(report, embed, path)
    if not size and not any(embed.get(key) for key in ("image", "thumbnail", "url")):
        report.required((*path, "description"))
    return size


def _check_fields(report: Report, embed: Json, path: Path) -> int:
    size = 0
    for index, entry in enumerate(report.listing(embed, "fields", path, most=25)):
        place = (*path, "fields", index)
        if not isinstance(entry, dict):
            report.add(place, "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
            continue
        report.text(entry, "name", place, least=1, most=256, must=True)
        report.text(entry, "value", place, least=1, most=1024, must=True)
        size += _length(entry.get("name")) + _length(entry.get("value"))
    return size


def _length(value: Any) -> int:
    return len(value) if isinstance(value, str) else 0


def _check_allowed_mentions(report: Report, body: Json, path: Path) -> None:
    allowed = report.mapping(body, "allowed_mentions", path)
    path = (*path, "allowed_mentions")
    parse = report.listing(allowed, "parse", path, most=3)
    for key in ("users", "roles"):
        named = report.listing(allowed, key, path, most=100)
        if key in parse and named:
            sentence = f"parse:['{key}'] and {key}: [ids...] are mutually exclusive."
            report.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", sentence)
