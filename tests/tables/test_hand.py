"""Answering open decisions: tokens, seats, double deliveries, and how a call is settled."""

import asyncio
from dataclasses import replace

import pytest

from bot.tables.commands import Close, Ready, Start
from bot.tables.outcomes import Accepted, Refused, Stale
from tests.tables.chances import CAPPED, call_deck, winning_deck
from tests.tables.world import MINUTE_MS, TURN_MS, World, kinds
from tongits.cards import parse_cards
from tongits.moves import Answer, Call, Discard, Draw, Lay, TakeBack
from tongits.seats import SEATS


async def start_of_turn(world: World) -> str:
    """A table of `call_deck` where seat 1 is to draw."""
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.capped_turn(table_id, 0)
    return table_id


async def test_a_used_token_answers_nothing_and_is_no_error(world: World) -> None:
    table_id = await start_of_turn(world)
    draw = await world.answer(table_id, 1, Draw())
    assert isinstance(await world.service.submit(table_id, draw), Accepted)
    before = await world.state(table_id)
    assert await world.service.submit(table_id, draw) == Stale(table_id)
    assert await world.state(table_id) == before


async def test_a_guessed_token_or_one_of_an_old_turn_answers_nothing(world: World) -> None:
    table_id = await start_of_turn(world)
    draw = await world.answer(table_id, 1, Draw())
    assert await world.service.submit(table_id, replace(draw, token="guess")) == Stale(table_id)
    await world.capped_turn(table_id, 1)
    assert await world.service.submit(table_id, draw) == Stale(table_id)


async def test_a_seat_that_is_not_in_turn_is_shown_the_present_state(world: World) -> None:
    table_id = await start_of_turn(world)
    draw = await world.answer(table_id, 1, Draw())
    sat = (await world.state(table_id)).seats[2]
    assert sat is not None
    early = replace(draw, seat=SEATS[2], player_id=sat.player_id)
    assert await world.service.submit(table_id, early) == Stale(table_id)


async def test_another_players_seat_is_refused_even_with_its_token(world: World) -> None:
    table_id = await start_of_turn(world)
    draw = await world.answer(table_id, 1, Draw())
    state = await world.state(table_id)
    for stranger in (await world.person("Dora"), state.seats[0].player_id):  # type: ignore[union-attr]
        with pytest.raises(Refused) as refused:
            await world.service.submit(table_id, replace(draw, player_id=stranger))
        assert refused.value.code == "not_your_seat"
    assert await world.state(table_id) == state


async def test_an_illegal_move_is_refused_with_the_engines_code_and_the_token_stays(
    world: World,
) -> None:
    table_id = await start_of_turn(world)
    with pytest.raises(Refused) as refused:
        await world.play(table_id, 1, Discard(parse_cards("2D")[0]))
    assert refused.value.code == "must_draw_first"
    assert isinstance(await world.play(table_id, 1, Draw()), Accepted)


async def test_one_interaction_delivered_twice_is_done_once(world: World) -> None:
    table_id = await start_of_turn(world)
    draw = await world.answer(table_id, 1, Draw())
    deliveries = [world.service.submit(table_id, draw, 42) for _ in range(3)]
    outcomes = await asyncio.gather(*deliveries)
    assert [type(outcome) for outcome in outcomes].count(Accepted) == 1
    assert len((await world.game(table_id)).hands[1]) == 13
    # The same delivery cannot answer a later question either.
    later = await world.answer(table_id, 1, Discard(parse_cards("7C")[0]))
    assert await world.service.submit(table_id, later, 42) == Stale(table_id)


async def test_two_seats_answer_a_call_at_once_and_neither_makes_the_other_stale(
    world: World,
) -> None:
    table_id = await start_of_turn(world)
    for seat in (1, 2):
        await world.capped_turn(table_id, seat)
    await world.play(table_id, 0, Call())
    answers = [await world.answer(table_id, seat, Answer("challenge")) for seat in (1, 2)]
    outcomes = await asyncio.gather(*(world.service.submit(table_id, one) for one in answers))
    assert all(isinstance(outcome, Accepted) for outcome in outcomes)
    result = (await world.state(table_id)).result
    assert result is not None
    assert result.game.replies == (None, "challenge", "challenge")


async def test_the_first_reply_leaves_the_others_token_and_time_as_they_were(
    world: World,
) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.called(table_id)
    before = await world.decisions(table_id)
    assert set(before) == {"seat:1", "seat:2"}
    await world.pass_time(1_000)
    await world.play(table_id, 2, Answer("show"))
    assert await world.decisions(table_id) == {"seat:1": before["seat:1"]}


async def test_only_opened_seats_are_asked_for_a_reply(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.called(table_id, opened=(0, 2))
    assert set(await world.decisions(table_id)) == {"seat:2"}


async def test_a_call_that_nobody_can_answer_settles_in_the_same_commit(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    outcome = await world.called(table_id, opened=(0,))
    assert kinds(outcome)[:3] == ["called", "hand_ended", "hand_settled"]
    state = await world.state(table_id)
    assert (state.stage, set(await world.decisions(table_id))) == ("break", {"break"})


async def test_a_turn_has_one_due_time_through_drawing_melding_and_undo(world: World) -> None:
    table_id = await start_of_turn(world)
    start = await world.decisions(table_id)
    assert start["seat:1"].due_ms == world.now() + TURN_MS
    tokens = {start["seat:1"].token}
    laid = Lay(parse_cards(CAPPED[1][0]))
    for move in (Draw(), laid, TakeBack(), laid, TakeBack(), laid):
        await world.pass_time(5_000)
        await world.play(table_id, 1, move)
        row = (await world.decisions(table_id))["seat:1"]
        assert row.due_ms == start["seat:1"].due_ms
        assert row.token not in tokens
        tokens.add(row.token)


async def test_the_next_turn_gets_the_whole_clock(world: World) -> None:
    table_id = await start_of_turn(world)
    await world.pass_time(TURN_MS - 1)
    await world.capped_turn(table_id, 1)
    assert (await world.decisions(table_id))["seat:2"].due_ms == world.now() + TURN_MS


@pytest.mark.parametrize(("clock_s", "reply_ms"), [(30, 30_000), (60, 60_000), (120, 60_000)])
async def test_the_time_to_reply_is_the_clock_but_a_minute_at_most(
    world: World, clock_s: int, reply_ms: int
) -> None:
    world.chance.decks.append(call_deck())
    people = await world.three()
    table_id = await world.open_table(people[0], clock_s=clock_s)
    for player_id in people[1:]:
        await world.join(table_id, player_id)
    await world.pass_time(5_000)
    await world.called(table_id)
    due = {row.due_ms for row in (await world.decisions(table_id)).values()}
    assert due == {world.now() + reply_ms}


async def test_after_a_hand_the_table_waits_twenty_seconds(world: World) -> None:
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(await world.three())
    await world.win_at_once(table_id)
    await world.pass_time(20_000 - 1)
    assert (await world.state(table_id)).stage == "break"
    await world.pass_time(1)
    state = await world.state(table_id)
    assert (state.stage, state.hand_no) == ("hand", 2)


async def test_three_who_are_ready_do_not_wait(world: World) -> None:
    world.chance.decks.append(winning_deck(0))
    people = await world.three()
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    for player_id in people[:2]:
        await world.service.submit(table_id, Ready(player_id, 1))
        assert (await world.state(table_id)).stage == "break"
    assert await world.service.submit(table_id, Ready(people[0], 1)) == Stale(table_id)
    # An old lobby's Start does not speak for the third.
    assert await world.service.submit(table_id, Start(people[0])) == Stale(table_id)
    await world.service.submit(table_id, Ready(people[2], 1))
    assert (await world.state(table_id)).hand_no == 2
    await world.finish_hand(table_id)
    # A late click on the old result is no word for the hand after this one.
    assert await world.service.submit(table_id, Ready(people[0], 1)) == Stale(table_id)


async def test_only_players_can_be_ready(world: World) -> None:
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(await world.three())
    await world.win_at_once(table_id)
    with pytest.raises(Refused) as refused:
        await world.service.submit(table_id, Ready(await world.person("Dora"), 1))
    assert refused.value.code == "not_seated"


async def test_being_ready_is_forgotten_when_the_company_changes(world: World) -> None:
    world.chance.decks.append(winning_deck(0))
    people = await world.three()
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    await world.service.submit(table_id, Ready(people[0], 1))
    await world.leave(table_id, people[1])
    assert not any(seat.is_ready for _, seat in (await world.state(table_id)).taken())


async def test_a_click_on_a_closed_table_hears_that_it_is_closed(world: World) -> None:
    table_id = await start_of_turn(world)
    draw = await world.answer(table_id, 1, Draw())
    await world.service.submit(table_id, Close("ended"))
    with pytest.raises(Refused) as refused:
        await world.service.submit(table_id, draw)
    assert refused.value.code == "table_closed"


async def test_a_caller_who_gives_up_does_not_tear_memory_from_disk(world: World) -> None:
    table_id = await start_of_turn(world)
    draw = await world.answer(table_id, 1, Draw())
    heard = asyncio.Event()
    world.service.changed.append(lambda _: heard.set())
    submission = asyncio.create_task(world.service.submit(table_id, draw))
    for _ in range(5):  # far enough that the write is handed in
        await asyncio.sleep(0)
    submission.cancel()
    with pytest.raises(asyncio.CancelledError):
        await submission
    async with asyncio.timeout(2 * MINUTE_MS / 1000):
        await heard.wait()
    await world.play(table_id, 1, Discard(parse_cards("7C")[0]))
    assert (await world.game(table_id)).turn_seat == 2
