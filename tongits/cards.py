"""Cards as people write them: rank `A 2-9 T J Q K`, then suit `S H D C`; jokers `X1`, `X2`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NewType

from tongits.errors import BadInput

Card = NewType("Card", str)

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
JOKERS: Final = (Card("X1"), Card("X2"))
DECK: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
JOKER_POINTS: Final = 25  # where no rules say otherwise; rules.md 2.2 row 23

_RANK_NUMBER: Final = {card: RANKS.index(card[0]) + 1 for card in DECK}
_POINTS: Final = {card: min(number, 10) for card, number in _RANK_NUMBER.items()}
_SUIT_FIRST: Final = {card: index for index, card in enumerate((*DECK, *JOKERS))}

by_suit: Final[Callable[[Card], int]] = _SUIT_FIRST.__getitem__
"""Sort key: suits S H D C, aces low inside a suit, jokers last."""


def deck(jokers: int = 0, suits: str = SUITS, ranks: str = RANKS) -> tuple[Card, ...]:
    """All cards of a game in order, jokers last.

    >>> deck(1, "SH", "A2")
    ('AS', '2S', 'AH', '2H', 'X1')
    """
    naturals = (Card(rank + suit) for suit in suits for rank in ranks)
    return (*naturals, *JOKERS[:jokers])


def is_joker(card: Card) -> bool:
    """Whether the card is a joker."""
    return card[0] == "X"


def rank_number(card: Card) -> int:
    """Rank of a natural card as a number, ace 1 to king 13.

    >>> rank_number(Card("QD"))
    12
    """
    return _RANK_NUMBER[card]


def suit(card: Card) -> str:
    """Suit letter of a natural card, one of `S H D C`."""
    return card[1]


def points(card: Card, joker_points: int = JOKER_POINTS) -> int:
    """Points of a card left in hand: ace 1, face cards 10 (rules.md 1.2), a joker 25 or 30.

    >>> [points(Card(text)) for text in ("AS", "9H", "TD", "KC", "X1")]
    [1, 9, 10, 10, 25]
    """
    return _POINTS.get(card, joker_points)


def total_points(cards: Iterable[Card], joker_points: int = JOKER_POINTS) -> int:
    """Points of several cards together."""
    return sum(_POINTS.get(card, joker_points) for card in cards)


def by_rank(card: Card) -> tuple[int, int]:
    """Sort key: ranks ace to king, suits S H D C inside a rank, jokers last."""
    return _RANK_NUMBER.get(card, len(RANKS) + 1), _SUIT_FIRST[card]


def parse_card(text: str) -> Card:
    """The card a person wrote: `T` or `10`, any case, jokers `X1` and `X2`.

    Raises `BadInput("bad_card")`.

    >>> parse_card("10h"), parse_card("as"), parse_card("x1")
    ('TH', 'AS', 'X1')
    """
    letters = text.strip().upper()
    if letters.startswith("10"):
        letters = "T" + letters[2:]
    if letters not in _SUIT_FIRST:
        raise BadInput("bad_card", card=text)
    return Card(letters)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards separated by blanks, in the order written.

    Raises `BadInput` with `bad_card`, or `duplicate_card` when one stands there twice.

    >>> parse_cards("7S 10h ad")
    ('7S', 'TH', 'AD')
    """
    cards = tuple(parse_card(word) for word in text.split())
    refuse_duplicates(cards)
    return cards


def refuse_duplicates(cards: Iterable[Card]) -> None:
    """Raises `BadInput("duplicate_card")` when a card is there twice."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise BadInput("duplicate_card", card=card)
        seen.add(card)


def format_cards(cards: Iterable[Card]) -> str:
    """Cards as text that `parse_cards` reads back.

    >>> format_cards(parse_cards("7s 10H"))
    '7S TH'
    """
    return " ".join(cards)
