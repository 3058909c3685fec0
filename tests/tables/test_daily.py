"""Which day it is: one of the calendar, from a fixed hour on, whatever the clocks do."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.daily import (
    DAILY,
    DailyTerms,
    begins_ms,
    chips_for,
    day_of,
    next_day_ms,
    streak_on,
)
from bot.tables.days import chips_day

HOUR_MS = 3_600_000
ZONES = (
    *("Asia/Manila", "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Asia/Beirut"),
    *("Australia/Lord_Howe", "Pacific/Apia", "America/Havana", "Africa/Cairo", "UTC"),
)
TERMS = st.builds(DailyTerms, hour=st.integers(0, 23), zone=st.sampled_from(ZONES))
MOMENTS = st.integers(1_200_000_000_000, 2_200_000_000_000)  # 2008 to 2039


def moment(text: str, zone: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def day(text: str) -> int:
    return date.fromisoformat(text).toordinal()


def test_a_day_begins_at_midnight_in_manila() -> None:
    midnight = moment("2026-12-01T00:00", "Asia/Manila")
    assert day_of(midnight - 1) == day("2026-11-30")
    assert day_of(midnight) == day("2026-12-01")
    assert next_day_ms(midnight - 1) == midnight
    assert next_day_ms(midnight) == midnight + 24 * HOUR_MS


@given(MOMENTS)
def test_by_default_it_is_the_day_of_the_refill(now_ms: int) -> None:
    assert date.fromordinal(day_of(now_ms)).strftime("%Y%m%d") == chips_day(now_ms)


def test_before_the_hour_it_is_still_yesterday() -> None:
    terms = DailyTerms(hour=6, zone="Europe/Berlin")
    assert day_of(moment("2026-11-30T05:59", "Europe/Berlin"), terms) == day("2026-11-29")
    assert day_of(moment("2026-11-30T06:00", "Europe/Berlin"), terms) == day("2026-11-30")


@pytest.mark.parametrize(
    ("zone", "changes", "hours"),
    [
        ("Europe/Berlin", "2026-03-29", 23),
        ("Europe/Berlin", "2026-10-25", 25),
        ("America/New_York", "2026-03-08", 23),
        ("America/New_York", "2026-11-01", 25),
        ("Australia/Lord_Howe", "2026-04-05", 24.5),
    ],
)
def test_a_day_on_which_the_clocks_change_is_shorter_or_longer_and_comes_once(
    zone: str, changes: str, hours: float
) -> None:
    terms = DailyTerms(hour=0, zone=zone)
    begun = begins_ms(day(changes), terms)
    assert next_day_ms(begun, terms) - begun == hours * HOUR_MS
    seen = [day_of(begun + quarter * HOUR_MS // 4, terms) for quarter in range(int(hours * 4))]
    assert set(seen) == {day(changes)}


def test_an_hour_that_is_skipped_begins_the_day_when_it_is_skipped() -> None:
    terms = DailyTerms(hour=2, zone="Europe/Berlin")  # 02:00 to 03:00 is not there
    skipped = moment("2026-03-29T03:00", "Europe/Berlin")
    assert day_of(skipped - 1, terms) == day("2026-03-28")
    assert day_of(skipped, terms) == day("2026-03-29")


def test_an_hour_that_comes_twice_begins_the_day_once() -> None:
    terms = DailyTerms(hour=2, zone="Europe/Berlin")  # 02:00 to 03:00 comes twice
    first = moment("2026-10-25T02:00", "Europe/Berlin")
    days = [day_of(first + quarter * HOUR_MS // 4, terms) for quarter in range(-1, 12)]
    assert days == [day("2026-10-24")] + [day("2026-10-25")] * 12


@given(MOMENTS, st.integers(0, 72 * HOUR_MS), TERMS)
def test_days_never_go_back_and_the_next_is_later(now_ms: int, on: int, terms: DailyTerms) -> None:
    today = day_of(now_ms, terms)
    assert day_of(now_ms + on, terms) >= today
    assert begins_ms(today, terms) <= now_ms < next_day_ms(now_ms, terms)
    assert day_of(next_day_ms(now_ms, terms), terms) > today


@given(MOMENTS, TERMS)
def test_a_claim_late_in_the_day_makes_the_next_no_later(now_ms: int, terms: DailyTerms) -> None:
    """A rolling day would drift; a fixed hour is always within a day and the clocks' change."""
    assert next_day_ms(now_ms, terms) - now_ms <= 25 * HOUR_MS


@given(st.lists(st.integers(1, 4), max_size=40))
def test_a_streak_outlives_one_missed_day_and_no_two(steps: list[int]) -> None:
    today, streak = 700_000, 1
    for step in steps:
        was, today = streak, today + step
        streak = streak_on(today, today - step, was)
        assert streak == (was + 1 if step <= 2 else 1)


def test_without_grace_a_missed_day_ends_the_streak() -> None:
    terms = DailyTerms(grace_days=0)
    assert streak_on(12, 11, 5, terms) == 6
    assert streak_on(13, 11, 5, terms) == 1


def test_the_chips_rise_to_the_most_and_stay_there() -> None:
    assert [chips_for(streak) for streak in range(1, 9)] == [100, 120, 140, 160, 180, 200, 200, 200]
    assert (DAILY.hour, DAILY.zone, DAILY.grace_days) == (0, "Asia/Manila", 1)


def test_the_usual_day_needs_no_knowledge_of_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows and small containers have no zone files."""
    monkeypatch.setattr("bot.tables.daily.ZoneInfo", None)
    assert day_of(int(datetime(2026, 11, 30, tzinfo=UTC).timestamp() * 1000)) == day("2026-11-30")
    assert timedelta(milliseconds=next_day_ms(0)) == timedelta(hours=16)
