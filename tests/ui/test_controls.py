"""Controls reach the client through discord.py's own dispatch, and nothing stays in memory."""

import asyncio
import re
from types import SimpleNamespace
from typing import Any

import discord
from discord.components import _component_factory
from discord.ui.view import ViewStore

from bot.i18n import strict_localizer
from bot.ui.controls import ControlButton, ControlSelect
from bot.ui.hand_panel import hand_panel
from tests.ui.reading import custom_ids
from tests.ui.situations import design_game, seat_view


class Client:
    """Remembers what it was asked to answer."""

    def __init__(self) -> None:
        self.answered: list[object] = []

    async def answer_control(self, interaction: Any) -> None:
        self.answered.append(interaction)


class Press:
    """A stand-in for an interaction: only what the callback reads."""

    def __init__(self, client: Client) -> None:
        self.client = client


def test_every_id_of_a_panel_is_matched_by_exactly_one_class() -> None:
    view = hand_panel(seat_view(design_game(), 1), strict_localizer("en"))
    patterns = [kind.__discord_ui_compiled_template__ for kind in (ControlButton, ControlSelect)]
    for custom_id in custom_ids(view):
        assert sum(bool(pattern.fullmatch(custom_id)) for pattern in patterns) == 1


async def test_a_press_is_answered_by_the_client() -> None:
    client = Client()
    rebuilt: list[tuple[type, discord.ui.Item[Any]]] = [
        (ControlButton, discord.ui.Button(label="Join", custom_id="b:join:abcdefgh:::")),
        (ControlSelect, discord.ui.Select(custom_id="s:pick:abcdefgh:1::")),
    ]
    for kind, item in rebuilt:
        press: Any = Press(client)
        match = re.fullmatch(r"(?P<body>.+)", "x")
        control = await kind.from_custom_id(press, item, match)
        await control.callback(press)
        assert client.answered[-1] is press
    assert len(client.answered) == 2


def test_a_view_is_fresh_for_every_render() -> None:
    shown = seat_view(design_game(), 1)
    l10n = strict_localizer("en")
    assert hand_panel(shown, l10n) is not hand_panel(shown, l10n)
    assert hand_panel(shown, l10n).to_components() == hand_panel(shown, l10n).to_components()


async def test_a_press_inside_the_frame_of_a_panel_finds_its_class_and_its_values() -> None:
    """discord.py's own store rebuilds the message, swaps the control in and calls it back."""
    client = Client()
    store = ViewStore(SimpleNamespace())
    store.add_dynamic_items(ControlButton, ControlSelect)
    shown = hand_panel(seat_view(design_game(), 1), strict_localizer("en")).to_components()
    message = SimpleNamespace(
        components=[_component_factory(part) for part in shown],
        flags=SimpleNamespace(components_v2=True),
        id=1,
    )
    for part in _controls(shown):
        press: Any = Press(client)
        press.message = message
        press.data = {"custom_id": part["custom_id"], "values": ["0"]}
        store.dispatch_view(part["type"], part["custom_id"], press)
        await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})
        assert client.answered[-1] is press
    assert len(client.answered) == len(_controls(shown))
    assert len(store._dynamic_items) == 2
    assert not store._views


def _controls(shown: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = [part for part in shown if "custom_id" in part]
    return found + [inner for part in shown for inner in _controls(part.get("components", []))]
