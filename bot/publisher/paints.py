"""Calls in flight that draw a panel: where two overlap nobody knows which Discord took last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bot.screens import Drawing


@dataclass(eq=False, slots=True)
class Paint:
    """One call that draws a panel; `is_unsure` if another that draws it otherwise was on its way.

    What stays on the screen may then be either of them, whatever their replies said.
    """

    drawing: Drawing
    is_unsure: bool = False


class Paints:
    """The calls that draw panels now: the publisher's edits, and answers to presses."""

    def __init__(self) -> None:
        self._in_flight: dict[tuple[str, str], list[Paint]] = {}

    @contextmanager
    def painting(self, table_id: str, panel: str, drawing: Drawing) -> Iterator[Paint]:
        """Around such a call, and what it draws.

        >>> from bot.ui.controls import notice
        >>> paints = Paints()
        >>> with paints.painting("t", "hand:0", Drawing(notice("a"))) as one:
        ...     with paints.painting("t", "hand:0", Drawing(notice("b"))) as other:
        ...         pass
        >>> one.is_unsure, other.is_unsure
        (True, True)
        """
        others = self._in_flight.setdefault((table_id, panel), [])
        paint = Paint(drawing)
        for other in others:
            if other.drawing.hash != drawing.hash:
                other.is_unsure = paint.is_unsure = True
        others.append(paint)
        try:
            yield paint
        finally:
            others.remove(paint)
            if not others:
                self._in_flight.pop((table_id, panel), None)
