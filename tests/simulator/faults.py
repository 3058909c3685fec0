"""Every kind of fault there is, how often each is planned, and how often it really struck."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

# One call, now and then. The number is how likely a call meets it in a storm.
CALLS: dict[str, float] = {
    "answer slow": 0.010,
    "call lost before its effect": 0.006,
    "answer lost after the effect": 0.006,
    "call hangs": 0.002,
    "429 of a route": 0.008,
    "429 for everything": 0.002,
    "429 longer than we wait": 0.002,
    "429 of the edge, without Via": 0.002,
    "500 before the effect": 0.004,
    "502 after the effect": 0.003,
    "503 before the effect": 0.004,
    "edit too old (30046)": 0.003,
    "DMs opened too fast (40003)": 0.05,
}
# One delivery of an event, now and then.
DELIVERIES: dict[str, float] = {
    "click delivered twice": 0.03,
    "click delivered again much later": 0.01,
    "clicks reordered": 0.03,
    "click delivered too late (10062)": 0.008,
}
# One visit to the database, now and then.
VISITS: dict[str, float] = {
    "slow fsync": 0.002,
    "database locked": 0.001,
    "disk full": 0.001,
}
# Something that happens and ends again: each comes once before any comes twice.
INCIDENTS = (
    "permission to send taken (50013)",
    "channel hidden from the bot (50001)",
    "channel deleted",
    "thread archived (50083)",
    "thread locked",
    "messages deleted by a moderator",
    "DMs closed (50007)",
    "DMs closed, as status 400",
    "player gone (50278)",
    "gateway drop and resume",
    "resume that replays twice",
    "invalid session",
    "server unavailable",
    "bot removed from the server",
    "killed",
    "stopped in order",
    "wall clock forward",
    "wall clock back",
    "Discord down",
    "database locked for long",
)
# What follows from others, counted where Discord or the disk says so.
CONSEQUENCES = (
    "answered twice (40060)",
    "message unknown (10008)",
)
# What people do that no panel offers.
HABITS = ("stale press", "double press", "forged press", "press on another's behalf")

KINDS = (*CALLS, *DELIVERIES, *VISITS, *INCIDENTS, *CONSEQUENCES, *HABITS)


@dataclass
class Weather:
    """Which faults strike now. `struck` counts; nothing new strikes once `calm`."""

    rng: random.Random
    struck: Counter[str] = field(default_factory=Counter)
    calm: bool = False

    def note(self, kind: str) -> None:
        """A fault really struck."""
        if kind not in KINDS:
            raise KeyError(kind)
        self.struck[kind] += 1

    def draw(self, table: dict[str, float]) -> str | None:
        """Which of these faults this call, delivery or visit meets, if any."""
        luck = self.rng.random()
        if self.calm:
            return None
        for kind, share in table.items():
            luck -= share
            if luck < 0:
                return kind
        return None

    def latency_s(self, typical_s: float) -> float:
        """How long something takes: mostly about as long as it typically does."""
        return typical_s * (0.5 + self.rng.expovariate(1.0))
