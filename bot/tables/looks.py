"""From a table's state to the values its screens are drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Final, Literal

from bot.tables.questions import subject_of
from bot.tables.state import HandResult, Seat, TableState
from bot.tables.views import (
    Asked,
    PerSeat,
    ResultView,
    SeatInfo,
    SeatView,
    SortOrder,
    TableSummary,
    TableView,
    TermsView,
)
from data.decisions import Decision
from data.people import Player
from tongits.cards import Card
from tongits.match import Stakes
from tongits.rules import Rules, differences
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState
from tongits.views import HandView, view_for

People = Mapping[str, Player]
Decisions = Mapping[str, Decision]

TERMS_KEPT: Final = 256  # drawn on every panel, and the same for a table's whole life

# House rules under which a hand can cost more than the usual worst.
_RAISES_LOSSES = frozenset(
    {"jokers", "kang", "secret_bonus_stakes", "burned_extra", "challenge_win_multiplier"}
)


@lru_cache(TERMS_KEPT)
def terms_view(stakes: Stakes, clock_s: int, *, moves_chips: bool = True) -> TermsView:
    """What a table plays for, worked out in chips."""
    has_worst = not stakes.in_units and not _RAISES_LOSSES.intersection(differences(stakes.rules))
    return TermsView(
        rules=stakes.rules,
        stake_chips=stakes.stake_chips,
        rate=stakes.rate,
        clock_s=clock_s,
        buy_in_chips=stakes.full_buy_in,
        minimum_chips=stakes.minimum_chips,
        ante_chips=stakes.ante_chips,
        worst_loss_chips=stakes.minimum_chips if has_worst else None,
        worst_doubled_loss_chips=stakes.worst_doubled_loss if has_worst else None,
        in_units=stakes.in_units,
        moves_chips=moves_chips,
    )


def _session(rules: Rules, totals: PerSeat) -> PerSeat | None:
    return totals if rules.progressive_limit else None


def table_view(
    table_id: str,
    state: TableState,
    decisions: Decisions,
    people: People,
    *,
    with_hand: bool = True,
) -> TableView:
    """The public table; without the spectator's view where a seat's own stands beside it."""
    first, second, third = (
        _seat_info(state, number, seat, people)
        for number, seat in zip(SEATS, state.seats, strict=True)
    )
    in_play = state.stage == "hand" and state.game is not None
    return TableView(
        table_id=table_id,
        guild_id=state.guild_id,
        channel_id=state.channel_id,
        stage=state.stage,
        terms=terms_view(state.stakes, state.clock_s, moves_chips=state.moves_chips),
        seats=(first, second, third),
        hand_no=state.hand_no,
        pot_chips=state.carried_chips,
        due_ms=min((decision.due_ms for decision in decisions.values()), default=None),
        hand=view_for(state.game, None) if with_hand and in_play and state.game else None,
        last_turn=state.last_turn,
        closed_why=state.closed_why,
        session=_session(state.rules, state.totals),
        paused_why=state.paused_why,
    )


def summary(view: TableView, opened_ms: int) -> TableSummary:
    """An open table in a line."""
    return TableSummary(
        table_id=view.table_id,
        channel_id=view.channel_id,
        stage=view.stage,
        hand_no=view.hand_no,
        names=tuple(seat.name for seat in view.seats if seat),
        opened_ms=opened_ms,
        due_ms=view.due_ms,
        paused_why=view.paused_why,
    )


def _seat_info(
    state: TableState, number: SeatNo, seat: Seat | None, people: People
) -> SeatInfo | None:
    if seat is None:
        return None
    player = people[seat.player_id]
    return SeatInfo(
        seat=number,
        name=player.name,
        chips=seat.chips,
        is_host=state.host == number,
        has_left=seat.has_left,
        is_kicked=seat.left_why == "kicked",
        is_away=seat.is_away,
        is_ready=seat.is_ready,
        hand_is_dm=player.dm_state == "open",
    )


def seat_view(
    table_id: str,
    state: TableState,
    seat: SeatNo,
    decisions: Decisions,
    people: People,
    place: tuple[str, str],
) -> SeatView | None:
    """The hand of a seat's holder; None before the first deal. `place`: server and channel name.

    A finished hand stays on show until the next one is dealt, for who was cashed out too. It is
    not for a newcomer at the seat.
    """
    player_id = state.holder(seat)
    game = _hand_of(state, seat, player_id)
    if game is None or player_id is None:
        return None
    return SeatView(
        table=table_view(table_id, state, decisions, people, with_hand=False),
        seat=seat,
        hand=view_for(game, seat),
        token=_token(seat, decisions),
        names=_names(state, people),
        sort=sort_order(people[player_id]),
        guild_name=place[0],
        channel_name=place[1],
        may_return=_may_return(state, seat, player_id),
    )


def asked(state: TableState, seat: SeatNo, decisions: Decisions) -> Asked | None:
    """The seat's hand and token; None before the first deal."""
    game = _hand_of(state, seat, state.holder(seat))
    if game is None:
        return None
    return Asked(game.hands[seat], partial(view_for, game, seat), _token(seat, decisions))


def _token(seat: SeatNo, decisions: Decisions) -> str:
    decision = decisions.get(subject_of(seat))
    return decision.token if decision else ""


def _may_return(state: TableState, seat: SeatNo, player_id: str) -> bool:
    """Whether I'm back does something: an own seat that is away, or one that is free since."""
    sat = state.seats[seat]
    if sat is not None:
        return sat.is_away and not sat.has_left
    return state.stage == "lobby" and state.seat_of(player_id) is None


def _hand_of(state: TableState, seat: SeatNo, player_id: str | None) -> GameState | None:
    """The newest hand, if the player was dealt in: a newcomer has held none."""
    if not state.dealt_in or state.dealt_in[seat] != player_id:
        return None
    return state.game or (state.result.game if state.result else None)


def _names(state: TableState, people: People) -> tuple[str, str, str]:
    """The names of those who hold the newest hand."""
    first, second, third = (people[player_id].name for player_id in state.dealt_in)
    return first, second, third


def sort_order(player: Player) -> SortOrder:
    """How the player likes the hand sorted."""
    order: Literal["suit", "rank"] = "rank" if player.sort_order == "rank" else "suit"
    return order


def result_view(
    table_id: str, state: TableState, decisions: Decisions, people: People
) -> ResultView | None:
    """The last finished hand; None if there is none."""
    result = state.result
    hand = view_for(result.game, None) if result else None
    if result is None or hand is None or hand.showdown is None:
        return None
    is_open = state.stage == "break" and result.hand_no == state.hand_no
    first, second, third = (people[player_id].name for player_id in result.player_ids)
    pause = decisions.get("break")
    return ResultView(
        table_id=table_id,
        hand_no=result.hand_no,
        names=(first, second, third),
        showdown=hand.showdown,
        settlement=result.settlement,
        rules=state.rules,
        pot_in_chips=result.pot_in_chips,
        ante_chips=state.stakes.ante_chips,
        hitter_chips=result.hitter_chips,
        side_pot_chips=_side_pot(state, result),
        changes=_changes(state, result),
        face_down=tuple(_face_down(hand, seat) for seat in SEATS),
        melds=hand.melds,
        stacks=_stacks(state, result),
        ready=_ready(state),
        due_ms=pause.due_ms if pause and is_open else None,
        session=_session(state.rules, result.totals),
        moves_chips=state.moves_chips,
    )


def _side_pot(state: TableState, result: HandResult) -> int:
    """What the hand left in the hitter pot; 0 by stake and points."""
    if not state.stakes.in_units:
        return 0
    return result.pot_in_chips + 3 * state.stakes.ante_chips - result.hitter_chips


def _changes(state: TableState, result: HandResult) -> PerSeat:
    """What the hand did to each seat, from before its ante on."""
    ante = state.stakes.ante_chips if state.stakes.in_units else 0
    winner = result.settlement.winner
    first, second, third = (
        chips - ante + (result.hitter_chips if seat == winner else 0)
        for seat, chips in zip(SEATS, result.settlement.chips, strict=True)
    )
    return first, second, third


def _face_down(hand: HandView, seat: SeatNo) -> tuple[tuple[Card, ...], ...]:
    return tuple(meld.cards for meld in hand.melds if meld.owner == seat and meld.face_down)


def _stacks(state: TableState, result: HandResult) -> tuple[int | None, int | None, int | None]:
    """Table chips of those who played the hand and still sit there.

    Once the next hand has begun they are its chips, so the ante of that hand is put back.
    """
    ante = state.stakes.ante_chips if state.stage == "hand" else 0
    first, second, third = (
        seat.chips + ante if seat and seat.player_id == player_id else None
        for seat, player_id in zip(state.seats, result.player_ids, strict=True)
    )
    return first, second, third


def _ready(state: TableState) -> tuple[bool, bool, bool]:
    first, second, third = (bool(seat and seat.is_ready) for seat in state.seats)
    return first, second, third
