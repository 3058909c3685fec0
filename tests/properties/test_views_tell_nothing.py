"""A view cannot tell apart worlds that differ only in what its seat must not know.

The check itself is tried on planted leaks of every kind: each must be caught.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from tests.properties.random_play import keen_to_lay, play_by_chance
from tests.resample import resample
from tests.rules.tables import P0, P1, P2, after, card, cards, table
from tongits.cards import DECK
from tongits.moves import Answer, Call, Draw, Lay, Take, TakeBack
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState, Phase, all_cards
from tongits.views import view_for

View = Callable[[GameState, SeatNo | None], object]
Seat = SeatNo | None

HANDS = 60
WORLDS = 2
ONLOOKERS: tuple[Seat, ...] = (*SEATS, None)


@cache
def states() -> tuple[GameState, ...]:
    """Every state of hands played by chance, half of them by players keen to lay and call."""
    return tuple(
        step.state
        for seed in range(HANDS)
        for step in play_by_chance(
            random.Random(seed), style=keen_to_lay if seed % 2 else None, take_back=0.3
        )
    )


def told_apart(view: View, phase: Phase | None = None) -> Iterator[tuple[GameState, Seat]]:
    """The states, of one phase if wanted, and the seats whose view of them gave something away."""
    rng = random.Random(99)
    for state in states():
        if phase not in (None, state.phase):
            continue
        for seat in ONLOOKERS:
            worlds = (resample(state, seat, rng) for _ in range(WORLDS))
            if any(view(world, seat) != view(state, seat) for world in worlds):
                yield state, seat


def test_no_view_tells_worlds_apart_that_differ_in_secrets_only() -> None:
    assert list(told_apart(view_for)) == []


# What the check is made of.


def test_resampled_worlds_do_differ_in_every_phase() -> None:
    rng = random.Random(4)
    changed: Counter[Phase] = Counter()
    for state in states():
        for seat in ONLOOKERS:
            changed[state.phase] += resample(state, seat, rng) != state
    assert all(changed[phase] > HANDS // 10 for phase in Phase), changed


def test_resampled_worlds_hold_the_same_52_cards_and_the_seats_own_hand() -> None:
    rng = random.Random(5)
    for state in states()[::5]:
        for seat in ONLOOKERS:
            world = resample(state, seat, rng)
            assert sorted(all_cards(world)) == sorted(DECK)
            assert seat is None or world.hands[seat] == state.hands[seat]
            assert [len(hand) for hand in world.hands] == [len(hand) for hand in state.hands]
            assert (world.melds, world.discards) == (state.melds, state.discards)


def test_resampled_worlds_keep_a_taken_card_and_a_meld_taken_back() -> None:
    state = table(hands=("9S 9H KD", "2S 3S", "4S 5S"), discards="9D")
    state = after(state, (P0, Take()), (P0, Lay(cards("9S 9H 9D"))), (P0, TakeBack()))
    rng = random.Random(6)
    hands = {frozenset(resample(state, P1, rng).hands[P0]) for _ in range(50)}
    assert all(hand.issuperset(cards("9S 9H 9D")) for hand in hands)
    assert len(hands) > 1


def test_resampled_worlds_change_answers_that_are_not_open_yet() -> None:
    melds = ("0: 2S 3S 4S", "1: 5H 6H 7H", "2: 9C TC JC")
    state = table(hands=("AD", "KD", "KC"), melds=melds)
    state = after(state, (P0, Call()), (P1, Answer("show")))
    rng = random.Random(7)

    def answers(seat: Seat) -> set[object]:
        return {resample(state, seat, rng).replies[P1] for _ in range(50)}

    assert answers(P0) == answers(P2) == answers(None) == {"show", "challenge"}
    assert answers(P1) == {"show"}


def test_resampled_worlds_change_which_card_was_drawn() -> None:
    state = after(table(hands=("9S KD", "2S", "4S")), (P0, Draw()))
    rng = random.Random(8)
    assert len({resample(state, P2, rng).drew for _ in range(50)}) > 5
    assert resample(state, P0, rng).drew == state.drew


# Planted leaks.


def leaks_a_card_of_another_hand(state: GameState, seat: Seat) -> object:
    other = next(held for at, held in enumerate(state.hands) if at != seat)
    return view_for(state, seat), min(other, default=None)


def leaks_the_sum_of_another_hand(state: GameState, seat: Seat) -> object:
    view = view_for(state, seat)
    other = next(at for at in SEATS if at != seat)
    return replace(view, turn_no=view.turn_no * 1_000 + sum(map(DECK.index, state.hands[other])))


def leaks_the_top_of_the_stock(state: GameState, seat: Seat) -> object:
    return replace(view_for(state, seat), taken=next(iter(state.stock), None))


def leaks_the_bottom_of_the_stock(state: GameState, seat: Seat) -> object:
    return view_for(state, seat), state.stock[-1:]


def leaks_an_unseen_reply(state: GameState, seat: Seat) -> object:
    return view_for(state, seat), state.phase is Phase.REPLY and state.replies


def leaks_the_drawn_card(state: GameState, seat: Seat) -> object:
    return replace(view_for(state, seat), drew=state.drew)


def leaks_the_order_of_another_hand(state: GameState, seat: Seat) -> object:
    """Where the cards lie that all have seen, and nothing about the others."""
    places = [
        [at for at, held in enumerate(hand) if held in state.seen[owner]]
        for owner, hand in enumerate(state.hands)
        if owner != seat
    ]
    return view_for(state, seat), state.phase is not Phase.OVER and places


def leaks_what_another_seat_could_lay(state: GameState, seat: Seat) -> object:
    return replace(view_for(state, seat), moves=view_for(state, state.turn_seat).moves)


def leaks_the_deadwood_of_another_hand(state: GameState, seat: Seat) -> object:
    other = next(at for at in SEATS if at != seat)
    return replace(view_for(state, seat), split=view_for(state, other).split)


LEAKS: tuple[View, ...] = (
    leaks_a_card_of_another_hand,
    leaks_the_sum_of_another_hand,
    leaks_the_top_of_the_stock,
    leaks_the_bottom_of_the_stock,
    leaks_an_unseen_reply,
    leaks_the_drawn_card,
    leaks_the_order_of_another_hand,
    leaks_what_another_seat_could_lay,
    leaks_the_deadwood_of_another_hand,
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_caught(leak: View) -> None:
    assert next(told_apart(leak), None) is not None


@pytest.mark.parametrize("seat", [P1, P2, None])
def test_a_planted_leak_of_a_reply_is_caught_by_every_seat_it_is_secret_from(seat: Seat) -> None:
    caught = {onlooker for _, onlooker in told_apart(leaks_an_unseen_reply, Phase.REPLY)}
    assert seat in caught


def test_a_leak_in_one_rare_state_only_is_caught() -> None:
    """The drawn card shown in a turn with something laid while one card lies in the pile."""

    def leak(state: GameState, seat: Seat) -> object:
        shown = state.drew if state.placed and card("KS") in state.discards else None
        return view_for(state, seat), shown

    assert next(told_apart(leak), None) is not None
