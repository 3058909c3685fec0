"""The ports through which chance and time come in, for the bot and for its Discord alike."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from types import SimpleNamespace
from unittest import mock

from bot.tables.chance import Chance
from tongits.cards import Card, deck
from tongits.rules import Rules
from tongits.seats import SEATS, SeatNo

BEGIN_MS = 1_800_000_000_000  # 15 January 2027, 16:00 in Manila
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"

TIMED = (
    "bot.play.snowflake.time",
    "bot.play.interaction.time",
    "bot.play.interactions.time",
    "bot.play.gateway.time",
    "bot.tables.clock.time",
    "data.writer.time",
)
SECRET = (
    "bot.play.interaction.secrets",
    "bot.play.gateway.secrets",
    "bot.play.world.secrets",
    "data.people.secrets",
    "cogs.answering.secrets",
    "discord.abc.secrets",
)


class Seeds:
    """Every random choice of a run, as streams by name: one more draw here moves none there."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def stream(self, *name: object) -> random.Random:
        """The stream of that name."""
        return random.Random(":".join(map(str, (self.seed, *name))))


class SeededChance(Chance):
    """Decks, dealers, tokens and table ids by the seed; each hand's deck has a seed of its own."""

    def __init__(self, seeds: Seeds) -> None:
        self._seeds = seeds
        self._words = seeds.stream("words")
        self.hands = 0

    def deck(self, rules: Rules) -> tuple[Card, ...]:
        self.hands += 1
        cards = deck(rules.jokers, rules.suits, rules.ranks)
        return tuple(self._seeds.stream("hand", self.hands).sample(cards, len(cards)))

    def first_dealer(self) -> SeatNo:
        return self._words.choice(SEATS)

    def token(self) -> str:
        return self._word(16)

    def table_id(self) -> str:
        return self._word(8)

    def _word(self, length: int) -> str:
        return "".join(self._words.choice(LETTERS) for _ in range(length))


def steady_s() -> float:
    """Virtual seconds."""
    return asyncio.get_running_loop().time()


class Wall:
    """The bot's wall clock: virtual time, and what somebody set it wrong by."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def now_ms(self) -> int:
        return true_ms() + self.ahead_ms


def true_ms() -> int:
    """The time that Discord's clocks show, ms since 1970."""
    return BEGIN_MS + int(steady_s() * 1000)


class _Datetime(datetime):
    """Whose `now` is virtual."""

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        return datetime.fromtimestamp(true_ms() / 1000, UTC)


def _virtual_time() -> SimpleNamespace:
    return SimpleNamespace(
        time=lambda: true_ms() / 1000,
        time_ns=lambda: true_ms() * 1_000_000,
        monotonic=steady_s,
        monotonic_ns=lambda: int(steady_s() * 1e9),
    )


def _seeded_secrets(rng: random.Random) -> SimpleNamespace:
    return SimpleNamespace(
        token_hex=lambda n=16: f"{rng.getrandbits(8 * n):0{2 * n}x}",
        token_urlsafe=lambda n=32: "".join(rng.choice(LETTERS) for _ in range(n * 4 // 3)),
        randbits=rng.getrandbits,
        choice=rng.choice,
    )


@contextmanager
def seeded(seeds: Seeds) -> Iterator[None]:
    """Puts virtual time and seeded chance wherever the bot or its Discord would ask the machine."""
    clock, secrets = _virtual_time(), _seeded_secrets(seeds.stream("secrets"))
    with ExitStack() as patches:
        for place in TIMED:
            patches.enter_context(mock.patch(place, clock))
        for place in SECRET:
            patches.enter_context(mock.patch(place, secrets))
        patches.enter_context(mock.patch("bot.play.snowflake.datetime", _Datetime))
        yield
