"""A turn's public acts in one value, for the line that the channel reads."""

from __future__ import annotations

from collections.abc import Iterable

from bot.tables.views import TurnLine
from tongits.cards import Card
from tongits.events import Called, Declared, Discarded, Event, HandEnded
from tongits.melds import Named
from tongits.seats import SeatNo, next_seat
from tongits.state import GameState, Placed


def line_of(before: GameState, event: Event, *, auto: bool) -> TurnLine | None:
    """The turn that this event ends: a discard, a call, or going out by melds; else None."""
    match event:
        case Discarded(card=card):
            return _line(before, auto=auto, threw=card, next_to_play=_next_to_play(before))
        case Called():
            return _line(before, auto=auto, called=True)
        case Declared():
            return _line(before, auto=auto, declared=True)
        case HandEnded() if before.placed and before.declared is None:
            return _line(before, auto=auto)
        case _:
            return None


def _next_to_play(before: GameState) -> SeatNo | None:
    """The seat after this turn; None when its discard ends the hand: no card left, or no stock."""
    ends = not before.stock or len(before.hands[before.turn_seat]) == 1
    return None if ends else next_seat(before.turn_seat)


def _line(
    before: GameState,
    *,
    auto: bool,
    threw: Card | None = None,
    called: bool = False,
    declared: bool = False,
    next_to_play: SeatNo | None = None,
) -> TurnLine:
    new = [placed for placed in before.placed if placed.is_new]
    hidden = [placed for placed in new if before.melds[placed.meld].face_down]
    laid = tuple(placed.cards for placed in new if placed not in hidden)
    laid_off = tuple(
        _laid_off(before, place) for place, placed in enumerate(before.placed) if not placed.is_new
    )
    return TurnLine(
        seat=before.turn_seat,
        drew=before.drew is not None,
        took=before.taken,
        laid=laid,
        laid_off=laid_off,
        face_down=len(hidden),
        threw=threw,
        called=called,
        declared=declared,
        auto=auto,
        next_seat=next_to_play,
        named=_named(before),
    )


def _named(before: GameState) -> Named:
    """The jokers in melds that the turn laid or extended, with the cards they stand for."""
    melds = {placed.meld for placed in before.placed}
    return tuple(pair for number in sorted(melds) for pair in before.melds[number].named)


def _laid_off(before: GameState, place: int) -> tuple[tuple[Card, ...], SeatNo, tuple[Card, ...]]:
    """The cards of the turn's lay number `place`, the meld's owner, and the meld as it was then."""
    placed = before.placed[place]
    meld = before.melds[placed.meld]
    added = _cards_on(before.placed[place:], placed.meld)
    return placed.cards, meld.owner, tuple(card for card in meld.cards if card not in added)


def _cards_on(laid: Iterable[Placed], meld: int) -> set[Card]:
    return {card for placed in laid if placed.meld == meld for card in placed.cards}
