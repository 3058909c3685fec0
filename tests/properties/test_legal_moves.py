"""`legal_moves` plus taking back is exactly what `decide` accepts, each card set once."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from tests.properties.random_play import BOOK, VARIED, played
from tongits.cards import DECK, Card
from tongits.engine import apply, can_take_back, decide, legal_moves, to_act
from tongits.errors import IllegalMove
from tongits.moves import Answer, Call, Discard, Draw, Lay, Move, Sapaw, Take, TakeBack
from tongits.rules import Rules
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState

HANDS, FEWER = 1_000, 200  # of `book`, and of each rules with a switch set otherwise
STATES_A_HAND = 3
SAMPLED_CHOICES = 12
WHOLE_STATES = 12  # states in which every choice of held cards is tried

Key = tuple[object, ...]


def key(move: Move) -> Key:
    """A move with its cards sorted: the order of cards means nothing."""
    match move:
        case Lay(cards=cards):
            return ("lay", tuple(sorted(cards)))
        case Sapaw(meld=meld, cards=cards):
            return ("sapaw", meld, tuple(sorted(cards)))
        case _:
            return (move,)


def plain_moves() -> Iterator[Move]:
    yield from (Draw(), Take(), Call(), TakeBack(), Answer("show"), Answer("challenge"))
    yield from (Discard(card) for card in DECK)


def moves_with(state: GameState, cards: tuple[Card, ...]) -> Iterator[Move]:
    """All that could be meant by choosing these cards, meld numbers out of range included."""
    yield Lay(cards)
    yield from (Sapaw(number, cards) for number in range(-1, len(state.melds) + 1))


def accepted(state: GameState, seat: SeatNo, move: Move) -> bool:
    try:
        events = decide(state, seat, move)
    except IllegalMove:
        return False
    assert events
    return True


def check(state: GameState, seat: SeatNo, moves: Iterator[Move]) -> None:
    legal = {key(move) for move in legal_moves(state, seat)}
    if can_take_back(state) and seat == state.turn_seat:
        legal.add(key(TakeBack()))
    for move in moves:
        assert accepted(state, seat, move) is (key(move) in legal), (seat, move, state)


def sampled_choices(state: GameState, seat: SeatNo, rng: random.Random) -> Iterator[Move]:
    """Legal choices with a card added, dropped or changed, and choices at random."""
    hand = state.hands[seat]
    chosen = [move.cards for move in legal_moves(state, seat) if isinstance(move, Lay | Sapaw)]
    for _ in range(SAMPLED_CHOICES):
        cards = list(rng.choice(chosen)) if chosen else []
        if not cards or rng.random() < 0.3:
            cards = rng.sample(hand, min(len(hand), rng.randint(1, 5)))
        if cards and rng.random() < 0.3:
            cards.pop()
        if rng.random() < 0.3:
            cards.append(rng.choice(DECK if rng.random() < 0.2 else hand or DECK))
        rng.shuffle(cards)
        yield from moves_with(state, tuple(cards))


def every_choice(state: GameState, seat: SeatNo) -> Iterator[Move]:
    hand = state.hands[seat]
    for size in range(len(hand) + 1):
        for cards in combinations(hand, size):
            yield from moves_with(state, cards)


@pytest.mark.parametrize("rules", VARIED.values(), ids=list(VARIED))
def test_what_is_accepted_is_what_is_listed(rules: Rules) -> None:
    rng = random.Random(2)
    for seed in range(HANDS if rules == BOOK else FEWER):
        hand = played(seed, rules)
        for step in rng.sample(hand, min(len(hand), STATES_A_HAND)):
            for seat in SEATS:
                check(step.state, seat, plain_moves())
                if seat in to_act(step.state) or rng.random() < 0.1:
                    check(step.state, seat, sampled_choices(step.state, seat, rng))


@pytest.mark.parametrize("rules", VARIED.values(), ids=list(VARIED))
def test_every_choice_of_held_cards_is_listed_or_refused(rules: Rules) -> None:
    """Up to thousands of choices, in a few states where something has been laid this turn."""
    rng = random.Random(1)
    states = [step.state for seed in range(40) for step in played(seed, rules)]
    for state in rng.sample([state for state in states if state.placed], WHOLE_STATES):
        seat = state.turn_seat
        check(state, seat, every_choice(state, seat))


def test_no_move_is_listed_twice() -> None:
    for seed in range(FEWER):
        for step in played(seed):
            for seat in to_act(step.state):
                keys = [key(move) for move in legal_moves(step.state, seat)]
                assert len(keys) == len(set(keys))


def test_taking_back_leads_to_the_state_before() -> None:
    """But for the order of the hand, and for cards that all have now seen."""
    tried = 0
    for seed in range(FEWER):
        for step in played(seed):
            state = step.state
            for seat in to_act(state):
                for move in legal_moves(state, seat):
                    if not isinstance(move, Lay | Sapaw):
                        continue
                    after, _ = apply(state, seat, move)
                    if after.outcome is None:
                        back, _ = apply(after, seat, TakeBack())
                        assert _plain(back) == _plain(state)
                        tried += 1
    assert tried > FEWER


def _plain(state: GameState) -> tuple[object, ...]:
    hands = tuple(frozenset(hand) for hand in state.hands)
    return (hands, state.melds, state.placed, state.idle_turns, state.taken, state.drew)
