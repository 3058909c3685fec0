"""A person's own data: shown, exported, erased, with nothing of anybody else."""

import asyncio
import gzip
import json
from contextlib import closing
from pathlib import Path

import pytest

from bot.i18n import FORMER_PLAYER
from bot.tables import privacy
from bot.tables.commands import Join, Leave
from bot.tables.export import export_of
from bot.tables.export_files import files_of
from bot.tables.export_parts import Export
from bot.tables.outcomes import Refused
from bot.tables.privacy_views import stored_view
from bot.tables.service import Terms
from bot.tables.upkeep import DAY_MS, Upkeep
from data import erasing, guilds, ledger, moderations, people
from data.db import Connection, open_readonly
from data.moderations import Moderation
from data.people import Player
from tests.tables.chances import winning_deck
from tests.tables.conftest import opened
from tests.tables.world import GUILD, NAMES, World
from tongits.cards import Card
from tongits.moves import Discard, Draw
from tongits.rules import preset


async def player(world: World, player_id: str) -> Player:
    return await world.service.players.get(player_id)


async def erase(world: World, player_id: str) -> bool:
    return await privacy.erase(world.service, await player(world, player_id)) == "done"


async def over_and_left(world: World, players: list[str]) -> str:
    """A hand that is over, with its first player gone from the table."""
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(players)
    await world.win_at_once(table_id)
    await world.service.submit(table_id, Leave(players[0]))
    return table_id


async def exported(world: World, player_id: str) -> Export:
    export = await export_of(world.service, player_id)
    assert export is not None
    return export


async def test_an_erased_winner_is_a_former_player_to_the_others(world: World) -> None:
    players = await world.three()
    table_id = await over_and_left(world, players)
    before = await world.service.result_view(table_id)
    assert await erase(world, players[0])
    after = await world.service.result_view(table_id)
    assert before is not None
    assert after is not None
    assert after.names == (FORMER_PLAYER, *NAMES[1:])
    assert (after.settlement, after.changes) == (before.settlement, before.changes)
    assert privacy.shown_at(world.service, players[0]) == [table_id]
    assert await world.findings() == []
    await world.restart()
    again = await world.service.result_view(table_id)
    assert again is not None
    assert again.names == after.names


async def test_a_seat_or_a_hand_that_was_left_keeps_from_erasing(world: World) -> None:
    players = await world.three()
    table_id = await world.hand(players)
    for _ in ("seated", "left in mid-hand"):
        with pytest.raises(Refused) as refused:
            await erase(world, players[0])
        assert (refused.value.code, refused.value.values) == (
            "erase_seated",
            {"table_id": table_id},
        )
        if (await world.state(table_id)).seat_of(players[0]) is not None:
            await world.leave(table_id, players[0])
    assert (await player(world, players[0])).discord_id is not None
    await world.pass_time(60_000)


async def test_who_sits_down_while_being_erased_is_not_seated(world: World) -> None:
    ana = await world.person("Ana", 1_000)
    ben = await world.person("Ben", 1_000)
    table_id = await world.open_table(ben)
    erased, joined = await asyncio.gather(
        erase(world, ana),
        world.service.submit(table_id, Join(ana)),
        return_exceptions=True,
    )
    seated = (await world.state(table_id)).seat_of(ana) is not None
    is_erased = (await world.db.read(lambda conn: people.get_player(conn, ana))).discord_id is None
    assert seated is not is_erased, (erased, joined)


async def test_who_is_erased_already_cannot_sit_down(world: World) -> None:
    ana, ben = await world.person("Ana", 1_000), await world.person("Ben", 1_000)
    table_id = await world.open_table(ben)
    assert await erase(world, ana)
    with pytest.raises(Refused, match="erased"):
        await world.service.submit(table_id, Join(ana))


async def test_nobody_is_remembered_after_their_erasure(world: World) -> None:
    ana = await world.person("Ana", 1_000)
    known = await player(world, ana)
    assert known.discord_id is not None
    assert await erase(world, ana)
    assert await world.service.players.find(known.discord_id) is None
    again = await world.service.players.meet(known.discord_id, "Ana")
    assert again.player_id != ana
    assert (await player(world, ana)).name == FORMER_PLAYER


async def test_nobody_else_is_called_a_former_player(world: World) -> None:
    ana = await world.service.players.meet(7, FORMER_PLAYER)
    assert ana.name == ""


async def test_a_delivery_that_comes_twice_erases_once(world: World) -> None:
    ana = await player(world, await world.person("Ana", 1_000))
    erased = [await privacy.erase(world.service, ana, inbox_id) for inbox_id in (99, 99, 100)]
    assert erased == ["done", "twice", "before"]


async def test_what_a_reader_delays_upkeep_does_later(world: World) -> None:
    ana = await world.person("Ana", 1_000)
    discord_id = (await player(world, ana)).discord_id
    assert discord_id is not None
    with closing(open_readonly(world.path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM players").fetchone()
        assert await erase(world, ana)
        assert not await privacy.Finisher(world.service).finish()
    await world.restart()  # and it is not lost by that
    assert await world.rows("SELECT COUNT(*) FROM removals_due") == [(1,)]
    await Upkeep(world.service)._go_round()
    assert await world.rows("SELECT COUNT(*) FROM removals_due") == [(0,)]
    assert discord_id.to_bytes(8, "big") not in everything_on_disk(world.path)


def everything_on_disk(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


async def test_many_people_are_moved_while_others_are_met(world: World) -> None:
    ana = await world.person("Ana", 1_000)

    def meet(conn: Connection) -> None:
        for number in range(5_000):
            people.player_for(conn, 10**17 + number, "Somebody", world.now())

    await world.db.write(meet)
    assert await erase(world, ana)
    finisher = privacy.Finisher(world.service)
    news = [world.service.players.meet(2 * 10**17 + number, "New") for number in range(50)]
    done = await asyncio.gather(finisher.finish(), finisher.finish(), *news)
    assert done[:2] == [True, True]
    assert await world.rows("SELECT COUNT(*) FROM players") == [(5_051,)]
    assert await world.rows("SELECT COUNT(DISTINCT discord_id) FROM players") == [(5_050,)]


async def test_a_seat_that_a_backup_gave_back_to_an_erased_person_opens(world: World) -> None:
    players = await world.three()
    table_id = await world.hand(players)

    def as_restored(conn: Connection) -> None:
        erasing.erase_unasked(conn, players[0], world.now())

    await world.db.write(as_restored)
    await world.restart()
    await Upkeep(world.service)._go_round()
    assert (await world.state(table_id)).seat_of(players[0]) is None
    view = await world.service.table_view(table_id)
    assert view.seats[0] is not None
    assert (view.seats[0].name, view.seats[0].has_left) == (FORMER_PLAYER, True)


async def test_the_data_of_a_server_that_was_left_go_after_its_days(world: World) -> None:
    ana = await world.person("Ana", 1_000)
    upkeep, left_ms = Upkeep(world.service, 3), world.now()
    await world.db.write(lambda conn: guilds.note_gone(conn, GUILD, left_ms))
    world.now.ms += 3 * DAY_MS - 1
    await upkeep._go_round()
    assert await world.wallet(ana) == 1_000
    world.now.ms += 1
    await upkeep._go_round()
    assert await world.rows("SELECT COUNT(*) FROM transfers") == [(0,)]
    assert (await player(world, ana)).discord_id is None


async def test_an_export_has_everything_of_one_person(world: World) -> None:
    players = await world.three()
    table_id = await over_and_left(world, players)
    act = Moderation(GUILD, table_id, players[1], "kick", f"{NAMES[0]} and {NAMES[2]}", players[0])
    await world.db.write(lambda conn: moderations.add(conn, act, 5, world.now()))
    export = Export.model_validate_json((await exported(world, players[0])).model_dump_json())
    (table,) = export.tables
    (hand,) = table.hands
    assert [seat.who for seat in hand.seats] == ["You", "Player 2", "Player 3"]
    assert sum(seat.chips for seat in hand.seats) == 0
    assert [move.what for move in table.moves] == [
        *("seat_taken", "host_passed", "dealt", "laid", "laid", "laid", "laid", "seat_left")
    ]
    assert len(table.moves[2].cards) == 13
    view = await stored_view(world.service, players[0])
    assert view is not None
    assert (view.servers, view.hands, view.moderations) == (1, 1, 1)
    (server,) = export.servers
    assert view.statement_lines == len(server.statement)
    assert server.statement[-1].chips_after == server.wallet_chips
    assert sum(line.chips for line in server.statement if line.place == "wallet") == (
        server.wallet_chips
    )
    assert [act.reason for act in export.moderation] == [f"{NAMES[0]} and …"]
    assert server.rating is not None
    assert (server.rating.hands, [pair.hands for pair in server.pairs]) == (1, [1, 1])


async def test_who_only_played_for_points_reads_of_it_in_their_export(world: World) -> None:
    """A friendly table has no accounts, and no results that a board would keep."""
    ana = await world.person("Ana")
    await world.service.servers.change(GUILD, {"friendly": True}, ana)
    terms = Terms(preset("book"), 10, 1, 60, moves_chips=False)
    table_id = (await world.service.open_table(GUILD, 900, ana, terms, None)).table_id
    export = await exported(world, ana)
    assert [(table.table, table.hands) for table in export.tables] == [(table_id, [])]
    assert [move.what for move in export.tables[0].moves] == ["seat_taken", "host_passed"]
    (server,) = export.servers
    assert (server.statement, server.rating, server.plays) == ([], None, None)
    assert [(one.setting, one.old, one.new) for one in server.settings_changed] == [
        ("friendly", None, "true")
    ]


async def test_an_export_names_nobody_else(world: World) -> None:
    players = await world.three()
    await over_and_left(world, players)
    others = [await player(world, player_id) for player_id in players[1:]]
    text = (await exported(world, players[0])).model_dump_json()
    marks = [mark for one in others for mark in (str(one.discord_id), one.name, one.player_id)]
    assert [mark for mark in marks if mark in text] == []


def swapped(cards: tuple[Card, ...], one: int, other: int) -> tuple[Card, ...]:
    changed = list(cards)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


async def dealt_export(path: Path, cards: tuple[Card, ...]) -> Export:
    """The export of the first seat in mid-hand, after a turn of the second."""
    async with opened(path) as world:
        players = await world.three()
        world.chance.decks.append(cards)
        table_id = await world.hand(players)
        await world.play(table_id, 0, Discard((await world.game(table_id)).hands[0][0]))
        await world.play(table_id, 1, Draw())
        return await exported(world, players[0])


async def test_what_others_hold_and_the_stock_change_nothing_in_an_export(tmp_path: Path) -> None:
    """The cards of seats 1 and 2 and of the stock are dealt otherwise; seat 0 sees none of them."""
    cards = winning_deck(0)
    plain = await dealt_export(tmp_path / "a" / "t.db", cards)
    for one, other in ((13, 25), (14, 40), (37, 51)):
        changed = await dealt_export(tmp_path / f"{one}" / "t.db", swapped(cards, one, other))
        assert same(changed) == same(plain)
    own = await dealt_export(tmp_path / "own" / "t.db", swapped(cards, 1, 51))
    assert same(own) != same(plain)  # so that the comparison could have failed


def same(export: Export) -> dict[str, object]:
    told: dict[str, object] = json.loads(export.model_dump_json())
    return told


async def test_big_exports_are_packed_and_bigger_ones_come_in_parts(world: World) -> None:
    players = await world.three()
    await over_and_left(world, players)
    export = await exported(world, players[0])
    many = export.model_copy(update={"tables": export.tables * 64})
    assert [file.name for file in files_of(export, 10**6)] == ["tongits-data.json"]
    (packed,) = files_of(many, 20_000)
    assert packed.name == "tongits-data.json.gz"
    assert Export.model_validate_json(gzip.decompress(packed.content)) == many
    parts = files_of(many, 1_500)
    assert len(parts) > 1
    assert all(len(part.content) <= 1_500 for part in parts)
    read = [Export.model_validate_json(gzip.decompress(part.content)) for part in parts]
    assert [table for part in read for table in part.tables] == many.tables
    assert [bool(part.servers) for part in read] == [True] + [False] * (len(parts) - 1)


async def test_a_table_that_cannot_be_read_spoils_no_export(damaged: World) -> None:
    world = damaged
    players = await world.three()
    await over_and_left(world, players)
    whole = await exported(world, players[0])

    def spoil(conn: Connection) -> None:
        conn.execute("DROP TRIGGER events_never_change")
        conn.execute("UPDATE events SET body = '{}' WHERE seq = 3")

    await world.db.write(spoil)
    (table,) = (await exported(world, players[0])).tables
    assert (table.is_readable, table.moves) == (False, [])
    assert table.hands == whole.tables[0].hands


async def test_chips_of_an_erased_person_stay_under_no_name(world: World) -> None:
    ana = await world.person("Ana", 1_200)
    await erase(world, ana)
    assert await world.wallet(ana) == 1_200
    minted = await world.db.read(lambda conn: ledger.balance(conn, ledger.MINT))
    assert minted == -1_200
    assert await world.findings() == []
