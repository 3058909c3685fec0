"""What stands against a seat's call: whose sapaw, on which meld."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tongits.cards import Card
from tongits.melds import MeldKind
from tongits.seats import SeatNo
from tongits.views import HandView


@dataclass(frozen=True, slots=True)
class Blocked:
    """`how`: by another seat's sapaw, by the seat's own, or by a long meld that it laid at once."""

    how: Literal["other", "own", "long"]
    by: SeatNo
    cards: tuple[Card, ...]
    kind: MeldKind


def blocked(hand: HandView, seat: SeatNo) -> Blocked | None:
    """The block against a seat's call; None if there is none."""
    block = hand.blocks[seat]
    if block is None:
        return None
    meld = hand.melds[block.meld]
    if block.by != seat:
        return Blocked("other", block.by, block.cards, meld.kind)
    # A meld laid long at once: all of it, or nothing to see where it lies face down.
    whole = not block.cards or set(block.cards) == set(meld.cards)
    return Blocked("long" if whole else "own", seat, block.cards, meld.kind)
