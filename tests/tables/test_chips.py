"""Wallets, buy-ins, antes, payouts, top-ups, refills (design.md, Chips at the table)."""

import asyncio
from datetime import UTC, datetime

import pytest

from bot.tables.commands import Play, Start
from bot.tables.days import chips_day, next_chips_day_ms
from bot.tables.outcomes import Accepted, Refused
from tests.tables.chances import ALL_MELDS, call_deck, winning_deck
from tests.tables.world import BOOK, DAY_MS, World, kinds
from tongits import match
from tongits.cards import parse_cards
from tongits.moves import Answer, Lay
from tongits.scoring import settle
from tongits.seats import SEATS


async def board(world: World) -> list[tuple[object, ...]]:
    return await world.rows("SELECT seat, chips, won, ending FROM hand_results ORDER BY seat")


async def test_a_wallet_opens_with_a_thousand_chips_once(world: World) -> None:
    ana = await world.person()
    for _ in range(2):
        table_id = await world.open_table(ana)
        assert await world.wallet(ana) == 700
        await world.leave(table_id, ana)
        assert await world.wallet(ana) == 1_000


@pytest.mark.parametrize(
    ("stake", "rate", "wallet", "buys"),
    [
        (10, 1, 1_000, 300),  # thirty stakes
        (1, 10, 5_000, 2_282),  # twice the minimum, 1 + 114 x 10
        (10, 1, 299, 299),  # the whole wallet
        (10, 1, 124, 124),
    ],
)
async def test_the_buy_in_is_thirty_stakes_or_twice_the_minimum_or_the_wallet(
    world: World, stake: int, rate: int, wallet: int, buys: int
) -> None:
    ana = await world.person(chips=wallet)
    table_id = await world.open_table(ana, stake=stake, rate=rate)
    assert await world.chips(table_id) == [buys, None, None]
    assert (await world.wallet(ana), await world.at_table(table_id, ana)) == (wallet - buys, buys)


@pytest.mark.parametrize(("wallet", "stake", "rate"), [(123, 10, 1), (999, 1_000, 0)])
async def test_who_cannot_cover_the_minimum_is_not_seated(
    world: World, wallet: int, stake: int, rate: int
) -> None:
    ana, ben = await world.person(chips=5_000), await world.person("Ben", chips=wallet)
    table_id = await world.open_table(ana, stake=stake, rate=rate)
    with pytest.raises(Refused) as refused:
        await world.join(table_id, ben)
    need = match.Stakes(BOOK, stake, rate).minimum_chips
    assert refused.value.code == "not_enough_chips"
    assert refused.value.values == {"need": need, "have": wallet, "refill_at_ms": None}
    assert await world.wallet(ben) == wallet


async def test_a_table_its_opener_cannot_afford_is_not_opened(world: World) -> None:
    with pytest.raises(Refused):
        await world.open_table(await world.person(chips=5), channel_id=9)
    assert await world.service.table_in(9) is None


async def test_every_seat_antes_at_the_deal(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    assert await world.chips(table_id) == [290, 290, 290]
    assert [await world.in_pot(table_id, player_id) for player_id in people] == [10, 10, 10]
    assert (await world.state(table_id)).carried_chips == 0


async def test_a_winner_is_paid_exactly_what_settle_says(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    state = await world.state(table_id)
    assert state.result is not None
    assert state.result.game.outcome is not None
    expected = settle(
        BOOK, state.result.game.outcome, stake_chips=10, rate=1, brought_chips=[300, 300, 300]
    )
    assert state.result.settlement == expected
    assert expected.chips == (100, -50, -50)
    assert await world.chips(table_id) == [400, 250, 250]
    assert [await world.at_table(table_id, one) for one in people] == [400, 250, 250]
    assert await board(world) == [
        (0, 100, 1, "tongits"),
        (1, -50, 0, "tongits"),
        (2, -50, 0, "tongits"),
    ]


async def test_the_capped_example_of_the_design(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve chips are less than any deal at rate 1 asks for, so the minimum is lowered here."""
    monkeypatch.setattr(match.Stakes, "minimum_chips", 12)
    people = await world.three(22, None, None)
    world.chance.dealer = SEATS[2]
    table_id = await world.hand(people)
    await world.finish_hand(table_id)
    assert await world.chips(table_id) == [12, 290, 290]
    assert (await world.state(table_id)).carried_chips == 30
    world.chance.decks.append(call_deck())
    await world.next_hand(table_id)
    await world.called(table_id)
    for seat in (1, 2):
        await world.play(table_id, seat, Answer("show"))
    result = (await world.state(table_id)).result
    assert result is not None
    assert result.game.outcome is not None
    assert result.game.outcome.deadwood == (25, 8, 20)
    assert (result.settlement.chips, result.settlement.pot_chips) == ((-12, 72, -30), 0)
    owed, paid = result.settlement.payments[0].debt_chips, result.settlement.payments[0].paid_chips
    assert (owed, paid) == (70, 12)
    assert await world.in_pot(table_id, people[0]) == 0


async def test_a_loser_pays_no_more_than_was_at_the_table(world: World) -> None:
    people = await world.three(60, None, None)
    world.chance.decks.append(call_deck())
    table_id = await world.hand(people, stake=60, rate=0)
    await world.called(table_id)
    await world.play(table_id, 1, Answer("challenge"))
    await world.play(table_id, 2, Answer("challenge"))
    result = (await world.state(table_id)).result
    assert result is not None
    assert result.settlement.chips == (-60, 180, -120)  # seat 0 owed 120 as well


async def test_between_hands_a_seat_below_the_minimum_is_topped_up_and_all_are_told(
    world: World,
) -> None:
    people = await world.three(None, 140, None)
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.set_wallet(people[1], 500)
    await world.win_at_once(table_id)
    assert await world.chips(table_id) == [400, 300, 250]  # 140 - 50 = 90, and 210 more
    assert await world.wallet(people[1]) == 290
    *_, (news,) = await world.rows("SELECT body FROM posts ORDER BY seq, rowid")
    assert '"topped_up"' in str(news)
    assert '"chips":210' in str(news)


async def test_a_top_up_takes_the_whole_wallet_if_that_is_less(world: World) -> None:
    people = await world.three(None, 140, None)
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.set_wallet(people[1], 34)
    await world.win_at_once(table_id)
    assert await world.chips(table_id) == [400, 124, 250]
    assert await world.wallet(people[1]) == 0


async def test_who_cannot_cover_the_next_hand_is_cashed_out_and_the_seat_opens(
    world: World,
) -> None:
    people = await world.three(None, 140, None)
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    state = await world.state(table_id)
    assert await world.chips(table_id) == [400, None, 250]
    assert (state.stage, await world.wallet(people[1])) == ("lobby", 90)
    dora = await world.person("Dora")
    await world.join(table_id, dora)
    assert (await world.state(table_id)).stage == "starting"


async def test_at_no_chips_at_all_the_wallet_is_refilled_between_hands(world: World) -> None:
    people = await world.three(None, 10, None)
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people, rate=0)
    await world.win_at_once(table_id)
    assert await world.chips(table_id) == [320, 300, 290]
    assert await world.wallet(people[1]) == 700
    bodies = " ".join(str(body) for (body,) in await world.rows("SELECT body FROM posts"))
    assert '"refilled"' in bodies
    assert '"chips":1000' in bodies


async def test_at_no_chips_at_all_the_wallet_is_refilled_on_joining(world: World) -> None:
    ana, ben = await world.person(), await world.person("Ben", chips=0)
    table_id = await world.open_table(ana)
    assert kinds(await world.join(table_id, ben)) == ["refilled", "seat_taken"]
    assert await world.wallet(ben) == 700


async def test_one_chip_is_no_reason_for_a_refill(world: World) -> None:
    ana, ben = await world.person(), await world.person("Ben", chips=1)
    table_id = await world.open_table(ana)
    with pytest.raises(Refused):
        await world.join(table_id, ben)
    assert await world.wallet(ben) == 1


async def test_a_refill_that_would_not_be_enough_is_not_given(world: World) -> None:
    ana, ben = await world.person(chips=90_000), await world.person("Ben", chips=0)
    table_id = await world.open_table(ana, stake=1_000)
    with pytest.raises(Refused) as refused:
        await world.join(table_id, ben)
    assert refused.value.values == {"need": 1_114, "have": 0, "refill_at_ms": None}
    assert await world.wallet(ben) == 0


async def refilled_and_broke(world: World) -> tuple[str, str]:
    """A table, and somebody who had today's refill and lost it again."""
    ana, ben = await world.person(), await world.person("Ben", chips=0)
    table_id = await world.open_table(ana)
    await world.join(table_id, ben)
    await world.leave(table_id, ben)
    await world.set_wallet(ben, 0)
    return table_id, ben


async def test_a_refill_comes_once_a_day_and_the_day_begins_at_midnight_in_manila(
    world: World,
) -> None:
    table_id, ben = await refilled_and_broke(world)
    midnight = next_chips_day_ms(world.now())
    with pytest.raises(Refused) as refused:
        await world.join(table_id, ben)
    assert refused.value.values == {"need": 124, "have": 0, "refill_at_ms": midnight}
    world.now.ms = midnight - 1
    with pytest.raises(Refused):
        await world.join(table_id, ben)
    world.now.ms = midnight
    assert kinds(await world.join(table_id, ben)) == ["refilled", "seat_taken"]


def test_the_chips_day_is_manilas() -> None:
    midnight = int(datetime(2027, 1, 15, 16, tzinfo=UTC).timestamp() * 1000)
    assert (chips_day(midnight - 1), chips_day(midnight)) == ("20270115", "20270116")
    assert next_chips_day_ms(midnight - 1) == midnight
    assert next_chips_day_ms(midnight) == midnight + DAY_MS


async def test_a_second_loss_of_everything_in_a_day_ends_in_a_cash_out(world: World) -> None:
    _, ben = await refilled_and_broke(world)
    await world.set_wallet(ben, 10)
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand([await world.person(), ben, await world.person()], rate=0)
    await world.win_at_once(table_id)
    assert await world.chips(table_id) == [320, None, 290]
    assert await world.wallet(ben) == 0


async def test_chips_at_another_table_are_no_reason_for_a_refill(free_world: World) -> None:
    ana, ben = await free_world.person(), await free_world.person("Ben", chips=200)
    first, second = await free_world.open_table(ben), await free_world.open_table(ana)
    assert await free_world.wallet(ben) == 0
    with pytest.raises(Refused) as refused:
        await free_world.join(second, ben)
    assert refused.value.code == "not_enough_chips"
    await free_world.leave(first, ben)
    assert await free_world.wallet(ben) == 200


async def test_leaving_cashes_the_whole_stack_out(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    await world.leave(table_id, people[0])
    assert (await world.wallet(people[0]), await world.at_table(table_id, people[0])) == (1_100, 0)
    assert (await world.state(table_id)).stage == "lobby"


async def test_all_three_can_go_on_for_many_hands(world: World) -> None:
    people = await world.three()
    world.chance.decks.extend(winning_deck(hand % 3) for hand in range(6))
    table_id = await world.hand(people)
    for _ in range(5):
        await world.win_at_once(table_id)
        await world.next_hand(table_id)
    await world.win_at_once(table_id)
    assert await world.chips(table_id) == [300, 300, 300]
    assert len(await board(world)) == 18
    with pytest.raises(Refused):
        await world.service.submit(table_id, Start(await world.person()))
    assert isinstance(await world.leave(table_id, people[0]), Accepted)


async def about_to_win(world: World, shared: str) -> tuple[str, Play]:
    """A table where seat 0 goes out with its next move, and seat 1 has no chip left then."""
    await world.set_wallet(shared, 10)
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand([await world.person(), shared, await world.person()], rate=0)
    *first, last = (Lay(parse_cards(meld)) for meld in ALL_MELDS)
    await world.play(table_id, 0, *first)
    return table_id, await world.answer(table_id, 0, last)


async def test_who_loses_all_at_two_tables_at_once_is_refilled_once(free_world: World) -> None:
    """The wallet that both hands counted on has moved when the second one commits."""
    shared = await free_world.person("Ben")
    ends = [await about_to_win(free_world, shared) for _ in range(2)]
    await asyncio.gather(*(free_world.service.submit(*end) for end in ends))
    assert await free_world.rows("SELECT amount FROM transfers WHERE why = 'refill'") == [(1_000,)]
    told = await free_world.rows("SELECT kind FROM events WHERE kind IN ('refilled', 'topped_up')")
    assert sorted(told) == [("refilled",), ("topped_up",), ("topped_up",)]
    assert [await free_world.at_table(table_id, shared) for table_id, _ in ends] == [300, 300]
    assert await free_world.wallet(shared) == 400
