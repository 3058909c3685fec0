"""Labels of moves: exactly what a button or an option will do, short enough to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.i18n import Localizer
from bot.ui.cards_text import card_text, meld_text, short_meld
from bot.ui.lint import READABLE_LABEL
from bot.ui.names import graphemes, label_name
from bot.ui.phrases import Names
from tongits.cards import Card
from tongits.moves import Discard, Lay, LayFaceDown, Sapaw, Take
from tongits.seats import SeatNo
from tongits.views import HandView, MeldView

CardMove = Lay | LayFaceDown | Sapaw | Take | Discard


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
    wins = set(cards_moved(move)) >= set(view.hand)
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
        case Lay(cards=cards, named=named):
            yield l10n("button-lay", cards=meld_text(cards, named))
            yield l10n("button-lay", cards=short_meld(cards, named))
        case LayFaceDown(cards=cards):
            yield l10n("button-face-down", cards=meld_text(cards))
        case Take(cards=cards, named=named):
            top = card_text(view.discards[-1])
            yield l10n("button-take-lay", card=top, cards=meld_text(cards, named))
            yield l10n("button-take-lay", card=top, cards=short_meld(cards, named))
        case Sapaw(meld=number):
            meld = view.melds[number]
            if by_meld:
                yield from _sapaw_by_meld(meld, move, l10n)
            else:
                yield from _sapaw_by_owner(meld, move, view.seat, names, l10n)


def _sapaw_by_meld(meld: MeldView, move: Sapaw, l10n: Localizer) -> Iterator[str]:
    cards = _laid_off(move)
    yield l10n("button-sapaw-meld", cards=cards[0], meld=meld_text(meld.cards, meld.named))
    yield l10n("button-sapaw-meld", cards=cards[-1], meld=short_meld(meld.cards, meld.named))


def _laid_off(move: Sapaw) -> list[str]:
    """The cards laid off in words, the longest first."""
    words = [meld_text(move.cards, move.named), short_meld(move.cards, move.named)]
    # What is laid off on both ends of a run is told by its own ends.
    ends = f"{card_text(move.cards[0])}…{card_text(move.cards[-1])}"
    return words if move.named or len(move.cards) == 1 else [*words, ends]


def _sapaw_by_owner(
    meld: MeldView, move: Sapaw, own: SeatNo | None, names: Names, l10n: Localizer
) -> Iterator[str]:
    for cards in _laid_off(move):
        if meld.owner == own:
            yield l10n("button-sapaw-own", cards=cards, kind=meld.kind)
            continue
        for name in _shorter(names[meld.owner]):
            yield l10n("button-sapaw", cards=cards, name=name, kind=meld.kind)


def _shorter(name: str) -> Iterator[str]:
    """The name whole, then with fewer and fewer letters, down to five."""
    whole = label_name(name)
    yield whole
    for letters in range(len(graphemes(whole)) - 1, 4, -1):
        yield label_name(name, letters)
