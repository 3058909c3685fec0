"""The server as the API and the gateway show it."""

from __future__ import annotations

from .errors import Json
from .snowflake import timestamp
from .world import World

_UNSET = (
    "icon",
    "banner",
    "splash",
    "discovery_splash",
    "description",
    "application_id",
    "afk_channel_id",
    "system_channel_id",
    "widget_channel_id",
    "rules_channel_id",
    "public_updates_channel_id",
    "safety_alerts_channel_id",
    "vanity_url_code",
    "max_presences",
    "home_header",
    "incidents_data",
)


def guild_raw(world: World) -> Json:
    """The body of GET /guilds/{id}."""
    return dict.fromkeys(_UNSET) | {
        "id": world.guild_id,
        "name": world.guild_name,
        "owner_id": world.owner.id,
        "roles": world.roles_raw(),
        "emojis": [],
        "stickers": [],
        "features": [],
        "preferred_locale": world.locale,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "system_channel_flags": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "region": "us-central",
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "widget_enabled": False,
        "max_members": 25_000_000,
    }


def guild_create(world: World, *, with_members: bool) -> Json:
    """The body of GUILD_CREATE; without the members intent only the bot is among the members."""
    members = list(world.users.values()) if with_members else [world.bot]
    return guild_raw(world) | {
        "joined_at": timestamp(),
        "large": False,
        "unavailable": False,
        "member_count": len(world.users),
        "members": [world.member_raw(user) for user in members],
        "channels": [channel.raw() for channel in world.text_channels()],
        "threads": [],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
