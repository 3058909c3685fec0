"""The .perft files: a deal by some rules, and how many move sequences it has at each depth."""

from dataclasses import dataclass
from pathlib import Path

from tests.perft.make import quick_leaves
from tongits.engine import new_hand
from tongits.notation import parse_hand
from tongits.state import GameState

FOLDER = Path(__file__).parent
PATHS = sorted(FOLDER.glob("*.perft"))


@dataclass(frozen=True)
class Deal:
    name: str
    text: str
    state: GameState
    counts: tuple[int, ...]

    @property
    def quick(self) -> int:
        """The deepest depth that every test run counts; `make long` counts them all."""
        return sum(count <= quick_leaves(self.name) for count in self.counts)


def deal_of(path: Path) -> Deal:
    lines = path.read_text(encoding="utf-8").splitlines()
    counted = [line for line in lines if line.startswith("depth ")]
    counts = tuple(int(line.split()[2]) for line in counted)
    text = "\n".join(line for line in lines if line not in counted)
    record = parse_hand(text)
    state, _ = new_hand(record.rules, record.deck, record.dealer)
    return Deal(path.stem, text, state, counts)


def canonical(move: str) -> str:
    """The engine's words for a move with the cards in the order in which plain.py has them.

    >>> canonical("1 lay set X1 9H 9C")
    '1 lay 9C 9H X1'
    """
    words = move.replace(" set ", " ").split()
    keep = {"lay": 2, "facedown": 2, "sapaw": 3, "take": 4}.get(words[1], len(words))
    return " ".join((*words[:keep], *sorted(words[keep:])))
