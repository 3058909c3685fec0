"""A whole hand as text: rules, dealer, money, deck, every move with its seat, and the result.

rules pagat
set jokers=1
dealer 0
stake 10
deck 7S 8S …
0 lay 9C 9H 9S
0 throw KD
1 draw
…
result end=stock winner=1 last_drawer=1 deadwood=33/7/20 burned=0 aces=1 chips=-30/+50/-20
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from tongits.cards import Card, format_cards
from tongits.engine import apply, new_hand, to_act
from tongits.errors import IllegalMove
from tongits.match import HitterPot
from tongits.notation.errors import Illegal
from tongits.notation.moves import format_move, parse_move
from tongits.notation.record import (
    RESULT_WORDS,
    HandRecord,
    Played,
    Step,
    replay,
    result_words,
)
from tongits.notation.rules_lines import RulesLines, cards_in_play, format_rules
from tongits.notation.words import NOTHING, Line, Word, card, lines, seat
from tongits.rules import Rules
from tongits.seats import SEATS, SeatNo, from_seat
from tongits.state import GameState

DEALER_EXTRA: Final = 1  # the dealer holds one card more, rules.md 1.1


def format_hand(record: HandRecord) -> str:
    """The hand as text that `parse_hand` reads back.

    Raises `IllegalMove` if it breaks the rules.
    """
    told = [*format_rules(record.rules), *_header(record), *_deck(record)]
    outcome = None
    for step in replay(record):
        told.append(f"{step.seat} {format_step(step)}")
        outcome = step.after.outcome
    if outcome is not None:
        words = result_words(record, outcome)
        told.append(" ".join(("result", *(f"{name}={value}" for name, value in words.items()))))
    return "\n".join(told) + "\n"


def format_step(step: Step) -> str:
    """The move of a step as words."""
    top = step.before.discards[-1] if step.before.discards else None
    return format_move(step.move, step.before.rules, top)


def parse_hand(text: str) -> HandRecord:
    """The hand that a text tells, every move and the result checked against the rules.

    Raises `Malformed`, `Illegal` or `Ambiguous`, each with line and column.
    """
    reader = read_hand(text)
    return replace(reader.record, moves=tuple((step.seat, step.move) for step in reader.steps()))


def read_hand(text: str) -> HandReader:
    """A hand to be read move by move; its header is read at once. Raises `NotationError`."""
    return HandReader(text)


class HandReader:
    """A notated hand: `record` is its header, `steps` reads the moves and then the result."""

    def __init__(self, text: str) -> None:
        self._lines = list(lines(text))
        last = text.count("\n") + 1
        self._end = self._lines[-1].end if self._lines else Word("", last, 1)
        self.record = self._read_header()
        self.state, _ = new_hand(self.record.rules, self.record.deck, self.record.dealer)

    def steps(self) -> Iterator[Step]:
        """Every step. Raises `NotationError` where the text goes wrong."""
        moves: list[Played] = []
        while self._lines:
            line = self._lines.pop(0)
            if line.take_if("result"):
                self._check_result(line, tuple(moves))
                return
            step = _read_step(line, self.state)
            self.state = step.after
            moves.append((step.seat, step.move))
            yield step

    def _read_header(self) -> HandRecord:
        rules, header = RulesLines(), _Header()
        while self._lines and not _begins_play(self._lines[0]):
            line = self._lines.pop(0)
            if not rules.read(line):
                header.read(line)
        place = self._lines[0].first if self._lines else self._end
        return header.record(rules.rules(place), place)

    def _check_result(self, line: Line, moves: tuple[Played, ...]) -> None:
        outcome = self.state.outcome
        if outcome is None:
            raise _illegal(line.first, "hand_not_over", {})
        right = result_words(replace(self.record, moves=moves), outcome)
        for word in line.rest():
            _check_word(word, right)
        for later in self._lines:
            raise later.first.malformed("after_result", word=later.first.text)


def _begins_play(line: Line) -> bool:
    return line.peek() == "result" or line.peek()[:1].isdigit()


def _read_step(line: Line, state: GameState) -> Step:
    mover = line.seat()
    move = parse_move(line, state)
    line.done()
    try:
        after, events = apply(state, mover, move)
    except IllegalMove as error:
        raise _refused(line, error, mover, state) from None
    return Step(mover, move, state, after, events)


def _refused(line: Line, error: IllegalMove, mover: SeatNo, state: GameState) -> Illegal:
    """The refusal, at the seat that is not in turn, the card in the way, or the move."""
    if mover not in to_act(state):
        return _illegal(line.first, error.code, error.values)
    named = str(error.values.get("card"))
    words = line.words[1:]
    at = next((word for word in words[1:] if word.text.upper().startswith(named)), words[0])
    return _illegal(at, error.code, error.values)


def _illegal(word: Word, code: str, values: dict[str, object]) -> Illegal:
    return Illegal(code, word.line, word.column, values)


def _clash(word: Word, switch: str) -> Illegal:
    return _illegal(word, "switches_clash", {"first": word.text.lower(), "second": switch})


def _check_word(word: Word, right: dict[str, str]) -> None:
    name, equals, value = word.text.partition("=")
    if name not in RESULT_WORDS or not equals:
        raise word.malformed("unexpected_word", word=word.text)
    if right.get(name, NOTHING) != value:
        values: dict[str, object] = {"written": word.text, "right": right.get(name, NOTHING)}
        raise _illegal(word, "wrong_result", values)


class _Header:
    """The header lines but for the rules."""

    def __init__(self) -> None:
        self._seen: dict[str, Word] = {}
        self._deck: list[Word] = []
        self._dealer: SeatNo | None = None
        self._money: dict[str, int] = {}
        self._brought: tuple[int, int, int] | None = None
        self._hitter: HitterPot | None = None

    def read(self, line: Line) -> None:
        """Reads a line. Raises `Malformed`."""
        word = line.take("a line")
        key = word.text.lower()
        readers: dict[str, Callable[[Line], None]] = {
            "dealer": self._read_dealer,
            "brought": self._read_brought,
            "hitter": self._read_hitter,
            "deck": self._read_deck,
        }
        if key in self._seen and key != "deck":
            raise word.malformed("repeated", word=key)
        self._seen[key] = word
        if key in ("stake", "rate", "pot"):
            self._money[key] = line.number("chips")
        elif key in readers:
            readers[key](line)
        else:
            raise word.malformed("unknown_line", word=word.text)
        line.done()

    def record(self, rules: Rules, place: Word) -> HandRecord:
        """What the lines said.

        Raises `Malformed` for what is missing or does not fit the deck, `Illegal` for a pot that
        the rules have not.
        """
        if self._dealer is None:
            raise place.malformed("missing", wanted="dealer")
        if not self._deck:
            raise place.malformed("missing", wanted="a deck line")
        self._refuse_clashes(rules)
        return HandRecord(
            rules=rules,
            dealer=self._dealer,
            deck=_checked_deck(self._deck, rules, self._seen["deck"]),
            stake_chips=self._money.get("stake"),
            rate=self._money.get("rate"),
            pot_chips=self._money.get("pot"),
            brought_chips=self._brought,
            hitter=self._hitter,
        )

    def _refuse_clashes(self, rules: Rules) -> None:
        """A carried pot is of stakes, and a hitter pot of units: each needs rules that fill it."""
        if self._money.get("pot") and rules.payout != "stake_rate":
            raise _clash(self._seen["pot"], "payout")
        if self._hitter is not None and not rules.hitter_ante_units:
            by_stake = rules.payout == "stake_rate"
            raise _clash(self._seen["hitter"], "payout" if by_stake else "hitter_ante_units")

    def _read_dealer(self, line: Line) -> None:
        self._dealer = line.seat()

    def _read_deck(self, line: Line) -> None:
        self._deck += [line.take("cards"), *line.rest()]

    def _read_brought(self, line: Line) -> None:
        first, second, third = (line.number("chips of each seat") for _ in SEATS)
        self._brought = (first, second, third)

    def _read_hitter(self, line: Line) -> None:
        """`hitter 6 0`: the chips in it, and who won the last hand, or `-`."""
        chips = line.number("chips in the hitter pot")
        word = line.take("the last winner, or -")
        self._hitter = HitterPot(chips, None if word.text == NOTHING else seat(word))


def _checked_deck(words: list[Word], rules: Rules, place: Word) -> tuple[Card, ...]:
    """The whole deck of the rules, each card once."""
    wanted = cards_in_play(rules)
    found: list[Card] = []
    for word in words:
        one = card(word)
        if one in found:
            raise word.malformed("duplicate_card", card=one)
        if one not in wanted:
            raise word.malformed("not_in_deck", card=one)
        found.append(one)
    missing = [one for one in wanted if one not in found]
    if missing:
        raise place.malformed("missing_cards", cards=missing)
    if len(found) < 3 * rules.hand_size + DEALER_EXTRA:
        raise place.malformed("deck_too_small", hand_size=rules.hand_size)
    return tuple(found)


def _header(record: HandRecord) -> list[str]:
    told = [f"dealer {record.dealer}"]
    money = {"stake": record.stake_chips, "rate": record.rate, "pot": record.pot_chips}
    told += [f"{name} {chips}" for name, chips in money.items() if chips is not None]
    if record.brought_chips is not None:
        told.append("brought " + " ".join(map(str, record.brought_chips)))
    if record.hitter is not None:
        last = record.hitter.last_winner
        told.append(f"hitter {record.hitter.chips} {NOTHING if last is None else last}")
    return told


def _deck(record: HandRecord) -> list[str]:
    """The deck, a line for each hand as dealt, and one for the stock."""
    told, top = [], 0
    for dealt_to in from_seat(record.dealer):
        size = record.rules.hand_size + (DEALER_EXTRA if dealt_to == record.dealer else 0)
        told.append(f"deck {format_cards(record.deck[top : top + size])}  # to seat {dealt_to}")
        top += size
    stock = record.deck[top:]
    return [*told, *([f"deck {format_cards(stock)}  # stock"] if stock else [])]
