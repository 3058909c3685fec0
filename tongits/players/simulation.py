"""Hands played by players, one after another, and what came of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from tongits.cards import Card, deck
from tongits.engine import apply, new_hand, to_act
from tongits.events import Outcome
from tongits.match import next_dealer
from tongits.players.registry import PLAYERS, Player
from tongits.rules import Rules
from tongits.scoring import Settlement, settle
from tongits.seats import SEATS, SeatNo


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand that was played: who sat where, its length, its end and its payments."""

    names: tuple[str, str, str]
    dealer: SeatNo
    moves: int
    turns: int
    outcome: Outcome
    settlement: Settlement


def shuffled(rules: Rules, rng: Random) -> tuple[Card, ...]:
    """The whole deck of the rules in an order of chance."""
    cards = list(deck(rules.jokers, rules.suits, rules.ranks))
    rng.shuffle(cards)
    return tuple(cards)


def seeded_deck(rules: Rules, seed: int) -> tuple[Card, ...]:
    """A shuffled deck; the same seed gives the same one. For trials, never for people's deals."""
    return shuffled(rules, Random(seed))  # noqa: S311  # trials: nobody's deal comes from here


def seeded_hands(
    rules: Rules, names: Sequence[str], count: int, seed: int, *, stake_chips: int, rate: int
) -> Iterator[Hand]:
    """So many hands; the same seed gives the same ones."""
    rng = Random(seed)  # noqa: S311  # trials: nobody's deal comes from here
    return hands(rules, names, count, rng, stake_chips=stake_chips, rate=rate)


def lineup(names: Sequence[str], number: int) -> tuple[str, str, str]:
    """Who sits where in hand `number`: the names in turn, one seat further each hand.

    >>> lineup(["random", "default"], 0), lineup(["random", "default"], 1)
    (('random', 'default', 'random'), ('default', 'random', 'default'))
    """
    first, second, third = (names[(number + seat) % len(names)] for seat in SEATS)
    return first, second, third


def hands(
    rules: Rules, names: Sequence[str], count: int, rng: Random, *, stake_chips: int, rate: int
) -> Iterator[Hand]:
    """So many hands; the deal passes as the rules have it, and a void hand's pot is carried."""
    dealer, pot_chips = SEATS[0], 0
    for number in range(count):
        hand = _played(rules, lineup(names, number), dealer, rng, (stake_chips, rate, pot_chips))
        yield hand
        dealer = next_dealer(rules, dealer, hand.outcome.winner)
        pot_chips = hand.settlement.pot_chips


def _played(
    rules: Rules,
    names: tuple[str, str, str],
    dealer: SeatNo,
    rng: Random,
    money: tuple[int, int, int],
) -> Hand:
    players: list[Player] = [PLAYERS[name] for name in names]
    state, _ = new_hand(rules, shuffled(rules, rng), dealer)
    moves = 0
    while asked := sorted(to_act(state)):
        seat = asked[0]
        state, _ = apply(state, seat, players[seat](state, seat, rng))
        moves += 1
    if state.outcome is None:
        raise RuntimeError("a hand that asks nobody has ended")
    stake_chips, rate, pot_chips = money
    settlement = settle(
        rules, state.outcome, stake_chips=stake_chips, rate=rate, pot_chips=pot_chips
    )
    return Hand(names, dealer, moves, state.turn_no, state.outcome, settlement)
