"""Names that people chose, made safe to show: no markup, no mentions, no tricks with direction."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from bot.i18n import FORMER_PLAYER

MAX_GRAPHEMES: Final = 20
MAX_MARKS: Final = 2  # accents kept on one letter; more pile up over other lines
NOBODY: Final = "?"
NAMES_KEPT: Final = 4_096  # a panel shows the same few names many times

# Letters that take part in words but show nothing, so a name of them would be no name.
_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_MARKUP: Final = re.compile(r"[\\*_~`|\[\]()<>:/]|^[#+-]")  # a slash makes discord.gg/x a link
_CUT: Final = "…"


@lru_cache(NAMES_KEPT)
def shown_name(name: str) -> str:
    r"""The name for a text: on one line, at most 20 letters, escaped, mentioning nobody.

    >>> shown_name("Ana*"), shown_name("@everyone"), shown_name("\u200b")
    ('Ana\\*', '@\u200beveryone', '?')
    """
    return name if name == FORMER_PLAYER else shown_words(name, MAX_GRAPHEMES)


def forget_names() -> None:
    """Lets go of the names that were shown: somebody wants to be forgotten."""
    shown_name.cache_clear()
    label_name.cache_clear()


def shown_words(words: str, limit: int) -> str:
    r"""What a person wrote, on one line, at most `limit` letters, escaped, mentioning nobody.

    >>> shown_words("was *rude*", 100)
    'was \\*rude\\*'
    """
    escaped = _MARKUP.sub(lambda found: "\\" + found[0], label_name(words, limit))
    return escaped.replace("@", "@\u200b")  # a broken mention looks the same and calls nobody


@lru_cache(NAMES_KEPT)
def label_name(name: str, limit: int = MAX_GRAPHEMES) -> str:
    r"""The name for a button or an option, which know no markup; at most `limit` letters.

    >>> label_name("An\na  Maria Clara", 5), label_name("` \u202e`")
    ('An a…', '?')
    """
    if name == FORMER_PLAYER:
        return name
    letters = graphemes(_plain(name))
    if len(letters) > limit:
        letters = [*graphemes("".join(letters[: limit - 1]).rstrip()), _CUT]
    return "".join(letters) or NOBODY


def graphemes(text: str) -> list[str]:
    r"""The letters of a text as a reader counts them, accents, skin tones and flags joined.

    >>> [len(letter) for letter in graphemes("e\u0301🇵🇭👍🏽")]
    [2, 2, 2]
    """
    found: list[str] = []
    for letter in text:
        if found and (_joins(letter) or _closes_flag(found[-1], letter)):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def _plain(name: str) -> str:
    """The name without anything that is not a visible letter; blanks in a row become one."""
    kept = (
        " " if letter.isspace() else letter
        for letter in unicodedata.normalize("NFC", name)
        if letter.isspace() or _is_visible(letter)
    )
    return " ".join(_few_marks("".join(kept)).split())


def _is_visible(letter: str) -> bool:
    return (
        letter != "`"
        and letter not in _BLANK_LETTERS
        and unicodedata.category(letter) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
    )


def _few_marks(text: str) -> str:
    letters = graphemes(text)
    return "".join(letter[: 1 + MAX_MARKS] for letter in letters if not _joins(letter[0]))


def _joins(letter: str) -> bool:
    """Whether the letter is part of the one before it: an accent or an emoji's skin tone."""
    return unicodedata.category(letter).startswith("M") or "\U0001f3fb" <= letter <= "\U0001f3ff"


def _closes_flag(before: str, letter: str) -> bool:
    return len(before) == 1 and _is_flag_half(before) and _is_flag_half(letter)


def _is_flag_half(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"
