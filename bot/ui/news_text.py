"""One message to the channel: the turns that were played, and what happened around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.i18n import Localizer
from bot.tables.news import News, Note
from bot.ui.names import shown_name
from bot.ui.phrases import lines, signed
from bot.ui.turn_line import acts_text, turn_line

LONGEST_MESSAGE: Final = 2000
# The notes that speak of chips, or of points.
_OF_CHIPS: Final = ("topped_up", "left_asked", "left_away", "left_kicked", "left_gone", "closed")


def news_text(
    news: News,
    names: Mapping[str, str],
    l10n: Localizer,
    *,
    mention: str = "",
    with_turns: bool = True,
) -> str:
    """The lines of the message, "" for none. `names`: player id -> name as its owner wrote it.

    `mention` calls the next player, so it stands behind the line of the turn, and is never cut off.
    Without turns a call stands alone.
    """
    told = _turns_text(news, names, l10n, mention) if with_turns else ""
    if mention and not told:
        told = l10n("turn-call", name=mention)
    goes_on = all(note.code != "closed" for note in news.notes)
    unit = "" if news.moves_chips else "-points"
    notes = (_note_text(note, names, l10n, unit=unit, goes_on=goes_on) for note in news.notes)
    return lines(told, *notes)[:LONGEST_MESSAGE]


def _turns_text(news: News, names: Mapping[str, str], l10n: Localizer, mention: str) -> str:
    first, second, third = (names.get(player_id, "") for player_id in news.player_ids)
    seats = (first, second, third)
    turns = [acts_text(line, seats, l10n) for line in news.lines[:-1]]
    turns += [turn_line(line, seats, l10n) for line in news.lines[-1:]]
    told = "\n".join(turns)
    return f"{told[: LONGEST_MESSAGE - len(mention) - 1]} {mention}" if mention and told else told


def _note_text(
    note: Note, names: Mapping[str, str], l10n: Localizer, *, unit: str, goes_on: bool
) -> str:
    """A note in words; where the table does not go on, nothing of what comes next."""
    name = shown_name(names.get(note.player_id, ""))
    chips = signed(l10n, note.chips) if note.code == "session_lost" else note.chips
    message = "note-" + note.code.replace("_", "-")
    message += unit if note.code in _OF_CHIPS else ""
    return l10n(message, name=name, chips=chips, table="open" if goes_on else "closed")
