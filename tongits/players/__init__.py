"""Who can play a seat when nobody sits there: a small registry by name, and how hands are run."""

from tongits.players.registry import PLAYERS, Player
from tongits.players.simulation import Hand, hands, lineup, seeded_deck, seeded_hands, shuffled

__all__ = [
    "PLAYERS",
    "Hand",
    "Player",
    "hands",
    "lineup",
    "seeded_deck",
    "seeded_hands",
    "shuffled",
]
