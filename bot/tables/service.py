"""All tables of this process: the only door through which anything changes a table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from bot.tables import commands, damaged, looks
from bot.tables.actor import Actor, with_opening
from bot.tables.chance import Chance
from bot.tables.counting import purses_of
from bot.tables.days import chips_day
from bot.tables.decide import decide
from bot.tables.events import TableEvent, TableOpened
from bot.tables.memory import Memory
from bot.tables.outcomes import Accepted, Outcome, Refused, Stale
from bot.tables.players import Players
from bot.tables.questions import subject_of
from bot.tables.servers import Servers
from bot.tables.state import TableState, fold_table
from bot.tables.story import Around, NotCounted, Purse, Story
from bot.tables.views import Asked, ResultView, SeatView, TableSummary, TableView
from data import commit as commits
from data import inbox, ledger, people, retiming, tables
from data.db import Connection, Database
from data.errors import ChannelTaken
from data.points import reach
from data.server_settings import ServerSettings
from data.tables import TableRow
from data.waiting import outcome_of
from data.writer import in_time
from tongits.rules import Rules
from tongits.seats import SeatNo

log = logging.getLogger(__name__)

# After a start nothing falls due before this: nobody could click while the bot was down.
GRACE_MS: Final = 15_000


@dataclass(frozen=True, slots=True)
class Terms:
    """What a new table plays for."""

    rules: Rules
    stake_chips: int
    rate: int
    clock_s: int
    moves_chips: bool = True


class _PursesMoved(Exception):
    """Another table moved chips of these people after they were counted."""


class Tables:
    """The tables of this process. `changed` hears of every commit by table id."""

    def __init__(
        self,
        db: Database,
        now_ms: Callable[[], int],
        chance: Chance | None = None,
        *,
        one_seat_per_server: bool = True,
    ) -> None:
        self.db = db
        self.now_ms = now_ms
        self.chance = chance or Chance()
        self.players = Players(db, now_ms)
        self.servers = Servers(db, now_ms)
        self.one_seat_per_server = one_seat_per_server
        self.changed: list[Callable[[str], None]] = []
        self._memory = Memory(db)

    async def start(self) -> list[str]:
        """Gives all clocks a grace, which screens show, and loads every open table; their ids."""
        not_before = self.now_ms() + GRACE_MS
        await self.db.write(lambda conn: retiming.grace(conn, not_before))
        return [
            row.table_id
            for row in await self.db.read(tables.open_tables)
            if await self._reads(row.table_id)
        ]

    async def _reads(self, table_id: str) -> bool:
        """Loads a table; one that cannot be read keeps no other from being played."""
        try:
            await self._memory.actor(table_id)
        except Refused:
            return False
        return True

    async def open_table(
        self, guild_id: int, channel_id: int, player_id: str, terms: Terms, inbox_id: int | None
    ) -> Accepted:
        """Opens a table with the player as its host.

        Raises `Refused`; a delivery that was seen before gets `table_exists` like any second try.
        """
        table_id = self.chance.table_id()
        opened = TableOpened(
            guild_id,
            channel_id,
            terms.rules,
            terms.stake_chips,
            terms.rate,
            terms.clock_s,
            terms.moves_chips,
        )
        actor = Actor(table_id, fold_table([opened]), {})
        joined = await self._carry_out(actor, commands.Join(player_id), inbox_id, opened)
        if not joined:
            there = await self.table_in(channel_id)
            raise Refused("table_exists", table_id=there) if there else Refused("no_table")
        self._memory.open.setdefault(table_id, actor)  # somebody may have loaded it in between
        self.tell(table_id)
        return Accepted(table_id, (opened, *joined))

    async def submit(
        self, table_id: str, command: commands.Command, inbox_id: int | None = None
    ) -> Outcome:
        """Does one command, in one transaction. Raises `Refused`; nothing has changed then.

        A caller who is cancelled meanwhile does not stop it: memory must learn what disk knows. An
        interaction, which has an `inbox_id`, is cancelled by nobody and spared the task for that.
        A table that cannot be read can be closed, and nothing else.
        """
        try:
            actor = await self.actor(table_id)
        except Refused as refused:
            if refused.code != "table_damaged" or not isinstance(command, commands.Close):
                raise
            return await self._close_damaged(table_id, inbox_id)
        work = self._answer(actor, command, inbox_id)
        return await (work if inbox_id is not None else outcome_of(asyncio.create_task(work)))

    async def _answer(
        self, actor: Actor, command: commands.Command, inbox_id: int | None
    ) -> Outcome:
        await in_time(actor.lock.acquire())
        try:
            self.db.refuse_late()
            if self._is_stale(actor, command):
                return Stale(actor.table_id)
            events = await self._carry_out(actor, command, inbox_id)
        finally:
            actor.lock.release()
        if not events:
            return Stale(actor.table_id)
        if actor.state.stage == "closed":
            self._memory.close(actor)
        self.tell(actor.table_id)
        reach("before-answer")
        return Accepted(actor.table_id, events)

    async def _close_damaged(self, table_id: str, inbox_id: int | None) -> Outcome:
        now = self.now_ms()
        if not await self.db.write(lambda conn: damaged.close(conn, table_id, inbox_id, now)):
            return Stale(table_id)
        self.tell(table_id)
        return Accepted(table_id, ())

    async def was_carried_out(self, inbox_id: int) -> bool:
        """Whether a delivery of that interaction has changed a table."""
        return await self.db.read(lambda conn: inbox.has(conn, inbox_id))

    async def table_in(self, channel_id: int) -> str | None:
        """The id of the channel's open table."""
        row = await self.db.read(lambda conn: tables.find_open(conn, channel_id))
        return row.table_id if row else None

    async def tables_on(self, guild_id: int) -> list[str]:
        """The ids of a server's open tables."""
        rows = await self.db.read(lambda conn: tables.open_tables(conn, guild_id))
        return [row.table_id for row in rows]

    async def channels_on(self, guild_id: int) -> list[int]:
        """The channels of a server's open tables."""
        rows = await self.db.read(lambda conn: tables.open_tables(conn, guild_id))
        return [row.channel_id for row in rows]

    async def open_tables(self) -> list[str]:
        """The ids of all open tables."""
        return [row.table_id for row in await self.db.read(tables.open_tables)]

    async def tables_outside(self, guild_ids: Collection[int]) -> list[str]:
        """The ids of open tables on any other server."""
        rows = await self.db.read(tables.open_tables)
        return [row.table_id for row in rows if row.guild_id not in guild_ids]

    async def summaries(self, guild_id: int) -> list[TableSummary]:
        """The open tables of a server, oldest first."""
        rows = await self.db.read(lambda conn: tables.open_tables(conn, guild_id))
        return [await self._summary(row) for row in rows]

    async def _summary(self, row: TableRow) -> TableSummary:
        """The table in a line, even if it cannot be read."""
        try:
            return looks.summary(await self.table_view(row.table_id), row.opened_ms)
        except Refused:
            return await self.db.read(lambda conn: damaged.summary(conn, row))

    async def row(self, table_id: str) -> TableRow:
        """Where the table is, open or closed, even if it cannot be read.

        Raises `Refused("no_table")`.
        """
        row = await self.db.read(lambda conn: tables.get(conn, table_id))
        if row is None:
            raise Refused("no_table")
        return row

    async def state(self, table_id: str) -> TableState:
        """The table's present state, closed tables too.

        Raises `Refused`: "no_table", "table_damaged", or "table_closed" if that one is closed.
        """
        return (await self.actor(table_id)).state

    async def table_view(self, table_id: str) -> TableView:
        """What everybody may see of the table."""
        actor = await self.actor(table_id)
        known = await self.players.of(actor.state)
        return looks.table_view(table_id, actor.state, actor.decisions, known)

    async def seat_view(
        self, table_id: str, seat: SeatNo, place: tuple[str, str]
    ) -> SeatView | None:
        """What the holder of the seat's hand may see; None before its first hand.

        `place`: server and channel name.
        """
        actor = await self.actor(table_id)
        known = await self.players.of(actor.state)
        return looks.seat_view(table_id, actor.state, seat, actor.decisions, known, place)

    async def asked(self, table_id: str, seat: SeatNo) -> Asked | None:
        """What a seat's answer is read by; None before its first hand."""
        actor = await self.actor(table_id)
        return looks.asked(actor.state, seat, actor.decisions)

    async def result_view(self, table_id: str) -> ResultView | None:
        """The last finished hand of the table."""
        actor = await self.actor(table_id)
        known = await self.players.of(actor.state)
        return looks.result_view(table_id, actor.state, actor.decisions, known)

    async def seats_on(self, guild_id: int, player_id: str) -> list[tuple[str, int]]:
        """(table_id, seat) wherever the player sits on the server."""
        return await self.db.read(lambda conn: tables.seats_of_player(conn, guild_id, player_id))

    def _is_stale(self, actor: Actor, command: commands.Command) -> bool:
        """Whether the command answers a decision that is not open (design.md 1.2)."""
        match command:
            case commands.Play() if actor.state.stage == "closed":
                return False  # `decide` says so, and why
            case commands.Play(player_id=player_id, seat=seat, token=token):
                if actor.state.holder(seat) != player_id:
                    raise Refused("not_your_seat")
                row = actor.decisions.get(subject_of(seat))
                sat = actor.state.seats[seat]
                return row is None or row.token != token or sat is None or not sat.is_present
            case commands.Expire(subject=subject, token=token):
                row = actor.decisions.get(subject)
                return row is None or row.token != token or row.due_ms > self.now_ms()
            case _:
                return False

    async def _carry_out(
        self,
        actor: Actor,
        command: commands.Command,
        inbox_id: int | None,
        opened: TableOpened | None = None,
    ) -> tuple[TableEvent, ...]:
        """The command's events, true on disk and then in memory.

        Empty if there is nothing to do, or for a delivery seen before. Raises `Refused`.
        """
        settings = await self.servers.get(actor.state.guild_id)
        around = self._around(None, settings)
        while True:
            try:
                story = decide(actor.state, command, around)
                if not story.events:
                    return ()
                done = await self._commit(actor, story, around, settings, inbox_id, opened)
            except (NotCounted, _PursesMoved):
                around = self._around(await self._count(actor, _asking(command)), settings)
                continue
            return tuple(story.events) if done else ()

    async def _commit(
        self,
        actor: Actor,
        story: Story,
        around: Around,
        settings: ServerSettings,
        inbox_id: int | None,
        opened: TableOpened | None,
    ) -> bool:
        """False for a delivery seen before. Raises `Refused`, `_PursesMoved`."""
        now = self.now_ms()
        commit = actor.plan(story, self.chance, now, inbox_id)
        if opened:
            commit = with_opening(commit, opened, now)

        def work(conn: Connection) -> bool:
            counted = around.purses or {}
            for player_id in counted:  # a newcomer to the server gets their first chips with this
                ledger.open_wallet(conn, actor.state.guild_id, player_id, now)
            if purses_of(conn, actor, counted, around.day) != counted:
                raise _PursesMoved
            if commits.write_commit(conn, commit, now) == "duplicate":
                return False
            _refuse_erased(conn, commit)
            if self.one_seat_per_server:
                _refuse_more_seats(conn, actor.state.guild_id, commit, settings.tables_each)
            return True

        reach("before-begin")
        try:
            done = await self.db.write(work)
        except ChannelTaken as taken:
            raise Refused("table_exists", table_id=taken.table_id) from taken
        reach("committed")
        if done:
            actor.done(story.state, commit.decisions)
        return done

    def _around(self, purses: dict[str, Purse] | None, settings: ServerSettings) -> Around:
        return Around(self.chance, purses, self.now_ms(), settings.daily_loss)

    async def _count(self, actor: Actor, asking: Sequence[str]) -> dict[str, Purse]:
        """Purses of everybody the command could move chips of."""
        day = chips_day(self.now_ms())
        wanted = {*asking, *(seat.player_id for _, seat in actor.state.taken())}
        return await self.db.read(lambda conn: purses_of(conn, actor, wanted, day))

    async def open_wallet(self, guild_id: int, player_id: str) -> None:
        """Gives a newcomer to a server their first chips; nothing is written for anybody else."""
        now = self.now_ms()
        if not await self.db.read(lambda conn: ledger.has_wallet(conn, guild_id, player_id)):
            await self.db.write(lambda conn: ledger.open_wallet(conn, guild_id, player_id, now))

    def in_memory(self) -> list[Actor]:
        """The open tables that are loaded now."""
        return [*self._memory.open.values()]

    def next_moment_ms(self, table_id: str) -> int | None:
        """When the clock has to look at a table in memory; None if it need not."""
        actor = self._memory.open.get(table_id)
        return actor.next_moment_ms() if actor else None

    async def actor(self, table_id: str) -> Actor:
        """The table in memory; whoever uses it across an await holds its lock."""
        return await self._memory.actor(table_id)

    def tell(self, table_id: str) -> None:
        """Lets everybody who listens know that a table changed."""
        for hear in self.changed:
            hear(table_id)


def _asking(command: commands.Command) -> list[str]:
    """Who needs a purse besides those seated."""
    match command:
        case commands.Join(player_id=player_id) | commands.Return(player_id=player_id):
            return [player_id]
        case _:
            return []


def _refuse_erased(conn: Connection, commit: commits.Commit) -> None:
    """Who is erased while they sit down does not sit down: nobody could play for them."""
    for player_id in (player_id for _, player_id in commit.seat_changes if player_id):
        if people.get_player(conn, player_id).discord_id is None:
            raise Refused("erased")


def _refuse_more_seats(conn: Connection, guild_id: int, commit: commits.Commit, most: int) -> None:
    """Asked after the seats were written, so that a delivery seen before is never refused here."""
    for player_id in (player_id for _, player_id in commit.seat_changes if player_id):
        seats = tables.seats_of_player(conn, guild_id, player_id)
        others = [table_id for table_id, _ in seats if table_id != commit.table_id]
        if len(others) >= most:
            if most == 1:
                raise Refused("seated_elsewhere", table_id=others[0])
            raise Refused("too_many_tables", most=most, table_id=others[0])
