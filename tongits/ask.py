"""Questions to the rules, answered: one line of JSON in, one line of JSON out.

The sentences here are for people at a command line; the bot's own texts live in language files.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final, get_args

from tongits.cards import format_cards
from tongits.errors import BadInput
from tongits.events import Outcome
from tongits.match import DEFAULT_RATE, DEFAULT_STAKE
from tongits.melds import best_split, is_kind, meld_kinds
from tongits.question import Question, Refused, Values, bad_value, different, read, shown
from tongits.rules import PRESETS, Reply, Rules, preset, with_switches
from tongits.scoring import settle, winner_of_call, winner_of_stock
from tongits.seats import SEATS, SeatNo

MAX_HAND_CARDS: Final = 13  # the dealer's; rules.md 1.1

OneSeat = SeatNo | None
Replies = tuple[Reply | None, Reply | None, Reply | None]


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
        switch = shown(str(error.values["switch"]))
        if error.code == "unknown_switch":
            raise Refused(error.code, f"Leave out {switch}: these rules have none such.") from None
        raise bad_value("set", f"{switch} cannot have that value") from None


def _meld(rules: Rules, question: Question) -> Values:
    kinds = meld_kinds(question.cards("cards"), rules.ace_in_runs)
    return {"valid": bool(kinds), "kind": kinds[0] if kinds else None, "kinds": list(kinds)}


def _sapaw(rules: Rules, question: Question) -> Values:
    meld, cards = question.cards("meld"), question.cards("cards")
    different(meld, cards)
    kinds = meld_kinds(meld, rules.ace_in_runs)
    if not kinds:
        raise bad_value("meld", "name the cards of a set or run on the table")
    fits = is_kind(kinds[0], (*meld, *cards), rules.ace_in_runs)
    return {"valid": bool(cards) and fits}


def _deadwood(rules: Rules, question: Question) -> Values:
    split = best_split(question.cards("cards", MAX_HAND_CARDS), rules.ace_in_runs)
    return {
        "points": split.points,
        "melds": [format_cards(meld) for meld in split.melds],
        "loose": format_cards(split.loose),
    }


def _settle(rules: Rules, question: Question) -> Values:
    _check_unused_facts(question)
    settlement = settle(
        _outcome(rules, question),
        stake_chips=question.number("stake", least=1, default=DEFAULT_STAKE),
        rate=question.number("rate", default=DEFAULT_RATE),
        pot_chips=question.number("pot"),
        brought_chips=question.numbers("brought") if question.has("brought") else None,
    )
    return {
        "winner": settlement.winner,
        "chips": list(settlement.chips),
        "fee": settlement.fee_chips,
        "pot": settlement.pot_chips,
        "void": settlement.winner is None,
    }


def _check_unused_facts(question: Question) -> None:
    """Facts that other rules pay for must still be well formed; `book` pays for none of them."""
    question.flag("kang")
    for name in ("winner_aces", "winner_kings", "winner_secrets"):
        question.number(name)
    if question.has("secret_held"):
        question.flags("secret_held")


def _outcome(rules: Rules, question: Question) -> Outcome:
    match question.word("end", ("call", "stock", "tongits")):
        case "call":
            return _called(rules, question)
        case "stock":
            return _stock_out(question)
        case _:
            return _tongits(question)


def _called(rules: Rules, question: Question) -> Outcome:
    deadwood, opened = question.numbers("deadwood"), question.flags("opened")
    caller = question.seat("caller")
    if not opened[caller]:
        raise bad_value("caller", "only an opened seat can call")
    return Outcome(
        ending="call",
        winner=winner_of_call(deadwood, opened, caller),
        caller=caller,
        last_drawer=None,
        deadwood=deadwood,
        opened=opened,
        replies=_replies(rules, question, caller, opened),
    )


def _stock_out(question: Question) -> Outcome:
    _refuse_replies(question)
    deadwood, opened = question.numbers("deadwood"), question.flags("opened")
    last_drawer = question.seat("last_drawer")
    return Outcome(
        ending="stock",
        winner=winner_of_stock(deadwood, opened, last_drawer),
        caller=None,
        last_drawer=last_drawer,
        deadwood=deadwood,
        opened=opened,
        replies=(None, None, None),
    )


def _tongits(question: Question) -> Outcome:
    """Who opened changes nothing here, so it may be left out."""
    _refuse_replies(question)
    return Outcome(
        ending="tongits",
        winner=question.seat("winner"),
        caller=None,
        last_drawer=None,
        deadwood=question.numbers("deadwood"),
        opened=question.flags("opened") if question.has("opened") else (True, True, True),
        replies=(None, None, None),
    )


def _refuse_replies(question: Question) -> None:
    if question.mapping("replies"):
        raise Refused("illegal_reply", "Leave out replies: nobody answers unless a seat calls.")


def _replies(
    rules: Rules, question: Question, caller: SeatNo, opened: tuple[bool, bool, bool]
) -> Replies:
    """Every seat's answer to the call; a missing one is what the clock would answer."""
    given = question.mapping("replies")
    for key in given:
        if key not in ("0", "1", "2"):
            raise bad_value("replies", f"name seats 0, 1 or 2 and not {shown(key)}")
    first, second, third = (
        _reply(rules, given.get(str(seat)), seat, caller, is_opened=opened[seat]) for seat in SEATS
    )
    return first, second, third


def _reply(
    rules: Rules, given: object, seat: SeatNo, caller: SeatNo, *, is_opened: bool
) -> Reply | None:
    if seat == caller:
        if given is not None:
            raise Refused("illegal_reply", f"Leave out seat {seat}'s reply: it is the caller.")
        return None
    if given is None:
        return rules.reply_timeout if is_opened else "show"
    reply = _known_reply(given, seat)
    if reply == "challenge" and not is_opened:
        raise Refused("illegal_reply", f"Let seat {seat} show: it is burned.")
    return reply


def _known_reply(given: object, seat: SeatNo) -> Reply:
    if not isinstance(given, str):
        raise bad_value("replies", f"seat {seat}'s reply is a word")
    replies: tuple[Reply, ...] = get_args(Reply)
    for reply in replies:
        if given == reply:
            return reply
    raise Refused("illegal_reply", f"Let seat {seat} show or challenge.")


_SETTLE_FIELDS: Final = (
    "stake",
    "rate",
    "end",
    "caller",
    "last_drawer",
    "winner",
    "deadwood",
    "opened",
    "replies",
    "pot",
    "brought",
    "kang",
    "winner_aces",
    "winner_kings",
    "winner_secrets",
    "secret_held",
)

_Answering = Callable[[Rules, Question], Values]

_QUESTIONS: Final[dict[str, tuple[tuple[str, ...], _Answering]]] = {
    "meld": (("cards",), _meld),
    "sapaw": (("meld", "cards"), _sapaw),
    "deadwood": (("cards",), _deadwood),
    "settle": (_SETTLE_FIELDS, _settle),
}
