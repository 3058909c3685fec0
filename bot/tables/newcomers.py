"""Who is new, to Discord or to the server, and what newcomers may not do yet. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS
DISCORD_EPOCH_MS: Final = 1_420_070_400_000


@dataclass(frozen=True, slots=True)
class NewcomerTerms:
    """How long an account and a member are new, and the highest stake they may sit down for."""

    account_ms: int = 7 * DAY_MS
    member_ms: int = DAY_MS
    most_stake_chips: int = 10


NEWCOMERS: Final = NewcomerTerms()


def account_made_ms(discord_id: int) -> int:
    """When a Discord account was made, ms since 1970: its id says so.

    >>> account_made_ms(175928847299117063)
    1462015105796
    """
    return (discord_id >> 22) + DISCORD_EPOCH_MS


def new_until_ms(discord_id: int, joined_ms: int | None, terms: NewcomerTerms = NEWCOMERS) -> int:
    """When somebody stops being new, ms since 1970; `joined_ms` None where Discord did not say.

    >>> new_until_ms(175928847299117063, 1_500_000_000_000) - 1_500_000_000_000 == DAY_MS
    True
    """
    known = account_made_ms(discord_id) + terms.account_ms
    return known if joined_ms is None else max(known, joined_ms + terms.member_ms)
