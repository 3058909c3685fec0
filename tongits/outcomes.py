"""How a hand ended: who won the comparison, and what the winner's cards are worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from tongits.events import Bonuses, Ending, Outcome
from tongits.melds import LONG_RUN, Meld, holds_prize, is_four, is_long_run
from tongits.refusals import is_burned
from tongits.rules import Reply, Rules
from tongits.scoring import winner_of_call, winner_of_stock
from tongits.seats import SEATS, SeatNo
from tongits.splits import deadwood, is_secret, split_melds
from tongits.state import GameState, TableMeld

T = TypeVar("T")


def outcome_of(state: GameState, ending: Ending) -> Outcome:
    """The outcome of a hand that has come to this end."""
    opened = _per_seat([state.is_opened(seat) for seat in SEATS])
    burned = _per_seat([not opened[seat] and is_burned(state, seat) for seat in SEATS])
    # A burned seat has no secret to keep: its hand is counted as if it were opened.
    free = [opened[seat] or burned[seat] for seat in SEATS]
    left = _per_seat(
        [deadwood(state.hands[seat], state.rules, opened=free[seat]) for seat in SEATS]
    )
    replies = _final_replies(state)
    winner = _winner(state, ending, left, burned, replies)
    return Outcome(
        ending=ending,
        winner=winner,
        caller=state.caller,
        last_drawer=state.last_drawer,
        deadwood=left,
        opened=opened,
        burned=burned,
        replies=replies,
        bonuses=Bonuses() if winner is None else bonuses_of(state, winner, ending),
    )


def bonuses_of(state: GameState, winner: SeatNo, ending: Ending) -> Bonuses:
    """What the winner's hand and own melds are worth: only cards that he put there himself."""
    own = [meld for meld in state.melds if meld.owner == winner]
    laid = [card for meld in own for card in meld.cards if card not in meld.guests]
    ranks = "".join((*state.hands[winner], *laid))[::2]
    rules = state.rules
    held = _prizes_in_hand(state, winner)
    secrets = [meld for meld in held if is_paid_secret(meld, rules)]
    return Bonuses(
        aces=ranks.count("A"),
        kings=ranks.count("K"),
        secrets=sum([meld.face_down for meld in own]) + len(secrets),
        long_runs=sum(map(is_long_run, held)) + sum(map(_own_long_run, own)),
        kang=ending == "tongits" and state.kang[winner],
    )


def is_paid_secret(meld: Meld, rules: Rules) -> bool:
    """Whether losers pay for a meld kept in hand: a four; a run of 5+ where it is one in units.

    `secret_bonus_stakes` is paid for fours alone (rules.md 2.3b).
    """
    if is_four(meld):
        return is_secret(meld, rules)
    return is_long_run(meld) and rules.secret_in_hand and rules.payout != "stake_rate"


def _prizes_in_hand(state: GameState, seat: SeatNo) -> list[Meld]:
    """The fours and long runs of a hand's best split; most hands have none, so none is made."""
    hand, rules = state.hands[seat], state.rules
    if not holds_prize(hand, rules):
        return []
    melds = split_melds(hand, rules, opened=state.is_opened(seat))
    return [meld for meld in melds if is_four(meld) or is_long_run(meld)]


def _own_long_run(laid: TableMeld) -> bool:
    """A run with five or more of its owner's in a row; guests at its ends take nothing away."""
    if not is_long_run(laid):
        return False
    row = longest = 0
    for card in laid.cards:
        row = 0 if card in laid.guests else row + 1
        longest = max(longest, row)
    return longest >= LONG_RUN


def _winner(
    state: GameState,
    ending: Ending,
    left: tuple[int, int, int],
    burned: tuple[bool, bool, bool],
    replies: tuple[Reply | None, Reply | None, Reply | None],
) -> SeatNo | None:
    if ending == "tongits":
        emptied = (seat for seat in SEATS if not state.hands[seat])
        return next(emptied) if state.declared is None else state.declared
    if state.caller is not None:
        return winner_of_call(state.rules, left, burned, state.caller, replies)
    return winner_of_stock(left, burned, state.last_drawer)


def _final_replies(state: GameState) -> tuple[Reply | None, Reply | None, Reply | None]:
    """Every answer of a call; a seat without a choice has shown or folded."""
    if state.caller is None:
        return (None, None, None)
    passive = state.rules.passive_reply
    return _per_seat(
        [None if seat == state.caller else state.replies[seat] or passive for seat in SEATS]
    )


def _per_seat(values: Iterable[T]) -> tuple[T, T, T]:
    first, second, third = values
    return first, second, third
