"""A four of a kind laid face down: `pagat` (1.4, 1.6, 2.3)."""

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
    outcome,
    refused,
    rules_with,
    sapaw,
    table,
)
from tongits.engine import apply, legal_moves, to_act
from tongits.events import LaidFaceDown
from tongits.moves import Answer, Call, Discard, Draw, LayFaceDown, Sapaw, TakeBack
from tongits.outcomes import bonuses_of
from tongits.rules import Rules
from tongits.state import GameState, Phase
from tongits.views import view_for

FOUR = "9S 9H 9D 9C"
DOWN = LayFaceDown(cards(FOUR))


def acting(rules: Rules = PAGAT, hand: str = f"{FOUR} KD") -> GameState:
    return table(hands=(hand, "KS QH", "KC"), phase=Phase.ACT, rules=rules)


def test_it_is_laid_as_a_meld_of_its_owner() -> None:
    laid, events = apply(acting(), P0, DOWN)
    assert [type(event) for event in events] == [LaidFaceDown]
    assert (laid.melds[0].owner, laid.melds[0].face_down) == (P0, True)
    assert laid.hands[P0] == cards("KD")


def test_it_opens_its_owner() -> None:
    """1.6; so the owner may call and is not burned."""
    laid = after(acting(), (P0, DOWN), (P0, Discard(card("KD"))))
    assert laid.is_opened(P0)
    start = table(hands=("2C", "KS", "KC"), melds=(f"0 down: {FOUR}",), rules=PAGAT)
    assert is_legal(start, P0, Call())


def test_its_owner_answers_a_call() -> None:
    melds = ("0: 5H 6H 7H", f"1 down: {FOUR}")
    state = after(table(hands=("KD", "2C", "KC"), melds=melds, rules=PAGAT), (P0, Call()))
    assert to_act(state) == {P1}
    ended = after(state, (P1, Answer("challenge")))
    assert outcome(ended).winner == P1
    assert outcome(ended).burned == (False, False, True)


@pytest.mark.parametrize("text", ["9S 9H 9D", "5H 6H 7H 8H", "9S 9H 9D KD"])
def test_only_a_four_of_a_kind_is_laid_so(text: str) -> None:
    state = acting(hand="9S 9H 9D 9C 5H 6H 7H 8H KD")
    assert refused(state, P0, LayFaceDown(cards(text))) == "not_a_four"


@pytest.mark.parametrize("rules", [BOOK, GO], ids=["book", "go"])
def test_it_is_a_switch(rules: Rules) -> None:
    assert refused(acting(rules), P0, DOWN) == "not_in_these_rules"
    assert is_legal(acting(rules_with(rules, face_down_four=True)), P0, DOWN)


def test_nobody_else_sees_which_four_it_is() -> None:
    nines, tens = acting(), acting(hand="TS TH TD TC KD")
    one = after(nines, (P0, DOWN))
    other = after(tens, (P0, LayFaceDown(cards("TS TH TD TC"))))
    for seat in (P1, P2, None):
        assert view_for(one, seat) == view_for(other, seat)
        meld = view_for(one, seat).melds[0]
        assert (meld.cards, meld.face_down, meld.owner) == ((), True, P0)
    assert view_for(one, P0).melds[0].cards == cards(FOUR)


def test_everybody_sees_it_at_the_end() -> None:
    laid = after(acting(hand=FOUR), (P0, DOWN))
    assert outcome(laid).ending == "tongits"
    for seat in (P1, P2, None):
        assert view_for(laid, seat).melds[0].cards == cards(FOUR)


def test_nothing_is_laid_off_on_it() -> None:
    """Not even the last natural where a joker is the fourth; the refusal does not say why."""
    rules = rules_with(PAGAT, jokers=1)
    state = table(
        hands=("9C KD", "KS", "KC"),
        melds=("1 down: 9S 9H 9D X1",),
        phase=Phase.ACT,
        rules=rules,
    )
    assert refused(state, P0, sapaw(0, "9C")) == "meld_face_down"
    assert not any(isinstance(move, Sapaw) for move in legal_moves(state, P0))


def test_it_is_taken_back_without_being_shown() -> None:
    """Row 31."""
    before = acting()
    back = after(before, (P0, DOWN), (P0, TakeBack()))
    assert sorted(back.hands[P0]) == sorted(before.hands[P0])
    assert not back.is_opened(P0)
    assert back.seen == before.seen
    shown = after(before, (P0, lay(FOUR)), (P0, TakeBack()))
    assert shown.seen[P0] == set(cards(FOUR))


def test_it_counts_as_a_secret_of_its_owner() -> None:
    """2.3: +3 of each loser."""
    laid = after(acting(), (P0, DOWN))
    assert bonuses_of(laid, P0, "call").secrets == 1
    assert bonuses_of(laid, P1, "call").secrets == 0


def test_a_four_laid_open_or_kept_in_hand_is_none() -> None:
    """2.3: in `pagat` only what lies face down."""
    assert bonuses_of(after(acting(), (P0, lay(FOUR))), P0, "call").secrets == 0
    assert bonuses_of(acting(), P0, "call").secrets == 0


def test_with_final_discard_it_must_leave_a_card_to_throw() -> None:
    state = acting(rules_with(PAGAT, final_discard=True), hand=FOUR)
    assert refused(state, P0, DOWN) == "keep_a_discard"


def test_it_waits_for_the_draw_and_needs_the_cards() -> None:
    start = table(hands=(f"{FOUR} KD", "KS", "KC"), rules=PAGAT)
    assert refused(start, P0, DOWN) == "must_draw_first"
    assert is_legal(after(start, (P0, Draw())), P0, DOWN)
    assert refused(acting(hand="9S 9H 9D KD"), P0, DOWN) == "card_not_held"
