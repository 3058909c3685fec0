"""The lines that say by which rules a hand is played: `rules book`, `set jokers=1 kang=true`."""

from __future__ import annotations

from tongits.cards import Card, deck
from tongits.errors import BadInput
from tongits.notation.words import Line, Word
from tongits.rules import PRESETS, Rules, preset, with_switches
from tongits.switches import format_switches, parse_switch


class RulesLines:
    """What the rules lines said so far."""

    def __init__(self) -> None:
        self._name: Word | None = None
        self._switches: dict[str, tuple[Word, object]] = {}

    def read(self, line: Line) -> bool:
        """Reads the line if it is about the rules; whether it was."""
        if line.peek() == "rules":
            self._read_name(line)
        elif line.take_if("set"):
            for word in (line.take("a switch"), *line.rest()):
                self._read_switch(word)
        else:
            return False
        return True

    def rules(self, place: Word) -> Rules:
        """The rules; `place` is where the text goes on, for an error that they are missing."""
        if self._name is None:
            raise place.malformed("missing", wanted="rules")
        try:
            base = preset(self._name.text)
            return with_switches(base, {name: value for name, (_, value) in self._switches.items()})
        except BadInput as error:
            at = (self._place(error.values.get(key)) for key in ("switch", "second", "first"))
            word = next((word for word in at if word), self._name)
            raise word.malformed(error.code, **error.values) from None

    def _place(self, switch: object) -> Word | None:
        return self._switches[str(switch)][0] if switch in self._switches else None

    def _read_name(self, line: Line) -> None:
        word = line.take("rules")
        if self._name is not None:
            raise word.malformed("repeated", word="rules")
        self._name = line.take("one of " + ", ".join(PRESETS))
        line.done()

    def _read_switch(self, word: Word) -> None:
        try:
            name, value = parse_switch(word.text)
        except BadInput as error:
            raise word.malformed(error.code, **error.values) from None
        if name in self._switches:
            raise word.malformed("repeated", word=name)
        self._switches[name] = (word, value)


def format_rules(rules: Rules) -> list[str]:
    """The rules lines."""
    switches = format_switches(rules)
    return [f"rules {rules.preset}", *([f"set {' '.join(switches)}"] if switches else [])]


def cards_in_play(rules: Rules) -> tuple[Card, ...]:
    """Every card of a game with these rules, in order."""
    return deck(rules.jokers, rules.suits, rules.ranks)
