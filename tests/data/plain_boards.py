"""Leaderboards worked out anew from results and refunds, by plain Python and another calendar."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from data import boards, ledger, periods
from data.boards import By, Departed, HandResult, Ranking
from data.ledger import Transfer
from data.results import record
from tests.data.worlds import GUILD, World

HOUR_MS = 3_600_000
LEAST_HANDS = {"today": 5, "week": 10, "month": 20, "season": 30, "all": 50}
SPANS = tuple(LEAST_HANDS)
BOARDS: tuple[By, ...] = ("net", "won", "tongits", "rate", "biggest", "streak")


class Played(NamedTuple):
    """One seat's result, or a refund (`ending` "refund"), when it was written."""

    at_ms: int
    player_id: str
    chips: int
    won: bool
    ending: str


Line = tuple[int, str, int]  # rank, player_id, value


def manila(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms // 1000, UTC) + timedelta(hours=8)


SAME: dict[str, Callable[[datetime], object]] = {
    "today": lambda day: (day.year, day.month, day.day),
    "week": lambda day: tuple(day.isocalendar())[:2],
    "month": lambda day: (day.year, day.month),
    "season": lambda day: (day.year, (day.month - 1) // 3),
    "all": lambda day: "always",
}


def in_span(played: list[Played], span: str, now_ms: int) -> list[Played]:
    same = SAME[span]
    return [one for one in played if same(manila(one.at_ms)) == same(manila(now_ms))]


def value_of(own: list[Played], by: By, span: str) -> int | None:
    """What somebody has on a board; None for no place on it."""
    hands = [one for one in own if one.ending != "refund"]
    won = [one for one in hands if one.won]
    match by:
        case "net":
            return sum(one.chips for one in own) if own else None
        case "won":
            return len(won) or None
        case "tongits":
            return sum(one.ending == "tongits" for one in won) or None
        case "rate":
            return len(won) * 10**6 // len(hands) if len(hands) >= LEAST_HANDS[span] else None
        case "biggest":
            return max((one.chips for one in won if one.chips > 0), default=None)
        case "streak":
            return max(streaks(hands), default=0) or None
        case _:
            raise ValueError(by)


def streaks(hands: list[Played]) -> Iterator[int]:
    return streaks_of(hand.won for hand in hands)


def streaks_of(wins: Iterable[bool]) -> Iterator[int]:
    """The run of hands won that each hand ends or goes on."""
    run = 0
    for won in wins:
        run = run + 1 if won else 0
        yield run


def board(played: list[Played], by: By, span: str, now_ms: int, listed: set[str]) -> list[Line]:
    """The whole board, best first; equals in order of player_id."""
    own: dict[str, list[Played]] = defaultdict(list)
    for one in in_span(played, span, now_ms):
        own[one.player_id].append(one)
    values = {
        player_id: value
        for player_id, theirs in own.items()
        if player_id in listed and (value := value_of(theirs, by, span)) is not None
    }
    return [
        (1 + sum(other > value for other in values.values()), player_id, value)
        for player_id, value in sorted(values.items(), key=lambda item: (-item[1], item[0]))
    ]


class Season:
    """A server's hands, played at moments around midnights, Mondays and quarters."""

    def __init__(self, world: World, seed: int, people: int = 23) -> None:
        self.world, self.rng = world, random.Random(seed)
        self.people = [world.person(f"P{n % 7}") for n in range(people)]
        self.played: list[Played] = []
        self.hands: list[tuple[int, list[HandResult]]] = []  # when, and what of each seat
        self.moments: list[int] = sorted(self._moments())
        self.hand_no = 0
        world.table("t1")

    def _moments(self) -> Iterator[int]:
        """Moments a millisecond before, at and after edges, and some in between."""
        edges = ("2026-12-28", "2026-12-31", "2027-01-01", "2027-01-02", "2027-01-04", "2027-02-01")
        for edge in edges:
            midnight = datetime.fromisoformat(f"{edge}T00:00:00+08:00")
            at_ms = int(midnight.timestamp()) * 1000
            yield from (at_ms - 1, at_ms, at_ms + 1, at_ms + self.rng.randrange(20) * HOUR_MS)

    def play(self, hands: int) -> None:
        """So many hands and a refund now and then, in order of time; few people play most."""
        for at_ms in sorted(self.rng.choice(self.moments) for _ in range(hands)):
            self.hand(at_ms)
            if self.rng.random() < 0.1:
                self.refund(self.rng.choice(self.people), self.rng.randrange(1, 9), at_ms)

    def hand(self, at_ms: int) -> None:
        """A hand of three, won by one of them or by nobody."""
        self.hand_no += 1
        few = self.people if self.rng.random() < 0.3 else self.people[:5]
        seats = self.rng.sample(few, 3)
        winner = self.rng.choice([0, 0, 1, 2, None])
        ending = self.rng.choice(["tongits", "call", "stock"])
        chips, caller = self.rng.randrange(1, 4) * 10, self.rng.randrange(3)
        results = [
            HandResult(
                self.hand_no,
                player_id,
                seat,
                2 * chips if seat == winner else -chips,
                won=seat == winner,
                ending=ending,
                burned=self.rng.random() < 0.1,
                called=ending == "call" and seat == caller,
            )
            for seat, player_id in enumerate(seats)
        ]
        record(self.world.conn, "t1", results, at_ms)
        self.hands.append((at_ms, results))
        self.played += [
            Played(at_ms, one.player_id, one.chips, one.won, one.ending) for one in results
        ]

    def refund(self, player_id: str, chips: int, at_ms: int) -> None:
        """A carried stake comes back from a pot."""
        pot = ledger.pot_account("t1", player_id)
        self.world.move(ledger.MINT, pot, chips)
        wallet = ledger.wallet_account(GUILD, player_id)
        key = f"refund:{len(self.played)}"
        back = Transfer(key, pot, wallet, chips, "refund", "t1")
        ledger.apply(self.world.conn, back, at_ms)
        self.played.append(Played(at_ms, player_id, chips, won=False, ending="refund"))

    def listed(self, departed: Departed) -> set[str]:
        """Who is to be seen, by the rows that say who hides, is erased or has left."""
        sql = "SELECT player_id FROM players WHERE discord_id IS NOT NULL AND NOT is_hidden"
        seen = {player_id for (player_id,) in self.world.conn.execute(sql)}
        gone = self.world.conn.execute("SELECT player_id FROM departures").fetchall()
        return seen - {player_id for (player_id,) in gone} if departed == "hidden" else seen

    def disagreements(self, departed: Departed = "named") -> Iterator[str]:
        """Every board and period, at several moments, on which the two do not agree."""
        listed = self.listed(departed)
        for now_ms in (*self.rng.sample(self.moments, 2), self.moments[-1]):
            for span in SPANS:
                key = periods.key_of(span, now_ms)
                for by in BOARDS:
                    due = board(self.played, by, span, now_ms, listed)
                    if due != shown(self.world, Ranking(GUILD, by, key, departed)):
                        yield f"{by} {span} at {now_ms}"


def shown(world: World, ranking: Ranking) -> list[Line]:
    """The whole board, page by page, each person's own line and page compared on the way."""
    first = boards.top(world.conn, ranking)
    lines: list[Line] = []
    for number in range(1, first.pages + 1):
        page = boards.top(world.conn, ranking, number)
        assert (page.page, page.total, page.pages) == (number, first.total, first.pages)
        assert page.rows == sorted(page.rows, key=lambda row: (row.rank, row.name, row.player_id))
        for row in page.rows:
            assert boards.standing(world.conn, ranking, row.player_id) == row
            assert boards.page_of(world.conn, ranking, row) == number
        rows = sorted(page.rows, key=lambda row: (row.rank, row.player_id))
        lines += [(row.rank, row.player_id, row.value) for row in rows]
    assert len(lines) == first.total
    return lines
