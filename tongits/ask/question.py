"""One question of the command line: its fields, each taken as the type it must have."""

from __future__ import annotations

import json
from typing import Final, NoReturn, cast

from tongits.cards import Card, deck, is_joker, parse_card, refuse_duplicates
from tongits.errors import BadInput
from tongits.melds import Named
from tongits.rules import Rules
from tongits.seats import SEATS, SeatNo

MAX_LINE_LETTERS: Final = 100_000
MAX_NUMBER: Final = 10**12  # no table comes near it, and every sum can still be printed
SHOWN_LETTERS: Final = 40  # of a wrong text, in a message
MAX_HAND_CARDS: Final = 13  # the dealer's; rules.md 1.1
CARD_FORM: Final = "rank A 2-9 T J Q K and suit S H D C, such as 7S"

Values = dict[str, object]


class Refused(Exception):
    """A question that has no answer: a code, and a sentence that says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code)
        self.code = code
        self.message = message


def bad_value(field: str, wanted: str) -> Refused:
    """The refusal of a field that is missing or has a value it cannot take."""
    return Refused("bad_value", f'Correct "{shown(field)}": {wanted}.')


def clash(first: str, second: str) -> Refused:
    """The refusal of two things that make no sense together."""
    told = f"Set {first} or {second} otherwise: together they make no sense."
    return Refused("switches_clash", told)


def shown(text: str, most: int = SHOWN_LETTERS) -> str:
    """A text from the question as a message shows it: short.

    >>> shown("7S" * 30)
    '7S7S7S7S7S7S7S7S7S7S7S7S7S7S7S7S7S7S7S7S...'
    """
    return text if len(text) <= most else text[:most] + "..."


def read(line: str) -> Values:
    """The JSON object a line holds. Raises `Refused("bad_json")`."""
    if len(line) > MAX_LINE_LETTERS:
        raise Refused("bad_json", f"Keep a question under {MAX_LINE_LETTERS} letters.")
    try:
        values = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):  # the latter: brackets in brackets without end
        raise Refused("bad_json", "Write each question as one line of JSON.") from None
    if not isinstance(values, dict):
        raise Refused("bad_json", 'Write a JSON object, such as {"q":"meld","cards":"7S 7H 7C"}.')
    return values


def _refuse_constant(name: str) -> NoReturn:
    """`NaN` and `Infinity` are Python's, not JSON's."""
    raise ValueError(name)


class Question:
    """A question's fields; each method raises `Refused`. A field that is null is absent."""

    def __init__(self, values: Values) -> None:
        self._values = {name: value for name, value in values.items() if value is not None}

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self._values

    def cards(self, name: str, rules: Rules, most: int = 54) -> tuple[Card, ...]:
        """Different cards of these rules' deck, at most so many."""
        cards = _in_play(tuple(_card(word) for word in self._words(name)), rules)
        different(cards)
        if len(cards) > most:
            raise bad_value(name, f"name at most {most} cards")
        return cards

    def named_cards(self, name: str, rules: Rules) -> tuple[tuple[Card, ...], Named]:
        """Different cards, and what each joker written `X1=6H` stands for."""
        cards: list[Card] = []
        named: list[tuple[Card, Card]] = []
        for word in self._words(name):
            written, equals, stands_for = word.partition("=")
            cards.append(_card(written))
            if equals:
                named.append((cards[-1], _name_of_joker(word, cards[-1], stands_for)))
        _in_play((*cards, *(card for _, card in named)), rules)
        different(tuple(cards))
        return tuple(cards), tuple(named)

    def one_card(self, name: str, rules: Rules) -> Card:
        """One card."""
        cards = self.cards(name, rules)
        if len(cards) != 1:
            raise bad_value(name, 'write one card such as "7S"')
        return cards[0]

    def number(self, name: str, *, least: int = 0, most: int = MAX_NUMBER, default: int = 0) -> int:
        """A whole number from `least` to `most`, or the default when absent."""
        value = self._values.get(name, default)
        if not _is_number(value, least, most):
            raise bad_value(name, f"write a whole number from {least} to {most}")
        return cast("int", value)

    def flag(self, name: str, *, default: bool = False) -> bool:
        """True or false, or the default when absent."""
        value = self._values.get(name, default)
        if not isinstance(value, bool):
            raise bad_value(name, "write true or false")
        return value

    def word(self, name: str, words: tuple[str, ...]) -> str:
        """One of the words."""
        wanted = f"write one of {', '.join(words)}"
        value = self._must_have(name, wanted)
        if not isinstance(value, str) or value not in words:
            raise bad_value(name, wanted)
        return value

    def seat(self, name: str) -> SeatNo:
        """A seat, 0 to 2."""
        wanted = "write a seat, 0, 1 or 2"
        value = self._must_have(name, wanted)
        if not _is_seat(value):
            raise bad_value(name, wanted)
        return SeatNo(cast("int", value))

    def numbers(self, name: str) -> tuple[int, int, int]:
        """A whole number per seat, 0 or more."""
        wanted = f"write a list of three whole numbers from 0 to {MAX_NUMBER}, one per seat"
        values = self._list(name, wanted)
        if not all(_is_number(value, 0) for value in values):
            raise bad_value(name, wanted)
        first, second, third = (cast("int", value) for value in values)
        return first, second, third

    def flags(self, name: str) -> tuple[bool, bool, bool]:
        """True or false per seat."""
        wanted = "write a list of three, true or false for each seat"
        values = self._list(name, wanted)
        if not all(isinstance(value, bool) for value in values):
            raise bad_value(name, wanted)
        first, second, third = (cast("bool", value) for value in values)
        return first, second, third

    def mapping(self, name: str) -> Values:
        """An object; absent is empty."""
        value = self._values.get(name, {})
        if not isinstance(value, dict):
            raise bad_value(name, "write a JSON object")
        return cast("Values", value)

    def winners(self, name: str) -> list[SeatNo | None]:
        """A list of seats, null for a hand that nobody won."""
        wanted = "write a list with a seat, 0, 1 or 2, or null for every hand"
        values = self._must_have(name, wanted)
        if not isinstance(values, list) or not all(v is None or _is_seat(v) for v in values):
            raise bad_value(name, wanted)
        return [None if value is None else SeatNo(value) for value in values]

    def text(self, name: str, wanted: str) -> str:
        """A text."""
        value = self._must_have(name, wanted)
        if not isinstance(value, str):
            raise bad_value(name, wanted)
        return value

    def _words(self, name: str) -> list[str]:
        return self.text(name, 'write cards such as "7S 10H AD"').split()

    def _must_have(self, name: str, wanted: str) -> object:
        if name not in self._values:
            raise bad_value(name, f"it is missing, {wanted}")
        return self._values[name]

    def _list(self, name: str, wanted: str) -> list[object]:
        """Three values of any type."""
        values = self._must_have(name, wanted)
        if not isinstance(values, list) or len(values) != len(SEATS):
            raise bad_value(name, wanted)
        return values


def different(*groups: tuple[Card, ...]) -> None:
    """Raises `Refused("duplicate_card")` when a card stands in two groups."""
    try:
        refuse_duplicates(card for group in groups for card in group)
    except BadInput as error:
        card = error.values["card"]
        told = f"Name each card once: {card} stands there twice."
        raise Refused("duplicate_card", told) from None


def _is_number(value: object, least: int, most: int = MAX_NUMBER) -> bool:
    """Whether it is a whole number in bounds; JSON's true and 1.0 are none."""
    return type(value) is int and least <= value <= most


def _is_seat(value: object) -> bool:
    return type(value) is int and value in SEATS


def _card(text: str) -> Card:
    try:
        return parse_card(text)
    except BadInput:
        raise Refused("bad_card", f"Write {shown(text)} as {CARD_FORM}.") from None


def _name_of_joker(word: str, joker: Card, stands_for: str) -> Card:
    """What a joker is laid as: a natural card."""
    name = _card(stands_for)
    if not is_joker(joker) or is_joker(name):
        raise Refused("bad_card", f"Write {shown(word)} as a joker and its card, such as X1=6H.")
    return name


def _in_play(cards: tuple[Card, ...], rules: Rules) -> tuple[Card, ...]:
    """The cards. Raises `Refused("bad_card")` when one is not in these rules' deck."""
    in_play = deck(rules.jokers, rules.suits, rules.ranks)
    stranger = next((card for card in cards if card not in in_play), None)
    if stranger is not None and is_joker(stranger):
        told = f"Leave out {stranger}: these rules play with {rules.jokers} jokers."
        raise Refused("bad_card", told)
    if stranger is not None:
        raise Refused("bad_card", f"Leave out {stranger}: this deck has no such card.")
    return cards
