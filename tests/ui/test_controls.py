"""discord.py keeps nothing of a panel: neither the view nor a control, however often it is sent."""

from typing import Any

from bot.i18n import strict_localizer
from bot.ui.controls import notice
from bot.ui.custom_ids import parse
from bot.ui.hand_panel import hand_panel
from bot.ui.house import house_of
from bot.ui.numbers_form import numbers_form
from tests.ui.reading import custom_ids
from tests.ui.situations import design_game, seat_view


def test_every_id_of_a_panel_is_read_back_as_a_control() -> None:
    view = hand_panel(seat_view(design_game(), 1), strict_localizer("en"))
    assert custom_ids(view)
    assert all(parse(custom_id) for custom_id in custom_ids(view))


def test_a_view_is_fresh_for_every_render() -> None:
    shown = seat_view(design_game(), 1)
    l10n = strict_localizer("en")
    assert hand_panel(shown, l10n) is not hand_panel(shown, l10n)
    assert hand_panel(shown, l10n).to_components() == hand_panel(shown, l10n).to_components()


async def test_a_view_that_is_sent_is_not_stored() -> None:
    """Stored views of changing ids filled the memory: nine objects a click, for ever."""
    views: list[Any] = [
        hand_panel(seat_view(design_game(), 1), strict_localizer("en")),
        notice("Hello"),
        numbers_form(house_of("book", 10, 1, 60), strict_localizer("en")),
    ]
    assert all(view.is_finished() and not view.is_dispatching() for view in views)
