"""The stock runs out: the last drawer finishes the turn, then hands are compared (rules.md 1.5)."""

import pytest

from tests.rules.tables import BOOK, P0, P1, P2, after, card, cards, outcome, table
from tongits.engine import apply, to_act
from tongits.events import Discarded, HandEnded, Outcome
from tongits.moves import Discard, Draw, Lay, Take
from tongits.scoring import settle, winner_of_stock
from tongits.seats import SeatNo
from tongits.state import Phase

ALL_OPEN = ("0: 2S 3S 4S", "1: 5H 6H 7H", "2: 9C TC JC")


def stock_out(
    hands: tuple[str, str, str], melds: tuple[str, ...] = ALL_OPEN, drawer: SeatNo = P0
) -> Outcome:
    """The drawer drew the last card, QD, and throws it."""
    state = table(hands=hands, melds=melds, stock="QD", turn_seat=drawer)
    return outcome(after(state, (drawer, Draw()), (drawer, Discard(card("QD")))))


def test_the_last_drawer_still_lays_and_throws() -> None:
    state = table(hands=("QS QH 2D", "KD", "KH"), melds=ALL_OPEN[1:], stock="QD")
    state = after(state, (P0, Draw()))
    assert to_act(state) == {P0}
    assert state.phase is Phase.ACT
    laid = after(state, (P0, Lay(cards("QS QH QD"))))
    assert laid.outcome is None
    assert outcome(after(state, (P0, Discard(card("2D"))))).ending == "stock"


def test_nobody_acts_after_the_last_drawers_turn() -> None:
    """Row 15: whoever could take that discard does not get to."""
    state = after(table(hands=("2D", "KD", "KH"), melds=ALL_OPEN, stock="QD"), (P0, Draw()))
    ended, events = apply(state, P0, Discard(card("QD")))
    assert [type(event) for event in events] == [Discarded, HandEnded]
    assert to_act(ended) == frozenset()


def test_taking_the_discard_leaves_the_last_stock_card_for_the_next_seat() -> None:
    state = table(hands=("2D KS", "KD", "KH"), melds=ALL_OPEN, stock="QD", discards="5C")
    state = after(state, (P0, Take()), (P0, Discard(card("KS"))))
    assert (state.phase, state.turn_seat) == (Phase.START, P1)
    assert outcome(after(state, (P1, Draw()), (P1, Discard(card("QD"))))).last_drawer == P1


def test_the_lowest_opened_hand_wins() -> None:
    assert stock_out(("9D", "8D", "7D")).winner == P2


def test_a_burned_hand_cannot_win_even_with_nothing_left() -> None:
    """Q8, Q16."""
    ended = stock_out(("9D", "8D", "JS QS KS"), ALL_OPEN[:2])
    assert ended.deadwood == (9, 8, 0)
    assert ended.winner == P1


@pytest.mark.parametrize(
    ("drawer", "hands", "winner"),
    [
        (P0, ("8S", "8D", "8C"), P0),
        (P1, ("8S", "8D", "KC"), P1),
        (P0, ("KS", "8D", "8C"), P1),
        (P1, ("8S", "KD", "8C"), P2),
        (P2, ("8S", "8D", "KC"), P0),
    ],
)
def test_a_tie_goes_to_the_last_drawer_else_to_the_next_seat_after_him(
    drawer: SeatNo, hands: tuple[str, str, str], winner: SeatNo
) -> None:
    """Row 14."""
    assert stock_out(hands, drawer=drawer).winner == winner


def test_where_nobody_drew_a_tie_goes_to_the_first_seat() -> None:
    """A small game may have no stock at all, so nobody is the last drawer of row 14."""
    assert winner_of_stock((8, 8, 8), (False, False, False), None) == P0
    assert winner_of_stock((9, 8, 8), (False, False, False), None) == P1


def test_three_burned_hands_are_void_and_the_stakes_stay() -> None:
    """Row 16."""
    ended = stock_out(("8S", "9D", "KC"), melds=())
    assert (ended.winner, ended.opened) == (None, (False, False, False))
    void = settle(BOOK, ended, stake_chips=10, rate=1, pot_chips=30)
    assert (void.chips, void.pot_chips, void.payments) == ((-10, -10, -10), 60, ())


def test_a_stock_out_has_no_caller_and_no_answers() -> None:
    ended = stock_out(("8S", "9D", "KC"))
    assert (ended.caller, ended.replies) == (None, (None, None, None))
