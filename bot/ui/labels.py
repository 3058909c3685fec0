"""Labels of moves: exactly what a button or an option will do, short enough to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.i18n import Localizer
from bot.ui.cards_text import card_text, meld_text, short_text
from bot.ui.lint import READABLE_LABEL
from bot.ui.names import graphemes, label_name
from bot.ui.phrases import Names
from tongits.cards import Card
from tongits.moves import Discard, Lay, Sapaw
from tongits.seats import SeatNo
from tongits.views import HandView, MeldView

CardMove = Lay | Sapaw | Discard


def move_labels(
    moves: Sequence[CardMove], view: HandView, names: Names, l10n: Localizer
) -> list[str]:
    """A label for each move; two that would read the same name the melds they are for."""
    usual = [_label(move, view, names, l10n, by_meld=False) for move in moves]
    return [
        label if usual.count(label) == 1 else _label(move, view, names, l10n, by_meld=True)
        for move, label in zip(moves, usual, strict=True)
    ]


def cards_moved(move: CardMove) -> tuple[Card, ...]:
    """The cards that leave the hand."""
    return (move.card,) if isinstance(move, Discard) else move.cards


def _label(move: CardMove, view: HandView, names: Names, l10n: Localizer, *, by_meld: bool) -> str:
    """The first wording that fits a button; the last one if none does."""
    wins = len(cards_moved(move)) == len(view.hand)
    label = ""
    for wording in _wordings(move, view, names, l10n, by_meld=by_meld):
        label = l10n("label-tongits", label=wording) if wins else wording
        if len(label) <= READABLE_LABEL:
            break
    return label


def _wordings(
    move: CardMove, view: HandView, names: Names, l10n: Localizer, *, by_meld: bool
) -> Iterator[str]:
    """The move in words, the longest wording first."""
    match move:
        case Discard(card=card):
            yield l10n("button-discard", card=card_text(card))
        case Lay(cards=cards):
            yield l10n("button-lay", cards=meld_text(cards))
            yield l10n("button-lay", cards=short_text(cards))
        case Sapaw(meld=number, cards=cards):
            meld = view.melds[number]
            if by_meld:
                yield from _sapaw_by_meld(meld, cards, l10n)
            else:
                yield from _sapaw_by_owner(meld, cards, view.seat, names, l10n)


def _sapaw_by_meld(meld: MeldView, cards: tuple[Card, ...], l10n: Localizer) -> Iterator[str]:
    for text in (meld_text, short_text):
        yield l10n("button-sapaw-meld", cards=text(cards), meld=text(meld.cards))


def _sapaw_by_owner(
    meld: MeldView, cards: tuple[Card, ...], own: SeatNo | None, names: Names, l10n: Localizer
) -> Iterator[str]:
    for text in (meld_text, short_text):
        if meld.owner == own:
            yield l10n("button-sapaw-own", cards=text(cards), kind=meld.kind)
            continue
        for name in _shorter(names[meld.owner]):
            yield l10n("button-sapaw", cards=text(cards), name=name, kind=meld.kind)


def _shorter(name: str) -> Iterator[str]:
    """The name whole, then with fewer and fewer letters, down to five."""
    whole = label_name(name)
    yield whole
    for letters in range(len(graphemes(whole)) - 1, 4, -1):
        yield label_name(name, letters)
