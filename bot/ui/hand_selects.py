"""The hand panel's two selects: the cards in hand, and the melds and sapaw possible now."""

from __future__ import annotations

from collections.abc import Sequence

from discord import SelectOption

from bot.i18n import Localizer
from bot.tables.views import SeatView
from bot.ui.cards_text import card_text, sorted_hand
from bot.ui.choice import Choice
from bot.ui.controls import Row, row, select
from bot.ui.custom_ids import Control
from bot.ui.labels import move_labels
from bot.ui.lint import MAX_OPTIONS
from bot.ui.placements import Placement, distinct, placement_code
from tongits.cards import Card, is_joker, total_points
from tongits.moves import Discard, Lay, LayFaceDown, Sapaw, Take
from tongits.views import HandView


def pick_row(view: SeatView, choice: Choice, l10n: Localizer, sends: Control) -> Row:
    """The cards in hand, several at once; none may be chosen too, to clear the selection."""
    held = view.hand.hand
    can_go = {move.card for move in view.hand.moves if isinstance(move, Discard)}
    options = [
        SelectOption(
            label=card_text(card),
            value=str(held.index(card)),
            description=_note(card, view.hand, l10n, can_go=card in can_go),
            default=bool(choice.mask >> held.index(card) & 1),
        )
        for card in sorted_hand(held, view.sort)
    ]
    return row(select(sends, l10n("pick-placeholder"), options, least=0, most=len(options)))


def _note(card: Card, hand: HandView, l10n: Localizer, *, can_go: bool) -> str | None:
    if card == hand.drew:
        return l10n("pick-drawn")
    if not can_go:
        return l10n("pick-taken" if card == hand.taken else "pick-fits")
    return l10n("pick-joker") if is_joker(card) else None


def quick_row(view: SeatView, l10n: Localizer, sends: Control) -> Row | None:
    """Melds and sapaw possible now, best first; choosing one lays it. None if there are none."""
    moves = best_placements(view.hand)[:MAX_OPTIONS]
    if not moves:
        return None
    labels = move_labels(moves, view.hand, view.names, l10n)
    return row(select(sends, l10n("quick-placeholder"), _options(view, moves, labels)))


def take_row(view: SeatView, l10n: Localizer, sends: Control) -> Row:
    """The melds that the discard can be taken for."""
    moves = takes_of(view.hand)[:MAX_OPTIONS]
    labels = move_labels(moves, view.hand, view.names, l10n)
    return row(select(sends, l10n("take-placeholder"), _options(view, moves, labels)))


def _options(
    view: SeatView, moves: Sequence[Placement], labels: Sequence[str]
) -> list[SelectOption]:
    return [
        SelectOption(label=label, value=placement_code(move, view.hand))
        for move, label in zip(moves, labels, strict=True)
    ]


def takes_of(hand: HandView) -> list[Take]:
    """The ways to take the discard with a meld, the dearest first."""
    found = distinct(move for move in hand.moves if isinstance(move, Take) and move.cards)
    return sorted(found, key=lambda move: -total_points(move.cards))


def best_placements(hand: HandView) -> list[Lay | LayFaceDown | Sapaw]:
    """Legal lays and sapaw: first what empties the hand, then what the best split wants."""
    found = distinct(move for move in hand.moves if isinstance(move, Lay | LayFaceDown | Sapaw))
    return sorted(found, key=lambda move: _worth(move, hand))


def _worth(move: Lay | LayFaceDown | Sapaw, hand: HandView) -> tuple[bool, bool, int]:
    """Sort key, best lowest; equal ones keep the engine's order."""
    wins = len(move.cards) == len(hand.hand)
    return not wins, not _keeps_split(move, hand), -total_points(move.cards)


def _keeps_split(move: Lay | LayFaceDown | Sapaw, hand: HandView) -> bool:
    """Whether the move breaks no meld of the best split."""
    if hand.split is None:
        return False
    if isinstance(move, Sapaw):
        return set(move.cards) <= set(hand.split.loose)
    return any(set(meld) == set(move.cards) for meld in hand.split.melds)
