"""What stands in the file that `/privacy export` sends: its schema, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class AccountPart(_Part):
    """Who the person is on Discord, and what they chose."""

    discord_id: str
    name: str
    dm_channel_id: str | None
    dm_state: str
    sort_order: str
    hidden_from_leaderboards: bool
    last_seen: str
    grants_before_an_erasure: list[str]


class LinePart(_Part):
    """A line of the statement; `place` is the wallet, or a seat at a table."""

    line: int
    at: str
    chips: int
    why: str
    place: Literal["wallet", "table"]
    chips_after: int
    channel_id: str | None
    hand: int | None


class BoardPart(_Part):
    """What a period's hands came to on a server's leaderboards."""

    period: str
    net_chips: int
    hands: int
    won: int
    tongits: int
    biggest_chips: int
    best_streak: int


class RatingPart(_Part):
    """How good the person is thought to be, how unsure that is, and after how many hands."""

    points: float
    doubt: float
    hands: int


class PlaysPart(_Part):
    """How the person plays and by what they won: counts of hands."""

    burned: int
    calls: int
    by_tongits: int
    by_call: int
    by_answer: int
    by_stock: int


class PairPart(_Part):
    """What the person and somebody else did in hands they both played."""

    hands: int
    won_by_you: int
    won_by_them: int
    net_chips: int


class SettingPart(_Part):
    """A setting of the server that the person changed; `old` None where the default counted."""

    at: str
    setting: str
    old: str | None
    new: str


class ServerPart(_Part):
    """What is stored for one server."""

    server_id: str
    wallet_chips: int
    table_chips: int
    pot_chips: int
    has_left: bool
    daily_last_claimed: str | None
    daily_streak: int
    boards: list[BoardPart]
    rating: RatingPart | None
    plays: PlaysPart | None
    pairs: list[PairPart]
    settings_changed: list[SettingPart]
    statement: list[LinePart]


class MovePart(_Part):
    """Something the person did, or that happened to their seat; cards are their own or public."""

    at: str
    hand: int
    what: str
    cards: list[str]
    chips: int | None


class SeatPart(_Part):
    """What a hand did to a seat."""

    who: str
    chips: int
    won: bool


class HandPart(_Part):
    """A hand that is over."""

    hand: int
    at: str
    ending: str
    seats: list[SeatPart]


class TablePart(_Part):
    """A table where the person sat."""

    table: str
    server_id: str
    channel_id: str
    opened: str
    is_readable: bool
    hands: list[HandPart]
    moves: list[MovePart]


class ActPart(_Part):
    """What a moderator did to a table: the person, or one about them."""

    server_id: str
    table: str
    at: str
    action: str
    by_you: bool
    reason: str


class Export(_Part):
    """The whole file."""

    format: Literal["tongits-export-1"] = "tongits-export-1"
    made: str
    account: AccountPart
    servers: list[ServerPart]
    tables: list[TablePart]
    moderation: list[ActPart]


def moment(at_ms: int) -> str:
    """A moment in UTC.

    >>> moment(0)
    '1970-01-01T00:00:00+00:00'
    """
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat()
