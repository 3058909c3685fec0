"""What screens show, as plain values: panels are drawn from these and nothing else.

Names are as people wrote them; whoever draws escapes them. Hands stand in `SeatView` alone, and
only the hand of the seat it is for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from tongits.cards import Card
from tongits.melds import Named
from tongits.rules import Rules
from tongits.scoring import Payment, Settlement
from tongits.seats import SeatNo
from tongits.views import HandView, MeldView, ShowdownView

SortOrder = Literal["suit", "rank"]
Stage = Literal["lobby", "starting", "hand", "break", "closed"]
PerSeat = tuple[int, int, int]
BoardBy = Literal["net", "chips", "won", "tongits", "rate", "biggest", "streak"]
PaymentView = Payment  # the sums of one loser are all public


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A taken seat: table chips without a stake that lies in the pot."""

    seat: SeatNo
    name: str
    chips: int
    is_host: bool
    has_left: bool  # left in mid-hand; a stand-in plays on until the hand ends
    is_ready: bool  # wants the next hand
    hand_is_dm: bool  # the hand panel goes by direct message; else it opens with My hand
    is_away: bool = False  # missed too often; a stand-in plays until its owner is back
    is_kicked: bool = False  # it was a moderator who took the seat away in mid-hand


@dataclass(frozen=True, slots=True)
class TermsView:
    """What a table plays for; all in chips but `clock_s` (seconds a turn).

    `in_units`: the stake is one unit, and the ante goes to the hitter pot. The worst losses are
    None where house rules or units leave none to tell. Without `moves_chips` all are points.
    """

    rules: Rules
    stake_chips: int
    rate: int
    clock_s: int
    buy_in_chips: int
    minimum_chips: int
    ante_chips: int
    worst_loss_chips: int | None
    worst_doubled_loss_chips: int | None
    in_units: bool
    moves_chips: bool = True


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One turn's public acts; `auto` when the clock or a left seat's stand-in played it.

    `named` are the jokers that it laid in runs, each with the card it stands for.
    """

    seat: SeatNo
    drew: bool
    took: Card | None
    laid: tuple[tuple[Card, ...], ...]
    laid_off: tuple[tuple[tuple[Card, ...], SeatNo, tuple[Card, ...]], ...]  # cards, owner, meld
    face_down: int  # fours laid face down, which nobody else sees
    threw: Card | None
    called: bool
    declared: bool
    auto: bool
    next_seat: SeatNo | None
    named: Named = ()


@dataclass(frozen=True, slots=True)
class TableView:
    """The public table: lobby, hand in play or break.

    `hand` is the spectator's view; None also in the table of a `SeatView`, which has a better one.
    `session` is where a progressive session stands, per seat; None where none is played.
    """

    table_id: str
    guild_id: int
    channel_id: int
    stage: Stage
    terms: TermsView
    seats: tuple[SeatInfo | None, SeatInfo | None, SeatInfo | None]
    hand_no: int  # 0 before the first deal
    pot_chips: int  # carried stakes, or the hitter pot; without the antes of the hand in play
    due_ms: int | None  # end of the turn, the start notice, the break or the lobby's idle time
    hand: HandView | None
    last_turn: TurnLine | None
    closed_why: str | None
    session: PerSeat | None = None
    paused_why: str | None = None  # the channel cannot be reached: no clock runs


@dataclass(frozen=True, slots=True)
class TableSummary:
    """An open table in a line, for moderators: no card of anybody."""

    table_id: str
    channel_id: int
    stage: Stage | Literal["damaged"]
    hand_no: int
    names: tuple[str, ...]  # of who sits there
    opened_ms: int
    due_ms: int | None
    paused_why: str | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat's private hand panel; `token` answers its open decision, "" if it has none.

    `may_return`: its holder is away, or was cashed out and finds the seat still free.
    """

    table: TableView
    seat: SeatNo
    hand: HandView = field(repr=False)
    token: str = field(repr=False)
    names: tuple[str, str, str]  # of those who were dealt in
    sort: SortOrder
    guild_name: str
    channel_name: str
    may_return: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat's cards, how to look at its hand, the token of its open decision ("" if none)."""

    cards: tuple[Card, ...] = field(repr=False)
    look: Callable[[], HandView] = field(repr=False)
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ResultView:
    """A finished hand with its chips. `stacks` are table chips after it, `None` once cashed out.

    `changes` is what the hand did to each seat, ante and hitter pot included; `face_down` the fours
    that lay hidden on the table, per owner; `session` where a progressive session stood after it.
    """

    table_id: str
    hand_no: int
    names: tuple[str, str, str]
    showdown: ShowdownView
    settlement: Settlement
    rules: Rules
    pot_in_chips: int
    ante_chips: int
    hitter_chips: int  # of the hitter pot that the winner took
    side_pot_chips: int  # what lay in it after the hand; 0 by stake and points
    changes: PerSeat
    face_down: tuple[tuple[tuple[Card, ...], ...], ...]
    melds: tuple[MeldView, ...]  # all that lay on the table
    stacks: tuple[int | None, int | None, int | None]
    ready: tuple[bool, bool, bool]
    due_ms: int | None  # when the next hand starts by itself; None when the buttons are spent
    session: PerSeat | None = None
    moves_chips: bool = True


@dataclass(frozen=True, slots=True)
class Movement:
    """One change of somebody's chips; `why` is a code of the ledger, `hand` with its number."""

    at_ms: int
    why: str
    chips: int
    channel_id: int | None
    hand_no: int | None = None


@dataclass(frozen=True, slots=True)
class ChipsView:
    """A person's chips on one server. `refill_at_ms` is set when today's refill is used up."""

    wallet_chips: int
    table_chips: int
    pot_chips: int
    movements: tuple[Movement, ...]
    refill_at_ms: int | None


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """Which leaderboard somebody wants to see.

    `period`: `today`, `week`, `month`, `season`, a numbered season such as `s3`, or `all`. `page`
    counts from 0; `me` is the one that the viewer's own line is on.
    """

    by: BoardBy = "net"
    period: str = "all"
    page: int | Literal["first", "last", "me"] = 0


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One line of a leaderboard: `value` in chips, hands, or for a win rate in millionths.

    `hands`: how many were played in the time.
    """

    rank: int
    name: str
    value: int
    is_viewer: bool = False
    hands: int = 0


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season with its first and last month, `2026-10`."""

    number: int
    first_month: str
    last_month: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """A page (0 = first) of a server's leaderboard; `own` is None if the viewer is not on it.

    `seasons` are those that can be looked at, the present one first. `least_hands` is what a win
    rate takes in this period.
    """

    by: BoardBy
    period: str
    page: int
    pages: int
    rows: tuple[BoardRow, ...]
    own: BoardRow | None
    seasons: tuple[SeasonView, ...]
    least_hands: int = 0
    is_hidden: bool = False  # the viewer wants to be on no leaderboard
