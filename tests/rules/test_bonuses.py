"""What the winner's cards are worth: aces, kings, secrets, long runs, Kang (1.7, 2.3, Q13, Q14)."""

import pytest

from tests.rules.tables import (
    BOOK,
    GO,
    P0,
    P1,
    PAGAT,
    after,
    card,
    lay,
    outcome,
    rules_with,
    sapaw,
    table,
)
from tongits.events import Bonuses
from tongits.moves import Call, Discard, Draw, Take, TakeBack
from tongits.outcomes import bonuses_of
from tongits.rules import Rules
from tongits.state import GameState, Phase


def worth(
    hand: str, *melds: str, rules: Rules = GO, hands: tuple[str, str] = ("2C", "2D")
) -> Bonuses:
    return bonuses_of(table(hands=(hand, *hands), melds=melds, rules=rules), P0, "call")


# Aces and kings.


def test_aces_and_kings_count_in_hand_and_in_own_melds() -> None:
    """2.3."""
    found = worth("AS KD", "0: AH 2H 3H", "0: KS KH KC")
    assert (found.aces, found.kings) == (2, 4)


def test_aces_and_kings_in_melds_of_others_count_for_nobody() -> None:
    """1.3: also those that the winner laid off there."""
    state = table(hands=("AD KH 9C", "KS", "KC"), melds=("1: 2D 3D 4D",), phase=Phase.ACT, rules=GO)
    laid = after(state, (P0, sapaw(0, "AD")))
    assert bonuses_of(laid, P0, "call").aces == 0
    assert bonuses_of(laid, P1, "call").aces == 0


def test_an_ace_that_another_seat_laid_on_my_meld_is_not_mine() -> None:
    """2.3: that the winner himself put there."""
    hands = ("AH 9C KD", "KS", "KC")
    state = table(hands=hands, melds=("1: 2H 3H 4H", "1: AS AD AC"), phase=Phase.ACT, rules=GO)
    laid = after(state, (P0, sapaw(1, "AH")))
    assert bonuses_of(laid, P1, "call").aces == 3


def test_an_ace_that_i_laid_on_my_own_meld_is_mine() -> None:
    state = table(hands=("AH 9C KD", "KS", "KC"), melds=("0: 2H 3H 4H",), phase=Phase.ACT, rules=GO)
    assert bonuses_of(after(state, (P0, sapaw(0, "AH"))), P0, "call").aces == 1


def test_a_guests_ace_taken_back_is_no_guest_any_more() -> None:
    hands = ("AH 9C KD", "KS", "KC")
    state = table(hands=hands, melds=("1: AS AD AC",), phase=Phase.ACT, rules=GO)
    back = after(state, (P0, sapaw(0, "AH")), (P0, TakeBack()))
    assert back.melds[0].guests == frozenset()


# Long runs.

LONG = "4H 5H 6H 7H 8H"


def test_long_run_a_run_of_five_in_hand_or_laid_alone() -> None:
    """2.3b."""
    assert worth(LONG, rules=PAGAT).long_runs == 1
    assert worth("KD", f"0: {LONG}", rules=PAGAT).long_runs == 1
    assert worth(LONG, "0: 2S 3S 4S 5S 6S", rules=PAGAT).long_runs == 2
    assert worth("KD", "0: 4H 5H 6H 7H", f"1: {LONG.replace('H', 'S')}", rules=PAGAT).long_runs == 0


def test_long_run_with_a_card_of_another_seat_is_not_laid_alone() -> None:
    state = table(
        hands=("8H 9C", "KS", "KC"), melds=("1: 4H 5H 6H 7H",), phase=Phase.ACT, rules=PAGAT
    )
    assert bonuses_of(after(state, (P0, sapaw(0, "8H"))), P1, "call").long_runs == 0


def test_long_run_of_its_owner_stays_one_when_a_guest_joins_it() -> None:
    state = table(
        hands=("9H 9C", "KS", "KC"), melds=("1: 4H 5H 6H 7H 8H",), phase=Phase.ACT, rules=PAGAT
    )
    assert bonuses_of(after(state, (P0, sapaw(0, "9H"))), P1, "call").long_runs == 1


def test_long_run_completed_by_its_owner_counts() -> None:
    state = table(
        hands=("8H 9C", "KS", "KC"), melds=("0: 4H 5H 6H 7H",), phase=Phase.ACT, rules=PAGAT
    )
    assert bonuses_of(after(state, (P0, sapaw(0, "8H"))), P0, "call").long_runs == 1


def test_an_own_run_of_six_is_one_long_run() -> None:
    """2.3b: five or more."""
    assert worth("KD", "0: 4H 5H 6H 7H 8H 9H", rules=PAGAT).long_runs == 1


def test_long_run_in_hand_is_kept_whole_where_it_pays() -> None:
    """2.2 row 20: among equal splits the one that is worth more."""
    rules = rules_with(PAGAT, long_run_bonus_units=3)
    assert worth("3C 4C 5C 6C 7C 8C", rules=rules).long_runs == 1


# Secrets in book.

FOUR = "9S 9H 9D 9C"


def test_secret_bonus_counts_fours_that_were_never_exposed() -> None:
    """Q13."""
    rules = rules_with(BOOK, secret_bonus_stakes=1)
    assert worth(f"{FOUR} KD", rules=rules).secrets == 1
    assert worth("KD", f"0: {FOUR}", rules=rules).secrets == 0
    assert worth(LONG, rules=rules).secrets == 0


def test_secret_bonus_is_for_fours_even_where_a_long_run_saves_from_sunog() -> None:
    """2.3b: each loser pays it per unexposed four."""
    rules = rules_with(BOOK, secret_bonus_stakes=1, secret_in_hand=True)
    assert worth(LONG, rules=rules).secrets == 0
    assert worth(f"{FOUR} KD", rules=rules).secrets == 1


def test_secret_bonus_off_nothing_is_counted_in_book() -> None:
    assert worth(f"{FOUR} KD", rules=BOOK).secrets == 0


def test_secrets_face_down_and_in_hand_add_up() -> None:
    """1.6, 2.3: each is paid for."""
    rules = rules_with(PAGAT, secret_in_hand=True)
    assert worth(FOUR, "0 down: 2S 2H 2D 2C", rules=rules).secrets == 2
    assert worth(FOUR, "0 down: 2S 2H 2D 2C", "0 down: 4S 4H 4D 4C", rules=rules).secrets == 3


# Kang.


def kang(rules: Rules = BOOK, hand: str = "9S 9H 9D", top: str = "9C") -> GameState:
    start = table(hands=(hand, "KS", "KC"), stock=f"{top} 2C 3D", rules=rules)
    return after(start, (P0, Draw()))


def test_kang_a_stock_draw_that_completes_a_four_in_hand_marks_it() -> None:
    """Q14."""
    assert kang().kang == (True, False, False)
    ended = outcome(after(kang(), (P0, lay(FOUR))))
    assert (ended.ending, ended.bonuses.kang) == ("tongits", True)


def test_kang_not_with_a_card_from_the_discard_pile() -> None:
    state = table(hands=("9S 9H 9D", "KS", "KC"), discards="9C")
    ended = outcome(after(state, (P0, Take()), (P0, lay(FOUR))))
    assert (ended.ending, ended.bonuses.kang) == ("tongits", False)


def test_kang_not_when_three_lie_on_the_table() -> None:
    start = table(hands=("2S", "KS", "KC"), melds=("0: 9S 9H 9D",), stock="9C 2C", rules=BOOK)
    assert after(start, (P0, Draw())).kang == (False, False, False)


def test_kang_not_when_dealt() -> None:
    state = table(hands=(FOUR, "KS", "KC"), phase=Phase.ACT)
    assert not outcome(after(state, (P0, lay(FOUR)))).bonuses.kang


def test_kang_not_with_a_third_of_a_rank() -> None:
    assert kang(hand="9S 9H KD").kang == (False, False, False)


def test_kang_stays_until_the_end_of_the_hand() -> None:
    state = after(kang(hand="9S 9H 9D 4D"), (P0, lay(FOUR)), (P0, TakeBack()))
    assert state.kang == (True, False, False)
    ended = outcome(after(state, (P0, lay(FOUR)), (P0, Discard(card("4D")))))
    assert ended.bonuses.kang


def test_kang_is_the_winners_alone() -> None:
    state = table(
        hands=(FOUR, "2C", "KC"), turn_seat=P1, phase=Phase.ACT, kang=(True, False, False)
    )
    ended = outcome(after(state, (P1, Discard(card("2C")))))
    assert (ended.winner, ended.bonuses.kang) == (P1, False)


def test_kang_needs_tongits() -> None:
    """A call that its holder wins is none."""
    state = table(
        hands=(FOUR, "KS", "KC"),
        melds=("0: 2S 3S 4S",),
        kang=(True, False, False),
        rules=BOOK,
    )
    ended = outcome(after(state, (P0, Call())))
    assert (ended.winner, ended.bonuses.kang) == (P0, False)


@pytest.mark.parametrize("rules", [BOOK, PAGAT, GO], ids=["book", "pagat", "go"])
def test_a_void_hand_is_worth_nothing(rules: Rules) -> None:
    state = table(
        hands=("KD AS", "KS", "KC"), stock="", phase=Phase.ACT, last_drawer=P0, rules=rules
    )
    ended = outcome(after(state, (P0, Discard(card("KD")))))
    assert (ended.winner, ended.bonuses) == (None, Bonuses())


def test_the_winners_cards_are_counted_in_the_outcome() -> None:
    state = table(
        hands=("AS KD 4S", "2C 5C", "3C 6C"),
        melds=("0: KS KH KC",),
        stock="",
        last_drawer=P0,
        phase=Phase.ACT,
        rules=GO,
    )
    ended = outcome(after(state, (P0, Discard(card("4S")))))
    assert (ended.winner, ended.bonuses) == (P0, Bonuses(aces=1, kings=4))
