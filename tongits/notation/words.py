"""The words of a text, each with its place, taken one by one; `#` begins a comment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from tongits.cards import JOKERS, Card, parse_card
from tongits.errors import BadInput
from tongits.notation.errors import Malformed
from tongits.seats import SEATS, SeatNo

MAX_DIGITS: Final = 13  # no table comes near it
NOTHING: Final = "-"


@dataclass(frozen=True, slots=True)
class Word:
    """A word and where it begins, from 1."""

    text: str
    line: int
    column: int

    def malformed(self, code: str, **values: object) -> Malformed:
        """The error that this word is wrong."""
        return Malformed(code, self.line, self.column, values)


class Line:
    """The words of one line that are still to be read."""

    def __init__(self, words: tuple[Word, ...], end: Word) -> None:
        self.first = words[0]
        self.end = end
        self.words = words
        self._next = 0

    def peek(self) -> str:
        """The next word in small letters; empty at the end."""
        left = self.words[self._next :]
        return left[0].text.lower() if left else ""

    def take(self, wanted: str) -> Word:
        """The next word. Raises `Malformed("missing")` with what was wanted."""
        if self._next == len(self.words):
            raise self.end.malformed("missing", wanted=wanted)
        self._next += 1
        return self.words[self._next - 1]

    def take_if(self, text: str) -> bool:
        """Whether the next word is this one; if so it is taken."""
        if self.peek() != text:
            return False
        self._next += 1
        return True

    def rest(self) -> tuple[Word, ...]:
        """All words left."""
        left = self.words[self._next :]
        self._next = len(self.words)
        return left

    def until(self, *stops: str) -> tuple[Word, ...]:
        """The words before the next of these, or all that are left."""
        taken: list[Word] = []
        while self.peek() and self.peek() not in stops:
            taken.append(self.take(""))
        return tuple(taken)

    def done(self) -> None:
        """Raises `Malformed("unexpected_word")` if words are left."""
        for word in self.rest():
            raise word.malformed("unexpected_word", word=word.text)

    def number(self, wanted: str, least: int = 0, most: int | None = None) -> int:
        """A whole number."""
        return number(self.take(wanted), least, most)

    def seat(self) -> SeatNo:
        """A seat, 0 to 2."""
        return seat(self.take("a seat, 0 to 2"))

    def cards(self, *stops: str) -> tuple[Card, ...]:
        """The cards up to one of the words, or the end; at least one, none twice."""
        words = self.until(*stops)
        if not words:
            self.take("cards")
        return cards(words)


def lines(text: str) -> Iterator[Line]:
    """The lines of a text that say something."""
    for number_, written in enumerate(text.splitlines(), start=1):
        said = written.split("#", maxsplit=1)[0]
        words = tuple(Word(m[0], number_, m.start() + 1) for m in re.finditer(r"\S+", said))
        if words:
            yield Line(words, Word("", number_, len(said.rstrip()) + 1))


def number(word: Word, least: int = 0, most: int | None = None) -> int:
    """A word that is a whole number in bounds. Raises `Malformed("bad_number")`."""
    digits = word.text.removeprefix("-" if least < 0 else "")
    plain = digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS
    value = int(word.text) if plain else least - 1
    if value < least or (most is not None and value > most):
        raise word.malformed("bad_number", word=word.text)
    return value


def seat(word: Word) -> SeatNo:
    """A word that is a seat. Raises `Malformed("bad_seat")`."""
    for one in SEATS:
        if word.text == str(one):
            return one
    raise word.malformed("bad_seat", word=word.text)


def card(word: Word) -> Card:
    """A word that is a card. Raises `Malformed("bad_card")`."""
    try:
        return parse_card(word.text)
    except BadInput as error:
        raise word.malformed(error.code, card=word.text) from None


def cards(words: Iterable[Word]) -> tuple[Card, ...]:
    """Words that are cards. Raises `Malformed`: `bad_card`, `duplicate_card`."""
    found = [(card(word), word) for word in words]
    refuse_twice(found)
    return tuple(held for held, _ in found)


def refuse_twice(found: Iterable[tuple[Card, Word]]) -> None:
    """Raises `Malformed("duplicate_card")` when a card stands there twice."""
    seen: set[Card] = set()
    for held, word in found:
        if held in seen:
            raise word.malformed("duplicate_card", card=held)
        seen.add(held)


@dataclass(frozen=True, slots=True)
class Written:
    """Cards as a move names them, and the jokers among them that say what they stand for."""

    cards: tuple[Card, ...]
    named: tuple[tuple[Card, Card], ...]

    @property
    def unnamed(self) -> bool:
        """Whether a joker does not say what it stands for."""
        names = dict(self.named)
        return any(one in JOKERS and one not in names for one in self.cards)


def named_cards(words: Iterable[Word]) -> Written:
    """Cards such as `X1=6H 7H`. Raises `Malformed`: `bad_card`, `bad_name`, `duplicate_card`."""
    said = tuple(words)
    found = [_named(word) for word in said]
    refuse_twice((held, word) for (held, _), word in zip(found, said, strict=True))
    named = tuple((held, name) for held, name in found if name is not None)
    return Written(tuple(held for held, _ in found), named)


def _named(word: Word) -> tuple[Card, Card | None]:
    """A card, and what it stands for if it is a joker that says so."""
    joker, equals, name = word.text.partition("=")
    held = card(Word(joker, word.line, word.column))
    if not equals:
        return held, None
    stands_for = card(Word(name, word.line, word.column + len(joker) + 1))
    if held not in JOKERS or stands_for in JOKERS:
        raise word.malformed("bad_name", word=word.text)
    return held, stands_for
