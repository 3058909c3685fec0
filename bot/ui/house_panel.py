"""Setting up a table's house rules: a preset, its switches, numbers, and what differs so far."""

from __future__ import annotations

import discord
from discord import SelectOption

from bot.i18n import Localizer
from bot.ui import custom_ids
from bot.ui.controls import PRIMARY, SUCCESS, Button, Row, button, panel, row, select
from bot.ui.custom_ids import Control
from bot.ui.house import House, house_code, is_on, offered
from bot.ui.lobby_panel import terms_text
from bot.ui.notices import refusal_text
from bot.ui.phrases import lines, subtext
from bot.ui.rules_panel import differences_text
from bot.ui.switch_texts import capital, value_word
from tongits.errors import BadInput
from tongits.rules import PRESETS, Rules, preset


def house_panel(house: House, l10n: Localizer) -> discord.ui.LayoutView:
    """The private panel on which a table's rules are put together; nothing is open yet."""
    try:
        rules = house.rules
    except BadInput as problem:
        why = refusal_text(problem.code, problem.values, l10n)
        return panel([_head(preset(house.preset), house, l10n), why], _rows(house, l10n, ok=False))
    differ = differences_text(rules, l10n) or l10n("rules-differ-none", preset=house.preset)
    texts = [_head(rules, house, l10n), differ, subtext(l10n("setup-hint"))]
    return panel(texts, _rows(house, l10n, ok=True))


def _head(rules: Rules, house: House, l10n: Localizer) -> str:
    terms = terms_text(rules, house.stake_chips, house.rate, house.clock_s, l10n)
    return lines(l10n("setup-title"), terms)


def _rows(house: House, l10n: Localizer, *, ok: bool) -> list[Row]:
    def press(action: str, label: str, *, enabled: bool = True) -> Button:
        style = SUCCESS if action == custom_ids.SETUP_OPEN else PRIMARY
        return button(_sends(action, house), l10n(label), style=style, enabled=enabled)

    buttons = row(
        press(custom_ids.SETUP_NUMBERS, "button-numbers"),
        press(custom_ids.SETUP_OPEN, "button-open-table", enabled=ok),
        button(_sends(custom_ids.SETUP_BACK, house), l10n("button-back")),
    )
    return [_presets(house, l10n), _flags(house, l10n), buttons]


def _sends(action: str, house: House) -> Control:
    return Control(action, arg=house_code(house))


def _presets(house: House, l10n: Localizer) -> Row:
    options = [
        SelectOption(
            label=capital(l10n("rules-name", preset=name)),
            value=name,
            description=l10n(f"setup-{name}"),
            default=name == house.preset,
        )
        for name in PRESETS
    ]
    return row(select(_sends(custom_ids.SETUP_PRESET, house), l10n("setup-preset"), options))


def _flags(house: House, l10n: Localizer) -> Row:
    options = [
        SelectOption(
            label=capital(l10n(f"short-{name}", value=value_word(on[name]))),
            value=name,
            default=is_on(house, (name, on, off)),
        )
        for name, on, off in offered(house)
    ]
    sends = _sends(custom_ids.SETUP_FLAGS, house)
    return row(select(sends, l10n("setup-flags"), options, least=0, most=len(options)))
