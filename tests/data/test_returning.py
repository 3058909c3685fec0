"""Erasing oneself brings no chips: a keyed hash remembers for 30 days, and nothing else does."""

from datetime import date

import pytest

from data import daily, ledger, people, returning, settings
from data.daily import Claim
from data.ledger import MINT, Transfer
from tests.data.worlds import GUILD, NOW_MS, World

DISCORD_ID = 223344556677889900
DAY_MS = 24 * 3_600_000
DAY = date(2026, 11, 30).toordinal()


def erase(world: World, player_id: str, now_ms: int = NOW_MS) -> None:
    """What an erasure does: it is noted, then the link to the person goes."""
    returning.note_erasure(world.conn, player_id, now_ms)
    sql = "UPDATE players SET discord_id = NULL, name = '' WHERE player_id = ?"
    world.conn.execute(sql, (player_id,))


def back(world: World, now_ms: int) -> str:
    return people.player_for(world.conn, DISCORD_ID, "Ana", now_ms).player_id


@pytest.fixture
def ana(world: World) -> str:
    player_id = world.person("Ana", DISCORD_ID)
    ledger.open_wallet(world.conn, GUILD, player_id, NOW_MS)
    return player_id


@pytest.mark.parametrize("days", [0, 1, 29])
def test_who_comes_back_within_thirty_days_gets_no_second_opening_grant(
    world: World, ana: str, days: int
) -> None:
    erase(world, ana)
    again = back(world, NOW_MS + days * DAY_MS)
    assert again != ana
    assert ledger.has_wallet(world.conn, GUILD, again)
    assert not ledger.open_wallet(world.conn, GUILD, again, NOW_MS + days * DAY_MS)
    assert ledger.holdings(world.conn, GUILD, again).total == 0


def test_after_thirty_days_nobody_knows_them(world: World, ana: str) -> None:
    erase(world, ana)
    again = back(world, NOW_MS + returning.KEPT_MS)
    assert ledger.open_wallet(world.conn, GUILD, again, NOW_MS)
    assert ledger.holdings(world.conn, GUILD, again).wallet == 1000


def test_the_hash_is_let_go_after_thirty_days(world: World, ana: str) -> None:
    erase(world, ana)
    returning.forget_old(world.conn, NOW_MS + returning.KEPT_MS - 1)
    assert world.conn.execute("SELECT COUNT(*) FROM erasures").fetchone() == (1,)
    returning.forget_old(world.conn, NOW_MS + returning.KEPT_MS)
    assert world.conn.execute("SELECT COUNT(*) FROM erasures").fetchone() == (0,)


def test_somebody_else_gets_the_first_chips_as_ever(world: World, ana: str) -> None:
    erase(world, ana)
    ben = world.person("Ben", DISCORD_ID + 1)
    assert ledger.open_wallet(world.conn, GUILD, ben, NOW_MS)


def test_a_grant_used_before_stays_used_and_the_next_days_is_free(world: World, ana: str) -> None:
    wallet = ledger.wallet_account(GUILD, ana)
    key = ledger.refill_key(GUILD, ana, "20261130")
    ledger.apply(world.conn, Transfer(key, MINT, wallet, 10, "refill"), NOW_MS)
    assert daily.pay(world.conn, GUILD, ana, Claim(DAY, 1, 100), NOW_MS)
    erase(world, ana)
    again = back(world, NOW_MS)
    assert ledger.refill_used(world.conn, GUILD, again, "20261130")
    assert not ledger.refill_used(world.conn, GUILD, again, "20261201")
    assert not ledger.refill_used(world.conn, GUILD + 1, again, "20261130")
    assert not daily.pay(world.conn, GUILD, again, Claim(DAY, 1, 100), NOW_MS)
    assert daily.pay(world.conn, GUILD, again, Claim(DAY + 1, 1, 100), NOW_MS)


def test_who_had_used_no_refill_has_todays_at_once(world: World, ana: str) -> None:
    erase(world, ana)
    assert not ledger.refill_used(world.conn, GUILD, back(world, NOW_MS), "20261130")


def test_erasing_oneself_again_adds_up(world: World, ana: str) -> None:
    assert daily.pay(world.conn, GUILD, ana, Claim(DAY, 1, 100), NOW_MS)
    erase(world, ana)
    second = back(world, NOW_MS + 1)
    erase(world, second, NOW_MS + 2)  # without ever having had chips
    third = back(world, NOW_MS + 3)
    assert ledger.has_wallet(world.conn, GUILD, third)
    assert not daily.pay(world.conn, GUILD, third, Claim(DAY, 1, 100), NOW_MS + 3)


def test_of_somebody_without_chips_nothing_is_kept(world: World) -> None:
    erase(world, world.person("Ana", DISCORD_ID))
    assert world.conn.execute("SELECT COUNT(*) FROM erasures").fetchone() == (0,)
    assert not ledger.has_wallet(world.conn, GUILD, back(world, NOW_MS))


def test_nothing_kept_tells_who_it_was(world: World, ana: str) -> None:
    erase(world, ana)
    kept = repr(world.conn.execute("SELECT * FROM erasures").fetchall())
    assert str(DISCORD_ID) not in kept
    assert ana not in kept
    assert DISCORD_ID.to_bytes(8, "big").hex() not in kept


def test_without_the_files_own_key_the_hash_is_another(world: World, ana: str) -> None:
    erase(world, ana)
    key = settings.get(world.conn, returning.KEY_SETTING)
    assert key is not None
    assert len(key) == 64
    settings.put(world.conn, returning.KEY_SETTING, "00" * 32)
    assert returning.grants_of(world.conn, DISCORD_ID, NOW_MS) is None
    settings.put(world.conn, returning.KEY_SETTING, key)
    assert returning.grants_of(world.conn, DISCORD_ID, NOW_MS) == "[]"


def test_an_unknown_player_cannot_be_noted(world: World) -> None:
    with pytest.raises(KeyError):
        returning.note_erasure(world.conn, "nobody", NOW_MS)
