"""The audit's view of one table: what its journal says, against what the ledger and seats say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from bot.tables.decide import settlement_of
from bot.tables.events import HandEvent, HandSettled, SeatLeft, TableEvent, TableOnlyEvent
from bot.tables.questions import questions
from bot.tables.state import TableState, evolve_table, fold_table
from bot.tables.stored import event_of
from data import decisions, ledger, tables
from data.db import Connection
from data.journal import StoredEvent
from tongits import engine
from tongits.cards import DECK
from tongits.errors import IllegalMove
from tongits.events import (
    Answered,
    Called,
    Dealt,
    Discarded,
    Drew,
    HandEnded,
    Laid,
    LaidOff,
    Took,
    TookBack,
)
from tongits.moves import Answer, Call, Discard, Draw, Lay, Move, Sapaw, Take, TakeBack


def replayer(conn: Connection) -> Callable[[str, Sequence[StoredEvent]], list[str]]:
    """A callback for `data.audit`: findings about a table as sentences, empty if all is well."""

    def findings(table_id: str, rows: Sequence[StoredEvent]) -> list[str]:
        try:
            events = [event_of(row) for row in rows]
            state = fold_table(events)
        except Exception as error:  # noqa: BLE001  # whatever a damaged journal raises is a finding
            return [f"its journal cannot be replayed ({type(error).__name__})"]
        found = [*_status(conn, table_id, state), *_seats(conn, table_id, state)]
        found += [*_accounts(conn, table_id, state), *_decisions(conn, table_id, state)]
        return [*found, *_story(events)]

    return findings


def _status(conn: Connection, table_id: str, state: TableState) -> Iterator[str]:
    row = tables.get(conn, table_id)
    status = "closed" if state.stage == "closed" else "open"
    if row is None or row.status != status:
        yield f"it is {row.status if row else 'unknown'}, the journal says {status}"


def _seats(conn: Connection, table_id: str, state: TableState) -> Iterator[str]:
    told = {int(number): seat.player_id for number, seat in state.taken()}
    if told != tables.seats(conn, table_id):
        yield "its seats are not those of the journal"


def _accounts(conn: Connection, table_id: str, state: TableState) -> Iterator[str]:
    """Every seat's chips and every payer's stakes are what the journal says."""
    for number, seat in state.taken():
        held = ledger.balance(conn, ledger.table_account(table_id, seat.player_id))
        if held != seat.chips:
            yield f"seat {number} holds {held} chips, the journal says {seat.chips}"
    for player_id, chips in state.pot:
        held = ledger.balance(conn, ledger.pot_account(table_id, player_id))
        if held != chips:
            yield f"the pot holds {held} chips of {player_id}, the journal says {chips}"


def _decisions(conn: Connection, table_id: str, state: TableState) -> Iterator[str]:
    open_rows = {row.subject for row in decisions.of_table(conn, table_id)}
    asked = set(questions(state))
    if open_rows != asked:
        yield f"open decisions are {sorted(open_rows)}, the journal asks for {sorted(asked)}"


def _story(events: Sequence[TableEvent]) -> Iterator[str]:
    """The first event that does not follow from the state it happened in, if there is one."""
    state = fold_table(events[:1])
    follows: tuple[HandEvent, ...] = ()
    for event in events[1:]:
        if isinstance(event, TableOnlyEvent | Dealt):
            wrong = _untrue(state, event)
        else:
            follows = follows or _decided(state, event)
            wrong = None if follows[:1] == (event,) else "is not what the rules say"
            follows = follows[1:]
        if wrong:
            yield f"event {state.seq + 1} ({event.kind}) {wrong}"
            return
        state = evolve_table(state, event)


def _untrue(state: TableState, event: TableOnlyEvent | Dealt) -> str | None:
    """What is wrong with an event around the moves of a hand, or None."""
    match event:
        case Dealt(deck=deck) if sorted(deck) != sorted(DECK):
            return "does not deal 52 different cards"
        case HandSettled(settlement=settlement):
            outcome = state.game.outcome if state.game else None
            if outcome is None or settlement != settlement_of(state, outcome):
                return "pays otherwise than the hand's outcome says"
        case SeatLeft(seat=seat, chips=chips):
            sat = state.seats[seat]
            if sat is None or sat.chips != chips:
                return "cashes out chips that the seat did not have"
    return None


def _decided(state: TableState, event: HandEvent) -> tuple[HandEvent, ...]:
    """What the engine answers to the move that the event tells of; nothing to an illegal one."""
    move = _move_of(event)
    if state.game is None or move is None or isinstance(event, Dealt | HandEnded):
        return ()
    try:
        return engine.decide(state.game, event.seat, move)
    except IllegalMove:
        return ()


def _move_of(event: HandEvent) -> Move | None:
    match event:
        case Drew():
            return Draw()
        case Took():
            return Take()
        case Laid(cards=cards):
            return Lay(cards)
        case LaidOff(meld=meld, cards=cards):
            return Sapaw(meld, cards)
        case TookBack():
            return TakeBack()
        case Discarded(card=card):
            return Discard(card)
        case Called():
            return Call()
        case Answered(reply=reply):
            return Answer(reply)
        case Dealt() | HandEnded():
            return None
        case _:
            assert_never(event)
