"""The chips of the day through the service: once a day, and never by a delivery that came twice."""

import pytest

from bot.tables.claims import claim_daily
from bot.tables.daily import DailyTerms, next_day_ms
from bot.tables.outcomes import Refused
from bot.tables.purse_views import DailyView
from bot.tables.upkeep import Upkeep
from data import people, returning
from data.db import Connection
from tests.tables.world import DAY_MS, GUILD, MINUTE_MS, NOW_MS, World


async def claim(world: World, player_id: str, **asked: object) -> DailyView:
    return await claim_daily(world.service, GUILD, player_id, **asked)  # type: ignore[arg-type]


async def refusal(world: World, player_id: str, **asked: object) -> Refused:
    with pytest.raises(Refused) as refused:
        await claim(world, player_id, **asked)
    return refused.value


async def test_a_claim_opens_the_wallet_and_says_what_comes_next(world: World) -> None:
    ana = await world.person()
    assert await claim(world, ana) == DailyView(100, 1, 1_100, 120, next_day_ms(NOW_MS), 1)
    assert await world.wallet(ana) == 1_100
    assert await world.findings() == []


async def test_a_second_claim_of_the_day_is_told_when_the_next_is(world: World) -> None:
    ana = await world.person()
    await claim(world, ana)
    world.now.ms = next_day_ms(NOW_MS) - 1
    refused = await refusal(world, ana)
    assert (refused.code, refused.values) == (
        "daily_claimed",
        {"next_at_ms": next_day_ms(NOW_MS)},
    )
    world.now.ms += 1
    assert (await claim(world, ana)).streak == 2


async def test_a_week_of_claims_at_any_hour_pays_every_day(world: World) -> None:
    """Later every day: a rolling 24 hours would lose one of them."""
    ana, paid = await world.person(), []
    for number in range(7):
        world.now.ms = NOW_MS + number * DAY_MS + number * 60 * MINUTE_MS
        paid.append((await claim(world, ana)).chips)
    assert paid == [100, 120, 140, 160, 180, 200, 200]
    assert await world.wallet(ana) == 1_000 + sum(paid)


@pytest.mark.parametrize(("days", "streak"), [(1, 2), (2, 2), (3, 1)])
async def test_one_missed_day_is_forgiven(world: World, days: int, streak: int) -> None:
    ana = await world.person()
    await claim(world, ana)
    world.now.ms += days * DAY_MS
    assert (await claim(world, ana)).streak == streak


async def test_the_streak_is_known_after_a_restart(world: World) -> None:
    ana = await world.person()
    await claim(world, ana)
    await world.restart()
    assert (await refusal(world, ana)).code == "daily_claimed"
    world.now.ms += DAY_MS
    assert (await claim(world, ana)).streak == 2


async def test_an_hour_that_is_set_back_pays_no_day_again(world: World) -> None:
    ana = await world.person()
    await claim(world, ana)  # at 16:00 in Manila
    later = DailyTerms(hour=20)
    assert (await refusal(world, ana, terms=later)).values == {
        "next_at_ms": next_day_ms(NOW_MS + 5 * 60 * MINUTE_MS, later)
    }
    assert await world.wallet(ana) == 1_100


async def test_a_delivery_that_comes_twice_pays_once(world: World) -> None:
    ana = await world.person()
    await claim(world, ana, inbox_id=77)
    assert (await refusal(world, ana, inbox_id=77)).code == "daily_claimed"
    assert await world.service.was_carried_out(77)
    assert (await refusal(world, ana, inbox_id=78)).code == "daily_claimed"
    assert not await world.service.was_carried_out(78)
    assert await world.wallet(ana) == 1_100


async def test_a_full_wallet_is_told_and_keeps_its_day(world: World) -> None:
    ana = await world.person(chips=10**12)
    assert (await refusal(world, ana)).code == "wallet_full"
    await world.set_wallet(ana, 500)
    assert (await claim(world, ana)).wallet_chips == 600


async def test_who_was_erased_lately_begins_with_nothing_and_has_the_refill(world: World) -> None:
    player = await world.service.players.meet(4242, "Ana")
    await claim(world, player.player_id)

    def come_back(conn: Connection) -> str:
        returning.note_erasure(conn, player.player_id, world.now())
        sql = "UPDATE players SET discord_id = NULL WHERE player_id = ?"
        conn.execute(sql, (player.player_id,))
        return people.player_for(conn, 4242, "Ana", world.now()).player_id

    again = await world.db.write(come_back)
    assert (await refusal(world, again)).code == "daily_claimed"
    table_id = await world.open_table(again)
    assert await world.wallet(again) + await world.at_table(table_id, again) == 1_000
    whys = await world.rows(f"SELECT why FROM transfers WHERE credit = 'wallet:{GUILD}:{again}'")
    assert whys == [("refill",)]
    world.now.ms += DAY_MS
    assert (await claim(world, again)).streak == 1
    assert await world.findings() == []


async def test_upkeep_lets_go_of_the_erased_after_thirty_days(world: World) -> None:
    player = await world.service.players.meet(4242, "Ana")
    await claim(world, player.player_id)
    await world.db.write(lambda conn: returning.note_erasure(conn, player.player_id, world.now()))
    world.now.ms += returning.KEPT_MS - 1
    await Upkeep(world.service)._go_round()
    assert await world.rows("SELECT COUNT(*) FROM erasures") == [(1,)]
    world.now.ms += 1
    await Upkeep(world.service)._go_round()
    assert await world.rows("SELECT COUNT(*) FROM erasures") == [(0,)]
