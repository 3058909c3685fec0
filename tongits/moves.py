"""What a seat can ask for. Moves are imperatives; whether one is legal is the engine's to say."""

from __future__ import annotations

from dataclasses import dataclass, field

from tongits.cards import Card
from tongits.melds import Named
from tongits.rules import Reply


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the stock."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of the discard pile.

    Where a new meld must be laid with it at once, `cards` are that meld, the taken card included.
    """

    cards: tuple[Card, ...] = ()
    named: Named = ()


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a new meld; the order of the cards does not matter. Named jokers make it a run."""

    cards: tuple[Card, ...]
    named: Named = ()


@dataclass(frozen=True, slots=True)
class LayFaceDown:
    """Lay four of a kind face down."""

    cards: tuple[Card, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sapaw:
    """Lay cards off on the table's meld number `meld` (0 = laid first)."""

    meld: int
    cards: tuple[Card, ...]
    named: Named = ()


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the newest lay or sapaw of this turn (rules.md 2.2 row 31)."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a card and end the turn."""

    card: Card


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare Tongits: every card in hand is in a complete meld (rules.md 2.2 row 18)."""


@dataclass(frozen=True, slots=True)
class Call:
    """Call (Tawag) instead of drawing: hands are compared."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer a call."""

    reply: Reply = field(repr=False)


Move = Draw | Take | Lay | LayFaceDown | Sapaw | TakeBack | Discard | Declare | Call | Answer
