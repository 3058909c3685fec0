"""What the clock plays when nobody answers, and how it races with late clicks."""

import asyncio
import logging
from dataclasses import replace

import pytest

from bot.tables.clock import AFTER_FAILURE_S, LONGEST_SLEEP_S, Clock
from bot.tables.commands import Expire
from bot.tables.outcomes import Accepted, Stale
from bot.tables.service import GRACE_MS, Tables
from data import decisions
from data.decisions import Decision
from tests.tables.chances import CAPPED, call_deck
from tests.tables.world import DAY_MS, NOW_MS, TURN_MS, World
from tongits.cards import parse_cards
from tongits.engine import cheapest_discard
from tongits.moves import Answer, Discard, Draw, Lay


async def start_of_turn(world: World) -> str:
    """A table of `call_deck` where seat 1 is to draw."""
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.capped_turn(table_id, 0)
    return table_id


async def expiry(world: World, table_id: str, seat: int) -> Expire:
    return Expire(f"seat:{seat}", await world.token(table_id, seat))


async def test_a_turn_that_runs_out_draws_lays_nothing_and_throws_what_costs_least(
    world: World,
) -> None:
    table_id = await start_of_turn(world)
    before = await world.game(table_id)
    await world.pass_time(TURN_MS)
    after = await world.game(table_id)
    assert after.turn_seat == 2
    assert after.stock == before.stock[1:]
    assert after.melds == before.melds
    drawn = replace(
        before, hands=(before.hands[0], (*before.hands[1], before.stock[0]), before.hands[2])
    )
    assert after.discards[-1] == cheapest_discard(replace(drawn, phase=after.phase.ACT), 1)  # type: ignore[arg-type]
    line = (await world.state(table_id)).last_turn
    assert line is not None
    assert (line.auto, line.drew, line.laid, line.laid_off) == (True, True, (), ())


async def test_a_turn_that_runs_out_in_its_middle_only_throws(world: World) -> None:
    table_id = await start_of_turn(world)
    laid = parse_cards(CAPPED[1][0])
    await world.play(table_id, 1, Draw(), Lay(laid))
    before = await world.game(table_id)
    await world.pass_time(TURN_MS)
    after = await world.game(table_id)
    assert (after.turn_seat, len(after.hands[1])) == (2, len(before.hands[1]) - 1)
    assert (after.stock, after.melds) == (before.stock, before.melds)


async def test_time_that_is_not_up_plays_nothing(world: World) -> None:
    table_id = await start_of_turn(world)
    before = await world.state(table_id)
    early = await expiry(world, table_id, 1)
    await world.pass_time(TURN_MS - 1)
    assert await world.service.submit(table_id, early) == Stale(table_id)
    assert await world.state(table_id) == before


async def test_a_reply_that_does_not_come_is_a_show(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.called(table_id)
    await world.play(table_id, 1, Answer("challenge"))
    await world.pass_time(TURN_MS)
    result = (await world.state(table_id)).result
    assert result is not None
    assert result.game.replies == (None, "challenge", "show")


async def test_timeout_before_the_late_click_wins(world: World) -> None:
    table_id = await start_of_turn(world)
    draw = await world.answer(table_id, 1, Draw())
    await world.pass_time(TURN_MS)
    assert (await world.game(table_id)).turn_seat == 2
    assert await world.service.submit(table_id, draw) == Stale(table_id)


async def test_the_late_click_before_the_timeout_wins(world: World) -> None:
    table_id = await start_of_turn(world)
    draw, up = await world.answer(table_id, 1, Draw()), await expiry(world, table_id, 1)
    world.now.ms += TURN_MS
    assert isinstance(await world.service.submit(table_id, draw), Accepted)
    assert await world.service.submit(table_id, up) == Stale(table_id)
    assert (await world.game(table_id)).turn_seat == 1


@pytest.mark.parametrize("click_first", [True, False])
async def test_timeout_and_late_click_at_once_have_one_outcome(
    world: World, *, click_first: bool
) -> None:
    table_id = await start_of_turn(world)
    draw, up = await world.answer(table_id, 1, Draw()), await expiry(world, table_id, 1)
    world.now.ms += TURN_MS
    pair = (draw, up) if click_first else (up, draw)
    outcomes = await asyncio.gather(*(world.service.submit(table_id, one) for one in pair))
    assert [type(outcome) for outcome in outcomes] == [Accepted, Stale]
    assert len((await world.game(table_id)).stock) == 14


async def test_one_strike_answers_every_table_whose_time_is_up(world: World) -> None:
    tables = [await world.hand(await world.three()) for _ in range(3)]
    await world.pass_time(TURN_MS)
    assert [(await world.game(table_id)).turn_no for table_id in tables] == [2, 2, 2]


async def test_one_strike_plays_one_turn_of_a_table(world: World) -> None:
    """After a long pause nobody loses turns that were never asked of them."""
    table_id = await world.hand(await world.three())
    await world.pass_time(10 * TURN_MS)
    assert (await world.game(table_id)).turn_no == 2


async def test_the_clock_sleeps_until_the_next_due_time(world: World) -> None:
    assert await world.clock.strike() == LONGEST_SLEEP_S
    await world.full_table(await world.three())
    assert 5 <= await world.clock.strike() < 5.1
    world.now.ms += 4_900
    assert 0.1 <= await world.clock.strike() < 0.2


async def test_a_running_clock_wakes_at_a_commit_and_plays_what_is_due(world: World) -> None:
    dealt = asyncio.Event()

    def listen(table_id: str) -> None:
        state = world.service._memory.open[table_id].state
        if state.stage == "hand":
            dealt.set()

    world.service.changed.append(listen)
    running = asyncio.create_task(world.clock.run())
    await asyncio.sleep(0)
    table_id = await world.full_table(await world.three())
    world.now.ms += 5_000
    world.service.tell(table_id)  # any commit
    async with asyncio.timeout(10):
        await dealt.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_a_row_that_cannot_be_answered_does_not_make_the_clock_spin(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    ana = await world.person()
    table_id = await world.open_table(ana)
    orphan = Decision(table_id, "start", "orphan", 1, NOW_MS)
    await world.db.write(lambda conn: decisions.replace(conn, orphan))
    assert await world.clock.strike() == AFTER_FAILURE_S
    await world.db.write(lambda conn: decisions.delete(conn, table_id, "start"))
    assert await world.clock.strike() == LONGEST_SLEEP_S


async def test_a_table_that_fails_does_not_stop_the_clock_for_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = [await world.hand(await world.three()) for _ in range(2)]
    submit = Tables.submit

    async def failing(self: Tables, table_id: str, command: Expire) -> object:
        if table_id == broken:
            raise OSError("no space")
        return await submit(self, table_id, command)

    monkeypatch.setattr(Tables, "submit", failing)
    world.now.ms += TURN_MS
    with caplog.at_level(logging.ERROR):
        assert await Clock(world.service).strike() == AFTER_FAILURE_S
    assert (await world.game(sound)).turn_no == 2
    assert (await world.game(broken)).turn_no == 1
    assert "could not expire" in caplog.text


async def test_the_clock_never_logs_cards_or_tokens(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        table_id = await start_of_turn(world)
        token = await world.token(table_id, 1)
        up = await expiry(world, table_id, 1)
        await world.pass_time(TURN_MS)
        play = await world.answer(table_id, 2, Discard(parse_cards("KH")[0]))
    for text in (caplog.text, repr(up), repr(play), repr(await world.state(table_id))):
        assert token not in text
        assert play.token not in text
        assert "KH" not in text  # in seat 2's hand


async def test_one_ping_at_sixty_per_cent_of_a_turn_goes_away_with_the_turn(world: World) -> None:
    table_id = await start_of_turn(world)
    await world.pass_time(TURN_MS * 6 // 10 - 1)
    assert await pings(world) == []
    await world.pass_time(1)
    assert await pings(world) == [("ping:1", True)]
    shown = "UPDATE panels SET message_id = 9, shown_seq = wanted_seq WHERE panel = 'ping:1'"
    await world.db.write(lambda conn: conn.execute(shown))
    await world.play(table_id, 1, Draw())
    await world.pass_time(1_000)
    assert await pings(world) == [("ping:1", False)]
    card = (await world.game(table_id)).hands[1][0]
    await world.play(table_id, 1, Discard(card))
    old = await world.rows(
        "SELECT panel FROM panels WHERE panel = 'old:9' AND wanted_seq > shown_seq"
    )
    assert (old, await pings(world)) == ([("old:9",)], [("ping:1", False)])


async def pings(world: World) -> list[tuple[object, ...]]:
    """(panel, whether it is to be sent) of every ping there was."""
    sql = "SELECT panel, wanted_seq > shown_seq FROM panels WHERE panel GLOB 'ping:*'"
    return [(panel, bool(wanted)) for panel, wanted in await world.rows(sql)]


async def test_a_ping_that_was_not_sent_before_the_answer_is_not_sent_any_more(
    world: World,
) -> None:
    table_id = await start_of_turn(world)
    await world.pass_time(TURN_MS * 6 // 10)
    await world.play(table_id, 1, Draw())
    await world.play(table_id, 1, Discard((await world.game(table_id)).hands[1][0]))
    assert await pings(world) == [("ping:1", False)]


async def test_whoever_answers_in_time_is_never_pinged(world: World) -> None:
    table_id = await start_of_turn(world)
    await world.play(table_id, 1, Draw())
    await world.play(table_id, 1, Discard((await world.game(table_id)).hands[1][0]))
    await world.pass_time(TURN_MS * 6 // 10 - 1)
    assert await pings(world) == []


async def test_a_wall_clock_set_forward_is_downtime_and_no_timeout(world: World) -> None:
    table_id = await start_of_turn(world)
    before = await world.game(table_id)
    jumping = Clock(world.service, steady=lambda: NOW_MS)
    world.now.ms += 10 * TURN_MS
    await jumping.strike()
    assert await world.game(table_id) == before
    (row,) = (await world.decisions(table_id)).values()
    assert row.due_ms == world.now() + GRACE_MS
    view = await world.service.table_view(table_id)
    assert view.due_ms == row.due_ms


async def test_a_wall_clock_set_back_leaves_everybody_the_time_they_had(world: World) -> None:
    table_id = await start_of_turn(world)
    jumping = Clock(world.service, steady=lambda: NOW_MS)
    world.now.ms -= DAY_MS
    await jumping.strike()
    (row,) = (await world.decisions(table_id)).values()
    assert row.due_ms == world.now() + TURN_MS


async def test_while_no_click_can_arrive_nothing_falls_due(world: World) -> None:
    table_id = await start_of_turn(world)
    before = await world.game(table_id)
    world.clock.hold()
    await world.pass_time(5 * TURN_MS)
    assert await world.game(table_id) == before
    await world.clock.release()
    await world.pass_time(GRACE_MS - 1)
    assert await world.game(table_id) == before
    await world.pass_time(1)
    assert (await world.game(table_id)).turn_seat == 2


async def test_while_the_gateway_is_silent_nothing_falls_due(world: World) -> None:
    heard = False
    world.clock = Clock(world.service, steady=world.now, hears=lambda: heard)
    table_id = await start_of_turn(world)
    before = await world.game(table_id)
    await world.pass_time(5 * TURN_MS)
    heard = True
    await world.pass_time(0)
    await world.pass_time(GRACE_MS - 1)
    assert await world.game(table_id) == before
    await world.pass_time(1)
    assert (await world.game(table_id)).turn_seat == 2


async def test_a_connection_that_was_never_lost_gives_nobody_more_time(world: World) -> None:
    table_id = await start_of_turn(world)
    world.now.ms += TURN_MS - 1
    await world.clock.release()
    await world.pass_time(1)
    assert (await world.game(table_id)).turn_seat == 2


async def test_who_is_asked_after_the_wall_clock_went_back_loses_no_turn(world: World) -> None:
    """The decision was opened by the new time, moved back with the others and missed at once."""
    table_id = await start_of_turn(world)
    await world.play(table_id, 1, Draw())
    jumping = Clock(world.service, steady=lambda: NOW_MS)
    await jumping.strike()
    world.now.ms -= DAY_MS
    await world.play(table_id, 1, Discard(parse_cards("7C")[0]))
    before = await world.game(table_id)
    await jumping.strike()
    assert await world.game(table_id) == before
    (row,) = (await world.decisions(table_id)).values()
    assert row.due_ms == world.now() + GRACE_MS
