"""Events survive the journal; what is no event is refused without a word about cards."""

import traceback
from dataclasses import replace
from typing import get_args

import pytest

from bot.tables.events import (
    HandSettled,
    HandStarted,
    HostPassed,
    LobbyReopened,
    PlayedFor,
    Refilled,
    SeatLeft,
    SeatReady,
    SeatTaken,
    StartNoticed,
    TableClosed,
    TableEvent,
    TableOpened,
    ToppedUp,
    WalkedOut,
)
from bot.tables.stored import VERSION, event_of, stored
from tongits.cards import DECK, parse_cards
from tongits.events import (
    Answered,
    Called,
    Dealt,
    Discarded,
    Drew,
    HandEnded,
    Laid,
    LaidOff,
    Outcome,
    Took,
    TookBack,
)
from tongits.rules import preset
from tongits.scoring import settle
from tongits.seats import SEATS

ONE, TWO, THREE = SEATS
SEVEN, *RUN = parse_cards("7H 8H 9H TH")
OUTCOME = Outcome(
    ending="call",
    winner=TWO,
    caller=ONE,
    last_drawer=None,
    deadwood=(25, 8, 20),
    opened=(True, True, False),
    replies=(None, "challenge", "show"),
)
VOID = replace(OUTCOME, ending="stock", winner=None, caller=None, replies=(None, None, None))

EVENTS: tuple[TableEvent, ...] = (
    TableOpened(77, 5, preset("book"), 10, 1, 60),
    SeatTaken(ONE, "ana", 300),
    SeatLeft(TWO, 0, "away"),
    HostPassed(THREE),
    StartNoticed(),
    LobbyReopened(),
    HandStarted(3),
    PlayedFor(ONE, "left"),
    WalkedOut(TWO),
    HandSettled(settle(OUTCOME, stake_chips=10, rate=1, pot_chips=30, brought_chips=[12, 99, 99])),
    HandSettled(settle(VOID, stake_chips=10, rate=1)),
    ToppedUp(ONE, 200),
    Refilled("ana", 1_000, "20270115"),
    SeatReady(ONE),
    TableClosed("channel-gone"),
    Dealt(ONE, DECK),
    Drew(ONE, SEVEN),
    Took(TWO, SEVEN),
    Laid(THREE, "run", (SEVEN, *RUN)),
    LaidOff(ONE, 2, (SEVEN,)),
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
