"""What a meld is, and the melds of cards without jokers: looked up, since nearly all hands are.

A hand is bits here, one for each card in the deck's order. `melds` says what the rules are; these
tables agree with it card by card.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, Literal, Protocol

from tongits.cards import DECK, JOKERS, RANKS, SUITS, Card, by_suit, rank_number, suit
from tongits.rules import AceInRuns

MeldKind = Literal["set", "run"]
Named = tuple[tuple[Card, Card], ...]  # (joker, the card it stands for) of a run
Extensions = tuple[tuple[tuple[Card, ...], Named], ...]

MIN_MELD: Final = 3  # cards in a set or run, rules.md 1.2
MAX_SET: Final = 4
MAX_RUN: Final = 13  # a whole suit; the ace stands at one of its ends
ACE_HIGH: Final = 14  # the ace's place above the king, where the rules allow it
FOUR: Final = 4  # of a kind: a secret while nobody saw it
LONG_RUN: Final = 5  # rules.md 1.6, 2.3b

_BIT: Final = {card: 1 << place for place, card in enumerate((*DECK, *JOKERS))}.__getitem__
FIRST_JOKER: Final = _BIT(JOKERS[0])
_WHOLE_DECK: Final = FIRST_JOKER - 1
_SUIT: Final = (1 << len(RANKS)) - 1  # all bits of one suit
_RANK: Final = sum(_BIT(card) for card in DECK if rank_number(card) == 1)  # all bits of one rank
_QUEENS: Final = sum(_BIT(card) for card in DECK if rank_number(card) == 12)


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards that are a meld, in laying order: runs low to high, sets S H D C, then jokers."""

    kind: MeldKind
    cards: tuple[Card, ...]
    named: Named = ()


class Laid(Protocol):
    """A meld wherever it is: by itself, or on the table with an owner."""

    @property
    def kind(self) -> MeldKind: ...
    @property
    def cards(self) -> tuple[Card, ...]: ...
    @property
    def named(self) -> Named: ...


def bits_of(cards: Iterable[Card]) -> int:
    """Different cards as bits; a joker's is at or above `FIRST_JOKER`."""
    return sum(map(_BIT, cards))


def plain_meld(cards: tuple[Card, ...], ace_in_runs: AceInRuns) -> Meld | None:
    """The meld that cards without jokers are; None if they are none.

    >>> plain_meld((Card("9S"), Card("7S"), Card("8S")), "low")
    Meld(kind='run', cards=('7S', '8S', '9S'), named=())
    """
    if len(set(cards)) != len(cards):
        return None
    return _every_meld(ace_in_runs).get(bits_of(cards))


def plain_melds(hand: int, ace_in_runs: AceInRuns) -> tuple[Meld, ...]:
    """Every meld in a hand without jokers, each once."""
    s, h, d, c = hand & _SUIT, hand >> 13 & _SUIT, hand >> 26 & _SUIT, hand >> 39
    ranks = s & h & (d | c) | d & c & (s | h)  # three or four are held
    melds: tuple[Meld, ...] = ()
    while ranks:
        melds += _sets(hand & _RANK * (ranks & -ranks))
        ranks &= ranks - 1
    if not hand & hand >> 1 & (hand >> 2 | _QUEENS):
        return melds  # no three in a row, and no queen and king for an ace above them
    spades, hearts = _runs_of_suit("S", s, ace_in_runs), _runs_of_suit("H", h, ace_in_runs)
    diamonds, clubs = _runs_of_suit("D", d, ace_in_runs), _runs_of_suit("C", c, ace_in_runs)
    return melds + spades + hearts + diamonds + clubs


def plain_extensions(meld: Laid, hand: Iterable[Card], ace_in_runs: AceInRuns) -> Extensions:
    """Every non-empty choice of the hand's cards that may be laid off, no jokers anywhere."""
    cards = tuple(hand)
    fitting = _open_ends(meld.kind, meld.cards, ace_in_runs)
    if fitting.isdisjoint(cards):
        return ()
    if meld.kind == "set":
        return tuple(((card,), ()) for card in fitting)
    first, letter = rank_number(meld.cards[0]), suit(meld.cards[0])
    after = first + len(meld.cards)
    held = _places(letter, bits_of(cards), ace_in_runs)
    low, high = first, after
    while held >> low - 1 & 1:
        low -= 1
    while held >> high & 1:
        high += 1
    return _run_extensions(letter, low, first, after, high)


@cache
def _every_meld(ace_in_runs: AceInRuns) -> dict[int, Meld]:
    return {bits_of(meld.cards): meld for meld in plain_melds(_WHOLE_DECK, ace_in_runs)}


@cache
def _sets(of_rank: int) -> tuple[Meld, ...]:
    """Every set of three or four cards of a rank."""
    cards = [card for card in DECK if _BIT(card) & of_rank]
    sizes = range(MIN_MELD, len(cards) + 1)
    return tuple(Meld("set", some) for size in sizes for some in combinations(cards, size))


def _runs_of_suit(letter: str, held: int, ace_in_runs: AceInRuns) -> tuple[Meld, ...]:
    """Every run in the cards of one suit, which are bits, ace lowest."""
    above = (held & 1) << MAX_RUN if ace_in_runs == "both" else 0
    places = (held | above) << 1
    middle = places & places << 1 & places >> 1
    return _runs(letter, middle << 1 | middle | middle >> 1) if middle else ()


@lru_cache(maxsize=1 << 12)
def _runs(letter: str, places: int) -> tuple[Meld, ...]:
    """Every run in these places of a suit, by its first place and then its length."""
    runs = []
    for first in range(1, ACE_HIGH):
        # A whole suit is one run: the ace closes no row that it, or a two, opens.
        for last in range(first, (ACE_HIGH if first > 2 else MAX_RUN) + 1):
            if not places >> last & 1:
                break
            if last - first + 1 >= MIN_MELD:
                runs.append(Meld("run", _row(letter, first, last + 1)))
    return tuple(runs)


@lru_cache(maxsize=1 << 10)
def _open_ends(kind: MeldKind, cards: tuple[Card, ...], ace_in_runs: AceInRuns) -> frozenset[Card]:
    """The cards of which a meld takes at least one in any extension."""
    if kind == "set":
        return frozenset(Card(cards[0][0] + letter) for letter in SUITS).difference(cards)
    first = rank_number(cards[0])
    after = first + len(cards)
    top = ACE_HIGH if ace_in_runs == "both" else MAX_RUN
    ends = [place for place in (first - 1, after) if 1 <= place <= top]
    return frozenset(card_at(place, suit(cards[0])) for place in ends).difference(cards)


def _places(letter: str, hand: int, ace_in_runs: AceInRuns) -> int:
    """The places of a suit that a hand can fill, as bits 1 to 14."""
    held = hand >> SUITS.index(letter) * len(RANKS) & _SUIT
    above = (held & 1) << MAX_RUN if ace_in_runs == "both" else 0
    return (held | above) << 1


@lru_cache(maxsize=1 << 14)
def _run_extensions(letter: str, low: int, first: int, after: int, high: int) -> Extensions:
    """What extends the run from place `first` to before `after`, down to `low` and up to `high`."""
    found: dict[tuple[Card, ...], Named] = {}
    for lowest in range(first, low - 1, -1):
        below = _row(letter, lowest, first)
        for end in range(after, high + 1):
            more = {*below, *_row(letter, after, end)}
            if more:  # an ace that fits at both ends of a suit is one choice of cards
                found[tuple(sorted(more, key=by_suit))] = ()
    return tuple(found.items())


def _row(letter: str, first: int, end: int) -> tuple[Card, ...]:
    """The cards of a suit from one place to before another."""
    return tuple(card_at(place, letter) for place in range(first, end))


def card_at(place: int, letter: str) -> Card:
    """The card at a place of a suit, 1 to 14."""
    return Card(RANKS[(place - 1) % len(RANKS)] + letter)
