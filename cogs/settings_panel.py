"""The settings panel: who may see it, every control of it, and its forms.

Whether somebody may manage the server is asked at each press: the panel may have been forged, or
its owner may have lost the right since it was shown.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final

from bot.tables.outcomes import Refused
from bot.tables.setting_views import FORMS, SWITCHES, Form, SettingsView
from bot.ui import custom_ids as ids
from bot.ui.controls import notice
from bot.ui.custom_ids import Control, setting_switch
from bot.ui.notices import refusal_text
from bot.ui.phrases import lines
from bot.ui.settings_form import filled_in, settings_form
from bot.ui.settings_panel import settings_panel
from cogs.allowed import settings_of
from cogs.answering import (
    Interaction,
    language_of,
    repaint_private,
    send_form,
    send_private,
)
from cogs.people import player_of, refuse_others


async def show(interaction: Interaction) -> None:
    """The panel with what counts now, only for who asked."""
    refuse_others(interaction)
    view = await _view(interaction)
    await send_private(interaction, settings_panel(view, language_of(interaction)))


async def answer(interaction: Interaction, control: Control, values: list[str]) -> None:
    """A press on the panel."""
    refuse_others(interaction)
    await _ANSWERS[control.action](interaction, control, values)


async def form_sent(
    interaction: Interaction, name: Form, components: Iterable[Mapping[str, Any]]
) -> None:
    """A form was filled in: what can be read counts, and why the rest does not is told."""
    refuse_others(interaction)
    values, refused = filled_in(name, await _view(interaction), components)
    await _change(interaction, values)
    if refused:
        l10n = language_of(interaction)
        told = [refusal_text(bad.code, bad.values, l10n) for bad in refused]
        await send_private(interaction, notice(lines(*told, l10n("settings-others-kept"))))


async def _pick(interaction: Interaction, control: Control, values: list[str]) -> None:
    """A choice from one of the selects."""
    match control.arg:
        case "rules" if len(values) == 1:
            await _change(interaction, {"rules": values[0]})
        case "clock" if len(values) == 1:
            await _change(interaction, {"clock": _numbers(values)[0]})
        case "clocks":
            await _change(interaction, {"clocks": _numbers(values)})
        case "channels" | "roles" as key:
            chosen = _numbers(values)
            _refuse_strangers(interaction, key, chosen)
            await _change(interaction, {key: chosen})
        case _:
            raise Refused("unknown_control")


async def _switch(interaction: Interaction, control: Control, values: list[str]) -> None:
    name, on = setting_switch(control)
    if name not in SWITCHES:
        raise Refused("unknown_control")
    await _change(interaction, {name: on})


async def _form(interaction: Interaction, control: Control, values: list[str]) -> None:
    name = next((name for name in FORMS if name == control.arg), None)
    if name is None:
        raise Refused("unknown_control")
    await send_form(
        interaction, settings_form(name, await _view(interaction), language_of(interaction))
    )


async def _change(interaction: Interaction, values: Mapping[str, object]) -> None:
    """Sets values in the presser's name, and repaints the panel with what each change does."""
    player, servers = await player_of(interaction), interaction.client.service.servers
    try:
        changed = await servers.change(interaction.guild_id or 0, values, player.player_id)
    except ValueError:
        raise Refused("unknown_control") from None
    panel = settings_panel(await _view(interaction), language_of(interaction), changed or ("none",))
    await repaint_private(interaction, panel)


async def _view(interaction: Interaction) -> SettingsView:
    """The settings, with which of the channels and roles are still there to be shown as chosen."""
    settings, guild = await settings_of(interaction), interaction.guild
    service = interaction.client.service
    last = await service.servers.last_change(interaction.guild_id or 0)
    return SettingsView(
        settings,
        tuple(one for one in settings.channels if guild and guild.get_channel(one)),
        tuple(one for one in settings.roles if guild and guild.get_role(one)),
        (await service.players.get(last.player_id)).name if last else "",
        last.at_ms if last else 0,
    )


def _refuse_strangers(interaction: Interaction, key: str, chosen: tuple[int, ...]) -> None:
    """Raises `Refused` for a channel or a role that is not of this server."""
    guild = interaction.guild
    find = (guild.get_channel if key == "channels" else guild.get_role) if guild else None
    if find is None or not all(find(one) for one in chosen):
        raise Refused("not_on_server")


def _numbers(values: Iterable[str]) -> tuple[int, ...]:
    """Values that are numbers, as Discord sends them. Raises `Refused` for a forged one."""
    listed = tuple(values)
    if not all(one.isascii() and one.isdigit() and len(one) <= 20 for one in listed):
        raise Refused("unknown_control")
    return tuple(map(int, listed))


_ANSWERS: Final[dict[str, Callable[[Interaction, Control, list[str]], Awaitable[None]]]] = {
    ids.SETTING: _pick,
    ids.SETTING_SWITCH: _switch,
    ids.SETTING_FORM: _form,
}
ACTIONS: Final = frozenset(_ANSWERS)
