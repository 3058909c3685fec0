"""The settings panel within Discord's limits, and its forms: what they take and what they keep."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import discord
import pytest

from bot.i18n import strict_localizer
from bot.play.errors import ApiError
from bot.play.limit_components import Surroundings, check_components
from bot.play.limit_modals import check_modal
from bot.play.report import Report
from bot.tables.setting_views import FORMS, SWITCHES, Form, SettingsView
from bot.ui.custom_ids import Control, parse, setting_arg, setting_switch
from bot.ui.lint import lint
from bot.ui.numbers import written_number
from bot.ui.settings_form import filled_in, form_of, settings_form
from bot.ui.settings_panel import settings_panel
from data.server_settings import DEFAULTS, ServerSettings
from data.setting_values import MOST_IDS
from tests.ui.reading import buttons, custom_ids, selects, text

L10N = strict_localizer("en")
IDS = tuple(range(2**63 - MOST_IDS, 2**63))
FULL = ServerSettings(
    rules="pagat",
    stakes=(1_000, 1_000),
    clocks=(30, 60, 120, 600, 86_400),
    channels=IDS,
    roles=IDS,
    daily_zone="America/Argentina/ComodRivadavia",
    account_days=365,
    member_days=365,
    daily_loss=1_000_000,
    tables_each=10,
)
ALL_KEYS = tuple(field.name for field in fields(ServerSettings))
# What one press or one form can change.
SAID: tuple[tuple[str, ...], ...] = (
    (),
    ("none",),
    *((key,) for key in ALL_KEYS),
    *(tuple(dict.fromkeys(field.key for field in form)) for form in FORMS.values()),
)


def view(settings: ServerSettings = DEFAULTS) -> SettingsView:
    return SettingsView(settings, settings.channels, settings.roles, "*" * 32, 10**13)


def sent(typed: Mapping[str, str]) -> list[dict[str, Any]]:
    """What Discord sends of a form's fields."""
    return [{"component": {"custom_id": name, "value": words}} for name, words in typed.items()]


@pytest.mark.parametrize("settings", [DEFAULTS, FULL, ServerSettings(clocks=(30,))])
@pytest.mark.parametrize("said", SAID)
def test_the_panel_keeps_discords_limits(settings: ServerSettings, said: tuple[str, ...]) -> None:
    panel = settings_panel(view(settings), L10N, said)
    assert lint(panel) == []
    assert all(parse(custom_id) for custom_id in custom_ids(panel))
    report = Report()
    check_components(report, panel.to_components(), (), v2=True, around=Surroundings())
    assert report.problems == []


def test_every_setting_can_be_changed_and_says_what_a_change_does() -> None:
    panel = settings_panel(view(), L10N)
    picked = {control.arg for one in custom_ids(panel) if (control := parse(one))}
    by_form = {field.key for form in FORMS.values() for field in form}
    switched = {setting_arg(name, on=not getattr(DEFAULTS, name)) for name in SWITCHES}
    assert picked == {"rules", "clocks", "clock", "channels", "roles", *switched, *FORMS}
    assert {*picked, *by_form, *SWITCHES} >= set(ALL_KEYS)
    for key in ALL_KEYS:
        assert text(settings_panel(view(), L10N, (key,))).startswith("Done: ")


def test_the_default_clock_is_one_of_those_that_are_allowed() -> None:
    panel = settings_panel(view(ServerSettings(clocks=(30, 600), clock=60)), L10N)
    offered = selects(panel)["The clock unless somebody chooses"]["options"]
    assert [(one["value"], one["default"]) for one in offered] == [("30", True), ("600", False)]


def test_a_button_says_what_a_press_will_do() -> None:
    labels = buttons(settings_panel(view(), L10N))
    assert labels["Friendly: turn on"]["custom_id"].endswith("friendly.on")
    labels = buttons(settings_panel(view(ServerSettings(friendly=True)), L10N))
    assert labels["Friendly: turn off"]["custom_id"].endswith("friendly.off")
    control = Control("setting-switch", arg=setting_arg("turn_lines", on=True))
    assert setting_switch(control) == ("turn_lines", True)


@pytest.mark.parametrize("name", FORMS)
def test_a_form_shows_what_counts_and_takes_every_limit_as_it_says_it(name: Form) -> None:
    form = settings_form(name, view(FULL), L10N)
    assert form_of(form.custom_id) == name
    check_modal(form.to_dict(), around=Surroundings())
    typed = {}
    for label, field in zip(form.children, FORMS[name], strict=True):
        assert isinstance(label, discord.ui.Label)
        shown = label.component
        assert isinstance(shown, discord.ui.TextInput)
        typed[shown.custom_id] = str(shown.default)
        if field.limits:
            most = re.findall(r"[0-9][0-9,]*", label.description or "")[-1]
            assert len(most) <= (shown.max_length or 0)
            assert written_number(most, *field.limits) == field.limits[1]
    values, refused = filled_in(name, view(FULL), sent(typed))
    assert refused == []
    assert values == {key: getattr(FULL, key) for key in values}


def test_a_form_too_long_for_discord_would_be_noticed() -> None:
    form = settings_form("stakes", view(), L10N).to_dict()
    form["components"] = form["components"] * 2
    with pytest.raises(ApiError):
        check_modal(form, around=Surroundings())


def test_what_cannot_be_read_is_told_and_the_rest_counts() -> None:
    typed = {"daily_hour": "25", "daily_zone": "moon", "account_days": "0", "member_days": "-3"}
    values, refused = filled_in("days", view(), sent(typed))
    assert values == {"account_days": 0}
    assert [(bad.code, bad.values["value"]) for bad in refused] == [
        ("bad_number", "25"),
        ("bad_zone", "moon"),
        ("bad_number", "-3"),
    ]


@pytest.mark.parametrize(
    ("typed", "values", "codes"),
    [
        ({"stakes-least": "50", "stakes-most": "20"}, {}, ["bad_range"]),
        ({"stakes-least": "x", "stakes-most": "20"}, {}, ["bad_number"]),
        ({"stakes-least": "7"}, {"stakes": (7, 1_000)}, []),
        ({"stakes-most": "1,000"}, {"stakes": (1, 1_000)}, []),
        ({"stakes-most": "1,001"}, {}, ["bad_number"]),
        (
            {"rates-least": "9", "rates-most": "2", "stakes-most": "9"},
            {"stakes": (1, 9)},
            ["bad_range"],
        ),
        ({"no-such-field": "1"}, {}, []),
    ],
)
def test_a_range_changes_as_a_whole_or_not_at_all(
    typed: dict[str, str], values: dict[str, object], codes: list[str]
) -> None:
    found, refused = filled_in("stakes", view(), sent(typed))
    assert found == values
    assert [bad.code for bad in refused] == codes


def test_another_form_is_none_of_the_settings() -> None:
    assert form_of("m:book.10") is None
    assert form_of("n:other") is None


async def test_nothing_of_the_panel_is_kept_by_the_library() -> None:
    panel: Any = settings_panel(view(), L10N)
    assert panel.is_finished()
    assert not panel.is_dispatching()
    assert settings_form("days", view(), L10N).is_finished()
