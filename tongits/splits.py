"""The best split of a hand into melds and deadwood; exact (rules.md 2.2 row 20)."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Final, NamedTuple

from tongits.cards import DECK, JOKERS, Card
from tongits.joker_melds import (
    arranged_keeping_a_secret,
    arranged_with_jokers,
    counts_fours,
    counts_long_runs,
    joker_rules,
    saves_from_sunog,
    secrets_in,
)
from tongits.joker_solver import joker_points_left
from tongits.melds import Meld, is_four, is_long_run
from tongits.plain_melds import plain_prize
from tongits.rules import AceInRuns, Rules
from tongits.solver import (
    SUIT_BITS,
    SUIT_MASK,
    Arranged,
    Arrangement,
    Left,
    Masks,
    arranger,
    points_left,
)

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
# The same of natural cards in floating point: exact, and the quickest to look up and add.
_NATURAL: Final = {card: float(_BIT(card)) for card in DECK}
_FIRST_JOKER: Final = 1 << len(DECK)
_JOKERS_HELD: Final = ((), JOKERS[:1], JOKERS[1:], JOKERS)
_FROM_D: Final = 2 * SUIT_BITS
_TWO_SUITS: Final = (1 << _FROM_D) - 1

# Made when first asked for; found by the switches that matter, quicker than by all of them.
_LEFT: Final[dict[AceInRuns, Left]] = {}
_ARRANGED: Final[dict[AceInRuns, dict[bool, dict[int, dict[int, Arranged]]]]] = {}


class Split(NamedTuple):
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
    return _is_saved(sum(map(_BIT, hand)), rules)


def _is_saved(bits: int, rules: Rules) -> bool:
    """Whether a four of a kind or a run of five or more is among the cards."""
    if bits < _FIRST_JOKER:
        return plain_prize(bits, rules.ace_in_runs)
    masks, jokers = _parted(bits)
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
    points, melds = _arranged(held, rules, opened)
    loose = list(held)
    for meld in melds:
        for card in meld.cards:
            loose.remove(card)
    return Split(tuple([meld.cards for meld in melds]), tuple(loose), points)


def split_melds(hand: Iterable[Card], rules: Rules, *, opened: bool = True) -> tuple[Meld, ...]:
    """The melds of the best split, in suit order of their first cards."""
    return _arranged(hand, rules, opened)[1]


def deadwood(hand: Iterable[Card], rules: Rules, *, opened: bool = True) -> int:
    """Points left in a hand after its best split.

    >>> from tongits.rules import preset
    >>> deadwood((Card("KH"), Card("AH"), Card("2H")), preset("book"))
    13
    """
    cards = tuple(hand)
    if not opened and holds_secret(cards, rules):
        return best_split(cards, rules, opened=False).points
    try:
        bits = sum(itemgetter(*cards)(_NATURAL), 0.0).__trunc__()
    except (KeyError, TypeError):  # a joker; or too few cards for `itemgetter`
        bits = sum(map(_BIT, cards))
        if bits >= _FIRST_JOKER:
            masks, jokers = _parted(bits)
            return joker_points_left(joker_rules(rules)).best(masks, len(jokers)).cost
    try:
        left = _LEFT[rules.ace_in_runs]
    except KeyError:
        left = _LEFT[rules.ace_in_runs] = points_left(ace_high=rules.ace_in_runs == "both")
    low, high = bits & _TWO_SUITS, bits >> _FROM_D
    return left(low & SUIT_MASK, low >> SUIT_BITS, high & SUIT_MASK, high >> SUIT_BITS)


def _arranged(hand: Iterable[Card], rules: Rules, opened: bool) -> Arrangement:  # noqa: FBT001  # called per hand
    """Points and melds of the best split."""
    cards = tuple(hand)
    keeps = rules.secret_in_hand and not opened
    try:
        bits = sum(itemgetter(*cards)(_NATURAL), 0.0).__trunc__()
    except (KeyError, TypeError):  # a joker; or too few cards for `itemgetter`
        bits = sum(map(_BIT, cards))
        if bits >= _FIRST_JOKER:
            arrange = arranged_keeping_a_secret if keeps else arranged_with_jokers
            return arrange(*_parted(bits), rules)
    best = _plain_arranged(bits, rules)
    if not keeps or any(map(saves_from_sunog, best[1])) or not _is_saved(bits, rules):
        return best
    return arranged_keeping_a_secret(*_parted(bits), rules)


def _plain_arranged(bits: int, rules: Rules) -> Arrangement:
    """The same for a hand without jokers that need keep nothing."""
    try:
        by_prizes = _ARRANGED[rules.ace_in_runs][rules.secret_in_hand]
        arranged = by_prizes[rules.secret_bonus_stakes][rules.long_run_bonus_units]
    except KeyError:
        arranged = _arranger(rules)
    low, high = bits & _TWO_SUITS, bits >> _FROM_D
    return arranged(low & SUIT_MASK, low >> SUIT_BITS, high & SUIT_MASK, high >> SUIT_BITS)


def _arranger(rules: Rules) -> Arranged:
    """Made and put where it is found the next time."""
    made = arranger(
        ace_high=rules.ace_in_runs == "both",
        fours=counts_fours(rules),
        long_runs=counts_long_runs(rules),
    )
    by_secrets = _ARRANGED.setdefault(rules.ace_in_runs, {}).setdefault(rules.secret_in_hand, {})
    by_secrets.setdefault(rules.secret_bonus_stakes, {})[rules.long_run_bonus_units] = made
    return made


def _parted(bits: int) -> tuple[Masks, tuple[Card, ...]]:
    low, high = bits & _TWO_SUITS, bits >> _FROM_D & _TWO_SUITS
    masks = low & SUIT_MASK, low >> SUIT_BITS, high & SUIT_MASK, high >> SUIT_BITS
    return masks, _JOKERS_HELD[bits >> len(DECK)]
