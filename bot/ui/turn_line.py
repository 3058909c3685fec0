"""A turn's public acts as one short line for the channel."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n import Localizer
from bot.tables.views import TurnLine
from bot.ui.cards_text import card_text, meld_text
from bot.ui.names import shown_name
from bot.ui.phrases import Names, listed
from tongits.cards import Card


def turn_line(line: TurnLine, names: Names, l10n: Localizer) -> str:
    """What the seat did in its turn, and who plays next. `names` as people wrote them."""
    acts = acts_text(line, names, l10n)
    if line.next_seat is None:
        return acts
    return l10n("turn-line-next", line=acts, next=shown_name(names[line.next_seat]))


def acts_text(line: TurnLine, names: Names, l10n: Localizer) -> str:
    """What the seat did in its turn, without who plays next."""
    acts = listed(_acts(line, names, l10n))
    message = "turn-line-auto" if line.auto else "turn-line"
    return l10n(message, name=shown_name(names[line.seat]), acts=acts)


def _acts(line: TurnLine, names: Names, l10n: Localizer) -> Iterator[str]:
    if line.drew:
        yield l10n("act-drew")
    if line.took:
        yield l10n("act-took", card=card_text(line.took))
    if line.laid:
        melds = " · ".join(meld_text(cards, line.named) for cards in line.laid)
        yield l10n("act-laid", melds=melds)
    if line.face_down:
        yield l10n("act-face-down", count=line.face_down)
    yield from _sapaw_acts(line, names, l10n)
    if line.threw:
        yield l10n("act-threw", card=card_text(line.threw))
    elif line.called:
        yield l10n("act-called")
    else:
        yield l10n("act-declared" if line.declared else "act-went-out")


def _sapaw_acts(line: TurnLine, names: Names, l10n: Localizer) -> Iterator[str]:
    for cards, owner, meld in line.laid_off:
        what = {"cards": _loose_text(cards, line), "meld": meld_text(meld, line.named)}
        if owner == line.seat:
            yield l10n("act-sapaw-own", **what)
        else:
            yield l10n("act-sapaw", name=shown_name(names[owner]), **what)


def _loose_text(cards: tuple[Card, ...], line: TurnLine) -> str:
    return " ".join(meld_text((card,), line.named) for card in cards)
