"""The form for the numbers of house rules: what it asks, and what was filled in.

Its custom id holds the whole choice, so a form that is sent after a restart is still understood. It
ends with letters that no other form has: discord.py keeps open forms by their ids.
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
from bot.ui.switch_texts import capital
from tongits.rules import preset

FORM_S: Final = 900.0  # how long discord.py remembers an open form
JOKERS: Final = ("0.25", "1.25", "2.25", "1.30", "2.30")  # how many, and their points


def numbers_form(house: House, nonce: str, l10n: Localizer) -> discord.ui.Modal:
    """A form of five fields. `nonce`: a few letters that make its id its own."""
    custom_id = f"m:{house_code(house)}:{nonce}"
    form = discord.ui.Modal(title=l10n("form-title"), timeout=FORM_S, custom_id=custom_id)
    form.add_item(_jokers(house, l10n))
    for name in _asked(house):
        form.add_item(_field(name, house, l10n))
    return form


def house_of_form(custom_id: str) -> House | None:
    """The choice that a form began with; None for another form."""
    kind, _, rest = custom_id.partition(":")
    return read_house(rest.partition(":")[0]) if kind == "m" else None


def filled_in(house: House, components: Iterable[Mapping[str, Any]]) -> House:
    """The choice with the numbers of a form that was sent. Raises `BadInput("bad_number")`."""
    numbers: dict[str, int] = {}
    for name, value in _values(components):
        if name == "jokers" and value in JOKERS:
            numbers["jokers"], numbers["joker_points"] = map(int, value.split("."))
        elif name in _asked(house):
            numbers[name] = read_number(name, value)
    return with_numbers(house, numbers)


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
        custom_id=name, default=str(number_of(house, name)), max_length=len(str(most))
    )
    description = l10n(f"form-{name}", least=least, most=most)
    text = capital(l10n(f"name-{name}"))
    return discord.ui.Label(text=text, description=description, component=field)


def _values(components: Iterable[Mapping[str, Any]]) -> Iterable[tuple[str, str]]:
    """Each field's custom id with what stands in it."""
    for part in components:
        inner = part.get("component", part)
        values = inner.get("values") or [inner.get("value", "")]
        yield str(inner.get("custom_id", "")), str(values[0])
