"""Other worlds a seat cannot tell from this one: they differ only in what it must not know."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from tongits.cards import Card, by_suit, deck, is_joker
from tongits.melds import FOUR, as_set, melds_in
from tongits.refusals import may_challenge
from tongits.rules import Reply
from tongits.seats import SEATS, SeatNo
from tongits.splits import saves_from_sunog
from tongits.state import GameState, Phase, Placed, TableMeld

Hands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
Replies = tuple[Reply | None, Reply | None, Reply | None]
TRIES = 20  # deals tried before a hand that must hold a secret, or none, stays as it is


def resample(state: GameState, seat: SeatNo | None, rng: random.Random) -> GameState:
    """A world that looks the same to the seat, None for a spectator.

    Other hands, the stock and the fours that others laid face down are dealt anew out of the cards
    that are in them, but every card that all have seen in a hand stays there; other hands are held
    in another order; the drawn card, marks of Kang and answers that are not open yet may be others.
    Who holds a secret that saves from sunog is open to all once a call asked for answers, and to
    nobody before. Once a hand is over only the stock is unknown.
    """
    if state.phase is Phase.OVER:
        return replace(state, stock=_shuffled(state.stock, rng))
    hidden = _fours_anew(state, seat, rng)
    for _ in range(TRIES):
        world = _dealt_anew(hidden, seat, rng)
        if state.phase is not Phase.REPLY or _same_choices(state, world):
            break
    else:
        world = _reordered(state, seat, rng)
    world = replace(world, kang=_marked_anew(world, seat, rng))
    world = replace(world, replies=_answered_anew(state, seat, rng))
    return world if seat == state.turn_seat else _drawn_anew(world, rng)


def _shuffled(cards: tuple[Card, ...], rng: random.Random) -> tuple[Card, ...]:
    return tuple(rng.sample(cards, len(cards)))


def _others(seat: SeatNo | None) -> list[SeatNo]:
    return [other for other in SEATS if other != seat]


def _unknown(state: GameState, seat: SeatNo | None) -> list[Card]:
    """Cards in the stock and in other hands where nobody saw them."""
    held = [c for other in _others(seat) for c in state.hands[other] if c not in state.seen[other]]
    return [*state.stock, *held]


# Fours that lie face down.


def _fours_anew(state: GameState, seat: SeatNo | None, rng: random.Random) -> GameState:
    """Every face-down four of another seat, changed for one of unknown cards or left."""
    for number, laid in enumerate(state.melds):
        if laid.face_down and laid.owner != seat:
            choices = _fours_of([*_unknown(state, seat), *laid.cards], state)
            state = _with_four(state, seat, number, rng.choice(choices))
    return state


def _fours_of(cards: Sequence[Card], state: GameState) -> list[tuple[Card, ...]]:
    jokers = [card for card in cards if is_joker(card)]
    fours = []
    for rank in state.rules.ranks:
        alike = [card for card in cards if card[0] == rank]
        for four in combinations((*alike, *jokers), FOUR):
            meld = as_set(four, state.rules)
            fours += [meld.cards] if meld else []
    return fours


def _with_four(
    state: GameState, seat: SeatNo | None, number: int, four: tuple[Card, ...]
) -> GameState:
    """The world with another four at this place; its old cards lie where the new ones were."""
    old = state.melds[number]
    swap = dict(zip(sorted(set(four) - set(old.cards)), _left(old.cards, four), strict=True))

    def swapped(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swap.get(card, card) for card in cards)

    hands = [hand if at == seat else swapped(hand) for at, hand in enumerate(state.hands)]
    new = replace(old, cards=tuple(sorted(four, key=by_suit)))
    melds = (*state.melds[:number], new, *state.melds[number + 1 :])
    placed = tuple(_placed(one, number, new) for one in state.placed)
    first, second, third = hands
    return replace(
        state, hands=(first, second, third), stock=swapped(state.stock), melds=melds, placed=placed
    )


def _left(old: tuple[Card, ...], new: tuple[Card, ...]) -> list[Card]:
    return [card for card in old if card not in new]


def _placed(one: Placed, number: int, four: TableMeld) -> Placed:
    return replace(one, cards=four.cards) if one.meld == number else one


# Hands.


def _dealt_anew(state: GameState, seat: SeatNo | None, rng: random.Random) -> GameState:
    unknown = _unknown(state, seat)
    rng.shuffle(unknown)
    hands = list(state.hands)
    for other in _others(seat):
        keep = _kept(state, other, unknown, rng)
        unknown = [card for card in unknown if card not in keep]
        count = len(state.hands[other]) - len(keep)
        fresh, unknown = unknown[:count], unknown[count:]
        hands[other] = _shuffled((*keep, *fresh), rng)
    return replace(state, hands=(hands[0], hands[1], hands[2]), stock=tuple(unknown))


def _kept(
    state: GameState, seat: SeatNo, unknown: list[Card], rng: random.Random
) -> tuple[Card, ...]:
    """Cards of another hand that stay: those all saw; of a seat that a secret saves, a secret.

    Before a call too a hand is dealt a secret now and then, which chance would rarely do.
    """
    known = tuple(card for card in state.hands[seat] if card in state.seen[seat])
    if not state.rules.secret_in_hand or rng.random() < 0.5:
        return known
    called = state.phase is Phase.REPLY
    melds = melds_in(state.hands[seat] if called else (*known, *unknown), state.rules)
    secrets = [tuple(m.cards) for m in melds if saves_from_sunog(m)]
    fitting = [s for s in secrets if len({*known, *s}) <= len(state.hands[seat])]
    free = [s for s in fitting if set(s) <= {*known, *unknown}]
    return tuple(dict.fromkeys((*known, *rng.choice(free)))) if free else known


def _reordered(state: GameState, seat: SeatNo | None, rng: random.Random) -> GameState:
    first, second, third = (
        hand if at == seat else _shuffled(hand, rng) for at, hand in enumerate(state.hands)
    )
    return replace(state, hands=(first, second, third), stock=_shuffled(state.stock, rng))


def _same_choices(state: GameState, world: GameState) -> bool:
    """Whether the same seats have a choice of answers: that is open to all."""
    return all(may_challenge(state, at) == may_challenge(world, at) for at in SEATS)


# Marks, answers, the drawn card.


def _marked_anew(
    state: GameState, seat: SeatNo | None, rng: random.Random
) -> tuple[bool, bool, bool]:
    """Marks of Kang on others: whoever drew from the stock may have one."""
    no_draw = len(state.stock) == len(_whole(state)) - 3 * state.rules.hand_size - 1
    first, second, third = (
        mark if at == seat or no_draw else rng.random() < 0.5 for at, mark in enumerate(state.kang)
    )
    return first, second, third


def _whole(state: GameState) -> tuple[Card, ...]:
    return deck(state.rules.jokers, state.rules.suits, state.rules.ranks)


def _answered_anew(state: GameState, seat: SeatNo | None, rng: random.Random) -> Replies:
    choices: tuple[Reply, Reply] = (state.rules.passive_reply, "challenge")
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
    hidden = [card for laid in world.melds if laid.face_down for card in laid.cards]
    this_turn = {card for placed in world.placed for card in placed.cards}
    choices = [card for card in world.hands[holder] if card not in world.seen[holder]]
    choices += [card for card in hidden if card in this_turn]
    shown = (card for laid in world.melds if not laid.face_down for card in laid.cards)
    if world.drew in shown or world.drew in world.seen[holder]:
        choices.append(world.drew)
    return replace(world, drew=rng.choice(choices))
