"""Whole hands by the real rules, played by people who each take, lay and call in their own way."""

import random
from collections import Counter
from dataclasses import dataclass, field

from bot.tables.fair_play import Feed, Hand
from tests.properties.random_play import PUTTING_DOWN, shuffled
from tongits.engine import apply, legal_moves, new_hand, to_act
from tongits.events import Discarded, Drew, Event, Took
from tongits.moves import Call, Declare, Move, Take
from tongits.rules import preset
from tongits.scoring import settle
from tongits.seats import SEATS

BOOK = preset("book")
AT_A_TABLE = 40  # hands


@dataclass
class RealEvenings:
    """Three regulars at a time, in the same seats all evening; nobody plays for anybody else."""

    seed: int
    people: int
    hands: int
    played: list[Hand] = field(default_factory=list)
    fed: list[Feed] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        names = [f"p{number:02}" for number in range(self.people)]
        self.ways = {name: [self.rng.uniform(0.05, 0.9) for _ in range(3)] for name in names}
        while len(self.played) < self.hands:
            seats = self.rng.sample(names, 3)
            table_id = f"t{len(self.played):07}"
            for hand_no in range(1, AT_A_TABLE + 1):
                self._hand(table_id, hand_no, (seats[0], seats[1], seats[2]))

    def _hand(self, table_id: str, hand_no: int, seats: tuple[str, str, str]) -> None:
        state, _ = new_hand(BOOK, shuffled(BOOK, self.rng), self.rng.choice(SEATS))
        told: list[Event] = []
        while owing := sorted(to_act(state)):
            moves = legal_moves(state, owing[0])
            state, events = apply(state, owing[0], self._move(moves, seats[owing[0]]))
            told += events
        assert state.outcome is not None
        settled = settle(BOOK, state.outcome, stake_chips=10, rate=1)
        winner = None if settled.winner is None else seats[settled.winner]
        hand = Hand(table_id, hand_no, 1_000 * len(self.played), seats, settled.chips, winner)
        self.played.append(hand)
        self.fed += feeds(told, hand)

    def _move(self, moves: tuple[Move, ...], name: str) -> Move:
        takes, lays, calls = self.ways[name]
        if Declare() in moves:
            return Declare()
        if Call() in moves and self.rng.random() < calls * 0.3:
            return Call()
        taking = [move for move in moves if isinstance(move, Take)]
        if taking and self.rng.random() < takes:
            return taking[0]
        laying = [move for move in moves if isinstance(move, PUTTING_DOWN)]
        if laying and self.rng.random() < lays:
            return laying[0]
        quiet = [move for move in moves if not isinstance(move, Call | PUTTING_DOWN | Take)]
        return self.rng.choice(quiet or moves)


def feeds(events: list[Event], hand: Hand) -> list[Feed]:
    chances, taken, has_thrown = Counter[int](), Counter[int](), set[int]()
    for event in events:
        if isinstance(event, Discarded):
            has_thrown.add(event.seat)
        elif isinstance(event, Drew | Took) and (event.seat + 2) % 3 in has_thrown:
            chances[(event.seat + 2) % 3] += 1
            taken[(event.seat + 2) % 3] += isinstance(event, Took)
    return [
        Feed(hand.players[giver], hand.players[(giver + 1) % 3], chances[giver], taken[giver], hand)
        for giver in sorted(chances)
    ]
