"""How a lean hand ended: the engine's `Outcome`, counted on bits."""

from __future__ import annotations

from functools import cache
from itertools import chain
from operator import getitem
from typing import TYPE_CHECKING

from tongits.events import Bonuses, Ending, Outcome
from tongits.lean.bits import ACES, KINGS, RANKS_IN, SUIT_AT, Mask, cards_of, suits_of
from tongits.lean.tables import LAY
from tongits.melds import LONG_RUN, is_long_run
from tongits.outcomes import is_paid_secret
from tongits.rules import Reply
from tongits.scoring import winner_of_stock
from tongits.seats import SEATS, SeatNo
from tongits.splits import split_melds

if TYPE_CHECKING:
    from tongits.lean.game import LeanGame
    from tongits.lean.hand import LeanHand

Three = tuple[int, int, int]
Burned = tuple[bool, bool, bool]
Replies = tuple[Reply | None, Reply | None, Reply | None]
# The fields of an `Outcome` in order; a tuple is made ten times as fast.
Result = tuple[
    Ending, SeatNo | None, SeatNo | None, SeatNo | None, Three, Burned, Burned, Replies, Bonuses
]

_bonuses_of = cache(Bonuses)  # they never change, and few differ


def result_in(outcome: Outcome) -> Result:
    """The fields of an outcome."""
    return (
        outcome.ending,
        outcome.winner,
        outcome.caller,
        outcome.last_drawer,
        outcome.deadwood,
        outcome.opened,
        outcome.burned,
        outcome.replies,
        outcome.bonuses,
    )


def result_of(hand: LeanHand, how: Ending) -> Result:
    """The result of a hand that has come to this end."""
    first, second, third = hand.opened
    left_0, burned_0 = _standing(hand, SEATS[0])
    left_1, burned_1 = _standing(hand, SEATS[1])
    left_2, burned_2 = _standing(hand, SEATS[2])
    left, burned = (left_0, left_1, left_2), (burned_0, burned_1, burned_2)
    replies = _final_replies(hand)
    winner = _winner(hand, how, left, burned, replies)
    return (
        how,
        winner,
        hand.caller,
        hand.last_drawer,
        left,
        (first, second, third),
        burned,
        replies,
        _bonuses_of() if winner is None else _bonuses(hand, winner, how),
    )


def _standing(hand: LeanHand, seat: SeatNo) -> tuple[int, bool]:
    """Points left after the seat's best split, and whether it is burned.

    An unopened seat that a secret saves keeps it, though that may cost points.
    """
    game, opened = hand.game, hand.opened[seat]
    if not opened and game.secret_saves and hand.holds_four_or_long_run(seat):
        held = hand.hands[seat]
        secrets = _secrets_in(held, game)
        return min(game.points_left(*suits_of(held ^ secret)) for secret in secrets), False
    s, h, d, c = hand.suits[seat]
    return game.points_left(s, h, d, c), not opened


def _secrets_in(held: Mask, game: LeanGame) -> list[Mask]:
    """Every four of a kind and run of five or more."""
    suits = suits_of(held)
    acts = chain.from_iterable(map(getitem, game.acts, suits))
    runs = [game.masks[action - LAY] for action in acts if action >= LAY]
    s, h, d, c = suits
    return [*RANKS_IN[s & h & d & c], *(run for run in runs if run.bit_count() >= LONG_RUN)]


def _winner(
    hand: LeanHand,
    how: Ending,
    left: Three,
    burned: Burned,
    replies: Replies,
) -> SeatNo | None:
    if how == "tongits":
        return hand.seat
    if hand.caller is None:
        return winner_of_stock(left, burned, hand.last_drawer)
    # Only the order of the points counts, so the rule need be asked but once for each.
    return hand.game.winner_of_call(_order(left), burned, hand.caller, replies)


def _order(left: Three) -> Three:
    """For each seat, how many have fewer points."""
    a, b, c = left
    return (a > b) + (a > c), (b > a) + (b > c), (c > a) + (c > b)


def _final_replies(hand: LeanHand) -> Replies:
    """Every answer of a call; a seat without a choice has shown or folded."""
    caller, passive = hand.caller, hand.game.passive_reply
    if caller is None:
        return (None, None, None)
    first, second, third = hand.replies
    return (
        None if caller == 0 else first or passive,
        None if caller == 1 else second or passive,
        None if caller == 2 else third or passive,
    )


def _bonuses(hand: LeanHand, winner: SeatNo, how: Ending) -> Bonuses:
    """What the winner's hand and own melds are worth: only cards that he put there himself."""
    # Few hands hold a secret or a long run, so only those are split.
    secrets, long_runs = _in_hand(hand, winner) if hand.holds_four_or_long_run(winner) else (0, 0)
    cards = hand.hands[winner]
    for number, owner in enumerate(hand.owners):
        if owner == winner:
            cards |= hand.melds[number] & ~hand.guests[number]
            secrets += hand.hidden[number]
            long_runs += hand.melds[number].bit_count() >= LONG_RUN and _is_own(hand, number)
    kang = how == "tongits" and hand.kang[winner]
    aces, kings = (cards & ACES).bit_count(), (cards & KINGS).bit_count()
    return _bonuses_of(aces, kings, secrets, long_runs, kang)


def _is_own(hand: LeanHand, number: int) -> bool:
    """Whether five or more in a row of a run are its owner's, whatever guests added around them."""
    at = SUIT_AT[hand.melds[number].bit_length() - 1]
    run = hand.melds[number] >> at
    own = run & ~(hand.guests[number] >> at)
    if run & 1 and not run & 2:  # its ace stands above the king
        own = own >> 1 | (own & 1) << 12
    return bool(own & own >> 1 & own >> 2 & own >> 3 & own >> 4)


def _in_hand(hand: LeanHand, winner: SeatNo) -> tuple[int, int]:
    """Secrets and long runs of the best split."""
    rules = hand.game.rules
    melds = split_melds(cards_of(hand.hands[winner]), rules, opened=hand.opened[winner])
    secrets = [meld for meld in melds if is_paid_secret(meld, rules)]
    return len(secrets), sum(map(is_long_run, melds))
