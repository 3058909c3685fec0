"""Laws of every hand, over thousands of hands played by chance under every preset and variant."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache, reduce
from typing import Annotated

import pytest
from pydantic import Field, TypeAdapter

from tests.properties.random_play import (
    BOOK,
    STYLES,
    Style,
    always_takes,
    events_of,
    play_by_chance,
    played,
)
from tests.properties.rule_sets import (
    SWITCHES,
    UNVARIED,
    VARIED,
    combinations_by_chance,
    most_moves,
    most_turns,
    single_variants,
    small_games,
)
from tongits.cards import deck
from tongits.engine import default_move, is_legal, legal_moves, to_act
from tongits.events import Event, HandEnded, Outcome
from tongits.moves import Discard, Draw, Move
from tongits.problems import problems
from tongits.rules import PRESETS, Rules, preset
from tongits.seats import SEATS
from tongits.state import GameState, Phase, all_cards, evolve, fold

HANDS = 30  # of each preset
FEWER = 3  # of each variant on each preset
EVENTS: TypeAdapter[list[Event]] = TypeAdapter(list[Annotated[Event, Field(discriminator="kind")]])
RULES = TypeAdapter(Rules)
STATE = TypeAdapter(GameState)

VARIANTS = single_variants()
MIXED = combinations_by_chance(60)
SMALL = small_games()
PARTS = 8


def part(games: dict[str, Rules], number: int) -> list[Rules]:
    return list(games.values())[number::PARTS]


def check_state(state: GameState) -> None:
    """Cards, invariants, whose move it is and that there is one (rules.md Q19)."""
    rules = state.rules
    assert sorted(all_cards(state)) == sorted(deck(rules.jokers, rules.suits, rules.ranks))
    assert problems(state) == []
    owing = to_act(state)
    assert bool(owing) is (state.phase is not Phase.OVER)
    for seat in SEATS:
        assert bool(legal_moves(state, seat)) is (seat in owing)
        assert seat not in owing or is_legal(state, seat, default_move(state, seat))


def check_hand(seed: int, rules: Rules) -> None:
    """Every law of one hand."""
    steps = list(play_by_chance(random.Random(seed), rules))
    for before, step in zip([None, *steps], steps, strict=False):
        check_state(step.state)
        # The events of a move, folded on the state before it, are the state after it.
        assert before is None or reduce(evolve, step.events, before.state) == step.state
    check_replay(rules, [event for step in steps for event in step.events], steps[-1].state)
    assert steps[-1].state.phase is Phase.OVER
    check_winner(steps[-1].state)


def check_replay(rules: Rules, events: list[Event], last: GameState) -> None:
    assert fold(rules, events) == last
    text = EVENTS.dump_json(events)
    assert EVENTS.validate_json(text) == events
    assert fold(RULES.validate_json(RULES.dump_json(rules)), EVENTS.validate_json(text)) == last
    assert isinstance(events[-1], HandEnded)


def check_winner(state: GameState) -> None:
    """Q8: a burned seat wins no comparison; void only if all are burned."""
    outcome = state.outcome
    assert outcome is not None
    if outcome.winner is None:
        assert outcome.burned == (True, True, True)
    elif outcome.ending == "tongits":
        assert state.hands[outcome.winner] == () or state.declared == outcome.winner
    else:
        assert not outcome.burned[outcome.winner]
        rivals = [outcome.deadwood[seat] for seat in SEATS if competes(state.rules, outcome, seat)]
        assert outcome.deadwood[outcome.winner] == min(rivals)


def competes(rules: Rules, outcome: Outcome, seat: int) -> bool:
    folded = outcome.replies[seat] == "fold"
    return not outcome.burned[seat] and not folded


@pytest.mark.parametrize("name", PRESETS)
def test_every_law_in_hands_of_each_preset(name: str) -> None:
    for seed in range(HANDS):
        check_hand(seed, preset(name))


@pytest.mark.parametrize("number", range(PARTS))
def test_every_law_under_each_variant_on_each_preset(number: int) -> None:
    for rules in part(VARIANTS, number):
        for seed in range(FEWER):
            check_hand(seed, rules)


@pytest.mark.parametrize("number", range(PARTS))
def test_every_law_under_variants_combined_by_chance(number: int) -> None:
    for rules in part(MIXED, number):
        for seed in range(FEWER):
            check_hand(seed, rules)


@pytest.mark.parametrize("number", range(PARTS))
def test_every_law_in_small_games_of_each_variant(number: int) -> None:
    for rules in part(SMALL, number):
        for seed in range(FEWER):
            check_hand(seed, rules)


def test_every_switch_is_varied() -> None:
    """What the laws have been tried on."""
    assert VARIED.isdisjoint(UNVARIED)
    assert VARIED | UNVARIED == SWITCHES


def test_a_state_comes_back_from_json_unchanged() -> None:
    for rules in part(VARIANTS, 0):
        for step in played(5, rules)[::4]:
            assert STATE.validate_json(STATE.dump_json(step.state)) == step.state


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", PRESETS)
def test_every_hand_ends_within_its_bound_however_it_is_played(name: str, style: Style) -> None:
    """By listed moves: undoing is not listed, for it could go on for ever."""
    rules = preset(name)
    for seed in range(12):
        check_length(rules, seed, style)


@pytest.mark.parametrize("number", range(PARTS))
def test_every_hand_ends_within_its_bound_under_each_variant(number: int) -> None:
    for rules in part(VARIANTS, number):
        check_length(rules, 1, always_takes)
        check_length(rules, 2, None)


def check_length(rules: Rules, seed: int, style: Style | None) -> None:
    steps = list(play_by_chance(random.Random(seed), rules, style, take_back=0))
    assert steps[-1].state.phase is Phase.OVER
    assert len(steps) - 1 <= most_moves(rules)
    assert max(step.state.turn_no for step in steps[:-1]) <= most_turns(rules)


def test_the_bounds_are_those_the_rules_prove() -> None:
    assert {name: most_turns(preset(name)) for name in PRESETS} == {
        "book": 469,
        "pagat": 33,
        "go": 33,
    }


def test_when_nobody_chows_a_hand_has_16_turns() -> None:
    """rules.md 2.1, Termination: five draws each."""
    for name in PRESETS:
        steps = play_by_chance(random.Random(1), preset(name), only_draws)
        *before, last = (step.state for step in steps)
        assert last.stock == ()
        assert max(state.turn_no for state in before) == 16


def only_draws(moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Draws and throws; never takes, lays or calls."""
    quiet = [move for move in moves if isinstance(move, Draw | Discard)]
    return rng.choice(quiet)


def test_without_the_guard_a_hand_may_go_on_for_ever() -> None:
    """Q19's reason, and proof that the styles above include one that would never end."""
    unguarded = replace(BOOK, discard_guards=("no_return",))
    steps = play_by_chance(random.Random(1), unguarded, always_takes)
    long_on = next(step.state for step in steps if step.state.turn_no > most_turns(BOOK))
    assert len(long_on.stock) >= 14


@cache
def all_hands() -> tuple[GameState, ...]:
    """The last states of many hands."""
    games = [*(preset(name) for name in PRESETS for _ in range(20)), *SMALL.values()]
    return tuple(played(seed, rules)[-1].state for seed, rules in enumerate(games))


def test_play_by_chance_reaches_every_ending_every_winner_and_every_kind_of_reply() -> None:
    """What the laws have been tried on."""
    outcomes = [state.outcome for state in all_hands() if state.outcome]
    ends = Counter(outcome.ending for outcome in outcomes)
    assert min(ends[ending] for ending in ("call", "stock", "tongits")) > 10, ends
    assert {outcome.winner for outcome in outcomes} == {None, *SEATS}
    replies = {reply for outcome in outcomes for reply in outcome.replies}
    assert replies == {None, "show", "challenge", "fold"}
    assert any(state.declared is not None for state in all_hands())


def test_play_by_chance_reaches_every_kind_of_event() -> None:
    """What the laws have been tried on."""
    kinds: Counter[str] = Counter()
    games = [*[preset(name) for name in PRESETS for _ in range(12)], *SMALL.values()]
    for seed, rules in enumerate(games):
        kinds.update(event.kind for event in events_of(played(seed, rules)))
    assert set(kinds) == {
        *("dealt", "drew", "took", "laid", "laid_face_down", "laid_off", "took_back"),
        *("discarded", "declared", "called", "answered", "hand_ended"),
    }


@pytest.mark.long
@pytest.mark.parametrize("number", range(PARTS))
def test_every_law_over_many_more_hands(number: int) -> None:
    games = [*part(VARIANTS, number), *part(SMALL, number), *part(MIXED, number)]
    games += part(combinations_by_chance(400, seed=7), number)
    for rules in games:
        for seed in range(1_000, 1_025):
            check_hand(seed, rules)
