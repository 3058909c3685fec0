"""Vectors of groups E to H: who wins, who pays whom (rules.md 3), in code and by question."""

import re
from typing import Any

from tests.rules.vectors import BY_ID, Vector, ask, group
from tongits.events import Ending, Outcome
from tongits.rules import Reply
from tongits.scoring import settle, winner_of_call, winner_of_stock
from tongits.seats import SEATS

SETUP = re.compile(
    r"dw \[(?P<dw>[\d, ]+)\]"
    r"(?: opened \[(?P<opened>[\d, ]+)\])?"
    r"(?:,? caller P(?P<caller>\d))?"
    r"(?: last stock card P(?P<drawer>\d))?"
    r"(?: winner P(?P<winner>\d) burned \[(?P<burned>[\d, ]*)\])?"
)
FACTS = re.compile(r"(aces|A/K|secrets) (\d)")


def question_of(setup: str) -> dict[str, Any]:
    """A vector's setup as the `settle` question it is."""
    found = SETUP.match(setup)
    assert found, setup
    burned = _numbers(found["burned"] or "")
    opened = _numbers(found["opened"]) if found["opened"] else [s not in burned for s in SEATS]
    question: dict[str, Any] = {
        "deadwood": _numbers(found["dw"]),
        "opened": [bool(flag) for flag in opened],
        **_facts(setup),
    }
    if found["caller"]:
        question |= {"end": "call", "caller": int(found["caller"])}
        question["replies"] = _replies(setup)
    elif found["drawer"]:
        question |= {"end": "stock", "last_drawer": int(found["drawer"])}
    else:
        question |= {"end": "tongits", "winner": int(found["winner"])}
    return question


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _replies(setup: str) -> dict[str, str]:
    if "and P2 challenge" in setup:
        return {"1": "challenge", "2": "challenge"}
    told = setup.partition("book replies ")[2]
    return dict(re.findall(r"P(\d):(\w+)", told))


def _facts(setup: str) -> dict[str, Any]:
    """Facts that other rules pay for; `book` must accept and ignore them."""
    found = {name: int(number) for name, number in FACTS.findall(setup)}
    facts: dict[str, Any] = {}
    if "A/K" in found:
        aces = found.get("aces", 0)
        facts |= {"winner_aces": aces, "winner_kings": found["A/K"] - aces}
    if "secrets" in found:
        facts |= {"winner_secrets": found["secrets"], "secret_held": [False, True, False]}
    return facts


def outcome_of(question: dict[str, Any]) -> Outcome:
    points, opened = tuple(question["deadwood"]), tuple(question["opened"])
    ending: Ending = question["end"]
    replies: list[Reply | None] = [None, None, None]
    match ending:
        case "call":
            winner = winner_of_call(points, opened, SEATS[question["caller"]])
            given = question["replies"]
            replies = [
                None if seat == question["caller"] else given.get(str(seat), "show")
                for seat in SEATS
            ]
        case "stock":
            winner = winner_of_stock(points, opened, SEATS[question["last_drawer"]])
        case _:
            winner = SEATS[question["winner"]]
    return Outcome(
        ending=ending,
        winner=winner,
        caller=question.get("caller"),
        last_drawer=question.get("last_drawer"),
        deadwood=points,
        opened=opened,
        replies=(replies[0], replies[1], replies[2]),
    )


@group("E", "F", "G")
def test_who_wins_and_who_pays(vector: Vector) -> None:
    stake, rate = (50, 5) if vector["id"] == "G09" else (10, 1)
    question = question_of(vector["setup"])
    chips = [int(amount) for amount in re.findall(r"[+-]\d+", vector["book"])]
    named = re.match(r"P(\d) wins", vector["book"])
    winner = int(named[1]) if named else max(SEATS, key=lambda seat: chips[seat])

    settled = settle(outcome_of(question), stake_chips=stake, rate=rate)
    assert (settled.winner, list(settled.chips)) == (winner, chips)

    answered = ask(q="settle", stake=stake, rate=rate, **question)
    assert answered == {"winner": winner, "chips": chips, "fee": 0, "pot": 0, "void": False}


def test_e_the_caller_who_fails_and_the_challenger_who_loses_are_marked_doubled() -> None:
    failed = settle(outcome_of(question_of(BY_ID["E04"]["setup"])), stake_chips=10, rate=1)
    assert [payment.doubled for payment in failed.payments] == ["failed_call", None]
    lost = settle(outcome_of(question_of(BY_ID["E02"]["setup"])), stake_chips=10, rate=1)
    assert [payment.doubled for payment in lost.payments] == ["lost_challenge", None]


def test_h01_stakes_of_a_void_hand_go_to_the_next_winner() -> None:
    void = {"end": "stock", "last_drawer": 2, "deadwood": [40, 50, 60], "opened": [False] * 3}
    first = ask(q="settle", stake=10, rate=1, **void)
    assert first == {
        "winner": None,
        "chips": [-10, -10, -10],
        "fee": 0,
        "pot": 30,
        "void": True,
    }
    won = {"end": "stock", "last_drawer": 2, "deadwood": [5, 20, 30], "opened": [True] * 3}
    second = ask(q="settle", stake=10, rate=1, pot=first["pot"], **won)
    assert (second["chips"], second["pot"]) == ([100, -30, -40], 0)
    both = [a + b for a, b in zip(first["chips"], second["chips"], strict=True)]
    assert both == [90, -40, -50]
    assert sum(both) == 0


def test_a_loser_pays_no_more_than_the_chips_brought() -> None:
    """The capped example of the chip rules: P0 owes 70 and has 12; a carried pot has no cap."""
    question = {
        "end": "call",
        "caller": 0,
        "deadwood": [25, 8, 20],
        "opened": [True, True, True],
        "pot": 30,
        "brought": [12, 300, 300],
    }
    answered = ask(q="settle", stake=10, rate=1, **question)
    assert (answered["winner"], answered["chips"], answered["pot"]) == (1, [-12, 72, -30], 0)
    settled = settle(
        outcome_of({**question, "replies": {}}),
        stake_chips=10,
        rate=1,
        pot_chips=30,
        brought_chips=(12, 300, 300),
    )
    assert settled.chips == (-12, 72, -30)
    assert [(p.debt_chips, p.paid_chips) for p in settled.payments] == [(70, 12), (30, 30)]
