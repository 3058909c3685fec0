"""The audit's view of one table: what its journal says, against what the ledger and seats say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from bot.tables.events import (
    HandEvent,
    HandSettled,
    SeatLeft,
    SessionEnded,
    TableEvent,
    TableOnlyEvent,
)
from bot.tables.hand_end import settled
from bot.tables.questions import questions
from bot.tables.state import TableState, evolve_table, fold_table
from bot.tables.stored import event_of
from data import decisions, ledger, tables
from data.db import Connection
from data.journal import StoredEvent
from tongits import engine
from tongits.cards import Card, deck
from tongits.errors import IllegalMove
from tongits.events import (
    Dealt,
    HandEnded,
)
from tongits.match import session_losers
from tongits.retold import move_of


def replayer(conn: Connection) -> Callable[[str, Sequence[StoredEvent]], list[str]]:
    """A callback for `data.audit`: findings about a table as sentences, empty if all is well."""

    def findings(table_id: str, rows: Sequence[StoredEvent]) -> list[str]:
        events: list[TableEvent] = []
        try:
            events += [event_of(row) for row in rows]
            state = fold_table(events)
        except Exception as error:  # noqa: BLE001  # whatever a damaged journal raises is a finding
            damaged = f"its journal cannot be replayed ({type(error).__name__})"
            return [damaged, *_first_wrong(events)]
        found = [*_status(conn, table_id, state), *_seats(conn, table_id, state)]
        found += [*_accounts(conn, table_id, state), *_decisions(conn, table_id, state)]
        return [*found, *_story(events)]

    return findings


def _first_wrong(events: Sequence[TableEvent]) -> list[str]:
    """The event that a journal which cannot be replayed goes wrong at, where that can be told."""
    with suppress(Exception):  # the damage is a finding already
        return list(_story(events))
    return []


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
    """Every seat's chips and every payer's stakes are what the journal says.

    Points of a table that moves no chips are in no account.
    """
    if not state.moves_chips:
        if ledger.held_at(conn, table_id):
            yield "it holds chips, and the journal says that it moves none"
        return
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
    for event, after in zip(events[1:], [*events[2:], None], strict=True):
        if isinstance(event, TableOnlyEvent | Dealt):
            wrong = _untrue(state, event)
        else:
            follows = follows or _decided(state, event, after)
            wrong = None if follows[:1] == (event,) else "is not what the rules say"
            follows = follows[1:]
        if wrong:
            yield f"event {state.seq + 1} ({event.kind}) {wrong}"
            return
        state = evolve_table(state, event)


def _untrue(state: TableState, event: TableOnlyEvent | Dealt) -> str | None:
    """What is wrong with an event around the moves of a hand, or None."""
    match event:
        case Dealt(deck=dealt) if sorted(dealt) != sorted(_deck_of(state)):
            return "does not deal every card of its rules once"
        case HandSettled():
            outcome = state.game.outcome if state.game else None
            if outcome is None or event != settled(state, outcome):
                return "pays otherwise than the hand's outcome says"
        case SessionEnded(losers=losers):
            if not losers or losers != session_losers(state.rules, state.totals):
                return "ends a session that nobody has lost so"
        case SeatLeft(seat=seat, chips=chips):
            sat = state.seats[seat]
            if sat is None or sat.chips != chips:
                return "cashes out chips that the seat did not have"
    return None


def _deck_of(state: TableState) -> tuple[Card, ...]:
    return deck(state.rules.jokers, state.rules.suits, state.rules.ranks)


def _decided(
    state: TableState, event: HandEvent, after: TableEvent | None
) -> tuple[HandEvent, ...]:
    """What the engine answers to the move that the event tells of; nothing to an illegal one.

    Taking a discard with its new meld is one move and two events.
    """
    move = move_of(event, after)
    if state.game is None or move is None or isinstance(event, Dealt | HandEnded):
        return ()
    try:
        return engine.decide(state.game, event.seat, move)
    except IllegalMove:
        return ()
