"""`/privacy`: within Discord's limits whatever people are called and however much they played."""

from dataclasses import replace

import pytest

from bot.i18n import strict_localizer
from bot.ui.custom_ids import ERASE, parse
from bot.ui.lint import lint
from bot.ui.privacy_panel import erase_panel, export_panel, stored_panel
from tests.ui.reading import buttons, text
from tests.ui.situations import EXTREME_NAMES
from tests.ui.test_golden import stored

L10N = strict_localizer("en")


@pytest.mark.parametrize("name", EXTREME_NAMES)
@pytest.mark.parametrize("state", ["open", "closed", "unknown"])
def test_what_is_stored_fits_a_message(name: str, state: str) -> None:
    view = replace(stored(), name=name, dm_state=state, hands=10**9, statement_lines=10**12)
    assert lint(stored_panel(view, L10N)) == []


def test_an_id_is_written_as_discord_writes_it() -> None:
    assert "`223344556677889900`" in text(stored_panel(stored(), L10N))


def test_the_question_names_the_player_that_it_is_about() -> None:
    shown = erase_panel("00ff00ff00ff00ff", L10N)
    assert lint(shown) == []
    control = parse(buttons(shown)["Erase everything"]["custom_id"])
    assert control is not None
    assert (control.action, control.arg) == (ERASE, "00ff00ff00ff00ff")


def test_a_file_is_shown_below_its_words() -> None:
    shown = export_panel(["tongits-data.json"], L10N)
    assert lint(shown) == []
    assert [part["type"] for part in shown.to_components()] == [10, 13]  # type: ignore[no-untyped-call]
