"""The set-up of house rules: every control of its panel, its form, and the table it opens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, cast

from bot.tables.outcomes import Refused
from bot.tables.service import Terms
from bot.ui import custom_ids as ids
from bot.ui.controls import notice
from bot.ui.custom_ids import Control
from bot.ui.house import House, house_of, read_house, with_flags
from bot.ui.house_panel import house_panel
from bot.ui.notices import refusal_text
from bot.ui.numbers_form import filled_in, house_of_form, numbers_form
from bot.ui.phrases import lines
from cogs import allowed, opening, seating
from cogs.answering import Interaction, language_of, repaint, send_form, send_private
from tongits import match
from tongits.errors import BadInput
from tongits.rules import PRESETS, Rules

HOUSE: Final = "house"  # the choice of `/tongits new` that asks


async def show(interaction: Interaction, stake: int, rate: int, clock: int) -> None:
    """A fresh set-up panel, only for who asked."""
    await opening.refuse_unless_free(interaction)
    house = house_of((await allowed.settings_of(interaction)).rules, stake, rate, clock)
    await allowed.refuse_terms(interaction, Terms(_rules_of(house), stake, rate, clock))
    await send_private(interaction, house_panel(house, language_of(interaction)))


async def form_sent(interaction: Interaction) -> None:
    """The numbers were filled in: the panel shows them, and why any of them is none is told."""
    data = cast("Mapping[str, Any]", interaction.data or {})
    house = house_of_form(str(data.get("custom_id", "")))
    if house is None:
        raise Refused("unknown_control")
    changed, refused = filled_in(house, data.get("components", []))
    await _repaint(interaction, changed)
    if refused:
        l10n = language_of(interaction)
        told = [refusal_text(bad.code, bad.values, l10n) for bad in refused]
        await send_private(interaction, notice(lines(*told, l10n("setup-others-kept"))))


async def _preset(interaction: Interaction, house: House, values: list[str]) -> None:
    """Another preset begins anew: its switches and numbers are its own."""
    name = values[0] if values and values[0] in PRESETS else house.preset
    await _repaint(interaction, house_of(name, house.stake_chips, house.rate, house.clock_s))


async def _flags(interaction: Interaction, house: House, values: list[str]) -> None:
    await _repaint(interaction, with_flags(house, values))


async def _numbers(interaction: Interaction, house: House, values: list[str]) -> None:
    form = numbers_form(house, language_of(interaction))
    await send_form(interaction, form)


async def _open(interaction: Interaction, house: House, values: list[str]) -> None:
    """Opens the table with exactly these rules; the lobby is posted below."""
    terms = Terms(_rules_of(house), house.stake_chips, house.rate, house.clock_s)
    player, opened = await opening.open_table(interaction, terms)
    await interaction.client.publisher.want(opened.table_id, "table", interaction.channel_id)
    text = language_of(interaction)("setup-opened")
    await repaint(interaction, notice(text))
    await seating.welcome(interaction, player, opened)


async def _back(interaction: Interaction, house: House, values: list[str]) -> None:
    text = language_of(interaction)("setup-dropped")
    await repaint(interaction, notice(text))


async def _repaint(interaction: Interaction, house: House) -> None:
    await repaint(interaction, house_panel(house, language_of(interaction)))


def _rules_of(house: House) -> Rules:
    """The rules that were put together. Raises `Refused`, naming two switches that clash."""
    try:
        return house.rules
    except BadInput as bad:
        raise Refused(bad.code, **bad.values) from bad


def _house_of(control: Control) -> House:
    """The choice that a control holds. Raises `Refused` for one that no panel of ours holds."""
    house = read_house(control.arg)
    if (
        house is None
        or not match.MIN_STAKE <= house.stake_chips <= match.MAX_STAKE
        or not match.MIN_RATE <= house.rate <= match.MAX_RATE
    ):
        raise Refused("unknown_control")
    return house


async def answer(interaction: Interaction, control: Control, values: list[str]) -> None:
    """A click on the set-up panel."""
    await _ANSWERS[control.action](interaction, _house_of(control), values)


_ANSWERS: Final[dict[str, Callable[[Interaction, House, list[str]], Awaitable[None]]]] = {
    ids.SETUP_PRESET: _preset,
    ids.SETUP_FLAGS: _flags,
    ids.SETUP_NUMBERS: _numbers,
    ids.SETUP_OPEN: _open,
    ids.SETUP_BACK: _back,
}
ACTIONS: Final = frozenset(_ANSWERS)
