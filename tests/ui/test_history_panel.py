"""The statement's panel: every page within Discord's limits, every button leads where it says."""

import pytest

from bot.i18n import strict_localizer
from bot.tables.purse_views import DailyView, HistoryLine, HistoryView
from bot.tables.views import ChipsView
from bot.ui.chips_panel import chips_panel
from bot.ui.custom_ids import HISTORY, LAST_PAGE, Control, history_page, parse
from bot.ui.daily_panel import daily_panel
from bot.ui.history_panel import history_panel
from bot.ui.lint import lint
from tests.test_i18n import LEDGER
from tests.ui.reading import buttons, custom_ids, enabled, text

L10N = strict_localizer("en")
LINE = HistoryLine(1_790_000_000_000, "pay", -25, "table", 330, 22, 3)
BIGGEST = HistoryLine(10**13, "ante_back", -(10**12), "table", 10**12, 2**63, 10**9)


def shown(page: int, pages: int) -> HistoryView:
    return HistoryView(page, pages, (LINE,) * 10)


def leads_to(label: str, page: int, pages: int) -> int | None:
    pressed = buttons(history_panel(shown(page, pages), L10N))[label]["custom_id"]
    control = parse(pressed)
    assert control is not None
    assert control.action == HISTORY
    return history_page(control)


def test_a_line_tells_amount_reason_day_table_and_what_was_there_then() -> None:
    line = text(history_panel(HistoryView(0, 1, (LINE,)), L10N)).splitlines()[1]
    assert line == "<t:1790000000:d> **−25** settled for hand 3 <#22> · at the table 330"


@pytest.mark.parametrize("page", [0, 1, 5_000, 9_999])
def test_pages_keep_the_limits_however_many_there_are(page: int) -> None:
    panel = history_panel(HistoryView(page, 10_000, (BIGGEST,) * 10), L10N)
    assert lint(panel) == []
    assert len(set(custom_ids(panel))) == 5


def test_every_reason_has_its_line_on_one_panel() -> None:
    lines = tuple(HistoryLine(0, why, 5, "wallet", 5, None, 1) for why in LEDGER)
    assert lint(history_panel(HistoryView(0, 1, lines), L10N)) == []


def test_the_first_and_the_last_page_lead_one_way_only() -> None:
    newest, oldest = ["⏮ Newest", "◀ Newer"], ["Older ▶", "Oldest ⏭"]
    assert enabled(history_panel(shown(0, 3), L10N)) == [*oldest, "Chips"]
    assert enabled(history_panel(shown(1, 3), L10N)) == [*newest, *oldest, "Chips"]
    assert enabled(history_panel(shown(2, 3), L10N)) == [*newest, "Chips"]
    assert enabled(history_panel(shown(0, 1), L10N)) == ["Chips"]


def test_the_buttons_lead_where_they_say() -> None:
    assert leads_to("⏮ Newest", 4, 9) == 0
    assert leads_to("◀ Newer", 4, 9) == 3
    assert leads_to("Older ▶", 4, 9) == 5
    assert leads_to("Oldest ⏭", 4, 9) == LAST_PAGE
    assert leads_to("Chips", 4, 9) is None


@pytest.mark.parametrize("arg", ["", "on", "on.", "on.x", "far.1", "on.9999999999", "on.-1"])
def test_a_forged_button_is_refused(arg: str) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        history_page(Control(HISTORY, arg=arg))


def test_chips_and_daily_chips_open_the_statement() -> None:
    chips = chips_panel(ChipsView(990, 0, 0, (), None), L10N)
    daily = daily_panel(DailyView(10**12, 10**6, 10**12, 10**12, 10**13, 3), L10N)
    for panel in (chips, daily):
        assert lint(panel) == []
        assert buttons(panel)["History"]["custom_id"] == "b:history::::open.0"


def test_daily_chips_tell_the_streak_and_its_grace() -> None:
    first = text(daily_panel(DailyView(100, 1, 1_100, 120, 1_790_000_000_000, 1), L10N))
    assert first.splitlines() == [
        "**+100** daily chips. Your wallet: **1,100**",
        "A streak begins: 1 day",
        "One missed day is forgiven.",
        "Next: 120 chips <t:1790000000:R>",
    ]
    strict = text(daily_panel(DailyView(200, 9, 1_100, 200, 1_790_000_000_000, 0), L10N))
    assert "Streak: 9 days" in strict
    assert "forgiven" not in strict
