"""What a command does to a table: events, or `Refused`. Pure; chance and wallets are arguments."""

from __future__ import annotations

from typing import Literal, assert_never

from bot.tables.commands import (
    Close,
    Command,
    Expire,
    Join,
    Leave,
    Pause,
    Play,
    Ready,
    Remove,
    Resume,
    Return,
    Start,
)
from bot.tables.departures import close, open_seat, pass_host
from bot.tables.events import (
    CameBack,
    HandStarted,
    HostPassed,
    LeftWhy,
    LobbyReopened,
    PausedWhy,
    PlayedFor,
    SeatReady,
    SeatTaken,
    StartNoticed,
    TablePaused,
    TableResumed,
    WalkedOut,
    WentAway,
)
from bot.tables.hand_end import end_hand
from bot.tables.outcomes import Refused
from bot.tables.state import TableState
from bot.tables.story import Around, Purse, Story, may_play_on, wallet_of
from tongits import engine, match
from tongits.errors import IllegalMove
from tongits.events import Dealt
from tongits.moves import Move
from tongits.players.stand_in import stand_in_move
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState, Phase
from tongits.views import view_for

AWAY_AFTER_MISSES = 2  # design.md 4: after two misses a seat is away


def decide(state: TableState, command: Command, around: Around) -> Story:
    """The story of a command; one without events means nothing is to be done.

    Raises `Refused`, and `NotCounted` if they turn on purses that `around` does not tell.
    """
    story = Story(state)
    if state.stage == "closed":
        raise Refused("table_closed", why=state.closed_why or "ended")
    match command:
        case Join(player_id=player_id):
            _join(story, player_id, around)
        case Leave(player_id=player_id):
            _leave(story, player_id, "asked")
        case Remove(player_id=player_id, why=why):
            _leave(story, player_id, why)
        case Return(player_id=player_id):
            _return(story, player_id, around)
        case Pause(why=why):
            _pause(story, why)
        case Resume():
            _resume(story)
        case Start(player_id=player_id):
            _start(story, player_id, around)
        case Ready(player_id=player_id, hand_no=hand_no):
            _ready(story, player_id, hand_no)
        case Play():
            _play(story, command)
        case Expire(subject=subject):
            _expire(story, subject, around)
        case Close(why=why):
            close(story, why)
        case _:
            assert_never(command)
    _run_on(story, around)
    return story


def _join(story: Story, player_id: str, around: Around) -> None:
    state = story.state
    _refuse_paused(state)
    if state.seat_of(player_id) is not None:
        raise Refused("already_seated")
    if state.stage == "hand":
        raise Refused("hand_running")
    free = _free_seat(state, player_id)
    if free is None:
        raise Refused("table_full")
    if not may_play_on(story, player_id, around):
        most, again = around.daily_loss, around.next_day_ms
        raise Refused("loss_limit", most=most, again_at_ms=again)
    wallet = wallet_of(story, player_id, 0, around)
    chips = state.stakes.buy_in(wallet)
    if chips is None:
        raise _too_poor(state, around.purse(player_id), around)
    story.tell(SeatTaken(free, player_id, chips))
    if story.state.host is None:
        story.tell(HostPassed(free))
    if story.state.is_full:
        story.tell(StartNoticed())


def _free_seat(state: TableState, player_id: str) -> SeatNo | None:
    """An open seat, the one that the player had in the last hand before the others."""
    free = [seat for seat in SEATS if state.seats[seat] is None]
    own = [seat for seat in free if state.dealt_in and state.dealt_in[seat] == player_id]
    return next(iter((*own, *free)), None)


def _return(story: Story, player_id: str, around: Around) -> None:
    """Back at a seat that is away, or at one that is free since; nothing for who never was away."""
    seat = story.state.seat_of(player_id)
    if seat is None:
        _join(story, player_id, around)
        return
    sat = story.state.seats[seat]
    if sat and sat.is_away:
        story.tell(CameBack(seat))
        pass_host(story)


def _pause(story: Story, why: PausedWhy) -> None:
    if story.state.paused_why != why:
        story.tell(TablePaused(why))


def _resume(story: Story) -> None:
    if story.state.paused_why:
        story.tell(TableResumed())


def _refuse_paused(state: TableState) -> None:
    if state.paused_why:
        raise Refused("table_paused", paused=state.paused_why)


def _too_poor(state: TableState, purse: Purse, around: Around) -> Refused:
    """With what is in the wallet now: a refill that would not be enough is not given."""
    need = state.stakes.minimum_chips
    waits = purse.refill_used and purse.wallet_chips < match.SMALLEST_MINIMUM
    refill_at = around.next_day_ms if waits else None
    return Refused("not_enough_chips", need=need, have=purse.wallet_chips, refill_at_ms=refill_at)


def _leave(story: Story, player_id: str, why: LeftWhy) -> None:
    seat = _seat(story.state, player_id)
    if story.state.stage == "hand":
        story.tell(WalkedOut(seat, why))
        pass_host(story)
        return
    open_seat(story, seat, why)
    if story.state.stage in ("starting", "break"):
        story.tell(LobbyReopened())


def _start(story: Story, player_id: str, around: Around) -> None:
    state = story.state
    _refuse_paused(state)
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
    _refuse_paused(story.state)
    game = _game(story.state)
    try:
        story.tell(*engine.decide(game, command.seat, command.move))
    except IllegalMove as error:
        raise Refused(error.code, **error.values) from error


def _expire(story: Story, subject: str, around: Around) -> None:
    match subject:
        case "lobby":
            close(story, "idle" if story.state.taken() else "empty")
        case "start" | "break":
            _deal(story, around)
        case "pause":
            close(story, story.state.paused_why or "stuck")
        case _:
            _miss(story, SEATS[int(subject.removeprefix("seat:"))])


def _miss(story: Story, seat: SeatNo) -> None:
    """The clock plays the seat's decision; who misses too often is away."""
    _play_turn_for(story, seat, "clock")
    sat = story.state.seats[seat]
    if sat and sat.misses >= AWAY_AFTER_MISSES and not sat.is_away:
        story.tell(WentAway(seat))
        pass_host(story)


def _play_turn_for(story: Story, seat: SeatNo, why: Literal["clock", "left", "away"]) -> None:
    """Plays a seat's decision to the end of its turn."""
    story.tell(PlayedFor(seat, why))
    while seat in engine.to_act(game := _game(story.state)):
        story.tell(*engine.decide(game, seat, _move_for(game, seat, why)))


def _move_for(game: GameState, seat: SeatNo, why: Literal["clock", "left", "away"]) -> Move:
    """What harms least for who may be back in a moment; a stand-in's move for who is not there."""
    if why == "clock":
        return engine.default_move(game, seat)
    return stand_in_move(view_for(game, seat), game.rules)


def _run_on(story: Story, around: Around) -> None:
    """What follows without anybody's word: absent seats' turns, the end of a hand, the deal."""
    while story.state.stage == "hand" and not _is_waited_for(story.state):
        game = _game(story.state)
        if game.phase is Phase.OVER:
            end_hand(story, game, around)
            return
        absent = [seat for seat in engine.to_act(game) if not _is_present(story.state, seat)]
        if not absent:
            return
        sat = story.state.seats[min(absent)]
        _play_turn_for(story, min(absent), "left" if sat and sat.has_left else "away")
    state = story.state
    if state.stage == "break" and not state.paused_why and _all_ready(state):
        _deal(story, around)


def _all_ready(state: TableState) -> bool:
    return all(seat and seat.is_ready for seat in state.seats)


def _is_waited_for(state: TableState) -> bool:
    """Whether the table waits for its pause to end: not once nobody is there to go on with."""
    return state.paused_why is not None and any(_is_present(state, seat) for seat in SEATS)


def _is_present(state: TableState, seat: SeatNo) -> bool:
    sat = state.seats[seat]
    return sat is not None and sat.is_present


def _deal(story: Story, around: Around) -> None:
    """Deals, unless somebody lost too much today at another table: their seats open instead."""
    taken = story.state.taken()
    over = [at for at, seat in taken if not may_play_on(story, seat.player_id, around)]
    if over:
        _open_seats(story, over)
        return
    state = story.state
    drawn = around.chance.first_dealer()
    dealer = drawn if state.next_dealer is None else state.next_dealer
    story.tell(HandStarted(state.hand_no + 1), Dealt(dealer, around.chance.deck(state.rules)))


def _open_seats(story: Story, over: list[SeatNo]) -> None:
    for seat in over:
        open_seat(story, seat, "limit")
    if story.state.stage in ("starting", "break"):
        story.tell(LobbyReopened())


def _seat(state: TableState, player_id: str) -> SeatNo:
    seat = state.seat_of(player_id)
    if seat is None:
        raise Refused("not_seated")
    return seat


def _game(state: TableState) -> GameState:
    if state.game is None or state.stage != "hand":
        raise Refused("no_hand")
    return state.game
