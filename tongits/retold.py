"""From what happened back to what was asked: the move that led to an event."""

from __future__ import annotations

from typing import assert_never

from tongits.events import (
    Answered,
    Called,
    Dealt,
    Declared,
    Discarded,
    Drew,
    Event,
    HandEnded,
    Laid,
    LaidFaceDown,
    LaidOff,
    Took,
    TookBack,
)
from tongits.moves import (
    Answer,
    Call,
    Declare,
    Discard,
    Draw,
    Lay,
    LayFaceDown,
    Move,
    Sapaw,
    Take,
    TakeBack,
)


def move_of(event: Event, after: object) -> Move | None:
    """The move of an event, given what happened next; None for a deal or a hand's end.

    A take and the meld laid with it are one move: the take tells it.
    """
    match event:
        case Drew():
            return Draw()
        case Took():
            meld = after if isinstance(after, Laid) and after.with_taken else None
            return Take(meld.cards, meld.named) if meld else Take()
        case Laid(cards=cards, named=named):
            return Lay(cards, named)
        case LaidFaceDown(cards=cards):
            return LayFaceDown(cards)
        case LaidOff(meld=meld_no, cards=cards, named=named):
            return Sapaw(meld_no, cards, named)
        case TookBack():
            return TakeBack()
        case Discarded(card=card):
            return Discard(card)
        case Declared():
            return Declare()
        case Called():
            return Call()
        case Answered(reply=reply):
            return Answer(reply)
        case Dealt() | HandEnded():
            return None
        case _:
            assert_never(event)
