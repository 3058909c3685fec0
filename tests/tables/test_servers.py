"""What a server settled takes effect: seats, losses, days, and never at a running table."""

import logging

import pytest

from bot.tables.claims import claim_daily
from bot.tables.commands import Return, Start
from bot.tables.outcomes import Refused
from bot.tables.servers import daily_terms, newcomer_terms
from bot.tables.service import Tables
from data.server_settings import DEFAULTS, ServerSettings
from tests.tables.chances import winning_deck
from tests.tables.test_news import codes, told
from tests.tables.world import DAY_MS, GUILD, NOW_MS, World
from tongits.seats import SEATS


async def settle(world: World, **values: object) -> None:
    """Somebody changes settings of the server."""
    await world.service.servers.change(GUILD, values, await world.person("Mia"))


async def test_a_change_counts_at_once_and_after_a_restart(world: World) -> None:
    assert await world.service.servers.get(GUILD) == DEFAULTS
    await settle(world, daily_hour=9)
    assert (await world.service.servers.get(GUILD)).daily_hour == 9
    await world.restart()
    assert (await world.service.servers.get(GUILD)).daily_hour == 9
    assert await world.service.servers.get(GUILD + 1) == DEFAULTS


async def test_a_refused_change_changes_nothing(world: World) -> None:
    with pytest.raises(ValueError, match="no such number"):
        await settle(world, friendly=True, daily_hour=24)
    assert await world.service.servers.get(GUILD) == DEFAULTS


async def test_a_damaged_value_is_told_in_the_log_without_ids(
    damaged: World, caplog: pytest.LogCaptureFixture
) -> None:
    sql = "INSERT INTO server_settings VALUES (?, 'stakes', '[9, 1]')"
    await damaged.db.write(lambda conn: conn.execute(sql, (GUILD,)))
    with caplog.at_level(logging.WARNING):
        assert await damaged.service.servers.get(GUILD) == DEFAULTS
    assert "setting stakes cannot be used" in caplog.text
    assert str(GUILD) not in caplog.text
    assert any(f"The setting stakes of server {GUILD}" in one for one in await damaged.findings())


async def test_players_sit_at_as_many_tables_as_the_server_lets_them(world: World) -> None:
    await settle(world, tables_each=2)
    ana, others = await world.person(), [await world.person("Ben") for _ in range(3)]
    tables = [await world.open_table(host) for host in others]
    await world.join(tables[0], ana)
    await world.join(tables[1], ana)
    with pytest.raises(Refused) as refused:
        await world.join(tables[2], ana)
    assert refused.value.code == "too_many_tables"
    assert refused.value.values == {"most": 2, "table_id": tables[0]}
    await world.leave(tables[0], ana)
    await world.join(tables[2], ana)


async def lost_fifty(world: World) -> tuple[str, list[str]]:
    """A hand that seat 0 wins; the others lose 50 each."""
    people = await world.three()
    world.chance.dealer = SEATS[0]
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    return table_id, people


async def test_who_lost_all_a_day_allows_is_cashed_out_and_sits_down_the_next_day(
    world: World,
) -> None:
    await settle(world, daily_loss=50)
    table_id, people = await lost_fifty(world)
    assert await world.chips(table_id) == [400, None, None]
    assert [await world.wallet(one) for one in people[1:]] == [950, 950]
    assert codes((await told(world, table_id))[-1]) == ["left_limit", "left_limit"]
    for command in (world.join(table_id, people[1]), _return(world, table_id, people[1])):
        with pytest.raises(Refused) as refused:
            await command
        assert refused.value.code == "loss_limit"
        assert refused.value.values["most"] == 50
        again_ms = refused.value.values["again_at_ms"]
        assert isinstance(again_ms, int)
        assert world.now() < again_ms <= world.now() + DAY_MS
    world.now.ms = again_ms
    await world.join(table_id, people[1])


async def _return(world: World, table_id: str, player_id: str) -> None:
    await world.service.submit(table_id, Return(player_id))


async def test_who_lost_less_than_a_day_allows_plays_on(world: World) -> None:
    await settle(world, daily_loss=51)
    table_id, _ = await lost_fifty(world)
    assert await world.chips(table_id) == [400, 250, 250]
    world.chance.decks.append(winning_deck(1))
    await world.next_hand(table_id)
    await world.win_at_once(table_id)  # seat 1 is even again, seat 2 has lost 100
    assert [seat is None for seat in await world.chips(table_id)] == [False, False, True]


async def test_stakes_that_come_back_are_no_loss_of_the_day(world: World) -> None:
    await settle(world, daily_loss=10)
    people = await world.three()
    table_id = await world.hand(people)
    await world.finish_hand(table_id)  # void: each has put 10 into the pot, where they wait
    assert (await world.state(table_id)).stage == "break"
    assert await world.chips(table_id) == [290] * 3
    world.chance.decks.append(winning_deck(0))
    await world.next_hand(table_id)
    await world.win_at_once(table_id)  # now two of them have lost it
    assert (await world.chips(table_id)).count(None) == 2


@pytest.mark.parametrize("stage", ["starting", "break"])
async def test_who_lost_it_all_at_one_table_is_dealt_no_hand_at_another(
    world: World, stage: str
) -> None:
    await settle(world, daily_loss=50, tables_each=2)
    people = await world.three(5_000, 5_000, 5_000)
    world.chance.dealer = SEATS[0]
    other = await world.full_table(people)
    if stage == "break":
        await world.service.submit(other, Start(people[0]))
        await world.finish_hand(other)
    table_id = await world.full_table(people)
    world.chance.decks.append(winning_deck(0))
    await world.service.submit(table_id, Start(people[0]))
    await world.win_at_once(table_id)
    if stage == "break":
        await world.next_hand(other)
    else:
        await world.service.submit(other, Start(people[0]))
    state = await world.state(other)
    assert state.stage == "lobby"
    assert [seat is None for seat in state.seats] == [False, True, True]
    said = [codes(one) for one in await told(world, other)]
    assert said[-1:] == ([["left_limit", "left_limit"]] if stage == "break" else [])
    assert await world.findings() == []


async def test_days_and_newcomers_are_as_the_server_settled_them(world: World) -> None:
    terms = daily_terms(ServerSettings(daily_hour=17, daily_zone="Asia/Manila"))
    ana = await world.person()
    paid = await claim_daily(world.service, GUILD, ana, None, terms)
    assert paid.next_at_ms == NOW_MS + 3_600_000  # it is 16:00 in Manila
    assert newcomer_terms(DEFAULTS).account_ms == 7 * DAY_MS
    assert newcomer_terms(ServerSettings(account_days=0, member_days=2)).member_ms == 2 * DAY_MS


async def test_an_operator_who_wants_no_limit_of_seats_has_none(free_world: World) -> None:
    service: Tables = free_world.service
    await service.servers.change(GUILD, {"tables_each": 2}, await free_world.person("Mia"))
    ana = await free_world.person()
    for _ in range(4):
        await free_world.open_table(ana, stake=1, rate=0)
