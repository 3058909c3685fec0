"""One step beside each limit: what is a card too few, a card too many, a card twice."""

from dataclasses import replace

import pytest

from tests.rules.tables import (
    BOOK,
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
from tongits.events import Outcome
from tongits.melds import Meld, as_run, as_set, extended, extensions, is_four, is_long_run, meld_of
from tongits.moves import Call, Declare, Discard, Draw, Lay, LayFaceDown, Sapaw, Take
from tongits.outcomes import bonuses_of
from tongits.scoring import settle
from tongits.seats import SeatNo
from tongits.state import Block

JOKERS = rules_with(BOOK, jokers=2)
TWO_NATURALS = rules_with(BOOK, jokers=2, joker_min_naturals=2)


@pytest.mark.parametrize("text", ["5H 6H", "QS KS", "AS 2S", "7S 7H", "7S"])
def test_less_than_three_cards_are_no_meld(text: str) -> None:
    assert meld_of(cards(text), (), BOOK) is None
    assert as_set(cards(text), BOOK) is None
    assert as_run(cards(text), (), BOOK) is None
    state = after(table(hands=(f"{text} 9D KC", "2D", "3D")), (P0, Draw()))
    assert refused(state, P0, lay(text)) == "not_a_meld"


def test_a_card_twice_makes_no_meld() -> None:
    assert meld_of(cards("6H 6H 8H 9H"), (), BOOK) is None
    assert as_set(cards("7S 7H 7H"), BOOK) is None
    assert as_set(cards("7S 7H 7D 7D"), BOOK) is None
    assert as_run(cards("5H 6H 7H 7H"), (), BOOK) is None
    assert extended(Meld("set", cards("7S 7H 7D")), cards("7D"), (), BOOK) is None


def test_a_sapaw_needs_a_card() -> None:
    assert extended(Meld("run", cards("5H 6H 7H")), (), (), BOOK) is None
    assert () not in [some for some, _ in extensions(Meld("set", cards("7S 7H 7D")), (), BOOK)]
    state = table(hands=("9D KC", "2D", "3D"), melds=("1: 5H 6H 7H",))
    assert refused(after(state, (P0, Draw())), P0, Sapaw(0, ())) == "does_not_fit"


def test_a_set_has_four_cards_at_most_jokers_too() -> None:
    assert as_set(cards("7S 7H 7D 7C"), JOKERS) is not None
    assert as_set(cards("7S 7H 7D 7C X1"), JOKERS) is None
    assert extended(Meld("set", cards("7S 7H 7D 7C")), cards("X1"), (), JOKERS) is None


def test_a_whole_suit_is_one_run_and_has_no_fourteenth_card() -> None:
    suit = cards("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    run = as_run(suit, (), BOOK)
    assert run == Meld("run", suit)
    assert extensions(run, cards("AH X1"), JOKERS) == ()


def test_a_natural_and_a_joker_are_no_meld() -> None:
    assert as_set(cards("7S X1"), JOKERS) is None
    assert as_run(cards("7S X1"), (("X1", "8S"),), JOKERS) is None  # type: ignore[arg-type]
    assert meld_of(cards("7S X1"), (), JOKERS) is None


def test_a_meld_of_jokers_needs_its_naturals() -> None:
    two = (("X1", "6H"), ("X2", "7H"))
    assert as_run(cards("5H X1 X2"), two, JOKERS) is not None  # type: ignore[arg-type]
    assert as_run(cards("5H X1 X2"), two, TWO_NATURALS) is None  # type: ignore[arg-type]
    assert as_set(cards("5H X1 X2"), JOKERS) is not None
    assert as_set(cards("5H X1 X2"), TWO_NATURALS) is None
    assert as_set(cards("5H 5S X1"), TWO_NATURALS) is not None
    assert as_set(cards("X1 X2"), JOKERS) is None


@pytest.mark.parametrize(
    "named",
    [
        (),
        (("X1", "7S"),),
        (("X1", "5H"),),
        (("X2", "7H"),),
        (("X1", "7H"), ("X1", "8H")),
        (("X1", "7H"), ("9H", "8H")),
    ],
)
def test_a_joker_in_a_run_has_one_name_that_fits(named: tuple[tuple[str, str], ...]) -> None:
    assert as_run(cards("5H 6H X1"), named, JOKERS) is None  # type: ignore[arg-type]


def test_a_joker_keeps_its_name_and_is_not_swapped_for_the_card() -> None:
    run = as_run(cards("5H 6H X1"), (("X1", "7H"),), JOKERS)  # type: ignore[arg-type]
    assert run is not None
    assert extended(run, cards("7H"), (), JOKERS) is None
    grown = extended(run, cards("8H"), (), JOKERS)
    assert grown == Meld("run", cards("5H 6H X1 8H"), (("X1", "7H"),))  # type: ignore[arg-type]


def test_four_is_four_and_long_is_five() -> None:
    assert not is_four(Meld("set", cards("7S 7H 7D")))
    assert is_four(Meld("set", cards("7S 7H 7D 7C")))
    assert not is_four(Meld("run", cards("4S 5S 6S 7S")))
    assert not is_long_run(Meld("run", cards("4S 5S 6S 7S")))
    assert is_long_run(Meld("run", cards("4S 5S 6S 7S 8S")))


def test_a_set_takes_no_named_joker_by_sapaw() -> None:
    state = table(hands=("X1 KC 2D", "2C", "3D"), melds=("1: 7S 7H 7D",), rules=JOKERS)
    state = after(state, (P0, Draw()))
    assert refused(state, P0, sapaw(0, "X1=7C")) == "does_not_fit"
    assert after(state, (P0, sapaw(0, "X1"))).melds[0].cards == cards("7S 7H 7D X1")


def test_a_set_stays_a_set_even_where_its_jokers_could_make_a_run() -> None:
    state = table(hands=("TS KC 2D", "2C", "3D"), melds=("1: 7S X1 X2",), rules=JOKERS)
    state = after(state, (P0, Draw()))
    named = (("X1", "8S"), ("X2", "9S"))
    assert refused(state, P0, Sapaw(0, cards("TS"), named)) == "does_not_fit"  # type: ignore[arg-type]


def test_taking_freely_names_no_joker() -> None:
    state = table(hands=("X1 KC 2D", "2C", "3D"), discards="9D", rules=JOKERS)
    assert refused(state, P0, Take((), (("X1", "8D"),))) == "take_only"  # type: ignore[arg-type]


def test_a_meld_number_beside_the_table_is_none() -> None:
    state = table(hands=("8H KC", "2D", "3D"), melds=("1: 5H 6H 7H",))
    state = after(state, (P0, Draw()))
    for number in (-1, 1):
        assert refused(state, P0, Sapaw(number, cards("8H"))) == "no_such_meld"


def test_a_card_named_twice_in_a_move_is_one_card() -> None:
    state = after(table(hands=("7S 7H KC", "2D", "3D")), (P0, Draw()))
    assert refused(state, P0, Lay(cards("7S 7H 7H"))) == "card_twice"
    assert state.melds == ()
    assert refused(state, P1, Draw()) == "not_your_turn"


def test_a_block_on_the_seat_after_leaves_the_next_seat_its_call() -> None:
    """rules.md 2.2 row 4: only the owner of the meld is blocked."""
    melds = ("1: 3S 4S 5S", "2: 5H 6H 7H")
    state = table(hands=("8H KD QS", "KS 2D", "9C TD"), melds=melds, rules=PAGAT)
    state = after(state, (P0, Draw()), (P0, sapaw(1, "8H")), (P0, Discard(card("KD"))))
    assert state.blocks[P2] is not None
    assert is_legal(state, P1, Call())
    assert after(state, (P1, Call())).caller == P1


def test_a_four_laid_face_down_blocks_its_owner_without_a_word_about_its_cards() -> None:
    rules = rules_with(PAGAT, long_meld_self_connect=True)
    state = table(hands=("7S 7H 7D 7C KD 2S", "3S", "4S 5S"), rules=rules)
    state = after(state, (P0, Draw()), (P0, LayFaceDown(cards("7S 7H 7D 7C"))))
    assert state.blocks[P0] == Block(P0, 0, ())


@pytest.mark.parametrize("seat", [P1, P2])
def test_who_declares_wins_whichever_seat(seat: SeatNo) -> None:
    hands = ["9D KC 2S", "9D KC 2S", "9D KC 2S"]
    hands[seat] = "5H 6H 7H"
    state = table(hands=(hands[0], hands[1], hands[2]), rules=PAGAT, turn_seat=seat, stock="8H 3C")
    ended = after(state, (seat, Draw()), (seat, Declare()))
    assert ended.outcome is not None
    assert ended.outcome.winner == seat


def test_a_guest_in_the_middle_of_a_run_leaves_its_owner_less_than_five_in_a_row() -> None:
    """A long run is the owner's own (rules.md 2.3b); one guest at an end takes nothing from it."""

    def long_runs(run: str, guests: str) -> int:
        state = table(hands=("KD", "QS", "QC"), melds=(f"0: {run}",), rules=PAGAT)
        laid = replace(state.melds[0], guests=frozenset(cards(guests)))
        return bonuses_of(replace(state, melds=(laid,)), P0, "stock").long_runs

    assert long_runs("3H 4H 5H 6H 7H", "") == 1
    assert long_runs("3H 4H 5H 6H 7H", "7H") == 0
    assert long_runs("3H 4H 5H 6H 7H 8H", "8H") == 1
    assert long_runs("3H 4H 5H 6H 7H 8H", "6H") == 0
    assert long_runs("3H 4H 5H 6H", "") == 0
    assert long_runs("3H 4H 5H 6H 7H", "3H") == 0
    assert long_runs("3H 4H 5H 6H 7H 8H", "3H") == 1
    assert long_runs("3H 4H 5H 6H 7H 8H 9H TH", "5H") == 1


def test_after_tongits_the_difference_is_to_nothing() -> None:
    """2.2 row 32, even where an unopened winner's split keeps a secret at the price of points."""
    rules = rules_with(BOOK, pay_difference=True)
    outcome = Outcome(
        ending="tongits",
        winner=P0,
        caller=None,
        last_drawer=P1,
        deadwood=(7, 20, 3),
        opened=(False, True, True),
        burned=(False, False, False),
        replies=(None, None, None),
    )
    settled = settle(rules, outcome, stake_chips=10, rate=1)
    assert settled.chips == (43, -30, -13)
    assert settle(rules, replace(outcome, ending="stock"), stake_chips=10, rate=1).chips == (
        34,
        -23,
        -11,
    )
