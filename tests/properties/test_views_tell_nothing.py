"""A view cannot tell apart worlds that differ only in what its seat must not know.

The check itself is tried on planted leaks of every kind: each must be caught.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from tests.properties.random_play import keen_to_lay, play_by_chance
from tests.properties.rule_sets import combinations_by_chance, single_variants, small_games
from tests.resample import resample
from tests.rules.tables import P0, P1, P2, after, card, cards, table
from tongits.cards import DECK, JOKERS, Card
from tongits.moves import Answer, Call, Draw, Lay, LayFaceDown, Take, TakeBack
from tongits.problems import problems
from tongits.refusals import is_burned
from tongits.rules import PRESETS, Rules, preset, with_switches
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState, Phase, all_cards
from tongits.views import view_for

View = Callable[[GameState, SeatNo | None], object]
Seat = SeatNo | None

HANDS = 10  # of each preset; a hand or two of every other game
PARTS = 8
WORLDS = 2
ONLOOKERS: tuple[Seat, ...] = (*SEATS, None)
WHOLE = (*DECK, *JOKERS)
PAGAT, GO = preset("pagat"), preset("go")
GAMES: tuple[Rules, ...] = (
    *(preset(name) for name in PRESETS for _ in range(HANDS)),
    *single_variants().values(),
    *combinations_by_chance(24, seed=5).values(),
    *small_games().values(),
)


@cache
def states(number: int) -> tuple[GameState, ...]:
    """Every state of a part of the hands, half of them by players keen to lay and call."""
    return tuple(
        step.state
        for seed, rules in list(enumerate(GAMES))[number::PARTS]
        for step in play_by_chance(
            random.Random(seed), rules, style=keen_to_lay if seed % 2 else None, take_back=0.3
        )
    )


def every_state() -> Iterator[GameState]:
    for number in range(PARTS):
        yield from states(number)


def told_apart(view: View, among: Iterable[GameState]) -> Iterator[tuple[GameState, Seat]]:
    """The states, and the seats whose view of them gave something away."""
    rng = random.Random(99)
    for state in among:
        for seat in ONLOOKERS:
            worlds = (resample(state, seat, rng) for _ in range(WORLDS))
            if any(view(world, seat) != view(state, seat) for world in worlds):
                yield state, seat


@pytest.mark.parametrize("number", range(PARTS))
def test_no_view_tells_worlds_apart_that_differ_in_secrets_only(number: int) -> None:
    assert list(told_apart(view_for, states(number)[number % 3 :: 3])) == []


@pytest.mark.long
@pytest.mark.parametrize("number", range(PARTS))
def test_no_view_of_any_state_tells_worlds_apart(number: int) -> None:
    for _ in range(5):
        assert list(told_apart(view_for, states(number))) == []


# What the check is made of.


def test_resampled_worlds_do_differ_in_every_phase() -> None:
    rng = random.Random(4)
    changed: Counter[Phase] = Counter()
    for state in (*states(0), *states(1)):
        for seat in ONLOOKERS:
            changed[state.phase] += resample(state, seat, rng) != state
    assert all(changed[phase] > 20 for phase in Phase), changed


@pytest.mark.parametrize("number", range(PARTS))
def test_resampled_worlds_could_be_and_hold_the_seats_own_cards(number: int) -> None:
    rng = random.Random(number)
    for state in states(number)[number % 7 :: 7]:
        for seat in ONLOOKERS:
            world = resample(state, seat, rng)
            assert problems(world) == []
            assert sorted(all_cards(world)) == sorted(all_cards(state))
            assert seat is None or world.hands[seat] == state.hands[seat]
            assert [len(hand) for hand in world.hands] == [len(hand) for hand in state.hands]
            assert world.discards == state.discards
            assert public_melds(world, seat) == public_melds(state, seat)


def public_melds(state: GameState, seat: Seat) -> list[object]:
    over = state.phase is Phase.OVER
    hidden = [laid.face_down and laid.owner != seat and not over for laid in state.melds]
    return [
        (laid.owner, laid.kind, laid.guests, () if hides else laid.cards)
        for laid, hides in zip(state.melds, hidden, strict=True)
    ]


def with_face_down() -> GameState:
    four = "7S 7H 7D 7C"
    state = table(hands=(f"{four} KD 2S", "3S 3H 3D 3C", "4S 5S"), rules=PAGAT, discards="QD")
    return after(state, (P0, Draw()), (P0, LayFaceDown(cards(four))))


def test_resampled_worlds_change_a_four_that_lies_face_down() -> None:
    rng = random.Random(9)
    state = with_face_down()

    def fours(seat: Seat) -> set[tuple[Card, ...]]:
        return {resample(state, seat, rng).melds[0].cards for _ in range(100)}

    assert len(fours(P2)) > 5
    # P1 holds a three of each suit, which nobody else can hide.
    assert cards("3S 3H 3D 3C") not in fours(P1)
    assert fours(P0) == {cards("7S 7H 7D 7C")}


def test_resampled_worlds_change_marks_of_kang() -> None:
    rng = random.Random(10)
    state = after(table(hands=("7S 7H 7D KD", "2S", "4S"), stock="7C 2C"), (P0, Draw()))
    assert state.kang == (True, False, False)
    marks = {resample(state, P1, rng).kang for _ in range(50)}
    assert {mark[0] for mark in marks} == {mark[2] for mark in marks} == {True, False}
    assert {mark[1] for mark in marks} == {False}


def holders(state: GameState, seat: Seat) -> set[tuple[bool, ...]]:
    """Who is burned, in many worlds."""
    rng = random.Random(11)
    worlds = [resample(state, seat, rng) for _ in range(60)]
    return {tuple(is_burned(world, at) for at in SEATS) for world in worlds}


def test_who_holds_a_secret_is_unknown_before_a_call_and_known_after() -> None:
    melds = ("0: 2S 3S 4S",)
    state = table(hands=("AD", "7S 7H 7D 7C KD", "KC QD 9S 5H 2C"), melds=melds, rules=GO)
    assert {burned[1] for burned in holders(state, P0)} == {True, False}
    assert {burned[2] for burned in holders(state, P0)} == {True, False}
    called = after(state, (P0, Call()))
    assert holders(called, P0) == holders(called, None) == {(False, False, True)}
    rng = random.Random(12)
    assert len({resample(called, P0, rng).hands[P1] for _ in range(20)}) > 1


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
    return replace(view, turn_no=view.turn_no * 1_000 + sum(map(WHOLE.index, state.hands[other])))


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


def leaks_a_four_that_lies_face_down(state: GameState, seat: Seat) -> object:
    shown = [laid.cards for laid in state.melds if laid.face_down]
    return view_for(state, seat), state.phase is not Phase.OVER and shown


def leaks_what_was_laid_face_down_this_turn(state: GameState, seat: Seat) -> object:
    placed = [one.cards for one in state.placed]
    return view_for(state, seat), state.phase is not Phase.OVER and placed


def leaks_a_mark_of_kang(state: GameState, seat: Seat) -> object:
    return view_for(state, seat), state.phase is not Phase.OVER and state.kang


def leaks_who_holds_a_secret_before_a_call(state: GameState, seat: Seat) -> object:
    burned = [is_burned(state, at) for at in SEATS]
    before = state.phase in (Phase.START, Phase.ACT)
    return view_for(state, seat), before and state.rules.secret_in_hand and burned


def leaks_whether_the_discard_can_be_taken(state: GameState, seat: Seat) -> object:
    return replace(view_for(state, seat), take_block=view_for(state, state.turn_seat).take_block)


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
    leaks_a_four_that_lies_face_down,
    leaks_what_was_laid_face_down_this_turn,
    leaks_a_mark_of_kang,
    leaks_who_holds_a_secret_before_a_call,
    leaks_whether_the_discard_can_be_taken,
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_caught(leak: View) -> None:
    assert next(told_apart(leak, every_state()), None) is not None


@pytest.mark.parametrize("seat", [P1, P2, None])
def test_a_planted_leak_of_a_reply_is_caught_by_every_seat_it_is_secret_from(seat: Seat) -> None:
    replying = [state for state in every_state() if state.phase is Phase.REPLY]
    caught = {onlooker for _, onlooker in told_apart(leaks_an_unseen_reply, replying)}
    assert seat in caught


def test_a_leak_in_one_rare_state_only_is_caught() -> None:
    """The drawn card shown in a turn with something laid while one card lies in the pile."""

    def leak(state: GameState, seat: Seat) -> object:
        shown = state.drew if state.placed and card("KS") in state.discards else None
        return view_for(state, seat), shown

    assert next(told_apart(leak, every_state()), None) is not None


def test_a_long_meld_laid_face_down_blocks_without_a_word_about_its_cards() -> None:
    rules = with_switches(PAGAT, {"long_meld_self_connect": True})
    state = table(hands=("7S 7H 7D 7C KD 2S", "3S", "4S 5S"), rules=rules)
    state = after(state, (P0, Draw()), (P0, LayFaceDown(cards("7S 7H 7D 7C"))))
    block = view_for(state, P1).blocks[P0]
    assert block is not None
    assert block.cards == ()
