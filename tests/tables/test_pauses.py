"""A table whose channel cannot be reached waits, and every chip comes back if it waits in vain."""

from dataclasses import replace

import pytest

from bot.i18n import strict_localizer
from bot.tables.commands import Pause, Resume
from bot.tables.outcomes import Refused, Stale
from bot.ui.hand_texts import head_text
from bot.ui.result_panel import result_panel
from tests.tables.chances import winning_deck
from tests.tables.test_panels import rows
from tests.tables.world import MINUTE_MS, PLACE, TURN_MS, World, kinds
from tests.ui.reading import enabled
from tongits.moves import Discard
from tongits.seats import SEATS

L10N = strict_localizer("en")
TOLD = "paused: Discord cannot reach the server"


async def paused_hand(world: World, why: str = "forbidden") -> tuple[list[str], str]:
    people = await world.three()
    table_id = await world.hand(people)
    await world.service.submit(table_id, Pause(why))  # type: ignore[arg-type]
    return people, table_id


async def test_while_a_table_is_paused_no_clock_runs_and_no_move_counts(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    game = await world.game(table_id)
    play = await world.answer(table_id, 0, Discard(game.hands[0][0]))
    await world.service.submit(table_id, Pause("forbidden"))
    assert set(await world.decisions(table_id)) == {"pause"}
    await world.pass_time(9 * MINUTE_MS)
    assert await world.service.submit(table_id, play) == Stale(table_id)
    assert await world.game(table_id) == game
    view = await world.service.seat_view(table_id, SEATS[0], PLACE)
    assert view is not None
    assert (view.token, view.table.paused_why) == ("", "forbidden")


async def test_a_table_that_goes_on_gives_whoever_is_asked_the_whole_time(world: World) -> None:
    _, table_id = await paused_hand(world)
    await world.pass_time(9 * MINUTE_MS)
    assert kinds(await world.service.submit(table_id, Resume())) == ["table_resumed"]
    rows = await world.decisions(table_id)
    assert {subject: row.due_ms - world.now() for subject, row in rows.items()} == {
        "seat:0": TURN_MS
    }
    assert await world.service.submit(table_id, Resume()) == Stale(table_id)


@pytest.mark.parametrize(
    ("why", "grace_ms"), [("forbidden", 10 * MINUTE_MS), ("outage", 360 * MINUTE_MS)]
)
async def test_after_its_grace_a_paused_table_closes_with_every_chip_given_back(
    world: World, why: str, grace_ms: int
) -> None:
    people, table_id = await paused_hand(world, why)
    await world.pass_time(grace_ms - 1)
    assert await world.status(table_id) is None
    await world.pass_time(1)
    assert await world.status(table_id) == why
    assert [await world.wallet(player_id) for player_id in people] == [1_000] * 3
    assert await world.findings() == []


async def test_nobody_sits_down_at_a_paused_table_but_everybody_may_leave(world: World) -> None:
    people = await world.three()
    table_id = await world.open_table(people[0])
    await world.join(table_id, people[1])
    await world.service.submit(table_id, Pause("outage"))
    with pytest.raises(Refused) as refused:
        await world.join(table_id, people[2])
    assert (refused.value.code, refused.value.values) == ("table_paused", {"paused": "outage"})
    await world.leave(table_id, people[0])
    assert await world.wallet(people[0]) == 1_000


async def test_who_leaves_a_paused_hand_is_played_for_once_it_goes_on(world: World) -> None:
    people, table_id = await paused_hand(world)
    assert kinds(await world.leave(table_id, people[0])) == ["walked_out", "host_passed"]
    told = kinds(await world.service.submit(table_id, Resume()))
    assert told[:2] == ["table_resumed", "played_for"]
    assert (await world.game(table_id)).turn_seat == 1


async def test_the_break_waits_too(world: World) -> None:
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(await world.three())
    await world.win_at_once(table_id)
    await world.service.submit(table_id, Pause("forbidden"))
    await world.pass_time(MINUTE_MS)
    assert (await world.state(table_id)).stage == "break"
    await world.service.submit(table_id, Resume())
    await world.pass_time(20_000)
    assert (await world.state(table_id)).hand_no == 2


@pytest.mark.parametrize("why", ["forbidden", "outage"])
async def test_a_paused_table_deals_nothing_until_it_goes_on(world: World, why: str) -> None:
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(await world.three())
    await world.win_at_once(table_id)
    await world.service.submit(table_id, Pause(why))  # type: ignore[arg-type]
    await world.next_hand(table_id)
    state = await world.state(table_id)
    assert (state.stage, state.hand_no) == ("break", 1)
    assert set(await world.decisions(table_id)) == {"pause"}
    told = kinds(await world.service.submit(table_id, Resume()))
    assert told[:2] == ["table_resumed", "hand_started"]
    assert await world.findings() == []


@pytest.mark.parametrize("why", ["forbidden", "outage"])
async def test_a_paused_table_that_everybody_left_closes_and_frees_its_people(
    world: World, why: str
) -> None:
    people, table_id = await paused_hand(world, why)
    for player_id in people[:2]:
        assert "played_for" not in kinds(await world.leave(table_id, player_id))
    told = kinds(await world.leave(table_id, people[2]))
    assert (told[0], told[-1]) == ("walked_out", "table_closed")
    assert await world.status(table_id) == "empty"
    await world.open_table(people[0])
    assert await world.decisions(table_id) == {}
    assert await world.findings() == []


async def test_a_pause_with_nobody_there_but_who_is_away_does_not_wait(world: World) -> None:
    people, table_id = await paused_hand(world)
    await world.service.submit(table_id, Resume())
    while not any(seat and seat.is_away for seat in (await world.state(table_id)).seats):
        await world.pass_time(TURN_MS)
    await world.service.submit(table_id, Pause("forbidden"))
    there = [seat.player_id for _, seat in (await world.state(table_id)).taken() if seat.is_present]
    assert 0 < len(there) < len(people)
    for player_id in there:
        await world.leave(table_id, player_id)
    assert await world.status(table_id) == "empty"
    assert await world.findings() == []


@pytest.mark.parametrize("one_leaves", [False, True], ids=["break", "lobby"])
async def test_a_pause_between_hands_is_told_on_every_hand(world: World, one_leaves: bool) -> None:
    world.chance.decks.append(winning_deck(0))
    people = await world.three()
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    if one_leaves:
        await world.leave(table_id, people[2])
    for command, says in ((Pause("outage"), True), (Resume(), False)):
        await world.service.submit(table_id, command)
        seq, wanted = (await world.state(table_id)).seq, await rows(world, table_id)
        for seat in SEATS:
            view = await world.service.seat_view(table_id, seat, PLACE)
            assert view is not None
            assert (TOLD in head_text(view, L10N)) is says
            assert wanted[f"hand:{seat}"].wanted_seq == seq


async def test_a_result_that_was_sent_during_a_pause_gets_its_buttons_after_it(
    world: World,
) -> None:
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(await world.three())
    await world.win_at_once(table_id)
    for command, pressable in ((Pause("forbidden"), []), (Resume(), ["Next hand", "Leave"])):
        await world.service.submit(table_id, command)
        view = await world.service.result_view(table_id)
        assert view is not None
        shown = replace(view, table_id="abcdefgh")  # an id as Discord gets it
        assert enabled(result_panel(shown, L10N)) == pressable
    wanted = await rows(world, table_id)
    assert wanted["result:1"].wanted_seq == (await world.state(table_id)).seq
