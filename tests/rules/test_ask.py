"""`python -m tongits ask`: one JSON question a line, one JSON answer a line."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.rules.vectors import ask
from tongits.ask import _QUESTIONS, answer
from tongits.ask.chips import SETTLE_FIELDS
from tongits.ask.seats import CALL_FIELDS

ROOT = Path(__file__).resolve().parents[2]
CALL: dict[str, Any] = {
    "q": "settle",
    "stake": 10,
    "rate": 1,
    "end": "call",
    "caller": 0,
    "deadwood": [5, 20, 30],
    "opened": [True, True, True],
}
STOCK = {**CALL, "end": "stock", "caller": None, "last_drawer": 1}
TONGITS = {**CALL, "end": "tongits", "winner": 0}


def code(**question: Any) -> str:
    """The error code of a question; its message must be one sentence."""
    answered = ask(**question)
    assert set(answered) == {"error", "message"}
    assert answered["message"].endswith(".")
    assert "\n" not in answered["message"]
    return str(answered["error"])


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tongits", *arguments]
    return subprocess.run(
        command, input=stdin, cwd=ROOT, capture_output=True, timeout=60, check=False
    )


# The questions.


def test_meld_tells_its_kind() -> None:
    assert ask(q="meld", cards="7S 7H 7C") == {"valid": True, "kind": "set", "kinds": ["set"]}
    assert ask(q="meld", cards="QD KD AD") == {"valid": True, "kind": "run", "kinds": ["run"]}
    assert ask(q="meld", cards="7S 7H") == {"valid": False, "kind": None, "kinds": []}
    assert ask(q="meld", cards="") == {"valid": False, "kind": None, "kinds": []}


def test_sapaw_tells_whether_cards_go_on_a_meld() -> None:
    assert ask(q="sapaw", meld="5H 6H 7H", cards="8H") == {"valid": True}
    assert ask(q="sapaw", meld="5H 6H 7H", cards="9H") == {"valid": False}
    assert ask(q="sapaw", meld="5H 6H 7H", cards="") == {"valid": False}


def test_deadwood_tells_the_best_split() -> None:
    best = {"points": 13, "melds": ["QS KS AS"], "loose": "4H 9D"}
    assert ask(q="deadwood", cards="QS KS AS 4H 9D") == best
    assert ask(q="deadwood", cards="") == {"points": 0, "melds": [], "loose": ""}


def test_settle_tells_who_pays_whom() -> None:
    won = {"winner": 0, "chips": [100, -60, -40], "fee": 0, "pot": 0, "void": False}
    assert ask(**CALL, replies={"1": "challenge"}) == won


def test_settle_uses_the_usual_stake_and_rate() -> None:
    short = {name: value for name, value in CALL.items() if name not in {"stake", "rate"}}
    assert ask(**short) == ask(**CALL)


def test_rules_left_out_are_book() -> None:
    assert answer('{"q":"meld","cards":"QD KD AD"}') == json.dumps(
        ask(q="meld", cards="QD KD AD"), separators=(",", ":")
    )


@pytest.mark.parametrize("text", ["10h 10S 10d", "th tS TD", "  TH\tTS  TD "])
def test_cards_are_read_in_any_case_with_ten_written_either_way(text: str) -> None:
    assert ask(q="meld", cards=text)["kind"] == "set"


def test_switches_are_set() -> None:
    low = {"ace_in_runs": "low"}
    assert ask(q="meld", cards="QD KD AD", set=low)["valid"] is False
    assert ask(q="sapaw", meld="JD QD KD", cards="AD", set=low)["valid"] is False
    assert ask(q="deadwood", cards="QS KS AS 4H 9D", set=low)["points"] == 34


def test_a_missing_reply_is_what_the_clock_would_answer() -> None:
    assert ask(**CALL) == ask(**CALL, replies={"1": "show", "2": "show"})
    assert ask(**CALL) == ask(**CALL, replies={"1": None})
    for rules in ("pagat", "go"):
        folding = {**CALL, "rules": rules}
        assert ask(**folding) == ask(**folding, replies={"1": "fold", "2": "fold"})


def test_a_burned_seat_may_show() -> None:
    burned = {**CALL, "opened": [True, False, True]}
    assert ask(**burned, replies={"1": "show"}) == ask(**burned)


def test_facts_that_only_other_rules_pay_for_are_ignored() -> None:
    facts = {
        "kang": True,
        "winner_aces": 2,
        "winner_kings": 1,
        "winner_secrets": 1,
        "secret_held": [True, False, False],
    }
    for question in (CALL, STOCK, TONGITS):
        assert ask(**question, **facts) == ask(**question)


def test_tongits_needs_neither_opened_nor_the_winners_deadwood() -> None:
    short = {name: value for name, value in TONGITS.items() if name != "opened"}
    assert ask(**short)["chips"] == [70, -30, -40]


def test_a_null_field_is_a_field_left_out() -> None:
    nulls = {"pot": None, "brought": None, "replies": None, "last_drawer": None, "set": None}
    assert ask(**CALL, **nulls) == ask(**CALL)


def test_chips_and_pots_balance() -> None:
    for question in (CALL, STOCK, TONGITS, {**STOCK, "opened": [False] * 3}):
        answered = ask(**question, pot=45, brought=[30, 20, 25])
        assert sum(answered["chips"]) + answered["fee"] + answered["pot"] == 45


# The refusals.


@pytest.mark.parametrize(
    "line",
    [
        "",
        "  ",
        "meld",
        "[1]",
        "null",
        '"meld"',
        "{'q': 'meld'}",
        '{"q":"meld","cards":"7S"',
        '{"q":"meld","cards":NaN}',
        '{"q":"settle","stake":Infinity}',
        '{"q":"settle","stake":' + "9" * 5000 + "}",
        '{"q":' + "[" * 40_000,
        '{"q":"meld","set":' + '{"a":' * 20_000 + "1" + "}" * 20_001,
        '{"q":"meld","cards":"' + "7S " * 50_000 + '"}',
        "\ufffd\x00",
    ],
    ids=lambda line: repr(line[:24]),
)
def test_bad_json(line: str) -> None:
    assert json.loads(answer(line))["error"] == "bad_json"


@pytest.mark.parametrize("q", ["fold", "", None, 1, ["meld"], {}])
def test_unknown_question(q: object) -> None:
    assert code(q=q) == "unknown_question"


def test_a_question_without_q_is_unknown() -> None:
    assert code(cards="7S 7H 7C") == "unknown_question"


@pytest.mark.parametrize("rules", ["house", "BOOK", "", 1, ["book"]])
def test_unknown_rules(rules: object) -> None:
    assert code(q="meld", cards="7S 7H 7C", rules=rules) == "unknown_rules"


@pytest.mark.parametrize("switches", [{"kings_high": True}, {"preset": "go"}, {"": 1}])
def test_unknown_switch(switches: object) -> None:
    assert code(q="meld", cards="7S 7H 7C", set=switches) == "unknown_switch"


@pytest.mark.parametrize(
    "question",
    [
        {"q": "meld", "cards": "7S", "card": "7S"},
        {"q": "meld", "cards": "7S", "meld": "7S"},
        {"q": "deadwood", "cards": "7S", "stake": 10},
        {**CALL, "fee": 5},
        {**CALL, "cards": None},
    ],
)
def test_unknown_field(question: dict[str, Any]) -> None:
    assert code(**question) == "unknown_field"


@pytest.mark.parametrize(
    "text",
    ["7", "S", "1S", "0S", "11S", "100S", "7X", "SS", "X3", "7s7h", "7S,7H", "7\u2660", "\ud800"],
)
def test_bad_card(text: str) -> None:
    assert code(q="meld", cards=text) == "bad_card"


@pytest.mark.parametrize("rules", ["book", "pagat", "go"])
@pytest.mark.parametrize("text", ["7S 7H X1", "x2 9C 9D"])
def test_jokers_are_not_in_play_unless_switched_on(text: str, rules: str) -> None:
    assert code(q="meld", rules=rules, cards=text) == "bad_card"
    assert "play with 0 jokers" in ask(q="deadwood", rules=rules, cards=text)["message"]
    assert ask(q="meld", rules=rules, cards=text, set={"jokers": 2})["valid"] is True


def test_as_many_jokers_are_in_play_as_were_set() -> None:
    assert ask(q="meld", cards="7S 7H X1", set={"jokers": 1})["valid"] is True
    assert code(q="meld", cards="7S 7H X2", set={"jokers": 1}) == "bad_card"


def test_cards_that_a_smaller_deck_has_not_are_not_in_play() -> None:
    small = {"suits": "SH", "ranks": "A23456", "hand_size": 3}
    assert ask(q="meld", cards="4S 5S 6S", set=small)["valid"] is True
    assert code(q="meld", cards="5S 6S 7S", set=small) == "bad_card"
    assert code(q="meld", cards="4D 5D 6D", set=small) == "bad_card"


def test_duplicate_card() -> None:
    assert code(q="meld", cards="7S 7H 7s") == "duplicate_card"
    assert code(q="deadwood", cards="TS 10S") == "duplicate_card"
    assert code(q="sapaw", meld="5H 6H 7H", cards="7H") == "duplicate_card"


@pytest.mark.parametrize(
    "question",
    [
        {**CALL, "replies": {"0": "show"}},
        {**CALL, "replies": {"0": "challenge"}},
        {**CALL, "replies": {"1": "fold"}},
        {**CALL, "replies": {"1": "Show"}},
        {**CALL, "opened": [True, False, True], "replies": {"1": "challenge"}},
        {**STOCK, "replies": {"1": "show"}},
        {**TONGITS, "replies": {"1": "show"}},
        {**CALL, "rules": "pagat", "replies": {"1": "show"}},
        {**CALL, "rules": "go", "replies": {"1": "show"}},
        {**CALL, "rules": "pagat", "replies": {"0": "fold"}},
        {**CALL, "rules": "pagat", "opened": [True, False, True], "replies": {"1": "challenge"}},
        {**CALL, "rules": "go", "opened": [True, False, True], "replies": {"1": "challenge"}},
        {**CALL, "rules": "go", "opened": [True, False, True], "replies": {"1": "show"}},
        {**CALL, "opened": [True, False, True], "secret_held": [False, True, False]}
        | {"replies": {"1": "challenge"}},
        {**TONGITS, "rules": "go", "replies": {"1": "fold"}},
    ],
)
def test_illegal_reply(question: dict[str, Any]) -> None:
    assert code(**question) == "illegal_reply"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("stake", 0),
        ("stake", -10),
        ("stake", 10.0),
        ("stake", True),
        ("stake", "10"),
        ("stake", 10**13),
        ("rate", -1),
        ("rate", 0.5),
        ("pot", -1),
        ("pot", [1]),
        ("end", "fold"),
        ("end", None),
        ("end", ["call"]),
        ("caller", 3),
        ("caller", -1),
        ("caller", True),
        ("caller", "0"),
        ("caller", 0.0),
        ("caller", None),
        ("deadwood", [5, 20]),
        ("deadwood", [5, 20, 30, 40]),
        ("deadwood", [5, -1, 30]),
        ("deadwood", [5, True, 30]),
        ("deadwood", [5, 2.5, 30]),
        ("deadwood", "5"),
        ("deadwood", None),
        ("opened", [1, 1, 1]),
        ("opened", [True, True]),
        ("opened", None),
        ("brought", [100, 100]),
        ("brought", [100, -1, 100]),
        ("replies", ["show"]),
        ("replies", {"3": "show"}),
        ("replies", {"P1": "show"}),
        ("replies", {"1": 1}),
        ("kang", 1),
        ("winner_aces", -1),
        ("winner_aces", 5),
        ("winner_kings", 5),
        ("winner_kings", "1"),
        ("winner_secrets", 1.5),
        ("secret_held", [0, 0, 0]),
        ("set", []),
        ("set", {"ace_in_runs": "high"}),
        ("set", {"final_discard": 1}),
        ("set", {"discard_guards": "no_return"}),
        ("set", {"reply_timeout": ["show"]}),
        ("set", {"jokers": 3}),
        ("set", {"kang": 1}),
        ("winner_long_runs", -1),
    ],
)
def test_bad_value_names_its_field(field: str, value: object) -> None:
    question = {**CALL, field: value}
    assert code(**question) == "bad_value"
    assert f'"{field}"' in ask(**question)["message"]


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ({"q": "meld"}, "cards"),
        ({"q": "meld", "cards": 7}, "cards"),
        ({"q": "sapaw", "cards": "8H"}, "meld"),
        ({"q": "sapaw", "meld": "5H 6H", "cards": "7H"}, "meld"),
        ({"q": "deadwood", "cards": "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH"}, "cards"),
        ({**STOCK, "last_drawer": None}, "last_drawer"),
        ({**STOCK, "caller": 0}, "caller"),
        ({**STOCK, "winner": 0}, "winner"),
        ({**TONGITS, "winner": 3}, "winner"),
        ({**TONGITS, "winner": None}, "winner"),
        ({**CALL, "opened": [False, True, True]}, "caller"),
    ],
)
def test_a_field_that_is_missing_or_makes_no_sense_is_named(
    question: dict[str, Any], field: str
) -> None:
    assert code(**question) == "bad_value"
    assert f'"{field}"' in ask(**question)["message"]


@pytest.mark.parametrize(
    ("switch", "value", "takes"),
    [
        ("jokers", 3, "0, 1 or 2"),
        ("joker_points", 5, "25 or 30"),
        ("hand_size", 13, "1 to 12"),
        ("progressive_limit", -1, "a whole number from 0"),
        ("kang", 1, "true or false"),
        ("ace_in_runs", "high", "both or low"),
        ("payout", "euros", "stake_rate, chips or units"),
        ("discard_guards", ["none"], "any of no_return, stock_after_6"),
        ("suits", "HS", "letters of SHDC in that order"),
    ],
)
def test_a_switch_with_a_value_it_cannot_have_says_what_it_takes(
    switch: str, value: object, takes: str
) -> None:
    told = ask(q="meld", cards="7S", set={switch: value})
    assert told == {"error": "bad_value", "message": f'Correct "set": {switch} takes {takes}.'}


def test_messages_stay_short_whatever_is_asked() -> None:
    long = "Z" * 50_000
    for question in (
        {"q": "meld", "cards": long},
        {"q": "meld", "cards": "7S", long: 1},
        {"q": "meld", "cards": "7S", "set": {long: 1}},
        {**CALL, "replies": {long: "show"}},
        {"q": "legal", "position": f"turn {long}"},
    ):
        assert len(ask(**question)["message"]) < 400


@pytest.mark.parametrize("depth", [10, 900, 950, 980, 990, 1000])
def test_a_value_nested_as_deep_as_json_reads_it_does_no_harm(depth: int) -> None:
    nested = "[" * depth + "]" * depth
    for field in ("cards", "set", "rules", "q"):
        others = '"q":"meld",' if field != "q" else ""
        assert "error" in json.loads(answer("{" + others + f'"{field}":{nested}' + "}"))
    switched = '{"q":"meld","cards":"7S","set":{"ace_in_runs":' + nested + "}}"
    assert json.loads(answer(switched))["error"] in {"bad_value", "bad_json"}


# The process.


def test_every_line_is_answered_in_order_whatever_stands_between() -> None:
    lines = [
        b'{"q":"meld","cards":"7S 7H 7C"}',
        b"\xff\xfe broken",
        b"",
        b'{"q":"sapaw","meld":"5H 6H 7H","cards":"8H"}\r',
        b'\xef\xbb\xbf{"q":"deadwood","cards":"QS KS AS 4H 9D"}',
    ]
    done = run("ask", stdin=b"\n".join(lines))
    assert (done.returncode, done.stderr) == (0, b"")
    first, second, third, fourth, fifth = (json.loads(line) for line in done.stdout.splitlines())
    assert first == {"valid": True, "kind": "set", "kinds": ["set"]}
    assert second["error"] == third["error"] == "bad_json"
    assert fourth == {"valid": True}
    assert fifth["points"] == 13


def test_an_answer_comes_before_the_next_question_is_asked() -> None:
    command = [sys.executable, "-m", "tongits", "ask"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text, valid in (("7S 7H 7C", True), ("7S 7H", False)):
            process.stdin.write(json.dumps({"q": "meld", "cards": text}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["valid"] is valid
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    command = [sys.executable, "-m", "tongits", "ask"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, errors = process.communicate(b'{"q":"meld","cards":"7S 7H 7C"}\n' * 100, timeout=60)
    assert (process.returncode, errors) == (0, b"")


def test_help_tells_the_questions() -> None:
    done = run("--help")
    assert done.returncode == 0
    questions = (b"meld", b"sapaw", b"deadwood", b"take", b"may_call", b"burned", b"settle")
    for word in (b"ask", *questions, b"hitter", b"legal"):
        assert word in done.stdout


def test_every_question_of_the_help_has_an_answer() -> None:
    told = run("ask", "--help").stdout.decode("ascii").splitlines()
    lines = [line for line in told if line.startswith('  {"q":')]
    asked = {json.loads(line)["q"] for line in lines}
    assert asked == set(_QUESTIONS)
    assert [line for line in lines if "error" in json.loads(answer(line))] == []


def test_the_help_names_every_field_of_settle_and_may_call() -> None:
    told = run("ask", "--help").stdout.decode("ascii")
    assert [name for name in (*SETTLE_FIELDS, *CALL_FIELDS) if f'"{name}"' not in told] == []


@pytest.mark.parametrize("arguments", [(), ("answer",), ("ask", "more")])
def test_an_unknown_command_ends_with_one_sentence(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.strip().endswith(b".")
