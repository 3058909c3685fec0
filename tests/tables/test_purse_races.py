"""Chips under a crowd: daily, buy-in, payout and leave at the same moment, some of them twice, and
a disk that refuses now and then. Nothing is paid twice and nothing is dropped, on a real file.

Each burst is a crowd of commands by chance; what was promised is counted beside the ledger. The
same laws must break where a fault is planted.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.tables import service as services
from bot.tables.claims import claim_daily
from bot.tables.commands import Command, Join, Leave, Ready, Start
from bot.tables.outcomes import Refused
from data import commit as commits
from data import daily, ledger, results
from data.audit import audit
from data.db import Connection, Database
from data.errors import NotWritten
from tests.tables.chances import winning_deck
from tests.tables.world import DAY_MS, GUILD, World
from tongits.cards import Card

BURSTS = 40
SEEDS = range(10)  # 400 bursts together
REFUSES = 1 / 12  # of all writes


@dataclass
class Crowd:
    """Three people who do everything at once, and what they were promised."""

    world: World
    rng: random.Random
    people: list[str] = field(default_factory=list)
    promised: Counter[tuple[str, int]] = field(default_factory=Counter)  # person, day -> chips
    told: Counter[tuple[str, int]] = field(default_factory=Counter)  # how often they were paid
    asked: set[tuple[str, int]] = field(default_factory=set)  # who got an answer on a day
    refusals: set[str] = field(default_factory=set)  # what the others were told
    day: int = 0
    table_id: str = ""
    inbox: "count[int]" = field(default_factory=lambda: count(1))

    @classmethod
    async def of(cls, path: Path, seed: int, refuses: float = REFUSES) -> "Crowd":
        crowd = cls(await World.open(path), random.Random(seed))
        crowd.people = await crowd.world.three()
        refuse_now_and_then(crowd.world.db, random.Random(seed), refuses)
        return crowd

    async def live(self, bursts: int) -> None:
        for _ in range(bursts):
            await self._deal()
            await asyncio.gather(*self._burst())
            await self._is_sound()
            if self.rng.random() < 0.3:
                self.day += 1
                self.world.now.ms += DAY_MS
        assert await self.world.findings() == []

    async def _deal(self) -> None:
        """A hand that its dealer can win at once, at the table there is or at a new one."""
        self.world.chance.decks.clear()  # nobody knows who will deal: winners do, and seats change
        self.world.chance.decks.append(winning_deck(self.rng.randrange(3)))
        with suppress(NotWritten, Refused):
            if not self.table_id or await self.world.status(self.table_id) is not None:
                self.table_id = await self.world.open_table(self.people[0])
            for person in self.people:
                with suppress(Refused):
                    await self.world.join(self.table_id, person)
            state = await self.world.state(self.table_id)
            if state.stage == "break":
                await self.world.next_hand(self.table_id)
            elif state.host is not None and state.is_full:
                sat = state.seats[state.host]
                assert sat is not None
                await self.world.service.submit(self.table_id, Start(sat.player_id))

    def _burst(self) -> list[Coroutine[Any, Any, None]]:
        """Everybody claims, twice; a hand is won; people leave, join and go on, some twice."""
        doing = [self._claim(person) for person in self.people for _ in range(2)]
        doing.append(self._win())
        for person in self.rng.sample(self.people, 2):
            command: Command = self.rng.choice((Leave(person), Join(person), Ready(person, 1)))
            delivery = next(self.inbox)
            doing += [self._submit(command, delivery) for _ in range(self.rng.randint(1, 2))]
        self.rng.shuffle(doing)
        return doing

    async def _claim(self, person: str) -> None:
        try:
            view = await claim_daily(self.world.service, GUILD, person, next(self.inbox))
        except NotWritten:
            return
        except Refused as refused:
            self.refusals.add(refused.code)
        else:
            self.promised[person, self.day] += view.chips
            self.told[person, self.day] += 1
        self.asked.add((person, self.day))

    async def _win(self) -> None:
        """Whoever deals a deck of theirs lays everything; else the default moves end the hand."""
        with suppress(Refused, NotWritten):
            if (await self.world.state(self.table_id)).stage == "hand":
                with suppress(KeyError, AssertionError, TypeError):  # it ended under our hands
                    await self._play_out()

    async def _play_out(self) -> None:
        game = await self.world.game(self.table_id)
        own: set[Card] = set(game.hands[game.dealer])
        if own == set(winning_deck(game.dealer)[:13]):
            await self.world.win_at_once(self.table_id)
        else:
            await self.world.finish_hand(self.table_id)

    async def _submit(self, command: Command, delivery: int) -> None:
        with suppress(Refused, NotWritten):
            await self.world.service.submit(self.table_id, command, delivery)

    async def _is_sound(self) -> None:
        """Balances, statements and the sum; every day paid as promised, every hand as it ended."""
        assert await self.world.db.read(audit) == []
        paid = await self._dailies()
        assert paid == dict(self.promised)
        assert set(self.told.values()) <= {1}
        assert self.refusals <= {"daily_claimed"}
        assert self.asked == set(paid)  # whoever got an answer was paid for that day
        assert await self._unpaid_hands() == []

    async def _dailies(self) -> dict[tuple[str, int], int]:
        """What the ledger paid, by person and day since the first."""
        sql = "SELECT credit, at_ms, SUM(amount) FROM transfers WHERE why = 'daily' GROUP BY 1, 2"
        first = self.world.now.ms - self.day * DAY_MS
        found: dict[tuple[str, int], int] = {}
        for account, at_ms, chips in await self.world.rows(sql):
            key = (str(account).split(":")[2], (int(str(at_ms)) - first) // DAY_MS)
            found[key] = found.get(key, 0) + int(str(chips))
        return found

    async def _unpaid_hands(self) -> list[tuple[object, ...]]:
        """Hands that end otherwise in the journal than at the seats' accounts."""
        return await self.world.rows("""
            SELECT r.table_id, r.hand_no, r.player_id, r.chips, COALESCE((
                SELECT SUM(CASE WHEN x.debit = a.account THEN -x.amount ELSE x.amount END)
                FROM transfers AS x,
                    (SELECT 'table:' || r.table_id || ':' || r.player_id AS account) AS a
                WHERE x.table_id = r.table_id AND x.hand_no = r.hand_no
                    AND (x.debit = a.account OR x.credit = a.account)
            ), 0) AS moved
            FROM hand_results AS r WHERE moved <> r.chips
        """)


def refuse_now_and_then(db: Database, rng: random.Random, refuses: float) -> None:
    """Some writes are refused by the disk, before anything of them is written."""
    real = db.write

    async def write(work: Any, *, patient: bool = False) -> Any:
        if rng.random() < refuses:
            raise NotWritten("the disk is full")
        return await real(work, patient=patient)

    db.write = write  # type: ignore[method-assign]


@pytest.fixture
async def crowds() -> AsyncIterator[list[Crowd]]:
    made: list[Crowd] = []
    yield made
    for crowd in made:
        await crowd.world.db.close()


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_crowd_is_paid_once_and_in_full(
    crowds: list[Crowd], tmp_path: Path, seed: int
) -> None:
    crowd = await Crowd.of(tmp_path / "tongits.db", seed)
    crowds.append(crowd)
    await crowd.live(BURSTS)
    whys = {why for (why,) in await crowd.world.rows("SELECT DISTINCT why FROM transfers")}
    assert {"daily", "buy_in", "cash_out", "ante", "pay", "pot"} <= whys
    assert len(crowd.promised) > 3 * 3


def days_without_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a daily whose key lacks the day."""
    lacking = lambda guild_id, player_id, day: f"daily:{guild_id}:{player_id}:day"  # noqa: E731
    monkeypatch.setattr(daily, "daily_key", lacking)


def days_that_are_never_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a daily under a key of its own each time, and nobody asks for the streak."""
    numbers = count(1)
    fresh = lambda guild_id, player_id, day: f"daily:{guild_id}:{player_id}:{next(numbers)}"  # noqa: E731
    monkeypatch.setattr(daily, "daily_key", fresh)
    monkeypatch.setattr(daily, "streak_of", lambda *asked: None)


def payouts_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a hand is settled in one transaction and paid in a second one."""
    whole, real = commits.write_commit, services.Tables._commit
    unpaid: list[commits.Commit] = []

    def without_payout(conn: Connection, asked: commits.Commit, now_ms: int) -> Any:
        if asked.results:
            unpaid.append(asked)
            asked = replace(asked, transfers=(), results=())
        return whole(conn, asked, now_ms)

    def pay(asked: commits.Commit, now_ms: int, conn: Connection) -> None:
        for transfer in asked.transfers:
            ledger.apply(conn, transfer, now_ms)
        results.record(conn, asked.table_id, asked.results, now_ms)

    async def in_two(self: services.Tables, *asked: Any) -> bool:
        done = await real(self, *asked)
        while unpaid:
            await self.db.write(partial(pay, unpaid.pop(), self.now_ms()))
        return done

    monkeypatch.setattr(commits, "write_commit", without_payout)
    monkeypatch.setattr(services.Tables, "_commit", in_two)


def balances_read_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the day's chips set the wallet to what it held when somebody looked, and more."""
    real, seen = ledger.balance, dict[str, int]()

    def pay(
        conn: Connection, guild_id: int, player_id: str, claim: daily.Claim, at_ms: int
    ) -> bool:
        wallet = ledger.wallet_account(guild_id, player_id)
        held = seen.setdefault(wallet, real(conn, wallet))  # read once, then kept in memory
        if not pays(conn, guild_id, player_id, claim, at_ms):
            return False
        seen[wallet] = held + claim.chips
        sql = "UPDATE balances SET balance = ? WHERE account = ?"
        conn.execute(sql, (seen[wallet], wallet))
        return True

    pays = daily.pay
    monkeypatch.setattr(daily, "pay", pay)


PLANTED = (
    days_without_a_name,
    days_that_are_never_used,
    payouts_of_their_own,
    balances_read_before,
)


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
async def test_a_planted_fault_is_caught(
    crowds: list[Crowd], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Any
) -> None:
    plant(monkeypatch)
    crowd = await Crowd.of(tmp_path / "tongits.db", 1, refuses=1 / 4)
    crowds.append(crowd)
    with pytest.raises(AssertionError):
        await crowd.live(BURSTS)
