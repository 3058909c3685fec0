"""The stand-in for somebody who is away: plays the hand out kindly and risks nothing of theirs.

It lays what its best split lays and lays off what is left over, so that its owner is not burned;
it never calls and never challenges. It sees what the seat sees, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable

from tongits.cards import points
from tongits.engine import cheapest_card
from tongits.moves import Answer, Declare, Discard, Draw, Lay, Move, Sapaw, Take
from tongits.rules import Rules
from tongits.views import HandView


def stand_in_move(view: HandView, rules: Rules) -> Move:
    """A legal move of the seat whose view it is. Raises `ValueError` if it owes none.

    >>> from tongits.cards import DECK
    >>> from tongits.engine import new_hand
    >>> from tongits.rules import preset
    >>> from tongits.seats import SEATS
    >>> from tongits.views import view_for
    >>> state, _ = new_hand(preset("book"), DECK, SEATS[0])
    >>> stand_in_move(view_for(state, SEATS[0]), preset("book")).cards[:3]
    ('AS', '2S', '3S')
    """
    match view.phase:
        case "start":
            return _card_for_the_turn(view.moves)
        case "act":
            return _act(view, rules)
        case "reply":
            return Answer(rules.passive_reply)
        case _:
            raise ValueError("the hand is over")


def _card_for_the_turn(moves: Iterable[Move]) -> Move:
    """The discard where a meld goes down with it, else the stock."""
    takes = [move for move in moves if isinstance(move, Take) and move.cards]
    return takes[0] if takes else Draw()


def _act(view: HandView, rules: Rules) -> Move:
    for move in view.moves:
        if isinstance(move, Declare):
            return move
    return _lay(view) or _sapaw(view, rules) or _throw(view, rules)


def _lay(view: HandView) -> Move | None:
    """A meld of the best split; jokers are named as the first listed way has them."""
    melds = [] if view.split is None else [set(cards) for cards in view.split.melds]
    lays = (move for move in view.moves if isinstance(move, Lay))
    return next((move for move in lays if set(move.cards) in melds), None)


def _sapaw(view: HandView, rules: Rules) -> Move | None:
    """The dearest leftover card that fits a meld on the table."""
    loose = () if view.split is None else view.split.loose
    single = (move for move in view.moves if isinstance(move, Sapaw) and len(move.cards) == 1)
    fitting = [move for move in single if move.cards[0] in loose]
    return max(fitting, key=lambda move: points(move.cards[0], rules.joker_points), default=None)


def _throw(view: HandView, rules: Rules) -> Move:
    """The card that costs least; where none may be thrown, some sapaw must go down first."""
    allowed = [move.card for move in view.moves if isinstance(move, Discard)]
    card = cheapest_card(allowed, view.hand, rules)
    if card is not None:
        return Discard(card)
    return next(move for move in view.moves if isinstance(move, Sapaw))
