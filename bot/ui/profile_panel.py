"""Somebody's profile: every figure as text, and the picture where there is one."""

from __future__ import annotations

from itertools import pairwise

import discord

from bot.i18n import Localizer
from bot.tables.profile_views import WAYS, ProfileView, VersusView
from bot.ui.controls import Picture, panel
from bot.ui.names import shown_name
from bot.ui.phrases import lines, listed, signed, subtext


def profile_panel(
    view: ProfileView, l10n: Localizer, picture: Picture | None
) -> discord.ui.LayoutView:
    """The profile; without a picture it says that there is none."""
    texts = [
        l10n("profile-title", name=shown_name(view.name)),
        lines(_rating_text(view, l10n), _hands_text(view, l10n), _calls_text(view, l10n)),
        lines(_chips_text(view, l10n), _month_text(view, l10n), ways_text(view, l10n)),
        "" if view.is_viewer else _versus_text(view, l10n),
        "" if picture else subtext(l10n("profile-no-picture")),
    ]
    return panel(texts, picture=picture)


def ways_text(view: ProfileView, l10n: Localizer) -> str:
    """By what the player won, the most frequent first."""
    counted = [(count, way) for count, way in zip(view.ways, WAYS, strict=True) if count]
    counted.sort(key=lambda one: -one[0])
    if not counted:
        return l10n("profile-no-ways")
    words = [
        l10n("profile-way", way=l10n(f"profile-way-{way}"), count=count) for count, way in counted
    ]
    return l10n("profile-ways", ways=listed(words))


def share(l10n: Localizer, part: int, whole: int) -> str:
    """A share in percent, cut to a tenth as on the leaderboards.

    >>> from bot.i18n import localizer
    >>> share(localizer("en"), 2, 3), share(localizer("en"), 0, 0)
    ('66.6 %', '0.0 %')
    """
    tenths = part * 1_000 // whole if whole else 0
    return l10n("profile-percent", percent=f"{tenths // 10}.{tenths % 10}")


def _rating_text(view: ProfileView, l10n: Localizer) -> str:
    rating = view.rating
    if rating is None:
        return l10n("profile-unrated")
    return l10n("profile-rating", points=rating.points, doubt=rating.doubt, hands=rating.hands)


def _hands_text(view: ProfileView, l10n: Localizer) -> str:
    tongits = view.ways[0]
    return l10n(
        "profile-hands",
        hands=view.hands,
        won=view.won,
        rate=share(l10n, view.won, view.hands),
        tongits=tongits,
        tongits_rate=share(l10n, tongits, view.hands),
        burned=view.burned,
        burned_rate=share(l10n, view.burned, view.hands),
    )


def _calls_text(view: ProfileView, l10n: Localizer) -> str:
    if not view.calls:
        return l10n("profile-no-calls")
    return l10n(
        "profile-calls",
        calls=view.calls,
        rate=share(l10n, view.calls, view.hands),
        won=view.calls_won,
        won_rate=share(l10n, view.calls_won, view.calls),
    )


def _chips_text(view: ProfileView, l10n: Localizer) -> str:
    return l10n(
        "profile-chips",
        net=signed(l10n, view.net_chips),
        biggest=signed(l10n, view.biggest_chips),
        streak=view.best_streak,
    )


def _month_text(view: ProfileView, l10n: Localizer) -> str:
    """What the first chart shows, in figures."""
    chips = [point.chips for point in view.month]
    changes = [after - before for before, after in pairwise(chips)]
    return l10n(
        "profile-month",
        net=signed(l10n, chips[-1] - chips[0]),
        best=signed(l10n, max(changes)),
        worst=signed(l10n, min(changes)),
    )


def _versus_text(view: ProfileView, l10n: Localizer) -> str:
    name = shown_name(view.name)
    found: VersusView | None = view.versus
    if found is None:
        return l10n("profile-strangers", name=name)
    return l10n(
        "profile-versus",
        name=name,
        hands=found.hands,
        won=found.viewer_won,
        lost=found.player_won,
        net=signed(l10n, found.net_chips),
    )
