"""The private hand: only legal moves can be pressed, and labels say what they will do."""

from dataclasses import replace

import pytest

from bot.i18n import strict_localizer
from bot.tables.views import SeatView
from bot.ui.custom_ids import parse
from bot.ui.hand_panel import Choice, hand_panel
from bot.ui.masks import mask_of
from bot.ui.moves_from import move_from
from tests.ui.reading import buttons, components, custom_ids, enabled, selects, text
from tests.ui.situations import NAMES, after, design_game, game, seat_view
from tongits.cards import parse_cards
from tongits.moves import Answer, Call, Discard, Lay, Take
from tongits.seats import SEATS
from tongits.state import Phase

L10N = strict_localizer("en")
CARDS = "Your cards"
QUICK = "Melds and sapaw you can lay now"


def choose(view: SeatView, cards: str) -> Choice:
    return Choice(mask_of(view.hand.hand, parse_cards(cards)))


def test_the_screen_of_the_design() -> None:
    view = seat_view(design_game(), 1)
    shown = text(hand_panel(view, L10N))
    assert "hand 3 · **your turn**, ends <t:1790000000:R>" in shown
    assert "♠ 4 5 7\u2003♥ 8 9\u2003♦ 8 K\u2003♣ 8 J __Q__" in shown
    assert "Points left 55 (best split: 8♥8♦8♣) · sunog risk: lay a meld to be safe" in shown


def test_a_turn_starts_with_draw_take_tawag() -> None:
    panel = hand_panel(seat_view(design_game(Phase.START, turn=0, drew=""), 0), L10N)
    assert list(buttons(panel)) == ["Draw · 9 left", "Take 7♦", "Tawag", "Sort: by rank"]
    assert selects(panel) == {}


def test_a_call_is_asked_twice() -> None:
    view = seat_view(design_game(Phase.START, turn=0, drew=""), 0)
    panel = hand_panel(view, L10N, Choice(confirm="call"))
    assert list(buttons(panel)) == ["Tawag · yes", "Back"]
    yes = parse(buttons(panel)["Tawag · yes"]["custom_id"])
    assert yes is not None
    assert move_from(yes, [], view.hand.hand, lambda: view.hand) == Call()


def test_the_first_press_of_tawag_is_no_move() -> None:
    view = seat_view(design_game(Phase.START, turn=0, drew=""), 0)
    first = parse(buttons(hand_panel(view, L10N))["Tawag"]["custom_id"])
    assert first is not None
    assert move_from(first, [], view.hand.hand, lambda: view.hand) is None


def test_a_burned_seat_cannot_call_and_is_told_why() -> None:
    panel = hand_panel(seat_view(design_game(Phase.START, drew=""), 1), L10N)
    assert "Tawag" not in enabled(panel)
    assert "Tawag: lay a meld of your own first." in text(panel)


def test_a_call_cannot_be_confirmed_by_a_burned_seat() -> None:
    view = seat_view(design_game(Phase.START, drew=""), 1)
    assert "Tawag · yes" not in buttons(hand_panel(view, L10N, Choice(confirm="call")))


def test_an_empty_discard_pile_is_named_as_the_reason() -> None:
    bare = game("4S 5S", "8H", "AS", phase=Phase.START)
    panel = hand_panel(seat_view(bare, 0), L10N)
    assert "Take" in buttons(panel)
    assert "Take" not in enabled(panel)
    assert "Take: the discard pile is empty." in text(panel)


@pytest.mark.parametrize(
    ("cards", "pressable"),
    [
        ("", []),
        ("8H 8D 8C", ["Lay 8♥8♦8♣"]),
        ("8H", ["Sapaw 8♥ on Carla's run", "Discard 8♥"]),
        ("9H", ["Sapaw 9♥ on Carla's set", "Discard 9♥"]),
        ("8H 9H", ["Sapaw 8♥9♥ on Carla's run"]),
        ("KD", ["Discard K♦"]),
        ("4S 5S", []),
    ],
)
def test_a_selection_enables_exactly_what_it_can_do(cards: str, pressable: list[str]) -> None:
    view = seat_view(design_game(), 1)
    panel = hand_panel(view, L10N, choose(view, cards))
    assert [label for label in enabled(panel) if not label.startswith("Sort")] == pressable


def test_cards_that_fit_nowhere_are_explained() -> None:
    view = seat_view(design_game(), 1)
    shown = text(hand_panel(view, L10N, choose(view, "4S 5S")))
    assert "4♠ 5♠: no set or run, and no meld on the table takes them." in shown


def test_the_selection_stays_selected_and_outlives_a_new_order() -> None:
    view = seat_view(design_game(), 1)
    panel = hand_panel(view, L10N, choose(view, "8H 8D"))
    chosen = [option["label"] for option in selects(panel)[CARDS]["options"] if option["default"]]
    assert chosen == ["8♥", "8♦"]
    sort = parse(buttons(panel)["Sort: by rank"]["custom_id"])
    assert sort is not None
    assert sort.arg == "rank.28"


def test_the_card_just_drawn_is_marked_in_text_and_select() -> None:
    panel = hand_panel(seat_view(design_game(), 1), L10N)
    notes = {
        option["label"]: option.get("description") for option in selects(panel)[CARDS]["options"]
    }
    assert notes["Q♣"] == "just drawn"
    assert [label for label, note in notes.items() if note] == ["Q♣"]
    assert "Just drawn: **Q♣**" in text(panel)


def test_the_hand_is_shown_in_the_players_order() -> None:
    view = seat_view(design_game(), 1, sort="rank")
    panel = hand_panel(view, L10N)
    labels = [option["label"] for option in selects(panel)[CARDS]["options"]]
    assert labels == ["4♠", "5♠", "7♠", "8♥", "8♦", "8♣", "9♥", "J♣", "Q♣", "K♦"]
    assert "4♠\u20035♠\u20037♠\u20038♥8♦8♣" in text(panel)
    assert "Sort: by suit" in buttons(panel)


def test_the_second_select_offers_melds_and_sapaw_best_first() -> None:
    panel = hand_panel(seat_view(design_game(), 1), L10N)
    labels = [option["label"] for option in selects(panel)[QUICK]["options"]]
    assert labels[0] == "Lay 8♥8♦8♣"
    assert set(labels[1:]) == {
        "Sapaw 8♥ on Carla's run",
        "Sapaw 8♥9♥ on Carla's run",
        "Sapaw 9♥ on Carla's set",
    }


def test_nothing_to_lay_means_no_second_select() -> None:
    panel = hand_panel(seat_view(game("2S 7H KD", "8H", "AS"), 0), L10N)
    assert list(selects(panel)) == [CARDS]


def test_own_melds_are_called_your_own() -> None:
    own = game("8H KD", "9S", "AS", melds=((0, "5H 6H 7H"),))
    view = seat_view(own, 0)
    assert "Sapaw 8♥ on your run" in enabled(hand_panel(view, L10N, choose(view, "8H")))


def test_two_melds_that_would_read_the_same_are_named() -> None:
    two = game("5H KD", "9S", "AS", melds=((1, "2H 3H 4H"), (1, "6H 7H 8H")))
    view = seat_view(two, 0)
    labels = enabled(hand_panel(view, L10N, choose(view, "5H")))
    assert labels[:2] == ["Sapaw 5♥ on 2♥3♥4♥", "Sapaw 5♥ on 6♥7♥8♥"]


@pytest.mark.parametrize(
    ("hand", "label"),
    [
        ("8H 8D 8C", "Lay 8♥8♦8♣ · Tongits!"),
        ("KD", "Discard K♦ · Tongits!"),
        ("8H", "Sapaw 8♥ on Carla's run · Tongits!"),
    ],
)
def test_a_move_that_empties_the_hand_says_tongits(hand: str, label: str) -> None:
    last = game(hand, "9S", "AS", melds=((2, "5H 6H 7H"),))
    view = seat_view(last, 0)
    assert label in enabled(hand_panel(view, L10N, choose(view, hand)))


def test_a_card_taken_this_turn_cannot_be_thrown_and_the_panel_says_so() -> None:
    start = game("2S KD", "9S", "AS", phase=Phase.START, discards="4C")
    view = seat_view(after(start, (0, Take())), 0)
    panel = hand_panel(view, L10N, choose(view, "4C"))
    assert not any(label.startswith("Discard") for label in enabled(panel))
    assert "a card taken this turn cannot be thrown back" in text(panel)
    assert "Taken: **4♣**" in text(panel)


def test_undo_is_possible_after_a_lay_only() -> None:
    before = design_game()
    laid = after(before, (1, Lay(parse_cards("8H 8D 8C"))))
    assert "Undo" not in enabled(hand_panel(seat_view(before, 1), L10N))
    assert "Undo" in enabled(hand_panel(seat_view(laid, 1), L10N))


def test_who_is_not_in_turn_sees_the_hand_and_whose_turn_it_is() -> None:
    panel = hand_panel(seat_view(design_game(), 0), L10N)
    assert list(buttons(panel)) == ["Sort: by rank"]
    assert selects(panel) == {}
    assert "not your turn yet" in text(panel)


def test_a_called_seat_shows_or_challenges_once_and_sees_its_points() -> None:
    called = after(design_game(Phase.START, turn=0, drew=""), (0, Call()))
    panel = hand_panel(seat_view(called, 2), L10N)
    assert list(buttons(panel))[:2] == ["Show", "Challenge"]
    assert "Your points: **6**" in text(panel)
    assert "a lost challenge pays double" in text(panel)


def test_a_burned_seat_owes_no_answer() -> None:
    called = after(design_game(Phase.START, turn=0, drew=""), (0, Call()))
    panel = hand_panel(seat_view(called, 1), L10N)
    assert list(buttons(panel)) == ["Sort: by rank"]
    assert "waiting for Carla" in text(panel)


def test_a_finished_hand_has_no_buttons_and_names_the_winner() -> None:
    over = after(design_game(Phase.START, turn=0, drew=""), (0, Call()), (2, Answer("challenge")))
    for seat, says in ((0, "**you won**"), (1, "**Ana** won")):
        panel = hand_panel(seat_view(over, seat), L10N)
        assert buttons(panel) == {}
        assert says in text(panel)


def test_a_void_hand_is_told_as_carried_stakes() -> None:
    last = game("2S 9H", "9S KD", "AS QC", discards="4C", drew="9H", stock=0)
    panel = hand_panel(seat_view(after(last, (0, Discard(parse_cards("9H")[0]))), 0), L10N)
    assert "everybody sunog, nobody wins; the stakes carry to the next hand" in text(panel)
    assert "tie" not in text(panel).split()


def test_leave_is_asked_twice_on_the_hand_panel_too() -> None:
    view = seat_view(design_game(), 1)
    panel = hand_panel(view, L10N, Choice(confirm="leave"))
    assert list(buttons(panel)) == ["Leave · yes", "Back"]


def test_who_left_is_told_that_the_hand_is_played_on_and_has_nothing_to_press() -> None:
    panel = hand_panel(seat_view(design_game(), 0, left=0), L10N)
    assert buttons(panel) == {}
    assert "the rest of this hand is played for you" in text(panel)


@pytest.mark.parametrize("seat", [0, 1])
def test_who_left_reads_of_no_turn_until_the_hand_is_over(seat: int) -> None:
    """That it was not their turn yet stood above it: their panel stays as it is meanwhile."""
    start = design_game(Phase.START, turn=0, drew="")
    called = after(start, (0, Call()))
    for game_now in (start, design_game(), called):
        view = seat_view(game_now, seat, left=seat)
        paused = replace(view, table=replace(view.table, paused_why="outage"))
        for one in (view, paused):
            head, *_ = text(hand_panel(one, L10N)).splitlines()
            assert head.endswith(" · hand 3")
    over = seat_view(after(called, (2, Answer("challenge"))), seat, left=seat)
    assert text(hand_panel(over, L10N)).splitlines()[0].endswith(" · over")
    table = replace(over.table, stage="closed", closed_why="ended")
    closed = replace(seat_view(start, seat, left=seat), table=table)
    assert "table closed: it was ended." in text(hand_panel(closed, L10N))


def test_a_selection_that_fits_no_hand_is_dropped() -> None:
    view = seat_view(design_game(), 1)
    assert (
        hand_panel(view, L10N, Choice(1 << 12)).to_components()
        == hand_panel(view, L10N).to_components()
    )


def test_every_control_carries_seat_and_token_of_the_open_decision() -> None:
    view = seat_view(design_game(), 1)
    controls = [parse(custom_id) for custom_id in custom_ids(hand_panel(view, L10N))]
    assert controls
    assert {(c.table_id, c.seat, c.token) for c in controls if c} == {
        (view.table.table_id, 1, view.token)
    }


def test_the_place_links_to_the_channel() -> None:
    shown = text(hand_panel(seat_view(design_game(), 1), L10N))
    assert "Test Server › [#general](https://discord.com/channels/11/22)" in shown


@pytest.mark.parametrize("seat", SEATS)
def test_long_names_leave_labels_readable(seat: int) -> None:
    names = ("W" * 32, "👨‍👩‍👧‍👦🇵🇭" * 4, NAMES[2])
    melds = ((0, "TH JH QH"), (1, "TD JD QD"), (2, "TS JS QS"))
    state = game("9H 9D 9S", "8H 8D 8S", "7H 7D 7S", turn=seat, melds=melds)
    for part in components(hand_panel(seat_view(state, seat, names=names), L10N)):
        for option in part.get("options", []):
            assert len(option["label"]) <= 38
