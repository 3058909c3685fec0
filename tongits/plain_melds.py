"""What a meld is, and the melds of cards without jokers: looked up, since nearly all hands are.

A hand is bits here, one for each card in the deck's order. `melds` says what the rules are; these
tables agree with it card by card.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, Literal, Protocol, get_args

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
# Of each card: the number of its suit, that suit's lowest bit, and the bits of the card's rank.
_PLACE: Final = {
    card: (place // 13, place // 13 * 13, _RANK << place % 13) for place, card in enumerate(DECK)
}


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


@lru_cache(maxsize=1 << 12)
def plain_meld(cards: tuple[Card, ...], ace_in_runs: AceInRuns) -> Meld | None:
    """The meld that cards without jokers are; None if they are none.

    >>> plain_meld((Card("9S"), Card("7S"), Card("8S")), "low")
    Meld(kind='run', cards=('7S', '8S', '9S'), named=())
    """
    if len(set(cards)) != len(cards):
        return None
    return _every_meld(ace_in_runs).get(bits_of(cards))


def plain_melds(hand: int, ace_in_runs: AceInRuns) -> tuple[Meld, ...]:
    """Every meld in a hand without jokers, each once: sets, then runs suit by suit."""
    s, h, d, c = hand & _SUIT, hand >> 13 & _SUIT, hand >> 26 & _SUIT, hand >> 39
    ranks = s & h & (d | c) | d & c & (s | h)  # three or four are held
    sets: tuple[Meld, ...] = ()
    while ranks:
        sets += _SETS[hand & _RANK * (ranks & -ranks)]
        ranks &= ranks - 1
    spades, hearts, diamonds, clubs = _run_tables(ace_in_runs)
    return sets + spades[s] + hearts[h] + diamonds[d] + clubs[c]


def plain_melds_holding(card: Card, hand: int, ace_in_runs: AceInRuns) -> tuple[Meld, ...]:
    """Every meld that one card of a hand without jokers is in."""
    number, at, of_rank = _PLACE[card]
    sets, runs = _SETS[hand & of_rank], _run_tables(ace_in_runs)[number][hand >> at & _SUIT]
    if not sets and not runs:
        return ()
    return tuple([meld for meld in sets + runs if card in meld.cards])


def plain_prize(hand: int, ace_in_runs: AceInRuns) -> bool:
    """Whether a hand without jokers has a four of a kind or a long run."""
    s, h, d, c = hand & _SUIT, hand >> 13 & _SUIT, hand >> 26 & _SUIT, hand >> 39
    long = _long_runs(ace_in_runs)
    return bool(s & h & d & c or long[s] or long[h] or long[d] or long[c])


def plain_extensions(
    melds: Iterable[Laid], hand: int, ace_in_runs: AceInRuns
) -> list[tuple[int, Extensions]]:
    """Of melds that take cards of the hand: each one's number and every such choice; no jokers."""
    ends = _OPEN_ENDS[ace_in_runs]
    return [
        (number, _extensions(meld, hand, ace_in_runs))
        for number, meld in enumerate(melds)
        if hand & ends[meld.cards]
    ]


def _extensions(meld: Laid, hand: int, ace_in_runs: AceInRuns) -> Extensions:
    """What a hand that holds a card next to the meld may lay off on it."""
    if meld.kind == "set":
        return _alone(hand & _OPEN_ENDS[ace_in_runs][meld.cards])
    first, letter = rank_number(meld.cards[0]), suit(meld.cards[0])
    after = first + len(meld.cards)
    held = _places(hand >> SUITS.index(letter) * len(RANKS) & _SUIT, ace_in_runs)
    low, high = first, after
    while held >> low - 1 & 1:
        low -= 1
    while held >> high & 1:
        high += 1
    return _run_extensions(letter, low, first, after, high)


class _Sets(dict[int, tuple[Meld, ...]]):
    """Every set of three or four cards of a rank, by the cards held; found when first asked for."""

    def __missing__(self, of_rank: int) -> tuple[Meld, ...]:
        cards = _cards_of(of_rank)
        sizes = range(MIN_MELD, len(cards) + 1)
        found = (Meld("set", some) for size in sizes for some in combinations(cards, size))
        return self.setdefault(of_rank, tuple(found))


class _OpenEnds(dict[tuple[Card, ...], int]):
    """Cards of which a meld takes at least one in any extension, as bits, by the meld's cards."""

    def __init__(self, ace_in_runs: AceInRuns) -> None:
        self._ace = ace_in_runs

    def __missing__(self, cards: tuple[Card, ...]) -> int:
        return self.setdefault(cards, _open_ends(cards, self._ace))


@cache
def _every_meld(ace_in_runs: AceInRuns) -> dict[int, Meld]:
    return {bits_of(meld.cards): meld for meld in plain_melds(_WHOLE_DECK, ace_in_runs)}


def _cards_of(bits: int) -> tuple[Card, ...]:
    return tuple(card for card in DECK if _BIT(card) & bits)


@cache
def _run_tables(ace_in_runs: AceInRuns) -> tuple[tuple[tuple[Meld, ...], ...], ...]:
    """For each suit, the runs in every choice of its cards; those are bits, ace lowest."""
    in_runs = [_in_runs(_places(held, ace_in_runs)) for held in range(_SUIT + 1)]
    return tuple(tuple([_runs(letter, places) for places in in_runs]) for letter in SUITS)


@cache
def _long_runs(ace_in_runs: AceInRuns) -> bytes:
    """Whether each choice of a suit's cards has a long run in it."""
    return bytes(
        any(len(run.cards) >= LONG_RUN for run in runs) for runs in _run_tables(ace_in_runs)[0]
    )


def _in_runs(places: int) -> int:
    """Those of the places that have two others in a row with them."""
    middle = places & places << 1 & places >> 1
    return middle << 1 | middle | middle >> 1


@cache
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


def _open_ends(cards: tuple[Card, ...], ace_in_runs: AceInRuns) -> int:
    """The cards next to a run, or missing in a set, as bits."""
    if cards[0][0] == cards[1][0]:
        ends = [Card(cards[0][0] + letter) for letter in SUITS]
    else:
        first, top = rank_number(cards[0]), ACE_HIGH if ace_in_runs == "both" else MAX_RUN
        places = (first - 1, first + len(cards))
        ends = [card_at(place, suit(cards[0])) for place in places if 1 <= place <= top]
    return bits_of(set(ends).difference(cards))


def _places(held: int, ace_in_runs: AceInRuns) -> int:
    """The places that cards of a suit, ace lowest, can fill, as bits 1 to 14."""
    above = (held & 1) << MAX_RUN if ace_in_runs == "both" else 0
    return (held | above) << 1


@cache
def _alone(bits: int) -> Extensions:
    """Each card as a choice by itself."""
    return tuple(((card,), ()) for card in _cards_of(bits))


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


# What has been looked up so far.
_SETS: Final = _Sets()
_OPEN_ENDS: Final = {ace: _OpenEnds(ace) for ace in get_args(AceInRuns)}
