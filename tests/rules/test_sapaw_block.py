"""Sapaw blocks the owner's call: `pagat` and `go` (1.4; 2.2 rows 4-7; the flag's life, row 5)."""

import pytest

from tests.rules.tables import (
    BOOK,
    GO,
    P0,
    P1,
    P2,
    PAGAT,
    after,
    card,
    cards,
    is_legal,
    lay,
    refused,
    rules_with,
    sapaw,
    table,
)
from tongits.engine import decide
from tongits.errors import IllegalMove
from tongits.moves import Call, Discard, Draw, LayFaceDown, Take, TakeBack
from tongits.refusals import call_block
from tongits.rules import Rules
from tongits.seats import SeatNo
from tongits.state import Block, GameState, Phase

either = pytest.mark.parametrize("rules", [PAGAT, GO], ids=["pagat", "go"])
ALL_OPEN = ("0: 5H 6H 7H", "1: TC JC QC", "2: 2S 3S 4S")


def acting(rules: Rules, seat: SeatNo, hands: tuple[str, str, str]) -> GameState:
    """The seat has drawn; everybody has opened."""
    return table(hands=hands, melds=ALL_OPEN, turn_seat=seat, phase=Phase.ACT, rules=rules)


def quiet_turn(state: GameState) -> GameState:
    """The seat in turn draws and throws that card."""
    if state.phase is Phase.START:
        state = after(state, (state.turn_seat, Draw()))
    return after(state, (state.turn_seat, Discard(state.hands[state.turn_seat][-1])))


def start_of(state: GameState, seat: SeatNo) -> GameState:
    """The seat's next start of turn, everybody else playing quietly."""
    state = quiet_turn(state)
    while state.turn_seat != seat:
        state = quiet_turn(state)
    return state


@either
def test_an_opponents_sapaw_blocks_the_owners_next_call(rules: Rules) -> None:
    """Row 4."""
    laid = after(acting(rules, P2, ("KD", "KS", "8H KH QD")), (P2, sapaw(0, "8H")))
    state = start_of(laid, P0)
    assert call_block(state, P0) == "sapaw_blocks_call"
    assert refused(state, P0, Call()) == "sapaw_blocks_call"


@either
def test_the_refusal_names_who_laid_what_on_which_meld(rules: Rules) -> None:
    laid = after(acting(rules, P2, ("KD", "KS", "8H 9H QD KH")), (P2, sapaw(0, "8H 9H")))
    state = start_of(laid, P0)
    with pytest.raises(IllegalMove) as error:
        decide(state, P0, Call())
    values = error.value.values
    assert (values["seat"], values["cards"]) == (P2, cards("8H 9H"))
    assert values["meld"] == cards("5H 6H 7H 8H 9H")
    assert not values["own"]


@either
def test_the_refusal_says_that_the_sapaw_was_ones_own(rules: Rules) -> None:
    laid = after(acting(rules, P0, ("8H KD QD", "KS", "KH")), (P0, sapaw(0, "8H")))
    with pytest.raises(IllegalMove) as error:
        decide(start_of(laid, P0), P0, Call())
    assert error.value.values["own"] is True


@either
def test_the_block_ends_with_the_first_turn_that_began_with_it(rules: Rules) -> None:
    """Row 5: not before the owner has played that turn out, and then at once."""
    laid = after(acting(rules, P2, ("KD", "KS", "8H KH QD")), (P2, sapaw(0, "8H")))
    assert laid.blocks[P0] == Block(P2, 0, cards("8H"))
    blocked = start_of(laid, P0)
    assert blocked.began_blocked
    drawn = after(blocked, (P0, Draw()))
    assert drawn.blocks[P0] is not None
    free = quiet_turn(drawn)
    assert free.blocks[P0] is None
    assert is_legal(start_of(free, P0), P0, Call())


@either
def test_the_turns_of_others_do_not_end_the_block(rules: Rules) -> None:
    """Row 5: P1 lays on P0's meld, P2 plays, then P0 is still blocked."""
    laid = after(acting(rules, P1, ("KD", "8H KH QD", "KS")), (P1, sapaw(0, "8H")))
    after_p2 = quiet_turn(quiet_turn(laid))
    assert after_p2.turn_seat == P0
    assert refused(after_p2, P0, Call()) == "sapaw_blocks_call"


@either
def test_ones_own_sapaw_blocks_ones_next_turn(rules: Rules) -> None:
    """Row 5: the turn in which it was laid did not begin with the block."""
    laid = after(acting(rules, P0, ("8H KD QD", "KS", "KH")), (P0, sapaw(0, "8H")))
    assert laid.blocks[P0] == Block(P0, 0, cards("8H"))
    state = start_of(laid, P0)
    assert refused(state, P0, Call()) == "sapaw_blocks_call"
    assert is_legal(start_of(quiet_turn(state), P0), P0, Call())


@either
def test_a_new_sapaw_during_the_blocked_turn_is_cleared_with_it(rules: Rules) -> None:
    """Row 5: one flag, cleared at the end of the turn that began with it."""
    laid = after(acting(rules, P2, ("9H KD", "KS", "8H KH QD")), (P2, sapaw(0, "8H")))
    state = after(start_of(laid, P0), (P0, Draw()), (P0, sapaw(0, "9H")))
    assert quiet_turn(state).blocks[P0] is None


@either
def test_a_sapaw_between_two_turns_blocks_again(rules: Rules) -> None:
    laid = after(acting(rules, P2, ("KD", "9H KS", "8H KH QD")), (P2, sapaw(0, "8H")))
    blocked = quiet_turn(start_of(laid, P0))
    again = after(blocked, (P1, Draw()), (P1, sapaw(0, "9H")))
    assert refused(start_of(again, P0), P0, Call()) == "sapaw_blocks_call"


@either
def test_only_the_owner_of_the_meld_is_blocked(rules: Rules) -> None:
    """1.4: whoever laid off elsewhere is not."""
    laid = after(acting(rules, P2, ("KD", "KS", "8H KH QD")), (P2, sapaw(0, "8H")))
    assert laid.blocks == (Block(P2, 0, cards("8H")), None, None)
    assert is_legal(start_of(laid, P1), P1, Call())
    assert is_legal(start_of(laid, P2), P2, Call())


@either
def test_a_sapaw_on_either_of_two_melds_blocks(rules: Rules) -> None:
    """1.4: one of them is enough."""
    state = table(
        hands=("KD", "KS", "8H KH QD"),
        melds=("0: 5H 6H 7H", "0: 9S 9D 9C", "2: 2S 3S 4S"),
        turn_seat=P2,
        phase=Phase.ACT,
        rules=rules,
    )
    laid = after(state, (P2, sapaw(0, "8H")))
    assert refused(start_of(laid, P0), P0, Call()) == "sapaw_blocks_call"


@either
def test_a_fresh_meld_does_not_lift_the_block(rules: Rules) -> None:
    """1.4: another house's rule."""
    laid = after(acting(rules, P2, ("9S 9D 9C KD", "KS", "8H KH QD")), (P2, sapaw(0, "8H")))
    state = start_of(laid, P0)
    opened = after(state, (P0, Draw()), (P0, lay("9S 9D 9C")))
    assert opened.blocks[P0] is not None


@either
def test_a_chow_of_my_discard_does_not_block_me(rules: Rules) -> None:
    """1.4."""
    state = acting(rules, P0, ("7D KD", "7S 7C KS QS", "KH"))
    state = after(state, (P0, Discard(card("7D"))), (P1, Take(cards("7S 7D 7C"))))
    assert state.blocks == (None, None, None)
    assert is_legal(start_of(state, P0), P0, Call())


@either
def test_take_back_restores_the_block_exactly(rules: Rules) -> None:
    """Row 31: to none, or to the one that stood."""
    first = acting(rules, P2, ("KD", "9H 4H KS", "8H KH QD"))
    laid = after(first, (P2, sapaw(0, "8H")))
    assert after(laid, (P2, TakeBack())).blocks == first.blocks
    p1 = after(quiet_turn(after(laid, (P2, Discard(card("KH"))))), (P1, Draw()))
    before = p1.blocks
    over = after(p1, (P1, sapaw(0, "9H")))
    assert over.blocks != before
    assert after(over, (P1, TakeBack())).blocks == before
    twice = after(over, (P1, sapaw(0, "4H")))
    assert after(twice, (P1, TakeBack())).blocks == over.blocks


@either
def test_a_sapaw_taken_back_blocks_nobody(rules: Rules) -> None:
    laid = after(acting(rules, P2, ("KD", "KS", "8H KH QD")), (P2, sapaw(0, "8H")))
    state = start_of(after(laid, (P2, TakeBack()), (P2, Discard(card("8H")))), P0)
    assert is_legal(state, P0, Call())


@pytest.mark.parametrize("by", [P0, P2], ids=["own", "another's"])
def test_in_book_sapaw_never_blocks(by: SeatNo) -> None:
    hands = ("8H KD QD", "KS", "KH") if by == P0 else ("KD", "KS", "8H KH QD")
    laid = after(acting(BOOK, by, hands), (by, sapaw(0, "8H")))
    assert laid.blocks == (None, None, None)
    assert is_legal(start_of(laid, P0), P0, Call())


def test_blocking_is_a_switch_of_book_too() -> None:
    rules = rules_with(BOOK, sapaw_blocks_call="owner_next_turn")
    laid = after(acting(rules, P2, ("KD", "KS", "8H KH QD")), (P2, sapaw(0, "8H")))
    assert refused(start_of(laid, P0), P0, Call()) == "sapaw_blocks_call"


def test_long_meld_self_connect_a_fresh_meld_of_four_blocks_its_owner() -> None:
    """Row 6, tongits.net."""
    rules = rules_with(GO, long_meld_self_connect=True)
    state = table(
        hands=("9S 9H 9D 9C KD QD", "KS", "KH"), melds=ALL_OPEN[1:], phase=Phase.ACT, rules=rules
    )
    four = after(state, (P0, lay("9S 9H 9D 9C")))
    assert refused(start_of(four, P0), P0, Call()) == "sapaw_blocks_call"
    assert is_legal(start_of(quiet_turn(start_of(four, P0)), P0), P0, Call())
    assert after(four, (P0, TakeBack())).blocks == (None, None, None)


def test_long_meld_self_connect_a_fresh_meld_of_more_than_four_blocks_its_owner() -> None:
    """Row 6: four or more cards in one go."""
    rules = rules_with(GO, long_meld_self_connect=True)
    hands = ("8C 9C TC JC QC KD QD", "KS", "KH")
    state = table(hands=hands, melds=ALL_OPEN[2:], phase=Phase.ACT, rules=rules)
    five = after(state, (P0, lay("8C 9C TC JC QC")))
    assert refused(start_of(five, P0), P0, Call()) == "sapaw_blocks_call"


def test_long_meld_self_connect_leaves_a_fresh_meld_of_three_alone() -> None:
    rules = rules_with(GO, long_meld_self_connect=True)
    hands = ("9S 9H 9D 9C KD QD", "KS", "KH")
    state = table(hands=hands, melds=ALL_OPEN[1:], phase=Phase.ACT, rules=rules)
    three = after(state, (P0, lay("9S 9H 9D")))
    assert is_legal(start_of(three, P0), P0, Call())


@either
def test_a_fresh_meld_of_four_blocks_nobody_unless_switched_on(rules: Rules) -> None:
    """Row 6: off by default."""
    hands = ("9S 9H 9D 9C KD QD", "KS", "KH")
    state = table(hands=hands, melds=ALL_OPEN[1:], phase=Phase.ACT, rules=rules)
    assert is_legal(start_of(after(state, (P0, lay("9S 9H 9D 9C"))), P0), P0, Call())


def test_long_meld_self_connect_counts_a_four_that_lies_face_down() -> None:
    rules = rules_with(PAGAT, long_meld_self_connect=True)
    hands = ("9S 9H 9D 9C KD QD", "KS", "KH")
    state = table(hands=hands, melds=ALL_OPEN[1:], phase=Phase.ACT, rules=rules)
    laid = after(state, (P0, LayFaceDown(cards("9S 9H 9D 9C"))))
    assert refused(start_of(laid, P0), P0, Call()) == "sapaw_blocks_call"
