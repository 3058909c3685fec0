"""The audit's view of one table: what its journal says, against what the ledger and seats say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.tables.events import HandSettled, TableEvent
from bot.tables.questions import questions
from bot.tables.state import TableState, evolve_table, fold_table
from bot.tables.stored import event_of
from data import decisions, ledger, tables
from data.db import Connection
from data.journal import StoredEvent
from tongits.cards import DECK
from tongits.state import all_cards


def replayer(conn: Connection) -> Callable[[str, Sequence[StoredEvent]], list[str]]:
    """A callback for `data.audit`: findings about a table as sentences, empty if all is well."""

    def findings(table_id: str, rows: Sequence[StoredEvent]) -> list[str]:
        try:
            events = [event_of(row) for row in rows]
            state = fold_table(events)
        except Exception as error:  # noqa: BLE001  # whatever a damaged journal raises is a finding
            return [f"table {table_id}: its journal cannot be replayed ({type(error).__name__})"]
        found = [*_seats(conn, table_id, state), *_accounts(conn, table_id, state)]
        found += [*_decisions(conn, table_id, state), *_hands(table_id, events)]
        return [f"table {table_id}: {text}" for text in found]

    return findings


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
    pot = dict(state.pot)
    held_pot = sum(
        ledger.balance(conn, ledger.pot_account(table_id, player_id)) for player_id in pot
    )
    if held_pot != state.pot_chips:
        yield f"the pot holds {held_pot} chips, the journal says {state.pot_chips}"


def _decisions(conn: Connection, table_id: str, state: TableState) -> Iterator[str]:
    open_rows = {row.subject for row in decisions.of_table(conn, table_id)}
    asked = set(questions(state))
    if open_rows != asked:
        yield f"open decisions are {sorted(open_rows)}, the journal asks for {sorted(asked)}"


def _hands(table_id: str, events: Sequence[TableEvent]) -> Iterator[str]:
    """Cards are conserved in every state, and every settlement sums to zero with its pot."""
    state = fold_table(events[:1])
    deck = sorted(DECK)
    for event in events[1:]:
        if isinstance(event, HandSettled) and _drift(state, event):
            yield f"hand {state.hand_no} makes {_drift(state, event)} chips out of nothing"
        state = evolve_table(state, event)
        if state.game and sorted(all_cards(state.game)) != deck:
            yield f"hand {state.hand_no} does not hold 52 different cards"
            return


def _drift(state: TableState, event: HandSettled) -> int:
    done = event.settlement
    return sum(done.chips) + done.fee_chips + done.pot_chips - state.carried_chips
