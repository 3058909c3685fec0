"""The state of a table: a fold of its journal, like everything that is true about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from typing import Final, assert_never

from bot.tables.events import (
    CameBack,
    ClosedWhy,
    HandSettled,
    HandStarted,
    HostPassed,
    LeftWhy,
    LobbyReopened,
    PausedWhy,
    PlayedFor,
    Refilled,
    SeatEvent,
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
    WholeTableEvent,
)
from bot.tables.turns import line_of
from bot.tables.views import Stage, TurnLine
from tongits.cards import Card
from tongits.events import Answered, Dealt, Event
from tongits.match import Stakes, next_dealer
from tongits.rules import Rules
from tongits.scoring import Settlement
from tongits.seats import SEATS, SeatNo, next_seat, with_seat
from tongits.state import GameState, deal, evolve

RULES_SHARED: Final = 256
_NOTHING_SEEN: Final = (frozenset[Card](), frozenset[Card](), frozenset[Card]())


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where. `chips` are on the table, without a stake in the pot."""

    player_id: str
    chips: int
    is_ready: bool = False
    left_why: LeftWhy | None = None  # gone in mid-hand: cashed out when it ends
    misses: int = 0  # turns and replies running that the clock had to play
    is_away: bool = False

    @property
    def has_left(self) -> bool:
        """Whether its player will not play on, though the hand is not over."""
        return self.left_why is not None

    @property
    def is_present(self) -> bool:
        """Whether its player decides for it; else a stand-in does."""
        return not (self.has_left or self.is_away)


Seats = tuple[Seat | None, Seat | None, Seat | None]


@dataclass(frozen=True, slots=True)
class HandResult:
    """The last finished hand, kept until the next one ends."""

    hand_no: int
    game: GameState
    settlement: Settlement
    pot_in_chips: int
    hitter_chips: int
    player_ids: tuple[str, str, str]
    totals: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class TableState:
    """One table. `pot` is what lies in it by payer, this hand's antes included.

    By stake and points the pot is the stakes, won with the hand; in units it is the hitter pot.
    """

    guild_id: int
    channel_id: int
    rules: Rules
    stake_chips: int
    rate: int
    clock_s: int
    moves_chips: bool = True  # else what lies here are points: no ledger, no boards
    seq: int = 0
    stage: Stage = "lobby"
    seats: Seats = (None, None, None)
    host: SeatNo | None = None
    hand_no: int = 0
    game: GameState | None = None
    dealt_in: tuple[str, ...] = ()  # who holds the newest hand, by seat
    last_dealer: SeatNo | None = None
    next_dealer: SeatNo | None = None  # None before the first hand: drawn by lot
    last_winner: SeatNo | None = None  # whose second win running takes the hitter pot
    totals: tuple[int, int, int] = (0, 0, 0)  # of the progressive session in play
    pot: tuple[tuple[str, int], ...] = ()
    last_turn: TurnLine | None = None
    played_for: SeatNo | None = None  # the seat whose decision is not its own at this moment
    paused_why: PausedWhy | None = None
    result: HandResult | None = None
    closed_why: ClosedWhy | None = field(default=None)

    @property
    def pot_chips(self) -> int:
        """All stakes in the pot, antes of the hand in play included."""
        return sum(chips for _, chips in self.pot)

    @property
    def carried_chips(self) -> int:
        """What lay in the pot before the hand in play was anted."""
        antes = 3 * self.stakes.ante_chips if self.stage == "hand" else 0
        return self.pot_chips - antes

    @property
    def stakes(self) -> Stakes:
        """What the table plays for."""
        return Stakes(self.rules, self.stake_chips, self.rate)

    @property
    def is_full(self) -> bool:
        """Whether all three seats are taken."""
        return all(self.seats)

    def seat_of(self, player_id: str) -> SeatNo | None:
        """The player's seat; None also for one who walked out in mid-hand."""
        for number, seat in zip(SEATS, self.seats, strict=True):
            if seat and seat.player_id == player_id and not seat.has_left:
                return number
        return None

    def holder(self, seat: SeatNo) -> str | None:
        """Whose hand panel the seat's is: who was last dealt in there; before a deal its player.

        A newcomer gets a hand with the next deal; until then who was cashed out sees that the
        seat is taken.
        """
        if self.dealt_in:
            return self.dealt_in[seat]
        sat = self.seats[seat]
        return sat.player_id if sat else None

    def taken(self) -> list[tuple[SeatNo, Seat]]:
        """Taken seats in order."""
        return [(n, seat) for n, seat in zip(SEATS, self.seats, strict=True) if seat]


def fold_table(events: Iterable[TableEvent]) -> TableState:
    """The state after a table's journal, `TableOpened` first."""
    stream = iter(events)
    first = next(stream)
    if not isinstance(first, TableOpened):
        raise TypeError("a table begins with being opened")
    opened = TableState(
        guild_id=first.guild_id,
        channel_id=first.channel_id,
        rules=_shared(first.rules),
        stake_chips=first.stake_chips,
        rate=first.rate,
        clock_s=first.clock_s,
        moves_chips=first.moves_chips,
        seq=1,
    )
    return reduce(evolve_table, stream, opened)


@lru_cache(RULES_SHARED)
def _shared(rules: Rules) -> Rules:
    """Rules that were met before, instead of equal ones: every table of a journal has its own."""
    return rules


def evolve_table(state: TableState, event: TableEvent) -> TableState:
    """The state after one more event of the journal."""
    if isinstance(event, SeatEvent):
        return _at_a_seat(replace(state, seq=state.seq + 1), event)
    if isinstance(event, WholeTableEvent):
        return _around_hands(replace(state, seq=state.seq + 1), event)
    return _in_hand(state, event)


def _around_hands(state: TableState, event: WholeTableEvent) -> TableState:
    match event:
        case TableOpened():
            raise TypeError("a table is opened once")
        case HostPassed(seat=seat):
            return replace(state, host=seat)
        case StartNoticed():
            return replace(state, stage="starting")
        case LobbyReopened():
            return _reopened(state)
        case HandStarted(hand_no=hand_no):
            return _anted(state, hand_no)
        case HandSettled():
            return _settled(state, event)
        case SessionEnded():
            return replace(state, totals=(0, 0, 0))
        case Refilled():
            return state  # wallets are the ledger's; the event is why the chips moved
        case TablePaused(why=paused_why):
            return replace(state, paused_why=paused_why)
        case TableResumed():
            return replace(state, paused_why=None)
        case TableClosed(why=closed_why):
            return replace(state, stage="closed", closed_why=closed_why, pot=())
        case _:
            assert_never(event)


def _at_a_seat(state: TableState, event: SeatEvent) -> TableState:
    match event:
        case SeatTaken(seat=seat, player_id=player_id, chips=chips):
            return _with(state, seat, Seat(player_id, chips))
        case SeatLeft(seat=seat):
            return _seat_left(state, seat)
        case PlayedFor(seat=seat, why=why):
            return _played_for(state, seat, missed=why == "clock")
        case WentAway(seat=seat):
            return _with(state, seat, replace(_sat(state, seat), is_away=True))
        case CameBack(seat=seat):
            return _with(state, seat, replace(_sat(state, seat), is_away=False, misses=0))
        case WalkedOut(seat=seat, why=left_why):
            return _with(state, seat, replace(_sat(state, seat), left_why=left_why))
        case ToppedUp(seat=seat, chips=chips):
            sat = _sat(state, seat)
            return _with(state, seat, replace(sat, chips=sat.chips + chips))
        case SeatReady(seat=seat):
            return _with(state, seat, replace(_sat(state, seat), is_ready=True, misses=0))
        case _:
            assert_never(event)


def _in_hand(state: TableState, event: Event) -> TableState:
    seq = state.seq + 1
    if isinstance(event, Dealt):
        game = deal(state.rules, event)
        began = replace(state, seq=seq, game=game, last_dealer=event.dealer)
        return replace(began, last_turn=None, played_for=None)
    before = state.game
    if before is None:
        raise TypeError("a move needs a hand in play")
    line = line_of(before, event, auto=state.played_for == before.turn_seat)
    last_turn = line or state.last_turn
    moved = replace(state, seq=seq, game=evolve(before, event), last_turn=last_turn)
    if line:
        return _decided(moved, line.seat)
    return _decided(moved, event.seat) if isinstance(event, Answered) else moved


def _decided(state: TableState, seat: SeatNo) -> TableState:
    """A turn or a reply is over; one that was the player's own starts the count of misses anew."""
    if state.played_for == seat:
        return replace(state, played_for=None)
    sat = _sat(state, seat)
    return _with(state, seat, replace(sat, misses=0)) if sat.misses else state


def _sat(state: TableState, seat: SeatNo) -> Seat:
    sat = state.seats[seat]
    if sat is None:
        raise TypeError("the seat is empty")
    return sat


def _with(state: TableState, seat: SeatNo, sat: Seat | None) -> TableState:
    return replace(state, seats=with_seat(state.seats, seat, sat))


def _played_for(state: TableState, seat: SeatNo, *, missed: bool) -> TableState:
    sat = _sat(state, seat)
    counted = replace(sat, misses=sat.misses + missed)
    return replace(_with(state, seat, counted), played_for=seat)


def _reopened(state: TableState) -> TableState:
    """Who was ready for the next hand was ready for another company."""
    first, second, third = (seat and replace(seat, is_ready=False) for seat in state.seats)
    return replace(state, stage="lobby", game=None, seats=(first, second, third))


def _seat_left(state: TableState, seat: SeatNo) -> TableState:
    """A seat's new owner has no streak, deals nothing he won, and owes no session (design.md 3)."""
    left = _with(state, seat, None)
    deals = state.next_dealer
    if deals == seat and state.rules.next_dealer == "winner":
        deals = next_seat(seat)
    return replace(
        left,
        next_dealer=deals,
        last_winner=None if state.last_winner == seat else state.last_winner,
        totals=with_seat(state.totals, seat, 0),
    )


def _anted(state: TableState, hand_no: int) -> TableState:
    """Every seat's stake goes to the pot, on top of what void hands left there."""
    pot = dict(state.pot)
    seats = list(state.seats)
    for number, seat in state.taken():
        ante = state.stakes.ante_chips
        pot[seat.player_id] = pot.get(seat.player_id, 0) + ante
        seats[number] = replace(seat, chips=seat.chips - ante, is_ready=False)
    return replace(
        state,
        stage="hand",
        hand_no=hand_no,
        dealt_in=tuple(seat.player_id for _, seat in state.taken()),
        seats=(seats[0], seats[1], seats[2]),
        pot=tuple(pot.items()),
    )


def _settled(state: TableState, event: HandSettled) -> TableState:
    """Table chips, pot, streak, dealer and session after the hand."""
    if state.game is None:
        raise TypeError("no hand to settle")
    settlement = event.settlement
    seats = list(state.seats)
    for number, seat in state.taken():
        seats[number] = replace(seat, chips=seat.chips + change_of(state, event, number))
    players = [_sat(state, number).player_id for number in SEATS]
    result = HandResult(
        hand_no=state.hand_no,
        game=replace(state.game, seen=_NOTHING_SEEN, placed=()),  # moves are over, and they weigh
        settlement=settlement,
        pot_in_chips=state.carried_chips,
        hitter_chips=event.hitter_chips,
        player_ids=(players[0], players[1], players[2]),
        totals=event.totals,
    )
    won = settlement.winner
    emptied = event.hitter_chips > 0 if state.stakes.in_units else won is not None
    return replace(
        state,
        stage="break",
        seats=(seats[0], seats[1], seats[2]),
        pot=() if emptied else state.pot,
        next_dealer=next_dealer(state.rules, state.game.dealer, won),
        last_winner=state.last_winner if won is None else won,
        totals=event.totals,
        result=result,
    )


def change_of(state: TableState, event: HandSettled, seat: SeatNo) -> int:
    """What a settlement adds to a seat's table chips, whose ante was taken off at the deal.

    By stake and points the ante is part of the settlement; the hitter pot never is.
    """
    settlement = event.settlement
    ante = 0 if state.stakes.in_units else state.stakes.ante_chips
    hitter = event.hitter_chips if seat == settlement.winner else 0
    return settlement.chips[seat] + ante + hitter
