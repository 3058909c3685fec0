"""The limits checker catches every broken limit it promises to catch."""

from collections.abc import Callable

import discord
import pytest
from discord import SelectOption, ui

from bot.ui.controls import button, notice, panel, row, select
from bot.ui.custom_ids import Control
from bot.ui.lint import lint


def _view(*items: ui.Item) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def _options(count: int) -> list[SelectOption]:
    return [SelectOption(label=f"option {number}", value=str(number)) for number in range(count)]


def _select(options: list[SelectOption], **changes: int) -> ui.LayoutView:
    return panel(["x"], [row(select(Control("pick"), "Cards", options, **changes))])


def _labelled(label: str) -> ui.LayoutView:
    return panel(["x"], [row(button(Control("join"), label))])


def _long_id() -> ui.LayoutView:
    item: ui.Button[ui.LayoutView] = ui.Button(label="x", custom_id="b:" + "x" * 99)
    return panel(["x"], [row(item)])


def _six_buttons() -> ui.LayoutView:
    first = row(*(button(Control("join", arg=str(number)), "x") for number in range(5)))
    first._children.append(button(Control("join", arg="5"), "x"))
    return panel(["x"], [first])


def _select_beside_button() -> ui.LayoutView:
    beside = row(select(Control("pick"), "Cards", _options(1)), button(Control("join"), "x"))
    return panel(["x"], [beside])


def _same_ids() -> ui.LayoutView:
    return panel(["x"], [row(button(Control("join"), "a"), button(Control("join"), "b"))])


BROKEN: dict[str, Callable[[], ui.LayoutView]] = {
    "0 components": _view,
    "letters of text": lambda: _view(ui.TextDisplay("x" * 2001), ui.TextDisplay("x" * 2000)),
    "a text of 0 letters": lambda: notice("  "),
    "a custom id stands twice": _same_ids,
    "a custom id of 101 letters": _long_id,
    "a label of 39 letters": lambda: _labelled("x" * 39),
    "a label of 0 letters": lambda: _labelled(""),
    "a row of": _six_buttons,
    "a row of [3, 2]": _select_beside_button,
    "26 options": lambda: _select(_options(26)),
    "0 options": lambda: _select([]),
    "1 to 3 of 2 options": lambda: _select(_options(2), most=3),
    "2 to 1 of 2 options": lambda: _select(_options(2), least=2, most=1),
    "more options chosen": lambda: _select(
        [SelectOption(label=name, default=True) for name in "ab"], most=1
    ),
    "two options of one value": lambda: _select(
        [SelectOption(label=name, value="v") for name in "ab"]
    ),
    "two options that read the same": lambda: _select(
        [SelectOption(label="a", value=name) for name in "ab"]
    ),
    "a required select": lambda: _view(
        ui.ActionRow(ui.Select(custom_id="s:x", min_values=0, options=_options(1)))
    ),
    "an option's label of 101": lambda: _select([SelectOption(label="x" * 101, value="x")]),
    "an option's value of 101": lambda: _select([SelectOption(label="x", value="x" * 101)]),
    "an option's description of 101": lambda: _select(
        [SelectOption(label="x", description="x" * 101)]
    ),
    "a placeholder of 151": lambda: panel(
        ["x"], [row(select(Control("pick"), "x" * 151, _options(1)))]
    ),
    "the view would time out": ui.LayoutView,
    "an id that nobody answers": lambda: _view(ui.ActionRow(ui.Button(label="x", custom_id="b:x"))),
}


@pytest.mark.parametrize("says", BROKEN)
def test_a_broken_limit_is_reported(says: str) -> None:
    assert any(says in problem for problem in lint(BROKEN[says]()))


def test_more_than_forty_components_are_reported() -> None:
    view = _view(*(ui.TextDisplay("x") for _ in range(40)))
    assert lint(view) == []
    extra = ui.TextDisplay("x")
    view._children.append(extra)
    assert lint(view) == ["41 components: 1 to 40 are allowed"]


def test_a_link_button_needs_no_answer() -> None:
    link = ui.Button(label="x", url="https://example.org", style=discord.ButtonStyle.link)
    assert lint(_view(ui.ActionRow(link))) == []
