"""Events survive the journal; what is no event is refused without a word about cards."""

import traceback
from dataclasses import replace
from typing import get_args

import pytest

from bot.tables.events import (
    CameBack,
    HandSettled,
    HandStarted,
    HostPassed,
    LobbyReopened,
    PlayedFor,
    Refilled,
    SeatLeft,
    SeatReady,
    SeatTaken,
    SessionEnded,
    StartNoticed,
    TableClosed,
    TableEvent,
    TableOpened,
    TablePaused,
    TableResumed,
    ToppedUp,
    WalkedOut,
    WentAway,
)
from bot.tables.stored import VERSION, event_of, stored
from tongits.cards import DECK, parse_cards
from tongits.events import (
    Answered,
    Called,
    Dealt,
    Declared,
    Discarded,
    Drew,
    HandEnded,
    Laid,
    LaidFaceDown,
    LaidOff,
    Outcome,
    Took,
    TookBack,
)
from tongits.rules import PRESETS, preset, with_switches
from tongits.scoring import settle
from tongits.seats import SEATS

ONE, TWO, THREE = SEATS
BOOK = preset("book")
[JOKER] = parse_cards("X1")
SEVEN, *RUN = parse_cards("7H 8H 9H TH")
OUTCOME = Outcome(
    ending="call",
    winner=TWO,
    caller=ONE,
    last_drawer=None,
    deadwood=(25, 8, 20),
    opened=(True, True, False),
    burned=(False, False, True),
    replies=(None, "challenge", "show"),
)
VOID = replace(OUTCOME, ending="stock", winner=None, caller=None, replies=(None, None, None))

EVENTS: tuple[TableEvent, ...] = (
    *(TableOpened(77, 5, preset(name), 10, 1, 60) for name in PRESETS),
    TableOpened(77, 5, BOOK, 10, 1, 60, moves_chips=False),
    TableOpened(77, 5, with_switches(BOOK, {"jokers": 2, "kang": True}), 10, 1, 60),
    SeatTaken(ONE, "ana", 300),
    SeatLeft(TWO, 0, "away"),
    HostPassed(THREE),
    StartNoticed(),
    LobbyReopened(),
    HandStarted(3),
    PlayedFor(ONE, "left"),
    WentAway(ONE),
    CameBack(ONE),
    TablePaused("forbidden"),
    TableResumed(),
    WalkedOut(TWO),
    WalkedOut(TWO, "kicked"),
    HandSettled(
        settle(BOOK, OUTCOME, stake_chips=10, rate=1, pot_chips=30, brought_chips=[12, 99, 99])
    ),
    HandSettled(settle(BOOK, VOID, stake_chips=10, rate=1)),
    HandSettled(settle(preset("go"), OUTCOME, stake_chips=10, rate=1), 60, (1, -2, 1)),
    SessionEnded((ONE, THREE)),
    ToppedUp(ONE, 200),
    Refilled("ana", 1_000, "20270115"),
    SeatReady(ONE),
    TableClosed("channel-gone"),
    Dealt(ONE, DECK),
    Drew(ONE, SEVEN),
    Took(TWO, SEVEN),
    Laid(THREE, "run", (SEVEN, *RUN)),
    Laid(THREE, "run", (SEVEN, RUN[0], JOKER), ((JOKER, RUN[1]),), with_taken=True),
    LaidFaceDown(ONE, parse_cards("8S 8H 8D 8C")),
    LaidOff(ONE, 2, (SEVEN,)),
    LaidOff(ONE, 2, (JOKER,), ((JOKER, SEVEN),)),
    Declared(TWO),
    TookBack(ONE),
    Discarded(ONE, SEVEN),
    Called(ONE),
    Answered(TWO, "challenge"),
    HandEnded(OUTCOME),
    HandEnded(VOID),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_an_event_comes_back_from_the_journal_as_it_was(event: TableEvent) -> None:
    row = stored(event, 7, 1_000)
    assert (row.seq, row.kind, row.version, row.at_ms) == (7, event.kind, VERSION, 1_000)
    assert event_of(row) == event
    assert type(event_of(row)) is type(event)


def test_a_table_opened_before_there_were_others_moves_chips() -> None:
    row = stored(EVENTS[0], 1, 0)
    assert ',"moves_chips":true' in row.body
    before = replace(row, body=row.body.replace(',"moves_chips":true', ""))
    assert event_of(before) == EVENTS[0]


def test_every_kind_of_event_was_tried() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(TableEvent))


@pytest.mark.parametrize("version", [0, VERSION + 1])
def test_an_event_of_another_version_is_refused(version: int) -> None:
    row = replace(stored(EVENTS[0], 1, 0), version=version)
    with pytest.raises(ValueError, match=f"has version {version}"):
        event_of(row)


@pytest.mark.parametrize(
    "body",
    [
        '{"seat":0,"card":["7H"],"kind":"drew"}',
        '{"seat":0,"kind":"drew","7H":1}',
        '{"seat":0,"card":"7H","kind":"7H"}',
        '{"seat":0,"card":"7H"',
        '["7H"]',
    ],
)
def test_a_damaged_body_is_refused_without_quoting_cards(body: str) -> None:
    row = replace(stored(Drew(ONE, SEVEN), 4, 0), body=body)
    with pytest.raises(ValueError, match=r"body of event 4 \(drew\) is damaged") as refused:
        event_of(row)
    told = "".join(traceback.format_exception(refused.value))
    assert "7H" not in told
    assert "7H" not in repr(row)
