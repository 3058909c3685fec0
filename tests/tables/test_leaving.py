"""Leaving in mid-hand, being away, and how a table without people ends."""

from dataclasses import replace

import pytest

from bot.tables.commands import Expire, Start
from bot.tables.outcomes import Accepted, Refused, Stale
from tests.tables.chances import call_deck, winning_deck
from tests.tables.world import TURN_MS, World, kinds
from tongits.engine import default_move
from tongits.moves import Answer, Draw
from tongits.seats import SEATS, with_seat


async def test_who_leaves_in_turn_is_played_at_once(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    assert kinds(await world.leave(table_id, people[0])) == [
        "walked_out",
        "host_passed",
        "played_for",
        "discarded",
    ]
    state = await world.state(table_id)
    assert state.game is not None
    assert (state.game.turn_seat, state.host) == (1, 1)
    assert await world.at_table(table_id, people[0]) == 290  # until the hand settles


async def test_who_leaves_out_of_turn_is_played_when_the_turn_comes(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    await world.leave(table_id, people[1])
    game = await world.game(table_id)
    assert game.turn_seat == 0
    await world.play(table_id, 0, default_move(game, game.turn_seat))
    assert (await world.game(table_id)).turn_seat == 2


async def test_who_left_cannot_play_nor_leave_again(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    play = await world.answer(table_id, 0, Draw())
    await world.leave(table_id, people[0])
    assert isinstance(await world.service.submit(table_id, play), Stale)
    view = await world.service.seat_view(table_id, SEATS[0], ("Server", "channel"))
    assert view is not None
    assert view.token == ""
    with pytest.raises(Refused) as refused:
        await world.leave(table_id, people[0])
    assert refused.value.code == "not_seated"


async def test_who_is_cashed_out_at_the_end_still_sees_the_finished_hand(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.leave(table_id, people[1])
    await world.win_at_once(table_id)
    assert (await world.state(table_id)).seats[1] is None
    view = await world.service.seat_view(table_id, SEATS[1], ("Server", "channel"))
    assert view is not None
    assert view.hand.showdown is not None
    assert "" not in view.names
    newcomer = await world.person("Dora")
    await world.join(table_id, newcomer)
    assert await world.service.seat_view(table_id, SEATS[1], ("Server", "channel")) is None


async def test_who_left_is_cashed_out_with_the_hands_chips_when_it_ends(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.leave(table_id, people[1])
    assert await world.wallet(people[1]) == 700
    await world.win_at_once(table_id)
    assert await world.chips(table_id) == [400, None, 250]
    assert await world.wallet(people[1]) == 950
    assert (await world.state(table_id)).stage == "lobby"


async def test_a_reply_that_a_left_seat_owes_is_given_at_once(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(call_deck())
    table_id = await world.hand(people)
    await world.called(table_id)
    await world.leave(table_id, people[1])
    assert set(await world.decisions(table_id)) == {"seat:2"}
    await world.leave(table_id, people[2])
    assert (await world.state(table_id)).stage == "lobby"
    assert await world.chips(table_id) == [230, None, None]


async def test_when_all_three_leave_the_hand_is_finished_at_once_and_the_table_closes(
    world: World,
) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    for player_id in people[:2]:
        assert isinstance(await world.leave(table_id, player_id), Accepted)
    told = kinds(await world.leave(table_id, people[2]))
    assert told[-6:] == [
        "hand_ended",
        "hand_settled",
        "seat_left",
        "seat_left",
        "seat_left",
        "table_closed",
    ]
    assert await world.status(table_id) == "empty"
    assert [await world.wallet(player_id) for player_id in people] == [1_000] * 3
    assert len(await world.rows("SELECT 1 FROM hand_results")) == 3


async def test_who_left_finds_another_seat_once_the_hand_is_over(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.leave(table_id, people[1])
    await world.win_at_once(table_id)
    assert isinstance(await world.join(table_id, people[1]), Accepted)


async def play_round(world: World, table_id: str, *, sleeping: int) -> None:
    """One turn of every seat; the sleeping one lets the time run out."""
    for _ in range(3):
        game = await world.game(table_id)
        if game.turn_seat == sleeping:
            await world.pass_time(TURN_MS)
        else:
            turn = game.turn_no
            while (game := await world.game(table_id)).turn_no == turn:
                await world.play(table_id, game.turn_seat, default_move(game, game.turn_seat))


async def finish_but(world: World, table_id: str, sleeping: int) -> None:
    """Everybody but one plays on to the end of the hand."""
    while (state := await world.state(table_id)).stage == "hand":
        game = state.game
        assert game is not None
        if game.turn_seat == sleeping:
            await world.pass_time(TURN_MS)
        else:
            await world.play(table_id, game.turn_seat, default_move(game, game.turn_seat))


async def test_after_two_missed_turns_one_is_cashed_out_at_the_hands_end(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    await finish_but(world, table_id, sleeping=1)
    state = await world.state(table_id)
    assert (state.stage, await world.chips(table_id)) == ("lobby", [290, None, 290])
    assert await world.wallet(people[1]) == 990
    (left,) = [
        event
        for event in (await world.rows("SELECT body FROM events WHERE kind = 'seat_left'"))
        if '"away"' in str(event)
    ]
    assert '"seat":1' in str(left)


async def test_one_missed_turn_costs_no_seat(world: World) -> None:
    table_id = await world.hand(await world.three())
    await play_round(world, table_id, sleeping=1)
    await world.finish_hand(table_id)
    assert await world.chips(table_id) == [290, 290, 290]


async def test_an_own_turn_makes_good_for_missed_ones(world: World) -> None:
    table_id = await world.hand(await world.three())
    for _ in range(2):
        await play_round(world, table_id, sleeping=2)
    sat = (await world.state(table_id)).seats[2]
    assert sat is not None
    assert sat.misses == 2
    await world.finish_hand(table_id)
    assert await world.chips(table_id) == [290, 290, 290]


async def miss(world: World, table_id: str, seat: int, times: int) -> None:
    """Plants missed turns of a seat in memory; the journal is not asked in these tests."""
    actor = world.service._actors[table_id]
    sat = actor.state.seats[seat]
    assert sat is not None
    seats = with_seat(actor.state.seats, SEATS[seat], replace(sat, misses=times))
    actor.state = replace(actor.state, seats=seats)


async def test_a_new_hand_starts_the_count_of_missed_turns_anew(world: World) -> None:
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(await world.three())
    await miss(world, table_id, 1, 1)
    await world.win_at_once(table_id)
    await world.next_hand(table_id)
    assert [seat.misses for _, seat in (await world.state(table_id)).taken()] == [0, 0, 0]


async def test_an_own_reply_makes_good_for_missed_turns(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.called(table_id)
    await miss(world, table_id, 1, 2)
    await world.play(table_id, 1, Answer("show"))
    await world.play(table_id, 2, Answer("show"))
    assert None not in await world.chips(table_id)


async def test_a_missed_reply_counts_as_missed(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.called(table_id)
    await miss(world, table_id, 1, 1)
    await world.play(table_id, 2, Answer("show"))
    await world.pass_time(TURN_MS)
    assert [chips is None for chips in await world.chips(table_id)] == [False, True, False]


async def test_going_out_makes_good_for_missed_turns(world: World) -> None:
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(await world.three())
    await miss(world, table_id, 0, 2)
    await world.win_at_once(table_id)
    assert await world.chips(table_id) == [400, 250, 250]


async def test_a_table_whose_players_all_sleep_closes_at_the_hands_end(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    for _ in range(16):
        await world.pass_time(TURN_MS)
    assert await world.status(table_id) == "empty"
    assert [await world.wallet(player_id) for player_id in people] == [1_000] * 3


async def test_leaving_in_the_break_reopens_the_lobby_and_the_hand_waits_for_a_third(
    world: World,
) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    await world.leave(table_id, people[2])
    await world.pass_time(20_000)
    state = await world.state(table_id)
    assert (state.stage, state.hand_no) == ("lobby", 1)
    await world.join(table_id, await world.person("Dora"))
    await world.service.submit(table_id, Start(people[0]))
    assert (await world.state(table_id)).hand_no == 2


async def test_an_expired_break_deals_only_once(world: World) -> None:
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(await world.three())
    await world.win_at_once(table_id)
    row = (await world.decisions(table_id))["break"]
    world.now.ms += 20_000
    up = Expire("break", row.token)
    assert isinstance(await world.service.submit(table_id, up), Accepted)
    assert await world.service.submit(table_id, up) == Stale(table_id)
