"""Hands played by chance: every state on the way, in every style of play, under any rules."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from tongits.cards import Card, deck
from tongits.engine import apply, legal_moves, new_hand, to_act
from tongits.events import Event
from tongits.moves import Call, Declare, Lay, LayFaceDown, Move, Sapaw, Take, TakeBack
from tongits.refusals import can_take_back
from tongits.rules import Rules, preset
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState

Style = Callable[[tuple[Move, ...], random.Random], Move]

BOOK = preset("book")
PUTTING_DOWN = Lay | LayFaceDown | Sapaw


@dataclass(frozen=True)
class Step:
    """A state, and the events that led to it from the one before; the deal leads to the first."""

    state: GameState
    events: tuple[Event, ...]


def any_move(moves: tuple[Move, ...], rng: random.Random) -> Move:
    return rng.choice(moves)


def keen_to_lay(moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Declares and lays whenever it can, hides a four, takes and calls now and then."""
    if Declare() in moves and rng.random() < 0.6:
        return Declare()
    hiding = [move for move in moves if isinstance(move, LayFaceDown)]
    laying = [move for move in moves if isinstance(move, PUTTING_DOWN | Take)]
    if laying and rng.random() < 0.8:
        return rng.choice(hiding or laying)
    calm = [move for move in moves if not isinstance(move, Call) or rng.random() < 0.1]
    return rng.choice(calm or moves)


def always_takes(moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Takes the discard whenever it can, lays nothing, never calls: the longest hands there are."""
    taking = [move for move in moves if isinstance(move, Take)]
    return rng.choice(taking) if taking else never_lays(moves, rng)


def never_lays(moves: tuple[Move, ...], rng: random.Random) -> Move:
    quiet = [move for move in moves if not isinstance(move, Call | PUTTING_DOWN)]
    return rng.choice(quiet or moves)


STYLES: tuple[Style, ...] = (any_move, keen_to_lay, never_lays, always_takes)
USUAL: tuple[Style, ...] = (any_move, *(keen_to_lay,) * 4, never_lays, never_lays, always_takes)


def play_by_chance(
    rng: random.Random, rules: Rules = BOOK, style: Style | None = None, take_back: float = 0.15
) -> Iterator[Step]:
    """Every step of a hand to its end; without a style each seat gets one of its own.

    `take_back` is the chance that a seat that can take something back does.
    """
    styles = [style or rng.choice(USUAL) for _ in SEATS]
    state, dealt = new_hand(rules, shuffled(rules, rng), rng.choice(SEATS))
    yield Step(state, (dealt,))
    while to_act(state):
        seat = rng.choice(sorted(to_act(state)))
        state, events = apply(state, seat, _move(state, seat, styles[seat], rng, take_back))
        yield Step(state, events)


def shuffled(rules: Rules, rng: random.Random) -> tuple[Card, ...]:
    """A deck of the rules; in every other hand some ranks lie together, for melds and fours."""
    cards = list(deck(rules.jokers, rules.suits, rules.ranks))
    rng.shuffle(cards)
    if rng.random() < 0.5:
        together = set(rng.sample(rules.ranks, min(2, len(rules.ranks))))
        cards.sort(key=lambda card: card[0] not in together)
        cut = rng.randrange(len(cards))
        cards = cards[cut:] + cards[:cut]
    return tuple(cards)


def _move(
    state: GameState, seat: SeatNo, style: Style, rng: random.Random, take_back: float
) -> Move:
    if can_take_back(state) and rng.random() < take_back:
        return TakeBack()
    return style(legal_moves(state, seat), rng)


@cache
def played(seed: int, rules: Rules = BOOK) -> tuple[Step, ...]:
    """A whole hand; the same seed gives the same hand."""
    return tuple(play_by_chance(random.Random(seed), rules))


def events_of(hand: tuple[Step, ...]) -> list[Event]:
    """All events of a hand, the deal first."""
    return [event for step in hand for event in step.events]
