"""Hands and positions as text that people read and paste, and back without loss.

What cannot be read is `Malformed`, what the rules forbid is `Illegal`, and what could mean two
things is `Ambiguous`; each says the line and the column.
"""

from tongits.notation.errors import Ambiguous, Illegal, Malformed, NotationError
from tongits.notation.hand import format_hand, parse_hand, read_hand
from tongits.notation.moves import format_move
from tongits.notation.position import format_position, parse_position
from tongits.notation.record import HandRecord, Step, record_of, replay

__all__ = [
    "Ambiguous",
    "HandRecord",
    "Illegal",
    "Malformed",
    "NotationError",
    "Step",
    "format_hand",
    "format_move",
    "format_position",
    "parse_hand",
    "parse_position",
    "read_hand",
    "record_of",
    "replay",
]
