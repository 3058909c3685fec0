"""Lobby, table, result, menus, chips, leaderboard: what they say, which buttons they offer."""

from dataclasses import replace
from typing import Any, get_args

import pytest

from bot.i18n import strict_localizer
from bot.tables.news import News, Note, NoteCode
from bot.tables.views import (
    BoardBy,
    BoardChoice,
    BoardRow,
    BoardView,
    ChipsView,
    Movement,
    SeasonView,
    TurnLine,
)
from bot.ui.board_panel import board_panel
from bot.ui.chips_panel import chips_panel
from bot.ui.custom_ids import parse
from bot.ui.lint import lint
from bot.ui.more_panel import more_panel
from bot.ui.moves_from import board_from
from bot.ui.news_text import news_text
from bot.ui.notices import NoDm, dm_opened_notice, joined_notice
from bot.ui.public_panel import public_panel
from bot.ui.result_panel import result_panel
from bot.ui.rules_panel import rules_panel
from bot.ui.turn_line import turn_line
from tests.ui.reading import buttons, custom_ids, enabled, selects, text
from tests.ui.situations import (
    EXTREME_NAMES,
    NAMES,
    TERMS,
    after,
    design_game,
    game,
    result_view,
    seats,
    table,
)
from tongits.cards import parse_cards
from tongits.moves import Answer, Call, Discard
from tongits.seats import SEATS
from tongits.state import Phase

L10N = strict_localizer("en")


def line(seat: int, **acts: Any) -> TurnLine:
    """A turn in which nothing happened but what is named."""
    quiet: dict[str, Any] = {
        "drew": False,
        "took": None,
        "laid": (),
        "laid_off": (),
        "face_down": 0,
        "threw": None,
        "called": False,
        "declared": False,
        "auto": False,
        "next_seat": None,
    }
    return TurnLine(seat=SEATS[seat], **{**quiet, **acts})


def called_game() -> object:
    return after(design_game(Phase.START, turn=0, drew=""), (0, Call()))


def test_the_lobby_of_the_design() -> None:
    first, second, _ = seats()
    panel = public_panel(table(stage="lobby", taken=(first, second, None)), L10N)
    shown = text(panel)
    assert "**Tongits · book rules** · stake 10, rate 1 · 60 s a turn" in shown
    assert "1 **Ana** (host)\u20032 **Ben**\u20033 open" in shown
    losses = "worst hand −124, −198 if your call or challenge fails"
    assert f"Buy-in 300 chips · {losses}" in shown
    assert list(buttons(panel)) == ["Join", "Leave", "Start", "Rules", "More"]
    assert enabled(panel) == ["Join", "Leave", "Rules", "More"]


def test_a_full_table_can_be_started_but_not_joined() -> None:
    panel = public_panel(table(stage="starting"), L10N)
    assert enabled(panel) == ["Leave", "Start", "Rules", "More"]
    assert "Starts <t:1790000000:R> · or press Start" in text(panel)


def test_an_empty_lobby_can_only_be_joined() -> None:
    panel = public_panel(table(stage="lobby", taken=(None, None, None)), L10N)
    assert enabled(panel) == ["Join", "Rules", "More"]
    assert "3 more players" in text(panel)


def test_the_table_of_the_design() -> None:
    last = line(
        2, drew=True, laid=(parse_cards("2C 3C 4C"),), threw=parse_cards("7D")[0], next_seat=1
    )
    panel = public_panel(table(design_game(), last=last), L10N)
    shown = text(panel)
    assert "**Hand 3** · **Ben**'s turn, ends <t:1790000000:R>" in shown
    assert "Stock 9 · discard **7♦** (before: 4♦ K♣)" in shown
    assert "▸ **Ben** · 10 cards · sunog risk" in shown
    assert "**Carla** · 4 cards · open · 5♥6♥7♥ · 9♠9♦9♣" in shown
    assert "Last turn: **Carla** drew, laid 2♣3♣4♣, threw 7♦" in shown
    assert list(buttons(panel)) == ["My hand", "Rules", "More"]


def test_who_still_owes_an_answer_is_public() -> None:
    shown = text(public_panel(table(called_game()), L10N))
    assert "**Ana** called (Tawag) · Carla to answer" in shown


def test_a_carried_pot_is_shown() -> None:
    assert "pot 30 carried" in text(public_panel(table(design_game(), pot=30), L10N))


def test_between_hands_next_hand_names_the_hand_that_is_over() -> None:
    panel = public_panel(table(stage="break", taken=seats(ready=(0, 2))), L10N)
    assert "Ready: Ana, Carla" in text(panel)
    assert list(buttons(panel)) == ["Next hand", "Rules", "More"]
    go_on = parse(buttons(panel)["Next hand"]["custom_id"])
    assert go_on is not None
    assert go_on.arg == "3"


@pytest.mark.parametrize("why", ["empty", "idle", "ended", "channel-gone"])
def test_a_closed_table_says_why_and_has_no_buttons(why: str) -> None:
    panel = public_panel(table(stage="closed", closed_why=why), L10N)
    assert buttons(panel) == {}
    assert f"**Table closed** · {L10N(f'closed-{why}')}" in text(panel)


def test_a_call_is_settled_line_by_line() -> None:
    over = after(called_game(), (2, Answer("challenge")))
    panel = result_panel(result_view(over, pot_in=30, ready=(True, False, False)), L10N)
    shown = text(panel)
    for line in (
        "### Hand 3 · Ana wins the call",
        "Ana called (Tawag): Ben showed, Carla challenged",
        "**Ben** · 55 points · sunog",
        "in hand 8♥8♦8♣ · left 4♠ 5♠ 7♠ 9♥ K♦ J♣ Q♣",
        "Ben pays **65**: stake 10 + 55 points × 1",
        "Carla pays **32**: 2 × (stake 10 + 6 points × 1), the challenge was lost",
        "Ana gets the carried pot: **30**",
        "Ana **290** (+127)",
        "Ben **291** (−65)",
        "Next hand <t:1790000000:R> · ready: Ana",
    ):
        assert line in shown.splitlines()
    assert list(buttons(panel)) == ["Next hand", "Leave"]


def test_a_capped_loser_pays_what_was_brought() -> None:
    over = after(called_game(), (2, Answer("show")))
    shown = text(result_panel(result_view(over, brought=(300, 12, 300)), L10N))
    assert "Ben pays **12**, all it brought to the hand, of 65" in shown


def test_a_void_hand_keeps_the_stakes_for_the_next() -> None:
    last = game("2S 9H", "9S KD", "AS QC", drew="9H", stock=0)
    over = after(last, (0, Discard(parse_cards("9H")[0])))
    shown = text(result_panel(result_view(over, pot_in=30), L10N))
    assert "everybody sunog, nobody wins; the stakes carry to the next hand" in shown
    assert "Pot for the next hand: **60**" in shown
    assert "tie" not in shown.lower().split()


def test_going_out_is_a_tongits_and_a_spent_result_has_no_buttons() -> None:
    last = game("KD", "9S 9H", "AS QC", melds=((0, "2H 3H 4H"),))
    over = after(last, (0, Discard(parse_cards("KD")[0])))
    view = result_view(over, stacks=(300, None, 1_000_000), due_ms=None)
    panel = result_panel(view, L10N)
    shown = text(panel)
    assert "### Hand 3 · Ana wins by Tongits" in shown
    assert "**Ana** · 0 points\nlaid 2♥3♥4♥ · no cards left" in shown
    assert "Ben cashed out (−28)" in shown
    assert "Carla **1,000,000**" in shown
    assert buttons(panel) == {}


def test_leaving_is_asked_twice() -> None:
    view = table(design_game())
    assert "Leave" in buttons(more_panel(view, SEATS[0], L10N))
    panel = more_panel(view, SEATS[0], L10N, confirm_leave=True)
    assert list(buttons(panel)) == ["Leave · yes", "Back"]
    assert "mid-hand" in text(panel)


def test_a_bystander_has_nothing_to_leave() -> None:
    panel = more_panel(table(design_game()), None, L10N, confirm_leave=True)
    assert list(buttons(panel)) == ["Post the table again", "Chips", "Leaderboard", "Rules"]


def test_chips_show_wallet_table_and_movements_with_reasons() -> None:
    movements = (
        Movement(1_790_000_000_000, "buy_in", -300, 22),
        Movement(1_780_000_000_000, "open", 1000, None),
    )
    shown = text(chips_panel(ChipsView(700, 290, 10, movements, 1_790_000_000_000), L10N))
    assert "Wallet **700** · at the table **290**" in shown
    assert "<t:1790000000:f> **−300** buy-in <#22>" in shown
    assert "<t:1780000000:f> **+1,000** wallet opened" in shown
    assert "the next is possible <t:1790000000:R>" in shown


SEASONS = (SeasonView(4, "2026-10", "2026-12"), SeasonView(2, "2026-04", "2026-06"))


def board(page: int, pages: int, own: int | None = 2, by: BoardBy = "net") -> BoardView:
    rows = tuple(
        BoardRow(rank, NAMES[rank % 3], 5000 - 1000 * rank, rank == own, 7) for rank in range(1, 4)
    )
    mine = None if own is None else rows[own - 1]
    return BoardView(by, "all", page, pages, rows, mine, SEASONS, 50)


def test_of_equals_on_the_leaderboard_only_the_reader_is_marked() -> None:
    rows = (BoardRow(1, "Ana", 0), BoardRow(1, "Ben", 0, is_viewer=True), BoardRow(1, "Carla", 0))
    shown = text(board_panel(BoardView("net", "all", 0, 1, rows, rows[1], SEASONS), L10N))
    assert shown.count("◂ you") == 1
    assert "**#1 Ben · ±0** ◂ you" in shown


def test_the_leaderboard_shows_ranks_and_the_readers_own() -> None:
    shown = text(board_panel(board(0, 1), L10N))
    assert "**#1** Ben · +4,000" in shown
    assert "**#2 Carla · +3,000** ◂ you" in shown
    assert "You: #2 · +3,000" in shown


def test_who_is_not_on_the_leaderboard_is_told_how_to_get_there() -> None:
    assert "finish a hand" in text(board_panel(board(0, 1, own=None), L10N))


def test_leaderboard_pages_lead_back_and_forth_and_end() -> None:
    first, middle, last = (board_panel(board(page, 3), L10N) for page in range(3))
    always = ["My rank", "Picture", "Hide me from leaderboards"]
    assert enabled(first) == ["▶", "⏭", *always]
    assert enabled(middle) == ["⏮", "◀", "▶", "⏭", *always]
    assert enabled(last) == ["⏮", "◀", *always]
    leads = {label: asked_by(part) for label, part in buttons(middle).items()}
    pages = {label: choice.page for label, choice in leads.items() if choice}
    wanted = {"⏮": "first", "◀": 0, "▶": 2, "⏭": "last", "My rank": "me"}
    wanted |= dict.fromkeys(always[1:], 1)
    assert pages == wanted
    assert "My rank" not in enabled(board_panel(board(1, 3, own=None), L10N))
    assert not buttons(board_panel(board(0, 1), L10N)).keys() & {"◀", "▶", "My rank"}


def asked_by(part: dict[str, Any], *values: str) -> BoardChoice | None:
    """The leaderboard that a control of a panel asks for."""
    control = parse(part["custom_id"])
    assert control is not None
    return board_from(control, values)


def test_the_selects_lead_to_every_board_and_every_period() -> None:
    both = selects(board_panel(board(1, 3, by="won"), L10N))
    by, period = both["What counts"], both["Over which time"]
    assert [one["label"] for one in by["options"] if one.get("default")] == ["Hands won"]
    assert [one["label"] for one in period["options"] if one.get("default")] == ["All time"]
    boards = [asked_by(by, one["value"]) for one in by["options"]]
    assert boards == [BoardChoice(one, "all", "first") for one in get_args(BoardBy)]
    periods = [asked_by(period, one["value"]) for one in period["options"]]
    words = ("today", "week", "month", "season", "s2", "all")
    assert periods == [BoardChoice("won", word, "first") for word in words]
    assert "Season 2 (2026-04 to 2026-06)" in [one["label"] for one in period["options"]]


def test_chips_owned_have_no_period() -> None:
    panel = board_panel(board(0, 1, by="chips"), L10N)
    assert list(selects(panel)) == ["What counts"]
    assert "Chips owned · Now" in text(panel)


def test_a_win_rate_is_cut_to_a_tenth_of_a_percent() -> None:
    rows = (BoardRow(1, "Ana", 666_666, hands=3_000), BoardRow(2, "Ben", 0, hands=50))
    shown = text(board_panel(BoardView("rate", "all", 0, 1, rows, None, SEASONS, 50), L10N))
    assert "Ana · 66.6 % of 3,000 hands" in shown
    assert "Ben · 0.0 % of 50 hands" in shown
    assert "it takes 50 hands" in shown


def test_who_hides_can_come_back() -> None:
    hidden = board_panel(replace(board(0, 1, own=None), is_hidden=True), L10N)
    assert "You are hidden" in text(hidden)
    assert "not on this board" not in text(hidden)
    assert enabled(hidden) == ["Show me on leaderboards"]


def test_a_season_that_is_not_offered_any_more_still_has_its_title() -> None:
    assert "Season 1**" in text(board_panel(replace(board(0, 1), period="s1"), L10N))


def test_an_empty_leaderboard_says_so() -> None:
    empty = BoardView("chips", "all", 0, 1, (), None, SEASONS)
    assert "Nobody is on this board yet." in text(board_panel(empty, L10N))


@pytest.mark.parametrize("name", EXTREME_NAMES)
def test_small_panels_keep_the_limits_with_any_name(name: str) -> None:
    named = seats((name, name, name))
    rows = tuple(BoardRow(rank, name, 10**12, hands=10**6) for rank in range(10**6, 10**6 + 10))
    seasons = tuple(SeasonView(number, "2999-10", "2999-12") for number in range(3988, 4000))
    movements = tuple(Movement(10**13, "cash_out", -(10**12), 2**63) for _ in range(10))
    views = [
        public_panel(table(stage="lobby", taken=(named[0], named[1], None)), L10N),
        public_panel(table(stage="starting", taken=named, pot=10**12), L10N),
        public_panel(table(stage="break", taken=named, pot=10**12), L10N),
        more_panel(replace(table(), seats=named), SEATS[0], L10N),
        *(
            board_panel(BoardView(by, "season", 10**8, 10**9, rows, rows[0], seasons), L10N)
            for by in get_args(BoardBy)
        ),
        chips_panel(ChipsView(10**12, 10**12, 10**12, movements, 10**13), L10N),
        rules_panel(L10N, TERMS),
        rules_panel(L10N),
        joined_notice(L10N, SEATS[0], 10**12, 2**63),
        dm_opened_notice(L10N, name, name, 2**63, 2**63),
    ]
    for view in views:
        assert lint(view) == []
        assert all(parse(custom_id) for custom_id in custom_ids(view))


def test_joining_tells_where_the_hand_appears() -> None:
    by_dm = text(joined_notice(L10N, SEATS[1], 300, 77))
    assert "https://discord.com/channels/@me/77" in by_dm
    assert "seat 2 with 300 chips" in by_dm
    assert "if none comes" in by_dm  # they may have closed them since the last one
    assert "press **My hand**" in by_dm
    for why in get_args(NoDm):
        by_button = text(joined_notice(L10N, SEATS[1], 300, why))
        assert "press **My hand**" in by_button
        assert ("are closed" in by_button) is (why == "closed")
        assert ("on this server" in by_button) is (why == "unwanted")
    friendly = text(joined_notice(L10N, SEATS[1], 300, 77, moves_chips=False))
    assert "seat 2 with 300 points" in friendly


RUN_8H = ((parse_cards("8H"), SEATS[1], parse_cards("5H 6H 7H")),)
OWN_AC = ((parse_cards("AC"), SEATS[2], parse_cards("2C 3C 4C")),)
NAMED = ((parse_cards("X1")[0], parse_cards("6H")[0]),)


@pytest.mark.parametrize(
    ("told", "says"),
    [
        (
            line(0, drew=True, threw=parse_cards("7S")[0], next_seat=1),
            "**Ana** drew, threw 7♠ · next: **Ben**",
        ),
        (
            line(
                2,
                took=parse_cards("7S")[0],
                laid=(parse_cards("7S 7H 7C"),),
                laid_off=(*RUN_8H, *OWN_AC),
                threw=parse_cards("TD")[0],
                next_seat=0,
            ),
            (
                "**Carla** took 7♠, laid 7♠7♥7♣, sapaw 8♥ on Ben's 5♥6♥7♥, "
                "sapaw A♣ on their own 2♣3♣4♣, threw 10♦ · next: **Ana**"
            ),
        ),
        (line(1, called=True), "**Ben** called (Tawag)"),
        (
            line(1, drew=True, threw=parse_cards("2S")[0], auto=True, next_seat=2),
            "**Ben** drew, threw 2♠ (played for them) · next: **Carla**",
        ),
        (
            line(1, drew=True, laid=(parse_cards("7S 7H 7C"),)),
            "**Ben** drew, laid 7♠7♥7♣, has no cards left: Tongits!",
        ),
        (
            line(0, drew=True, face_down=1, threw=parse_cards("2S")[0], next_seat=1),
            "**Ana** drew, laid four face down, threw 2♠ · next: **Ben**",
        ),
        (
            line(0, drew=True, declared=True),
            "**Ana** drew, declared Tongits with every card in a meld",
        ),
        (
            line(0, drew=True, laid=(parse_cards("5H X1 7H"),), called=False, named=NAMED),
            "**Ana** drew, laid 5♥6♥*7♥, has no cards left: Tongits!",
        ),
    ],
)
def test_a_turn_is_one_line_that_ends_with_who_is_next(told: TurnLine, says: str) -> None:
    assert turn_line(told, NAMES, L10N) == says


IDS = ("ana", "ben", "carla")
NAMED_IDS = dict(zip(IDS, NAMES, strict=True))
THREW = line(0, drew=True, threw=parse_cards("7S")[0], next_seat=1)


def test_the_next_player_is_mentioned_where_the_turn_names_them_and_not_behind_a_note() -> None:
    told = News(IDS, (THREW,), (Note("walked_out", "carla"), Note("came_back", "ana")))
    first, *notes = news_text(told, NAMED_IDS, L10N, mention="<@5>").splitlines()
    assert first == "**Ana** drew, threw 7♠ · next: **Ben** <@5>"
    assert len(notes) == 2
    assert "<@5>" not in "".join(notes)


@pytest.mark.parametrize(("turns", "notes"), [(99, 0), (1, 60), (99, 60)])
def test_the_longest_news_keep_the_limit_and_their_mention(turns: int, notes: int) -> None:
    told = News(IDS, (THREW,) * turns, (Note("went_away", "carla"),) * notes)
    shown = news_text(told, NAMED_IDS, L10N, mention="<@123456789012345678>")
    assert 1900 < len(shown) <= 2000
    assert " <@123456789012345678>" in shown


@pytest.mark.parametrize(
    "code",
    [
        *("left_asked", "left_away", "left_short", "left_kicked", "left_gone", "left_limit"),
        "session_lost",
    ],
)
def test_nothing_is_promised_at_a_table_that_closed_meanwhile(code: NoteCode) -> None:
    note = Note(code, "ana", 1240)
    goes_on = news_text(News(IDS, (), (note,)), NAMED_IDS, L10N)
    assert goes_on.endswith((": the seat is open.", ": the next hand begins a new one."))
    one, closed = news_text(News(IDS, (), (note, Note("closed", ""))), NAMED_IDS, L10N).splitlines()
    assert closed.startswith("The table is closed")
    assert one == goes_on.split(": the ")[0] + "."
    assert "1,240" in one


@pytest.mark.parametrize("code", get_args(NoteCode))
def test_at_a_friendly_table_the_channel_reads_of_no_wallet(code: NoteCode) -> None:
    if code in ("refilled", "left_short", "left_limit"):  # what points never come to
        return
    told = News(IDS, (), (Note(code, "ana", 1240),), moves_chips=False)
    shown = news_text(told, NAMED_IDS, L10N)
    assert "wallet" not in shown
    assert "chips" not in shown.replace("no chips moved", "")


def test_without_turn_lines_notes_are_told_and_a_call_stands_alone() -> None:
    told = News(IDS, (THREW,), (Note("walked_out", "carla"),))
    quiet = news_text(told, NAMED_IDS, L10N, mention="<@5>", with_turns=False).splitlines()
    assert quiet[0] == "<@5>, it is your turn."
    assert len(quiet) == 2
    assert news_text(News(IDS, (THREW,)), NAMED_IDS, L10N, with_turns=False) == ""


@pytest.mark.parametrize("confirm", [True, False])
@pytest.mark.parametrize("stage", ["lobby", "starting", "hand", "break", "closed"])
def test_no_panel_of_a_friendly_table_speaks_of_wallets(stage: Any, confirm: bool) -> None:
    shown = table(design_game() if stage == "hand" else None, stage=stage, closed_why="moderator")
    view = replace(shown, terms=replace(shown.terms, moves_chips=False))
    panels = (
        public_panel(view, L10N),
        more_panel(view, SEATS[0], L10N, confirm_leave=confirm),
        rules_panel(L10N, view.terms),
    )
    assert "friendly" in text(panels[2])
    for panel in panels[:2]:
        assert "wallet" not in text(panel)
        assert "chips" not in text(panel).replace("no chips move", "")


@pytest.mark.parametrize("stage", ["lobby", "starting", "hand", "break"])
def test_a_paused_table_says_so_instead_of_when_it_goes_on(stage: Any) -> None:
    game = design_game() if stage == "hand" else None
    shown = text(public_panel(replace(table(game, stage=stage), paused_why="outage"), L10N))
    assert "aused: Discord cannot reach the server." in shown
    assert "<t:" not in shown
