"""The report on fair play from a file: whose figures it shows, how far back, and at what cost."""

import asyncio
from collections import Counter

import pytest

from bot.tables import fair_report
from bot.tables.events import HandStarted
from bot.tables.fair_report import DAY_MS, fair_view
from bot.tables.state import evolve_table, fold_table
from bot.tables.stored import event_of
from data import fair_play, journal, settings
from data.db import Connection
from tests.tables.fair_evenings import START_MS, Evenings
from tests.tables.fair_file import store
from tests.tables.random_life import Life
from tests.tables.test_friendly import assert_nothing_moved
from tests.tables.world import GUILD, World
from tongits.events import Discarded, Drew, Took

ALL_HANDS = range(1, 10_000)
PLANTED = ("Name of p00", "Name of p01")


async def stored(world: World, evenings: Evenings, guild_id: int = GUILD) -> Evenings:
    world.now.ms = START_MS + DAY_MS
    await world.db.write(lambda conn: store(conn, evenings, guild_id), patient=True)
    # A short one, so that the next write is not taken to last as long.
    await world.db.write(lambda conn: settings.put(conn, "stored", "yes"), patient=True)
    return evenings


async def pairs(world: World, about: int | None = None, guild_id: int = GUILD) -> list[object]:
    """The names of the pairs that the report shows."""
    player = await world.service.players.find(9_000 + about) if about is not None else None
    return [one.names for one in (await fair_view(world.service, guild_id, player)).pairs]


@pytest.mark.parametrize(("fault", "question"), [("dumps", "flow"), ("feeds", "feeding")])
async def test_the_report_shows_the_pair_with_its_hands(
    damaged: World, fault: str, question: str
) -> None:
    evenings = await stored(damaged, Evenings(2, hands=2_500, **{fault: 0.5}))  # type: ignore[arg-type]
    view = await fair_view(damaged.service, GUILD)
    assert [one.names for one in view.pairs] == [PLANTED]
    (figure,) = (one for one in view.pairs[0].figures if one.is_unusual)
    assert (figure.question, figure.first, figure.second) == (question, *PLANTED)
    known = {(one.table_id, one.hand_no, one.at_ms): one.players for one in evenings.played}
    assert len(figure.hands) == 5
    for hand in figure.hands:
        assert {"p00", "p01"} <= set(known[hand.table_id, hand.hand_no, hand.at_ms])
    assert (view.hands, view.read) == (len(evenings.played), len(evenings.played))


async def test_a_report_about_one_player_shows_that_players_pairs_alone(damaged: World) -> None:
    await stored(damaged, Evenings(2, hands=2_500, people=4, circle=4, dumps=0.5))
    assert await pairs(damaged, 1) == [PLANTED]
    assert await pairs(damaged, 3) == []  # who sat with them


async def test_other_servers_and_older_hands_count_for_nothing(damaged: World) -> None:
    await stored(damaged, Evenings(2, hands=2_500, dumps=0.5))
    assert await pairs(damaged, guild_id=GUILD + 1) == []
    damaged.now.ms += 40 * DAY_MS
    view = await fair_view(damaged.service, GUILD)
    assert (view.pairs, view.hands, view.compared) == ((), 0, 0)


async def test_who_was_erased_has_no_name(damaged: World) -> None:
    await stored(damaged, Evenings(2, hands=2_500, dumps=0.5))
    sql = "UPDATE players SET discord_id = NULL WHERE player_id = 'p00'"
    await damaged.db.write(lambda conn: conn.execute(sql) and None)
    (view,) = (await fair_view(damaged.service, GUILD)).pairs
    assert view.names == ("", "Name of p01")
    assert {figure.first for figure in view.figures} <= {"", "Name of p01"}


async def test_no_more_is_read_than_may_be_and_the_report_says_how_much(
    damaged: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    evenings = await stored(damaged, Evenings(2, hands=2_500, dumps=0.5))
    monkeypatch.setattr(fair_report, "MOST_EVENTS", 5_000)
    monkeypatch.setattr(fair_report, "MOST_HANDS", 2_000)
    view = await fair_view(damaged.service, GUILD)
    assert view.hands == 2_000 < len(evenings.played)
    assert 50 < view.read < 5_000 / 20
    assert [one.names for one in view.pairs] == [PLANTED]


async def test_a_journal_that_cannot_be_read_spoils_no_report(damaged: World) -> None:
    evenings = await stored(damaged, Evenings(2, hands=2_500, feeds=0.5))
    broken = evenings.played[0].table_id

    def spoil(conn: Connection) -> None:
        conn.execute("DROP TRIGGER events_never_change")
        conn.execute("PRAGMA ignore_check_constraints = ON")
        conn.execute("UPDATE events SET body = '{' WHERE table_id = ? AND seq = 3", (broken,))
        conn.execute("PRAGMA ignore_check_constraints = OFF")

    await damaged.db.write(spoil)
    view = await fair_view(damaged.service, GUILD)
    assert [one.names for one in view.pairs] == [PLANTED]
    assert 0 < len(evenings.played) - view.read < 40


async def test_players_go_on_while_a_report_is_made(damaged: World) -> None:
    await stored(damaged, Evenings(2))
    report = asyncio.create_task(fair_view(damaged.service, GUILD))
    written = 0
    while not report.done():
        await damaged.person()
        written += 1
    assert written > 3
    assert (await report).pairs == ()


async def test_what_is_read_of_a_journal_is_what_was_played_in_person(world: World) -> None:
    life = Life(world, 11)
    for _ in range(4_000):
        await life.step()
    told = Counter[str]()
    for table_id in life.tables:
        rows = await world.db.read(lambda conn, table_id=table_id: journal.load(conn, table_id))
        fed = await world.db.read(
            lambda conn, table_id=table_id: fair_play.fed(conn, table_id, ALL_HANDS)
        )
        assert fed == sorted(fed)
        expected = by_replay([event_of(row) for row in rows])
        assert {(one.hand_no, one.giver): one[2:] for one in fed} == expected
        told["chances"] += sum(one.chances for one in fed)
        told["taken"] += sum(one.taken for one in fed)
    assert told["chances"] > told["taken"] > 10


def by_replay(events: list[object]) -> dict[tuple[int, int], tuple[int, int]]:
    """(hand, giver) -> (chances, taken), from the states that the events happened in."""
    state = fold_table(events[:1])  # type: ignore[arg-type]
    counted: dict[tuple[int, int], tuple[int, int]] = {}
    in_person: dict[int, bool] = {}
    for event in events[1:]:
        if isinstance(event, HandStarted):
            in_person = {}
        is_own = state.played_for != getattr(event, "seat", None)
        if isinstance(event, Discarded):
            in_person[event.seat] = is_own
        if isinstance(event, Drew | Took) and is_own and in_person.get((event.seat - 1) % 3):
            key = state.hand_no, (event.seat - 1) % 3
            chances, taken = counted.get(key, (0, 0))
            counted[key] = chances + 1, taken + isinstance(event, Took)
        state = evolve_table(state, event)  # type: ignore[arg-type]
    return counted


async def test_friendly_hands_count_for_nothing(world: World) -> None:
    life = Life(world, 3, friendly=1.0)
    for _ in range(600):
        await life.step()
    await assert_nothing_moved(world)
    assert (await fair_view(world.service, GUILD)).hands == 0
