"""Questions about chips: what a hand pays, and what the hitter pot does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, get_args

from tongits.ask.question import Question, Refused, Values, bad_value, clash, shown
from tongits.cards import SUITS
from tongits.events import Bonuses, Ending, Outcome
from tongits.match import DEFAULT_RATE, DEFAULT_STAKE, HitterPot, after_hand
from tongits.rules import Reply, Rules
from tongits.scoring import settle, winner_of_call, winner_of_stock
from tongits.seats import SEATS, SeatNo

SETTLE_FIELDS: Final = (
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
    "winner_long_runs",
    "secret_held",
)

Replies = tuple[Reply | None, Reply | None, Reply | None]
Flags = tuple[bool, bool, bool]
NOBODY: Final[Flags] = (False, False, False)
NO_REPLIES: Final[Replies] = (None, None, None)


@dataclass(frozen=True, slots=True)
class Facts:
    """What the question says of the three seats at the end of the hand."""

    deadwood: tuple[int, int, int]
    opened: Flags
    burned: Flags


def answer_settle(rules: Rules, question: Question) -> Values:
    """What a hand that ended so does to the chips."""
    pot_chips = _pot(rules, question)
    settlement = settle(
        rules,
        _outcome(rules, question),
        stake_chips=question.number("stake", least=1, default=DEFAULT_STAKE),
        rate=question.number("rate", default=DEFAULT_RATE),
        pot_chips=pot_chips,
        brought_chips=question.numbers("brought") if question.has("brought") else None,
    )
    return {
        "winner": settlement.winner,
        "chips": list(settlement.chips),
        "fee": settlement.fee_chips,
        "pot": settlement.pot_chips,
        "void": settlement.winner is None,
    }


def answer_hitter(rules: Rules, question: Question) -> Values:
    """The hitter pot after each of several hands, and what each hand's winner took of it."""
    stake = question.number("stake", least=1, default=DEFAULT_STAKE)
    pot = HitterPot()
    pots: list[int] = []
    taken: list[int] = []
    for winner in question.winners("winners"):
        pot, chips = after_hand(pot, rules, stake, winner)
        pots.append(pot.chips)
        taken.append(chips)
    return {"pot": pots, "taken": taken}


def _pot(rules: Rules, question: Question) -> int:
    """The stakes carried in; only payouts by stake and rate leave any (rules.md 2.3b)."""
    chips = question.number("pot")
    if chips and rules.payout != "stake_rate":
        raise clash("pot", "payout")
    return chips


def _outcome(rules: Rules, question: Question) -> Outcome:
    ending = question.word("end", get_args(Ending))
    bonuses = _bonuses(question)
    if ending == "call":
        return _called(rules, question, bonuses)
    if question.mapping("replies"):
        raise Refused("illegal_reply", "Leave out replies: nobody answers unless a seat calls.")
    if ending == "stock":
        _refuse_chosen(question)
    return (_stock_out if ending == "stock" else _tongits)(rules, question, bonuses)


def _refuse_chosen(question: Question) -> None:
    """Nobody calls when the stock is out, and the winner is the answer."""
    for name in ("caller", "winner"):
        if question.has(name):
            raise bad_value(name, "leave it out, for points decide when the stock is out")


def _bonuses(question: Question) -> Bonuses:
    """What the winner's cards are worth; rules that pay for none of it ignore it."""
    return Bonuses(
        aces=question.number("winner_aces", most=len(SUITS)),
        kings=question.number("winner_kings", most=len(SUITS)),
        secrets=question.number("winner_secrets"),
        long_runs=question.number("winner_long_runs"),
        kang=question.flag("kang"),
    )


def _facts(rules: Rules, question: Question, opened: Flags) -> Facts:
    """A secret held saves from sunog where it stays in hand; laid face down it opens."""
    held = question.flags("secret_held") if question.has("secret_held") else NOBODY
    laid = _either(opened, held) if _lies_face_down(rules) else opened
    safe = _either(laid, held) if rules.secret_in_hand else laid
    return Facts(
        deadwood=question.numbers("deadwood"),
        opened=laid,
        burned=(not safe[0], not safe[1], not safe[2]),
    )


def _lies_face_down(rules: Rules) -> bool:
    """Where a secret saves in hand already, nobody needs to have laid it."""
    return rules.face_down_four and not rules.secret_in_hand


def _either(one: Flags, other: Flags) -> Flags:
    return one[0] or other[0], one[1] or other[1], one[2] or other[2]


def _called(rules: Rules, question: Question, bonuses: Bonuses) -> Outcome:
    facts = _facts(rules, question, question.flags("opened"))
    caller = question.seat("caller")
    if not facts.opened[caller]:
        raise bad_value("caller", "only an opened seat can call")
    replies = _replies(rules, question, caller, facts.burned)
    return Outcome(
        ending="call",
        winner=winner_of_call(rules, facts.deadwood, facts.burned, caller, replies),
        caller=caller,
        last_drawer=None,
        deadwood=facts.deadwood,
        opened=facts.opened,
        burned=facts.burned,
        replies=replies,
        bonuses=bonuses,
    )


def _stock_out(rules: Rules, question: Question, bonuses: Bonuses) -> Outcome:
    facts = _facts(rules, question, question.flags("opened"))
    last_drawer = question.seat("last_drawer")
    return Outcome(
        ending="stock",
        winner=winner_of_stock(facts.deadwood, facts.burned, last_drawer),
        caller=None,
        last_drawer=last_drawer,
        deadwood=facts.deadwood,
        opened=facts.opened,
        burned=facts.burned,
        replies=NO_REPLIES,
        bonuses=bonuses,
    )


def _tongits(rules: Rules, question: Question, bonuses: Bonuses) -> Outcome:
    """Without `opened` everybody is taken to have laid something."""
    opened = question.flags("opened") if question.has("opened") else (True, True, True)
    facts = _facts(rules, question, opened)
    return Outcome(
        ending="tongits",
        winner=question.seat("winner"),
        caller=None,
        last_drawer=None,
        deadwood=facts.deadwood,
        opened=facts.opened,
        burned=facts.burned,
        replies=NO_REPLIES,
        bonuses=bonuses,
    )


def _replies(rules: Rules, question: Question, caller: SeatNo, burned: Flags) -> Replies:
    """Every seat's answer to the call; a missing one is what the clock would answer."""
    given = question.mapping("replies")
    for key in given:
        if key not in ("0", "1", "2"):
            raise bad_value("replies", f"name seats 0, 1 or 2 and not {shown(key)}")
    first, second, third = (
        _reply(rules, given.get(str(seat)), seat, caller, is_burned=burned[seat]) for seat in SEATS
    )
    return first, second, third


def _reply(
    rules: Rules, given: object, seat: SeatNo, caller: SeatNo, *, is_burned: bool
) -> Reply | None:
    if seat == caller:
        if given is not None:
            raise Refused("illegal_reply", f"Leave out seat {seat}'s reply: it is the caller.")
        return None
    if given is None:
        return rules.passive_reply if is_burned else rules.reply_timeout
    reply = _known_reply(rules, given, seat)
    if reply != rules.passive_reply and is_burned:
        raise Refused("illegal_reply", f"Let seat {seat} {rules.passive_reply}: it is burned.")
    return reply


def _known_reply(rules: Rules, given: object, seat: SeatNo) -> Reply:
    if not isinstance(given, str):
        raise bad_value("replies", f"seat {seat}'s reply is a word")
    replies: tuple[Reply, Reply] = (rules.passive_reply, "challenge")
    for reply in replies:
        if given == reply:
            return reply
    raise Refused("illegal_reply", f"Let seat {seat} {' or '.join(replies)}.")
