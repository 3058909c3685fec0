"""Tawag in `book`: who may call, who answers, who wins (rules.md 1.4, 2.2 rows 4, 9-13)."""

import pytest

from tests.rules.tables import P0, P1, P2, after, card, cards, is_legal, outcome, table
from tongits.engine import apply, decide, legal_moves, to_act
from tongits.errors import IllegalMove
from tongits.events import Answered, Called, HandEnded
from tongits.moves import Answer, Call, Discard, Draw, Lay, Sapaw, TakeBack
from tongits.refusals import call_block
from tongits.seats import SeatNo
from tongits.state import GameState, Phase
from tongits.views import view_for

ALL_OPEN = ("0: 2S 3S 4S", "1: 5H 6H 7H", "2: 9C TC JC")


def called(hands: tuple[str, str, str], melds: tuple[str, ...] = ALL_OPEN) -> GameState:
    return after(table(hands=hands, melds=melds), (P0, Call()))


def test_a_call_needs_a_meld_of_ones_own_on_the_table() -> None:
    state = table(hands=("AD", "KD", "KH"), melds=ALL_OPEN[1:])
    assert call_block(state, P0) == "not_opened"
    with pytest.raises(IllegalMove, match="not_opened"):
        decide(state, P0, Call())


def test_a_call_stands_instead_of_the_draw() -> None:
    state = table(hands=("AD", "KD", "KH"), melds=ALL_OPEN)
    assert is_legal(state, P0, Call())
    assert not is_legal(after(state, (P0, Draw())), P0, Call())


def test_a_call_waits_for_ones_own_turn() -> None:
    with pytest.raises(IllegalMove, match="not_your_turn"):
        decide(table(hands=("AD", "KD", "KH"), melds=ALL_OPEN), P1, Call())


def test_a_meld_taken_back_does_not_open() -> None:
    state = table(hands=("7S 7C 7D KS", "KD 8S", "KH"), melds=ALL_OPEN[1:], phase=Phase.ACT)
    state = after(state, (P0, Lay(cards("7S 7C 7D"))))
    assert call_block(state, P0) is None
    assert call_block(after(state, (P0, TakeBack())), P0) == "not_opened"


def test_sapaw_on_my_melds_never_blocks_my_call() -> None:
    """Row 4."""
    hands = ("AD", "KD", "5S KH 2D")
    state = table(hands=hands, melds=ALL_OPEN, turn_seat=P2, phase=Phase.ACT)
    state = after(state, (P2, Sapaw(0, cards("5S"))), (P2, Discard(card("KH"))))
    assert is_legal(state, P0, Call())


def test_both_opened_opponents_answer_in_any_order() -> None:
    """Row 10."""
    state = called(("AD", "KD", "KH"))
    assert to_act(state) == {P1, P2}
    for first, second in ((P1, P2), (P2, P1)):
        waiting = after(state, (first, Answer("show")))
        assert to_act(waiting) == {second}
        assert after(waiting, (second, Answer("challenge"))).phase is Phase.OVER


def test_an_opened_seat_shows_or_challenges() -> None:
    """Row 9."""
    state = called(("AD", "KD", "KH"))
    assert legal_moves(state, P1) == (Answer("show"), Answer("challenge"))
    assert legal_moves(state, P0) == ()


def test_a_reply_is_final() -> None:
    state = after(called(("AD", "KD", "KH")), (P1, Answer("show")))
    with pytest.raises(IllegalMove, match="already_answered"):
        decide(state, P1, Answer("challenge"))


def test_the_caller_waits_for_the_others_answers() -> None:
    with pytest.raises(IllegalMove, match="answers_awaited"):
        decide(called(("AD", "KD", "KH")), P0, Answer("challenge"))


@pytest.mark.parametrize("seat", [P0, P2, None])
def test_a_reply_is_secret_until_all_are_in(seat: SeatNo | None) -> None:
    state = called(("AD", "KD", "KH"))
    shown = after(state, (P1, Answer("show")))
    challenged = after(state, (P1, Answer("challenge")))
    assert view_for(shown, seat) == view_for(challenged, seat)
    ends = [after(world, (P2, Answer("show"))) for world in (shown, challenged)]
    assert [outcome(end).replies for end in ends] == [
        (None, "show", "show"),
        (None, "challenge", "show"),
    ]
    assert view_for(ends[0], seat) != view_for(ends[1], seat)


def test_a_burned_seat_gets_no_decision() -> None:
    state = called(("AD", "KD", "KH"), ALL_OPEN[:2])
    assert to_act(state) == {P1}
    with pytest.raises(IllegalMove, match="burned_cannot_answer"):
        decide(state, P2, Answer("challenge"))
    assert outcome(after(state, (P1, Answer("show")))).replies == (None, "show", "show")


def test_a_call_settles_at_once_when_neither_opponent_can_do_more_than_show() -> None:
    state = table(hands=("KS", "AD", "2D"), melds=ALL_OPEN[:1])
    ended, events = apply(state, P0, Call())
    assert [type(event) for event in events] == [Called, HandEnded]
    assert (outcome(ended).ending, outcome(ended).winner) == ("call", P0)


def test_the_last_answer_ends_the_hand_in_the_same_breath() -> None:
    state = after(called(("AD", "KD", "KH")), (P2, Answer("show")))
    events = decide(state, P1, Answer("show"))
    assert [type(event) for event in events] == [Answered, HandEnded]


@pytest.mark.parametrize("reply", ["show", "challenge"])
@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        (("AD", "KD", "KH"), P0),
        (("KS", "AD", "KH"), P1),
        (("KS", "KH", "AD"), P2),
        (("KS", "KD", "AD AC"), P2),
    ],
)
def test_the_lowest_opened_hand_wins_whatever_is_answered(
    hands: tuple[str, str, str], winner: SeatNo, reply: str
) -> None:
    """Q2: in `book` a challenge never changes who wins."""
    answer = Answer("challenge" if reply == "challenge" else "show")
    assert outcome(after(called(hands), (P1, answer), (P2, answer))).winner == winner


def test_a_burned_seat_cannot_win_a_call() -> None:
    """Q8."""
    state = after(called(("KS", "QD", "AD"), ALL_OPEN[:2]), (P1, Answer("show")))
    assert outcome(state).winner == P0
    assert outcome(state).opened == (True, True, False)
    assert outcome(state).burned == (False, False, True)


@pytest.mark.parametrize(
    ("caller", "hands", "winner"),
    [
        (P0, ("9S", "9H", "KH"), P0),
        (P0, ("9S", "9H", "9D"), P0),
        (P0, ("KS", "8D", "8S"), P1),
        (P1, ("8C", "KD", "8S"), P2),
        (P2, ("8C", "8S", "KD"), P0),
    ],
)
def test_a_tie_goes_to_the_caller_else_to_the_next_seat_after_him(
    caller: SeatNo, hands: tuple[str, str, str], winner: SeatNo
) -> None:
    """Rows 12 and 13."""
    state = after(table(hands=hands, melds=ALL_OPEN, turn_seat=caller), (caller, Call()))
    for seat in sorted(to_act(state)):
        state = after(state, (seat, Answer("show")))
    assert outcome(state).winner == winner


def test_melds_in_hand_do_not_count() -> None:
    """Q5 and Q16."""
    state = called(("KS QS JS", "AD 2C", "KH"))
    state = after(state, (P1, Answer("show")), (P2, Answer("show")))
    assert outcome(state).deadwood == (0, 3, 10)
    assert outcome(state).winner == P0


def test_nothing_is_laid_off_at_the_showdown() -> None:
    """Row 19: the five would fit P0's own run."""
    state = after(called(("5S", "AD", "KH")), (P1, Answer("show")), (P2, Answer("show")))
    assert outcome(state).deadwood == (5, 1, 10)
