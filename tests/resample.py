"""Other worlds a seat cannot tell from this one: they differ only in what it must not know."""

import random
from dataclasses import replace
from typing import get_args

from tongits.cards import Card
from tongits.rules import Reply
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState, Phase

Hands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
Replies = tuple[Reply | None, Reply | None, Reply | None]


def resample(state: GameState, seat: SeatNo | None, rng: random.Random) -> GameState:
    """A world that looks the same to the seat, None for a spectator.

    Other hands and the stock are dealt anew out of the cards that are in them, but every card that
    all have seen stays where it is; other hands are held in another order; answers to a call that
    are not open yet may be others. Once a hand is over only the stock is unknown.
    """
    if state.phase is Phase.OVER:
        return replace(state, stock=_shuffled(state.stock, rng))
    hands, stock = _dealt_anew(state, seat, rng)
    world = replace(state, hands=hands, stock=stock, replies=_answered_anew(state, seat, rng))
    return world if seat == state.turn_seat else _drawn_anew(world, rng)


def _shuffled(cards: tuple[Card, ...], rng: random.Random) -> tuple[Card, ...]:
    return tuple(rng.sample(cards, len(cards)))


def _dealt_anew(
    state: GameState, seat: SeatNo | None, rng: random.Random
) -> tuple[Hands, tuple[Card, ...]]:
    unknown = list(state.stock)
    for other in SEATS:
        if other != seat:
            unknown += [card for card in state.hands[other] if card not in state.seen[other]]
    rng.shuffle(unknown)
    hands = list(state.hands)
    for other in SEATS:
        if other != seat:
            known = [card for card in state.hands[other] if card in state.seen[other]]
            fresh = [unknown.pop() for _ in range(len(state.hands[other]) - len(known))]
            hands[other] = _shuffled((*known, *fresh), rng)
    return (hands[0], hands[1], hands[2]), tuple(unknown)


def _answered_anew(state: GameState, seat: SeatNo | None, rng: random.Random) -> Replies:
    choices: tuple[Reply, ...] = get_args(Reply)
    first, second, third = (
        reply if reply is None or other == seat else rng.choice(choices)
        for other, reply in enumerate(state.replies)
    )
    return first, second, third


def _drawn_anew(world: GameState, rng: random.Random) -> GameState:
    """Which of its cards the seat in turn drew: one nobody saw, or the same if it is on show."""
    if world.drew is None:
        return world
    holder = world.turn_seat
    choices = [card for card in world.hands[holder] if card not in world.seen[holder]]
    if any(world.drew in meld.cards for meld in world.melds) or world.drew in world.seen[holder]:
        choices.append(world.drew)
    return replace(world, drew=rng.choice(choices))
