"""Pictures by their structure: how many lines and bars, between which limits, with which words."""

import struct
from datetime import timedelta

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from bot.i18n import strict_localizer
from bot.pictures.charts import DPI, LONGEST, WIDTH_PX, drawable, figure_of, png_of
from bot.pictures.sheets import BoardLine, BoardSheet, LineChart, from_json, to_json
from bot.tables.profile_views import ChipsPoint, ProfileView
from bot.ui.profile_picture import profile_picture, profile_sheet
from tests.ui.profiles import TODAY, profile

L10N = strict_localizer("en")
HOSTILE = {
    "right to left": "\u202eevil \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u064a\u0645",
    "mathtext": "$x^2$ \\frac{1}{0} $",
    "emoji": "\U0001f9ff" * 32,
    "flags": "\U0001f1f5\U0001f1ed" * 9,
    "empty": "",
    "invisible": "\u200b\u2060\ufeff",
    "control": "a\x00b\x1bc\nd",
    "long": "W" * 400,
    "marks": "e" + "\u0301" * 60,
    "unassigned": "\U000e0fff\ue000",
    "half a pair": "\ud83d",
}
ENDS = (TODAY - timedelta(days=30)).toordinal(), TODAY.toordinal()


def drawn(view: ProfileView) -> tuple[Figure, Axes, Axes, Axes]:
    figure = figure_of(profile_sheet(view, L10N))
    month, ever, ways = figure.axes
    return figure, month, ever, ways


def words(axes: Axes, side: str) -> list[str]:
    labels = axes.get_xticklabels() if side == "x" else axes.get_yticklabels()
    return [label.get_text() for label in labels]


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_the_chart_of_a_profile_has_two_lines_and_four_bars() -> None:
    figure, month, ever, ways = drawn(profile())
    assert [text.get_text() for text in figure.texts] == ["Ben*"]
    assert [axes.get_title(loc="left") for axes in (month, ever, ways)] == [
        "Net winnings, last 30 days",
        "All time",
        "Hands won by",
    ]
    assert [len(axes.patches) for axes in (month, ever, ways)] == [0, 0, 4]
    zero, line = month.lines
    assert list(zero.get_ydata()) == [0, 0]
    assert list(line.get_ydata()) == [point.chips for point in profile().month]
    assert list(ever.lines[1].get_ydata()) == [point.chips for point in profile().ever]
    assert month.get_xlim() == ENDS
    assert words(month, "x") == ["30 days ago", "15 days ago", "today"]
    assert words(ever, "x") == ["2026-02-08", "today"]


def test_bars_are_as_long_as_their_counts_say_and_the_counts_stand_beside_them() -> None:
    _, _, _, ways = drawn(profile(ways=(1_120, 205, 0, 48)))
    assert [bar.get_width() for bar in ways.patches] == [1_120, 205, 0, 48]
    assert words(ways, "y") == ["Tongits", "own Tawag", "another's Tawag", "the last card"]
    assert [text.get_text() for text in ways.texts] == ["1,120", "205", "0", "48"]
    assert ways.get_xlim()[1] > 1_120
    assert ways.yaxis_inverted()


@pytest.mark.parametrize(("chips", "colour"), [(5, "#57d19a"), (-5, "#ff7b72")])
def test_a_line_is_green_above_nothing_and_red_below(chips: int, colour: str) -> None:
    month = tuple(ChipsPoint(TODAY - timedelta(days=30 - day), chips) for day in range(31))
    assert drawn(profile(month=month))[1].lines[1].get_color() == colour


def test_all_words_lie_inside_the_picture_and_upon_no_others() -> None:
    figure, *charts = drawn(profile("W" * 20, ways=(999_999, 1, 22_222, 333_333)))
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in figure.texts]
    for axes in charts:
        found = [text.get_window_extent() for text in words_of(axes)]
        others = [other.get_window_extent() for other in charts if other is not axes]
        assert not [box for box in found for other in others if box.overlaps(other)]
        boxes += found
    assert len(boxes) > 20
    for place, box in enumerate(boxes):
        assert min(box.x0, box.y0) >= 0
        assert box.x1 <= figure.bbox.width
        assert box.y1 <= figure.bbox.height
        assert box.height >= 12  # pixels of 800: some 6 points on a phone
        assert not [other for other in boxes[:place] if box.overlaps(other)]


def words_of(axes: Axes) -> list[Text]:
    """All that is written in and around a chart, as far as it is drawn."""
    ticks = [*axes.xaxis._update_ticks(), *axes.yaxis._update_ticks()]
    texts = [axes._left_title, *axes.texts, *(tick.label1 for tick in ticks)]
    return [text for text in texts if text.get_text()]


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_no_name_breaks_a_picture(name: str) -> None:
    """Every warning of the library, such as of a missing letter, would fail this test."""
    assert size_of(png_of(profile_sheet(profile(name), L10N))) == (WIDTH_PX, 560)
    line = BoardLine("#1", name, "+5", 1.0, is_viewer=True)
    assert size_of(png_of(BoardSheet(name, (line,))))[0] == WIDTH_PX


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_is_drawn_is_short_and_visible(text: str) -> None:
    found = drawable(text)
    assert found.strip()
    assert len(found) <= LONGEST
    assert found.isprintable()


@pytest.mark.parametrize("count", [0, 1, 10**12])
def test_any_numbers_can_be_drawn(count: int) -> None:
    month = tuple(ChipsPoint(TODAY - timedelta(days=30 - day), -count * day) for day in range(31))
    one_day = (ChipsPoint(TODAY, count), ChipsPoint(TODAY, count))
    view = profile(ways=(count, 0, 0, 0), month=month, ever=one_day)
    assert size_of(png_of(profile_sheet(view, L10N))) == (WIDTH_PX, 560)


def test_a_board_has_a_bar_and_three_words_a_line() -> None:
    lines = tuple(
        BoardLine(f"#{rank}", f"P{rank}", f"{100 - rank}", (16 - rank) / 15, rank == 4)
        for rank in range(1, 31)
    )
    figure = figure_of(BoardSheet("Leaderboard · Net winnings", lines))
    (axes,) = figure.axes
    assert [bar.get_width() for bar in axes.patches] == [abs(line.share) for line in lines]
    assert len({bar.get_facecolor() for bar in axes.patches}) == 3  # gained, lost, the viewer's own
    assert [text.get_text() for text in axes.texts[:3]] == ["#1", "P1", "99"]
    assert len(axes.texts) == 90
    assert [text.get_weight() for text in axes.texts[9:12]] == ["bold"] * 3
    assert figure.get_size_inches()[0] * DPI == WIDTH_PX


def test_a_sheet_goes_to_another_process_and_back_on_one_line() -> None:
    for sheet in (profile_sheet(profile("a\nb"), L10N), BoardSheet("x", ())):
        line = to_json(sheet)
        assert b"\n" not in line
        assert from_json(line) == sheet


def test_the_alt_text_says_what_the_chart_shows_in_figures_and_names_nobody() -> None:
    alt = profile_picture(profile("Ben"), L10N).alt
    chips = [point.chips for point in profile().month]
    for value in (chips[0], chips[-1], min(chips), max(chips)):
        assert f"{abs(value):,}" in alt
    assert "own Tawag 205" in alt
    assert "Ben" not in alt
    assert len(alt) < 1_024


def test_a_chart_needs_no_more_than_its_points() -> None:
    single = LineChart("x", ((1, 5),), ((1, "a"), (1, "b")))
    sheet = profile_sheet(profile(), L10N)
    assert png_of(type(sheet)(sheet.title, single, single, sheet.ways))
