"""What depends on nothing but where an ace may stand: the melds, and what a suit's cards can do.

Actions are numbers. A card's number throws it; the others begin at these:
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from tongits.cards import DECK
from tongits.lean.bits import BIT, SUIT, SUIT_BITS, Mask, mask_of, numbers_of
from tongits.melds import LONG_RUN, Meld, extensions, is_four, melds_in
from tongits.rules import AceInRuns, preset
from tongits.solver import Left, points_left

Actions = tuple[int, ...]

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

NO_SUIT: Final = -1  # what a set has for the place of its suit


@dataclass(frozen=True, slots=True)
class Tables:
    """Look-ups under one ace rule; a suit has 13 `places`, or 14 with the ace above the king.

    Meld numbers index `melds` and `masks`.
    By a meld's mask: `fits` are the cards that extend it alone, `suit_of` the lowest bit of a run's
    suit. By suit and its 13 bits: `runs` are lay actions. By a suit's 13 bits: `any_run` and
    `long_run` tell whether there is a run, and one of five; `loose` are the cards in no run.
    By a card's number: `beside` are its neighbours in runs. By the cards of a rank: `sets` are lay
    actions, `fours` those and the face-down one. `points_left` counts a hand's deadwood.
    """

    places: int
    points_left: Left
    melds: tuple[Meld, ...]
    masks: tuple[Mask, ...]
    suit_of: dict[Mask, int]
    fits: dict[Mask, Mask]
    runs: tuple[tuple[Actions, ...], ...]
    any_run: bytes
    beside: tuple[Mask, ...]
    loose: tuple[Mask, ...]
    long_run: bytes
    sets: dict[Mask, Actions]
    fours: dict[Mask, Actions]


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
    sets = [number for number, meld in enumerate(melds) if meld.kind == "set"]
    fours = [number for number in sets if is_four(melds[number])]
    runs = tuple(
        _runs_of(suit, [(LAY + number, mask) for number, mask in enumerate(masks)])
        for suit in range(4)
    )
    plain = _lays_of_rank({masks[number]: LAY + number for number in sets})
    spades = [[masks[lay - LAY] for lay in lays] for lays in runs[0]]
    return Tables(
        places=SUIT_BITS + (ace_in_runs == "both"),
        points_left=points_left(ace_high=ace_in_runs == "both"),
        melds=melds,
        masks=masks,
        suit_of={mask: _suit_of(meld, mask) for meld, mask in zip(melds, masks, strict=True)},
        fits={mask: sum(alone) for mask, alone in zip(masks, singles, strict=True)},
        runs=runs,
        any_run=bytes(bool(inside) for inside in spades),
        beside=_beside(melds),
        loose=tuple(_without(held, inside) for held, inside in enumerate(spades)),
        long_run=bytes(any(run.bit_count() >= LONG_RUN for run in inside) for inside in spades),
        sets=plain,
        fours=plain | {masks[n]: (*plain[masks[n]], FACE_DOWN + n) for n in fours},
    )


def _suit_of(meld: Meld, mask: Mask) -> int:
    if meld.kind == "set":
        return NO_SUIT
    return (mask.bit_length() - 1) // SUIT_BITS * SUIT_BITS


def _runs_of(suit: int, lays: list[tuple[int, Mask]]) -> tuple[Actions, ...]:
    """For each choice of a suit's cards, the runs in it: those without its top card, and with."""
    at = suit * SUIT_BITS
    own = [(action, mask >> at) for action, mask in lays if not mask & ~(SUIT << at)]
    found: list[Actions] = [()]
    for held in range(1, SUIT + 1):
        top = 1 << held.bit_length() - 1
        ending = (action for action, run in own if run & top and not run & ~held)
        found.append((*found[held ^ top], *ending))
    return tuple(found)


def _beside(melds: tuple[Meld, ...]) -> tuple[Mask, ...]:
    beside = [0] * len(DECK)
    for meld in melds:
        if meld.kind == "run":
            for low, high in pairwise(numbers_of(meld.cards)):
                beside[low] |= BIT[high]
                beside[high] |= BIT[low]
    return tuple(beside)


def _without(held: Mask, runs: list[Mask]) -> Mask:
    for run in runs:
        held &= ~run
    return held


def _lays_of_rank(lays: dict[Mask, int]) -> dict[Mask, Actions]:
    """For three or four cards of a rank, every set in them."""
    return {
        held: tuple(action for mask, action in lays.items() if not mask & ~held) for held in lays
    }


@lru_cache(maxsize=1 << 16)
def run_extensions(run: Mask, held: Mask, places: int) -> tuple[Mask, ...]:
    """Every non-empty choice of held cards that extends a run; all in the bits of one suit.

    >>> [bin(more) for more in run_extensions(0b1110000, 0b110001000, 13)]
    ['0b10000000', '0b110000000', '0b1000', '0b10001000', '0b110001000']
    """
    is_high = run & 1 and not run & 2  # its ace stands above the king
    natural = run ^ 1 if is_high else run
    low = (natural & -natural).bit_length() - 1
    below = _row(held, range(low - 1, -1, -1))
    above = _row(held, range(natural.bit_length(), places))
    pairs = (down | up for down in below for up in above)
    return tuple(dict.fromkeys(more for more in pairs if more))


def _row(held: Mask, places: range) -> list[Mask]:
    """The held cards at none, the first, the first two … of the places, up to the first gap."""
    row = [0]
    for place in places:
        bit = BIT[place % SUIT_BITS]  # place 13 is the ace above the king
        if not held & bit:
            break
        row.append(row[-1] | bit)
    return row
