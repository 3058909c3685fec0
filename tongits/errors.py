"""What the engine can refuse, as codes and values. Sentences live in the language files."""

from __future__ import annotations


class TongitsError(Exception):
    """Base of the package's errors: a code and the values a sentence about it needs."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


class BadInput(TongitsError):
    """Text or values that mean nothing: an unknown card, a card twice, an unknown switch."""


class IllegalMove(TongitsError):
    """A well-formed move that the rules do not allow in this state."""
