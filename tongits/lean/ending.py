"""How a lean hand ended: the engine's `Outcome`, counted on bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tongits.events import Bonuses, Ending, Outcome
from tongits.lean.bits import ACES, KINGS, SUIT, Mask, cards_of
from tongits.lean.tables import NO_SUIT
from tongits.melds import FOUR, LONG_RUN, is_four, is_long_run
from tongits.rules import Reply
from tongits.scoring import winner_of_call, winner_of_stock
from tongits.seats import SEATS, SeatNo, with_seat
from tongits.splits import is_secret, split_melds

if TYPE_CHECKING:
    from tongits.lean.game import LeanGame
    from tongits.lean.hand import LeanHand

Replies = tuple[Reply | None, Reply | None, Reply | None]


def outcome_of(hand: LeanHand, how: Ending) -> Outcome:
    """The outcome of a hand that has come to this end."""
    burned = (hand.is_burned(SEATS[0]), hand.is_burned(SEATS[1]), hand.is_burned(SEATS[2]))
    left = (_left(hand, SEATS[0]), _left(hand, SEATS[1]), _left(hand, SEATS[2]))
    replies = _final_replies(hand)
    winner = _winner(hand, how, left, burned, replies)
    first, second, third = hand.opened
    return Outcome(
        ending=how,
        winner=winner,
        caller=hand.caller,
        last_drawer=hand.last_drawer,
        deadwood=left,
        opened=(first, second, third),
        burned=burned,
        replies=replies,
        bonuses=Bonuses() if winner is None else _bonuses(hand, winner, how),
    )


def _left(hand: LeanHand, seat: SeatNo) -> int:
    """Points left after the seat's best split; an unopened seat keeps a secret it has."""
    held = hand.hands[seat]
    if not hand.opened[seat] and hand.holds_secret(seat):
        secrets = _secrets_in(held, hand.game)
        return min(_points_left(held ^ secret, hand.game) for secret in secrets)
    return _points_left(held, hand.game)


def _points_left(held: Mask, game: LeanGame) -> int:
    return game.points_left(held & SUIT, held >> 13 & SUIT, held >> 26 & SUIT, held >> 39)


def _secrets_in(held: Mask, game: LeanGame) -> list[Mask]:
    """Every four of a kind and run of five or more."""
    longer = (mask for mask in game.masks if mask.bit_count() >= FOUR and not mask & ~held)
    return [m for m in longer if m.bit_count() >= LONG_RUN or game.suit_of[m] == NO_SUIT]


def _winner(
    hand: LeanHand,
    how: Ending,
    left: tuple[int, int, int],
    burned: tuple[bool, bool, bool],
    replies: Replies,
) -> SeatNo | None:
    if how == "tongits":
        return hand.seat
    if hand.caller is not None:
        return winner_of_call(hand.game.rules, left, burned, hand.caller, replies)
    return winner_of_stock(left, burned, hand.last_drawer)


def _final_replies(hand: LeanHand) -> Replies:
    """Every answer of a call; a seat without a choice has shown or folded."""
    if hand.caller is None:
        return (None, None, None)
    passive = hand.game.rules.passive_reply
    first, second, third = hand.replies
    return with_seat((first or passive, second or passive, third or passive), hand.caller, None)


def _bonuses(hand: LeanHand, winner: SeatNo, how: Ending) -> Bonuses:
    """What the winner's hand and own melds are worth: only cards that he put there himself."""
    secrets, long_runs = _in_hand(hand, winner)
    cards = hand.hands[winner]
    for number, owner in enumerate(hand.owners):
        if owner == winner:
            cards |= hand.melds[number] & ~hand.guests[number]
            secrets += hand.hidden[number]
            long_runs += hand.melds[number].bit_count() >= LONG_RUN and _is_own(hand, number)
    return Bonuses(
        aces=(cards & ACES).bit_count(),
        kings=(cards & KINGS).bit_count(),
        secrets=secrets,
        long_runs=long_runs,
        kang=how == "tongits" and hand.kang[winner],
    )


def _is_own(hand: LeanHand, number: int) -> bool:
    """Whether five or more in a row of a run are its owner's, whatever guests added around them."""
    at = hand.suit_at[number]
    run = hand.melds[number] >> at
    own = run & ~(hand.guests[number] >> at)
    if run & 1 and not run & 2:  # its ace stands above the king
        own = own >> 1 | (own & 1) << 12
    return bool(own & own >> 1 & own >> 2 & own >> 3 & own >> 4)


def _in_hand(hand: LeanHand, winner: SeatNo) -> tuple[int, int]:
    """Secrets and long runs of the best split; few hands hold any, so only those are split."""
    if not hand.holds_four_or_long_run(winner):
        return 0, 0
    rules = hand.game.rules
    melds = split_melds(cards_of(hand.hands[winner]), rules, opened=hand.opened[winner])
    secrets = [meld for meld in melds if is_secret(meld, rules)]
    counted = [meld for meld in secrets if rules.secret_in_hand or is_four(meld)]
    return len(counted), sum(map(is_long_run, melds))
