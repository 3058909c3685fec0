"""`/tongits`: open a table, sit down, leave, look."""

from __future__ import annotations

from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.client import TongitsClient
from bot.tables.outcomes import Refused
from bot.tables.service import Terms
from bot.ui.public_panel import public_panel
from bot.ui.rules_panel import rules_panel
from cogs import allowed, house_rules, opening, seating
from cogs.allowed import within
from cogs.answering import Interaction, answered, command_failed, language_of, send_private
from data.setting_values import ALL_CLOCKS, DEFAULT_CLOCK_S
from tongits import match
from tongits.rules import PRESETS, preset

CLOCK_NAMES: Final = ("30 seconds", "60 seconds", "2 minutes", "10 minutes", "24 hours")
CLOCKS: Final[list[app_commands.Choice[int]]] = [
    app_commands.Choice(name=name, value=seconds)
    for name, seconds in zip(CLOCK_NAMES, ALL_CLOCKS, strict=True)
]
RULES: Final[list[app_commands.Choice[str]]] = [
    *(app_commands.Choice(name=name, value=name) for name in PRESETS),
    app_commands.Choice(name="house rules…", value=house_rules.HOUSE),
]


@app_commands.guild_only()
class Play(commands.GroupCog, group_name="tongits", group_description="Tongits tables"):
    """The commands around a table; after the first one, buttons reach everything."""

    @app_commands.command(name="new")
    @app_commands.describe(
        stake=f"Chips each player puts in before the deal, or a unit ({match.DEFAULT_STAKE})",
        rate=f"Chips for each point a loser holds ({match.DEFAULT_RATE}); not used in pagat and go",
        clock=f"Time for a turn ({DEFAULT_CLOCK_S} seconds unless the server's settings differ)",
        rules=f"Which rules the table plays ({PRESETS[0]} unless the server's settings differ)",
    )
    @app_commands.choices(clock=CLOCKS)
    @app_commands.choices(rules=RULES)
    async def new(
        self,
        interaction: Interaction,
        stake: app_commands.Range[int, match.MIN_STAKE, match.MAX_STAKE] | None = None,
        rate: app_commands.Range[int, match.MIN_RATE, match.MAX_RATE] | None = None,
        clock: int | None = None,
        rules: str | None = None,
    ) -> None:
        """Open a table in this channel and sit down as its host."""
        await answered(interaction, lambda: _new(interaction, stake, rate, clock, rules))

    @app_commands.command(name="join")
    async def join(self, interaction: Interaction) -> None:
        """Take a seat at this channel's table."""
        await answered(interaction, lambda: _join(interaction))

    @app_commands.command(name="leave")
    async def leave(self, interaction: Interaction) -> None:
        """Give up your seat; in the middle of a hand you are asked once more."""
        await answered(interaction, lambda: _leave(interaction))

    @app_commands.command(name="hand")
    async def hand(self, interaction: Interaction) -> None:
        """Show your hand, only to you."""
        await answered(interaction, lambda: _hand(interaction))

    @app_commands.command(name="table")
    async def table(self, interaction: Interaction) -> None:
        """Post this channel's table again, below the chat."""
        await answered(interaction, lambda: _table(interaction))

    @app_commands.command(name="rules")
    async def rules(self, interaction: Interaction) -> None:
        """The rules on one short card."""
        await answered(interaction, lambda: _rules(interaction))


async def _new(
    interaction: Interaction,
    stake: int | None,
    rate: int | None,
    clock: int | None,
    rules: str | None,
) -> None:
    """What was left out is as the server's settings have it."""
    settings = await allowed.settings_of(interaction)
    stake = within(match.DEFAULT_STAKE, settings.stakes) if stake is None else stake
    rate = within(match.DEFAULT_RATE, settings.rates) if rate is None else rate
    clock = settings.default_clock_s if clock is None else clock
    rules = settings.rules if rules is None else rules
    _refuse_unoffered(stake, rate, clock, rules)
    if rules == house_rules.HOUSE:
        await house_rules.show(interaction, stake, rate, clock)
    else:
        await _open(interaction, Terms(preset(rules), stake, rate, clock))


def _refuse_unoffered(stake: int, rate: int, clock: int, rules: str) -> None:
    """Raises `Refused("unknown_terms")` for what the command never offered.

    A client shows the limits; nothing says that it keeps them.
    """
    offered = (
        _within(stake, match.MIN_STAKE, match.MAX_STAKE)
        and _within(rate, match.MIN_RATE, match.MAX_RATE)
        and clock in ALL_CLOCKS
        and rules in (*PRESETS, house_rules.HOUSE)
    )
    if not offered:
        raise Refused("unknown_terms")


def _within(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and low <= value <= high


async def _open(interaction: Interaction, terms: Terms) -> None:
    player, opened = await opening.open_table(interaction, terms)
    view = await interaction.client.service.table_view(opened.table_id)
    panel = public_panel(view, language_of(interaction))
    await seating.post_first_panel(interaction, opened.table_id, panel, len(opened.events))
    await seating.welcome(interaction, player, opened)


async def _here(interaction: Interaction) -> str:
    """The table of this channel. Raises `Refused("no_table")`."""
    table_id = await interaction.client.service.table_in(interaction.channel_id or 0)
    if table_id is None:
        raise Refused("no_table")
    return table_id


async def _join(interaction: Interaction) -> None:
    await seating.join_by_command(interaction, await _here(interaction))


async def _leave(interaction: Interaction) -> None:
    await seating.leave(interaction, await seating.table_of(interaction), confirmed=False)


async def _hand(interaction: Interaction) -> None:
    await seating.show_hand(interaction, await seating.table_of(interaction))


async def _table(interaction: Interaction) -> None:
    opening.refuse_without_permissions(interaction)
    await seating.post_again(interaction, await _here(interaction))


async def _rules(interaction: Interaction) -> None:
    table_id = await interaction.client.service.table_in(interaction.channel_id or 0)
    terms = (await interaction.client.service.table_view(table_id)).terms if table_id else None
    await send_private(interaction, rules_panel(language_of(interaction), terms))


async def setup(client: TongitsClient) -> None:
    """Called by discord.py when the extension is loaded."""
    client.tree.error(command_failed)
    await client.add_cog(Play())
