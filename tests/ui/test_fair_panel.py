"""The report on fair play: figures beside what is likely, whole as far as a message holds it."""

import re

import pytest

from bot.i18n import strict_localizer
from bot.tables.fair_views import FairView, FigureView, HandMark, PairView
from bot.ui.fair_panel import fair_panel
from bot.ui.lint import MAX_TEXT, lint
from tests.ui.reading import text
from tests.ui.situations import DUE_MS, EXTREME_NAMES

L10N = strict_localizer("en")
ACCUSING = re.compile(r"cheat|collu|guilt|suspic|ban(ned)?\\b|dump|fraud", re.IGNORECASE)


def report(pairs: int, name: str = "Ana", *, chips: int = 10**9, unusual: bool = True) -> FairView:
    """As many pairs, each with all that may be unusual about one."""
    hands = (HandMark("abcdefgh", 1_000, DUE_MS),) * 5
    figures = tuple(
        FigureView(question, name, name, chips, -chips, chips, unusual, hands)
        for question in ("flow", "joint", "feeding", "feeding")
    )
    pair = PairView((name, name), 100_000, (100, 100), figures)
    return FairView(None, (pair,) * pairs, pairs, 4_000, 100_000, 5_000, 30, 30, 1_000)


@pytest.mark.parametrize("name", [*EXTREME_NAMES, ""])
@pytest.mark.parametrize("pairs", range(6))
def test_a_report_keeps_the_limits_whoever_it_is_about(pairs: int, name: str) -> None:
    assert lint(fair_panel(report(pairs, name), L10N)) == []


def test_what_does_not_fit_is_counted() -> None:
    shown = text(fair_panel(report(5, "W" * 32), L10N))
    told = shown.count("hands together:")
    assert 1 <= told < 5
    assert f"More pairs stand out: {5 - told}." in shown
    assert len(shown) > MAX_TEXT / 2


def test_five_usual_pairs_fit_whole_but_for_some_of_their_hands() -> None:
    figures = (
        FigureView("flow", "Ana", "Ben", 900, 40, 0, True, (HandMark("abcdefgh", 7, DUE_MS),) * 5),
        FigureView("joint", "Ana", "Ben", 12, 10, 0, False, ()),
        FigureView("feeding", "Ana", "Ben", 9, 8, 80, False, ()),
    )
    pair = PairView(("Ana", "Ben"), 40, (50, 60), figures)
    view = FairView(None, (pair,) * 5, 5, 31, 5_204, 4_980, 30, 30, 1_000)
    shown = text(fair_panel(view, L10N))
    assert shown.count("hands together:") == 5
    assert "More pairs" not in shown


def test_only_an_unusual_figure_is_marked_and_has_hands() -> None:
    assert "◆ Chips that Ana won" in text(fair_panel(report(1), L10N))
    assert "`abcdefgh` hand 1,000 <t:1790000000:d>" in text(fair_panel(report(1), L10N))
    usual = text(fair_panel(report(1, unusual=False), L10N))
    assert "· Chips that Ana won" in usual
    assert "abcdefgh" not in usual


def test_it_says_what_else_figures_can_mean_and_accuses_nobody() -> None:
    for view in (report(1), report(0)):
        shown = text(fair_panel(view, L10N))
        assert not ACCUSING.search(shown)
        assert "for fair play alone" in shown
    assert "No figure shows intent" in text(fair_panel(report(1), L10N))
    assert "beyond what chance" in text(fair_panel(report(0), L10N))
