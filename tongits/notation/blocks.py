"""What stands against a seat's call, as the lines of a position tell it: `by 0 meld 3 8H`."""

from __future__ import annotations

from collections.abc import Sequence

from tongits.cards import format_cards
from tongits.notation.words import Line, Word
from tongits.seats import SeatNo
from tongits.state import Block, TableMeld


def format_block(block: Block) -> str:
    """A block as `read_block` reads it back."""
    return f"by {block.by} meld {block.meld} {format_cards(block.cards)}"


def read_block(line: Line) -> Block:
    """Who laid which cards off on which meld. Raises `Malformed`."""
    _expect(line, "by")
    by = line.seat()
    _expect(line, "meld")
    return Block(by, line.number("the number of a meld"), line.cards())


def refuse_loose_block(
    word: Word, of: SeatNo, block: Block | None, melds: Sequence[TableMeld]
) -> None:
    """Raises `Malformed` for a block that names no meld of the seat with these cards in it."""
    if block is None:
        return
    laid = melds[block.meld] if block.meld < len(melds) else None
    if laid is None or laid.owner != of or not set(block.cards) <= set(laid.cards):
        raise word.malformed("bad_block", meld_no=block.meld)


def _expect(line: Line, text: str) -> None:
    word = line.take(text)
    if word.text.lower() != text:
        raise word.malformed("unexpected_word", word=word.text)
