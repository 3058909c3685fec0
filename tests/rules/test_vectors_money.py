"""Vectors of groups E to H: who wins, who pays whom (rules.md 3), in code and by question."""

import re
from typing import Any

import pytest

from tests.rules.tables import BOOK, PRESETS, rules_with
from tests.rules.vectors import BY_ID, Vector, ask, chosen
from tongits.events import Bonuses, Ending, Outcome
from tongits.match import HitterPot, after_hand, session_losers
from tongits.rules import PRESETS as NAMES
from tongits.rules import Reply, Rules
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
HELD = re.compile(r"concealed secret at \[(\d)\]")
STAKES = {"book": (10, 1), "pagat": (1, 0), "go": (10, 0)}
FEE = {"go": {"fee_percent": 5}}  # the vectors' fee columns are asked with 5
ASKED = [
    pytest.param(vector, rules, id=f"{vector['id']}-{rules}")
    for vector in chosen("E", "F", "G")
    for rules in NAMES
    if vector[rules] != "-"
]


def rules_of(name: str) -> Rules:
    return rules_with(PRESETS[name], **FEE.get(name, {}))


def question_of(setup: str, rules: str) -> dict[str, Any]:
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
        question["replies"] = _replies(setup, rules)
    elif found["drawer"]:
        question |= {"end": "stock", "last_drawer": int(found["drawer"])}
    else:
        question |= {"end": "tongits", "winner": int(found["winner"])}
    return question


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _replies(setup: str, rules: str) -> dict[str, str]:
    if "and P2 challenge" in setup:
        return {"1": "challenge", "2": "challenge"}
    name = "book" if rules == "book" else "pagat/go"
    told = re.search(rf"{name} replies ((?:P\d:\w+,?)*)", setup)
    return dict(re.findall(r"P(\d):(\w+)", told[1])) if told else {}


def _facts(setup: str) -> dict[str, Any]:
    """What the winner's cards are worth; rules that pay for none of it must ignore it."""
    found = {name: int(number) for name, number in FACTS.findall(setup)}
    facts: dict[str, Any] = {}
    if "aces" in found or "A/K" in found:
        aces = found.get("aces", 0)
        facts |= {"winner_aces": aces, "winner_kings": found.get("A/K", aces) - aces}
    if "secrets" in found:
        facts |= {"winner_secrets": found["secrets"]}
    held = HELD.search(setup)
    if held:
        facts |= {"secret_held": [seat == int(held[1]) for seat in SEATS]}
    return facts


def outcome_of(rules: Rules, question: dict[str, Any]) -> Outcome:
    """The same as the engine would tell it."""
    points, opened = tuple(question["deadwood"]), tuple(question["opened"])
    held = question.get("secret_held", [False] * 3)
    burned = tuple(
        not opened[seat] and not (held[seat] and (rules.secret_in_hand or rules.face_down_four))
        for seat in SEATS
    )
    ending: Ending = question["end"]
    replies: list[Reply | None] = [None, None, None]
    match ending:
        case "call":
            caller, given = SEATS[question["caller"]], question["replies"]
            replies = [
                None if seat == caller else given.get(str(seat), rules.passive_reply)
                for seat in SEATS
            ]
            winner = winner_of_call(rules, points, burned, caller, replies)
        case "stock":
            winner = winner_of_stock(points, burned, SEATS[question["last_drawer"]])
        case _:
            winner = SEATS[question["winner"]]
    return Outcome(
        ending=ending,
        winner=winner,
        caller=question.get("caller"),
        last_drawer=question.get("last_drawer"),
        deadwood=points,
        opened=opened,
        burned=(burned[0], burned[1], burned[2]),
        replies=(replies[0], replies[1], replies[2]),
        bonuses=Bonuses(
            aces=question.get("winner_aces", 0),
            kings=question.get("winner_kings", 0),
            secrets=question.get("winner_secrets", 0),
        ),
    )


@pytest.mark.parametrize(("vector", "rules"), ASKED)
def test_who_wins_and_who_pays(vector: Vector, rules: str) -> None:
    stake, rate = (50, 5) if vector["id"] == "G09" else STAKES[rules]
    question = question_of(vector["setup"], rules)
    told, _, fee_told = vector[rules].partition(" fee ")
    fee, chips = int(fee_told or 0), [int(amount) for amount in re.findall(r"[+-]\d+", told)]
    winner_told = re.match(r"P(\d) wins", told)
    winner = int(winner_told[1]) if winner_told else max(SEATS, key=lambda seat: chips[seat])
    assert sum(chips) + fee == 0

    played = rules_of(rules)
    settled = settle(played, outcome_of(played, question), stake_chips=stake, rate=rate)
    assert (settled.winner, list(settled.chips), settled.fee_chips) == (winner, chips, fee)

    answered = ask(
        q="settle", rules=rules, stake=stake, rate=rate, set=FEE.get(rules, {}), **question
    )
    assert answered == {"winner": winner, "chips": chips, "fee": fee, "pot": 0, "void": False}


def test_every_money_vector_has_an_answer_for_book_or_more() -> None:
    assert len(ASKED) == 3 * len(chosen("E", "F", "G")) - 2  # G09 is about `book` alone


def test_e_the_caller_who_fails_and_the_challenger_who_loses_are_marked_doubled() -> None:
    def settled(vector_id: str) -> list[str | None]:
        question = question_of(BY_ID[vector_id]["setup"], "book")
        done = settle(BOOK, outcome_of(BOOK, question), stake_chips=10, rate=1)
        return [payment.doubled for payment in done.payments]

    assert settled("E04") == ["failed_call", None]
    assert settled("E02") == ["lost_challenge", None]


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


# The hitter pot.


def hitter(rules: str, winners: list[int | None], stake: int) -> list[str]:
    """Each hand as the vectors write it, from the engine, the command line agreeing."""
    pot, told = HitterPot(), []
    pots, taken = [], []
    for winner in winners:
        seat = None if winner is None else SEATS[winner]
        pot, chips = after_hand(pot, PRESETS[rules], stake, seat)
        pots.append(pot.chips)
        taken.append(chips)
        told.append(f"takes {chips}" if chips else f"pot {pot.chips}")
    answered = ask(q="hitter", rules=rules, stake=stake, winners=winners)
    assert answered == {"pot": pots, "taken": taken}
    return told


@pytest.mark.parametrize(("rules", "stake"), [("pagat", 1), ("go", 10)])
@pytest.mark.parametrize("vector_id", ["H05", "H06", "H07"])
def test_h05_h06_h07_two_wins_running_take_the_hitter_pot(
    vector_id: str, rules: str, stake: int
) -> None:
    vector = BY_ID[vector_id]
    winners = [None if word == "void" else int(word[1]) for word in vector["setup"].split(" -> ")]
    told = vector[rules].removesuffix(" (10 each)").split("; ")
    assert hitter(rules, winners, stake) == told


@pytest.mark.parametrize("vector_id", ["H05", "H06", "H07"])
def test_the_book_has_no_hitter_pot(vector_id: str) -> None:
    assert BY_ID[vector_id]["book"] == "no hitter pot in the book"
    answered = ask(q="hitter", stake=10, winners=[0, None, 0])
    assert answered == {"pot": [0, 0, 0], "taken": [0, 0, 0]}


def test_h08_the_lowest_total_loses_the_session_once_it_is_at_the_limit() -> None:
    vector = BY_ID["H08"]
    totals = [
        [int(total) for total in hand.split("/")]
        for hand in vector["note"].removeprefix("totals after each hand: ").split(",")
    ]
    assert [sum(hand) for hand in totals] == [0] * 5
    rules = rules_with(BOOK, progressive_limit=500)
    assert [session_losers(rules, hand) for hand in totals] == [(), (), (), (), (2,)]
    assert vector["book"] == "P2 loses the session after hand 5"


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
        BOOK,
        outcome_of(BOOK, {**question, "replies": {}}),
        stake_chips=10,
        rate=1,
        pot_chips=30,
        brought_chips=(12, 300, 300),
    )
    assert settled.chips == (-12, 72, -30)
    assert [(p.debt_chips, p.paid_chips) for p in settled.payments] == [(70, 12), (30, 30)]
