"""How a command ended, as values; only the unexpected is an exception."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.tables.events import TableEvent


class Refused(Exception):
    """The command cannot be done: a code and the values its sentence needs. Nothing changed."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command is on disk; `events` are what it brought about."""

    table_id: str
    events: tuple[TableEvent, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Stale:
    """The command answered a question that is no longer open: show the present state."""

    table_id: str


Outcome = Accepted | Stale
