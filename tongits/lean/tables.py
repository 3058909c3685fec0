"""What depends on nothing but where an ace may stand: the melds, and what a suit's cards can do.

Actions are numbers. A card's number throws it; the others begin at these:
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import or_
from typing import Final

from tongits.cards import DECK
from tongits.lean.bits import BIT, PLACE, RANK, SUIT, SUIT_AT, SUIT_BITS, Mask, mask_of
from tongits.melds import LONG_RUN, Meld, extensions, is_four, melds_in
from tongits.rules import AceInRuns, preset
from tongits.solver import Left, points_left

Actions = tuple[int, ...]
# How a discard may be taken: its suit; the cards of its rank; by what is held of its
# suit, a number, by which the next has the runs; by what is held of its rank, the sets.
Takes = tuple[int, Mask, bytes, list[Actions], dict[Mask, Actions]]

DRAW: Final = 52
TAKE: Final = 53  # without a meld
CALL: Final = 54
DECLARE: Final = 55
PASSIVE: Final = 56  # show or fold
CHALLENGE: Final = 57
LAY: Final = 1 << 6  # + number of the meld
FACE_DOWN: Final = 1 << 9  # + number of the meld
TAKE_MELD: Final = 1 << 10  # + number of the meld that is laid with the taken card
SAPAW: Final = 1 << 11  # | table meld << 12 | mask of the cards << 17
MELD_SHIFT: Final = 12
MASK_SHIFT: Final = 17
TABLE_MELDS: Final = (1 << MASK_SHIFT - MELD_SHIFT) - 1


@dataclass(frozen=True, slots=True)
class Tables:
    """Look-ups under one ace rule.

    Meld numbers index `melds` and `masks`.
    By a meld's mask: `fits` are the cards that extend it alone; `sapaws`, by what the meld becomes
    with every held card that extends it, are the choices of them.
    By suit and the 13 bits of what is held of it: `acts` are the discards and the runs to lay. By
    the 13 bits of any suit: `long_run` tells whether there is a run of five, `loose` are the cards
    in no run.
    By what is held of a rank: `sets` are lay actions, `fours` those and the face-down one.
    By the discard: `takes`. `points_left` counts a hand's deadwood.
    """

    points_left: Left
    melds: tuple[Meld, ...]
    masks: tuple[Mask, ...]
    fits: dict[Mask, Mask]
    sapaws: dict[Mask, dict[Mask, Actions]]
    acts: tuple[list[Actions], ...]
    loose: list[Mask]
    long_run: bytes
    sets: dict[Mask, Actions]
    fours: dict[Mask, Actions]
    takes: tuple[Takes, ...]


@cache
def tables_of(ace_in_runs: AceInRuns) -> Tables:
    """The tables of an ace rule, built once from the engine's own melds."""
    rules = replace(preset("book"), ace_in_runs=ace_in_runs)
    melds = melds_in(DECK, rules)
    masks = tuple(mask_of(meld.cards) for meld in melds)
    singles = (
        [mask_of(cards) for cards, _ in extensions(meld, DECK, rules) if len(cards) == 1]
        for meld in melds
    )
    runs = {n: mask for n, mask in enumerate(masks) if melds[n].kind == "run"}
    sets = {n: mask for n, mask in enumerate(masks) if melds[n].kind == "set"}
    plain = _within({mask: LAY + number for number, mask in sets.items()})
    fours = {masks[n]: FACE_DOWN + n for n in sets if is_four(melds[n])}
    spades = [run for run in runs.values() if run <= SUIT]
    numbers = {mask: number for number, mask in enumerate(masks)}
    joins = [_joins_of(place, spades) for place in range(SUIT_BITS)]
    return Tables(
        points_left=points_left(ace_high=ace_in_runs == "both"),
        melds=melds,
        masks=masks,
        fits={mask: sum(alone) for mask, alone in zip(masks, singles, strict=True)},
        sapaws={mask: _sapaws(mask, masks) for mask in masks},
        acts=tuple(_acts_of(suit, runs) for suit in range(4)),
        loose=_loose(spades),
        long_run=bytes(map(bool, _possible([(0, r) for r in spades if r.bit_count() == LONG_RUN]))),
        sets=plain,
        fours=plain | {mask: (*plain[mask], hidden) for mask, hidden in fours.items()},
        takes=tuple(
            _takes_of(card, joins[card % SUIT_BITS], spades, numbers, sets)
            for card in range(len(DECK))
        ),
    )


def _possible(actions: list[tuple[int, Mask]]) -> list[Actions]:
    """For each choice of a suit's cards, the actions all of whose cards are among them.

    >>> _possible([(7, 0b1), (8, 0b11)])[:5]
    [(), (7,), (), (7, 8), ()]
    """
    by_top: list[list[tuple[int, Mask]]] = [[] for _ in range(SUIT_BITS + 1)]
    for action, cards in actions:
        by_top[cards.bit_length()].append((action, cards))
    found: list[Actions] = [()]
    for held in range(1, SUIT + 1):
        top = held.bit_length()
        without = found[held ^ 1 << top - 1]
        more = [action for action, cards in by_top[top] if not cards & ~held]
        found.append((*without, *more) if more else without)
    return found


def _acts_of(suit: int, runs: dict[int, Mask]) -> list[Actions]:
    """By what is held of a suit, the discards and the runs to lay."""
    at = suit * SUIT_BITS
    cards = [(at + place, 1 << place) for place in range(SUIT_BITS)]
    own = [(LAY + number, run >> at) for number, run in runs.items() if not run & ~(SUIT << at)]
    return _possible(cards + own)


def _joins_of(place: int, spades: list[Mask]) -> tuple[bytes, list[Actions]]:
    """By what is held of a suit, a number for the runs that the card at this place joins.

    Also of each number the runs, as indices of `spades`. Few differ, so that bytes do.
    """
    bit = 1 << place
    numbers: dict[Actions, int] = {(): 0}
    held = _possible([(n, run ^ bit) for n, run in enumerate(spades) if run & bit])
    return bytes(numbers.setdefault(runs, len(numbers)) for runs in held), [*numbers]


def _takes_of(
    card: int,
    joins: tuple[bytes, list[Actions]],
    spades: list[Mask],
    lays: dict[Mask, int],
    sets: dict[int, Mask],
) -> Takes:
    (suit, _), at, (numbers, joined) = PLACE[card], SUIT_AT[card], joins
    runs = [tuple(TAKE_MELD + lays[spades[n] << at] for n in some) for some in joined]
    return suit, RANK[card], numbers, runs, _set_takes(card, sets)


def _set_takes(card: int, sets: dict[int, Mask]) -> dict[Mask, Actions]:
    """By what is held of the card's rank, the sets to take it with."""
    return _within(
        {mask ^ BIT[card]: TAKE_MELD + number for number, mask in sets.items() if mask & BIT[card]}
    )


def _loose(runs: list[Mask]) -> list[Mask]:
    """By what is held of a suit, the cards in no run."""
    found = _possible([(run, run) for run in runs])
    return [held & ~reduce(or_, inside, 0) for held, inside in enumerate(found)]


def _within(actions: dict[Mask, int]) -> dict[Mask, Actions]:
    """For every choice of cards that is a key, the actions of all keys within it."""
    return {
        held: tuple(action for cards, action in actions.items() if not cards & ~held)
        for held in actions
    }


def _sapaws(meld: Mask, melds: Sequence[Mask]) -> dict[Mask, Actions]:
    """For each meld that this one may grow to, the sapaws on the way; as on table meld 0.

    >>> sapaws = _sapaws(0b1110, [0b1110, 0b11110, 0b1111, 0b11111, 0b111110])[0b11111]
    >>> [bin(action >> MASK_SHIFT) for action in sapaws]
    ['0b10000', '0b1', '0b10001']
    """
    grown = [other for other in melds if not meld & ~other and other != meld]
    return _within({other: SAPAW | (other ^ meld) << MASK_SHIFT for other in grown})
