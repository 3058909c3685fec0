"""Three ways a text can be wrong, each with the place: line and column, both from 1."""

from __future__ import annotations

from tongits.errors import TongitsError
from tongits.notation.switch_words import switch_told


class NotationError(TongitsError):
    """A notated hand or position that cannot be taken as it stands."""

    kind = "wrong"

    def __init__(self, code: str, line: int, column: int, values: dict[str, object]) -> None:
        super().__init__(code, **values)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        told = f"{self.line}:{self.column}: {self.kind}: {self.code}"
        if self.code in ("bad_switch", "unknown_switch", "switches_clash"):
            return f"{told} ({switch_told(self)})"
        values = ", ".join(f"{name} {_shown(value)}" for name, value in self.values.items())
        return f"{told} ({values})" if values else told


class Malformed(NotationError):
    """Text that says nothing: an unknown word, a card twice, a header line missing."""

    kind = "malformed"


class Illegal(NotationError):
    """Text that is clear, but the rules do not allow it; `code` and `values` are the engine's."""

    kind = "illegal"


class Ambiguous(NotationError):
    """Text that could be played in several ways; `values["readings"]` lists them."""

    kind = "ambiguous"


def _shown(value: object) -> str:
    """A value in a message: cards as people write them."""
    if isinstance(value, tuple | list | frozenset):
        return " ".join(map(str, value))
    return str(value)
