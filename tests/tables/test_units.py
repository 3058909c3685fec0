"""Tables that pay in units: hitter pot, minimum, caps, fee, who deals; and what house rules add."""

import pytest

from bot.tables.events import SessionEnded
from bot.tables.news import AFTER, from_json
from bot.tables.outcomes import Accepted, Refused
from data.ledger import MINT
from tests.tables.chances import ALL_MELDS, call_deck, winning_deck
from tests.tables.world import World
from tongits.cards import parse_cards
from tongits.moves import Answer, Discard, Lay, LayFaceDown
from tongits.rules import PRESETS, Rules, preset, with_switches
from tongits.state import all_cards

PAGAT, GO = preset("pagat"), preset("go")


async def won_at_once(world: World, table_id: str, dealer: int) -> None:
    """The next hand, which its dealer wins in the first turn."""
    world.chance.decks.append(winning_deck(dealer))
    await world.next_hand(table_id)
    await world.win_at_once(table_id)


async def after_one_win(world: World, rules: Rules = PAGAT) -> tuple[str, list[str]]:
    """Seat 0 has dealt and won the first hand."""
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people, rules=rules)
    await world.win_at_once(table_id)
    return table_id, people


async def test_every_seat_antes_the_hitter_pot_and_it_stays_after_one_win(world: World) -> None:
    """rules.md 2.3: 2 units each in pagat; 3 Tongits + 4 aces + 1 sunog from each loser."""
    table_id, people = await after_one_win(world)
    assert await world.chips(table_id) == [400 - 20 + 160, 300, 300]
    assert [await world.in_pot(table_id, one) for one in people] == [20, 20, 20]
    state = await world.state(table_id)
    assert (state.pot_chips, state.last_winner, state.next_dealer) == (60, 0, 0)


async def test_two_wins_running_take_the_hitter_pot(world: World) -> None:
    table_id, people = await after_one_win(world)
    await won_at_once(world, table_id, 0)
    assert await world.chips(table_id) == [540 - 20 + 160 + 120, 200, 200]
    assert [await world.in_pot(table_id, one) for one in people] == [0, 0, 0]
    result = await world.service.result_view(table_id)
    assert result is not None
    assert (result.hitter_chips, result.side_pot_chips) == (120, 0)
    assert result.changes == (260, -100, -100)
    rows = await world.rows("SELECT chips FROM hand_results WHERE hand_no = 2 ORDER BY seat")
    assert [chips for (chips,) in rows] == [260, -100, -100]


async def test_taking_the_pot_keeps_the_streak(world: World) -> None:
    """rules.md 2.2 row 27: two consecutive wins is a sliding window."""
    table_id, _ = await after_one_win(world)
    await won_at_once(world, table_id, 0)
    await won_at_once(world, table_id, 0)
    result = (await world.state(table_id)).result
    assert result is not None
    assert result.hitter_chips == 60


async def test_a_void_hand_leaves_streak_and_pot_and_the_same_dealer(world: World) -> None:
    """rules.md 2.2 rows 1, 16, 28."""
    table_id, _ = await after_one_win(world)
    await world.next_hand(table_id)
    await world.finish_hand(table_id)
    state = await world.state(table_id)
    assert state.result is not None
    assert state.result.settlement.winner is None
    assert (state.pot_chips, state.last_winner, state.next_dealer) == (120, 0, 0)
    assert await world.chips(table_id) == [520, 280, 280]
    await won_at_once(world, table_id, 0)
    state = await world.state(table_id)
    assert state.result is not None
    assert (state.result.hitter_chips, state.pot_chips) == (180, 0)


async def test_a_newcomer_has_no_streak_and_the_next_seat_deals(world: World) -> None:
    """design.md 3: if the last winner left nobody has a streak; the pot stays with the table."""
    table_id, people = await after_one_win(world)
    await world.leave(table_id, people[0])
    await world.join(table_id, await world.person("Dora"))
    state = await world.state(table_id)
    assert (state.last_winner, state.next_dealer, state.pot_chips) == (None, 1, 60)
    world.chance.decks.append(winning_deck(1))
    await world.pass_time(5_000)
    assert (await world.game(table_id)).dealer == 1
    await world.win_at_once(table_id)
    state = await world.state(table_id)
    assert (state.last_winner, state.pot_chips) == (1, 120)


async def test_the_hitter_pot_goes_back_to_who_paid_it_when_the_table_closes(
    world: World,
) -> None:
    table_id, people = await after_one_win(world)
    for player_id in people:
        await world.leave(table_id, player_id)
    wallets = [await world.wallet(player_id) for player_id in people]
    assert wallets == [1_160, 920, 920]


async def test_a_seat_needs_twenty_units(world: World) -> None:
    ana, ben = await world.person(), await world.person("Ben", chips=199)
    table_id = await world.open_table(ana, rules=GO, stake=10)
    assert await world.chips(table_id) == [400, None, None]
    with pytest.raises(Refused) as refused:
        await world.join(table_id, ben)
    assert refused.value.values["need"] == 200


async def test_a_loser_in_units_pays_no_more_than_was_brought(world: World) -> None:
    """A hidden four worth 20 units costs 28 in all; who brought 18 after the ante pays 18."""
    people = await world.three(None, 200, None)
    world.chance.decks.append(winning_deck(0))
    rules = with_switches(PAGAT, {"secret_units": 20})
    table_id = await world.hand(people, rules=rules)
    fours = [parse_cards(f"{rank}S {rank}H {rank}D {rank}C") for rank in "A23"]
    await world.play(table_id, 0, LayFaceDown(fours[0]), *map(Lay, fours[1:]))
    await world.play(table_id, 0, Discard(parse_cards("4S")[0]))
    result = (await world.state(table_id)).result
    assert result is not None
    owed = [(one.seat, one.debt_chips, one.paid_chips) for one in result.settlement.payments]
    assert owed == [(1, 280, 180), (2, 280, 280)]
    assert result.settlement.chips == (460, -180, -280)


@pytest.mark.parametrize("rules", [PAGAT, GO], ids=["pagat", "go"])
async def test_the_winner_deals_next(world: World, rules: Rules) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three(), rules=rules)
    await world.called(table_id)
    await world.play(table_id, 1, Answer("challenge"))
    await world.play(table_id, 2, Answer("fold"))
    assert (await world.state(table_id)).next_dealer == 1
    await world.next_hand(table_id)
    assert (await world.game(table_id)).dealer == 1


async def test_the_fee_goes_to_the_mint_rounded_down(world: World) -> None:
    """5 % of 2 x 70 chips received; the pot is free of it."""
    before = await world._balance(MINT)
    table_id, _ = await after_one_win(world, with_switches(GO, {"fee_percent": 5}))
    new_wallets = 3 * 1_000
    assert await world._balance(MINT) == before - new_wallets + 7
    assert await world.chips(table_id) == [400 - 10 + 140 - 7, 320, 320]


async def test_a_progressive_session_ends_at_its_limit_and_the_channel_hears_of_it(
    world: World,
) -> None:
    """rules.md Q20: lowest total loses; the next hand begins another session."""
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    rules = with_switches(preset("book"), {"progressive_limit": 60})
    table_id = await world.hand(people, rules=rules)
    await world.win_at_once(table_id)
    assert (await world.service.table_view(table_id)).session == (100, -50, -50)
    world.chance.decks.append(winning_deck(1))
    await world.next_hand(table_id)
    *first, last = ALL_MELDS
    await world.play(table_id, 1, *(Lay(parse_cards(meld)) for meld in first))
    outcome = await world.play(table_id, 1, Lay(parse_cards(last)))
    assert isinstance(outcome, Accepted)
    ended = [event for event in outcome.events if isinstance(event, SessionEnded)]
    assert ended == [SessionEnded((2,))]
    result = await world.service.result_view(table_id)
    assert result is not None
    assert result.session == (50, 50, -100)
    assert (await world.service.table_view(table_id)).session == (0, 0, 0)
    [told] = await world.rows(f"SELECT body FROM posts WHERE kind = '{AFTER}'")
    notes = [(note.code, note.chips) for note in from_json(str(told[0])).notes]
    assert notes == [("session_lost", -100)]


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("name", PRESETS)
async def test_a_hand_is_dealt_with_the_jokers_of_its_rules(
    world: World, name: str, jokers: int
) -> None:
    rules = with_switches(preset(name), {"jokers": jokers})
    table_id = await world.hand(await world.three(), rules=rules)
    assert len(set(all_cards(await world.game(table_id)))) == 52 + jokers
    await world.finish_hand(table_id)


async def test_a_table_keeps_the_rules_it_was_opened_with(world: World) -> None:
    rules = with_switches(preset("book"), {"kang": True, "jokers": 2})
    table_id = await world.hand(await world.three(), rules=rules)
    await world.restart()
    assert (await world.state(table_id)).rules == rules
    assert (await world.game(table_id)).rules == rules


async def test_a_hitter_ante_beyond_twenty_units_leaves_nobody_in_debt(world: World) -> None:
    rules = with_switches(PAGAT, {"hitter_ante_units": 50})
    table_id = await world.hand(await world.three(500, 500, 500), rules=rules)
    assert await world.chips(table_id) == [0, 0, 0]
