"""Routes of the bot itself: who it is, its commands and emojis, the server and its members."""

from __future__ import annotations

import base64
import binascii
import copy
import re

from .call import Call, Reply
from .errors import Json, invalid_form, refuse
from .guild import guild_raw
from .limit_commands import check_commands
from .world import World

APPLICATION_FLAGS = 1 << 23  # has used application commands
MAX_EMOJI_BYTES = 256 * 1024
DATA_URI = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/=]+)")


def get_me(call: Call) -> Reply:
    """GET /users/@me."""
    extra = {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}
    return 200, call.world.bot.raw() | extra


def get_user(call: Call) -> Reply:
    """GET /users/{id}."""
    user = call.world.users.get(call.params["user_id"])
    if user is None:
        raise refuse(10013)
    return 200, user.raw()


def get_gateway(call: Call) -> Reply:
    """GET /gateway/bot."""
    starts = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
    return 200, {"url": call.gateway_url, "shards": 1, "session_start_limit": starts}


def get_application(call: Call) -> Reply:
    """GET /applications/@me and /oauth2/applications/@me."""
    world = call.world
    return 200, {
        "id": world.application_id,
        "name": world.bot.username,
        "icon": None,
        "description": "",
        "summary": "",
        "bot": world.bot.raw(),
        "owner": world.owner.raw(),
        "team": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": APPLICATION_FLAGS,
        "flags_new": str(APPLICATION_FLAGS),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "eligible_oauth2_scopes": [],
        "explicit_content_filter": 0,
        "type": None,
        "integration_types_config": {"0": {}},
    }


# -- commands ------------------------------------------------------------------------------------


def _scope(call: Call) -> dict[str, Json]:
    """Command id -> command, of the whole application or of the server in the address."""
    if call.params["application_id"] != call.world.application_id:
        raise refuse(20012)
    guild_id = call.params.get("guild_id")
    if guild_id not in (None, call.world.guild_id):
        raise refuse(50001)
    return call.world.commands.setdefault(guild_id, {})


def list_commands(call: Call) -> Reply:
    """GET …/commands."""
    return 200, list(_scope(call).values())


def get_command(call: Call) -> Reply:
    """GET …/commands/{id}."""
    found = _scope(call).get(call.params["command_id"])
    if found is None:
        raise refuse(10063)
    return 200, found


def put_commands(call: Call) -> Reply:
    """PUT …/commands: replaces all; a command of the same name keeps its id."""
    scope = _scope(call)
    check_commands(call.body)
    ids = {(old["type"], old["name"]): old["id"] for old in scope.values()}
    scope.clear()
    for command in call.body:
        made = _command(call, command, ids)
        scope[made["id"]] = made
    call.world.tell("commands")
    return 200, list(scope.values())


def post_command(call: Call) -> Reply:
    """POST …/commands: adds one, or replaces the one of the same name."""
    scope = _scope(call)
    ids = {(old["type"], old["name"]): old["id"] for old in scope.values()}
    key = (call.form.get("type") or 1, call.form.get("name"))
    others = [old for old in scope.values() if (old["type"], old["name"]) != key]
    check_commands([*others, call.form])
    made = _command(call, call.form, ids)
    scope[made["id"]] = made
    call.world.tell("commands")
    return (200 if key in ids else 201), made


def delete_command(call: Call) -> Reply:
    """DELETE …/commands/{id}."""
    get_command(call)
    del _scope(call)[call.params["command_id"]]
    call.world.tell("commands")
    return 204, None


def _command(call: Call, sent: Json, ids: dict[tuple[int, str], str]) -> Json:
    """The command as the API keeps and shows it."""
    kind = sent.get("type") or 1
    member_permissions = sent.get("default_member_permissions")
    made: Json = {
        "id": ids.get((kind, sent["name"])) or call.world.ids.new(),
        "version": call.world.ids.new(),
        "application_id": call.world.application_id,
        "type": kind,
        "default_member_permissions": None
        if member_permissions is None
        else str(member_permissions),
        "dm_permission": sent.get("dm_permission") is not False,
        "contexts": sent.get("contexts"),
        "integration_types": sent.get("integration_types") or [0],
        "nsfw": bool(sent.get("nsfw")),
    }
    for key in ("name", "name_localizations", "description", "description_localizations"):
        made[key] = sent.get(key) or ("" if key == "description" else None)
    if sent.get("options"):
        made["options"] = copy.deepcopy(sent["options"])
    if "guild_id" in call.params:
        made["guild_id"] = call.params["guild_id"]
    return made


# -- emojis --------------------------------------------------------------------------------------


def list_emojis(call: Call) -> Reply:
    """GET /applications/{id}/emojis."""
    return 200, {"items": list(call.world.emojis.values())}


def create_emoji(call: Call) -> Reply:
    """POST /applications/{id}/emojis."""
    world, name = call.world, str(call.form.get("name", ""))
    if not re.fullmatch(r"\w{2,32}", name, re.ASCII):
        sentence = "String value did not match validation regex."
        raise invalid_form([(("name",), "STRING_TYPE_REGEX", sentence)])
    if any(emoji["name"] == name for emoji in world.emojis.values()):
        rule = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
        raise invalid_form([(("name",), rule, "An emoji with that name already exists.")])
    content_type, image = _image(call.form.get("image"))
    emoji_id = world.ids.new()
    world.store_file(emoji_id, f"{name}", image, content_type)
    world.emojis[emoji_id] = _emoji(world, emoji_id, name, animated=content_type == "image/gif")
    return 201, world.emojis[emoji_id]


def _emoji(world: World, emoji_id: str, name: str, *, animated: bool) -> Json:
    return {
        "id": emoji_id,
        "name": name,
        "roles": [],
        "user": world.bot.raw(),
        "require_colons": True,
        "managed": False,
        "available": True,
        "animated": animated,
    }


def _image(uri: object) -> tuple[str, bytes]:
    """Content type and bytes of a data URI; 50035 for anything else or more than 256 KiB."""
    match = DATA_URI.fullmatch(uri) if isinstance(uri, str) else None
    try:
        image = base64.b64decode(match[2], validate=True) if match else b""
    except binascii.Error:
        image = b""
    if match is None or not 0 < len(image) <= MAX_EMOJI_BYTES:
        raise invalid_form([(("image",), "IMAGE_INVALID", "Invalid image data")])
    return f"image/{match[1]}", image


def get_emoji(call: Call) -> Reply:
    """GET /applications/{id}/emojis/{id}."""
    found = call.world.emojis.get(call.params["emoji_id"])
    if found is None:
        raise refuse(10014)
    return 200, found


def delete_emoji(call: Call) -> Reply:
    """DELETE /applications/{id}/emojis/{id}."""
    get_emoji(call)
    del call.world.emojis[call.params["emoji_id"]]
    return 204, None


# -- the server ----------------------------------------------------------------------------------


def _check_guild(call: Call) -> None:
    if call.params["guild_id"] != call.world.guild_id:
        raise refuse(10004)


def get_guild(call: Call) -> Reply:
    """GET /guilds/{id}."""
    _check_guild(call)
    return 200, guild_raw(call.world)


def get_guild_channels(call: Call) -> Reply:
    """GET /guilds/{id}/channels."""
    _check_guild(call)
    return 200, [channel.raw() for channel in call.world.text_channels()]


def get_roles(call: Call) -> Reply:
    """GET /guilds/{id}/roles."""
    _check_guild(call)
    return 200, call.world.roles_raw()


def get_member(call: Call) -> Reply:
    """GET /guilds/{id}/members/{id}."""
    _check_guild(call)
    user = call.world.users.get(call.params["user_id"])
    if user is None:
        raise refuse(10013)
    return 200, call.world.member_raw(user)
