"""What a server's settings keep people from, with interactions as discord.py hands them in."""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import nullcontext
from types import SimpleNamespace
from typing import cast
from unittest.mock import Mock

import discord
import pytest

from bot.tables.outcomes import Refused
from bot.tables.service import Terms
from cogs import allowed
from cogs.answering import Interaction
from cogs.people import refuse_others
from data.server_settings import ServerSettings
from tongits.rules import preset

GUILD, CHANNEL, THREAD, ROLE = 5, 10, 11, 20


def asked(
    settings: ServerSettings,
    *,
    channel: object = None,
    roles: tuple[int, ...] = (),
    in_dm: bool = False,
) -> Interaction:
    """An interaction in `CHANNEL`, or in a channel that is given."""

    async def get(guild_id: int) -> ServerSettings:
        return settings

    member = Mock(spec=discord.Member)
    member.get_role = lambda role_id: object() if role_id in roles else None
    made = SimpleNamespace(
        client=SimpleNamespace(service=SimpleNamespace(servers=SimpleNamespace(get=get))),
        guild_id=None if in_dm else GUILD,
        channel=channel,
        channel_id=getattr(channel, "id", CHANNEL),
        user=Mock(spec=discord.User) if in_dm else member,
    )
    return cast("Interaction", made)


def thread_in(parent_id: int) -> discord.Thread:
    thread = Mock(spec=discord.Thread)
    thread.id, thread.parent_id = THREAD, parent_id
    return cast("discord.Thread", thread)


async def code_of(work: Awaitable[None]) -> str:
    """The code of a refusal; "" where nothing is refused."""
    try:
        await work
    except Refused as refused:
        return refused.code
    return ""


async def test_where_no_channel_is_chosen_tables_are_opened_everywhere() -> None:
    assert await code_of(allowed.refuse_place(asked(ServerSettings()))) == ""


@pytest.mark.parametrize(
    ("chosen", "channel", "code"),
    [
        ((CHANNEL,), None, ""),
        ((99, CHANNEL), None, ""),
        ((99,), None, "channel_not_allowed"),
        ((CHANNEL,), thread_in(CHANNEL), ""),
        ((THREAD,), thread_in(CHANNEL), ""),
        ((99,), thread_in(CHANNEL), "channel_not_allowed"),
    ],
)
async def test_a_thread_counts_as_the_channel_it_is_in(
    chosen: tuple[int, ...], channel: object, code: str
) -> None:
    interaction = asked(ServerSettings(channels=chosen), channel=channel)
    assert await code_of(allowed.refuse_place(interaction)) == code


@pytest.mark.parametrize(
    ("chosen", "roles", "code"),
    [
        ((), (), ""),
        ((ROLE,), (ROLE, 7), ""),
        ((ROLE, 8), (8,), ""),
        ((ROLE,), (7,), "role_not_allowed"),
        ((ROLE,), (), "role_not_allowed"),
        ((GUILD,), (), ""),  # the role that everybody has
    ],
)
async def test_who_has_one_of_the_roles_may_play(
    chosen: tuple[int, ...], roles: tuple[int, ...], code: str
) -> None:
    interaction = asked(ServerSettings(roles=chosen), roles=roles)
    asks = allowed.refuse_person(interaction, interaction.guild_id, interaction.user)
    assert await code_of(asks) == code


async def test_of_whom_discord_says_nothing_no_role_is_asked() -> None:
    interaction = asked(ServerSettings(roles=(ROLE,)), in_dm=True)
    assert await code_of(allowed.refuse_person(interaction, GUILD, interaction.user)) == ""


@pytest.mark.parametrize(
    ("rules", "stake", "rate", "clock_s", "code"),
    [
        ("book", 5, 1, 60, ""),
        ("book", 50, 2, 30, ""),
        ("book", 4, 1, 60, "stake_not_allowed"),
        ("book", 51, 1, 60, "stake_not_allowed"),
        ("book", 10, 0, 60, "rate_not_allowed"),
        ("book", 10, 3, 60, "rate_not_allowed"),
        ("pagat", 10, 3, 60, ""),  # its payouts know no rate
        ("pagat", 51, 1, 60, "stake_not_allowed"),
        ("go", 10, 1, 600, "clock_not_allowed"),
    ],
)
async def test_terms_keep_to_what_the_server_allows(
    rules: str, stake: int, rate: int, clock_s: int, code: str
) -> None:
    settings = ServerSettings(stakes=(5, 50), rates=(1, 2), clocks=(30, 60))
    terms = Terms(preset(rules), stake, rate, clock_s)
    assert await code_of(allowed.refuse_terms(asked(settings), terms)) == code


@pytest.mark.parametrize(
    ("guild_id", "may", "is_refused"),
    [(GUILD, True, False), (GUILD, False, True), (None, True, True)],
)
def test_only_who_may_manage_a_server_moderates_it(
    guild_id: int | None, may: bool, is_refused: bool
) -> None:
    permissions = discord.Permissions(manage_guild=may)
    interaction = cast("Interaction", SimpleNamespace(guild_id=guild_id, permissions=permissions))
    with pytest.raises(Refused) if is_refused else nullcontext():
        refuse_others(interaction)
