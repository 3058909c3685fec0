"""Melds: what is one, what extends one, which are in a hand, and the best split of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, Literal

from tongits.cards import Card, by_suit, rank_number, suit, total_points

MeldKind = Literal["set", "run"]
AceInRuns = Literal["both", "low"]

MIN_MELD: Final = 3  # cards in a set or run, rules.md 1.2
ACE_HIGH: Final = 14  # the ace's place above the king, where a preset allows it


def is_set(cards: Iterable[Card]) -> bool:
    """Three or four different cards of one rank (rules.md 1.2)."""
    held = tuple(cards)
    return len(held) >= MIN_MELD and len({rank_number(card) for card in held}) == 1


def run_places(cards: Iterable[Card], ace: AceInRuns) -> tuple[int, ...] | None:
    """The consecutive places, low to high, that cards of one suit fill; None if they are no run.

    The ace stands at 1, with `ace="both"` also at 14, never in the middle (rules.md Q1).

    >>> run_places((Card("AD"), Card("QD"), Card("KD")), "both")
    (12, 13, 14)
    >>> run_places((Card("AD"), Card("QD"), Card("KD")), "low") is None
    True
    """
    held = tuple(cards)
    if len(held) < MIN_MELD or len({suit(card) for card in held}) != 1:
        return None
    low = sorted(rank_number(card) for card in held)
    choices = [low]
    if ace == "both" and low[0] == 1:
        choices.append([*low[1:], ACE_HIGH])
    for places in choices:
        if places[-1] - places[0] == len(places) - 1:
            return tuple(places)
    return None


def meld_kinds(cards: Iterable[Card], ace: AceInRuns) -> tuple[MeldKind, ...]:
    """Every kind of meld the cards are: `()`, `("set",)` or `("run",)`.

    >>> meld_kinds((Card("7S"), Card("7H"), Card("7C")), "both")
    ('set',)
    """
    held = tuple(cards)
    kinds: list[MeldKind] = []
    if is_set(held):
        kinds.append("set")
    if run_places(held, ace) is not None:
        kinds.append("run")
    return tuple(kinds)


def is_kind(kind: MeldKind, cards: Iterable[Card], ace: AceInRuns) -> bool:
    """Whether the cards are a meld of that kind; a sapaw keeps a meld's kind (rules.md C15)."""
    return is_set(cards) if kind == "set" else run_places(cards, ace) is not None


def in_order(cards: Iterable[Card], ace: AceInRuns) -> tuple[Card, ...]:
    """A meld's cards as they are laid out: runs low to high, sets by suit S H D C.

    >>> in_order((Card("AS"), Card("KS"), Card("QS")), "both")
    ('QS', 'KS', 'AS')
    """
    held = sorted(cards, key=by_suit)
    places = run_places(held, ace)
    if places is not None and places[-1] == ACE_HIGH:
        held = [*held[1:], held[0]]
    return tuple(held)


def melds_in(hand: Iterable[Card], ace: AceInRuns) -> tuple[tuple[Card, ...], ...]:
    """Every set and run that can be laid from a hand, each once, in laying order."""
    held = sorted(hand, key=by_suit)
    return (*_sets_in(held), *_runs_in(held, ace))


def extensions(
    kind: MeldKind, meld: tuple[Card, ...], hand: Iterable[Card], ace: AceInRuns
) -> tuple[tuple[Card, ...], ...]:
    """Every non-empty choice of cards from the hand that may be laid off on the meld.

    >>> hand = (Card("4H"), Card("8H"), Card("9H"), Card("7S"))
    >>> extensions("run", (Card("5H"), Card("6H"), Card("7H")), hand, "both")
    (('8H',), ('8H', '9H'), ('4H',), ('4H', '8H'), ('4H', '8H', '9H'))
    """
    held = sorted(hand, key=by_suit)
    if kind == "set":
        return tuple((card,) for card in held if is_set((*meld, card)))
    choices: dict[frozenset[Card], tuple[Card, ...]] = {}
    for cards in _end_choices(meld, held, ace):
        choices.setdefault(frozenset(cards), cards)  # a two and an ace can close a suit two ways
    return tuple(choices.values())


def _end_choices(
    meld: tuple[Card, ...], held: list[Card], ace: AceInRuns
) -> Iterator[tuple[Card, ...]]:
    """Cards that follow a run below and above without a gap, every length of both."""
    places = run_places(meld, ace) or ()
    at_place = _cards_by_place([card for card in held if suit(card) == suit(meld[0])], ace)
    below = _unbroken(at_place, range(places[0] - 1, 0, -1))
    above = _unbroken(at_place, range(places[-1] + 1, ACE_HIGH + 1))
    for low in range(len(below) + 1):
        for high in range(len(above) + 1):
            cards = (*reversed(below[:low]), *above[:high])
            if cards and len(set(cards)) == len(cards):  # one ace cannot stand at both ends
                yield cards


def _cards_by_place(cards: Iterable[Card], ace: AceInRuns) -> dict[int, Card]:
    at_place = {rank_number(card): card for card in cards}
    if ace == "both" and 1 in at_place:
        at_place[ACE_HIGH] = at_place[1]
    return at_place


def _unbroken(at_place: dict[int, Card], places: range) -> list[Card]:
    """The cards at the given places up to the first gap."""
    cards: list[Card] = []
    for place in places:
        if place not in at_place:
            break
        cards.append(at_place[place])
    return cards


def _sets_in(held: list[Card]) -> Iterator[tuple[Card, ...]]:
    of_rank: dict[int, list[Card]] = {}
    for card in held:
        of_rank.setdefault(rank_number(card), []).append(card)
    for cards in of_rank.values():
        for size in range(MIN_MELD, len(cards) + 1):
            yield from combinations(cards, size)


def _runs_in(held: list[Card], ace: AceInRuns) -> Iterator[tuple[Card, ...]]:
    of_suit: dict[str, list[Card]] = {}
    for card in held:
        of_suit.setdefault(suit(card), []).append(card)
    for cards in of_suit.values():
        at_place = _cards_by_place(cards, ace)
        for first in range(1, ACE_HIGH - 1):
            row = _unbroken(at_place, range(first, ACE_HIGH + 1))
            # A whole suit is one run: the ace closes no row that it, or a two, opens.
            longest = 14 - first if first <= 2 else len(row)
            for size in range(MIN_MELD, min(len(row), longest) + 1):
                yield tuple(row[:size])


@dataclass(frozen=True, slots=True)
class Split:
    """A hand sorted into melds and what is left: `points` is the deadwood of `loose`."""

    melds: tuple[tuple[Card, ...], ...]
    loose: tuple[Card, ...]
    points: int


def best_split(hand: Iterable[Card], ace: AceInRuns) -> Split:
    """The split of a hand that leaves the fewest points; exact (rules.md 2.2 row 20).

    Among equal splits the one with the fewest melds; loose cards keep the hand's order.

    >>> best_split((Card("QS"), Card("KS"), Card("AS"), Card("4H"), Card("9D")), "both")
    Split(melds=(('QS', 'KS', 'AS'),), loose=('4H', '9D'), points=13)
    """
    held = tuple(hand)
    melds, points = _best_melds(tuple(sorted(held, key=by_suit)), ace)
    used = {card for meld in melds for card in meld}
    return Split(melds, tuple(card for card in held if card not in used), points)


def deadwood(hand: Iterable[Card], ace: AceInRuns) -> int:
    """Points left in a hand after its best split.

    >>> deadwood((Card("KH"), Card("AH"), Card("2H")), "both")
    13
    """
    return _best_melds(tuple(sorted(hand, key=by_suit)), ace)[1]


@lru_cache(maxsize=50_000)
def _best_melds(held: tuple[Card, ...], ace: AceInRuns) -> tuple[tuple[tuple[Card, ...], ...], int]:
    """Melds of the best split, and its deadwood: every card is loose or in one meld, all tried."""
    holding: dict[Card, list[tuple[Card, ...]]] = {card: [] for card in held}
    for meld in melds_in(held, ace):
        for card in meld:
            holding[card].append(meld)
    return _best_of(frozenset(held), holding, {})


_Found = tuple[tuple[tuple[Card, ...], ...], int]


def _best_of(
    left: frozenset[Card],
    holding: dict[Card, list[tuple[Card, ...]]],
    known: dict[frozenset[Card], _Found],
) -> _Found:
    """Best split of the cards left; decides on one card that some meld could still hold."""
    if left in known:
        return known[left]
    pivot = next((card for card in sorted(left, key=by_suit) if holding[card]), None)
    if pivot is None:
        return (), total_points(left)
    best = _with_loose(pivot, _best_of(left - {pivot}, holding, known))
    for meld in holding[pivot]:
        if left.issuperset(meld):
            melds, points = _best_of(left.difference(meld), holding, known)
            found = ((meld, *melds), points)
            if (found[1], len(found[0])) < (best[1], len(best[0])):
                best = found
    known[left] = best
    return best


def _with_loose(card: Card, found: _Found) -> _Found:
    return found[0], found[1] + total_points((card,))
