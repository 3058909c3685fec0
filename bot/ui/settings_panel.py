"""What a server's moderators settle: the present values in plain words, and what changes them."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import SelectOption

from bot.i18n import Localizer, Text
from bot.tables.setting_views import CLOCKS, FORMS, SWITCHES, SettingsView
from bot.ui import custom_ids
from bot.ui.controls import (
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Button,
    Row,
    button,
    channel_select,
    panel,
    role_select,
    row,
    select,
)
from bot.ui.custom_ids import Control, setting_arg
from bot.ui.names import shown_name
from bot.ui.phrases import clock_text, lines, listed, subtext
from bot.ui.switch_texts import capital
from bot.ui.times import relative
from tongits.rules import PRESETS

# The lines of the panel, by what they are about; a key may share the line of another.
_TABLES = ("rules", "stakes", "rates", "clocks", "channels", "turn_lines", "dm_hands", "friendly")
_PEOPLE = ("roles", "account_days", "member_days", "daily_hour", "daily_loss", "tables_each")


def settings_panel(
    view: SettingsView, l10n: Localizer, said: Iterable[str] = ()
) -> discord.ui.LayoutView:
    """The private panel of a moderator. `said`: the keys that were just changed."""
    words = _words(view, l10n)
    # Several keys may say one thing, as the hour and its time zone.
    told = dict.fromkeys(l10n(f"setting-{key}-done", **words) for key in said)
    texts = [
        lines(*told),
        lines(l10n("settings-title"), *(l10n(f"setting-{key}", **words) for key in _TABLES)),
        lines(*(l10n(f"setting-{key}", **words) for key in _PEOPLE)),
        _changed_text(view, l10n),
    ]
    return panel(texts, _rows(view, l10n))


def _changed_text(view: SettingsView, l10n: Localizer) -> str:
    """Who changed anything last."""
    if not view.changed_by:
        return ""
    when, who = relative(view.changed_ms), shown_name(view.changed_by)
    return subtext(l10n("settings-changed", when=when, who=who))


def _words(view: SettingsView, l10n: Localizer) -> dict[str, Text]:
    """Every value in words, under the names that the texts have for them."""
    settings = view.settings
    return {
        "rules": settings.rules,
        "least_stake": settings.stakes[0],
        "most_stake": settings.stakes[1],
        "least_rate": settings.rates[0],
        "most_rate": settings.rates[1],
        "clocks": listed(clock_text(l10n, seconds) for seconds in settings.clocks),
        "clock": clock_text(l10n, settings.default_clock_s),
        "channels": listed(f"<#{one}>" for one in settings.channels) or "none",
        "roles": listed(f"<@&{one}>" for one in settings.roles) or "none",
        "hour": f"{settings.daily_hour:02}:00",
        "zone": settings.daily_zone,
        "account_days": settings.account_days,
        "member_days": settings.member_days,
        "daily_loss": settings.daily_loss,
        "tables_each": settings.tables_each,
        **{name: "on" if getattr(settings, name) else "off" for name in SWITCHES},
    }


def _rows(view: SettingsView, l10n: Localizer) -> list[Row]:
    placeholders = {key: l10n(f"settings-pick-{key}") for key in ("channels", "roles")}
    channels, roles = (Control(custom_ids.SETTING, arg=key) for key in placeholders)
    return [
        _rules(view, l10n),
        _clocks(view, l10n),
        _default_clock(view, l10n),
        row(channel_select(channels, placeholders["channels"], view.channels_there)),
        row(role_select(roles, placeholders["roles"], view.roles_there)),
        row(*(_switch(name, view, l10n) for name in SWITCHES)),
        row(*(_form(name, l10n) for name in FORMS)),
    ]


def _rules(view: SettingsView, l10n: Localizer) -> Row:
    options = [
        SelectOption(
            label=capital(l10n("rules-name", preset=name)),
            value=name,
            description=l10n(f"setup-{name}"),
            default=name == view.settings.rules,
        )
        for name in PRESETS
    ]
    return row(_pick("rules", options, l10n))


def _clocks(view: SettingsView, l10n: Localizer) -> Row:
    chosen = view.settings.clocks
    return row(_pick("clocks", _clock_options(CLOCKS, chosen, l10n), l10n, most=len(CLOCKS)))


def _default_clock(view: SettingsView, l10n: Localizer) -> Row:
    settings = view.settings
    options = _clock_options(settings.clocks, (settings.default_clock_s,), l10n)
    return row(_pick("clock", options, l10n))


def _clock_options(
    offered: tuple[int, ...], chosen: tuple[int, ...], l10n: Localizer
) -> list[SelectOption]:
    return [
        SelectOption(
            label=l10n("settings-clock", clock=clock_text(l10n, seconds)),
            value=str(seconds),
            default=seconds in chosen,
        )
        for seconds in offered
    ]


def _pick(
    key: str, options: list[SelectOption], l10n: Localizer, *, most: int = 1
) -> discord.ui.Select[discord.ui.LayoutView]:
    control = Control(custom_ids.SETTING, arg=key)
    return select(control, l10n(f"settings-pick-{key}"), options, most=most)


def _switch(name: str, view: SettingsView, l10n: Localizer) -> Button:
    """Turns a switch; green while it is on."""
    is_on = getattr(view.settings, name)
    control = Control(custom_ids.SETTING_SWITCH, arg=setting_arg(name, on=not is_on))
    label = l10n(f"settings-switch-{name}", to="off" if is_on else "on")
    return button(control, label, style=SUCCESS if is_on else SECONDARY)


def _form(name: str, l10n: Localizer) -> Button:
    control = Control(custom_ids.SETTING_FORM, arg=name)
    return button(control, l10n(f"settings-form-{name}"), style=PRIMARY)
