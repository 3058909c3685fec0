"""The rules' vectors for `book` without variants, by their ids (rules.md 3).

Where the command line can ask the same question, it must give the same answer.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.tables import BOOK, P0, P1, P2, after, card, cards, is_legal, table
from tests.rules.vectors import BY_ID, VECTORS, Vector, ask, group
from tongits.engine import legal_moves
from tongits.errors import IllegalMove
from tongits.melds import deadwood, is_kind, meld_kinds
from tongits.moves import Call, Discard, Draw, Lay, Move, Sapaw, Take
from tongits.seats import SeatNo, with_seat
from tongits.state import GameState, Phase

# Group A, melds.


@group("A")
def test_what_is_a_meld(vector: Vector) -> None:
    valid = vector["book"] == "valid"
    assert bool(meld_kinds(cards(vector["setup"]), BOOK.ace_in_runs)) is valid
    assert ask(q="meld", cards=vector["setup"])["valid"] is valid


# Group B, deadwood.


@group("B")
def test_deadwood(vector: Vector) -> None:
    points = int(vector["book"].split()[0])
    assert deadwood(cards(vector["setup"]), BOOK.ace_in_runs) == points
    answered = ask(q="deadwood", cards=vector["setup"])
    assert answered["points"] == points
    shown = [word for text in (*answered["melds"], answered["loose"]) for word in text.split()]
    assert sorted(shown) == sorted(vector["setup"].split())


def test_b36_a_four_of_a_kind_in_hand_does_not_open() -> None:
    assert not table(hands=(BY_ID["B36"]["setup"], "KD", "KC")).is_opened(P0)


# Group C, sapaw.


@group("C", without=("C19",))
def test_sapaw(vector: Vector) -> None:
    meld, laid_off = vector["setup"].split("<-")
    valid = vector["book"] == "valid"
    kind = meld_kinds(cards(meld), BOOK.ace_in_runs)[0]
    assert is_kind(kind, (*cards(meld), *cards(laid_off)), BOOK.ace_in_runs) is valid
    assert ask(q="sapaw", meld=meld, cards=laid_off) == {"valid": valid}


def test_c19_a_card_that_fits_two_melds_goes_where_the_player_says() -> None:
    state = table(
        hands=("8H KD", "2C", "3C"), melds=("1: 5H 6H 7H", "2: 9H TH JH"), phase=Phase.ACT
    )
    for number, owner in ((0, P1), (1, P2)):
        assert is_legal(state, P0, Sapaw(number, cards("8H")))
        laid = after(state, (P0, Sapaw(number, cards("8H"))))
        assert [len(meld.cards) for meld in laid.melds] == [4 - number, 3 + number]
        assert laid.melds[number].owner == owner


# Group D, who may call.


def lap(state: GameState) -> GameState:
    """Everybody draws and throws that card until it is P0's turn again."""
    while not (state.turn_seat == P0 and state.phase is Phase.START):
        if state.phase is Phase.START:
            state = after(state, (state.turn_seat, Draw()))
        state = after(state, (state.turn_seat, Discard(state.hands[state.turn_seat][-1])))
    return state


def _turn_of(seat: SeatNo, hand: str, melds: tuple[str, ...], *moves: Move) -> GameState:
    """P0's next start of turn after a seat made moves; the others drew and threw."""
    hands = with_seat(("4S", "4D", "4C"), seat, hand)
    state = table(hands=hands, melds=melds, turn_seat=seat, phase=Phase.ACT)
    return lap(after(state, *((seat, move) for move in moves)))


_OTHERS = "1: 5H 6H 7H"
_RUN = "0: JC QC KC"
D_CASES: dict[str, Callable[[], GameState]] = {
    "D01": lambda: _turn_of(P0, "2S 2H 3C", (_RUN,)),
    "D02": lambda: _turn_of(P0, "2S 2H 3C", (_OTHERS,)),
    "D03": lambda: _turn_of(P0, "8H 2H 3C", (_OTHERS,), Sapaw(0, cards("8H"))),
    "D04": lambda: _turn_of(P1, "AC 2H 3C", (_RUN,), Sapaw(0, cards("AC"))),
    "D05": lambda: _turn_of(P0, "AC 2H 3C", (_RUN,), Sapaw(0, cards("AC"))),
    "D06": lambda: _turn_of(P0, "9S 9H 9D 9C 2H 3C", (), Lay(cards("9S 9H 9D 9C"))),
    "D07": lambda: after(_turn_of(P0, "2S 2H 3C", (_RUN,)), (P0, Draw())),
}


@group("D")
def test_who_may_call(vector: Vector) -> None:
    state = D_CASES[vector["id"]]()
    assert state.is_opened(P0) is ("opened=True" in vector["setup"])
    assert is_legal(state, P0, Call()) is (vector["book"] == "yes")


# Group I, taking the discard.


@group("I", without=("I12", "I13"))
def test_taking_the_discard(vector: Vector) -> None:
    parts = dict(part.strip().split(" ", 1) for part in vector["setup"].split(";"))
    melds = (f"1: {parts['table']}",) if "table" in parts else ()
    state = table(hands=(parts["hand"], "JC", "JH"), melds=melds, discards=parts["discard"])
    assert is_legal(state, P0, Take())
    taken = after(state, (P0, Take()))
    with_it = [
        move
        for move in legal_moves(taken, P0)
        if isinstance(move, Lay) and card(parts["discard"]) in move.cards
    ]
    possible = re.search(r"\((\d) melds possible\)", vector["book"])
    assert possible
    assert len(with_it) == int(possible[1])
    # free: it may also simply be kept and another card be thrown
    assert any(isinstance(move, Discard) for move in legal_moves(taken, P0))


def test_i12_a_taken_card_may_not_be_thrown_back() -> None:
    state = after(table(hands=("5S 9H", "JC", "JH"), discards="7S"), (P0, Take()))
    with pytest.raises(IllegalMove, match="taken_this_turn"):
        after(state, (P0, Discard(card("7S"))))


def test_i13_only_the_top_discard_can_be_taken() -> None:
    state = after(table(hands=("5S 9H", "JC", "JH"), discards="2C 7S"), (P0, Take()))
    assert state.hands[P0] == cards("5S 9H 7S")
    assert state.discards == cards("2C")


# Group J, Tongits.


def ending_of(state: GameState) -> tuple[str, int | None]:
    assert state.outcome is not None
    return state.outcome.ending, state.outcome.winner


def _j02() -> bool:
    state = table(hands=("8H", "KD", "KC"), melds=("0: 2S 3S 4S", "1: 5H 6H 7H"), phase=Phase.ACT)
    return ending_of(after(state, (P0, Sapaw(1, cards("8H"))))) == ("tongits", P0)


def _j04() -> bool:
    state = table(hands=("8H 8S 8D 2C 3C 4C", "KD", "KC"), phase=Phase.ACT)
    assert state.outcome is None
    first = after(state, (P0, Lay(cards("8H 8S 8D"))))
    assert first.outcome is None
    return ending_of(after(first, (P0, Lay(cards("2C 3C 4C"))))) == ("tongits", P0)


def _j05() -> bool:
    state = table(hands=("8H", "KD", "KC"), melds=("1: 5H 6H 7H",), phase=Phase.ACT)
    laid = after(state, (P0, Sapaw(0, cards("8H"))))
    return not laid.is_opened(P0) and ending_of(laid) == ("tongits", P0)


def _j08() -> bool:
    rules = replace(BOOK, final_discard=True)
    state = table(
        hands=("8H 8S 8D", "KD", "KC"), melds=("1: 5C 6C 7C",), phase=Phase.ACT, rules=rules
    )
    single = replace(state, hands=(cards("8C"), *state.hands[1:]))
    return not is_legal(state, P0, Lay(cards("8H 8S 8D"))) and not is_legal(
        single, P0, Sapaw(0, cards("8C"))
    )


def _j09() -> bool:
    state = table(hands=("8H 8S", "KD", "KC"), discards="8D")
    return ending_of(after(state, (P0, Take()), (P0, Lay(cards("8S 8H 8D"))))) == ("tongits", P0)


def _j10() -> bool:
    state = table(hands=("8H 8S 8D", "KD", "KC"), melds=("0: 2S 3S 4S",))
    called = after(state, (P0, Call()))
    assert called.outcome is not None
    return called.outcome.deadwood[P0] == 0 and ending_of(called) == ("call", P0)


J_CASES: dict[str, tuple[Callable[[], bool], str]] = {
    "J02": (_j02, "Tongits"),
    "J04": (_j04, "lay them, then Tongits"),
    "J05": (_j05, "Tongits (burned status does not matter)"),
    "J08": (_j08, "that meld/sapaw is refused"),
    "J09": (_j09, "Tongits"),
    "J10": (_j10, "a call, not Tongits (call payout)"),
}


@group("J")
def test_tongits(vector: Vector) -> None:
    holds, meant = J_CASES[vector["id"]]
    assert meant == vector["book"]
    assert holds()


# Group K, burned.


def is_burned_at_the_end(hand: str, *melds: str) -> bool:
    """Whether P0 is shut out when P1 throws the last card of the hand, and says the outcome so."""
    state = table(
        hands=(hand, "KD KS", "KC QH"),
        melds=("1: 2S 3S 4S", *melds),
        stock="",
        turn_seat=P1,
        phase=Phase.ACT,
        last_drawer=P1,
    )
    outcome = after(state, (P1, Discard(card("KD")))).outcome
    assert outcome is not None
    return not outcome.opened[P0]


@pytest.mark.parametrize(
    ("vector_id", "hand", "melds"),
    [
        ("K01", "9S", ("0: 5H 6H 7H",)),
        ("K05", "9S 9H 9D 9C", ()),
        ("K08", "5H 6H 7H 8H", ()),
        ("K09", "9S", ("0: 5H 6H 7H 8H",)),
        ("K10", "5H 6H 7H", ()),
    ],
)
def test_burned(vector_id: str, hand: str, melds: tuple[str, ...]) -> None:
    expected = BY_ID[vector_id]["book"] == "BURNED"
    assert is_burned_at_the_end(hand, *melds) is expected


def test_k06_no_meld_can_be_laid_face_down() -> None:
    state = table(hands=("9S 9H 9D 9C 2C", "KD", "KC"), phase=Phase.ACT)
    assert {type(move) for move in legal_moves(state, P0)} == {Lay, Discard}
    laid = after(state, (P0, Lay(cards("9S 9H 9D 9C"))))
    assert laid.melds[0].cards == cards("9S 9H 9D 9C")


def test_every_vector_is_tried_somewhere() -> None:
    """Each id belongs to a group above or stands alone in a test's name or table."""
    here = Path(__file__)
    source = (
        here.read_text("utf-8") + here.with_name("test_vectors_money.py").read_text("utf-8")
    ).lower()
    alone = [v["id"] for v in VECTORS if v["id"][0] in "HK" or v["id"] in {"C19", "I12", "I13"}]
    assert [vector_id for vector_id in alone if vector_id.lower() not in source] == []
    assert {vector["id"][0] for vector in VECTORS} == set("ABCDEFGHIJK")
    assert len(VECTORS) == len(BY_ID) == 99
