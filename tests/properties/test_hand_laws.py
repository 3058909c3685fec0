"""Laws of every hand, over thousands of hands played by chance."""

import random
from collections import Counter
from dataclasses import replace
from typing import Annotated

import pytest
from pydantic import Field, TypeAdapter

from tests.properties.random_play import (
    BOOK,
    STYLES,
    VARIED,
    Style,
    always_takes,
    events_of,
    play_by_chance,
    played,
)
from tongits.cards import DECK
from tongits.engine import legal_moves, to_act
from tongits.events import Event, HandEnded, Outcome
from tongits.rules import IDLE_TURN_LIMIT, Rules
from tongits.seats import SEATS
from tongits.state import Phase, all_cards, fold

HANDS = 1_000
FEWER = 200
# A turn that is not idle uses up one of 15 stock cards or lays one of at most 52 cards for good.
MOST_TURNS = (15 + 52) * (IDLE_TURN_LIMIT + 1)
EVENTS: TypeAdapter[list[Event]] = TypeAdapter(list[Annotated[Event, Field(discriminator="kind")]])

under_each_rule = pytest.mark.parametrize("rules", VARIED.values(), ids=list(VARIED))


def outcome(seed: int) -> Outcome:
    ended = played(seed)[-1].state.outcome
    assert ended is not None
    return ended


def test_in_every_state_52_different_cards_are_somewhere() -> None:
    for seed in range(HANDS):
        for step in played(seed):
            held = all_cards(step.state)
            assert len(held) == 52
            assert set(held) == set(DECK)


@under_each_rule
def test_under_every_switch_52_different_cards_are_somewhere(rules: Rules) -> None:
    for seed in range(FEWER):
        for step in played(seed, rules):
            assert sorted(all_cards(step.state)) == sorted(DECK)


@under_each_rule
def test_every_state_with_a_hand_in_play_has_a_legal_move(rules: Rules) -> None:
    """Q19. A seat that owes nothing has none."""
    for seed in range(FEWER):
        for step in played(seed, rules):
            owing = to_act(step.state)
            assert bool(owing) is (step.state.phase is not Phase.OVER)
            for seat in SEATS:
                assert bool(legal_moves(step.state, seat)) is (seat in owing)


def test_a_hands_events_folded_are_its_state() -> None:
    for seed in range(HANDS):
        hand = played(seed)
        assert fold(BOOK, events_of(hand)) == hand[-1].state


def test_events_folded_are_the_state_after_every_move_too() -> None:
    for seed in range(FEWER // 5):
        hand = played(seed)
        for length in range(1, len(hand) + 1):
            assert fold(BOOK, events_of(hand[:length])) == hand[length - 1].state


def test_events_come_back_from_json_unchanged() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(FEWER):
        events = events_of(played(seed))
        assert EVENTS.validate_json(EVENTS.dump_json(events)) == events
        kinds.update(event.kind for event in events)
    assert len(kinds) == 10


@pytest.mark.parametrize("style", STYLES)
def test_every_hand_ends_however_it_is_played(style: Style) -> None:
    """By listed moves: undoing is not listed, for it could go on for ever."""
    for seed in range(FEWER // 2):
        *_, last = play_by_chance(random.Random(seed), style=style, take_back=0)
        assert last.state.phase is Phase.OVER
        assert last.state.turn_no <= MOST_TURNS
        assert isinstance(last.events[-1], HandEnded)


def test_without_the_guard_a_hand_may_go_on_for_ever() -> None:
    """Q19's reason, and proof that the styles above include one that would never end."""
    unguarded = replace(BOOK, discard_guards=("no_return",))
    steps = play_by_chance(random.Random(1), unguarded, always_takes)
    long_on = next(step.state for step in steps if step.state.turn_no > MOST_TURNS)
    assert len(long_on.stock) >= 14


def test_play_by_chance_reaches_every_ending_and_every_kind_of_event() -> None:
    """What the laws have been tried on."""
    ends = Counter(outcome(seed).ending for seed in range(HANDS))
    assert set(ends) == {"call", "stock", "tongits"}
    assert min(ends.values()) > HANDS // 50, ends
    assert {outcome(seed).winner for seed in range(HANDS)} == {None, *SEATS}
    assert any("challenge" in outcome(seed).replies for seed in range(HANDS))


def test_only_an_opened_seat_or_an_empty_hand_wins() -> None:
    """Q8."""
    for seed in range(HANDS):
        ended = outcome(seed)
        if ended.winner is None:
            assert ended.opened == (False, False, False)
        elif ended.ending != "tongits":
            assert ended.opened[ended.winner]
            rivals = [ended.deadwood[seat] for seat in SEATS if ended.opened[seat]]
            assert ended.deadwood[ended.winner] == min(rivals)
        else:
            assert played(seed)[-1].state.hands[ended.winner] == ()


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_all_laws_over_many_more_hands(part: int) -> None:
    for seed in range(1_000_000 + part * 1_000, 1_000_000 + (part + 1) * 1_000):
        hand = tuple(play_by_chance(random.Random(seed)))
        for step in hand:
            assert sorted(all_cards(step.state)) == sorted(DECK)
            assert all(legal_moves(step.state, seat) for seat in to_act(step.state))
        assert fold(BOOK, events_of(hand)) == hand[-1].state
