"""A day's chips are paid once, and the streak is kept beside them."""

from datetime import date

import pytest

from data import daily, ledger
from data.daily import Claim, Streak
from data.errors import OverCap
from tests.data.worlds import GUILD, NOW_MS, World

DAY = date(2026, 11, 30).toordinal()


def test_a_day_is_paid_once(world: World) -> None:
    ana = world.rich("Ana", 5)
    assert daily.streak_of(world.conn, GUILD, ana) is None
    assert daily.pay(world.conn, GUILD, ana, Claim(DAY, 1, 100), NOW_MS)
    assert not daily.pay(world.conn, GUILD, ana, Claim(DAY, 2, 120), NOW_MS)
    assert ledger.holdings(world.conn, GUILD, ana).wallet == 105
    assert daily.streak_of(world.conn, GUILD, ana) == Streak(DAY, 1)


def test_the_next_day_is_paid_again_and_moves_the_streak(world: World) -> None:
    ana = world.person()
    for number in range(3):
        claim = Claim(DAY + number, number + 1, 100)
        assert daily.pay(world.conn, GUILD, ana, claim, NOW_MS)
    assert ledger.holdings(world.conn, GUILD, ana).wallet == 300
    assert daily.streak_of(world.conn, GUILD, ana) == Streak(DAY + 2, 3)


def test_every_player_and_every_server_has_days_of_its_own(world: World) -> None:
    ana, ben = world.person("Ana"), world.person("Ben")
    for guild_id, player_id in ((GUILD, ana), (GUILD, ben), (GUILD + 1, ana)):
        assert daily.pay(world.conn, guild_id, player_id, Claim(DAY, 1, 100), NOW_MS)
    assert daily.streak_of(world.conn, GUILD + 1, ben) is None


def test_a_full_wallet_takes_no_day_away(world: World) -> None:
    ana = world.rich("Ana", 10**12)
    with pytest.raises(OverCap):
        daily.pay(world.conn, GUILD, ana, Claim(DAY, 1, 100), NOW_MS)
    assert daily.streak_of(world.conn, GUILD, ana) is None
    assert not ledger.grant_used(world.conn, daily.daily_key(GUILD, ana, DAY))
