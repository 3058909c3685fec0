"""The best split of a hand into melds and deadwood; exact (rules.md 2.2 row 20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Final

from tongits.cards import DECK, JOKERS, Card, total_points
from tongits.joker_melds import (
    counts_fours,
    counts_long_runs,
    joker_rules,
    melds_keeping_a_secret,
    melds_with_jokers,
    saves_from_sunog,
    secrets_in,
)
from tongits.joker_solver import joker_points_left
from tongits.melds import Meld, is_four, is_long_run, melds_in
from tongits.rules import AceInRuns, Rules
from tongits.solver import SUIT_BITS, SUIT_MASK, Left, Masks, arranger, points_left

__all__ = [
    "Split",
    "best_split",
    "deadwood",
    "holds_secret",
    "is_secret",
    "saves_from_sunog",
    "split_melds",
]

_BIT: Final = {card: 1 << place for place, card in enumerate((*DECK, *JOKERS))}.__getitem__
_FIRST_JOKER: Final = 1 << len(DECK)
_JOKERS_HELD: Final = ((), JOKERS[:1], JOKERS[1:], JOKERS)
_FROM_H, _FROM_D, _FROM_C = SUIT_BITS, 2 * SUIT_BITS, 3 * SUIT_BITS


@dataclass(frozen=True, slots=True)
class Split:
    """A hand sorted into melds and what is left: `points` is the deadwood of `loose`."""

    melds: tuple[tuple[Card, ...], ...]
    loose: tuple[Card, ...]
    points: int


def is_secret(meld: Meld, rules: Rules) -> bool:
    """Whether a meld that nobody saw is worth something: a four; a run of 5+ where rules say so."""
    if is_four(meld):
        return counts_fours(rules)
    return is_long_run(meld) and counts_long_runs(rules)


def holds_secret(hand: Iterable[Card], rules: Rules) -> bool:
    """Whether the hand keeps its seat from being burned although it laid nothing."""
    if not rules.secret_in_hand:
        return False
    cards = tuple(hand)
    masks, jokers = _sorted_out(cards)
    if not jokers:
        return any(is_four(meld) or is_long_run(meld) for meld in melds_in(cards, rules))
    return any(True for _ in secrets_in(masks, len(jokers), rules))


def best_split(hand: Iterable[Card], rules: Rules, *, opened: bool = True) -> Split:
    """The split of a hand that leaves the fewest points.

    Among equal splits the one with most secrets, then with the fewest melds; loose cards keep the
    hand's order. A seat that has not `opened` must keep a secret where one saves it from sunog.

    >>> from tongits.rules import preset
    >>> best_split((Card("QS"), Card("KS"), Card("AS"), Card("4H"), Card("9D")), preset("book"))
    Split(melds=(('QS', 'KS', 'AS'),), loose=('4H', '9D'), points=13)
    """
    held = tuple(hand)
    melds = tuple([meld.cards for meld in split_melds(held, rules, opened=opened)])
    used = set(chain.from_iterable(melds))
    loose = tuple([card for card in held if card not in used]) if used else held
    return Split(melds, loose, total_points(loose, rules.joker_points))


def split_melds(hand: Iterable[Card], rules: Rules, *, opened: bool = True) -> tuple[Meld, ...]:
    """The melds of the best split, in suit order of their first cards."""
    masks, jokers = _sorted_out(hand)
    if not opened and rules.secret_in_hand:
        melds = melds_keeping_a_secret(masks, jokers, rules)
    elif jokers:
        melds = melds_with_jokers(masks, jokers, rules)
    else:
        melds = _arranger(rules)(*masks)
    return melds if len(melds) < 2 else tuple(sorted(melds, key=_first_bit))


def deadwood(hand: Iterable[Card], rules: Rules, *, opened: bool = True) -> int:
    """Points left in a hand after its best split.

    >>> from tongits.rules import preset
    >>> deadwood((Card("KH"), Card("AH"), Card("2H")), preset("book"))
    13
    """
    cards = tuple(hand)
    if not opened and holds_secret(cards, rules):
        return best_split(cards, rules, opened=False).points
    bits = sum(map(_BIT, cards))
    if bits < _FIRST_JOKER:
        return _LEFT[rules.ace_in_runs](
            bits & SUIT_MASK,
            bits >> _FROM_H & SUIT_MASK,
            bits >> _FROM_D & SUIT_MASK,
            bits >> _FROM_C,
        )
    masks, jokers = _parted(bits)
    return joker_points_left(joker_rules(rules)).best(masks, len(jokers)).cost


class _LeftByAce(dict[AceInRuns, Left]):
    """The counting function for each way of `ace_in_runs`, made when first asked for."""

    def __missing__(self, ace: AceInRuns) -> Left:
        self[ace] = points_left(ace_high=ace == "both")
        return self[ace]


_LEFT: Final = _LeftByAce()


def _first_bit(meld: Meld) -> int:
    return min(map(_BIT, meld.cards))


_ARRANGERS: Final[dict[tuple[str, bool, int, int], Callable[..., tuple[Meld, ...]]]] = {}


def _arranger(rules: Rules) -> Callable[..., tuple[Meld, ...]]:
    """How hands without jokers are arranged; found by four switches, quicker than by all."""
    key = (
        rules.ace_in_runs,
        rules.secret_in_hand,
        rules.secret_bonus_stakes,
        rules.long_run_bonus_units,
    )
    if key not in _ARRANGERS:
        _ARRANGERS[key] = arranger(
            ace_high=rules.ace_in_runs == "both",
            fours=counts_fours(rules),
            long_runs=counts_long_runs(rules),
        ).melds
    return _ARRANGERS[key]


def _sorted_out(hand: Iterable[Card]) -> tuple[Masks, tuple[Card, ...]]:
    """The suit masks of a hand, and its jokers."""
    return _parted(sum(map(_BIT, hand)))


def _parted(bits: int) -> tuple[Masks, tuple[Card, ...]]:
    s, h, d = bits & SUIT_MASK, bits >> _FROM_H & SUIT_MASK, bits >> _FROM_D & SUIT_MASK
    return (s, h, d, bits >> _FROM_C & SUIT_MASK), _JOKERS_HELD[bits >> len(DECK)]
