"""One message to the channel: the turns that were played, and what happened around them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.i18n import Localizer
from bot.tables.news import News, Note
from bot.ui.names import shown_name
from bot.ui.phrases import signed
from bot.ui.turn_line import acts_text, turn_line


def news_text(news: News, names: Mapping[str, str], l10n: Localizer) -> str:
    """The lines of the message. `names`: player id -> name as its owner wrote it."""
    first, second, third = (names.get(player_id, "") for player_id in news.player_ids)
    seats = (first, second, third)
    turns = [acts_text(line, seats, l10n) for line in news.lines[:-1]]
    turns += [turn_line(line, seats, l10n) for line in news.lines[-1:]]
    return "\n".join([*turns, *(_note_text(note, names, l10n) for note in news.notes)])


def _note_text(note: Note, names: Mapping[str, str], l10n: Localizer) -> str:
    name = shown_name(names.get(note.player_id, ""))
    if note.code == "session_lost":
        return l10n("note-session-lost", name=name, chips=signed(l10n, note.chips))
    message = "note-" + note.code.replace("_", "-")
    return l10n(message, name=name, chips=note.chips)
