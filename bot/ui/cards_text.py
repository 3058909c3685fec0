"""Cards as people read them: `10♥`, a meld as `5♥6♥7♥`, a hand grouped by suit or by rank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Final

from bot.tables.views import SortOrder
from tongits.cards import Card, by_rank, by_suit, is_joker, rank_number, suit
from tongits.melds import Named

SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
JOKER: Final = "★"
NAMED: Final = "*"  # after a card that a joker stands for
GAP: Final = "\u2003"  # an em space: Discord does not fold it, as it might blanks

_LONG_RUN: Final = 3


def rank_text(card: Card) -> str:
    """The rank as written on the card.

    >>> rank_text(Card("TH"))
    '10'
    """
    return "10" if card[0] == "T" else card[0]


@cache
def card_text(card: Card) -> str:
    """A card; the jokers are told apart by a number.

    >>> card_text(Card("TH")), card_text(Card("X1"))
    ('10♥', '★1')
    """
    return JOKER + card[1] if is_joker(card) else rank_text(card) + SIGNS[suit(card)]


def meld_text(cards: Iterable[Card], named: Named = ()) -> str:
    """Cards that belong together, in the order given; a named joker shows what it stands for.

    >>> meld_text((Card("5H"), Card("X1"), Card("7H")), ((Card("X1"), Card("6H")),))
    '5♥6♥*7♥'
    """
    names = dict(named)
    return "".join(
        card_text(names[card]) + NAMED if card in names else card_text(card) for card in cards
    )


def cards_text(cards: Iterable[Card]) -> str:
    """Single cards.

    >>> cards_text((Card("4H"), Card("9D")))
    '4♥ 9♦'
    """
    return " ".join(card_text(card) for card in cards)


def melds_text(melds: Iterable[Iterable[Card]]) -> str:
    """Melds side by side.

    >>> melds_text([(Card("5H"), Card("6H"), Card("7H")), (Card("9S"), Card("9H"), Card("9C"))])
    '5♥6♥7♥ · 9♠9♥9♣'
    """
    return " · ".join(meld_text(meld) for meld in melds)


def short_text(cards: Sequence[Card]) -> str:
    """Cards in few letters: rows of three or more neighbours of a suit by their ends.

    >>> short_text([Card(rank + "S") for rank in "A2345"])
    'A♠–5♠'
    >>> short_text([Card("4H"), Card("8H"), Card("9H")])
    '4♥8♥9♥'
    """
    rows: list[list[Card]] = []
    for card in cards:
        if rows and _follows(rows[-1][-1], card):
            rows[-1].append(card)
        else:
            rows.append([card])
    return "".join(
        f"{card_text(row[0])}–{card_text(row[-1])}" if len(row) >= _LONG_RUN else meld_text(row)
        for row in rows
    )


def short_meld(cards: Sequence[Card], named: Named) -> str:
    """A meld in few letters; what its jokers stand for comes after it.

    >>> run = [Card("5S"), Card("X1"), Card("7S"), Card("8S")]
    >>> short_meld(run, ((Card("X1"), Card("6S")),))
    '5♠–8♠ ★6♠'
    """
    names = dict(named)
    shown = short_text([names.get(card, card) for card in cards])
    return f"{shown} {JOKER}{meld_text(names.values())}" if names else shown


def _follows(before: Card, card: Card) -> bool:
    """Whether the card is the next of the suit; the ace also follows the king."""
    if is_joker(before) or is_joker(card):
        return False
    return suit(before) == suit(card) and rank_number(card) == rank_number(before) % 13 + 1


def sorted_hand(hand: Iterable[Card], order: SortOrder) -> list[Card]:
    """A hand in the order its player likes."""
    return sorted(hand, key=by_suit if order == "suit" else by_rank)


def hand_text(hand: Iterable[Card], order: SortOrder, marked: Card | None = None) -> str:
    """A hand in groups of one suit or one rank; the marked card is underlined.

    >>> hand = (Card("4S"), Card("8H"), Card("8D"), Card("7S"))
    >>> hand_text(hand, "suit", Card("7S")).replace(GAP, " | ")
    '♠ 4 __7__ | ♥ 8 | ♦ 8'
    >>> hand_text(hand, "rank").replace(GAP, " | ")
    '4♠ | 7♠ | 8♥8♦'
    """
    held = sorted_hand(hand, order)
    if order == "suit":
        return GAP.join(
            f"{name} " + " ".join(_mark(_in_suit(card), card, marked) for card in cards)
            for name, cards in groupby(held, key=_sign)
        )
    return GAP.join(
        "".join(_mark(card_text(card), card, marked) for card in cards)
        for _, cards in groupby(held, key=lambda card: by_rank(card)[0])
    )


@cache
def _sign(card: Card) -> str:
    return JOKER if is_joker(card) else SIGNS[suit(card)]


@cache
def _in_suit(card: Card) -> str:
    return card[1] if is_joker(card) else rank_text(card)


def _mark(text: str, card: Card, marked: Card | None) -> str:
    return f"__{text}__" if card == marked else text
