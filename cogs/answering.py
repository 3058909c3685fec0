"""The one error boundary: every interaction ends in an answer that says what to do.

Commands and clicks run inside `answered`. What cannot be done is a `Refused` with a sentence in
the language files; what nobody foresaw is logged under a short reference that the player gets.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

import aiohttp
import discord
from discord import app_commands

from bot.client import TongitsClient
from bot.delivery import fate_of
from bot.i18n import Localizer, localizer
from bot.tables.outcomes import Refused
from bot.ui import custom_ids as ids
from bot.ui.controls import notice
from bot.ui.notices import refusal_text
from data.errors import NotWritten
from data.points import reach
from data.writer import ASKED

log = logging.getLogger(__name__)

Interaction = discord.Interaction[TongitsClient]


def language_of(interaction: Interaction) -> Localizer:
    """The language of a private answer."""
    return localizer("en")


async def answered(interaction: Interaction, work: Callable[[], Awaitable[None]]) -> None:
    """Runs an interaction's work; whatever happens, the player hears of it. Raises nothing."""
    reach("received")
    ASKED.set(time.monotonic())
    with interaction.client.answering():
        await _answered(interaction, work)


async def _answered(interaction: Interaction, work: Callable[[], Awaitable[None]]) -> None:
    try:
        await work()
    except Refused as refused:
        await _tell(interaction, await _refusal(interaction, refused))
    except NotWritten as failure:
        log.warning("interaction %s was not played. %s", interaction.id, failure)
        l10n = language_of(interaction)
        await _tell(interaction, refusal_text("not_played_try_again", {}, l10n))
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        await _discord_failed(interaction, error)
    except Exception as error:  # noqa: BLE001  # the one place that must catch whatever comes
        await _unforeseen(interaction, error)


async def command_failed(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """What a command's own code never saw: an option the present command does not take."""
    await _unforeseen(interaction, error)


async def send_private(interaction: Interaction, view: discord.ui.LayoutView) -> None:
    """Answers, or follows up an answer, so that only the player sees it."""
    if interaction.response.is_done():
        await interaction.followup.send(view=view, ephemeral=True)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


async def _discord_failed(interaction: Interaction, error: Exception) -> None:
    """A lost answer is no lost move: the state is on disk and the publisher repaints."""
    fate = fate_of(error)
    if fate == "broken":
        await _unforeseen(interaction, error)
    elif fate == "message_gone":
        await _tell(interaction, language_of(interaction)("message-gone"))
    else:
        log.warning("interaction %s: answer not delivered: %s", interaction.id, fate)


async def _unforeseen(interaction: Interaction, error: Exception) -> None:
    reference = secrets.token_hex(3)
    log.error("reference %s: interaction %s failed", reference, interaction.id, exc_info=error)
    l10n = language_of(interaction)
    await _tell(interaction, refusal_text("internal", {"ref": reference}, l10n))


async def _refusal(interaction: Interaction, refused: Refused) -> str:
    """The sentence of a refusal; a table that is named becomes a link to it."""
    values = dict(refused.values)
    names = ("", "", "")
    table_id = values.pop("table_id", None)
    if isinstance(table_id, str):
        values["link"] = await interaction.client.link_to(table_id)
    control = ids.parse(str(cast("Mapping[str, Any]", interaction.data or {}).get("custom_id", "")))
    if "seat" in values and control:
        names = await interaction.client.names_at(control.table_id)
    return refusal_text(refused.code, values, language_of(interaction), names)


async def _tell(interaction: Interaction, text: str) -> None:
    try:
        await send_private(interaction, notice(text))
    except Exception as error:  # noqa: BLE001  # discord.py would log the control, token and all
        log.warning("interaction %s: notice not delivered: %s", interaction.id, fate_of(error))
