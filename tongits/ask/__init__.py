"""Questions to the rules, answered: one line of JSON in, one line of JSON out.

The sentences here are for people at a command line; the bot's own texts live in language files.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from tongits.ask.cards import answer_deadwood, answer_meld, answer_sapaw, answer_take
from tongits.ask.chips import SETTLE_FIELDS, answer_hitter, answer_settle
from tongits.ask.legal import answer_legal
from tongits.ask.question import Question, Refused, Values, bad_value, clash, read, shown
from tongits.ask.seats import CALL_FIELDS, answer_burned, answer_may_call
from tongits.errors import BadInput
from tongits.notation.switch_words import values_told
from tongits.rules import PRESETS, Rules, preset, with_switches

__all__ = ["answer"]


def answer(line: str) -> str:
    """The answer to one question, both JSON; a question without one gets a code and a sentence.

    >>> answer('{"q":"meld","rules":"book","cards":"7S 7H 7C"}')
    '{"valid":true,"kind":"set","kinds":["set"]}'
    >>> answer('{"q":"meld","cards":"7S 7S 7C"}')
    '{"error":"duplicate_card","message":"Name each card once: 7S stands there twice."}'
    """
    try:
        answered = _answered(read(line))
    except Refused as refused:
        answered = {"error": refused.code, "message": refused.message}
    return json.dumps(answered, separators=(",", ":"))


def _answered(values: Values) -> Values:
    name = values.get("q")
    if not isinstance(name, str) or name not in _QUESTIONS:
        raise Refused("unknown_question", f'Set "q" to one of {", ".join(_QUESTIONS)}.')
    fields, reply = _QUESTIONS[name]
    rules = _preset(values)
    _refuse_unknown_fields(name, values, ("q", "rules", "set", *fields))
    question = Question(values)
    return reply(_switched(rules, question), question)


def _preset(values: Values) -> Rules:
    name = values.get("rules")
    if name is None:
        return preset(PRESETS[0])
    if not isinstance(name, str) or name not in PRESETS:
        raise Refused("unknown_rules", f'Set "rules" to one of {", ".join(PRESETS)}.')
    return preset(name)


def _refuse_unknown_fields(name: str, values: Values, known: tuple[str, ...]) -> None:
    unknown = next((field for field in values if field not in known), None)
    if unknown is not None:
        allowed = ", ".join(known)
        raise Refused("unknown_field", f"Leave out {shown(unknown)}: {name} knows {allowed}.")


def _switched(rules: Rules, question: Question) -> Rules:
    """The rules with the question's switches set."""
    try:
        return with_switches(rules, question.mapping("set"))
    except BadInput as error:
        raise _switch_refused(error) from None


def _switch_refused(error: BadInput) -> Refused:
    if error.code == "switches_clash":
        return clash(str(error.values["first"]), str(error.values["second"]))
    switch = str(error.values["switch"])
    if error.code == "unknown_switch":
        return Refused(error.code, f"Leave out {shown(switch)}: no rules have such a switch.")
    return bad_value("set", values_told(switch))


_Answering = Callable[[Rules, Question], Values]

_QUESTIONS: Final[dict[str, tuple[tuple[str, ...], _Answering]]] = {
    "meld": (("cards",), answer_meld),
    "sapaw": (("meld", "cards"), answer_sapaw),
    "deadwood": (("cards", "opened"), answer_deadwood),
    "take": (("hand", "discard"), answer_take),
    "may_call": (CALL_FIELDS, answer_may_call),
    "burned": (("opened", "hand", "face_down"), answer_burned),
    "settle": (SETTLE_FIELDS, answer_settle),
    "hitter": (("stake", "winners"), answer_hitter),
    "legal": (("position",), answer_legal),
}
