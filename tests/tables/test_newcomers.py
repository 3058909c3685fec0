"""Who is new, and until when."""

from bot.tables.newcomers import DAY_MS, NewcomerTerms, new_until_ms

MADE_MS = 1_796_000_000_000
ID = (MADE_MS - 1_420_070_400_000) << 22


def test_an_account_is_new_for_seven_days() -> None:
    assert new_until_ms(ID, None) == MADE_MS + 7 * DAY_MS
    assert new_until_ms(ID, MADE_MS) == MADE_MS + 7 * DAY_MS


def test_a_member_is_new_for_a_day_however_old_the_account() -> None:
    assert new_until_ms(ID, MADE_MS + 100 * DAY_MS) == MADE_MS + 101 * DAY_MS


def test_both_can_be_set() -> None:
    assert new_until_ms(ID, MADE_MS, NewcomerTerms(account_ms=0, member_ms=0)) == MADE_MS
