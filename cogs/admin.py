"""`/tongits-admin`: what moderators can do to tables. None of it ever shows a hand."""

from __future__ import annotations

import logging
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import TongitsClient
from bot.tables.commands import Close, Remove
from bot.tables.fair_report import fair_view
from bot.tables.outcomes import Refused
from bot.ui.admin_panel import Done, admin_panel, log_panel
from bot.ui.controls import notice
from bot.ui.fair_panel import fair_panel
from cogs import seating
from cogs.answering import (
    Interaction,
    answered,
    carry_out,
    language_of,
    promise_private,
    send_private,
)
from cogs.people import player_of, refuse_others
from data import moderations
from data.moderations import Action, Moderation

log = logging.getLogger(__name__)

MAX_REASON: Final = 200
LOGGED: Final = 10  # acts that `log` shows
Reason = app_commands.Range[str, 1, MAX_REASON]
WHICH: Final = "The table's id, as `tables` lists it; this channel's table if left out"
WHY: Final = "Why; it is kept with your name"


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class Admin(
    commands.GroupCog, group_name="tongits-admin", group_description="Tongits for moderators"
):
    """Looks after tables; every act is kept with who did it and why."""

    @app_commands.command(name="tables")
    async def tables(self, interaction: Interaction) -> None:
        """List this server's open tables."""
        await answered(interaction, lambda: _list(interaction))

    @app_commands.command(name="end")
    @app_commands.describe(reason=WHY, table=WHICH)
    async def end(self, interaction: Interaction, reason: Reason, table: str = "") -> None:
        """End a table now; every chip goes back to its owner."""
        await answered(interaction, lambda: _end(interaction, reason, table))

    @app_commands.command(name="kick")
    @app_commands.describe(player="Whose seat it is", reason=WHY, table=WHICH)
    async def kick(
        self, interaction: Interaction, player: discord.User, reason: Reason, table: str = ""
    ) -> None:
        """Take a player's seat away; a stand-in plays a running hand to its end."""
        await answered(interaction, lambda: _kick(interaction, player, reason, table))

    @app_commands.command(name="repost")
    @app_commands.describe(reason=WHY, table=WHICH)
    async def repost(self, interaction: Interaction, reason: Reason, table: str = "") -> None:
        """Post a table again, below the chat."""
        await answered(interaction, lambda: _repost(interaction, reason, table))

    @app_commands.command(name="log")
    async def history(self, interaction: Interaction) -> None:
        """List what moderators did to tables here, and why."""
        await answered(interaction, lambda: _log(interaction))

    @app_commands.command(name="fairplay")
    @app_commands.describe(player="Whose pairs; those of the whole server if left out")
    async def fairplay(self, interaction: Interaction, player: discord.User | None = None) -> None:
        """Show pairs whose results together are beyond chance; it accuses nobody."""
        await answered(interaction, lambda: _fairplay(interaction, player))

    @app_commands.command(name="unstick")
    @app_commands.describe(reason=WHY, table=WHICH)
    async def unstick(self, interaction: Interaction, reason: Reason, table: str = "") -> None:
        """Draw everything of a table anew, wake its clock, and end a pause."""
        await answered(interaction, lambda: _unstick(interaction, reason, table))


async def _list(interaction: Interaction) -> None:
    refuse_others(interaction)
    summaries = await interaction.client.service.summaries(interaction.guild_id or 0)
    await send_private(interaction, admin_panel(summaries, language_of(interaction)))


async def _log(interaction: Interaction) -> None:
    """The newest acts of moderators on the server, with their reasons."""
    refuse_others(interaction)
    service, guild_id = interaction.client.service, interaction.guild_id or 0
    kept = await service.db.read(lambda conn: moderations.of_guild(conn, guild_id))
    done = [
        Done(
            at_ms,
            act.action,
            act.table_id,
            act.reason,
            (await service.players.get(act.moderator_id)).name,
            (await service.players.get(act.about_id)).name if act.about_id else "",
        )
        for at_ms, act in kept[: -LOGGED - 1 : -1]
    ]
    await send_private(interaction, log_panel(done, language_of(interaction)))


async def _fairplay(interaction: Interaction, user: discord.abc.User | None) -> None:
    """A long look, so the answer is promised first. Like other looks it is not kept."""
    refuse_others(interaction)
    service = interaction.client.service
    about = await service.players.find(user.id) if user else None
    if user and about is None:
        raise Refused("nobody_played")
    await promise_private(interaction)
    view = await fair_view(service, interaction.guild_id or 0, about)
    await send_private(interaction, fair_panel(view, language_of(interaction)))


async def _end(interaction: Interaction, reason: str, table: str) -> None:
    table_id = await _meant(interaction, table)
    if await _keep(interaction, table_id, "end", reason):
        await carry_out(interaction, table_id, Close("moderator"))
        await _say(interaction, "admin-ended")


async def _kick(interaction: Interaction, user: discord.abc.User, reason: str, table: str) -> None:
    table_id = await _meant(interaction, table)
    service = interaction.client.service
    player = await service.players.find(user.id)
    state = await service.state(table_id)
    if player is None or state.seat_of(player.player_id) is None:
        raise Refused("nobody_there")
    if await _keep(interaction, table_id, "kick", reason, player.player_id):
        await carry_out(interaction, table_id, Remove(player.player_id, "kicked"))
        await _say(interaction, "admin-kicked")


async def _repost(interaction: Interaction, reason: str, table: str) -> None:
    table_id = await _meant(interaction, table)
    if await _keep(interaction, table_id, "repost", reason):
        await seating.post_again(interaction, table_id)


async def _unstick(interaction: Interaction, reason: str, table: str) -> None:
    table_id = await _meant(interaction, table)
    if await _keep(interaction, table_id, "unstick", reason):
        await interaction.client.upkeep.unstick(table_id)
        await interaction.client.publisher.redraw(table_id)
        await _say(interaction, "admin-unstuck")


async def _meant(interaction: Interaction, table: str) -> str:
    """The table that is meant, of this server alone. Raises `Refused`."""
    refuse_others(interaction)
    service = interaction.client.service
    here = table.strip() or await service.table_in(interaction.channel_id or 0)
    if here is None:
        raise Refused("no_table_here")
    if here not in await service.tables_on(interaction.guild_id or 0):
        raise Refused("no_such_table")
    return here


async def _keep(
    interaction: Interaction, table_id: str, action: Action, reason: str, about: str | None = None
) -> bool:
    """Keeps what a moderator is about to do; False for a second delivery, which does nothing."""
    service = interaction.client.service
    moderator = (await player_of(interaction)).player_id
    done = Moderation(interaction.guild_id or 0, table_id, moderator, action, reason, about)
    now, asked = service.now_ms(), interaction.id
    is_first = await service.db.write(lambda conn: moderations.add(conn, done, asked, now))
    if is_first:
        log.info("table %s: %s by moderator %s", table_id, action, moderator)
    return is_first


async def _say(interaction: Interaction, message: str) -> None:
    await send_private(interaction, notice(language_of(interaction)(message)))


async def setup(client: TongitsClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(Admin())
