"""The rules' vectors of groups A to D and I to K, by their ids, for each preset (rules.md 3).

Where the command line can ask the same question, it must give the same answer.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.tables import (
    P0,
    P1,
    P2,
    PRESETS,
    after,
    card,
    cards,
    is_legal,
    meld_from,
    outcome,
    refused,
    rules_with,
    table,
)
from tests.rules.vectors import BY_ID, VECTORS, Vector, ask, every_preset, group
from tongits.cards import is_joker
from tongits.engine import legal_moves
from tongits.melds import extensions, meld_kinds
from tongits.moves import Answer, Call, Declare, Discard, Draw, Lay, LayFaceDown, Move, Sapaw, Take
from tongits.rules import Rules
from tongits.seats import SeatNo, with_seat
from tongits.splits import best_split, deadwood
from tongits.state import GameState, Phase

JOKERS = {"jokers": 2}


def joker_rules(name: str, setup: str, **switches: object) -> Rules:
    """A preset as the vector asks for it: with jokers where one stands in it."""
    played = any(is_joker(one) for one in cards(setup))
    return rules_with(PRESETS[name], **(JOKERS if played else {}), **switches)


# Group A, melds.


@every_preset
@group("A")
def test_what_is_a_meld(vector: Vector, rules: str) -> None:
    setup, valid = vector["setup"], vector[rules] == "valid"
    played = joker_rules(rules, setup)
    assert bool(meld_kinds(cards(setup), played)) is valid
    answered = ask(q="meld", rules=rules, cards=setup, set={"jokers": played.jokers})
    assert answered["valid"] is valid


@group("A")
def test_what_is_a_meld_where_two_naturals_are_needed(vector: Vector) -> None:
    """The notes of the vectors with jokers tell `joker_min_naturals` 2."""
    told = re.search(r"needs >=2 naturals: (\w+)", vector.get("note", ""))
    assert bool(told) == ("jokers on" in vector["what"])
    if told:
        rules = joker_rules("book", vector["setup"], joker_min_naturals=2)
        assert bool(meld_kinds(cards(vector["setup"]), rules)) is (told[1] == "valid")
        switches = {**JOKERS, "joker_min_naturals": 2}
        answered = ask(q="meld", cards=vector["setup"], set=switches)
        assert answered["valid"] is (told[1] == "valid")


# Group B, deadwood.


@every_preset
@group("B", without=("B36",))
def test_deadwood(vector: Vector, rules: str) -> None:
    setup, points = vector["setup"], int(vector[rules])
    played = joker_rules(rules, setup)
    assert deadwood(cards(setup), played) == points
    answered = ask(q="deadwood", rules=rules, cards=setup, set={"jokers": played.jokers})
    assert answered["points"] == points
    shown = [word for text in (*answered["melds"], answered["loose"]) for word in text.split()]
    assert sorted(shown) == sorted(setup.split())


def test_b36_book_the_four_does_not_open() -> None:
    setup, points = BY_ID["B36"]["setup"], BY_ID["B36"]["book"]
    state = table(hands=(setup, "KD", "KC"))
    assert not state.is_opened(P0)
    for opened in (True, False):
        assert points == f"{ask(q='deadwood', cards=setup, opened=opened)['points']} (but burned)"
    assert ask(q="burned", hand=setup) == {"burned": True}


def test_b36_pagat_the_four_opens_when_it_lies_face_down() -> None:
    setup = BY_ID["B36"]["setup"]
    assert BY_ID["B36"]["pagat"] == "11 opened / 28 if the set is laid face down"
    state = table(hands=(setup, "KD", "KC"), rules=PRESETS["pagat"], phase=Phase.ACT)
    laid = after(state, (P0, LayFaceDown(cards("7S 7H 7D 7C"))))
    assert laid.is_opened(P0)
    assert deadwood(laid.hands[P0], laid.rules) == 28
    assert ask(q="deadwood", rules="pagat", cards=setup)["points"] == 11


def test_b36_go_an_unopened_split_keeps_the_four() -> None:
    setup = BY_ID["B36"]["setup"]
    assert BY_ID["B36"]["go"] == "11 opened / 28 unopened"
    rules = PRESETS["go"]
    assert deadwood(cards(setup), rules, opened=True) == 11
    assert deadwood(cards(setup), rules, opened=False) == 28
    assert ask(q="deadwood", rules="go", cards=setup, opened=True)["points"] == 11
    unopened = ask(q="deadwood", rules="go", cards=setup, opened=False)
    assert (unopened["points"], unopened["melds"]) == (28, ["7S 7H 7D 7C"])


# Group C, sapaw.


def notated(meld: str) -> str:
    """`6H*` is a joker that stands for the six of hearts."""
    return re.sub(r"(\w\w)\*", r"X1=\1", meld)


@every_preset
@group("C", without=("C19",))
def test_sapaw(vector: Vector, rules: str) -> None:
    meld, laid_off = map(notated, vector["setup"].split("<-"))
    valid = vector[rules] == "valid"
    played = joker_rules(rules, f"{meld} {laid_off}")
    found = extensions(meld_from(meld, played), cards(laid_off), played)
    assert any(set(some) == set(cards(laid_off)) for some, _ in found) is valid
    answered = ask(q="sapaw", rules=rules, meld=meld, cards=laid_off, set={"jokers": played.jokers})
    assert answered == {"valid": valid}


@every_preset
def test_c19_a_card_that_fits_two_melds_goes_where_the_player_says(rules: str) -> None:
    state = table(
        hands=("8H KD", "2C", "3C"),
        melds=("1: 5H 6H 7H", "2: 9H TH JH"),
        phase=Phase.ACT,
        rules=PRESETS[rules],
    )
    for number, owner, other in ((0, P1, P2), (1, P2, P1)):
        assert is_legal(state, P0, Sapaw(number, cards("8H")))
        laid = after(state, (P0, Sapaw(number, cards("8H"))))
        assert [len(meld.cards) for meld in laid.melds] == [4 - number, 3 + number]
        assert laid.melds[number].owner == owner
        # the owner chosen loses the call, where sapaw blocks
        assert (laid.blocks[owner] is not None) is (rules != "book")
        assert laid.blocks[other] is None


# Group D, who may call.


def lap(state: GameState) -> GameState:
    """Everybody draws and throws that card until it is P0's turn again."""
    while not (state.turn_seat == P0 and state.phase is Phase.START):
        if state.phase is Phase.START:
            state = after(state, (state.turn_seat, Draw()))
        state = after(state, (state.turn_seat, Discard(state.hands[state.turn_seat][-1])))
    return state


def _turn_of(
    rules: Rules, seat: SeatNo, hand: str, melds: tuple[str, ...], *moves: Move
) -> GameState:
    """P0's next start of turn after a seat made moves; the others drew and threw."""
    hands = with_seat(("4S", "4D", "4C"), seat, hand)
    state = table(hands=hands, melds=melds, turn_seat=seat, phase=Phase.ACT, rules=rules)
    return lap(after(state, *((seat, move) for move in moves)))


_OTHERS = "1: 5H 6H 7H"
_RUN = "0: TC JC QC"
D_CASES: dict[str, Callable[[Rules], GameState]] = {
    "D01": lambda rules: _turn_of(rules, P0, "2S 2H 3C", (_RUN,)),
    "D02": lambda rules: _turn_of(rules, P0, "2S 2H 3C", (_OTHERS,)),
    "D03": lambda rules: _turn_of(rules, P0, "8H 2H 3C", (_OTHERS,), Sapaw(0, cards("8H"))),
    "D04": lambda rules: _turn_of(rules, P1, "KC 2H 3C", (_RUN,), Sapaw(0, cards("KC"))),
    "D05": lambda rules: _turn_of(rules, P0, "KC 2H 3C", (_RUN,), Sapaw(0, cards("KC"))),
    "D06": lambda rules: _turn_of(rules, P0, "9S 9H 9D 9C 2H 3C", (), Lay(cards("9S 9H 9D 9C"))),
    "D07": lambda rules: after(_turn_of(rules, P0, "2S 2H 3C", (_RUN,)), (P0, Draw())),
}


def facts(setup: str) -> dict[str, bool]:
    return {name: value == "True" for name, value in re.findall(r"(\w+)=(\w+)", setup)}


@every_preset
@group("D")
def test_who_may_call(vector: Vector, rules: str) -> None:
    state = D_CASES[vector["id"]](PRESETS[rules])
    may_call = vector[rules] == "yes"
    assert state.is_opened(P0) is ("opened=True" in vector["setup"])
    assert is_legal(state, P0, Call()) is may_call
    answered = ask(q="may_call", rules=rules, **facts(vector["setup"]))
    assert answered["allowed"] is may_call
    if not may_call:
        assert answered["code"] == refused(state, P0, Call())


@group("D")
def test_who_may_call_by_the_reading_of_tongits_net(vector: Vector) -> None:
    told = vector["note"] == "tongits.net reading: yes"
    switches = {"long_meld_self_connect": True}
    state = D_CASES[vector["id"]](rules_with(PRESETS["go"], **switches))
    assert is_legal(state, P0, Call()) is told
    answered = ask(q="may_call", rules="go", set=switches, **facts(vector["setup"]))
    assert answered["allowed"] is told


# Group I, taking the discard.


@every_preset
@group("I", without=("I12", "I13"))
def test_taking_the_discard(vector: Vector, rules: str) -> None:
    parts = dict(part.strip().split(" ", 1) for part in vector["setup"].split(";"))
    melds = (f"1: {parts['table']}",) if "table" in parts else ()
    hand, top = parts["hand"], card(parts["discard"])
    state = table(hands=(hand, "JC", "JH"), melds=melds, discards=top, rules=PRESETS[rules])
    takes = [move for move in legal_moves(state, P0) if isinstance(move, Take)]
    told = re.search(r"(\d) melds", vector[rules])
    possible = int(told[1]) if told else 0
    if rules == "book":
        assert takes == [Take()]
        taken = after(state, (P0, Take()))
        lays = [m for m in legal_moves(taken, P0) if isinstance(m, Lay) and top in m.cards]
        assert len(lays) == possible
        # free: it may also simply be kept and another card be thrown
        assert any(isinstance(move, Discard) for move in legal_moves(taken, P0))
    else:
        assert vector[rules] == (f"yes, must lay one of {possible} melds" if possible else "NO")
        assert len(takes) == possible
        assert all(top in take.cards for take in takes)
    answered = ask(q="take", rules=rules, hand=hand, discard=top)
    assert answered["allowed"] is bool(takes)
    assert answered["must_lay"] is (rules != "book")
    listed = re.search(r"ace-low melds: ([^;]*(?:; [\dTJQKA][^;]*)*)", vector["note"])
    assert listed
    noted = [] if listed[1] == "none" else listed[1].replace("-", " ").split("; ")
    assert answered["melds"] == noted
    assert len(noted) == possible


def test_i12_a_taken_card_may_not_be_thrown_back() -> None:
    state = after(table(hands=("5S 9H", "JC", "JH"), discards="7S"), (P0, Take()))
    assert refused(state, P0, Discard(card("7S"))) == "taken_this_turn"


@pytest.mark.parametrize("rules", ["pagat", "go"])
def test_i12_cannot_arise_where_the_taken_card_is_laid_at_once(rules: str) -> None:
    state = table(hands=("7H 7D 9H", "JC", "JH"), discards="7S", rules=PRESETS[rules])
    taken = after(state, (P0, Take(cards("7S 7H 7D"))))
    assert card("7S") not in taken.hands[P0]
    assert refused(taken, P0, Discard(card("7S"))) == "card_not_held"


def test_i13_book_only_the_top_discard_can_be_taken() -> None:
    state = after(table(hands=("5S 9H", "JC", "JH"), discards="2C 7S"), (P0, Take()))
    assert state.hands[P0] == cards("5S 9H 7S")
    assert state.discards == cards("2C")


@pytest.mark.parametrize("rules", ["pagat", "go"])
def test_i13_only_the_top_discard_can_be_laid(rules: str) -> None:
    state = table(hands=("2S 2H 9H", "JC", "JH"), discards="2C 7S", rules=PRESETS[rules])
    assert refused(state, P0, Take(cards("2S 2H 2C"))) == "no_new_meld"
    both = table(hands=("2S 2H 7H 7D", "JC", "JH"), discards="2C 7S", rules=PRESETS[rules])
    assert refused(both, P0, Take(cards("2S 2H 2C"))) == "take_needs_meld"


# Group J, Tongits.


def ending_of(state: GameState) -> tuple[str, int | None]:
    return outcome(state).ending, outcome(state).winner


def _j02(rules: Rules) -> None:
    state = table(
        hands=("8H", "KD", "KC"),
        melds=("0: 2S 3S 4S", "1: 5H 6H 7H"),
        phase=Phase.ACT,
        rules=rules,
    )
    assert ending_of(after(state, (P0, Sapaw(1, cards("8H"))))) == ("tongits", P0)


def _j04(rules: Rules) -> None:
    state = table(hands=("8H 8S 8D 2C 3C", "KD", "KC"), stock="4C 5C", rules=rules)
    state = after(state, (P0, Draw()))
    assert state.outcome is None
    assert is_legal(state, P0, Declare()) is rules.tongits_declare_in_hand
    if rules.tongits_declare_in_hand:
        assert ending_of(after(state, (P0, Declare()))) == ("tongits", P0)
    first = after(state, (P0, Lay(cards("8H 8S 8D"))))
    assert first.outcome is None
    assert ending_of(after(first, (P0, Lay(cards("2C 3C 4C"))))) == ("tongits", P0)


def _j05(rules: Rules) -> None:
    state = table(hands=("8H", "KD", "KC"), melds=("1: 5H 6H 7H",), phase=Phase.ACT, rules=rules)
    laid = after(state, (P0, Sapaw(0, cards("8H"))))
    assert not laid.is_opened(P0)
    assert outcome(laid).burned[P0]
    assert ending_of(laid) == ("tongits", P0)


def _j08(rules: Rules) -> None:
    final = rules_with(rules, final_discard=True)
    state = table(
        hands=("8H 8S 8D", "KD", "KC"), melds=("1: 5C 6C 7C",), phase=Phase.ACT, rules=final
    )
    single = replace(state, hands=(cards("8C"), *state.hands[1:]))
    assert refused(state, P0, Lay(cards("8H 8S 8D"))) == "keep_a_discard"
    assert refused(single, P0, Sapaw(0, cards("8C"))) == "keep_a_discard"


def _j09(rules: Rules) -> None:
    state = table(hands=("8H 8S", "KD", "KC"), discards="8D", rules=rules)
    meld = cards("8S 8H 8D")
    free = rules.discard_take == "free"
    moves: tuple[Move, ...] = (Take(), Lay(meld)) if free else (Take(meld),)
    assert ending_of(after(state, *((P0, move) for move in moves))) == ("tongits", P0)


def _j10(rules: Rules) -> None:
    melds = ("0: 2S 3S 4S", "1: 5H 6H 7H")
    state = table(hands=("8H 8S 8D", "KD", "KC"), melds=melds, rules=rules)
    called = after(state, (P0, Call()), (P1, Answer("challenge")))
    assert outcome(called).deadwood[P0] == 0
    assert ending_of(called) == ("call", P0)


_TONGITS = {"book": "Tongits", "pagat": "Tongits", "go": "Tongits"}
J_CASES: dict[str, tuple[Callable[[Rules], None], dict[str, str]]] = {
    "J02": (_j02, _TONGITS),
    "J04": (
        _j04,
        {
            "book": "lay them, then Tongits",
            "pagat": "may declare without laying",
            "go": "may declare (Tongits button)",
        },
    ),
    "J05": (_j05, {**_TONGITS, "book": "Tongits (burned status does not matter)"}),
    "J08": (
        _j08,
        {"book": "that meld/sapaw is refused", "pagat": "refused", "go": "refused"},
    ),
    "J09": (_j09, _TONGITS),
    "J10": (
        _j10,
        {
            "book": "a call, not Tongits (call payout)",
            "pagat": "a call, not Tongits",
            "go": "a call, not Tongits",
        },
    ),
}


@every_preset
@group("J")
def test_tongits(vector: Vector, rules: str) -> None:
    holds, meant = J_CASES[vector["id"]]
    assert meant[rules] == vector[rules]
    holds(PRESETS[rules])


# Group K, burned.

K_CASES: dict[str, tuple[str, tuple[str, ...]]] = {
    "K01": ("9S", ("0: 5H 6H 7H",)),
    "K05": ("9S 9H 9D 9C", ()),
    "K08": ("5H 6H 7H 8H", ()),
    "K09": ("9S", ("0: 5H 6H 7H 8H",)),
    "K10": ("5H 6H 7H", ()),
}


def is_burned_at_the_end(rules: Rules, hand: str, *melds: str) -> bool:
    """Whether P0 is shut out when P1 throws the last card of the hand."""
    state = table(
        hands=(hand, "KD KS", "KC QH"),
        melds=("1: 2S 3S 4S", *melds),
        stock="",
        turn_seat=P1,
        phase=Phase.ACT,
        last_drawer=P1,
        rules=rules,
    )
    return outcome(after(state, (P1, Discard(card("KD"))))).burned[P0]


@every_preset
@group("K", without=("K06",))
def test_burned(vector: Vector, rules: str) -> None:
    expected = vector[rules] == "BURNED"
    hand, melds = K_CASES[vector["id"]]
    assert is_burned_at_the_end(PRESETS[rules], hand, *melds) is expected
    answered = ask(q="burned", rules=rules, opened=bool(melds), hand=hand)
    assert answered == {"burned": expected}


@every_preset
def test_k06_four_of_a_kind_laid_face_down(rules: str) -> None:
    state = table(hands=("9S 9H 9D 9C 2C", "KD", "KC"), phase=Phase.ACT, rules=PRESETS[rules])
    offered = LayFaceDown(cards("9S 9H 9D 9C")) in legal_moves(state, P0)
    told = BY_ID["K06"][rules]
    assert told == ("safe" if offered else "move not offered")
    assert offered is (rules == "pagat")
    asked = ask(q="burned", rules=rules, opened=False, hand="2C", face_down=True)
    assert asked == {"burned": not offered}
    if offered:
        laid = ("0 down: 9S 9H 9D 9C",)
        assert not is_burned_at_the_end(PRESETS[rules], "2C", *laid)


def test_every_vector_is_tried_somewhere() -> None:
    """Each id belongs to a group above or stands alone in a test's name or table."""
    here = Path(__file__)
    source = (
        here.read_text("utf-8") + here.with_name("test_vectors_money.py").read_text("utf-8")
    ).lower()
    singly = {"B36", "C19", "I12", "I13"}
    alone = [v["id"] for v in VECTORS if v["id"][0] in "HK" or v["id"] in singly]
    assert [vector_id for vector_id in alone if vector_id.lower() not in source] == []
    assert {vector["id"][0] for vector in VECTORS} == set("ABCDEFGHIJK")
    assert len(VECTORS) == len(BY_ID)
    assert {v["id"] for v in VECTORS if v["id"][0] == "J"} == set(J_CASES)
    assert {v["id"] for v in VECTORS if v["id"][0] == "D"} == set(D_CASES)


def test_splits_of_vectors_show_every_card_once() -> None:
    for vector in VECTORS:
        if vector["id"][0] == "B":
            hand = cards(vector["setup"])
            split = best_split(hand, joker_rules("book", vector["setup"]))
            melded = [card for meld in split.melds for card in meld]
            assert sorted((*split.loose, *melded)) == sorted(hand)
