"""Cards as numbers 0 to 51 in the deck's order, sets of cards as 52-bit masks of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tongits.cards import DECK, Card

Mask = int

SUIT_BITS: Final = 13  # one suit of a mask, ace lowest
SUIT: Final = (1 << SUIT_BITS) - 1
BIT: Final[tuple[Mask, ...]] = tuple(1 << number for number in range(len(DECK)))
FLOAT: Final = tuple(map(float, BIT))  # exact, and added up quicker than whole numbers
RANK: Final[tuple[Mask, ...]] = tuple(  # a card's whole rank
    sum(1 << suit * SUIT_BITS + number % SUIT_BITS for suit in range(4))
    for number in range(len(DECK))
)
SUIT_AT: Final = tuple(number // SUIT_BITS * SUIT_BITS for number in range(len(DECK)))
PLACE: Final = tuple(  # a card's suit as a number, and its bit in that suit
    (number // SUIT_BITS, 1 << number % SUIT_BITS) for number in range(len(DECK))
)
ACES: Final[Mask] = RANK[0]
KINGS: Final[Mask] = RANK[12]
RANKS_IN: Final[tuple[tuple[Mask, ...], ...]] = tuple(  # the ranks of each choice of a suit's cards
    tuple(RANK[place] for place in range(SUIT_BITS) if held >> place & 1)
    for held in range(SUIT + 1)
)

_NUMBER: Final = {card: number for number, card in enumerate(DECK)}


def numbers_of(cards: Iterable[Card]) -> list[int]:
    """The cards' numbers, in the order given.

    >>> numbers_of((Card("AS"), Card("KC")))
    [0, 51]
    """
    return [_NUMBER[card] for card in cards]


def mask_of(cards: Iterable[Card]) -> Mask:
    """The mask of some cards.

    >>> mask_of((Card("AS"), Card("3S")))
    5
    """
    return sum(1 << _NUMBER[card] for card in cards)


def suits_of(mask: Mask) -> list[Mask]:
    """The 13 bits of each suit of a mask.

    >>> suits_of(mask_of((Card("3S"), Card("AC"), Card("2C"))))
    [4, 0, 0, 3]
    """
    return [mask & SUIT, mask >> 13 & SUIT, mask >> 26 & SUIT, mask >> 39]


def cards_of(mask: Mask) -> tuple[Card, ...]:
    """The cards of a mask in the deck's order.

    >>> cards_of(5)
    ('AS', '3S')
    """
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(DECK[lowest.bit_length() - 1])
        mask ^= lowest
    return tuple(cards)
