"""What moderators did: every act in one line, its reason whole as far as a message holds it."""

import pytest

from bot.i18n import FORMER_PLAYER, strict_localizer
from bot.ui.admin_panel import Done, log_panel
from bot.ui.lint import lint
from tests.ui.reading import text
from tests.ui.situations import DUE_MS, EXTREME_NAMES, TABLE_ID

L10N = strict_localizer("en")
LONGEST = "Spam in #general, again, and after two warnings. " * 5


def done(reason: str, *, who: str = "Ana", about: str = "") -> Done:
    return Done(DUE_MS, "unstick", TABLE_ID, reason, who, about)


@pytest.mark.parametrize(("about", "says"), [("", ""), ("Ben", " Ben")])
def test_an_act_is_one_line_without_gaps(about: str, says: str) -> None:
    shown = text(log_panel([done("it hangs", about=about)], L10N)).splitlines()[-1]
    assert shown == f"<t:1790000000:R> · Ana · unstick `abcdefgh`{says} · it hangs"


def test_a_reason_that_was_taken_away_says_so() -> None:
    shown = text(log_panel([done("", about=FORMER_PLAYER)], L10N)).splitlines()[-1]
    assert " Former player · (reason taken away: " in shown


def test_ten_reasons_as_long_as_may_be_stand_there_whole() -> None:
    reason = LONGEST[:199] + "!"
    shown = log_panel([done(reason, about="Ben")] * 10, L10N)
    assert lint(shown) == []
    assert text(shown).count(reason) == 10


@pytest.mark.parametrize("name", EXTREME_NAMES)
@pytest.mark.parametrize("reason", ["*_" * 100, "@" * 200])
def test_where_a_message_cannot_hold_them_the_longest_reasons_are_cut(
    name: str, reason: str
) -> None:
    acts = [done(reason, who=name, about=name)] * 9
    shown = log_panel([*acts, done("short", who=name)], L10N)
    assert lint(shown) == []
    assert text(shown).endswith(" · short")
    assert len(text(shown).splitlines()) == 11
    assert len(text(shown)) > 3500  # no more is cut than must be
