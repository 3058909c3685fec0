"""Small phrases that several panels share."""

from __future__ import annotations

from collections.abc import Iterable

from bot.i18n import Localizer
from bot.tables.views import TableView
from bot.ui.names import shown_name
from bot.ui.times import relative
from tongits.seats import SeatNo

Names = tuple[str, str, str]


def names_of(view: TableView) -> Names:
    """The names at a table as people wrote them; "" for an open seat."""
    first, second, third = (seat.name if seat else "" for seat in view.seats)
    return first, second, third


def listed(words: Iterable[str]) -> str:
    """Words in a row.

    >>> listed(["Ana", "Ben"])
    'Ana, Ben'
    """
    return ", ".join(words)


def listed_names(names: Names, seats: Iterable[SeatNo]) -> str:
    """The names of some seats in a row, safe to show."""
    return listed(shown_name(names[seat]) for seat in seats)


def signed(l10n: Localizer, chips: int) -> str:
    """A change of chips with its sign.

    >>> from bot.i18n import localizer
    >>> [signed(localizer("en"), chips) for chips in (1250, -40, 0)]
    ['+1,250', '−40', '±0']
    """
    if chips > 0:
        return l10n("chips-gain", chips=chips)
    return l10n("chips-loss", chips=-chips) if chips else l10n("chips-even")


def deadline(l10n: Localizer, due_ms: int | None) -> str:
    """What follows a turn's name: when it ends; "" when no clock runs."""
    return "" if due_ms is None else l10n("deadline", when=relative(due_ms))


def clock_text(l10n: Localizer, clock_s: int) -> str:
    """A clock in the largest unit that fits.

    >>> from bot.i18n import localizer
    >>> [clock_text(localizer("en"), seconds) for seconds in (60, 120, 86400)]
    ['60 s', '2 min', '24 h']
    """
    if clock_s > 3600 and clock_s % 3600 == 0:
        return l10n("clock-hours", count=clock_s // 3600)
    if clock_s > 60 and clock_s % 60 == 0:
        return l10n("clock-minutes", count=clock_s // 60)
    return l10n("clock-seconds", count=clock_s)


def subtext(text: str) -> str:
    """The text in small letters; "" stays "".

    >>> subtext("Stock 9")
    '-# Stock 9'
    """
    return f"-# {text}" if text else ""


def lines(*texts: str) -> str:
    """Texts under each other, empty ones left out.

    >>> lines("a", "", "b").split()
    ['a', 'b']
    """
    return "\n".join(text for text in texts if text)
