"""Missing turns, being away, the stand-in, and coming back."""

from dataclasses import replace

import pytest

from bot.tables.commands import Ready, Remove, Return
from bot.tables.outcomes import Accepted, Refused, Stale
from bot.tables.state import Seat
from tests.tables.chances import call_deck, winning_deck
from tests.tables.world import DAY_MS, MINUTE_MS, PLACE, TURN_MS, World, kinds
from tongits.engine import default_move
from tongits.moves import Answer, Call
from tongits.seats import SEATS, with_seat

HOUR_MS = 60 * MINUTE_MS


async def own_turn(world: World, table_id: str) -> None:
    """The seat in turn plays the default move to the end of its turn."""
    game = await world.game(table_id)
    seat, turn = game.turn_seat, game.turn_no
    while (game := await world.game(table_id)).turn_no == turn:
        await world.play(table_id, seat, default_move(game, seat))


async def missed_turns(world: World, table_id: str, sleeping: int, count: int) -> None:
    """The sleeping seat lets so many turns run out; the others play."""
    missed = 0
    while missed < count:
        if (await world.game(table_id)).turn_seat == sleeping:
            await world.pass_time(TURN_MS)
            missed += 1
        else:
            await own_turn(world, table_id)


async def sat_at(world: World, table_id: str, seat: int) -> Seat:
    sat = (await world.state(table_id)).seats[seat]
    assert sat is not None
    return sat


async def left_ms(world: World, table_id: str, subject: str) -> int:
    return (await world.decisions(table_id))[subject].due_ms - world.now()


async def miss(world: World, table_id: str, seat: int, times: int) -> None:
    """Plants missed turns of a seat in memory; the journal is not asked in these tests."""
    actor = world.service._memory.open[table_id]
    sat = actor.state.seats[seat]
    assert sat is not None
    seats = with_seat(actor.state.seats, SEATS[seat], replace(sat, misses=times))
    actor.state = replace(actor.state, seats=seats)


async def test_after_a_miss_a_seat_has_half_the_clock_until_it_acts(world: World) -> None:
    table_id = await world.hand(await world.three())
    await missed_turns(world, table_id, 1, 1)
    await own_turn(world, table_id)
    await own_turn(world, table_id)
    assert await left_ms(world, table_id, "seat:1") == TURN_MS // 2
    await own_turn(world, table_id)
    assert await left_ms(world, table_id, "seat:2") == TURN_MS
    assert (await sat_at(world, table_id, 1)).misses == 0


async def test_after_two_misses_a_stand_in_plays_at_once_and_all_hear_of_it(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    await missed_turns(world, table_id, 1, 2)
    assert (await sat_at(world, table_id, 1)).is_away
    await own_turn(world, table_id)
    await own_turn(world, table_id)
    game = await world.game(table_id)
    assert (game.turn_seat, (await world.state(table_id)).host) == (2, 0)
    line = (await world.state(table_id)).last_turn
    assert line is not None
    assert (line.seat, line.auto) == (1, True)
    told = await world.rows("SELECT body FROM posts WHERE body LIKE '%went_away%'")
    assert len(told) == 1


async def test_who_is_back_plays_the_next_turn_with_the_whole_clock(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    await missed_turns(world, table_id, 1, 2)
    assert kinds(await world.service.submit(table_id, Return(people[1]))) == ["came_back"]
    await own_turn(world, table_id)
    await own_turn(world, table_id)
    assert (await world.game(table_id)).turn_seat == 1
    assert await left_ms(world, table_id, "seat:1") == TURN_MS
    await own_turn(world, table_id)
    assert not (await sat_at(world, table_id, 1)).is_away


async def test_i_am_back_does_nothing_for_who_is_there(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    assert await world.service.submit(table_id, Return(people[1])) == Stale(table_id)


async def test_the_hosts_duties_pass_on_when_the_host_is_away_and_stay_there(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    await missed_turns(world, table_id, 0, 2)
    assert (await world.state(table_id)).host == 1
    await world.service.submit(table_id, Return(people[0]))
    assert (await world.state(table_id)).host == 1


async def test_who_is_away_at_the_hands_end_is_cashed_out_and_may_come_back(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    await missed_turns(world, table_id, 1, 2)
    while (await world.state(table_id)).stage == "hand":
        game = await world.game(table_id)
        await world.play(table_id, game.turn_seat, default_move(game, game.turn_seat))
    state = await world.state(table_id)
    assert (state.stage, state.seats[1]) == ("lobby", None)
    left = await world.rows("SELECT body FROM events WHERE kind = 'seat_left'")
    assert [('"away"' in str(body), '"seat":1' in str(body)) for (body,) in left] == [(True, True)]
    view = await world.service.seat_view(table_id, SEATS[1], PLACE)
    assert view is not None
    assert view.may_return
    assert isinstance(await world.service.submit(table_id, Return(people[1])), Accepted)
    assert (await sat_at(world, table_id, 1)).player_id == people[1]
    assert await world.findings() == []


async def test_who_was_cashed_out_finds_the_seat_taken(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.leave(table_id, people[1])
    await world.win_at_once(table_id)
    await world.join(table_id, await world.person("Dora"))
    with pytest.raises(Refused) as refused:
        await world.service.submit(table_id, Return(people[1]))
    assert refused.value.code == "table_full"


async def test_one_missed_turn_costs_no_seat(world: World) -> None:
    table_id = await world.hand(await world.three())
    await missed_turns(world, table_id, 1, 1)
    await world.finish_hand(table_id)
    assert await world.chips(table_id) == [290, 290, 290]


async def test_wanting_the_next_hand_makes_good_for_missed_turns(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await miss(world, table_id, 1, 1)
    await world.win_at_once(table_id)
    await world.service.submit(table_id, Ready(people[1], 1))
    assert (await sat_at(world, table_id, 1)).misses == 0


async def test_who_slept_through_the_break_has_half_the_clock_in_the_next_hand(
    world: World,
) -> None:
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(await world.three())
    await miss(world, table_id, 1, 1)
    await world.win_at_once(table_id)
    await world.pass_time(20_000)
    assert await left_ms(world, table_id, "seat:1") == TURN_MS // 2


async def test_an_own_reply_makes_good_for_missed_turns(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.called(table_id)
    await miss(world, table_id, 1, 1)
    await world.play(table_id, 1, Answer("show"))
    assert (await sat_at(world, table_id, 1)).misses == 0


async def test_a_missed_reply_counts_as_missed(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.called(table_id)
    await miss(world, table_id, 1, 1)
    await world.play(table_id, 2, Answer("show"))
    await world.pass_time(TURN_MS)
    assert [chips is None for chips in await world.chips(table_id)] == [False, True, False]


async def test_an_away_seat_answers_a_call_at_once_and_never_challenges(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    actor = world.service._memory.open[table_id]
    sat = await sat_at(world, table_id, 1)
    seats = with_seat(actor.state.seats, SEATS[1], replace(sat, is_away=True))
    for seat in SEATS:
        await world.capped_turn(table_id, seat)
    actor.state = replace(actor.state, seats=seats)
    game = await world.game(table_id)
    assert game.turn_seat == 0
    await world.play(table_id, 0, Call())
    assert set(await world.decisions(table_id)) == {"seat:2"}
    assert (await world.game(table_id)).replies[1] == "show"


async def test_when_nobody_is_present_the_hand_is_finished_settled_and_the_table_closes(
    world: World,
) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    for _ in range(6):
        assert await world.status(table_id) is None
        await world.pass_time(TURN_MS)
    assert await world.status(table_id) == "empty"
    assert sum([await world.wallet(player_id) for player_id in people]) == 3_000
    assert len(await world.rows("SELECT 1 FROM hand_results")) == 3
    assert await world.findings() == []


@pytest.mark.parametrize("why", ["kicked", "gone"])
async def test_who_is_removed_in_mid_hand_is_played_for_and_cashed_out_with_the_reason(
    world: World, why: str
) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    told = kinds(await world.service.submit(table_id, Remove(people[1], why)))  # type: ignore[arg-type]
    assert told == ["walked_out"]
    await world.win_at_once(table_id)
    (row,) = await world.rows("SELECT body FROM events WHERE kind = 'seat_left'")
    assert f'"{why}"' in str(row)
    assert await world.chips(table_id) == [400, None, 250]


async def test_who_is_removed_from_a_lobby_gets_the_chips_back(world: World) -> None:
    people = await world.three()
    table_id = await world.open_table(people[0])
    await world.join(table_id, people[1])
    await world.service.submit(table_id, Remove(people[0], "kicked"))
    state = await world.state(table_id)
    assert (state.seats[0], state.host) == (None, 1)
    assert await world.wallet(people[0]) == 1_000


@pytest.mark.parametrize(
    ("clock_s", "turn_ms", "break_ms", "lobby_ms"),
    [
        (30, 30_000, 20_000, 15 * MINUTE_MS),
        (120, 120_000, 20_000, 15 * MINUTE_MS),
        (600, 600_000, 2 * MINUTE_MS, 15 * MINUTE_MS),
        (86_400, DAY_MS, 12 * HOUR_MS, DAY_MS),
    ],
)
async def test_every_clock_has_its_turn_break_and_lobby(
    world: World, clock_s: int, turn_ms: int, break_ms: int, lobby_ms: int
) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.open_table(people[0], clock_s=clock_s)
    assert await left_ms(world, table_id, "lobby") == lobby_ms
    for player_id in people[1:]:
        await world.join(table_id, player_id)
    await world.pass_time(5_000)
    assert await left_ms(world, table_id, "seat:0") == turn_ms
    await world.win_at_once(table_id)
    assert await left_ms(world, table_id, "break") == break_ms


@pytest.mark.parametrize(
    ("clock_s", "reply_ms"),
    [(30, 30_000), (60, 60_000), (600, 60_000), (86_400, 12 * HOUR_MS)],
)
async def test_a_reply_has_a_minute_at_most_and_half_a_day_where_a_turn_has_a_day(
    world: World, clock_s: int, reply_ms: int
) -> None:
    people = await world.three()
    world.chance.decks.append(call_deck())
    table_id = await world.open_table(people[0], clock_s=clock_s)
    for player_id in people[1:]:
        await world.join(table_id, player_id)
    await world.pass_time(5_000)
    await world.called(table_id)
    assert await left_ms(world, table_id, "seat:1") == reply_ms
