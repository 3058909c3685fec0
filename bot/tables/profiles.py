"""Somebody's profile on a server, as whoever asks may see it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from bot.tables.outcomes import Refused
from bot.tables.profile_views import ChipsPoint, ProfileView, RatingView, VersusView
from bot.tables.service import Tables
from data import boards, people, periods, plays, ratings
from data.db import Connection
from data.plays import PlaySums
from data.skill import MILLI

MONTH_DAYS: Final = 30
MOST_POINTS: Final = 60


async def profile_view(
    service: Tables, guild_id: int, player_id: str, viewer_id: str
) -> ProfileView:
    """A player's profile. Raises `Refused`, see `profile_of`."""
    today = periods.date_of(service.now_ms())
    return await service.db.read(
        lambda conn: profile_of(conn, guild_id, player_id, viewer_id, today)
    )


def profile_of(
    conn: Connection, guild_id: int, player_id: str, viewer_id: str, today: date
) -> ProfileView:
    """A player's profile, read from a few rows.

    Raises `Refused`: "profile_gone" for one who had their data erased, "profile_hidden" for one who
    is on no board, unless they look themselves, "profile_empty" for one without a hand here
    ("profile_none" if that is the viewer).
    """
    sums = _shown_sums(conn, guild_id, player_id, viewer_id)
    days = plays.days_of(conn, guild_id, player_id)
    return ProfileView(
        name=people.get_player(conn, player_id).name,
        is_viewer=player_id == viewer_id,
        hands=sums.hands,
        won=sums.won,
        burned=sums.burned,
        calls=sums.calls,
        calls_won=sums.by_call,
        net_chips=sums.net,
        biggest_chips=sums.biggest,
        best_streak=sums.best_streak,
        ways=(sums.by_tongits, sums.by_call, sums.by_answer, sums.by_stock),
        rating=_rating(conn, guild_id, player_id),
        versus=_versus(conn, guild_id, player_id, viewer_id),
        month=month_of(days, today),
        ever=ever_of(days, today),
    )


def _shown_sums(conn: Connection, guild_id: int, player_id: str, viewer_id: str) -> PlaySums:
    """What a player's hands came to, if the viewer may see it. Raises `Refused`."""
    if people.get_player(conn, player_id).discord_id is None:
        raise Refused("profile_gone")
    is_own = player_id == viewer_id
    if not is_own and boards.is_hidden(conn, player_id):
        raise Refused("profile_hidden")
    sums = plays.sums_of(conn, guild_id, player_id)
    if sums is None:
        raise Refused("profile_none" if is_own else "profile_empty")
    return sums


def _rating(conn: Connection, guild_id: int, player_id: str) -> RatingView | None:
    found = ratings.of(conn, guild_id, player_id)
    if found is None:
        return None
    return RatingView(round(found.mu / MILLI), round(found.sigma / MILLI), found.hands)


def _versus(conn: Connection, guild_id: int, player_id: str, viewer_id: str) -> VersusView | None:
    if player_id == viewer_id:
        return None
    found = plays.together(conn, guild_id, viewer_id, player_id)
    if found is None:
        return None
    return VersusView(found.hands, found.won, found.other_won, found.net)


def month_of(days: Sequence[tuple[date, int]], today: date) -> tuple[ChipsPoint, ...]:
    """The last 30 days, today the last of them, and what stood before they began."""
    eve = today - timedelta(days=MONTH_DAYS)
    return tuple(_at(days, eve + timedelta(days=place)) for place in range(MONTH_DAYS + 1))


def ever_of(days: Sequence[tuple[date, int]], today: date) -> tuple[ChipsPoint, ...]:
    """At most 60 days that lie evenly from the one before the first to today."""
    begin = days[0][0] - timedelta(days=1) if days else today
    whole = max((today - begin).days, 1)
    steps = min(whole, MOST_POINTS - 1)
    shown = (begin + timedelta(days=whole * place // steps) for place in range(steps + 1))
    return tuple(_at(days, day) for day in shown)


def _at(days: Sequence[tuple[date, int]], day: date) -> ChipsPoint:
    """What was won and lost by the end of a day, whether it was played on or not."""
    played = bisect_right(days, day, key=lambda one: one[0])
    return ChipsPoint(day, days[played - 1][1] if played else 0)
