"""Sheets as figures and pictures: light on dark, read at the width of a phone.

Only the process that draws imports this: matplotlib takes a second and 60 MB to come up.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ft2font import FT2Font
from matplotlib.ticker import FuncFormatter, MaxNLocator

from bot.pictures.sheets import BarChart, BoardSheet, LineChart, ProfileSheet, Sheet

DPI: Final = 100
WIDTH_PX: Final = 800
PROFILE_PX: Final = 560  # high
ROW_PX, HEAD_PX = 38, 70  # of a board
GROUND, INK, FAINT = "#1e1f22", "#f2f3f5", "#4e5058"
GAIN, LOSS, BAR, OWN = "#57d19a", "#ff7b72", "#7289f5", "#f0b232"
DIGIT_PX, BARS_PX = 13, 250  # wide: a bold digit, and all there is for the bars of a profile
TITLE_PT, TEXT_PT, BOARD_PT = 19, 14, 15
NOBODY: Final = "?"
LONGEST: Final = 64  # letters of any one text

mpl.rcParams.update(
    {
        "font.family": ["DejaVu Sans"],  # it comes with the library, so every machine draws alike
        "font.size": TEXT_PT,
        "text.color": INK,
        "text.parse_math": False,  # a name may hold dollars
        "axes.facecolor": GROUND,
        "axes.edgecolor": FAINT,
        "axes.labelcolor": INK,
        "axes.titlesize": 15,
        "axes.titlelocation": "left",
        "axes.unicode_minus": True,
        "xtick.color": INK,
        "ytick.color": INK,
    }
)


def png_of(sheet: Sheet) -> bytes:
    """The picture of a sheet; without the library's name and the time, which nobody needs."""
    file = BytesIO()
    figure_of(sheet).savefig(file, format="png", dpi=DPI, metadata={"Software": None})
    return file.getvalue()


def figure_of(sheet: Sheet) -> Figure:
    """The figure of a sheet."""
    match sheet:
        case ProfileSheet():
            return _profile(sheet)
        case BoardSheet():
            return _board(sheet)


def drawable(text: str) -> str:
    r"""What the font can draw of a text, on one line; letters it lacks and tricks are left out.

    >>> drawable("An\u202ea 🀄\n$x$"), drawable("\U0001f9ff"), drawable("é" * 70)[-1]
    ('Ana $x$', '?', '…')
    """
    words = " ".join(text.split())
    kept = (
        letter
        for letter in unicodedata.normalize("NFC", words)
        if unicodedata.category(letter)[0] != "C"
        and all(font.get_char_index(ord(letter)) for font in _fonts())
    )
    found = " ".join("".join(kept).split())
    return (f"{found[: LONGEST - 1]}…" if len(found) > LONGEST else found) or NOBODY


@cache
def _fonts() -> tuple[FT2Font, ...]:
    """The usual one and the bold one; a letter has to be in both."""
    folder = Path(mpl.get_data_path(), "fonts", "ttf")
    return tuple(FT2Font(folder / f"{name}.ttf") for name in ("DejaVuSans", "DejaVuSans-Bold"))


def _sheet(height_px: int, title: str) -> Figure:
    figure = Figure(figsize=(WIDTH_PX / DPI, height_px / DPI), facecolor=GROUND)
    top = 1 - 12 / height_px
    figure.text(0.02, top, drawable(title), fontsize=TITLE_PT, weight="bold", va="top")
    return figure


def _profile(sheet: ProfileSheet) -> Figure:
    figure = _sheet(PROFILE_PX, sheet.title)
    spaces = figure.add_gridspec(
        2, 2, left=0.1, right=0.97, top=0.83, bottom=0.07, hspace=0.5, wspace=0.75
    )
    _line(figure.add_subplot(spaces[0, :]), sheet.month)
    _line(figure.add_subplot(spaces[1, 0]), sheet.ever)
    _bars(figure.add_subplot(spaces[1, 1]), sheet.ways)
    return figure


def _line(axes: Axes, chart: LineChart) -> None:
    days, chips = [day for day, _ in chart.points], [value for _, value in chart.points]
    colour = LOSS if chips[-1] < 0 else GAIN
    axes.set_title(drawable(chart.title))
    axes.axhline(0, color=FAINT, linewidth=1.5)
    axes.plot(days, chips, color=colour, linewidth=3, solid_capstyle="round")
    axes.fill_between(days, chips, color=colour, alpha=0.18)
    axes.set_xlim(days[0], max(days[-1], days[0] + 1))
    axes.set_xticks([day for day, _ in chart.ticks], [drawable(word) for _, word in chart.ticks])
    _keep_inside(axes)
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _short(value)))
    _bare(axes, ("top", "right"))


def _keep_inside(axes: Axes) -> None:
    """The first and the last word below an axis begin and end with it."""
    labels = axes.get_xticklabels()
    labels[0].set_horizontalalignment("left")
    labels[-1].set_horizontalalignment("right")


def _bars(axes: Axes, chart: BarChart) -> None:
    counts = [count for _, count in chart.bars]
    rows = range(len(counts))
    axes.set_title(drawable(chart.title))
    axes.barh(rows, counts, color=BAR, height=0.62)
    axes.set_yticks(rows, [drawable(word) for word, _ in chart.bars])
    axes.set_xlim(0, max(1, *counts) / (1 - _beside(counts)))
    axes.invert_yaxis()
    axes.set_xticks([])
    axes.tick_params(axis="y", length=0)
    for row, count in enumerate(counts):
        axes.annotate(
            f"{count:,}",
            (count, row),
            (6, 0),
            textcoords="offset points",
            va="center",
            weight="bold",
        )
    _bare(axes, ("top", "right", "bottom"))


def _beside(counts: list[int]) -> float:
    """The share of the bars' width that the longest figure beside them takes."""
    digits = max(len(f"{count:,}") for count in counts)
    return min(0.9, (digits * DIGIT_PX + 10) / BARS_PX)


def _board(sheet: BoardSheet) -> Figure:
    height = HEAD_PX + ROW_PX * len(sheet.lines) + 12
    figure = _sheet(height, sheet.title)
    axes = figure.add_axes((0.02, 12 / height, 0.96, ROW_PX * len(sheet.lines) / height))
    rows = range(len(sheet.lines))
    shades = [OWN if line.is_viewer else BAR if line.share >= 0 else LOSS for line in sheet.lines]
    axes.barh(
        rows, [abs(line.share) for line in sheet.lines], color=shades, alpha=0.35, height=0.86
    )
    axes.set_xlim(0, 1)
    axes.set_ylim(len(sheet.lines) - 0.5, -0.5)
    for row, line in enumerate(sheet.lines):
        weight = "bold" if line.is_viewer else "normal"
        for at, text, side in (
            (0.075, line.rank, "right"),
            (0.1, line.name, "left"),
            (0.985, line.value, "right"),
        ):
            axes.text(
                at, row, drawable(text), ha=side, va="center", fontsize=BOARD_PT, weight=weight
            )
    axes.set_axis_off()
    return figure


def _bare(axes: Axes, sides: Iterable[str]) -> None:
    for side in sides:
        axes.spines[side].set_visible(False)


def _short(chips: float) -> str:
    """Chips in few letters.

    >>> [_short(chips) for chips in (0, -950, 1_500, 20_000, 3_000_000)]
    ['0', '−950', '1.5k', '20k', '3M']
    """
    for size, unit in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if abs(chips) >= size:
            return f"{chips / size:g}{unit}".replace("-", "−")
    return f"{chips:g}".replace("-", "−")
