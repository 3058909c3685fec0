"""The report on fair play for moderators: figures beside what is likely, and no verdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import discord

from bot.i18n import Localizer
from bot.tables.fair_views import FairView, FigureView, HandMark, PairView
from bot.ui.controls import panel
from bot.ui.lint import MAX_TEXT
from bot.ui.names import shown_name
from bot.ui.phrases import lines, listed, signed, subtext
from bot.ui.times import day

HANDS_NAMED: Final = (5, 3, 1)  # of a figure, as many as fit
MARKS: Final = {True: "◆", False: "·"}


def fair_panel(view: FairView, l10n: Localizer) -> discord.ui.LayoutView:
    """The pairs, each in a block; as many of them, and of their hands, as a message holds."""
    texts = _texts(view, l10n)
    return panel(next(one for one in texts if sum(map(len, one)) <= MAX_TEXT))


def _texts(view: FairView, l10n: Localizer) -> Iterator[list[str]]:
    """The texts with all that could be told, then with less and less of it."""
    for shown in range(len(view.pairs), -1, -1):
        for hands in HANDS_NAMED:
            pairs = [_pair_text(pair, hands, l10n) for pair in view.pairs[:shown]]
            yield [_title(view, l10n), *pairs, _footer(view, shown, l10n)]


def _title(view: FairView, l10n: Localizer) -> str:
    if view.about is None:
        title = l10n("fairplay-title", days=view.days)
    else:
        title = l10n("fairplay-title-about", days=view.days, name=_name(view.about, l10n))
    nothing = "" if view.unusual else l10n("fairplay-none")
    looked = l10n(
        "fairplay-looked",
        hands=view.hands,
        pairs=view.compared,
        least=view.least_hands,
        read=view.read,
    )
    return lines(title, nothing, subtext(looked))


def _footer(view: FairView, shown: int, l10n: Localizer) -> str:
    more = view.unusual - shown
    return lines(
        l10n("fairplay-more", count=more) if more else "",
        subtext(l10n("fairplay-marks", mark=MARKS[True], reports=view.reports))
        if view.unusual
        else "",
        subtext(l10n("fairplay-means")) if view.unusual else "",
        subtext(l10n("fairplay-kept")),
    )


def _pair_text(pair: PairView, hands: int, l10n: Localizer) -> str:
    first, second = (_name(name, l10n) for name in pair.names)
    share, other = pair.percent
    head = l10n(
        "fairplay-pair",
        first=first,
        second=second,
        together=pair.together,
        share=share,
        other=other,
    )
    return lines(head, *(_figure_text(figure, hands, l10n) for figure in pair.figures))


def _figure_text(figure: FigureView, hands: int, l10n: Localizer) -> str:
    """The figure in a line; below an unusual one the hands that weigh most in it."""
    in_chips = figure.question != "feeding"
    told = l10n(
        f"fairplay-{figure.question}",
        first=_name(figure.first, l10n),
        second=_name(figure.second, l10n),
        found=signed(l10n, figure.found) if in_chips else figure.found,
        likely=signed(l10n, figure.likely) if in_chips else figure.likely,
        chances=figure.chances,
    )
    line = f"{MARKS[figure.is_unusual]} {told}"
    if not figure.is_unusual:
        return line
    named = listed(_hand_text(hand, l10n) for hand in figure.hands[:hands])
    return lines(line, subtext(l10n("fairplay-hands", hands=named)) if named else "")


def _hand_text(hand: HandMark, l10n: Localizer) -> str:
    return l10n("fairplay-hand", id=hand.table_id, hand=hand.hand_no, when=day(hand.at_ms))


def _name(name: str, l10n: Localizer) -> str:
    return shown_name(name) if name else l10n("fairplay-erased")
