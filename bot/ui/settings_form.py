"""The forms of the settings panel: what they ask, and what was filled in.

A form's custom id says which it is, so one that is sent after a restart is still understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord

from bot.i18n import Localizer
from bot.tables.setting_views import FORMS, Field, Form, SettingsView, known_zone
from bot.ui.numbers import room_for, written_number
from bot.ui.numbers_form import form_values
from bot.ui.switch_texts import capital
from tongits.errors import BadInput

KIND: Final = "n:"
LONGEST_ZONE: Final = 60


def settings_form(name: Form, view: SettingsView, l10n: Localizer) -> discord.ui.Modal:
    """A form with what counts now."""
    form = discord.ui.Modal(
        title=l10n(f"settings-form-{name}"), timeout=None, custom_id=f"{KIND}{name}"
    )
    for field in FORMS[name]:
        form.add_item(_input(field, view, l10n))
    form.stop()  # else it is kept, with a task, until its time is up
    return form


def form_of(custom_id: str) -> Form | None:
    """Which form was sent; None for one that is no form of the settings."""
    return next((name for name in FORMS if custom_id == f"{KIND}{name}"), None)


def filled_in(
    name: Form, view: SettingsView, components: Iterable[Mapping[str, Any]]
) -> tuple[dict[str, object], list[BadInput]]:
    """The settings as a form that was sent wants them, and why others stay as they are.

    A range is one setting: where an end cannot be read, or they are the wrong way round, it stays.
    """
    written = dict(form_values(components))
    values: dict[str, Any] = {}
    refused: list[BadInput] = []
    bad_keys: set[str] = set()
    for field in FORMS[name]:
        if field.name not in written:
            continue
        try:
            _put(values, view, field, _read(field, written[field.name]))
        except BadInput as bad:
            refused.append(bad)
            bad_keys.add(field.key)
    for key in [key for key, value in values.items() if _is_crossed(value)]:
        refused.append(BadInput("bad_range", switch=key))
        bad_keys.add(key)
    return {key: value for key, value in values.items() if key not in bad_keys}, refused


def _read(field: Field, text: str) -> int | str:
    """What was written into a field. Raises `BadInput`."""
    if field.limits is None:
        zone = known_zone(text)
        if zone is None:
            raise BadInput("bad_zone", value=text)
        return zone
    number = written_number(text, *field.limits)
    if number is None:
        least, most = field.limits
        raise BadInput("bad_number", switch=field.name, value=text, least=least, most=most)
    return number


def _put(values: dict[str, Any], view: SettingsView, field: Field, read: int | str) -> None:
    if not field.end:
        values[field.key] = read
        return
    least, most = values.get(field.key, getattr(view.settings, field.key))
    values[field.key] = (read, most) if field.end == "least" else (least, read)


def _is_crossed(value: object) -> bool:
    return isinstance(value, tuple) and value[0] > value[1]


def _input(field: Field, view: SettingsView, l10n: Localizer) -> discord.ui.Label[discord.ui.Modal]:
    text = _shown(field, view)
    room = LONGEST_ZONE if field.limits is None else room_for(field.limits[1])
    written: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=field.name, default=text, max_length=room
    )
    least, most = field.limits or (0, 0)
    return discord.ui.Label(
        text=capital(l10n(f"name-{field.name}")),
        description=l10n(f"settings-field-{field.name}", least=least, most=most),
        component=written,
    )


def _shown(field: Field, view: SettingsView) -> str:
    value = getattr(view.settings, field.key)
    if not field.end:
        return str(value)
    return str(value[0 if field.end == "least" else 1])
