"""Leaving in mid-hand, being away, and how a table without people ends."""

import pytest

from bot.tables.commands import Expire, Start
from bot.tables.outcomes import Accepted, Refused, Stale
from tests.tables.chances import call_deck, winning_deck
from tests.tables.world import World, kinds
from tongits.engine import default_move
from tongits.moves import Draw
from tongits.seats import SEATS


async def test_who_leaves_in_turn_is_played_at_once(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    told = kinds(await world.leave(table_id, people[0]))
    assert (told[:3], told[-1]) == (["walked_out", "host_passed", "played_for"], "discarded")
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
    assert view.may_return
    newcomer = await world.person("Dora")
    await world.join(table_id, newcomer)
    assert (await world.state(table_id)).holder(SEATS[1]) == people[1]
    view = await world.service.seat_view(table_id, SEATS[1], ("Server", "channel"))
    assert view is not None
    assert not view.may_return


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
    assert sum([await world.wallet(player_id) for player_id in people]) == 3_000
    assert len(await world.rows("SELECT 1 FROM hand_results")) == 3


async def test_who_left_finds_another_seat_once_the_hand_is_over(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.leave(table_id, people[1])
    await world.win_at_once(table_id)
    assert isinstance(await world.join(table_id, people[1]), Accepted)


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
