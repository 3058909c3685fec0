"""The form for the numbers of house rules: what it asks, and what was filled in.

Its custom id holds the whole choice, so a form that is sent after a restart is still understood,
and discord.py need not keep it until then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord

from bot.i18n import Localizer
from bot.ui.house import (
    NUMBERS,
    House,
    house_code,
    number_of,
    read_house,
    read_number,
    with_numbers,
)
from bot.ui.numbers import room_for
from bot.ui.switch_texts import capital
from tongits.errors import BadInput
from tongits.rules import preset

JOKERS: Final = ("0.25", "1.25", "2.25", "1.30", "2.30")  # how many, and their points


def numbers_form(house: House, l10n: Localizer) -> discord.ui.Modal:
    """A form of five fields."""
    custom_id = f"m:{house_code(house)}"
    form = discord.ui.Modal(title=l10n("form-title"), timeout=None, custom_id=custom_id)
    form.add_item(_jokers(house, l10n))
    for name in _asked(house):
        form.add_item(_field(name, house, l10n))
    form.stop()  # else it is kept, with a task, until its time is up
    return form


def house_of_form(custom_id: str) -> House | None:
    """The choice that a form began with; None for another form."""
    kind, _, rest = custom_id.partition(":")
    return read_house(rest) if kind == "m" else None


def filled_in(
    house: House, components: Iterable[Mapping[str, Any]]
) -> tuple[House, list[BadInput]]:
    """The choice with the numbers of a form that was sent, and "bad_number" for each that is none.

    Those keep what was chosen before: so the form that is opened next asks for them alone.
    """
    numbers: dict[str, int] = {}
    refused: list[BadInput] = []
    for name, value in form_values(components):
        if name == "jokers" and value in JOKERS:
            numbers["jokers"], numbers["joker_points"] = map(int, value.split("."))
        elif name in _asked(house):
            try:
                numbers[name] = read_number(name, value)
            except BadInput as bad:
                refused.append(bad)
    return with_numbers(house, numbers), refused


def _asked(house: House) -> list[str]:
    """The numbers that the preset has a use for, besides the jokers."""
    other = "hitter_ante_units" if preset(house.preset).payout == "stake_rate" else "burned_extra"
    return [name for name in NUMBERS if name not in ("jokers", "joker_points", other)]


def _jokers(house: House, l10n: Localizer) -> discord.ui.Label[discord.ui.Modal]:
    chosen = f"{number_of(house, 'jokers')}.{number_of(house, 'joker_points')}"
    options = [
        discord.SelectOption(label=_jokers_text(code, l10n), value=code, default=code == chosen)
        for code in JOKERS
    ]
    chooser: discord.ui.Select[discord.ui.Modal] = discord.ui.Select(
        custom_id="jokers", options=options, min_values=0, required=False
    )
    return discord.ui.Label(text=capital(l10n("name-jokers")), component=chooser)


def _jokers_text(code: str, l10n: Localizer) -> str:
    count, points = map(int, code.split("."))
    return capital(l10n("form-jokers", count=count, points=points))


def _field(name: str, house: House, l10n: Localizer) -> discord.ui.Label[discord.ui.Modal]:
    least, most = NUMBERS[name]
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=name, default=str(number_of(house, name)), max_length=room_for(most)
    )
    description = l10n(f"form-{name}", least=least, most=most)
    text = capital(l10n(f"name-{name}"))
    return discord.ui.Label(text=text, description=description, component=field)


def form_values(components: Iterable[Mapping[str, Any]]) -> Iterable[tuple[str, str]]:
    """Each field's custom id with what stands in it."""
    for part in components:
        inner = part.get("component", part)
        values = inner.get("values") or [inner.get("value", "")]
        yield str(inner.get("custom_id", "")), str(values[0])
