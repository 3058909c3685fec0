"""What the picture of a profile shows, and its words for whoever does not see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.i18n import Localizer
from bot.pictures.sheets import BarChart, LineChart, Points, ProfileSheet, Ticks
from bot.tables.profile_views import WAYS, ChipsPoint, ProfileView
from bot.ui.controls import Picture
from bot.ui.names import label_name
from bot.ui.phrases import signed
from bot.ui.profile_panel import ways_text

FILE: Final = "profile.png"


def profile_sheet(view: ProfileView, l10n: Localizer) -> ProfileSheet:
    """The charts, with every word in the language of whoever asked."""
    return ProfileSheet(
        title=label_name(view.name),
        month=LineChart(l10n("picture-month"), _points(view.month), _month_ticks(view.month, l10n)),
        ever=LineChart(l10n("picture-ever"), _points(view.ever), _ever_ticks(view.ever, l10n)),
        ways=BarChart(
            l10n("picture-ways"),
            tuple(
                (l10n(f"profile-way-{way}"), count)
                for way, count in zip(WAYS, view.ways, strict=True)
            ),
        ),
    )


def profile_picture(view: ProfileView, l10n: Localizer) -> Picture:
    """The picture's file and what it says in words: only what a leaderboard says as well."""
    chips = [point.chips for point in view.month]
    alt = l10n(
        "picture-alt",
        first=signed(l10n, chips[0]),
        last=signed(l10n, chips[-1]),
        low=signed(l10n, min(chips)),
        high=signed(l10n, max(chips)),
        ways=ways_text(view, l10n),
    )
    return Picture(FILE, alt)


def _points(points: Sequence[ChipsPoint]) -> Points:
    return tuple((point.day.toordinal(), point.chips) for point in points)


def _month_ticks(points: Sequence[ChipsPoint], l10n: Localizer) -> Ticks:
    """The first day, the middle and today."""
    last = points[-1].day.toordinal()
    ago = [(last - days, l10n("picture-days-ago", days=days)) for days in (30, 15)]
    return (*ago, (last, l10n("picture-today")))


def _ever_ticks(points: Sequence[ChipsPoint], l10n: Localizer) -> Ticks:
    """The first day and today."""
    first, last = points[0].day, points[-1].day
    return ((first.toordinal(), f"{first:%Y-%m-%d}"), (last.toordinal(), l10n("picture-today")))
