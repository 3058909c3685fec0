"""A pressed control means the move its label named, and nonsense means nothing."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import strict_localizer
from bot.tables.views import BoardChoice
from bot.ui.custom_ids import BUTTONS, SELECTS, Control, parse
from bot.ui.hand_panel import Choice, hand_panel
from bot.ui.hand_selects import best_placements
from bot.ui.moves_from import board_from, choice_from, move_from, sort_from
from bot.ui.placements import placement_code
from tests.ui.reading import buttons, selects
from tests.ui.situations import after, design_game, seat_view
from tongits import engine
from tongits.cards import parse_cards
from tongits.errors import IllegalMove
from tongits.moves import (
    Answer,
    Call,
    Declare,
    Discard,
    Draw,
    Lay,
    LayFaceDown,
    Sapaw,
    Take,
    TakeBack,
)
from tongits.seats import SEATS
from tongits.state import Phase

L10N = strict_localizer("en")
GAME = design_game()
VIEW = seat_view(GAME, 1)
HAND = VIEW.hand


@pytest.mark.parametrize(
    ("control", "values", "move"),
    [
        (Control("draw"), (), Draw()),
        (Control("take"), (), Take()),
        (Control("call"), (), None),
        (Control("call-yes"), (), Call()),
        (Control("undo"), (), TakeBack()),
        (Control("reply", arg="show"), (), Answer("show")),
        (Control("reply", arg="challenge"), (), Answer("challenge")),
        (Control("reply", arg="fold"), (), Answer("fold")),
        (Control("reply", arg="draw"), (), None),
        (Control("declare"), (), Declare()),
        (Control("take-which"), (), None),
        (Control("lay", arg="l.a8"), (), Lay(parse_cards("8H 8D 8C"))),
        (Control("sapaw", arg="s.1.8"), (), Sapaw(1, parse_cards("8H"))),
        (Control("discard", arg="40"), (), Discard(parse_cards("KD")[0])),
        (Control("quick"), ("l.a8",), Lay(parse_cards("8H 8D 8C"))),
        (Control("quick"), ("s.2.10",), Sapaw(2, parse_cards("9H"))),
        (Control("pick"), ("0", "1"), None),
        (Control("sort", arg="rank.3"), (), None),
        (Control("back"), (), None),
        (Control("leave"), (), None),
        (Control("leave-yes"), (), None),
        (Control("lay", arg="f.a8"), (), LayFaceDown(parse_cards("8H 8D 8C"))),
        (Control("take-lay", arg="t.3"), (), Take(parse_cards("4S 5S 7D"))),
        (Control("lay", arg="l.0"), (), None),
        (Control("lay", arg="l.ffff"), (), None),
        (Control("lay", arg=""), (), None),
        (Control("lay", arg="a8"), (), None),
        (Control("lay", arg="xyz"), (), None),
        (Control("discard", arg="3"), (), None),
        (Control("sapaw", arg="s.8"), (), None),
        (Control("sapaw", arg="s.-1.8"), (), None),
        (Control("lay", arg="l.a8.1.1"), (), None),
        (Control("quick"), (), None),
        (Control("quick"), ("x.1",), None),
    ],
)
def test_controls_and_their_moves(control: Control, values: tuple[str, ...], move: object) -> None:
    assert move_from(control, values, HAND.hand, lambda: HAND) == move


def test_every_pressable_button_is_the_legal_move_its_label_names() -> None:
    for mask in range(1 << len(HAND.hand)):
        if mask.bit_count() > 3:
            continue
        for label, part in buttons(hand_panel(VIEW, L10N, Choice(mask))).items():
            control = parse(part["custom_id"])
            assert control is not None
            if part["disabled"] or control.action in {"sort", "undo"}:
                continue
            move = move_from(control, [], HAND.hand, lambda: HAND)
            assert move is not None
            engine.refuse(GAME, SEATS[1], move)
            assert label.split()[0] == type(move).__name__


def test_every_offered_meld_and_sapaw_is_laid_at_once() -> None:
    [quick] = [
        part for name, part in selects(hand_panel(VIEW, L10N)).items() if name != "Your cards"
    ]
    control = parse(quick["custom_id"])
    assert control is not None
    for option in quick["options"]:
        move = move_from(control, [option["value"]], HAND.hand, lambda: HAND)
        assert move is not None
        engine.refuse(GAME, SEATS[1], move)


def test_values_name_positions_and_read_back() -> None:
    for move in best_placements(HAND):
        read = move_from(Control("quick"), [placement_code(move, HAND)], HAND.hand, lambda: HAND)
        assert isinstance(read, Lay | Sapaw)
        assert set(read.cards) == set(move.cards)


WORDS = st.text("abcdefls0123456789.-", max_size=10) | st.text(max_size=6)


@given(st.sampled_from(sorted(BUTTONS | SELECTS)), WORDS, st.lists(WORDS, max_size=3))
def test_no_control_however_mangled_breaks_anything(
    action: str, arg: str, values: list[str]
) -> None:
    control = Control(action, arg=arg)
    move = move_from(control, values, HAND.hand, lambda: HAND)
    hand_panel(VIEW, L10N, choice_from(control, values, HAND))
    sort_from(control)
    board_from(control, values)
    if move is not None:
        with suppress(IllegalMove):
            engine.refuse(GAME, SEATS[1], move)


def test_picked_cards_become_the_choice() -> None:
    assert choice_from(Control("pick"), ["0", "3", "99", "x"], HAND) == Choice(0b1001)
    assert choice_from(Control("pick"), [], HAND) == Choice()


def test_a_new_order_keeps_the_choice() -> None:
    control = Control("sort", arg="rank.28")
    assert choice_from(control, [], HAND) == Choice(0x28)
    assert sort_from(control) == "rank"
    assert choice_from(Control("sort", arg="rank.ffff"), [], HAND) == Choice()


def test_first_presses_ask_for_confirmation() -> None:
    assert choice_from(Control("call"), [], HAND) == Choice(confirm="call")
    assert choice_from(Control("leave"), [], HAND) == Choice(confirm="leave")
    assert choice_from(Control("back"), [], HAND) == Choice()


@pytest.mark.parametrize(
    ("arg", "page"),
    [
        ("net.week.0", BoardChoice("net", "week", 0)),
        ("chips.all.12345", BoardChoice("chips", "all", 12345)),
        ("rate.s3.me", BoardChoice("rate", "s3", "me")),
        ("net.2", BoardChoice("net", "all", 2)),  # of a panel that knew no periods
        ("net.all.-1", None),
        ("net.all.1234567890", None),
        ("net.all.somewhere", None),
        ("x.all.0", None),
        ("", None),
    ],
)
def test_leaderboard_pages(arg: str, page: object) -> None:
    assert board_from(Control("board", arg=arg)) == page
    assert board_from(Control("board-hide", arg=arg)) == page


def test_leaderboard_selects_start_at_the_first_page() -> None:
    by, period = (Control(f"board-{what}", arg="net.week.4") for what in ("by", "period"))
    assert board_from(by, ["won"]) == BoardChoice("won", "week", "first")
    assert board_from(period, ["s3"]) == BoardChoice("net", "s3", "first")
    assert board_from(by, ["poker"]) is None
    assert board_from(by) is None
    assert board_from(Control("rules", arg="net.week.4")) is None


def test_a_mask_of_an_older_hand_selects_nothing_beyond_the_new_one() -> None:
    laid = after(GAME, (1, Lay(parse_cards("8H 8D 8C"))))
    smaller = seat_view(laid, 1).hand
    assert len(smaller.hand) == 7
    assert move_from(Control("lay", arg="l.380"), [], smaller.hand, lambda: smaller) is None
    assert laid.phase is Phase.ACT
