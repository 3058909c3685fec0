"""Rules made ready for fast play, and the translation between actions and moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from operator import itemgetter
from typing import Final, assert_never

from tongits.cards import DECK, by_suit
from tongits.lean.bits import FLOAT, Mask, cards_of, mask_of, numbers_of
from tongits.lean.ending import result_in
from tongits.lean.hand import NO_CARD, REPLY, LeanHand
from tongits.lean.tables import (
    CALL,
    CHALLENGE,
    DECLARE,
    DRAW,
    FACE_DOWN,
    LAY,
    MASK_SHIFT,
    MELD_SHIFT,
    PASSIVE,
    SAPAW,
    TABLE_MELDS,
    TAKE,
    TAKE_MELD,
    tables_of,
)
from tongits.moves import (
    Answer,
    Call,
    Declare,
    Discard,
    Draw,
    Lay,
    LayFaceDown,
    Move,
    Sapaw,
    Take,
    TakeBack,
)
from tongits.rules import IDLE_TURN_LIMIT, Rules
from tongits.scoring import winner_of_call
from tongits.seats import SEATS
from tongits.state import GameState

NEVER: Final = 1 << 30  # idle turns that no hand has


class LeanGame:
    """Rules without jokers, ready to deal. Raises `ValueError` for rules with jokers.

    Its switches are plain attributes, so that a hand in play looks nothing up twice: those up to
    `sapaws` are of `Tables`, `set_acts` what sets allow under these rules.
    """

    __slots__ = (
        "_lays", "acts", "blocking", "final_discard", "fits", "free_take", "guarded",
        "idle_limit", "long_run", "loose", "masks", "may_declare", "melds", "no_dump",
        "no_return", "passive_reply", "points_left", "rules", "sapaws", "secret_saves",
        "self_connect", "set_acts", "takes", "winner_of_call",
    )  # fmt: skip

    def __init__(self, rules: Rules) -> None:
        if rules.jokers:
            raise ValueError("the lean core plays without jokers")
        self.rules = rules
        tables = tables_of(rules.ace_in_runs)
        self.points_left = tables.points_left
        self.acts, self.loose, self.long_run = tables.acts, tables.loose, tables.long_run
        self.takes = tables.takes
        self.melds, self.masks = tables.melds, tables.masks
        self.fits, self.sapaws = tables.fits, tables.sapaws
        self.set_acts = tables.fours if rules.face_down_four else tables.sets
        self.free_take = rules.discard_take == "free"
        self.idle_limit = IDLE_TURN_LIMIT if "stock_after_6" in rules.discard_guards else NEVER
        self.no_return = "no_return" in rules.discard_guards
        self.no_dump, self.final_discard = rules.no_dump_sapawable, rules.final_discard
        self.guarded = self.no_dump or self.final_discard
        self.may_declare = rules.tongits_declare_in_hand and not rules.final_discard
        self.blocking = rules.sapaw_blocks_call != "off"
        self.secret_saves = rules.secret_in_hand
        self.self_connect = rules.long_meld_self_connect
        self.passive_reply = rules.passive_reply
        self.winner_of_call = cache(partial(winner_of_call, rules))
        self._lays = {mask: number for number, mask in enumerate(self.masks)}

    def deal(self, deck: Sequence[int], dealer: int) -> LeanHand:
        """A hand of the whole deck in order, as `bits.numbers_of` gives it.

        The dealer gets one card more and acts without drawing.
        """
        size = self.rules.hand_size
        first, second, third = size + 1, 2 * size + 1, 3 * size + 1
        held = itemgetter(*deck[:third])(FLOAT)
        dealt = sum(held[:first], 0.0), sum(held[first:second], 0.0), sum(held[second:], 0.0)
        hands = [*map(int, dealt)]
        hands = hands[-dealer:] + hands[:-dealer]  # the dealer's was the first
        return LeanHand(self, SEATS[dealer], hands, [*deck[: third - 1 : -1]])

    def hand_of(self, state: GameState) -> LeanHand:
        """The engine's state as a lean hand; what could be taken back no longer can."""
        hands = [mask_of(cards) for cards in state.hands]
        hand = LeanHand(self, state.turn_seat, hands, numbers_of(reversed(state.stock)))
        hand.pile = numbers_of(state.discards)
        hand.phase = state.phase
        for laid in state.melds:
            hand.put(laid.owner, mask_of(laid.cards), laid.face_down)
            hand.guests[-1] = mask_of(laid.guests)
        hand.taken = by_suit(state.taken) if state.taken else NO_CARD
        hand.progress = state.drew is not None or bool(state.placed)
        hand.idle_turns = state.idle_turns
        hand.blocked = [block is not None for block in state.blocks]
        hand.began_blocked = state.began_blocked
        hand.kang = list(state.kang)
        hand.last_drawer, hand.caller = state.last_drawer, state.caller
        hand.replies = list(state.replies)
        hand.result = result_in(state.outcome) if state.outcome else None
        if hand.phase is REPLY:
            hand.asked = hand.owing()
            hand.ask_next()
        return hand

    def move_of(self, action: int) -> Move:
        """The engine's move that an action is."""
        if action >= SAPAW:
            cards = cards_of(action >> MASK_SHIFT)
            return Sapaw(action >> MELD_SHIFT & TABLE_MELDS, cards)
        if action >= TAKE_MELD:
            return Take(self.melds[action - TAKE_MELD].cards)
        if action >= FACE_DOWN:
            return LayFaceDown(self.melds[action - FACE_DOWN].cards)
        if action >= LAY:
            return Lay(self.melds[action - LAY].cards)
        return Discard(DECK[action]) if action < DRAW else self._plain_move(action)

    def _plain_move(self, action: int) -> Move:
        plain: dict[int, Move] = {
            DRAW: Draw(),
            TAKE: Take(),
            CALL: Call(),
            DECLARE: Declare(),
            PASSIVE: Answer(self.passive_reply),
            CHALLENGE: Answer("challenge"),
        }
        return plain[action]

    def action_of(self, move: Move) -> int:
        """The action that a legal move is. Raises `ValueError` for `TakeBack`, which is none.

        >>> from tongits.rules import preset
        >>> from tongits.cards import Card
        >>> LeanGame(preset("go")).action_of(Discard(Card("AS")))
        0
        """
        match move:
            case Discard(card=card):
                return by_suit(card)
            case Draw():
                return DRAW
            case Call():
                return CALL
            case Declare():
                return DECLARE
            case Answer(reply=reply):
                return CHALLENGE if reply == "challenge" else PASSIVE
            case Take(cards=cards):
                return TAKE_MELD + self._lays[mask_of(cards)] if cards else TAKE
            case Lay(cards=cards):
                return LAY + self._lays[mask_of(cards)]
            case LayFaceDown(cards=cards):
                return FACE_DOWN + self._lays[mask_of(cards)]
            case Sapaw(meld=meld, cards=cards):
                return sapaw(meld, mask_of(cards))
            case TakeBack():
                raise ValueError("the lean core takes nothing back")
            case _:
                assert_never(move)


def sapaw(meld: int, cards: Mask) -> int:
    """The action of laying cards off on a table meld."""
    return SAPAW | meld << MELD_SHIFT | cards << MASK_SHIFT
