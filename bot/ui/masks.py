"""Selected cards as bit masks of positions in a hand: bit 0 is the hand's first card."""

from __future__ import annotations

from collections.abc import Iterable

from tongits.cards import Card


def mask_of(hand: tuple[Card, ...], cards: Iterable[Card]) -> int:
    """The mask of some cards of a hand.

    >>> mask_of((Card("AS"), Card("2S"), Card("3S")), (Card("3S"), Card("AS")))
    5
    """
    return sum(1 << hand.index(card) for card in set(cards))


def cards_of(hand: tuple[Card, ...], mask: int) -> tuple[Card, ...]:
    """The cards a mask selects, in the hand's order; () for one that reaches beyond the hand.

    >>> cards_of((Card("AS"), Card("2S"), Card("3S")), 5)
    ('AS', '3S')
    >>> cards_of((Card("AS"),), 2)
    ()
    """
    if not 0 <= mask < 1 << len(hand):
        return ()
    return tuple(card for position, card in enumerate(hand) if mask >> position & 1)


def mask_text(mask: int) -> str:
    """A mask as a custom id holds it.

    >>> mask_text(28)
    '1c'
    """
    return f"{mask:x}"


def read_mask(text: str) -> int:
    """The mask that `mask_text` wrote; 0, which selects nothing, for anything else.

    >>> read_mask("1c"), read_mask("-1"), read_mask("")
    (28, 0, 0)
    """
    if not text or len(text) > 4 or not set(text) <= set("0123456789abcdef"):
        return 0
    return int(text, 16)
