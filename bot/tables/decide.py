"""What a command does to a table: events, or `Refused`. Pure; chance and wallets are arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Literal, assert_never

from bot.tables.chance import Chance
from bot.tables.commands import Close, Command, Expire, Join, Leave, Play, Ready, Start
from bot.tables.events import (
    ClosedWhy,
    HandSettled,
    HandStarted,
    HostPassed,
    LeftWhy,
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
    ToppedUp,
    WalkedOut,
)
from bot.tables.outcomes import Refused
from bot.tables.state import Seat, TableState, evolve_table
from data.ledger import OPENING_CHIPS
from tongits import engine, match
from tongits.errors import IllegalMove
from tongits.events import Dealt, Outcome
from tongits.scoring import settle
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState, Phase

AWAY_AFTER_MISSES = 2  # design.md 4: after two misses a seat is away


@dataclass(frozen=True, slots=True)
class Purse:
    """A player's wallet on the table's server; `refill_used` if today's refill is."""

    wallet_chips: int
    refill_used: bool
    has_chips_elsewhere: bool  # at another table of the server


@dataclass(frozen=True, slots=True)
class Around:
    """What a decision needs from outside the table: chance, purses by player id, the chips' day.

    A day brings one refill; `next_day_ms` is when the next begins.
    """

    chance: Chance = field(repr=False)
    purses: Mapping[str, Purse]
    day: str
    next_day_ms: int


class Story:
    """Events told so far and the state after them; the only mutable thing in this module."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.events: list[TableEvent] = []

    def tell(self, *events: TableEvent) -> None:
        """Adds what happened next."""
        self.events.extend(events)
        self.state = reduce(evolve_table, events, self.state)


def decide(state: TableState, command: Command, around: Around) -> tuple[TableEvent, ...]:
    """The events of a command. Raises `Refused`; an empty answer means nothing is to be done."""
    story = Story(state)
    if state.stage == "closed":
        raise Refused("table_closed", why=state.closed_why or "ended")
    match command:
        case Join(player_id=player_id):
            _join(story, player_id, around)
        case Leave(player_id=player_id):
            _leave(story, player_id)
        case Start(player_id=player_id):
            _start(story, player_id, around)
        case Ready(player_id=player_id, hand_no=hand_no):
            _ready(story, player_id, hand_no)
        case Play():
            _play(story, command)
        case Expire(subject=subject):
            _expire(story, subject, around)
        case Close(why=why):
            _close(story, why)
        case _:
            assert_never(command)
    _run_on(story, around)
    return tuple(story.events)


def _join(story: Story, player_id: str, around: Around) -> None:
    state = story.state
    if state.seat_of(player_id) is not None:
        raise Refused("already_seated")
    if state.stage == "hand":
        raise Refused("hand_running")
    free = next((seat for seat in SEATS if state.seats[seat] is None), None)
    if free is None:
        raise Refused("table_full")
    wallet = _wallet(story, player_id, 0, around)
    chips = state.stakes.buy_in(wallet)
    if chips is None:
        raise _too_poor(state, around.purses[player_id], around)
    story.tell(SeatTaken(free, player_id, chips))
    if story.state.host is None:
        story.tell(HostPassed(free))
    if story.state.is_full:
        story.tell(StartNoticed())


def _too_poor(state: TableState, purse: Purse, around: Around) -> Refused:
    """With what is in the wallet now: a refill that would not be enough is not given."""
    need = state.stakes.minimum_chips
    waits = purse.refill_used and purse.wallet_chips < match.SMALLEST_MINIMUM
    refill_at = around.next_day_ms if waits else None
    return Refused("not_enough_chips", need=need, have=purse.wallet_chips, refill_at_ms=refill_at)


def _leave(story: Story, player_id: str) -> None:
    seat = _seat(story.state, player_id)
    if story.state.stage == "hand":
        story.tell(WalkedOut(seat))
        _pass_host(story)
        return
    _open_seat(story, seat, "asked")
    if story.state.stage in ("starting", "break"):
        story.tell(LobbyReopened())


def _start(story: Story, player_id: str, around: Around) -> None:
    state = story.state
    seat = _seat(state, player_id)
    if state.stage == "hand":
        raise Refused("hand_running")
    if state.stage == "break":
        return  # an old lobby's button; the next hand waits for everybody's Next hand
    if not state.is_full:
        raise Refused("need_three", missing=3 - len(state.taken()))
    if seat != state.host:
        raise Refused("not_host")
    _deal(story, around)


def _ready(story: Story, player_id: str, hand_no: int) -> None:
    state = story.state
    seat = _seat(state, player_id)
    sat = state.seats[seat]
    if state.stage == "break" and state.hand_no == hand_no and sat and not sat.is_ready:
        story.tell(SeatReady(seat))


def _play(story: Story, command: Play) -> None:
    game = _game(story.state)
    try:
        story.tell(*engine.decide(game, command.seat, command.move))
    except IllegalMove as error:
        raise Refused(error.code, **error.values) from error


def _expire(story: Story, subject: str, around: Around) -> None:
    match subject:
        case "lobby":
            _close(story, "idle" if story.state.taken() else "empty")
        case "start" | "break":
            _deal(story, around)
        case _:
            _play_turn_for(story, SEATS[int(subject.removeprefix("seat:"))], "clock")


def _play_turn_for(story: Story, seat: SeatNo, why: Literal["clock", "left"]) -> None:
    """Plays a seat's decision to the end of its turn, as `default_move` says."""
    story.tell(PlayedFor(seat, why))
    while seat in engine.to_act(game := _game(story.state)):
        move = engine.default_move(game, seat)
        story.tell(*engine.decide(game, seat, move))


def _run_on(story: Story, around: Around) -> None:
    """Everything that follows without anybody's word: left seats, the end of a hand, the deal."""
    while story.state.stage == "hand":
        game = _game(story.state)
        if game.phase is Phase.OVER:
            _end_hand(story, game, around)
            return
        absent = [seat for seat in engine.to_act(game) if _has_left(story.state, seat)]
        if not absent:
            return
        _play_turn_for(story, min(absent), "left")
    state = story.state
    if state.stage == "break" and all(seat and seat.is_ready for seat in state.seats):
        _deal(story, around)


def _has_left(state: TableState, seat: SeatNo) -> bool:
    sat = state.seats[seat]
    return sat is not None and sat.has_left


def _end_hand(story: Story, game: GameState, around: Around) -> None:
    """Settles, lets absent seats go, tops the others up, and goes on to break, lobby or close."""
    state = story.state
    if game.outcome is None:
        raise TypeError("the hand has not ended")
    story.tell(settled(state, game.outcome))
    losers = match.session_losers(state.rules, story.state.totals)
    if losers:
        story.tell(SessionEnded(losers))
    for number, seat in story.state.taken():
        _after_hand(story, number, seat, around)
    if story.state.taken() and not story.state.is_full:
        story.tell(LobbyReopened())


def settled(state: TableState, outcome: Outcome) -> HandSettled:
    """What the outcome of the hand in play does to the chips of those who play it."""
    stakes = state.stakes
    # By stake and points the ante is the first part of what a loser pays; in units it is apart.
    ante = 0 if stakes.in_units else stakes.ante_chips
    brought = [seat.chips + ante for _, seat in state.taken()]
    pot = 0 if stakes.in_units else state.carried_chips
    settlement = settle(
        state.rules,
        outcome,
        stake_chips=state.stake_chips,
        rate=state.rate,
        pot_chips=pot,
        brought_chips=brought,
    )
    takes_pot = stakes.in_units and outcome.winner is not None
    hitter = state.pot_chips if takes_pot and outcome.winner == state.last_winner else 0
    return HandSettled(settlement, hitter, _totals(state, outcome))


def _totals(state: TableState, outcome: Outcome) -> tuple[int, int, int]:
    """The progressive session after the hand: results before caps (rules.md Q20)."""
    if not state.rules.progressive_limit:
        return (0, 0, 0)
    whole = settle(state.rules, outcome, stake_chips=state.stake_chips, rate=state.rate)
    first, second, third = (
        total + chips for total, chips in zip(state.totals, whole.chips, strict=True)
    )
    return first, second, third


def _after_hand(story: Story, number: SeatNo, seat: Seat, around: Around) -> None:
    state = story.state
    if seat.has_left or seat.misses >= AWAY_AFTER_MISSES:
        _open_seat(story, number, "asked" if seat.has_left else "away")
        return
    wallet = _wallet(story, seat.player_id, seat.chips, around)
    chips = state.stakes.top_up(seat.chips, wallet)
    if chips is None:
        _open_seat(story, number, "short")
    elif chips:
        story.tell(ToppedUp(number, chips))


def _wallet(story: Story, player_id: str, table_chips: int, around: Around) -> int:
    """The wallet, refilled first if its player could sit at no table at all (design.md, Chips)."""
    purse = around.purses[player_id]
    lacking = purse.wallet_chips + table_chips < match.SMALLEST_MINIMUM
    if not lacking or purse.refill_used or purse.has_chips_elsewhere:
        return purse.wallet_chips
    story.tell(Refilled(player_id, OPENING_CHIPS - purse.wallet_chips, around.day))
    return OPENING_CHIPS


def _open_seat(story: Story, seat: SeatNo, why: LeftWhy) -> None:
    """Cashes a seat out between hands; the last one to go closes the table."""
    sat = story.state.seats[seat]
    if sat is None:
        raise TypeError("the seat is empty")
    story.tell(SeatLeft(seat, sat.chips, why))
    if not story.state.taken():
        _close(story, "empty")
        return
    _pass_host(story)


def _pass_host(story: Story) -> None:
    """The host's duties pass to the next seat whose player is there."""
    state = story.state
    present = [number for number, seat in state.taken() if not seat.has_left]
    if state.host in present or not present:
        return
    after = [number for number in present if state.host is not None and number > state.host]
    story.tell(HostPassed((after or present)[0]))


def _deal(story: Story, around: Around) -> None:
    state = story.state
    drawn = around.chance.first_dealer()
    dealer = drawn if state.next_dealer is None else state.next_dealer
    story.tell(HandStarted(state.hand_no + 1), Dealt(dealer, around.chance.deck(state.rules)))


def _close(story: Story, why: ClosedWhy) -> None:
    """The one way a table ends: cash out every seat, give carried stakes back, close."""
    for number, seat in story.state.taken():
        story.tell(SeatLeft(number, seat.chips, "closed"))
    story.tell(TableClosed(why))


def _seat(state: TableState, player_id: str) -> SeatNo:
    seat = state.seat_of(player_id)
    if seat is None:
        raise Refused("not_seated")
    return seat


def _game(state: TableState) -> GameState:
    if state.game is None or state.stage != "hand":
        raise Refused("no_hand")
    return state.game
