"""What a player has pointed at on the hand panel without playing it yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

Confirm = Literal["", "call", "leave", "take"]


@dataclass(frozen=True, slots=True)
class Choice:
    """Selected cards as a mask of hand positions, and what waits to be confirmed."""

    mask: int = field(default=0, repr=False)
    confirm: Confirm = ""


NO_CHOICE: Final = Choice()
