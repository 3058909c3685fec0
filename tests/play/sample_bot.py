"""A small ordinary discord.py bot that uses everything the offline Discord offers.

`python tests/play/sample_bot.py` with TONGITS_DISCORD_API and DISCORD_TOKEN set; or `python
tests/play/sample_bot.py --serve [PORT]`, which starts an offline Discord too and prints its page.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

import discord
from discord import app_commands, ui

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bot.play.pointing import point_discord_at
from bot.play.server import PlayDiscord
from bot.play.waking import Signal

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d494844520000000a0000000a08020000000250"
    "58ea000000134944415478da63fccf801f308eca8e1c5900d2f60113a5d1f7eb0000000049454e44ae426082"
)


class Count(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<n>\d+)"):
    """A button that keeps its number in its custom id."""

    def __init__(self, n: int) -> None:
        super().__init__(ui.Button(label=f"Pressed {n} times", custom_id=f"count:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Count:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=table(self.n + 1))


class Act(ui.DynamicItem[ui.Button[Any]], template=r"act:(?P<what>\w+)"):
    """Buttons that answer in every way there is."""

    def __init__(self, what: str, *, disabled: bool = False) -> None:
        style = discord.ButtonStyle.danger if what == "slow" else discord.ButtonStyle.secondary
        label = f"Try {what}"
        super().__init__(
            ui.Button(label=label, custom_id=f"act:{what}", disabled=disabled, style=style)
        )
        self.what = what

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Act:
        return cls(match["what"])

    async def callback(self, interaction: discord.Interaction) -> None:
        bot = interaction.client
        assert isinstance(bot, SampleBot)
        try:
            await self._act(interaction)
        except discord.HTTPException as error:
            bot.errors.append(error)
            bot.changed.fire()

    async def _act(self, interaction: discord.Interaction) -> None:
        match self.what:
            case "hand":
                await interaction.response.send_message(view=hand(), ephemeral=True)
            case "modal":
                await interaction.response.send_modal(Form())
            case "think":
                await interaction.response.defer(ephemeral=True, thinking=True)
                await asyncio.sleep(0.3)
                await interaction.edit_original_response(content="Thought about it.")
                await interaction.followup.send("And one thing more.", ephemeral=True)
            case "dm":
                await interaction.response.send_message("Look at your DMs.", ephemeral=True)
                try:
                    await interaction.user.send(view=table(0))
                except discord.Forbidden as error:
                    await interaction.followup.send(f"Closed: {error.code}", ephemeral=True)
            case "gone":
                await interaction.response.send_message("Answered all the same.")
            case "twice":
                await interaction.response.defer()
                interaction.response._response_type = None
                await interaction.response.defer()
            case "slow":
                await asyncio.sleep(3.5)
                await interaction.response.send_message("Too late.")
            case "delete":
                await interaction.response.defer()
                await interaction.delete_original_response()


class Pick(ui.DynamicItem[ui.Select[Any]], template=r"pick"):
    """Chooses up to five cards."""

    def __init__(self) -> None:
        cards = ["A♠", "2♠", "3♠", "10♥", "J♥", "Q♦", "K♣"]
        options = [
            discord.SelectOption(
                label=card, value=card, emoji=card[-1], description="Just drawn" if i == 6 else None
            )
            for i, card in enumerate(cards)
        ]
        super().__init__(
            ui.Select(
                custom_id="pick",
                placeholder="Cards to lay",
                min_values=1,
                max_values=5,
                options=options,
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Pick:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        picked: Any = interaction.data
        await interaction.response.edit_message(view=hand(" ".join(picked["values"])))


class Form(ui.Modal, title="A few words"):
    """A form with a text and a select."""

    words: ui.Label[Any] = ui.Label(
        text="Your words", component=ui.TextInput(max_length=50, placeholder="Say something")
    )
    colour: ui.Label[Any] = ui.Label(
        text="Colour",
        component=ui.Select(options=[discord.SelectOption(label=c) for c in ("Red", "Blue")]),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        words, colour = self.words.component, self.colour.component
        assert isinstance(words, ui.TextInput)
        assert isinstance(colour, ui.Select)
        text = f"You said {words.value!r} in {colour.values[0]}."
        await interaction.response.send_message(text, ephemeral=True)


class Row(ui.ActionRow[Any]):
    """A row of given items."""


def table(n: int) -> ui.LayoutView:
    """The public panel."""
    view = ui.LayoutView(timeout=None)
    due = int(time.time()) + 60
    box: ui.Container[Any] = ui.Container(accent_colour=discord.Colour.green())
    box.add_item(ui.TextDisplay(f"## A table\n**Ana** to play, due <t:{due}:R> · `♠ ♥ ♦ ♣`"))
    box.add_item(ui.Separator())
    box.add_item(ui.Section(ui.TextDisplay("7♥ 8♥ 9♥ – *Ben's run*"), accessory=Act("hand")))
    box.add_item(Row(Count(n), Act("modal"), Act("dm"), Act("gone", disabled=True)))
    view.add_item(box)
    view.add_item(Row(Act("think"), Act("twice"), Act("slow"), Act("delete")))
    view.add_item(Row(ui.Button(label="Rules", url="https://example.org/rules")))
    return view


def hand(picked: str = "nothing yet") -> ui.LayoutView:
    """The private panel."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"Your hand: ||A♠ 2♠ 3♠||\nPicked: {picked}"))
    view.add_item(Row(Pick()))
    view.add_item(Row(Count(0)))
    return view


class SampleBot(discord.Client):
    """The bot."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.errors: list[discord.HTTPException] = []  # what answering raised
        self.changed = Signal()
        self.app_permissions = discord.Permissions.none()  # as the last interaction said
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(sample)
        self.tree.add_command(boom)
        self.tree.add_command(pictures)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count, Act, Pick)
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.app_permissions = interaction.app_permissions


sample = app_commands.Group(name="sample", description="Tries things out.")


@sample.command(name="new", description="Opens a table.")
@app_commands.describe(stake="Chips each", rules="Which rules", who="Whom to greet")
@app_commands.choices(rules=[app_commands.Choice(name=n, value=n) for n in ("book", "pagat")])
async def sample_new(
    interaction: discord.Interaction,
    stake: app_commands.Range[int, 1, 1000] = 10,
    rules: str = "book",
    who: discord.User | None = None,
) -> None:
    await interaction.response.send_message(view=table(0))


@sample.command(name="hand", description="Shows your hand.")
async def sample_hand(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=hand(), ephemeral=True)


@app_commands.command(description="Never answers.")
async def boom(interaction: discord.Interaction) -> None:
    return


@app_commands.command(description="An embed, a picture, a file.")
async def pictures(interaction: discord.Interaction) -> None:
    import io

    embed = discord.Embed(title="An embed", description="With **bold** text", colour=0x3366FF)
    embed.add_field(name="One", value="1").add_field(name="Two", value="2")
    embed.set_image(url="attachment://dot.png").set_footer(text="The foot")
    files = [
        discord.File(io.BytesIO(PNG), "dot.png", description="A grey square"),
        discord.File(io.BytesIO(b"hello"), "hello.txt"),
    ]
    await interaction.response.send_message("Look:", embed=embed, files=files)


async def run(api_base: str, token: str) -> None:
    """Runs the bot against an offline Discord until cancelled."""
    point_discord_at(api_base)
    async with SampleBot() as bot:
        await bot.start(token)


async def serve(port: int) -> None:
    """Runs the offline Discord and the bot together."""
    play = PlayDiscord()
    await play.start(port=port)
    print(f"Page:  {play.page_url}", flush=True)
    try:
        await run(play.api_base, play.token)
    finally:
        await play.stop()


if __name__ == "__main__":
    discord.utils.setup_logging()
    if "--serve" in sys.argv:
        asyncio.run(serve(int(sys.argv[2]) if len(sys.argv) > 2 else 0))
    else:
        asyncio.run(run(os.environ["TONGITS_DISCORD_API"], os.environ["DISCORD_TOKEN"]))
