"""Which invariants a state breaks: a full list, each by its name; a state of real play has none.

It looks at states between decisions, as `apply` returns them. Positions that were set up by hand
may break some on purpose: a pile without its turns, say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Final

from tongits.cards import Card, deck
from tongits.errors import BadInput
from tongits.melds import FOUR, MIN_MELD, as_run, as_set
from tongits.outcomes import outcome_of
from tongits.refusals import is_burned, may_challenge
from tongits.rules import IDLE_TURN_LIMIT, refuse_clashes
from tongits.seats import SEATS
from tongits.splits import deadwood
from tongits.state import Block, GameState, Phase, Placed, TableMeld, all_cards


class Problem(StrEnum):
    """A broken invariant."""

    RULES_CLASH = "two switches of the rules make no sense together"
    CARD_MISSING = "a card of the deck is nowhere"
    CARD_TWICE = "a card is in two places"
    CARD_FOREIGN = "a card is not of this deck"
    WRONG_TURN_SEAT = "the turn does not follow from the dealer and the turn's number"
    WRONG_PILE = "the pile has not one card for each stock draw and the dealer's discard"
    WRONG_HAND_SIZE = "more cards are in hands than were dealt and drawn"
    EMPTY_HAND = "a hand is empty and nobody has won"
    EMPTY_STOCK = "a turn begins without a stock"
    DREW_TWICE = "a seat drew and took in one turn"
    DREW_NOTHING = "a seat acts without having drawn or taken"
    DREW_TOO_SOON = "a turn that waits for its draw, or the dealer's first, has one already"
    DREW_LOST = "the card drawn or taken this turn is neither held nor laid"
    TAKEN_NOT_LAID = "a taken card was not laid with a new meld at once, as the rules want"
    WRONG_LAST_DRAWER = "the last stock drawer is not who drew last"
    SEEN_NOT_HELD = "a card that all saw in a hand is not there"
    NO_MELD = "a meld on the table is none, or lies in another order"
    WRONG_GUESTS = "a meld's guests are not its cards, or leave its owner no meld"
    WRONG_FACE_DOWN = "a meld lies face down that is no four, or that these rules want open"
    WRONG_PLACED = "what was laid this turn does not lead back to the turn's beginning"
    WRONG_BLOCK = "a block against a call is not by a card on its owner's open meld"
    WRONG_BEGAN_BLOCKED = "a turn's beginning does not fit the blocks"
    WRONG_IDLE_TURNS = "more idle turns running than there were turns, or than the guard allows"
    WRONG_KANG = "a Kang without a stock draw"
    WRONG_CALLER = "a call's caller is not in turn, has laid nothing or is blocked"
    WRONG_REPLY = "a reply that its seat could not give"
    NOBODY_TO_REPLY = "a call waits, and every answer is in"
    WRONG_DECLARER = "declared by a seat that could not"
    WRONG_PHASE = "phase and outcome do not fit"
    WRONG_OUTCOME = "the outcome does not follow from the cards"


def problems(state: GameState) -> list[Problem]:
    """Every invariant the state breaks, in the order of `Problem`.

    >>> from tongits.engine import new_hand
    >>> from tongits.rules import preset
    >>> from dataclasses import replace
    >>> state, _ = new_hand(preset("book"), deck(), SEATS[0])
    >>> problems(state), [problem.name for problem in problems(replace(state, turn_seat=SEATS[1]))]
    ([], ['WRONG_TURN_SEAT'])
    """
    return [problem for problem in Problem if _BROKEN[problem](state)]


def _clashes(state: GameState) -> bool:
    try:
        refuse_clashes(state.rules)
    except BadInput:
        return True
    return False


def _deck(state: GameState) -> set[Card]:
    rules = state.rules
    return set(deck(rules.jokers, rules.suits, rules.ranks))


def _is_twice(state: GameState) -> bool:
    return any(count > 1 for count in Counter(all_cards(state)).values())


def _draws(state: GameState) -> int:
    """Cards drawn from the stock so far."""
    dealt = 3 * state.rules.hand_size + 1
    return len(_deck(state)) - dealt - len(state.stock)


def _has_card_in_turn(state: GameState) -> bool:
    """Whether the seat in turn holds one card more than between turns."""
    if state.outcome is None:
        return state.phase is Phase.ACT
    return _ended_before_discard(state)


def _ended_before_discard(state: GameState) -> bool:
    """A hand that its seat in turn won by laying its last card, or by declaring."""
    return state.declared is not None or bool(state.placed)


def _wrong_pile(state: GameState) -> bool:
    return len(state.discards) != _draws(state) + (not _has_card_in_turn(state))


def _wrong_hand_size(state: GameState) -> bool:
    held = sum(len(hand) for hand in state.hands)
    laid = sum(len(meld.cards) for meld in state.melds)
    return held + laid + len(state.discards) != 3 * state.rules.hand_size + 1 + _draws(state)


def _wrong_turn_seat(state: GameState) -> bool:
    return state.turn_no < 1 or state.turn_seat != (state.dealer + state.turn_no - 1) % len(SEATS)


def _empty_hand(state: GameState) -> bool:
    return state.phase is not Phase.OVER and not all(state.hands)


def _empty_stock(state: GameState) -> bool:
    return state.phase is Phase.START and not state.stock


def _drew_twice(state: GameState) -> bool:
    return state.drew is not None and state.taken is not None


def _drew_any(state: GameState) -> bool:
    return state.drew is not None or state.taken is not None


def _drew_nothing(state: GameState) -> bool:
    return state.phase is Phase.ACT and state.turn_no > 1 and not _drew_any(state)


def _drew_too_soon(state: GameState) -> bool:
    waits = state.phase in (Phase.START, Phase.REPLY)
    return (waits and (_drew_any(state) or bool(state.placed))) or (
        state.turn_no == 1 and (waits or _drew_any(state))
    )


def _drew_lost(state: GameState) -> bool:
    fresh = state.drew or state.taken
    laid = {card for placed in state.placed for card in placed.cards}
    return fresh is not None and fresh not in laid.union(state.hands[state.turn_seat])


def _taken_not_laid(state: GameState) -> bool:
    wanted = state.taken is not None and state.rules.discard_take == "new_meld_now"
    with_taken = [placed for placed in state.placed if placed.with_taken]
    if not wanted:
        return bool(with_taken)
    first = state.placed[:1]
    return [*first] != with_taken or not first[0].is_new or state.taken not in first[0].cards


def _wrong_last_drawer(state: GameState) -> bool:
    if (state.last_drawer is None) != (_draws(state) == 0):
        return True
    return state.drew is not None and state.last_drawer != state.turn_seat


def _seen_not_held(state: GameState) -> bool:
    return any(not state.seen[seat].issubset(state.hands[seat]) for seat in SEATS)


def _is_no_meld(state: GameState, laid: TableMeld) -> bool:
    if laid.kind == "set":
        return bool(laid.named) or as_set(laid.cards, state.rules) != laid.meld
    return as_run(laid.cards, laid.named, state.rules) != laid.meld


def _wrong_guests(laid: TableMeld) -> bool:
    own = len(laid.cards) - len(laid.guests)
    return not laid.guests.issubset(laid.cards) or own < MIN_MELD


def _wrong_face_down(state: GameState, laid: TableMeld) -> bool:
    is_four = laid.kind == "set" and len(laid.cards) == FOUR and not laid.guests
    return laid.face_down and not (state.rules.face_down_four and is_four)


def _wrong_placed(state: GameState) -> bool:
    """Undoes the turn, newest first; every step must find the cards where it put them."""
    melds = list(state.melds)
    for placed in reversed(state.placed):
        if not 0 <= placed.meld < len(melds) or not _was_put(melds, placed, state):
            return True
        if placed.before is None:
            melds.pop()
        else:
            melds[placed.meld] = placed.before
    return False


def _was_put(melds: list[TableMeld], placed: Placed, state: GameState) -> bool:
    now = melds[placed.meld]
    if placed.before is None:
        is_newest = placed.meld == len(melds) - 1 and now.owner == state.turn_seat
        return is_newest and now.cards == placed.cards and not now.guests
    grown = Counter(placed.before.cards) + Counter(placed.cards)
    mine = now.owner == state.turn_seat
    guests = placed.before.guests | (set() if mine else set(placed.cards))
    return Counter(now.cards) == grown and now.owner == placed.before.owner and now.guests == guests


def _blocks(state: GameState) -> Iterator[tuple[int, Block]]:
    return ((seat, block) for seat, block in enumerate(state.blocks) if block is not None)


def _wrong_block(state: GameState) -> bool:
    return any(_is_wrong(state, seat, block) for seat, block in _blocks(state))


def _is_wrong(state: GameState, seat: int, block: Block) -> bool:
    if state.rules.sapaw_blocks_call == "off" or not 0 <= block.meld < len(state.melds):
        return True
    laid = state.melds[block.meld]
    if laid.owner != seat or not set(block.cards) <= set(laid.cards):
        return True
    return bool(block.cards) is laid.face_down or (block.by == seat) is bool(
        laid.guests.intersection(block.cards)
    )


def _wrong_began_blocked(state: GameState) -> bool:
    blocked = state.blocks[state.turn_seat] is not None
    if state.phase is Phase.ACT or _ended_before_discard(state):
        return state.began_blocked and not blocked
    return state.began_blocked is not blocked


def _wrong_idle_turns(state: GameState) -> bool:
    most = state.turn_no - 1
    if "stock_after_6" in state.rules.discard_guards:
        most = min(most, IDLE_TURN_LIMIT)
    return not 0 <= state.idle_turns <= most


def _wrong_kang(state: GameState) -> bool:
    return any(state.kang) and _draws(state) == 0


def _wrong_caller(state: GameState) -> bool:
    caller = state.caller
    if caller is None:
        return state.phase is Phase.REPLY
    fits = caller == state.turn_seat and state.is_opened(caller) and state.blocks[caller] is None
    return not fits or state.phase not in (Phase.REPLY, Phase.OVER)


def _wrong_reply(state: GameState) -> bool:
    allowed = (None, "challenge", state.rules.passive_reply)
    return any(
        reply not in allowed or (reply is not None and not may_challenge(state, seat))
        for seat, reply in zip(SEATS, state.replies, strict=True)
    )


def _nobody_to_reply(state: GameState) -> bool:
    owing = (may_challenge(state, seat) and state.replies[seat] is None for seat in SEATS)
    return (state.caller is not None) and any(owing) is not (state.phase is Phase.REPLY)


def _wrong_declarer(state: GameState) -> bool:
    if state.declared is None:
        return False
    allowed = state.rules.tongits_declare_in_hand and not state.rules.final_discard
    is_over = state.phase is Phase.OVER and state.declared == state.turn_seat
    return not (allowed and is_over) or deadwood(state.hands[state.declared], state.rules) > 0


def _wrong_phase(state: GameState) -> bool:
    return (state.phase is Phase.OVER) is (state.outcome is None)


def _wrong_outcome(state: GameState) -> bool:
    outcome = state.outcome
    if outcome is None:
        return False
    if outcome.ending != _ending(state) or outcome != outcome_of(state, outcome.ending):
        return True
    winner = outcome.winner
    if winner is None:
        return not all(is_burned(state, seat) for seat in SEATS)
    return outcome.ending != "tongits" and outcome.burned[winner]


def _ending(state: GameState) -> str:
    if state.caller is not None:
        return "call"
    return "tongits" if state.declared is not None or not all(state.hands) else "stock"


def _any_meld(check: Callable[[GameState, TableMeld], bool]) -> Callable[[GameState], bool]:
    return lambda state: any(check(state, laid) for laid in state.melds)


def _missing(wanted: Iterable[Card], there: Iterable[Card]) -> bool:
    return bool(set(wanted).difference(there))


_BROKEN: Final[dict[Problem, Callable[[GameState], bool]]] = {
    Problem.RULES_CLASH: _clashes,
    Problem.CARD_MISSING: lambda state: _missing(_deck(state), all_cards(state)),
    Problem.CARD_TWICE: _is_twice,
    Problem.CARD_FOREIGN: lambda state: _missing(all_cards(state), _deck(state)),
    Problem.WRONG_TURN_SEAT: _wrong_turn_seat,
    Problem.WRONG_PILE: _wrong_pile,
    Problem.WRONG_HAND_SIZE: _wrong_hand_size,
    Problem.EMPTY_HAND: _empty_hand,
    Problem.EMPTY_STOCK: _empty_stock,
    Problem.DREW_TWICE: _drew_twice,
    Problem.DREW_NOTHING: _drew_nothing,
    Problem.DREW_TOO_SOON: _drew_too_soon,
    Problem.DREW_LOST: _drew_lost,
    Problem.TAKEN_NOT_LAID: _taken_not_laid,
    Problem.WRONG_LAST_DRAWER: _wrong_last_drawer,
    Problem.SEEN_NOT_HELD: _seen_not_held,
    Problem.NO_MELD: _any_meld(_is_no_meld),
    Problem.WRONG_GUESTS: _any_meld(lambda _, laid: _wrong_guests(laid)),
    Problem.WRONG_FACE_DOWN: _any_meld(_wrong_face_down),
    Problem.WRONG_PLACED: _wrong_placed,
    Problem.WRONG_BLOCK: _wrong_block,
    Problem.WRONG_BEGAN_BLOCKED: _wrong_began_blocked,
    Problem.WRONG_IDLE_TURNS: _wrong_idle_turns,
    Problem.WRONG_KANG: _wrong_kang,
    Problem.WRONG_CALLER: _wrong_caller,
    Problem.WRONG_REPLY: _wrong_reply,
    Problem.NOBODY_TO_REPLY: _nobody_to_reply,
    Problem.WRONG_DECLARER: _wrong_declarer,
    Problem.WRONG_PHASE: _wrong_phase,
    Problem.WRONG_OUTCOME: _wrong_outcome,
}
