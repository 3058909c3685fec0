"""The one error boundary: every interaction ends in an answer that says what to do.

Commands and clicks run inside `answered`. What cannot be done is a `Refused` with a sentence in
the language files; what nobody foresaw is logged under a short reference that the player gets.

First answers are given here alone, each in time or not at all. discord.py tries an answer again
for half a minute, and Discord takes none after 3 s: until then the panels would wait for it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from io import BytesIO
from typing import Any, Final, TypeVar, cast

import discord
from discord import app_commands

from bot.client import TongitsClient
from bot.i18n import Localizer, localizer
from bot.publisher.delivery import LOST, fate_of
from bot.tables.commands import Command
from bot.tables.outcomes import Accepted, Outcome, Refused
from bot.ui import custom_ids as ids
from bot.ui.controls import Picture, notice
from bot.ui.notices import refusal_text
from data.errors import NotWritten
from data.points import reach
from data.writer import begin_waiting, end_waiting, waited_s

log = logging.getLogger(__name__)

T = TypeVar("T")
Interaction = discord.Interaction[TongitsClient]

# How long after an interaction came its first answer is still tried. Discord counts its 3 s from
# when it sent the interaction, and a write may take the first 2.5 s of them.
ANSWERED_S: Final = 2.8
CARRIED_OUT: Final = "carried out"
ARRIVED: Final = "arrived"


def language_of(interaction: Interaction) -> Localizer:
    """The language of a private answer."""
    return localizer("en")


async def answered(interaction: Interaction, work: Callable[[], Awaitable[None]]) -> None:
    """Runs an interaction's work; whatever happens, the player hears of it. Raises nothing."""
    reach("received")
    begin_waiting()
    with interaction.client.answering():
        await _answered(interaction, work)


async def carry_out(interaction: Interaction, table_id: str, command: Command) -> Outcome:
    """Does a command in the name of an interaction; see `Tables.submit`."""
    outcome = await interaction.client.service.submit(table_id, command, interaction.id)
    if isinstance(outcome, Accepted):
        note_carried_out(interaction)
    return outcome


def note_carried_out(interaction: Interaction) -> None:
    """This delivery changed a table: whatever the player hears of it comes from here."""
    interaction.extras[CARRIED_OUT] = True


async def _answered(interaction: Interaction, work: Callable[[], Awaitable[None]]) -> None:
    try:
        await _work_or_refusal(interaction, work)
    except NotWritten as failure:
        await _not_written(interaction, failure)
    except LOST as error:
        await _discord_failed(interaction, error)
    except Exception as error:  # noqa: BLE001  # the one place that must catch whatever comes
        await _unforeseen(interaction, error)


async def _work_or_refusal(interaction: Interaction, work: Callable[[], Awaitable[None]]) -> None:
    """Runs the work; a second delivery of what was carried out is refused nothing.

    The first one is about to answer, and its player must not read instead that they sit already.
    """
    try:
        await work()
    except Refused as refused:
        is_own = CARRIED_OUT in interaction.extras
        if is_own or not await interaction.client.service.was_carried_out(interaction.id):
            await _refuse(interaction, refused)
        else:
            log.info("interaction %s came twice", interaction.id)


async def command_failed(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """What a command's own code never saw: an option the present command does not take."""
    await _unforeseen(interaction, error)


async def in_time(call: Callable[[], Awaitable[T]]) -> T:
    """What a call answers that has to arrive before Discord gives up on the interaction.

    Raises `TimeoutError` instead of trying on. Nobody knows then whether it arrived.
    """
    left_s = ANSWERED_S - waited_s()
    if left_s <= 0:
        raise TimeoutError
    async with asyncio.timeout(left_s):
        answer = await call()
    end_waiting()
    return answer


def note_arrived(interaction: Interaction) -> None:
    """The first answer arrived after all, though its reply was lost: there is no second one."""
    interaction.extras[ARRIVED] = True
    end_waiting()


def is_answered(interaction: Interaction) -> bool:
    """Whether the first answer is known to have arrived."""
    return interaction.response.is_done() or ARRIVED in interaction.extras


async def send_private(interaction: Interaction, view: discord.ui.LayoutView) -> None:
    """Answers, or follows up an answer, so that only the player sees it."""
    response = interaction.response
    if is_answered(interaction):
        await interaction.followup.send(view=view, ephemeral=True)
    else:
        await in_time(lambda: response.send_message(view=view, ephemeral=True))


async def send_files(
    interaction: Interaction, view: discord.ui.LayoutView, files: Sequence[discord.File]
) -> None:
    """Follows up a promised answer with files that only the player sees."""
    await interaction.followup.send(view=view, files=files, ephemeral=True)


async def send_pictured(
    interaction: Interaction, view: discord.ui.LayoutView, picture: Picture, png: bytes
) -> None:
    """Follows up an answer with what shows a picture, so that only the player sees it."""
    file = discord.File(BytesIO(png), picture.file_name, description=picture.alt)
    await send_files(interaction, view, [file])


async def send_public(interaction: Interaction, view: discord.ui.LayoutView) -> int | None:
    """Answers with a message that everybody sees; its id."""
    return (await in_time(lambda: interaction.response.send_message(view=view))).message_id


async def repaint(interaction: Interaction, view: discord.ui.LayoutView) -> None:
    """Answers by repainting the message that was clicked."""
    await in_time(lambda: interaction.response.edit_message(view=view))


async def repaint_private(interaction: Interaction, view: discord.ui.LayoutView) -> None:
    """Repaints the ephemeral message that was clicked; else answers with a new one."""
    message = interaction.message
    if message and message.flags.ephemeral and not is_answered(interaction):
        await repaint(interaction, view)
    else:
        await send_private(interaction, view)


async def send_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Answers with a form to fill in."""
    await in_time(lambda: interaction.response.send_modal(form))


async def promise_private(interaction: Interaction) -> None:
    """Answers that a private message will follow, unless an answer was given."""
    response = interaction.response
    if not is_answered(interaction):
        await in_time(lambda: response.defer(ephemeral=True, thinking=True))


async def _not_written(interaction: Interaction, failure: NotWritten) -> None:
    """Nothing was played; or it was, and only its answer could not be made up in time."""
    if CARRIED_OUT in interaction.extras:
        log.warning("interaction %s was played and not answered. %s", interaction.id, failure)
        return
    log.warning("interaction %s was not played. %s", interaction.id, failure)
    text = refusal_text("not_played_try_again", {}, language_of(interaction))
    await _tell(interaction, text)


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


async def _refuse(interaction: Interaction, refused: Refused) -> None:
    """Tells a refusal. Who follows its link finds the table, also where its panel was deleted."""
    table_id = refused.values.get("table_id")
    link = await interaction.client.link_to(table_id) if isinstance(table_id, str) else None
    await _tell(interaction, await _refusal(interaction, refused, link))
    if isinstance(table_id, str):
        await interaction.client.publisher.doubt(table_id, "table")


async def _refusal(interaction: Interaction, refused: Refused, link: str | None) -> str:
    """The sentence of a refusal; a table that is named becomes the link to it."""
    values = dict(refused.values)
    names = ("", "", "")
    if values.pop("table_id", None) is not None:
        values["link"] = link
    control = ids.parse(str(cast("Mapping[str, Any]", interaction.data or {}).get("custom_id", "")))
    if "seat" in values and control:
        names = await interaction.client.names_at(control.table_id)
    return refusal_text(refused.code, values, language_of(interaction), names)


async def _tell(interaction: Interaction, text: str) -> None:
    try:
        await send_private(interaction, notice(text))
    except Exception as error:  # noqa: BLE001  # discord.py would log the control, token and all
        log.warning("interaction %s: notice not delivered: %s", interaction.id, fate_of(error))
