"""The one source of chance: decks, tokens and ids come from the operating system's generator."""

from __future__ import annotations

import secrets

from tongits.cards import Card, deck
from tongits.rules import Rules
from tongits.seats import SEATS, SeatNo

_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_LETTER_OF = (_LETTERS * 8).encode()


def _word(length: int) -> str:
    """Random letters, five bits in each."""
    return secrets.token_bytes(length).translate(_LETTER_OF).decode()


class Chance:
    """What the tables draw by lot. Tests hand in one that repeats itself."""

    def deck(self, rules: Rules) -> tuple[Card, ...]:
        """A shuffled deck of the rules' cards."""
        cards = list(deck(rules.jokers, rules.suits, rules.ranks))
        secrets.SystemRandom().shuffle(cards)
        return tuple(cards)

    def first_dealer(self) -> SeatNo:
        """Who deals a table's first hand."""
        return secrets.choice(SEATS)

    def token(self) -> str:
        """A decision's token: 80 random bits, no guess answers a row."""
        return _word(16)

    def table_id(self) -> str:
        """A new table's id."""
        return _word(8)
