"""Evenings of made-up results: honest ones, and some in which two people are one."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.tables.fair_play import Feed, Hand

START_MS = 1_797_000_000_000
STAKES = (1, 10, 10, 50)


@dataclass
class Evenings:
    """Tables of three regulars who change now and then; some people play better, some take more.

    `chums` sit together as often as not. `dumps`: how often the first of them loses a hand dearly
    to the second. `feeds`: how often the first throws what the second takes. `spares`: how often
    the two let the third lose instead of one of themselves.
    """

    seed: int
    people: int = 40
    hands: int = 5_000
    chums: tuple[int, int] = (0, 1)
    dumps: float = 0.0
    feeds: float = 0.0
    spares: float = 0.0
    circle: int = 8  # how many people somebody plays with
    start_ms: int = START_MS
    every_ms: int = 60_000  # from hand to hand
    played: list[Hand] = field(default_factory=list)
    fed: list[Feed] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.names = [f"p{number:02}" for number in range(self.people)]
        self.skill = {name: self.rng.gauss(0, 0.35) for name in self.names}
        self.takes = {name: self.rng.betavariate(6, 24) for name in self.names}
        while len(self.played) < self.hands:
            self._table()

    def _table(self) -> None:
        seats = self._company()
        self.rng.shuffle(seats)
        table_id, stake = f"t{len(self.played):07}", self.rng.choice(STAKES)
        for hand_no in range(1, self.rng.randint(2, 40)):
            at_ms = self.start_ms + self.every_ms * len(self.played)
            hand = self._hand(table_id, hand_no, at_ms, seats, stake)
            self.played.append(hand)
            self.fed += self._feeds(hand, seats)

    def _company(self) -> list[str]:
        first, second = self.chums
        if self.rng.random() < 0.06:
            others = [n for n in range(self.people) if n not in self.chums]
            return [self.names[n] for n in (first, second, self.rng.choice(others))]
        start = self.rng.randrange(self.people)
        near = [(start + step) % self.people for step in range(self.circle)]
        return [self.names[n] for n in self.rng.sample(near, 3)]

    def _hand(
        self, table_id: str, hand_no: int, at_ms: int, seats: Sequence[str], stake: int
    ) -> Hand:
        winner = self.rng.choices(seats, [2.7 ** self.skill[name] for name in seats])[0]
        giver, getter = (self.names[n] for n in self.chums)
        are_there = giver in seats and getter in seats
        if are_there and winner not in (giver, getter) and self.rng.random() < self.spares:
            winner = self.rng.choice((giver, getter))
        dumped = are_there and self.rng.random() < self.dumps
        if dumped:
            winner = getter
        lost = {
            name: stake + int(self.rng.gammavariate(2, 12) * 2.7 ** (-0.5 * self.skill[name]))
            for name in seats
            if name != winner
        }
        if dumped:
            lost[giver] = 2 * (stake + 60)
        chips = tuple(-lost.get(name, -sum(lost.values())) for name in seats)
        return Hand(table_id, hand_no, at_ms, tuple(seats), chips, winner)  # type: ignore[arg-type]

    def _feeds(self, hand: Hand, seats: Sequence[str]) -> list[Feed]:
        found = []
        for place, giver in enumerate(seats):
            taker = seats[(place + 1) % 3]
            chances = self.rng.randint(2, 7)
            rate = self.takes[taker]
            if (giver, taker) == tuple(self.names[n] for n in self.chums):
                rate += (1 - rate) * self.feeds
            taken = sum(self.rng.random() < rate for _ in range(chances))
            found.append(Feed(giver, taker, chances, taken, hand))
        return found
