"""Questions about every preset and variant: take, may_call, burned, hitter, jokers, secrets."""

from typing import Any

import pytest

from tests.rules.vectors import ask, every_preset

CALL: dict[str, Any] = {
    "q": "settle",
    "stake": 10,
    "end": "call",
    "caller": 0,
    "deadwood": [12, 4, 30],
    "opened": [True, False, True],
}
HELD = [False, True, False]
CALL_FLAGS = (
    "opened",
    "drawn",
    "first_turn",
    "sapawed_by_other",
    "own_sapaw",
    "melded4_last_turn",
)


def code(**question: Any) -> str:
    answered = ask(**question)
    assert set(answered) == {"error", "message"}
    assert answered["message"].endswith(".")
    return str(answered["error"])


# Take.


def test_take_tells_every_meld_that_could_be_laid() -> None:
    asked = {"q": "take", "hand": "9S 9H 9D 2C", "discard": "9C"}
    melds = ["9C 9H 9S", "9C 9D 9S", "9C 9D 9H", "9C 9D 9H 9S"]
    assert ask(rules="go", **asked) == {"allowed": True, "must_lay": True, "melds": melds}
    assert ask(rules="book", **asked) == {"allowed": True, "must_lay": False, "melds": melds}


def test_take_without_a_meld() -> None:
    asked = {"q": "take", "hand": "9S 2C", "discard": "KD"}
    assert ask(rules="pagat", **asked) == {"allowed": False, "must_lay": True, "melds": []}
    assert ask(rules="book", **asked) == {"allowed": True, "must_lay": False, "melds": []}


def test_take_lists_no_meld_that_would_leave_nothing_to_throw() -> None:
    asked = {"q": "take", "rules": "go", "hand": "9S 9H", "discard": "9C"}
    assert ask(**asked)["melds"] == ["9C 9H 9S"]
    assert ask(**asked, set={"final_discard": True})["allowed"] is False


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"hand": "9S 9H"}, "bad_value"),
        ({"discard": "9S"}, "bad_value"),
        ({"hand": "9S 9H", "discard": "9C 9D"}, "bad_value"),
        ({"hand": "9S 9H", "discard": ""}, "bad_value"),
        ({"hand": "9S 9H", "discard": 9}, "bad_value"),
        ({"hand": "9S 9H", "discard": "9S"}, "duplicate_card"),
        ({"hand": "9S 9H 9S", "discard": "9C"}, "duplicate_card"),
        ({"hand": "9S 9H", "discard": "X1"}, "bad_card"),
        ({"hand": "9S 9Z", "discard": "9C"}, "bad_card"),
        ({"hand": "9S 9H", "discard": "9C", "cards": "9D"}, "unknown_field"),
        ({"hand": "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "discard": "9C"}, "bad_value"),
    ],
)
def test_take_refuses(asked: dict[str, Any], error: str) -> None:
    assert code(q="take", **asked) == error


# May call.


@every_preset
def test_may_call_a_quiet_lap(rules: str) -> None:
    assert ask(q="may_call", rules=rules, opened=True) == {"allowed": True}


@every_preset
@pytest.mark.parametrize("flag", ["drawn", "first_turn"])
def test_may_call_only_before_the_draw(rules: str, flag: str) -> None:
    """1.4: start of own turn; the dealer's first turn has none."""
    told = ask(q="may_call", rules=rules, opened=True, **{flag: True})
    assert told == {"allowed": False, "code": "already_drawn"}


@every_preset
def test_may_call_only_when_opened(rules: str) -> None:
    assert ask(q="may_call", rules=rules) == {"allowed": False, "code": "not_opened"}


@pytest.mark.parametrize("flag", ["sapawed_by_other", "own_sapaw"])
def test_may_call_sapaw_blocks_where_it_does(flag: str) -> None:
    asked = {"q": "may_call", "opened": True, flag: True}
    blocked = {"allowed": False, "code": "sapaw_blocks_call"}
    assert ask(rules="book", **asked) == {"allowed": True}
    assert ask(rules="pagat", **asked) == ask(rules="go", **asked) == blocked
    assert ask(rules="go", set={"sapaw_blocks_call": "off"}, **asked) == {"allowed": True}
    assert ask(rules="book", set={"sapaw_blocks_call": "owner_next_turn"}, **asked) == blocked


def test_may_call_a_long_meld_blocks_by_tongits_net() -> None:
    asked = {"q": "may_call", "rules": "go", "opened": True, "melded4_last_turn": True}
    assert ask(**asked) == {"allowed": True}
    told = ask(set={"long_meld_self_connect": True}, **asked)
    assert told == {"allowed": False, "code": "sapaw_blocks_call"}


@pytest.mark.parametrize("flag", CALL_FLAGS)
def test_may_call_takes_true_or_false(flag: str) -> None:
    assert code(q="may_call", **{flag: 1}) == "bad_value"


# Burned.


@pytest.mark.parametrize(
    ("asked", "burned"),
    [
        ({}, {"book": True, "pagat": True, "go": True}),
        ({"opened": True}, {"book": False, "pagat": False, "go": False}),
        ({"hand": "9S 9H 9D 9C"}, {"book": True, "pagat": True, "go": False}),
        ({"hand": "4H 5H 6H 7H 8H"}, {"book": True, "pagat": True, "go": False}),
        ({"hand": "4H 5H 6H 7H"}, {"book": True, "pagat": True, "go": True}),
        ({"face_down": True}, {"book": True, "pagat": False, "go": True}),
    ],
)
@every_preset
def test_burned(rules: str, asked: dict[str, Any], burned: dict[str, bool]) -> None:
    assert ask(q="burned", rules=rules, **asked) == {"burned": burned[rules]}


def test_burned_refuses() -> None:
    assert code(q="burned", opened="no") == "bad_value"
    assert code(q="burned", face_down="9S 9H 9D 9C") == "bad_value"
    assert code(q="burned", hand="9S 9S") == "duplicate_card"
    assert code(q="burned", seat=0) == "unknown_field"
    fourteen = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH"
    assert code(q="burned", hand=fourteen) == "bad_value"


# Hitter.


@pytest.mark.parametrize("winners", [None, 0, [3], [True], ["0"], [[0]], {"0": 1}, [0.0]])
def test_hitter_takes_a_list_of_seats(winners: object) -> None:
    assert code(q="hitter", rules="pagat", winners=winners) == "bad_value"


def test_hitter_is_not_asked_of_a_carried_book_pot() -> None:
    assert code(q="hitter", winners=[0], set={"hitter_ante_units": 1}) == "switches_clash"


@pytest.mark.parametrize(
    "asked", [{"rules": "pagat"}, {"rules": "go"}, {"set": {"payout": "chips"}}]
)
def test_settle_carries_no_pot_where_payouts_are_in_units(asked: dict[str, Any]) -> None:
    """2.3b: an ante in units and a carried book pot make no sense together."""
    asked = {**CALL, **asked}
    assert code(**asked, pot=30) == "switches_clash"
    told = ask(**asked, pot=30)["message"]
    assert told == "Set pot or payout otherwise: together they make no sense."
    assert ask(**asked, pot=0) == ask(**asked)


# Secrets.


def test_secret_held_in_go_saves_and_may_challenge_but_opens_nobody() -> None:
    challenge = {"rules": "go", "replies": {"1": "challenge"}}
    assert ask(**CALL, **challenge, secret_held=HELD)["winner"] == 1
    assert code(**CALL, **challenge) == "illegal_reply"
    assert code(**CALL | {"caller": 1}, rules="go", secret_held=HELD) == "bad_value"


def test_secret_held_in_go_saves_from_the_burned_unit() -> None:
    assert ask(**CALL, rules="go")["chips"] == [30, -20, -10]
    assert ask(**CALL, rules="go", secret_held=HELD)["chips"] == [20, -10, -10]


def test_secret_held_in_go_wins_a_stock_out() -> None:
    stock = {**CALL, "end": "stock", "caller": None, "last_drawer": 2, "rules": "go"}
    assert ask(**stock, secret_held=HELD)["winner"] == 1
    assert ask(**stock)["winner"] == 0


def test_secret_held_in_pagat_lies_face_down_and_opens() -> None:
    pagat = {"rules": "pagat", "secret_held": HELD}
    assert ask(**CALL, **pagat, replies={"1": "challenge"})["winner"] == 1
    assert ask(**CALL | {"caller": 1}, **pagat)["chips"] == [-10, 20, -10]
    assert ask(**CALL, **pagat)["chips"] == [20, -10, -10]


def test_secret_held_in_book_is_ignored() -> None:
    assert ask(**CALL, secret_held=HELD) == ask(**CALL)


@pytest.mark.parametrize(("rules", "units"), [("pagat", 3), ("go", 1)])
def test_only_winner_secrets_pays(rules: str, units: int) -> None:
    """Who holds one and loses gets nothing for it; who wins is asked for by number."""
    held = {**CALL, "rules": rules, "secret_held": [True, True, False]}
    assert ask(**held)["chips"] == [20, -10, -10]
    each = 10 * (1 + units)
    assert ask(**held, winner_secrets=1)["chips"] == [2 * each, -each, -each]


def test_secret_held_where_it_may_both_lie_and_be_kept_is_kept() -> None:
    asked = {**CALL, "rules": "pagat", "secret_held": HELD, "set": {"secret_in_hand": True}}
    assert ask(**asked, replies={"1": "challenge"})["winner"] == 1
    assert code(**asked | {"caller": 1}) == "bad_value"


# A void hand.


@pytest.mark.parametrize("rules", ["pagat", "go"])
def test_a_void_hand_costs_nobody_anything_in_units(rules: str) -> None:
    void = {"q": "settle", "end": "stock", "last_drawer": 0, "deadwood": [1, 2, 3], "stake": 10}
    answered = ask(rules=rules, opened=[False] * 3, **void)
    assert answered == {"winner": None, "chips": [0] * 3, "fee": 0, "pot": 0, "void": True}


@every_preset
def test_chips_fee_and_pot_balance(rules: str) -> None:
    stock = {"end": "stock", "caller": None, "last_drawer": 1}
    tongits = {"end": "tongits", "winner": 1}
    pot = 45 if rules == "book" else 0
    for end in ({"end": "call"}, stock, tongits):
        asked = {**CALL, **end, "rules": rules, "brought": [30, 25, 20], "pot": pot}
        answered = ask(**asked, winner_aces=2, winner_secrets=1, set={"fee_percent": 7})
        assert sum(answered["chips"]) + answered["fee"] + answered["pot"] == pot
        assert min(answered["chips"]) >= -30


# Jokers.

JOKERS = {"jokers": 2}


@pytest.mark.parametrize(
    ("cards", "kinds"),
    [
        ("7S 7H X1", ["set"]),
        ("X1 X2 9C", ["set", "run"]),
        ("5H X1 7H", ["run"]),
        ("5H X1=6H 7H", ["run"]),
        ("5H x1=6h 7H", ["run"]),
        ("5H X1=10H 7H", []),
        ("5H X1=8H 7H", []),
        ("5H 6H X1=7H X2", ["run"]),
        ("5H 6H X1=9H X2", []),
        ("X1=7C X2=8C 9C", ["run"]),
        ("X1=6H X2=6H 5H", []),
        ("7S 7H X1=7D", []),
        ("X1=7H", []),
    ],
)
def test_jokers_without_a_name_take_any_that_fits(cards: str, kinds: list[str]) -> None:
    answered = ask(q="meld", cards=cards, set=JOKERS)
    assert answered["kinds"] == kinds
    assert answered["kind"] == (kinds[0] if kinds else None)
    assert answered["valid"] is bool(kinds)


@pytest.mark.parametrize(
    ("meld", "cards", "valid"),
    [
        ("5H 6H 7H", "X1", True),
        ("5H 6H 7H", "X1=8H", True),
        ("5H 6H 7H", "X1=9H", False),
        ("5H 6H 7H", "X1 9H", True),
        ("5H 6H 7H", "X1=4H 9H", False),
        ("5H X1=6H 7H", "6H", False),
        ("5H X1 7H", "6H", False),
        ("5H X1=6H 7H", "8H", True),
        ("5H 6H X1", "7H", True),
        ("5H 6H X1=7H", "7H", False),
        ("7S 7H X1", "7C", True),
        ("7S 7H X1", "7C 7D", False),
        ("7S 7H 7D", "X1", True),
        ("7S 7H 7D", "X1=7C", False),
        ("QH KH X1=AH", "X2", True),
        ("QH KH X1=AH", "X2=2H", False),
    ],
)
def test_jokers_at_a_sapaw(meld: str, cards: str, valid: bool) -> None:
    assert ask(q="sapaw", meld=meld, cards=cards, set=JOKERS) == {"valid": valid}


@pytest.mark.parametrize("text", ["7S=8S", "X1=X2", "X1=", "X1=6Z", "=6H", "X1==6H", "X3=6H"])
def test_a_name_is_a_jokers_and_a_natural_card(text: str) -> None:
    assert code(q="meld", cards=f"5H {text}", set=JOKERS) == "bad_card"


def test_a_hand_names_no_joker() -> None:
    assert code(q="deadwood", cards="5H X1=6H 7H", set=JOKERS) == "bad_card"


def test_jokers_twice() -> None:
    assert code(q="meld", cards="5H X1=6H X1=7H", set=JOKERS) == "duplicate_card"
    assert code(q="sapaw", meld="5H X1 7H", cards="X1", set=JOKERS) == "duplicate_card"


def test_jokers_in_a_split() -> None:
    answered = ask(q="deadwood", cards="X1 QH AH 7C", set=JOKERS)
    assert answered == {"points": 7, "melds": ["QH X1 AH"], "loose": "7C"}


@every_preset
def test_more_cards_than_any_meld_has_are_none(rules: str) -> None:
    every = " ".join(rank + suit for suit in "SHDC" for rank in "A23456789TJQK") + " X1 X2"
    assert ask(q="meld", rules=rules, cards=every, set=JOKERS)["valid"] is False
    rest = every.removeprefix("AS 2S 3S ")
    sapaw = ask(q="sapaw", rules=rules, meld="AS 2S 3S", cards=rest, set=JOKERS)
    assert sapaw == {"valid": False}


# Legal moves of a position.

POSITION = "turn 0 start\nhand 0 7S 7H X1 KD\nhand 1 3\nhand 2 3\nmeld 0 2S 3S 4S\ndiscards 7C\n"


def test_legal_tells_every_move_of_the_seat_to_act() -> None:
    answered = ask(q="legal", position=f"rules go\nset jokers=1\n{POSITION}")
    assert answered == {
        "seats": [0],
        "moves": [
            "draw",
            "take 7C lay 7S 7H 7C",
            "take 7C lay 7S 7C X1",
            "take 7C lay 7H 7C X1",
            "take 7C lay 7S 7H 7C X1",
            "call",
        ],
        "can_take_back": False,
    }


def test_legal_uses_the_questions_rules_where_the_position_tells_none() -> None:
    told = ask(q="legal", position=f"rules go\nset jokers=1\n{POSITION}")
    assert ask(q="legal", rules="go", set={"jokers": 1}, position=POSITION) == told
    assert ask(q="legal", rules="book", set={"jokers": 1}, position=POSITION) != told
    assert ask(q="legal", rules="book", position=f"rules go\nset jokers=1\n{POSITION}") == told


def test_legal_after_a_call_is_what_every_seat_may_answer() -> None:
    position = """rules go
    turn 0 reply
    caller 0
    hand 0 KD
    hand 1 KS
    hand 2 9S 9H 9D 9C
    meld 0 2S 3S 4S
    meld 1 5H 6H 7H"""
    answered = ask(q="legal", position=position)
    assert (answered["seats"], answered["moves"]) == ([1, 2], ["fold", "challenge"])


ANSWERING = """turn 0 reply
caller 0
hand 0 KD
hand 1 KS
hand 2 9S 9H 9D 9C
meld 0 2S 3S 4S
"""


@pytest.mark.parametrize(
    ("rules", "position", "why"),
    [
        ("book", f"{ANSWERING}reply 0 show", "seat 0's reply at 7:7 of the position: it is the"),
        ("pagat", f"{ANSWERING}meld 1 5H 6H 7H\nreply 1 show", "these rules have fold and"),
        ("book", f"{ANSWERING}meld 1 5H 6H 7H\nreply 1 fold", "these rules have show and"),
        ("go", f"{ANSWERING}reply 1 challenge", "it is burned"),
        ("pagat", f"{ANSWERING}reply 2 challenge", "it is burned"),
        ("book", ANSWERING.replace("hand 2 9S 9H 9D 9C", "hand 2 12\nreply 2 challenge"), "burned"),
        ("go", "turn 0 act\nhand 0 3\nhand 1 3\nhand 2 3\nreply 1 fold", "before a call"),
        ("go", "turn 0 start\nhand 0 3\nhand 1 3\nhand 2 3\nreply 0 fold", "before a call"),
    ],
)
def test_legal_refuses_a_reply_that_nobody_could_give(rules: str, position: str, why: str) -> None:
    assert code(q="legal", rules=rules, position=position) == "illegal_reply"
    assert why in ask(q="legal", rules=rules, position=position)["message"]


@pytest.mark.parametrize(
    ("rules", "position", "seats"),
    [
        ("go", f"{ANSWERING}reply 2 challenge", []),
        ("go", ANSWERING.replace("hand 2 9S 9H 9D 9C", "hand 2 2\nreply 2 challenge"), []),
        ("book", f"{ANSWERING}meld 1 5H 6H 7H\nmeld 2 5S 6S 7S\nreply 1 show", [2]),
        ("pagat", f"{ANSWERING}meld 1 5H 6H 7H\nreply 1 challenge\nreply 2 fold", []),
    ],
)
def test_legal_takes_a_reply_that_the_seat_could_give(
    rules: str, position: str, seats: list[int]
) -> None:
    """A hand that is only counted may hold the secret that a challenger in go needs."""
    assert ask(q="legal", rules=rules, position=position)["seats"] == seats


def test_legal_cuts_no_reason_short() -> None:
    told = ask(q="legal", position="turn 0 start\nhand 0 3\nhand 1 3\nhand 2 3\nstock 1")
    assert told["message"].endswith("KC).")
    assert told["message"].count(" ") > 30
    assert "(wanted a seat, 0 to 2)" in ask(q="legal", position="turn")["message"]


def test_legal_tells_of_a_lay_that_can_be_taken_back() -> None:
    position = "rules go\nturn 0 act\nhand 0 KD\nhand 1 3\nhand 2 3\nmeld 0 2S 3S 4S\n"
    assert ask(q="legal", position=position)["can_take_back"] is False
    told = ask(q="legal", position=f"{position}placed 0 2S 3S 4S")
    assert (told["moves"], told["can_take_back"]) == (["throw KD"], True)


@pytest.mark.parametrize(
    ("position", "place"),
    [
        ("", "1:1"),
        ("turn 0 start\nhand 0 7S\nhand 1 7S\nhand 2 3", "3:8"),
        ("rules go\nturn 0 start\nhand 0 7S\nhand 1 7S\nhand 2 3", "4:8"),
        ("turn 0 sleeps", "1:8"),
        ("turn 0 start\nhand 0 7S 7H\nhand 1 3\nhand 2 X1", "4:8"),
    ],
)
def test_legal_says_where_a_position_is_wrong(position: str, place: str) -> None:
    assert code(q="legal", position=position) == "bad_value"
    assert f'"position": it stops at {place}' in ask(q="legal", position=position)["message"]


def test_legal_refuses() -> None:
    assert code(q="legal") == "bad_value"
    assert code(q="legal", position=["rules go"]) == "bad_value"
    assert code(q="legal", position="", hand="7S") == "unknown_field"
    many = "turn 0 act\nhand 0 14\nhand 1 3\nhand 2 3"
    assert "at most 13 cards" in ask(q="legal", position=many)["message"]
