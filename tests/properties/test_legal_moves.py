"""`legal_moves` plus taking back is exactly what `decide` accepts, each card set once.

Small games are gone through whole: every choice of cards from a hand, every name of a joker, every
meld number, and what no hand could do. In full games the choices are a sample.
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from typing import Final, get_args

import pytest

from tests.properties.random_play import BOOK, PUTTING_DOWN, played
from tests.properties.rule_sets import combinations_by_chance, single_variants, small_games
from tongits.cards import DECK, JOKERS, Card, deck, is_joker
from tongits.engine import apply, decide, legal_moves, to_act
from tongits.errors import IllegalMove
from tongits.melds import Named
from tongits.moves import (
    Answer,
    Call,
    Declare,
    Discard,
    Draw,
    Lay,
    LayFaceDown,
    Move,
    Sapaw,
    Take,
    TakeBack,
)
from tongits.refusals import can_take_back
from tongits.rules import PRESETS, Reply, Rules, preset
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState

SAMPLED_CHOICES: Final = 8
WHOLE_STATES: Final = 4  # of a preset, in which every choice of held cards is tried
PARTS: Final = 8

SMALL = small_games()
FULL = {**single_variants(), **combinations_by_chance(24, seed=11)}
Key = tuple[object, ...]


def key(move: Move) -> Key:
    """A move with its cards and names sorted: their order means nothing."""
    match move:
        case Lay(cards=cards, named=named) | Take(cards=cards, named=named):
            return (type(move), tuple(sorted(cards)), tuple(sorted(named)))
        case LayFaceDown(cards=cards):
            return (type(move), tuple(sorted(cards)))
        case Sapaw(meld=meld, cards=cards, named=named):
            return (type(move), meld, tuple(sorted(cards)), tuple(sorted(named)))
        case _:
            return (move,)


def plain_moves(state: GameState) -> Iterator[Move]:
    """Every move that needs no choice of several cards; cards and jokers nobody holds too."""
    yield from (Draw(), Take(), Call(), TakeBack(), Declare())
    yield from (Answer(reply) for reply in get_args(Reply))
    yield from (Discard(card) for card in (*DECK, *JOKERS))


def moves_with(state: GameState, cards: tuple[Card, ...], named: Named) -> Iterator[Move]:
    """All that could be meant by choosing these cards, meld numbers out of range included."""
    yield Lay(cards, named)
    if not named:
        yield LayFaceDown(cards)
    yield Take((*cards, *state.discards[-1:]), named)
    yield Take(cards, named)
    yield from (Sapaw(number, cards, named) for number in range(-1, len(state.melds) + 1))


def names_for(cards: tuple[Card, ...], names: tuple[Card, ...]) -> Iterator[Named]:
    """No names, and every way to name the jokers; one joker named alone of two as well."""
    jokers = [card for card in cards if is_joker(card)]
    yield ()
    for size in range(1, len(jokers) + 1):
        for some in combinations(jokers, size):
            for chosen in permutations(names, size):
                yield tuple(zip(some, chosen, strict=True))


def accepted(state: GameState, seat: SeatNo, move: Move) -> bool:
    try:
        events = decide(state, seat, move)
    except IllegalMove:
        return False
    assert events
    return True


def check(state: GameState, seat: SeatNo, moves: Iterator[Move]) -> None:
    listed = [key(move) for move in legal_moves(state, seat)]
    legal = set(listed)
    assert len(legal) == len(listed), "a move is listed twice"
    if can_take_back(state) and seat == state.turn_seat:
        legal.add(key(TakeBack()))
    for move in moves:
        assert accepted(state, seat, move) is (key(move) in legal), (seat, move, state)


def every_choice(state: GameState, seat: SeatNo, *, with_names: bool) -> Iterator[Move]:
    hand, rules = state.hands[seat], state.rules
    names = deck(0, rules.suits, rules.ranks) if with_names else ()
    for size in range(len(hand) + 1):
        for cards in combinations(hand, size):
            for named in names_for((*cards, *state.discards[-1:]), names):
                yield from moves_with(state, cards, named)


def sampled_choices(state: GameState, seat: SeatNo, rng: random.Random) -> Iterator[Move]:
    """Legal choices with a card or a name added, dropped or changed, and choices at random."""
    hand = state.hands[seat]
    chosen = [m for m in legal_moves(state, seat) if isinstance(m, PUTTING_DOWN | Take)]
    for _ in range(SAMPLED_CHOICES):
        move = rng.choice(chosen) if chosen else Take()
        cards, named = list(move.cards), dict(getattr(move, "named", ()))
        if not cards or rng.random() < 0.3:
            cards = rng.sample(hand, min(len(hand), rng.randint(1, 5)))
        if cards and rng.random() < 0.3:
            cards.pop()
        if rng.random() < 0.3:
            cards.append(rng.choice(DECK if rng.random() < 0.2 else hand or DECK))
        for joker in filter(is_joker, cards):
            if rng.random() < 0.4:
                named[joker] = rng.choice(DECK)
        if rng.random() < 0.2:
            named.clear()
        rng.shuffle(cards)
        yield from moves_with(state, tuple(cards), tuple(named.items()))


@pytest.mark.parametrize("number", range(PARTS))
def test_in_small_games_what_is_accepted_is_what_is_listed(number: int) -> None:
    """The whole universe of moves, joker names and all, in a state of every game or two."""
    rng = random.Random(number)
    for rules in list(SMALL.values())[number::PARTS]:
        hand = played(rng.randrange(10**6), rules)
        for step in rng.sample(hand, min(len(hand), 5)):
            for seat in SEATS:
                check(step.state, seat, plain_moves(step.state))
            whole = sorted(to_act(step.state)) or [rng.choice(SEATS)]
            check(step.state, whole[0], every_choice(step.state, whole[0], with_names=True))


@pytest.mark.parametrize("number", range(PARTS))
def test_in_full_games_what_is_accepted_is_what_is_listed(number: int) -> None:
    rng = random.Random(number)
    for rules in list(FULL.values())[number::PARTS]:
        hand = played(rng.randrange(20), rules)
        for step in rng.sample(hand, min(len(hand), 4)):
            for seat in SEATS:
                check(step.state, seat, plain_moves(step.state))
                if seat in to_act(step.state) or rng.random() < 0.2:
                    check(step.state, seat, sampled_choices(step.state, seat, rng))


@pytest.mark.parametrize("name", PRESETS)
def test_every_choice_of_held_cards_is_listed_or_refused(name: str) -> None:
    """Thousands of choices, in a few states where something has been laid this turn."""
    rng = random.Random(1)
    states = [step.state for seed in range(12) for step in played(seed, preset(name))]
    for state in rng.sample([state for state in states if state.placed], WHOLE_STATES):
        seat = state.turn_seat
        check(state, seat, every_choice(state, seat, with_names=False))


@cache
def laying() -> tuple[tuple[GameState, SeatNo, Move], ...]:
    """Every way to put cards down, in states of many games."""
    games: list[Rules] = [*(preset("pagat") for _ in range(12)), BOOK, *SMALL.values()]
    steps = [step for seed, rules in enumerate(games) for step in played(seed, rules)]
    return tuple(
        (step.state, seat, move)
        for step in steps
        for seat in to_act(step.state)
        for move in legal_moves(step.state, seat)
        if isinstance(move, PUTTING_DOWN)
    )


def test_taking_back_leads_to_the_state_before() -> None:
    """But for the order of the hand, and for cards that all have now seen."""
    tried = set()
    for state, seat, move in laying():
        after, _ = apply(state, seat, move)
        if after.outcome is None:
            back, _ = apply(after, seat, TakeBack())
            assert plain(back) == plain(state)
            tried.add(type(move))
    assert tried == {Lay, LayFaceDown, Sapaw}


def plain(state: GameState) -> tuple[object, ...]:
    hands = tuple(frozenset(hand) for hand in state.hands)
    turn = (state.placed, state.idle_turns, state.taken, state.drew, state.kang)
    return (hands, state.melds, state.blocks, state.began_blocked, *turn)


@pytest.mark.long
@pytest.mark.parametrize("number", range(PARTS))
def test_what_is_accepted_is_what_is_listed_in_many_more_states(number: int) -> None:
    rng = random.Random(100 + number)
    for rules in list(SMALL.values())[number::PARTS]:
        for step in played(rng.randrange(10**6), rules):
            for seat in SEATS:
                check(step.state, seat, every_choice(step.state, seat, with_names=True))
    for rules in list(FULL.values())[number::PARTS]:
        for step in played(rng.randrange(10**6), rules):
            for seat in SEATS:
                check(step.state, seat, sampled_choices(step.state, seat, rng))
