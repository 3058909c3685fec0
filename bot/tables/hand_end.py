"""The end of a hand: chips move, absent seats are cashed out, the others are topped up."""

from __future__ import annotations

from bot.tables.chips import result_of
from bot.tables.departures import open_seat
from bot.tables.events import HandSettled, LobbyReopened, SessionEnded, ToppedUp
from bot.tables.state import Seat, TableState
from bot.tables.story import Around, Story, may_play_on, wallet_of
from tongits import match
from tongits.events import Outcome
from tongits.scoring import settle
from tongits.seats import SeatNo
from tongits.state import GameState


def end_hand(story: Story, game: GameState, around: Around) -> None:
    """Settles, lets absent seats go, tops the others up, and goes on to break, lobby or close."""
    state = story.state
    if game.outcome is None:
        raise TypeError("the hand has not ended")
    event = settled(state, game.outcome)
    story.tell(event)
    losers = match.session_losers(state.rules, story.state.totals)
    if losers:
        story.tell(SessionEnded(losers))
    for number, seat in story.state.taken():
        _after_hand(story, number, seat, result_of(state, event, number), around)
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


def _after_hand(
    story: Story, number: SeatNo, seat: Seat, result_chips: int, around: Around
) -> None:
    """Readies a seat for the next hand, or cashes it out. `result_chips`: the hand's for it."""
    state = story.state
    if not seat.is_present:
        open_seat(story, number, seat.left_why or "away")
        return
    wallet = wallet_of(story, seat.player_id, seat.chips, around)
    chips = state.stakes.top_up(seat.chips, wallet)
    if not may_play_on(story, seat.player_id, around, result_chips):
        open_seat(story, number, "limit")
    elif chips is None:
        open_seat(story, number, "short")
    elif chips:
        story.tell(ToppedUp(number, chips))
