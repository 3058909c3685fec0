"""A table whose record is damaged harms no other, and can be ended with every chip given back."""

from unittest.mock import Mock, patch

import discord
import pytest

from bot.client import TongitsClient
from bot.i18n import localizer
from bot.tables.commands import Close, Pause
from bot.tables.outcomes import Accepted, Refused
from bot.tables.upkeep import OLDEST_MS, Upkeep
from bot.ui.admin_panel import admin_panel
from data import panels, posts
from data.db import Connection
from tests.tables.world import GUILD, TURN_MS, World

HARMS = {
    "a body that is no event": "UPDATE events SET body = '{}' WHERE table_id = :id AND seq = 2",
    "a text that is none": (
        "UPDATE events SET body = CAST(X'22ff22' AS TEXT) WHERE table_id = :id AND seq = 3"
    ),
    "an event of another time": (
        "UPDATE events SET kind = 'start_noticed', body = '{\"kind\": \"start_noticed\"}'"
        " WHERE table_id = :id AND seq = 1"
    ),
    "no event left": "DELETE FROM events WHERE table_id = :id",
}


async def damage(world: World, table_id: str, sql: str) -> None:
    """Changes what never changes, and starts anew."""

    def harm(conn: Connection) -> None:
        triggers = conn.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'events'"
        )
        for (name,) in triggers.fetchall():
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute(sql, {"id": table_id})

    await world.db.write(harm)
    await world.restart()


async def all_chips(world: World) -> int:
    ((total,),) = await world.rows("SELECT SUM(balance) FROM balances")
    assert isinstance(total, int)
    return total


@pytest.mark.parametrize("sql", HARMS.values(), ids=HARMS)
async def test_a_damaged_table_is_ended_in_one_go_and_every_chip_comes_back(
    damaged: World, sql: str
) -> None:
    people = await damaged.three()
    table_id = await damaged.hand(people, stake=10)  # the antes lie in the pot
    assert [await damaged.in_pot(table_id, player_id) for player_id in people] == [10] * 3
    await damage(damaged, table_id, sql)
    ended = await damaged.service.submit(table_id, Close("moderator"), 5)
    assert ended == Accepted(table_id, ())
    assert [await damaged.wallet(player_id) for player_id in people] == [1_000] * 3
    assert await all_chips(damaged) == 0
    assert await damaged.status(table_id) == "damaged"
    for rows in ("seats", "decisions"):
        assert await damaged.rows(f"SELECT 1 FROM {rows}") == []
    assert await damaged.db.read(panels.outdated_tables) == []
    assert await damaged.db.read(posts.unsent_tables) == []
    assert all(table_id in line for line in await damaged.findings())
    again = await damaged.open_table(people[0])
    assert (await damaged.state(again)).stage == "lobby"


@pytest.mark.parametrize("sql", HARMS.values(), ids=HARMS)
async def test_whatever_else_is_asked_of_a_damaged_table_is_refused_in_a_sentence(
    damaged: World, sql: str
) -> None:
    people = await damaged.three()
    table_id = await damaged.hand(people)
    await damage(damaged, table_id, sql)
    with pytest.raises(Refused, match="table_damaged"):
        await damaged.leave(table_id, people[0])
    with pytest.raises(Refused, match="table_damaged"):
        await damaged.state(table_id)
    with pytest.raises(Refused, match="seated_elsewhere"):
        await damaged.open_table(people[0])


async def test_stakes_of_void_hands_go_back_to_who_paid_them(damaged: World) -> None:
    people = await damaged.three(1_000, 900, 800)
    table_id = await damaged.hand(people, stake=10)
    await damaged.finish_hand(table_id)
    await damaged.next_hand(table_id)
    held = [await damaged.in_pot(table_id, player_id) for player_id in people]
    await damage(damaged, table_id, HARMS["a body that is no event"])
    await damaged.service.submit(table_id, Close("moderator"))
    assert held == [20] * 3
    assert [await damaged.wallet(player_id) for player_id in people] == [1_000, 900, 800]


async def test_a_damaged_table_is_ended_once(damaged: World) -> None:
    table_id = await damaged.hand(await damaged.three())
    await damage(damaged, table_id, HARMS["a body that is no event"])
    await damaged.service.submit(table_id, Close("moderator"), 5)
    with pytest.raises(Refused, match="table_closed") as refused:
        await damaged.service.submit(table_id, Close("moderator"), 6)
    assert refused.value.values == {"why": "damaged"}
    assert await damaged.service.was_carried_out(5)
    assert not await damaged.service.was_carried_out(6)


async def test_the_other_tables_of_its_server_are_listed_and_played_on(damaged: World) -> None:
    broken = await damaged.hand(await damaged.three())
    sound = await damaged.hand(await damaged.three())
    await damage(damaged, broken, HARMS["a body that is no event"])
    service = damaged.service
    listed = {table.table_id: table for table in await service.summaries(GUILD)}
    assert (listed[broken].stage, len(listed[broken].names)) == ("damaged", 3)
    assert listed[sound].stage == "hand"
    assert admin_panel([*listed.values()], localizer("en")).content_length() > 0
    assert len(await service.channels_on(GUILD)) == 2
    assert (await service.row(broken)).guild_id == GUILD
    await damaged.pass_time(TURN_MS)
    assert (await damaged.game(sound)).turn_seat == 1
    assert isinstance(await service.submit(sound, Pause("outage")), Accepted)


async def test_upkeep_lets_a_damaged_table_rest_and_closes_it_after_a_week(
    damaged: World,
) -> None:
    people = await damaged.three()
    table_id = await damaged.hand(people)
    await damage(damaged, table_id, HARMS["a body that is no event"])
    upkeep = Upkeep(damaged.service)
    damaged.now.ms += OLDEST_MS
    await upkeep.look_after(table_id)
    assert await damaged.decisions(table_id) == {}
    assert await damaged.status(table_id) is None
    damaged.now.ms += 1
    await upkeep.look_after(table_id)
    assert await damaged.status(table_id) == "damaged"
    assert [await damaged.wallet(player_id) for player_id in people] == [1_000] * 3
    assert await all_chips(damaged) == 0


async def test_what_discord_tells_of_a_server_reaches_the_tables_behind_a_damaged_one(
    damaged: World,
) -> None:
    broken = await damaged.hand(await damaged.three())
    damaged.now.ms += 1  # so that the damaged one comes first
    sound = await damaged.hand(await damaged.three())
    await damage(damaged, broken, HARMS["a body that is no event"])
    client, guild = TongitsClient(damaged.service), Mock(spec=discord.Guild, id=GUILD)
    damaged.service.changed.clear()  # nothing is sent: there is no Discord
    await client.on_guild_unavailable(guild)
    assert (await damaged.state(sound)).paused_why == "outage"
    await client.on_guild_available(guild)
    assert (await damaged.state(sound)).paused_why is None
    with patch.object(client.publisher, "may_write_again") as woken:
        await client.on_guild_role_update(Mock(), Mock(guild=guild))
    assert woken.await_count == 2
    assert await client.link_to(broken)
    await client.on_guild_remove(guild)
    assert await damaged.status(broken) == "damaged"
    assert await damaged.status(sound) == "channel-gone"
