"""One hand on bits: what may be done, and doing it. It is changed in place; `copy` branches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tongits.events import Ending, Outcome
from tongits.lean import ending as ends
from tongits.lean.bits import BIT, PLACE, RANK, RANKS_IN, Mask, suits_of
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
    Actions,
)
from tongits.rules import Reply
from tongits.seats import SEATS, SeatNo
from tongits.state import LONG_MELD, Phase

if TYPE_CHECKING:
    from tongits.lean.game import LeanGame

NO_CARD: Final = -1
START, ACT, REPLY, OVER = Phase.START, Phase.ACT, Phase.REPLY, Phase.OVER
ANSWERS: Final[Actions] = (PASSIVE, CHALLENGE)
NEXT: Final = (SEATS[1], SEATS[2], SEATS[0])
_STARTS: Final = (DRAW,), (DRAW, TAKE)  # without and with a discard to take freely
_STARTS_CALLING: Final = (DRAW, CALL), (DRAW, TAKE, CALL)


class LeanHand:
    """A hand in play. `seat` is to act; at a call the seats that may answer do so one by one.

    `hands` are masks, and `suits` the same hands suit by suit; `stock` and `pile` are numbers, the
    last ones on top. Table melds are in parallel lists, by number: `owners`, `melds` and `guests`
    (masks), `fits` (cards that extend it alone; none face down). `result` is set at the end of the
    hand: what `outcome` is made of.
    """

    __slots__ = (
        "asked", "began_blocked", "blocked", "caller", "fits", "fitting", "game", "guests",
        "hands", "hidden", "idle_turns", "kang", "last_drawer", "melds", "opened", "owners",
        "phase", "pile", "progress", "replies", "result", "seat", "stock", "suits", "taken",
    )  # fmt: skip

    def __init__(self, game: LeanGame, seat: SeatNo, hands: list[Mask], stock: list[int]) -> None:
        self.game = game
        self.seat = seat
        self.phase = ACT
        self.hands = hands
        self.suits = [*map(suits_of, hands)]
        self.stock = stock
        self.pile: list[int] = []
        self.owners: list[SeatNo] = []
        self.melds: list[Mask] = []
        self.guests: list[Mask] = []
        self.hidden: list[bool] = []
        self.fits: list[Mask] = []
        self.fitting: Mask = 0  # every card that some table meld takes
        self.opened = [False, False, False]
        self.taken = NO_CARD  # the discard taken in this turn
        self.progress = False  # whether this turn drew from the stock, laid or laid off
        self.idle_turns = 0
        self.blocked = [False, False, False]
        self.began_blocked = False
        self.kang = [False, False, False]
        self.last_drawer: SeatNo | None = None
        self.caller: SeatNo | None = None
        self.asked: list[SeatNo] = []  # seats that still owe an answer to the call
        self.replies: list[Reply | None] = [None, None, None]
        self.result: ends.Result | None = None

    def copy(self) -> LeanHand:
        """The same hand once more, to be played on by itself."""
        twin = LeanHand.__new__(LeanHand)
        for name in LeanHand.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) is list else value)
        twin.suits = [suits.copy() for suits in self.suits]
        return twin

    @property
    def outcome(self) -> Outcome | None:
        """How the hand ended, as the engine tells it; None while it goes on."""
        return Outcome(*self.result) if self.result else None

    def legal_actions(self) -> Sequence[int]:
        """Every legal action of `seat`; empty when the hand is over."""
        if self.phase is START:
            return self._start_actions()
        if self.phase is not ACT:
            return ANSWERS if self.phase is REPLY else ()
        game, hand = self.game, self.hands[self.seat]
        s, h, d, c = self.suits[self.seat]
        spades, hearts, diamonds, clubs = game.acts
        actions = [*spades[s], *hearts[h], *diamonds[d], *clubs[c]]
        major, minor = s & h, d & c
        ranks = (major and major & (d | c)) | (minor and minor & (s | h))  # three or four are held
        for rank in RANKS_IN[ranks]:
            actions += game.set_acts[hand & rank]
        if hand & self.fitting:
            self._add_sapaws(actions, hand)
        if game.no_return and self.taken != NO_CARD:
            self._keep_the_taken(actions, hand)
        if game.guarded:
            actions = self._guarded(actions, hand)
        if game.may_declare:
            loose, single = game.loose, ~ranks  # a card in no run and no set settles it
            if not (loose[s] & single or loose[h] & single or loose[d] & single) and (
                not loose[c] & single and not game.points_left(s, h, d, c)
            ):
                actions.append(DECLARE)
        return actions

    def apply(self, action: int) -> None:
        """Play one of `seat`'s legal actions; another one leaves the hand in no sane state."""
        if action < DRAW:
            self._discard(action)
        elif action == DRAW:
            self._draw()
        elif action == TAKE:
            self._take()
        elif action >= SAPAW:
            self._sapaw(action >> MELD_SHIFT & TABLE_MELDS, action >> MASK_SHIFT)
        elif action >= TAKE_MELD:
            self._take()
            self._lay(action - TAKE_MELD)
        elif action >= FACE_DOWN:
            self._lay(action - FACE_DOWN, hidden=True)
        elif action >= LAY:
            self._lay(action - LAY)
        elif action == CALL:
            self._call()
        elif action == DECLARE:
            self._end("tongits")
        else:
            self._answer(action)

    # What may be done

    def _start_actions(self) -> Actions:
        game, seat = self.game, self.seat
        may_call = self.opened[seat] and not self.blocked[seat]
        untaken, taking = _STARTS_CALLING if may_call else _STARTS
        pile = self.pile
        if not pile or self.idle_turns >= game.idle_limit:
            return untaken
        if game.free_take:
            return taking
        top, hand = pile[-1], self.hands[seat]
        suit, rank, joins, runs, sets = game.takes[top]
        takes = runs[joins[self.suits[seat][suit]]]
        alike = hand & rank
        if alike & alike - 1:  # a pair at least
            takes += sets[alike]
        if not takes:
            return untaken
        if game.final_discard:
            takes = self._keeping_a_card(takes, hand | BIT[top])
        return untaken + takes

    def _keeping_a_card(self, takes: Actions, hand: Mask) -> Actions:
        masks = self.game.masks
        return tuple([action for action in takes if masks[action - TAKE_MELD] != hand])

    def _add_sapaws(self, actions: list[int], hand: Mask) -> None:
        game = self.game
        for number, fits in enumerate(self.fits):
            more = hand & fits
            if more:
                meld = reach = self.melds[number]
                while more:
                    reach |= more
                    more = hand & game.fits[reach]
                actions += map((number << MELD_SHIFT).__or__, game.sapaws[meld][reach])

    def _keep_the_taken(self, actions: list[int], hand: Mask) -> None:
        """The card that was taken may not be thrown back, the last card apart."""
        bit = BIT[self.taken]
        if hand & bit and hand != bit:
            actions.remove(self.taken)

    def _guarded(self, actions: list[int], hand: Mask) -> list[int]:
        """The actions without what a house rule forbids; the last card may be thrown."""
        if self.game.no_dump and hand & hand - 1:
            kept = self.fitting
            actions = [action for action in actions if action >= DRAW or not BIT[action] & kept]
        if self.game.final_discard:
            return [action for action in actions if self._cards_down(action) != hand]
        return actions

    def _cards_down(self, action: int) -> Mask:
        """The cards that a lay or sapaw puts on the table."""
        if action < LAY:
            return 0
        if action >= SAPAW:
            return action >> MASK_SHIFT
        return self.game.masks[action - (FACE_DOWN if action >= FACE_DOWN else LAY)]

    # Doing it

    def _draw(self) -> None:
        card, seat = self.stock.pop(), self.seat
        rank, (suit, place) = RANK[card], PLACE[card]
        self.suits[seat][suit] |= place
        self.hands[seat] = hand = self.hands[seat] | BIT[card]
        if hand & rank == rank:
            self.kang[seat] = True
        self.last_drawer = seat
        self.progress = True
        self.phase = ACT

    def _take(self) -> None:
        self.taken = self.pile.pop()
        suit, place = PLACE[self.taken]
        self.hands[self.seat] |= BIT[self.taken]
        self.suits[self.seat][suit] |= place
        self.phase = ACT

    def _lay(self, number: int, *, hidden: bool = False) -> None:
        mask, seat = self.game.masks[number], self.seat
        self.put(seat, mask, hidden)
        if self.game.self_connect and mask.bit_count() >= LONG_MELD:
            self.blocked[seat] = True
        self._placed(mask)

    def put(self, owner: SeatNo, meld: Mask, hidden: bool) -> None:  # noqa: FBT001  # called per meld
        """Lay a meld of the owner's on the table."""
        fits = 0 if hidden else self.game.fits[meld]
        self.owners.append(owner)
        self.melds.append(meld)
        self.guests.append(0)
        self.hidden.append(hidden)
        self.fits.append(fits)
        self.fitting |= fits
        self.opened[owner] = True

    def _sapaw(self, number: int, cards: Mask) -> None:
        owner = self.owners[number]
        if owner != self.seat:
            self.guests[number] |= cards
        self.melds[number] |= cards
        self.fits[number] = self.game.fits[self.melds[number]]
        self.fitting = 0
        for fits in self.fits:
            self.fitting |= fits
        if self.game.blocking:
            self.blocked[owner] = True
        self._placed(cards)

    def _placed(self, cards: Mask) -> None:
        """Cards of the seat's hand went to the table."""
        self.progress = True
        seat = self.seat
        self.hands[seat] = hand = self.hands[seat] ^ cards
        self.suits[seat] = suits_of(hand)
        if not hand:
            self._end("tongits")

    def _discard(self, card: int) -> None:
        seat = self.seat
        suit, place = PLACE[card]
        self.suits[seat][suit] ^= place
        self.hands[seat] = hand = self.hands[seat] ^ BIT[card]
        self.pile.append(card)
        if not hand:
            self._end("tongits")
            return
        if not self.stock:
            self._end("stock")
            return
        self.idle_turns = 0 if self.progress else self.idle_turns + 1
        self.progress = False
        self.taken = NO_CARD
        # A block that stood when its owner's turn began has done its work.
        if self.began_blocked:
            self.blocked[seat] = False
        self.seat = following = NEXT[seat]
        self.began_blocked = self.blocked[following]
        self.phase = START

    def _call(self) -> None:
        self.caller = self.seat
        self.phase = REPLY
        self.asked = self.owing()
        self.ask_next()

    def _answer(self, action: int) -> None:
        passive = self.game.passive_reply
        self.replies[self.asked.pop(0)] = "challenge" if action == CHALLENGE else passive
        self.ask_next()

    def ask_next(self) -> None:
        """The next seat that owes an answer to the call is to act; without one the hand ends."""
        if self.asked:
            self.seat = self.asked[0]
        else:
            self._end("call")

    def owing(self) -> list[SeatNo]:
        """The seats that owe an answer to a call."""
        return [
            seat
            for seat in SEATS
            if seat != self.caller and self.replies[seat] is None and not self.is_burned(seat)
        ]

    def is_burned(self, seat: SeatNo) -> bool:
        """Sunog: nothing laid, and no secret in hand where one saves."""
        saves = self.game.secret_saves
        return not (self.opened[seat] or (saves and self.holds_four_or_long_run(seat)))

    def holds_four_or_long_run(self, seat: SeatNo) -> bool:
        """Whether the hand holds a meld that can be a secret."""
        long_run, (s, h, d, c) = self.game.long_run, self.suits[seat]
        return bool(s & h & d & c or long_run[s] or long_run[h] or long_run[d] or long_run[c])

    def _end(self, how: Ending) -> None:
        self.phase = OVER
        self.result = ends.result_of(self, how)
