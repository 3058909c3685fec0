"""People, tables and time to play with: the table service on a real file, without Discord."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from bot.tables.clock import Clock
from bot.tables.commands import Join, Leave, Play, Ready, Start
from bot.tables.outcomes import Accepted, Outcome
from bot.tables.replay import replayer
from bot.tables.service import Tables, Terms
from bot.tables.state import TableState
from data import decisions, ledger, tables
from data.audit import audit
from data.db import Connection, Database
from data.decisions import Decision
from data.ledger import MINT, Transfer
from tests.tables.chances import ALL_MELDS, CAPPED, Repeatable
from tongits.cards import parse_cards
from tongits.engine import default_move, to_act
from tongits.moves import Call, Discard, Draw, Lay, Move
from tongits.rules import Rules, preset
from tongits.seats import SEATS
from tongits.state import GameState

GUILD = 77
NOW_MS = 1_800_000_000_000  # 15 January 2027, 16:00 in Manila
MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
TURN_MS = MINUTE_MS  # the usual table's clock
PLACE = ("Server", "channel")
BOOK = preset("book")
# Nobody at these tables is called like anything in a JSON text.
NAMES = ("Ana-la-marca", "Ben-ang-tanda", "Carla-die-Marke")


@dataclass
class FakeClock:
    """The time, as a value that only the test moves."""

    ms: int = NOW_MS

    def __call__(self) -> int:
        return self.ms


@dataclass
class World:
    path: Path
    db: Database
    chance: Repeatable
    now: FakeClock
    service: Tables
    clock: Clock
    numbers: "count[int]" = field(default_factory=lambda: count(1))

    @classmethod
    async def open(cls, path: Path, *, one_seat: bool = True) -> "World":
        db, chance, now = await Database.open(path, now_ms=NOW_MS), Repeatable(), FakeClock()
        service = Tables(db, now, chance, one_seat_per_server=one_seat)
        return cls(path, db, chance, now, service, Clock(service, steady=now))

    async def restart(self) -> list[str]:
        """A new process on the same file: nothing that was in memory is left."""
        await self.db.close()
        self.db = await Database.open(self.path, now_ms=self.now())
        one_seat = self.service.one_seat_per_server
        self.service = Tables(self.db, self.now, self.chance, one_seat_per_server=one_seat)
        self.clock = Clock(self.service, steady=self.now)
        return await self.service.start()

    async def pass_time(self, ms: int) -> None:
        """The clock moves on, and strikes once at the end."""
        self.now.ms += ms
        await self.clock.strike()

    async def person(self, name: str = "Ana", chips: int | None = None) -> str:
        """Somebody new; with `chips` that is what the wallet holds."""
        player = await self.service.players.meet(880_000_000_000_000_000 + next(self.numbers), name)
        if chips is not None:
            await self.set_wallet(player.player_id, chips)
        return player.player_id

    async def three(self, *chips: int | None) -> list[str]:
        return [
            await self.person(name, purse)
            for name, purse in zip(NAMES, chips or (None, None, None), strict=True)
        ]

    async def set_wallet(self, player_id: str, chips: int) -> None:
        """Opens the wallet if need be, and evens it out with the mint."""

        def even_out(conn: Connection) -> None:
            ledger.open_wallet(conn, GUILD, player_id, self.now())
            wallet = ledger.wallet_account(GUILD, player_id)
            missing = chips - ledger.balance(conn, wallet)
            sides = (MINT, wallet) if missing > 0 else (wallet, MINT)
            if missing:
                key = f"test:{next(self.numbers)}"
                ledger.apply(conn, Transfer(key, *sides, abs(missing), "test"), self.now())

        await self.db.write(even_out)

    async def wallet(self, player_id: str) -> int:
        return await self._balance(ledger.wallet_account(GUILD, player_id))

    async def at_table(self, table_id: str, player_id: str) -> int:
        return await self._balance(ledger.table_account(table_id, player_id))

    async def in_pot(self, table_id: str, player_id: str) -> int:
        return await self._balance(ledger.pot_account(table_id, player_id))

    async def _balance(self, account: str) -> int:
        return await self.db.read(lambda conn: ledger.balance(conn, account))

    async def open_table(
        self,
        host: str,
        *,
        rules: Rules = BOOK,
        stake: int = 10,
        rate: int = 1,
        clock_s: int = 60,
        channel_id: int | None = None,
        inbox_id: int | None = None,
        moves_chips: bool = True,
    ) -> str:
        terms = Terms(rules, stake, rate, clock_s, moves_chips)
        channel = 5_000 + next(self.numbers) if channel_id is None else channel_id
        opened = await self.service.open_table(GUILD, channel, host, terms, inbox_id)
        return opened.table_id

    async def full_table(
        self,
        players: Sequence[str],
        *,
        rules: Rules = BOOK,
        stake: int = 10,
        rate: int = 1,
        moves_chips: bool = True,
    ) -> str:
        """Three people at a table, in the notice before the first deal."""
        table_id = await self.open_table(
            players[0], rules=rules, stake=stake, rate=rate, moves_chips=moves_chips
        )
        for player_id in players[1:]:
            await self.join(table_id, player_id)
        return table_id

    async def hand(
        self,
        players: Sequence[str],
        *,
        rules: Rules = BOOK,
        stake: int = 10,
        rate: int = 1,
        moves_chips: bool = True,
    ) -> str:
        """A table with its first hand dealt."""
        table_id = await self.full_table(
            players, rules=rules, stake=stake, rate=rate, moves_chips=moves_chips
        )
        await self.service.submit(table_id, Start(players[0]))
        return table_id

    async def join(self, table_id: str, player_id: str) -> Outcome:
        return await self.service.submit(table_id, Join(player_id))

    async def leave(self, table_id: str, player_id: str) -> Outcome:
        return await self.service.submit(table_id, Leave(player_id))

    async def next_hand(self, table_id: str) -> None:
        """All who sit in a break are ready."""
        state = await self.state(table_id)
        for _, seat in state.taken():
            await self.service.submit(table_id, Ready(seat.player_id, state.hand_no))

    async def state(self, table_id: str) -> TableState:
        return await self.service.state(table_id)

    async def game(self, table_id: str) -> GameState:
        game = (await self.state(table_id)).game
        assert game is not None
        return game

    async def chips(self, table_id: str) -> list[int | None]:
        """Table chips by seat; None where nobody sits."""
        return [seat.chips if seat else None for seat in (await self.state(table_id)).seats]

    async def decisions(self, table_id: str) -> dict[str, Decision]:
        rows = await self.db.read(lambda conn: decisions.of_table(conn, table_id))
        return {row.subject: row for row in rows}

    async def token(self, table_id: str, seat: int) -> str:
        return (await self.decisions(table_id))[f"seat:{seat}"].token

    async def answer(self, table_id: str, seat: int, move: Move) -> Play:
        """The command with which the seat answers its open decision."""
        sat = (await self.state(table_id)).seats[seat]
        assert sat is not None
        return Play(sat.player_id, SEATS[seat], await self.token(table_id, seat), move)

    async def play(self, table_id: str, seat: int, *moves: Move) -> Outcome:
        """Plays moves one after the other; the outcome of the last."""
        outcome: Outcome | None = None
        for move in moves:
            play = await self.answer(table_id, seat, move)
            outcome = await self.service.submit(table_id, play)
        assert outcome is not None
        return outcome

    async def finish_hand(self, table_id: str) -> None:
        """Everybody plays the default move until the hand is over; nobody lays.

        It is void, unless somebody was dealt a secret that saves from sunog.
        """
        while (state := await self.state(table_id)).stage == "hand":
            game = state.game
            assert game is not None
            seat = min(to_act(game))
            await self.play(table_id, seat, default_move(game, seat))

    async def win_at_once(self, table_id: str) -> None:
        """The dealer of a `winning_deck` lays everything: Tongits in the first turn."""
        dealer = (await self.game(table_id)).dealer
        await self.play(table_id, dealer, *(Lay(parse_cards(meld)) for meld in ALL_MELDS))

    async def capped_turn(self, table_id: str, seat: int, *, lays: bool = True) -> None:
        """A seat of a `call_deck` plays its first turn."""
        *melds, _, thrown = CAPPED[seat]
        if seat:
            await self.play(table_id, seat, Draw())
        if lays:
            await self.play(table_id, seat, *(Lay(parse_cards(meld)) for meld in melds))
        await self.play(table_id, seat, Discard(parse_cards(thrown)[0]))

    async def called(self, table_id: str, *, opened: Sequence[int] = (0, 1, 2)) -> Outcome:
        """Plays a `call_deck` until seat 0 calls; seats outside `opened` lay nothing."""
        for seat in SEATS:
            await self.capped_turn(table_id, seat, lays=seat in opened)
        return await self.play(table_id, 0, Call())

    async def findings(self) -> list[str]:
        """What `python -m bot audit` would list."""
        return await self.db.read(lambda conn: audit(conn, replayer(conn)))

    async def status(self, table_id: str) -> str | None:
        """Why the table was closed, None while it is open."""
        row = await self.db.read(lambda conn: tables.get(conn, table_id))
        assert row is not None
        return row.closed_why

    async def rows(self, sql: str) -> list[tuple[object, ...]]:
        return await self.db.read(lambda conn: conn.execute(sql).fetchall())


def kinds(outcome: Outcome) -> list[str]:
    """The kinds of what a command brought about; nothing for a stale one."""
    return [event.kind for event in outcome.events] if isinstance(outcome, Accepted) else []
