"""A profile to draw."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from bot.tables.profile_views import ChipsPoint, ProfileView, RatingView, VersusView

TODAY = date(2026, 11, 30)


def points(count: int, step: int = 1) -> tuple[ChipsPoint, ...]:
    """So many days up to today; chips go up and down."""
    first = TODAY - timedelta(days=(count - 1) * step)
    return tuple(
        ChipsPoint(first + timedelta(days=place * step), 37 * place - 11 * (place % 7) ** 2 - 90)
        for place in range(count)
    )


def profile(name: str = "Ben*", **changes: object) -> ProfileView:
    whole = ProfileView(
        name=name,
        is_viewer=False,
        hands=1_240,
        won=413,
        burned=88,
        calls=310,
        calls_won=205,
        net_chips=-1_530,
        biggest_chips=240,
        best_streak=6,
        ways=(120, 205, 40, 48),
        rating=RatingView(1_612, 88, 1_199),
        versus=VersusView(31, 12, 9, -85),
        month=points(31),
        ever=points(60, 5),
    )
    return replace(whole, **changes)  # type: ignore[arg-type]
