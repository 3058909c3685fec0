"""Stakes carried from void hands stay with the table, and go back to who paid them."""

from bot.tables.commands import Close
from tests.tables.chances import winning_deck
from tests.tables.world import World
from tongits.seats import SEATS


async def pots(world: World, table_id: str, people: list[str]) -> list[int]:
    return [await world.in_pot(table_id, player_id) for player_id in people]


async def void_hand_with_dora(world: World) -> tuple[str, list[str]]:
    """A void hand; then seat 1 changes its owner, and a second void hand."""
    people = await world.three()
    table_id = await world.hand(people)
    await world.finish_hand(table_id)
    await world.leave(table_id, people[1])
    people.append(await world.person("Dora"))
    await world.join(table_id, people[3])
    await world.pass_time(5_000)
    await world.finish_hand(table_id)
    return table_id, people


async def test_a_void_hand_moves_no_chips_but_the_antes(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    await world.finish_hand(table_id)
    state = await world.state(table_id)
    assert state.result is not None
    assert (state.result.settlement.winner, state.result.settlement.chips) == (None, (-10,) * 3)
    assert await world.chips(table_id) == [290, 290, 290]
    assert await pots(world, table_id, people) == [10, 10, 10]
    assert (state.stage, state.carried_chips) == ("break", 30)


async def test_a_carried_pot_is_kept_by_payer_through_a_change_of_seats(world: World) -> None:
    table_id, people = await void_hand_with_dora(world)
    assert await pots(world, table_id, people) == [20, 10, 20, 10]
    assert (await world.state(table_id)).carried_chips == 60


async def test_the_winner_takes_what_leavers_paid_in_too(world: World) -> None:
    table_id, people = await void_hand_with_dora(world)
    world.chance.decks.append(winning_deck(2))
    await world.next_hand(table_id)
    await world.win_at_once(table_id)
    result = (await world.state(table_id)).result
    assert result is not None
    assert (result.pot_in_chips, result.settlement.chips) == (60, (-50, -50, 160))
    assert await pots(world, table_id, people) == [0, 0, 0, 0]
    assert await world.chips(table_id) == [230, 240, 440]


async def test_when_the_table_closes_each_payer_gets_the_stakes_back_leavers_included(
    world: World,
) -> None:
    table_id, people = await void_hand_with_dora(world)
    for player_id in (people[0], people[2], people[3]):
        await world.leave(table_id, player_id)
    assert await world.status(table_id) == "empty"
    assert await pots(world, table_id, people) == [0, 0, 0, 0]
    assert [await world.wallet(player_id) for player_id in people] == [1_000] * 4


async def test_closing_in_mid_hand_gives_the_antes_back_too(world: World) -> None:
    table_id, people = await void_hand_with_dora(world)
    await world.next_hand(table_id)
    await world.service.submit(table_id, Close("ended"))
    assert [await world.wallet(player_id) for player_id in people] == [1_000] * 4


async def test_who_comes_back_pays_into_the_same_share(world: World) -> None:
    table_id, people = await void_hand_with_dora(world)
    await world.leave(table_id, people[3])
    await world.join(table_id, people[1])
    await world.pass_time(5_000)
    assert await pots(world, table_id, people) == [30, 20, 30, 10]


async def test_a_new_owner_of_a_seat_brings_only_what_he_bought(world: World) -> None:
    people = await world.three(None, 200, None)
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    await world.leave(table_id, people[1])
    dora = await world.person("Dora")
    await world.join(table_id, dora)
    assert await world.chips(table_id) == [400, 300, 250]
    assert await world.wallet(people[1]) == 150


async def test_the_dealer_rotates_clockwise_after_wins_and_void_hands_and_seat_changes(
    world: World,
) -> None:
    world.chance.dealer = SEATS[2]
    people = await world.three()
    world.chance.decks.append(winning_deck(2))
    table_id = await world.hand(people)
    dealers = [(await world.game(table_id)).dealer]
    await world.win_at_once(table_id)
    await world.next_hand(table_id)
    dealers.append((await world.game(table_id)).dealer)
    await world.finish_hand(table_id)
    await world.leave(table_id, people[0])
    await world.join(table_id, await world.person("Dora"))
    await world.pass_time(5_000)
    dealers.append((await world.game(table_id)).dealer)
    assert dealers == [2, 0, 1]
