"""The same game on bits, mutable and fast, for simulation: no events, no views, no take-back.

`LeanGame(rules)` prepares any rules without jokers; `deal` gives a `LeanHand` that lists its
legal actions as numbers and plays one. `move_of` and `action_of` translate to the engine's moves.

>>> from tongits.cards import DECK
>>> from tongits.rules import preset
>>> game = LeanGame(preset("book"))
>>> hand = game.deal(bits.numbers_of(DECK), dealer=0)
>>> actions = hand.legal_actions()
>>> game.move_of(actions[0])
Discard(card='AS')
>>> hand.apply(actions[0])
>>> [game.move_of(action) for action in hand.legal_actions()]
[Draw(), Take(cards=(), named=())]
"""

from tongits.lean import bits
from tongits.lean.game import LeanGame
from tongits.lean.hand import LeanHand

__all__ = ["LeanGame", "LeanHand", "bits"]
