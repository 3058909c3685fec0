"""Chance that repeats itself, and decks whose hands are known before they are dealt."""

import random
from collections import deque
from collections.abc import Mapping

from bot.tables.chance import Chance
from tongits.cards import DECK, JOKERS, Card, deck, parse_cards
from tongits.rules import Rules
from tongits.seats import SEATS, SeatNo, from_seat

Deck = tuple[Card, ...]


class Repeatable(Chance):
    """Stacked decks first, then shuffles by a seed; tokens and ids are counted."""

    def __init__(self, seed: int = 1, dealer: int = 0) -> None:
        self.rng = random.Random(seed)
        self.decks: deque[Deck] = deque()
        self.dealer = SEATS[dealer]
        self.drawn = 0

    def deck(self, rules: Rules) -> Deck:
        """A stacked deck gets the jokers of the rules at its end."""
        if self.decks:
            return (*self.decks.popleft(), *JOKERS[: rules.jokers])
        cards = deck(rules.jokers)
        return tuple(self.rng.sample(cards, len(cards)))

    def first_dealer(self) -> SeatNo:
        return self.dealer

    def token(self) -> str:
        return f"token-{self._next()}"

    def table_id(self) -> str:
        return f"table{self._next()}"

    def _next(self) -> int:
        self.drawn += 1
        return self.drawn


def stacked(dealer: int, hands: Mapping[int, str], stock: str = "") -> Deck:
    """The deck that deals these hands, 13 cards to the dealer, and then this stock."""
    dealt = [card for seat in from_seat(SEATS[dealer]) for card in parse_cards(hands[seat])]
    first = [*dealt, *parse_cards(stock)]
    assert len(dealt) == 37
    assert len(set(first)) == len(first)
    return (*first, *(card for card in DECK if card not in first))


ALL_MELDS = ("AS 2S 3S 4S", "AH 2H 3H", "AD 2D 3D", "AC 2C 3C")
FORTY = (
    "5S 6S 7S 8S 5H 6H 7H 8H KS KH QD JC",
    "5D 6D 7D 8D 5C 6C 7C 8C TS TH JD QC",
)


def winning_deck(dealer: int) -> Deck:
    """The dealer can lay all cards at once; each of the others is left with 40 points."""
    first, second = ((dealer + 1) % 3, (dealer + 2) % 3)
    return stacked(dealer, {dealer: " ".join(ALL_MELDS), first: FORTY[0], second: FORTY[1]})


# Who lays the three melds and throws the last card holds 25, 8 or 20 points (design.md, Chips).
CAPPED = {
    0: ("2S 3S 4S", "5H 6H 7H", "9D 9C 9H", "KS QH 5C", "KD"),
    1: ("AH 2H 3H", "TC JC QC", "8S 8D 8C", "AD 2D 5D", "7C"),
    2: ("4H 4D 4C", "TS JS QS", "6S 6D 6C", "KH 9S AC", "7D"),
}


def call_deck() -> Deck:
    """Seat 0 deals. The deck of `CAPPED`: seats 1 and 2 draw the card they will throw."""
    hands = {seat: " ".join(parts[:4]) for seat, parts in CAPPED.items()}
    return stacked(0, {**hands, 0: " ".join(CAPPED[0])}, stock="7C 7D")
