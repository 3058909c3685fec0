"""Laying, laying off and taking, packed into a few letters that name no card.

| code | move |
|---|---|
| `l.<mask>` | lay these cards of the hand |
| `f.<mask>` | lay them face down |
| `s.<meld number>.<mask>` | lay them off on that meld |
| `t.<mask>` | take the discard and lay it with them |

Where the same cards can be laid in several ways (jokers), `.<n>` follows: the n-th way the view
lists, counted from 0; the first needs no number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from bot.ui.masks import cards_of, mask_of, mask_text, read_mask
from tongits.cards import Card, is_joker
from tongits.moves import Lay, LayFaceDown, Sapaw, Take
from tongits.views import HandView

Placement = Lay | LayFaceDown | Sapaw | Take
P = TypeVar("P", Lay, LayFaceDown, Sapaw, Take, Lay | LayFaceDown | Sapaw, Placement)

_LETTERS = {Lay: "l", LayFaceDown: "f", Sapaw: "s", Take: "t"}


def placement_code(move: Placement, view: HandView) -> str:
    """The code of a move that the view lists."""
    number = _ways(move, view).index(move)
    parts = [_LETTERS[type(move)]]
    if isinstance(move, Sapaw):
        parts.append(str(move.meld))
    parts.append(mask_text(mask_of(view.hand, from_hand(move, view))))
    return ".".join([*parts, str(number)] if number else parts)


def read_placement(code: str, view: HandView) -> Placement | None:
    """The move of a code; None for nonsense. Whether it is legal is the engine's to say."""
    letter, *parts = code.split(".")
    meld = -1
    if letter == "s" and parts and is_number(parts[0]):
        meld, parts = int(parts[0]), parts[1:]
    if not 1 <= len(parts) <= 2 or (len(parts) == 2 and not is_number(parts[1])):
        return None
    cards = cards_of(view.hand, read_mask(parts[0]))
    plain = _plain(letter, meld, cards, view)
    ways = [] if plain is None else _ways(plain, view)
    number = int(parts[1]) if len(parts) == 2 else 0
    return ways[number] if number < len(ways) else plain


def from_hand(move: Placement, view: HandView) -> tuple[Card, ...]:
    """The cards of the move that come from the hand, not from the discard pile."""
    return tuple(card for card in move.cards if card in view.hand)


def distinct(moves: Iterable[P]) -> list[P]:
    """The moves without those that differ from an earlier one only in which joker does what.

    >>> one, other = (Lay((Card("7S"), Card("7H"), Card(joker))) for joker in ("X1", "X2"))
    >>> distinct([one, other]) == [one]
    True
    """
    found: dict[object, P] = {}
    for move in moves:
        found.setdefault(_look(move), move)
    return list(found.values())


def _look(move: Placement) -> object:
    """What a move does, whichever joker does it."""
    named = {} if isinstance(move, LayFaceDown) else dict(move.named)
    roles = sorted(
        f"{named[card]}*" if card in named else "X" if is_joker(card) else card
        for card in move.cards
    )
    return type(move), move.meld if isinstance(move, Sapaw) else None, tuple(roles)


def is_number(text: str) -> bool:
    """Whether the text is a small whole number.

    >>> is_number("12"), is_number("-1"), is_number("")
    (True, False, False)
    """
    return text.isascii() and text.isdigit() and len(text) <= 4


def _plain(letter: str, meld: int, cards: tuple[Card, ...], view: HandView) -> Placement | None:
    """The move with no joker named, whether the view lists it or not."""
    if not cards:
        return None
    match letter:
        case "l":
            return Lay(cards)
        case "f":
            return LayFaceDown(cards)
        case "s" if meld >= 0:
            return Sapaw(meld, cards)
        case "t" if view.discards:
            return Take((*cards, view.discards[-1]))
        case _:
            return None


def _ways(move: Placement, view: HandView) -> list[Placement]:
    """Every listed move of the same kind with the same cards, on the same meld."""
    return [
        other
        for other in view.moves
        if isinstance(other, Lay | LayFaceDown | Sapaw | Take) and _is_alike(other, move)
    ]


def _is_alike(one: Placement, other: Placement) -> bool:
    if type(one) is not type(other) or set(one.cards) != set(other.cards):
        return False
    return not isinstance(one, Sapaw) or not isinstance(other, Sapaw) or one.meld == other.meld
