"""Events as they stand in the journal: JSON with a kind and a version, checked when read back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from pydantic import Field, TypeAdapter

from bot.tables.events import TableEvent
from bot.tables.state import TableState, fold_table
from data.journal import StoredEvent

VERSION: Final = 1

_EVENTS: Final[TypeAdapter[TableEvent]] = TypeAdapter(
    Annotated[TableEvent, Field(discriminator="kind")]
)


def stored(event: TableEvent, seq: int, at_ms: int) -> StoredEvent:
    """The event as a row of the journal."""
    body = _EVENTS.dump_json(event).decode()
    return StoredEvent(seq=seq, kind=event.kind, version=VERSION, body=body, at_ms=at_ms)


def event_of(row: StoredEvent) -> TableEvent:
    """The event of a row.

    Raises `ValueError` for a version that this code does not know, or a body that is no event.
    """
    if row.version != VERSION:
        raise ValueError(f"event {row.kind} has version {row.version}; this code knows {VERSION}")
    try:
        return _EVENTS.validate_json(row.body)
    except ValueError:
        # From None: pydantic quotes its input, and the input may be somebody's cards.
        raise ValueError(f"the body of event {row.seq} ({row.kind}) is damaged") from None


def state_of(rows: Iterable[StoredEvent]) -> TableState:
    """The table that the journal tells of."""
    return fold_table(event_of(row) for row in rows)
