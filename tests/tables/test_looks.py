"""Views for screens: what they hold, and that they cannot tell hidden cards apart."""

import random
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.tables import looks
from bot.tables.commands import Ready
from bot.tables.state import TableState
from bot.tables.views import SeatView, TableView
from data.decisions import Decision
from tests.resample import resample
from tests.tables.chances import call_deck, winning_deck
from tests.tables.random_life import Life
from tests.tables.world import NAMES, NOW_MS, PLACE, World
from tongits.cards import DECK
from tongits.moves import Answer
from tongits.seats import SEATS, SeatNo


async def table_view(world: World, table_id: str) -> TableView:
    return await world.service.table_view(table_id)


async def seat_view(world: World, table_id: str, seat: int) -> SeatView:
    view = await world.service.seat_view(table_id, SEATS[seat], PLACE)
    assert view is not None
    return view


async def states(world: World, seed: int, steps: int) -> AsyncIterator[tuple[str, TableState]]:
    """Tables by chance, after each command that happened."""
    life = Life(world, seed)
    for _ in range(steps):
        accepted = await life.step()
        if accepted:
            yield accepted.table_id, await world.state(accepted.table_id)


class Eyes:
    """Draws a table's views from a state, with the people and decisions of its service."""

    def __init__(self, world: World, table_id: str) -> None:
        actor = world.service._memory.open[table_id]
        self.table_id, self.people = table_id, world.service.players._known
        self.decisions: dict[str, Decision] = actor.decisions

    def table(self, state: TableState) -> TableView:
        return looks.table_view(self.table_id, state, self.decisions, self.people)

    def seat(self, state: TableState, seat: SeatNo) -> SeatView | None:
        table = self.table(state)
        return looks.seat_view(table, state, seat, self.decisions, self.people, PLACE)


def elsewhere(state: TableState, seat: SeatNo | None, rng: random.Random) -> TableState:
    """The table in a world that differs only in cards and replies hidden from the seat."""
    assert state.game is not None
    return replace(state, game=resample(state.game, seat, rng))


async def test_the_table_and_a_seats_hand_cannot_tell_hidden_cards_apart(world: World) -> None:
    rng, compared = random.Random(3), 0
    async for table_id, state in states(world, seed=21, steps=700):
        if state.stage != "hand":
            continue
        eyes = Eyes(world, table_id)
        assert eyes.table(elsewhere(state, None, rng)) == eyes.table(state)
        for seat in SEATS:
            other = elsewhere(state, seat, rng)
            assert eyes.table(other) == eyes.table(state)
            assert eyes.seat(other, seat) == eyes.seat(state, seat)
            compared += other != state
    assert compared > 500


async def test_the_comparison_would_notice_another_seats_hand(world: World) -> None:
    """A control: the same two worlds do differ for the seat that holds the hidden cards."""
    table_id = await world.hand(await world.three())
    state, eyes = await world.state(table_id), Eyes(world, table_id)
    other = elsewhere(state, SEATS[0], random.Random(1))
    assert eyes.seat(other, SEATS[1]) != eyes.seat(state, SEATS[1])


async def test_a_public_view_holds_only_cards_that_lie_open(world: World) -> None:
    seen_open = 0
    async for table_id, state in states(world, seed=22, steps=500):
        game = state.game
        if state.stage != "hand" or game is None:
            continue
        exposed = [meld for meld in game.melds if not meld.face_down]
        public = {*game.discards, *(card for meld in exposed for card in meld.cards)}
        # What a joker stands for is public, though the card itself may be hidden elsewhere.
        public |= {name for meld in exposed for _, name in meld.named}
        public |= {game.taken} if game.taken else set()
        view = replace(Eyes(world, table_id).table(state), last_turn=None)
        shown = {card for card in DECK if repr(card) in repr(view)}
        assert view.hand is not None
        assert (view.hand.hand, view.hand.drew, view.hand.split, view.hand.moves) == (
            (),
            None,
            None,
            (),
        )
        assert shown <= public
        seen_open += bool(shown)
    assert seen_open > 100


async def test_no_repr_of_a_hand_shows_its_cards_or_its_token(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    view = await seat_view(world, table_id, 0)
    assert view.token
    assert view.token not in repr(view)
    assert not [card for card in view.hand.hand if card in repr(view)]


async def test_the_table_shows_names_chips_host_and_terms(world: World) -> None:
    table_id = await world.full_table(await world.three())
    view = await table_view(world, table_id)
    assert [seat.name if seat else "" for seat in view.seats] == list(NAMES)
    assert [seat.chips if seat else 0 for seat in view.seats] == [300, 300, 300]
    assert [seat.is_host if seat else None for seat in view.seats] == [True, False, False]
    assert (view.stage, view.hand_no, view.hand) == ("starting", 0, None)
    terms = view.terms
    assert (terms.buy_in_chips, terms.minimum_chips) == (300, 124)
    assert (terms.worst_loss_chips, terms.worst_doubled_loss_chips) == (124, 198)


async def test_a_changed_name_is_shown_and_old_events_stay_as_they_are(world: World) -> None:
    ana = await world.person("Ana")
    table_id = await world.open_table(ana)
    player = await world.service.players.get(ana)
    await world.service.players.meet(player.discord_id or 0, "Anabel")
    seat = (await table_view(world, table_id)).seats[0]
    assert seat is not None
    assert seat.name == "Anabel"


async def test_the_due_time_shown_is_that_of_the_open_decision(world: World) -> None:
    table_id = await world.full_table(await world.three())
    assert (await table_view(world, table_id)).due_ms == NOW_MS + 5_000
    await world.pass_time(5_000)
    assert (await table_view(world, table_id)).due_ms == NOW_MS + 65_000


async def test_the_pot_shown_is_what_void_hands_left(world: World) -> None:
    table_id = await world.hand(await world.three())
    assert (await table_view(world, table_id)).pot_chips == 0
    await world.finish_hand(table_id)
    assert (await table_view(world, table_id)).pot_chips == 30
    await world.next_hand(table_id)
    assert (await table_view(world, table_id)).pot_chips == 30


async def test_who_still_owes_a_reply_is_public_and_the_replies_are_not(world: World) -> None:
    world.chance.decks.append(call_deck())
    table_id = await world.hand(await world.three())
    await world.called(table_id)
    await world.play(table_id, 1, Answer("challenge"))
    view = await table_view(world, table_id)
    assert view.hand is not None
    assert (view.hand.caller, view.hand.waiting) == (0, (2,))
    assert "challenge" not in repr(replace(view, terms=None))  # the rules name every answer
    assert "challenge" not in repr((await seat_view(world, table_id, 0)).hand.showdown)


async def test_a_seat_has_a_token_only_while_it_owes_an_answer(world: World) -> None:
    table_id = await world.hand(await world.three())
    assert (await seat_view(world, table_id, 0)).token == await world.token(table_id, 0)
    assert (await seat_view(world, table_id, 1)).token == ""


async def test_there_is_no_hand_to_show_before_the_first_deal(world: World) -> None:
    table_id = await world.full_table(await world.three())
    assert await world.service.seat_view(table_id, SEATS[0], PLACE) is None


async def test_a_finished_hand_stays_on_show_for_who_held_it_and_not_for_the_seats_new_owner(
    world: World,
) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    assert (await seat_view(world, table_id, 1)).hand.phase == "over"
    await world.leave(table_id, people[1])
    await world.join(table_id, await world.person("Dora"))
    assert (await world.state(table_id)).holder(SEATS[1]) == people[1]
    assert (await seat_view(world, table_id, 1)).hand.phase == "over"
    assert (await seat_view(world, table_id, 2)).hand.phase == "over"


async def test_sort_order_and_closed_direct_messages_are_remembered(world: World) -> None:
    people = await world.three()
    table_id = await world.hand(people)
    await world.service.players.set_sort(people[0], "rank")
    await world.service.players.set_dm(people[0], 99, "open")
    await world.restart()
    assert (await seat_view(world, table_id, 0)).sort == "rank"
    assert (await seat_view(world, table_id, 1)).sort == "suit"
    seats = (await table_view(world, table_id)).seats
    assert [seat.hand_is_dm if seat else None for seat in seats] == [True, False, False]


async def test_the_result_shows_what_was_paid_and_the_stacks_after_it(world: World) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    result = await world.service.result_view(table_id)
    assert result is not None
    assert result.names == NAMES
    assert (result.settlement.chips, result.stacks) == ((100, -50, -50), (400, 250, 250))
    assert (result.ready, result.due_ms) == ((False, False, False), NOW_MS + 20_000)
    assert result.showdown.outcome.ending == "tongits"


@pytest.mark.parametrize("goes", [False, True])
async def test_the_buttons_of_a_result_are_spent_once_the_break_is_over(
    world: World, *, goes: bool
) -> None:
    people = await world.three()
    world.chance.decks.append(winning_deck(0))
    table_id = await world.hand(people)
    await world.win_at_once(table_id)
    await world.service.submit(table_id, Ready(people[0], 1))
    ready = await world.service.result_view(table_id)
    assert ready is not None
    assert ready.ready == (True, False, False)
    if goes:
        await world.leave(table_id, people[2])
    else:
        await world.pass_time(20_000)
    result = await world.service.result_view(table_id)
    assert result is not None
    assert (result.hand_no, result.due_ms) == (1, None)
    assert result.stacks == (400, 250, None if goes else 250)


async def test_no_result_before_the_first_hand_is_over(world: World) -> None:
    table_id = await world.hand(await world.three())
    assert await world.service.result_view(table_id) is None
