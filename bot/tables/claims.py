"""The chips of the day, claimed: one transaction, and the same day never twice."""

from __future__ import annotations

from bot.tables.daily import DAILY, DailyTerms, begins_ms, chips_for, day_of, next_day_ms, streak_on
from bot.tables.outcomes import Refused
from bot.tables.purse_views import DailyView
from bot.tables.service import Tables
from data import daily, inbox, ledger
from data.daily import Claim
from data.db import Connection
from data.errors import OverCap


async def claim_daily(
    service: Tables,
    guild_id: int,
    player_id: str,
    inbox_id: int | None = None,
    terms: DailyTerms = DAILY,
) -> DailyView:
    """Pays the day's chips; a newcomer to the server gets their first chips with them.

    Raises `Refused`: "daily_claimed", also for a delivery seen before, or "wallet_full".
    """
    now = service.now_ms()

    def work(conn: Connection) -> DailyView:
        if inbox_id is not None and not inbox.is_first(conn, inbox_id, now):
            raise _claimed(now, terms)
        ledger.open_wallet(conn, guild_id, player_id, now)
        claim = _claim(conn, guild_id, player_id, now, terms)
        if not daily.pay(conn, guild_id, player_id, claim, now):
            raise _claimed(now, terms)
        wallet = ledger.wallet_account(guild_id, player_id)
        return DailyView(
            chips=claim.chips,
            streak=claim.streak,
            wallet_chips=ledger.balance(conn, wallet),
            next_chips=chips_for(claim.streak + 1, terms),
            next_at_ms=next_day_ms(now, terms),
            grace_days=terms.grace_days,
        )

    try:
        return await service.db.write(work)
    except OverCap:
        raise Refused("wallet_full") from None


def _claim(
    conn: Connection, guild_id: int, player_id: str, now_ms: int, terms: DailyTerms
) -> Claim:
    """What today would pay. Raises `Refused` where today, or a later day, was claimed.

    A later one can have been: an hour of the server that is set back makes it yesterday again.
    """
    today, last = day_of(now_ms, terms), daily.streak_of(conn, guild_id, player_id)
    if last is None:
        return Claim(today, 1, chips_for(1, terms))
    if last.last_day >= today:
        raise _claimed(now_ms, terms, last.last_day - today)
    streak = streak_on(today, last.last_day, last.length, terms)
    return Claim(today, streak, chips_for(streak, terms))


def _claimed(now_ms: int, terms: DailyTerms, days_ahead: int = 0) -> Refused:
    at_ms = begins_ms(day_of(now_ms, terms) + 1 + days_ahead, terms)
    return Refused("daily_claimed", next_at_ms=at_ms)
