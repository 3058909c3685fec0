"""Panels look as they did: their JSON is kept. `UPDATE_GOLDEN=1` writes it anew; read the diff."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import discord
import pytest

from bot.i18n import FORMER_PLAYER, strict_localizer
from bot.tables.fair_views import FairView, FigureView, HandMark, PairView
from bot.tables.privacy_views import StoredView
from bot.tables.purse_views import DailyView, HistoryLine, HistoryView
from bot.tables.setting_views import SettingsView
from bot.tables.views import (
    BoardBy,
    BoardRow,
    BoardView,
    ChipsView,
    Movement,
    SeasonView,
    TableView,
)
from bot.ui.board_panel import board_panel
from bot.ui.chips_panel import chips_panel
from bot.ui.daily_panel import daily_panel
from bot.ui.fair_panel import fair_panel
from bot.ui.hand_panel import Choice, hand_panel
from bot.ui.history_panel import history_panel
from bot.ui.house import house_of, with_numbers
from bot.ui.house_panel import house_panel
from bot.ui.more_panel import more_panel
from bot.ui.privacy_panel import erase_panel, export_panel, stored_panel
from bot.ui.profile_panel import profile_panel
from bot.ui.profile_picture import profile_picture
from bot.ui.public_panel import public_panel
from bot.ui.result_panel import result_panel
from bot.ui.rules_panel import rules_panel
from bot.ui.settings_panel import settings_panel
from data.server_settings import ServerSettings
from tests.ui.profiles import profile
from tests.ui.situations import (
    DUE_MS,
    NAMES,
    TERMS,
    after,
    design_game,
    game,
    result_view,
    seat_view,
    seats,
    table,
    terms,
)
from tongits.cards import parse_cards
from tongits.moves import Answer, Call, Discard, LayFaceDown
from tongits.rules import preset, with_switches
from tongits.seats import SEATS
from tongits.state import GameState, Phase

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "panels"
PAGAT = preset("pagat")
HOUSE = with_switches(preset("book"), {"kang": True, "jokers": 2, "ace_in_runs": "low"})
L10N = strict_localizer("en")


def start(turn: int) -> GameState:
    return design_game(Phase.START, turn=turn, drew="")


def void() -> GameState:
    last = game("2S 9H", "9S KD", "AS QC", drew="9H", stock=0)
    return after(last, (0, Discard(parse_cards("9H")[0])))


def called() -> GameState:
    return after(start(0), (0, Call()))


def taking() -> GameState:
    """Pagat: Ana may take the seven for two melds, and may call."""
    melds = ((0, "2H 3H 4H"), (1, "9S 9D 9C"), (2, "AS AH AD"))
    hand = "7H 7C 5S 6S KD"
    return game(
        hand, "TC 3D", "3C QH", phase=Phase.START, melds=melds, discards="QC 7S", rules=PAGAT
    )


def fought() -> GameState:
    return after(taking(), (0, Call()), (1, Answer("fold")), (2, Answer("challenge")))


def four() -> GameState:
    return game("8S 8H 8D 8C KD", "QD 3S", "TC", drew="KD", rules=PAGAT)


def face_down() -> GameState:
    return after(four(), (0, LayFaceDown(parse_cards("8S 8H 8D 8C"))))


def chips() -> ChipsView:
    movements = (Movement(DUE_MS, "hand", -10, 22, 3), Movement(DUE_MS, "refill", 1000, None))
    return ChipsView(990, 0, 10, movements, DUE_MS)


SEASONS = (SeasonView(4, "2026-10", "2026-12"), SeasonView(2, "2026-04", "2026-06"))


def stored() -> StoredView:
    return StoredView(
        discord_id=223344556677889900,
        name="Ana*",
        has_dm=True,
        dm_state="open",
        sort_order="rank",
        is_hidden=True,
        seen_ms=DUE_MS,
        came_back=True,
        grants_before=2,
        servers=2,
        hands=1_234,
        statement_lines=56_789,
        dailies=1,
        moderations=3,
        seats=1,
    )


def history() -> HistoryView:
    """The second of three pages, from a hand at a table back to the wallet's first chips."""
    lines = (
        HistoryLine(DUE_MS, "cash_out", 330, "wallet", 1_130, 22, None),
        HistoryLine(DUE_MS, "pay", -25, "table", 330, 22, 3),
        HistoryLine(DUE_MS, "pot", 30, "table", 355, 22, 2),
        HistoryLine(DUE_MS, "daily", 100, "wallet", 1_100, None, None),
        HistoryLine(DUE_MS, "open", 1_000, "wallet", 1_000, None, None),
    )
    return HistoryView(1, 3, lines)


def board(by: BoardBy = "net", period: str = "week", *, hidden: bool = False) -> BoardView:
    rows = tuple(
        BoardRow(rank, NAMES[rank - 11], 400_000 - 13_000 * rank, rank == 12 and not hidden, 40)
        for rank in (11, 12, 13)
    )
    own = None if hidden else rows[1]
    return BoardView(by, period, 1, 3, rows, own, SEASONS, 10, hidden)


def friendly(view: TableView) -> TableView:
    """The same table, playing for points."""
    return replace(view, terms=replace(view.terms, moves_chips=False))


def settings_view(**values: object) -> SettingsView:
    """Settings; of what was chosen the first channel is gone, and every role is there."""
    settings = ServerSettings(**values)  # type: ignore[arg-type]  # fields by name
    who, when = ("Ana*", DUE_MS) if values else ("", 0)
    return SettingsView(settings, settings.channels[1:], settings.roles, who, when)


def fair(*, about: str | None = None) -> FairView:
    """Ana paid Ben more than is likely; Carla was erased, and threw what Ana took."""
    hands = (HandMark("abcdefgh", 12, DUE_MS), HandMark("bcdefgh2", 3, DUE_MS))
    ana_ben = (
        FigureView("flow", "Ana", "Ben", 1_240, 210, 0, True, hands),
        FigureView("joint", "Ana", "Ben", -80, -35, 0, False, hands),
    )
    with_carla = (
        FigureView("flow", "Ana", "", 20, 45, 0, False, ()),
        FigureView("joint", "Ana", "", 310, 290, 0, False, hands),
        FigureView("feeding", "", "Ana", 61, 24, 130, True, hands[:1]),
    )
    pairs = (
        PairView(("Ana", "Ben"), 212, (80, 64), ana_ben),
        PairView(("Ana", ""), 96, (36, 100), with_carla),
    )
    return FairView(about, pairs, 2, 31, 5_204, 4_980, 30, 30, 1_000)


PANELS: dict[str, Callable[[], discord.ui.LayoutView]] = {
    "lobby_waiting": lambda: public_panel(
        table(stage="lobby", taken=(seats()[0], seats()[1], None)), L10N
    ),
    "lobby_starting": lambda: public_panel(table(stage="starting"), L10N),
    "table_turn": lambda: public_panel(table(design_game(), pot=30), L10N),
    "table_called": lambda: public_panel(table(called()), L10N),
    "table_break": lambda: public_panel(table(stage="break", taken=seats(ready=(1,))), L10N),
    "table_closed": lambda: public_panel(table(stage="closed", closed_why="idle"), L10N),
    "hand_start": lambda: hand_panel(seat_view(start(1), 1), L10N),
    "hand_call_confirm": lambda: hand_panel(seat_view(start(0), 0), L10N, Choice(confirm="call")),
    "hand_act": lambda: hand_panel(seat_view(design_game(), 1), L10N),
    "hand_act_selected": lambda: hand_panel(
        seat_view(design_game(), 1, sort="rank"), L10N, Choice(0xA8)
    ),
    "hand_waiting": lambda: hand_panel(seat_view(design_game(), 2), L10N),
    "hand_reply": lambda: hand_panel(seat_view(called(), 2), L10N),
    "hand_over": lambda: hand_panel(seat_view(after(called(), (2, Answer("show"))), 1), L10N),
    "result_call": lambda: result_panel(
        result_view(after(called(), (2, Answer("challenge"))), pot_in=30), L10N
    ),
    "result_void": lambda: result_panel(result_view(void()), L10N),
    "lobby_pagat": lambda: public_panel(
        table(stage="lobby", taken=(seats()[0], seats()[1], None), rules=PAGAT, pot=60), L10N
    ),
    "lobby_house": lambda: public_panel(table(stage="starting", rules=HOUSE), L10N),
    "table_pagat": lambda: public_panel(table(face_down(), pot=60), L10N),
    "hand_take": lambda: hand_panel(seat_view(taking(), 0), L10N),
    "hand_take_which": lambda: hand_panel(seat_view(taking(), 0), L10N, Choice(confirm="take")),
    "hand_face_down": lambda: hand_panel(seat_view(four(), 0), L10N, Choice(0b1111)),
    "hand_fold": lambda: hand_panel(seat_view(after(taking(), (0, Call())), 1), L10N),
    "result_units": lambda: result_panel(result_view(fought(), pot_in=60), L10N),
    "result_hidden": lambda: result_panel(
        result_view(after(face_down(), (0, Discard(parse_cards("KD")[0]))), pot_in=60, hitter=120),
        L10N,
    ),
    "rules_pagat": lambda: rules_panel(L10N, terms(PAGAT)),
    "rules_go": lambda: rules_panel(L10N, terms(preset("go"))),
    "rules_house": lambda: rules_panel(L10N, terms(HOUSE)),
    "house": lambda: house_panel(house_of("book", 10, 1, 60), L10N),
    "house_pagat": lambda: house_panel(
        with_numbers(house_of("pagat", 10, 1, 60), {"jokers": 2, "fee_percent": 5}), L10N
    ),
    "more": lambda: more_panel(table(design_game()), SEATS[0], L10N),
    "more_leave": lambda: more_panel(table(design_game()), SEATS[0], L10N, confirm_leave=True),
    "rules": lambda: rules_panel(L10N, TERMS),
    "chips": lambda: chips_panel(chips(), L10N),
    "history": lambda: history_panel(history(), L10N),
    "history_short": lambda: history_panel(HistoryView(0, 1, history().lines[3:]), L10N),
    "privacy_show": lambda: stored_panel(stored(), L10N),
    "privacy_show_short": lambda: stored_panel(
        replace(stored(), has_dm=False, is_hidden=False, came_back=False), L10N
    ),
    "privacy_delete": lambda: erase_panel("00ff00ff00ff00ff", L10N),
    "privacy_export": lambda: export_panel(["tongits-data.json"], L10N),
    "result_former": lambda: result_panel(
        replace(result_view(fought()), names=("Ana", FORMER_PLAYER, "Carla")), L10N
    ),
    "table_former": lambda: public_panel(
        table(start(0), taken=seats((FORMER_PLAYER, "Ben", "Carla"), left=0)), L10N
    ),
    "daily": lambda: daily_panel(DailyView(120, 2, 1_220, 140, DUE_MS, 1), L10N),
    "profile": lambda: profile_panel(profile(), L10N, profile_picture(profile(), L10N)),
    "profile_own": lambda: profile_panel(
        profile(is_viewer=True, calls=0, calls_won=0, rating=None, ways=(0, 0, 0, 0)), L10N, None
    ),
    "profile_stranger": lambda: profile_panel(profile(versus=None), L10N, None),
    "board": lambda: board_panel(board(), L10N),
    "settings": lambda: settings_panel(settings_view(), L10N),
    "settings_changed": lambda: settings_panel(
        settings_view(
            rules="go",
            stakes=(5, 50),
            clocks=(30, 600),
            channels=(5, 6),
            roles=(8,),
            daily_hour=9,
            daily_zone="Europe/Berlin",
            account_days=0,
            member_days=3,
            daily_loss=500,
            tables_each=2,
            turn_lines=False,
            friendly=True,
        ),
        L10N,
        ("clocks", "daily_hour", "daily_zone", "friendly"),
    ),
    "lobby_friendly": lambda: public_panel(
        friendly(table(stage="lobby", taken=(seats()[0], seats()[1], None))), L10N
    ),
    "table_friendly": lambda: public_panel(friendly(table(design_game(), pot=30)), L10N),
    "result_friendly": lambda: result_panel(
        replace(result_view(after(called(), (2, Answer("challenge")))), moves_chips=False), L10N
    ),
    "fairplay": lambda: fair_panel(fair(), L10N),
    "fairplay_none": lambda: fair_panel(
        replace(fair(about="Ana*"), pairs=(), unusual=0, compared=1), L10N
    ),
    "board_rate": lambda: board_panel(board("rate", "s2"), L10N),
    "board_chips": lambda: board_panel(board("chips"), L10N),
    "board_hidden": lambda: board_panel(board("streak", "season", hidden=True), L10N),
}


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_looks_as_it_did(name: str) -> None:
    file = FOLDER / f"{name}.json"
    shown = PANELS[name]().to_components()
    if os.environ.get("UPDATE_GOLDEN"):
        FOLDER.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(shown, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert shown == json.loads(file.read_text(encoding="utf-8"))


def test_no_golden_panel_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == set(PANELS)
