"""Erasing somebody: nothing that says who they were stays, in no row, no page and no log."""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from data import boards, daily, erasing, ledger, moderations, people, removals
from data.audit import audit
from data.daily import Claim
from data.db import Database, open_readonly
from data.errors import NotWritten, StillSeated
from data.moderations import Moderation
from tests.data.worlds import GUILD, NOW_MS, World, restore

BEN_ID = 223344556677889900
DM_ID = 998877665544332211
NAME = "Benedikta"
MARKS = (
    *(str(one).encode() for one in (BEN_ID, DM_ID)),
    *(one.to_bytes(8, order) for one in (BEN_ID, DM_ID) for order in ("big", "little")),  # type: ignore[arg-type]
    NAME.encode(),
)


def everything_about(world: World) -> str:
    """A person of whom every kind of personal value is stored."""
    ben = world.person(NAME, BEN_ID)
    ledger.open_wallet(world.conn, GUILD, ben, NOW_MS)
    daily.pay(world.conn, GUILD, ben, Claim(1, 1, 100), NOW_MS)
    people.set_dm(world.conn, ben, DM_ID, "open")
    people.set_sort(world.conn, ben, "rank")
    boards.hide(world.conn, ben, hidden=True)
    boards.note_departed(world.conn, GUILD, ben, has_left=True)
    return ben


def erase(conn: sqlite3.Connection, player_id: str, now_ms: int = NOW_MS) -> bool:
    conn.execute("BEGIN IMMEDIATE")
    done = erasing.erase(conn, player_id, now_ms)
    conn.execute("COMMIT")
    return done


def write_over(conn: sqlite3.Connection, now_ms: int = NOW_MS) -> None:
    moved = erasing.move(conn)
    while moved:
        moved = erasing.move(conn, moved)
    erasing.enlist(conn, now_ms)


def finish(conn: sqlite3.Connection, now_ms: int = NOW_MS) -> None:
    waiting = erasing.due(conn)
    write_over(conn, now_ms)
    assert conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    erasing.done(conn, waiting)


def found_in_files(path: Path) -> list[str]:
    return sorted(
        f"{file.name}: {mark!r}"
        for file in path.parent.iterdir()
        for mark in MARKS
        if mark in file.read_bytes()
    )


def test_the_row_stays_and_tells_nothing(world: World) -> None:
    ben = everything_about(world)
    assert erase(world.conn, ben)
    row = world.conn.execute("SELECT * FROM players WHERE player_id = ?", (ben,)).fetchone()
    names = [column[1] for column in world.conn.execute("PRAGMA table_info(players)")]
    assert dict(zip(names, row, strict=True)) == {
        "player_id": ben,
        "discord_id": None,
        "name": "",
        "dm_channel_id": None,
        "dm_state": "closed",
        "sort_order": "suit",
        "seen_ms": 0,
        "is_hidden": 0,
        "grants_before": None,
    }, "a column that is new: does it tell something of a person?"
    assert people.find_player(world.conn, BEN_ID) is None
    for table in ("dailies", "departures"):
        assert world.conn.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,)
    assert ledger.holdings(world.conn, GUILD, ben).total == 1_100
    assert audit(world.conn) == []
    assert not erase(world.conn, ben)


def test_no_byte_of_them_is_left_in_any_file(world: World, path: Path) -> None:
    ben = everything_about(world)
    assert found_in_files(path)
    erase(world.conn, ben)
    finish(world.conn)
    assert found_in_files(path) == []
    assert erasing.due(world.conn) == {}
    assert [file.name for file in path.parent.glob("*.erased")] == ["tongits.db.erased"]
    assert (path.parent / "tongits.db.erased").stat().st_mode & 0o777 == 0o600


def churn(world: World, rng: random.Random) -> list[tuple[str, int]]:
    """Many people whose rows grew and shrank: pages were split, and hold copies of old rows."""
    known = []
    for _ in range(3_000):
        discord_id = rng.getrandbits(62)
        known.append((world.person("x" * rng.randrange(30), discord_id), discord_id))
    for _ in range(8_000):
        player_id, _ = rng.choice(known)
        name = "y" * rng.randrange(120)
        sql = "UPDATE players SET name = ? WHERE player_id = ?"
        world.conn.execute(sql, (name, player_id))
    return known


def test_copies_that_split_pages_keep_are_written_over(world: World, path: Path) -> None:
    world.conn.execute("BEGIN")
    known = churn(world, random.Random(5))
    world.conn.execute("COMMIT")
    for player_id, _ in known[:1_500]:
        sql = f"UPDATE players SET {erasing.NOBODY} WHERE player_id = ?"
        world.conn.execute(sql, (player_id,))

    def left() -> int:
        world.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        content = path.read_bytes()
        return sum(one.to_bytes(8, "big") in content for _, one in known[:1_500])

    assert left() > 0, "SQLite leaves none any more: the rows need not move"
    finish(world.conn)
    assert left() == 0
    kept = {discord_id for (discord_id,) in world.conn.execute("SELECT discord_id FROM players")}
    assert kept == {None, *(discord_id for _, discord_id in known[1_500:])}
    assert audit(world.conn) == []


def test_who_has_a_seat_is_not_erased(world: World) -> None:
    ben = everything_about(world)
    world.seat(world.table("t1"), 0, ben, 100)
    with pytest.raises(StillSeated) as seated:
        erasing.erase(world.conn, ben, NOW_MS)
    assert seated.value.table_id == "t1"
    assert people.get_player(world.conn, ben).discord_id == BEN_ID


def test_reasons_go_that_are_about_them_or_name_them_and_no_others(world: World) -> None:
    ben, ana = everything_about(world), world.person("Ana")
    table_id = world.table("t1")
    said = {
        "was rude": ben,
        f"{NAME.upper()}, again": None,
        f"ask <@{BEN_ID}>": None,
        "Benediktas are welcome": None,
        "nobody plays": ana,
    }
    for number, (reason, about) in enumerate(said.items(), start=1):
        act = Moderation(GUILD, table_id, ana, "kick", reason, about)
        assert moderations.add(world.conn, act, number, NOW_MS)
    erase(world.conn, ben)
    reasons = [act.reason for _, act in moderations.of_guild(world.conn, GUILD)]
    assert reasons == ["", "", "", "Benediktas are welcome", "nobody plays"]


@pytest.mark.parametrize(
    "change", ["reason = 'other'", "reason = '', at_ms = 0", "action = 'end'", "about_id = NULL"]
)
def test_a_reason_can_be_taken_away_and_nothing_else_changed(world: World, change: str) -> None:
    ana = world.person("Ana")
    act = Moderation(GUILD, world.table("t1"), ana, "kick", "rude", ana)
    moderations.add(world.conn, act, 1, NOW_MS)
    with pytest.raises(sqlite3.IntegrityError, match="only added"):
        world.conn.execute(f"UPDATE moderations SET {change}")
    world.conn.execute("UPDATE moderations SET reason = ''")


def test_what_comes_late_about_an_erased_person_is_not_stored(world: World) -> None:
    ben = everything_about(world)
    erase(world.conn, ben)
    people.set_dm(world.conn, ben, DM_ID, "open")
    people.set_sort(world.conn, ben, "rank")
    boards.hide(world.conn, ben, hidden=True)
    player = people.get_player(world.conn, ben)
    assert (player.dm_channel_id, player.dm_state, player.sort_order) == (None, "closed", "suit")
    assert not boards.is_hidden(world.conn, ben)


def copy_of(conn: sqlite3.Connection, path: Path) -> Path:
    copy = path.parent / "copy.db"
    with closing(sqlite3.connect(copy)) as target:
        conn.backup(target)
    return copy


@asynccontextmanager
async def opened(path: Path, now_ms: int) -> AsyncIterator[Database]:
    db = await Database.open(path, now_ms=now_ms)
    try:
        yield db
    finally:
        await db.close()  # else its thread would outlive a failing test


async def test_a_backup_made_before_is_made_to_forget_when_it_is_opened(
    path: Path, tmp_path: Path
) -> None:
    def fill(conn: sqlite3.Connection) -> tuple[str, str]:
        world = World(conn)
        return everything_about(world), world.person("Ana", 7_000)

    async with opened(path, NOW_MS) as db:
        ben, ana = await db.write(fill)
        copy = await db.read(lambda conn: copy_of(conn, path))
        assert await db.write(lambda conn: erasing.erase(conn, ben, NOW_MS + 1))
        await db.write(write_over)
    restore(copy, path)
    async with opened(path, NOW_MS + 2) as db:
        assert await db.read(lambda conn: people.find_player(conn, BEN_ID)) is None
        assert (await db.read(lambda conn: people.get_player(conn, ana))).discord_id == 7_000
        assert len(await db.read(erasing.due)) == 1  # so the rest of it is done as well


def spoil(path: Path) -> None:
    path.write_text("[")


def test_who_came_back_before_a_start_stays(world: World) -> None:
    ben = everything_about(world)
    erase(world.conn, ben)
    finish(world.conn)
    again = people.player_for(world.conn, BEN_ID, NAME, NOW_MS).player_id
    erase(world.conn, world.person("Carla"), NOW_MS + 4)  # the list has somebody newer as well
    finish(world.conn, NOW_MS + 4)
    assert erasing.erase_listed(world.conn, NOW_MS + 5) == 0
    assert people.get_player(world.conn, again).discord_id == BEN_ID


def test_the_list_lets_old_ones_go(world: World) -> None:
    for number, now_ms in ((1, NOW_MS), (2, NOW_MS + removals.KEPT_MS)):
        ben = world.person("B", BEN_ID + number)
        erase(world.conn, ben, now_ms)
        finish(world.conn, now_ms)
    found = removals.read(world.conn)
    assert found is not None
    assert list(found.erased.values()) == [NOW_MS + removals.KEPT_MS]


async def test_a_list_that_cannot_be_read_stops_a_start_in_one_sentence(
    path: Path,
) -> None:
    path.parent.mkdir()
    spoil(path.with_name("tongits.db.erased"))
    with pytest.raises(NotWritten, match="cannot be read"):
        await Database.open(path, now_ms=NOW_MS)


async def test_a_reader_delays_the_emptying_of_the_log_and_does_not_lose_it(
    db: Database, path: Path
) -> None:
    ben = await db.write(lambda conn: everything_about(World(conn)))
    with closing(open_readonly(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM players").fetchone()
        assert await db.write(lambda conn: erasing.erase(conn, ben, NOW_MS))
        await db.write(write_over)
        assert not await db.empty_log()
        assert found_in_files(path)
        assert len(await db.read(erasing.due)) == 1
    assert await db.empty_log()
    assert found_in_files(path) == []
    assert path.with_name(f"{path.name}-wal").stat().st_size == 0


async def test_the_log_is_emptied_between_writes(db: Database) -> None:
    people_met = [
        db.write(lambda conn, number=number: World(conn).person("A", number))  # type: ignore[misc]
        for number in range(1, 30)
    ]
    done = await asyncio.gather(*people_met, db.empty_log())
    assert done[-1] is True
    assert await db.read(lambda conn: conn.execute("SELECT COUNT(*) FROM players").fetchone()) == (
        29,
    )
