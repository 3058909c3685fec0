"""A view as text: what one seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from tongits.cards import by_suit, format_cards
from tongits.notation.moves import format_move, format_named
from tongits.rules import Rules
from tongits.seats import SEATS
from tongits.views import HandView, MeldView


def view_text(view: HandView, rules: Rules) -> str:
    """The view's lines, indented; its legal moves as the notation has them."""
    name = "spectator" if view.seat is None else f"seat {view.seat}"
    return "\n".join((f"  {name} sees", *(f"    {line}" for line in _lines(view, rules)))) + "\n"


def _lines(view: HandView, rules: Rules) -> Iterator[str]:
    yield f"turn {view.turn_no}, seat {view.turn_seat}, {view.phase}; stock {view.stock_count}"
    yield f"discards {format_cards(view.discards) or '-'}"
    yield from (_seat_line(view, seat) for seat in SEATS)
    yield from (_meld_line(meld) for meld in view.melds)
    if view.waiting and view.phase == "reply":
        yield f"called by {view.caller}; still to answer {' '.join(map(str, view.waiting))}"
    if view.seat is not None:
        yield from _own_lines(view, rules)
    if view.showdown:
        for seat, split in zip(SEATS, view.showdown.splits, strict=True):
            melds = " | ".join(map(format_cards, split.melds)) or "-"
            loose = format_cards(split.loose) or "-"
            yield f"shown by {seat}: melds {melds}; deadwood {split.points} ({loose})"


def _seat_line(view: HandView, seat: int) -> str:
    told = f"seat {seat}: {view.counts[seat]} cards, {'open' if view.opened[seat] else 'not open'}"
    block = view.blocks[seat]
    if block:
        told += f", no call: {block.by} laid {format_cards(block.cards)} on meld {block.meld}"
    return told


def _meld_line(meld: MeldView) -> str:
    cards = format_named(meld.cards, meld.named) or "?"
    return f"meld {meld.number} of {meld.owner}: {cards}{' (face down)' * meld.face_down}"


def _own_lines(view: HandView, rules: Rules) -> Iterator[str]:
    yield f"hand {format_cards(sorted(view.hand, key=by_suit)) or '-'}"
    if view.split and view.showdown is None:
        melds = " | ".join(map(format_cards, view.split.melds)) or "-"
        yield f"best split: melds {melds}; deadwood {view.split.points}"
    if view.drew:
        yield f"drew {view.drew}"
    if view.taken:
        yield f"taken {view.taken}"
    if view.reply:
        yield f"answered {view.reply}"
    if view.moves:
        top = view.discards[-1] if view.discards else None
        yield "may " + "; ".join(format_move(move, rules, top) for move in view.moves)
    if view.can_take_back:
        yield "may undo"
