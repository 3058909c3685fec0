"""Whole numbers as people write them into forms."""

from __future__ import annotations

import re
from typing import Final

# Thousands set off by one and the same mark: comma, apostrophe, a blank of any width; points.
_GROUPED: Final = re.compile(
    r"[1-9][0-9]{0,2}(?:(?P<mark>[,'\u2019 \u00a0\u2009\u202f])[0-9]{3}(?:(?P=mark)[0-9]{3})*"
    r"|(?:\.[0-9]{3}){2,})"
)


def written_number(text: str, least: int, most: int) -> int | None:
    """The number that somebody wrote; None for one outside of the limits, and for what is none.

    Thousands may be set off, as panels show them. One point alone does not do: it may mean 1.000.

    >>> [written_number(text, 0, 10**6) for text in (" 2 ", "1,000", "12 500", "1.000.000")]
    [2, 1000, 12500, 1000000]
    >>> [written_number(text, 0, 10**6) for text in ("1.000", "-1", "many", "1000001")]
    [None, None, None, None]
    """
    word = text.strip()
    digits = re.sub(r"\D", "", word) if _GROUPED.fullmatch(word) else word
    if not (digits.isascii() and digits.isdigit() and least <= int(digits[:9]) <= most):
        return None
    return int(digits[:9])


def room_for(most: int) -> int:
    """How many letters a field takes: the largest number as it is shown, and a blank beside it."""
    return len(f"{most:,}") + 1
