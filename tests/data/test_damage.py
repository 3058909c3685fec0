"""A damaged file is refused with the way back; a damaged log is an earlier, sound state."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from data import db as db_module
from data import journal
from data.audit import DAMAGED, audit, audit_in_steps
from data.backup import back_up
from data.commit import write_commit
from data.db import Database, open_readonly
from data.errors import DatabaseDamaged, DataError
from tests.data.crash_writer import begin, move
from tests.data.worlds import NOW_MS, content_of, restore

PAGE = 4096
MOVES = 60


async def play_on(db: Database, moves: int) -> None:
    """Opens a table and plays there."""
    await db.write(begin)
    for seq in range(2, moves + 2):
        await db.write(partial(write_commit, commit=move(seq), now_ms=NOW_MS))


async def played(path: Path) -> None:
    """A table with all moves, and its bot closed."""
    db = await Database.open(path, now_ms=NOW_MS)
    await play_on(db, MOVES)
    await db.close()


async def killed(path: Path, folder: Path) -> Path:
    """What is left of a bot that was killed: the file and its log, as they lay there."""
    db = await Database.open(path, now_ms=NOW_MS)
    await play_on(db, MOVES)
    left = as_they_lie(path, folder / "left")
    await db.close()
    return left


def as_they_lie(path: Path, folder: Path) -> Path:
    folder.mkdir()
    for end in ("", "-wal"):
        shutil.copy(f"{path}{end}", folder / f"tongits.db{end}")
    return folder / "tongits.db"


def empty(path: Path) -> None:
    path.write_bytes(b"")


def spoil(path: Path, at: int, length: int = 64) -> None:
    content = bytearray(path.read_bytes())
    content[at : at + length] = bytes(byte ^ 0xFF for byte in content[at : at + length])
    path.write_bytes(content)


# -- the log ---------------------------------------------------------------------------------------

LOG_DAMAGE: dict[str, Callable[[Path], None]] = {
    "cut in its last frame": lambda wal: truncate(wal, -100),
    "cut in the middle": lambda wal: truncate(wal, -wal.stat().st_size // 2),
    "flipped in its last frame": lambda wal: spoil(wal, wal.stat().st_size - 900),
    "flipped in its middle": lambda wal: spoil(wal, wal.stat().st_size // 2),
    "rubbish behind its end": lambda wal: wal.write_bytes(wal.read_bytes() + b"\x5a" * 10_000),
    "of another database": lambda wal: spoil(wal, 0, 32),
    "gone": lambda wal: wal.unlink(),
}


def truncate(path: Path, by: int) -> None:
    path.write_bytes(path.read_bytes()[:by])


@pytest.mark.parametrize("harm", LOG_DAMAGE.values(), ids=LOG_DAMAGE)
async def test_a_damaged_log_opens_as_an_earlier_sound_state(
    path: Path, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    left = await killed(path, tmp_path)
    harm(Path(f"{left}-wal"))
    db = await Database.open(left, now_ms=NOW_MS)
    assert await db.read(lambda conn: audit(conn, None)) == []
    last = await db.read(lambda conn: journal.last_seq(conn, "t1"))
    assert last <= MOVES + 1
    await db.write(begin)
    await db.close()


async def test_without_damage_the_log_holds_every_move(path: Path, tmp_path: Path) -> None:
    db = await Database.open(await killed(path, tmp_path), now_ms=NOW_MS)
    assert await db.read(lambda conn: journal.last_seq(conn, "t1")) == MOVES + 1
    await db.close()


# -- the file --------------------------------------------------------------------------------------


def page_of(path: Path, name: str) -> int:
    """Where in the file the root page of a table or index begins."""
    with closing(sqlite3.connect(path)) as conn:
        found = conn.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,))
        return (int(found.fetchone()[0]) - 1) * PAGE


FILE_DAMAGE: dict[str, Callable[[Path], None]] = {
    "its header": lambda path: spoil(path, 0, 100),
    "its schema": lambda path: spoil(path, 100, 12),
    "a page of events": lambda path: spoil(path, page_of(path, "events"), 16),
    "a page of balances": lambda path: spoil(path, page_of(path, "balances"), 16),
    "an index": lambda path: spoil(path, page_of(path, "transfers_by_debit"), 16),
    "a page of zeros": lambda path: spoil_with_zeros(path, page_of(path, "transfers")),
    "cut in half": lambda path: truncate(path, path.stat().st_size // 2),
    "cut within a page": lambda path: truncate(path, -PAGE - 100),
}


def spoil_with_zeros(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at : at + PAGE] = bytes(PAGE)
    path.write_bytes(content)


@pytest.mark.parametrize("harm", FILE_DAMAGE.values(), ids=FILE_DAMAGE)
async def test_a_damaged_file_is_refused_untouched_and_says_how_to_restore_it(
    path: Path, harm: Callable[[Path], None]
) -> None:
    await played(path)
    harm(path)
    before = content_of(path)
    with pytest.raises(DatabaseDamaged) as refused:
        await Database.open(path, now_ms=NOW_MS)
    sentence = str(refused.value)
    assert sentence.startswith(f"The database {path} is damaged (")
    assert sentence.endswith(f"copy a backup to {path} and start again.")
    assert "\n" not in sentence
    assert content_of(path) == before


async def test_an_index_that_lost_a_row_is_damage(path: Path) -> None:
    await played(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        lose_index_row(conn)
    with pytest.raises(DatabaseDamaged, match="transfers_by_debit"):
        await Database.open(path, now_ms=NOW_MS)


def lose_index_row(conn: sqlite3.Connection) -> None:
    """The index is made to know only a part of its table, as a lost page would leave it."""
    sql = "SELECT sql FROM sqlite_master WHERE name = 'transfers_by_debit'"
    whole = conn.execute(sql).fetchone()[0]
    conn.execute("DROP INDEX transfers_by_debit")
    conn.execute(f"{whole} WHERE transfer_id > 5")
    conn.execute("PRAGMA writable_schema = ON")
    conn.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'transfers_by_debit'", (whole,))


async def test_a_big_file_is_read_quickly_and_the_rest_found_by_the_audit(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        lose_index_row(conn)
    monkeypatch.setattr(db_module, "WHOLE_CHECK_BYTES", 0)
    await (await Database.open(path, now_ms=NOW_MS)).close()
    with closing(open_readonly(path)) as conn:
        found = next(audit_in_steps(conn, lambda table_id, events: []))
    assert any(line.startswith(DAMAGED) for line in found)
    spoil(path, page_of(path, "events"), 16)
    with pytest.raises(DatabaseDamaged):
        await Database.open(path, now_ms=NOW_MS)


async def test_the_newest_backup_beside_it_is_named_and_brings_it_back(path: Path) -> None:
    await played(path)
    kept = path.with_name("tongits.db.monday.backup")
    with closing(open_readonly(path)) as source:
        assert back_up(source, kept, lambda copy: audit(copy, None)) == []
    spoil(path, page_of(path, "events"), 16)
    with pytest.raises(DatabaseDamaged) as refused:
        await Database.open(path, now_ms=NOW_MS)
    assert f"copy the newest backup, {kept}, to {path}" in str(refused.value)
    restore(kept, path)
    db = await Database.open(path, now_ms=NOW_MS)
    assert await db.read(lambda conn: audit(conn, None)) == []
    assert await db.read(lambda conn: journal.last_seq(conn, "t1")) == MOVES + 1
    await db.close()


async def test_an_emptied_file_with_a_log_is_no_fresh_one(path: Path, tmp_path: Path) -> None:
    left = await killed(path, tmp_path)
    log = content_of(f"{left}-wal")
    empty(left)
    with pytest.raises(DatabaseDamaged, match="it is empty, but its log is not"):
        await Database.open(left, now_ms=NOW_MS)
    assert content_of(f"{left}-wal") == log


async def test_the_audit_of_a_damaged_file_is_a_finding_and_no_accident(path: Path) -> None:
    await played(path)
    spoil(path, page_of(path, "balances"), 16)
    with closing(open_readonly(path)) as conn:
        found = audit(conn, lambda table_id, events: [])
    assert found
    assert all(line.startswith(DAMAGED) for line in found)


async def test_an_audit_in_steps_finds_what_an_audit_finds_open_tables_first(path: Path) -> None:
    await played(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("UPDATE balances SET balance = balance + 1 WHERE account = 'mint'")
        conn.execute(
            "INSERT INTO tables (table_id, guild_id, channel_id, status, opened_ms, closed_ms)"
            " VALUES ('a', 1, 1, 'closed', 0, 1)"
        )

    def replay(table_id: str, events: list[journal.StoredEvent]) -> list[str]:
        return [f"{len(events)} events."]

    with closing(open_readonly(path)) as conn:
        steps = []
        for step in audit_in_steps(conn, replay):
            assert not conn.in_transaction
            steps.append(step)
        assert sorted(line for step in steps for line in step) == sorted(audit(conn, replay))
    told = [step for step in steps[1:] if step]
    assert told == [[f"Table t1: {MOVES + 1} events."], ["Table a: 0 events."]]


# -- single bits -----------------------------------------------------------------------------------

FLIPS = 150


def flip(sound: Path, spoilt: Path, rng: random.Random) -> None:
    """A copy with one of the bits flipped that make a text none, in a byte that is used."""
    content = bytearray(sound.read_bytes())
    used = [place for place, byte in enumerate(content) if byte]
    content[rng.choice(used)] ^= 0x80
    for end in ("-wal", "-shm"):
        Path(f"{spoilt}{end}").unlink(missing_ok=True)
    spoilt.write_bytes(content)


async def test_a_flipped_bit_is_either_harmless_or_refused_in_a_sentence(
    path: Path, tmp_path: Path
) -> None:
    await played(path)
    rng, outcomes = random.Random(5), set[str]()
    spoilt = tmp_path / "spoilt.db"
    for place in range(FLIPS):
        flip(path, spoilt, rng)
        outcomes |= {told_by_audit(spoilt), told_by_backup(spoilt, tmp_path / f"copy-{place}")}
        outcomes.add(await told_by_start(spoilt))  # last: it may write
    assert outcomes == {"opens", "refused"}


def told_by_audit(path: Path) -> str:
    try:
        with closing(open_readonly(path)) as conn:
            audit(conn, lambda table_id, events: [])
    except DataError as refused:
        return one_sentence(refused)
    return "opens"


def told_by_backup(path: Path, target: Path) -> str:
    try:
        with closing(open_readonly(path)) as conn:
            back_up(conn, target, lambda copy: audit(copy, lambda table_id, events: []))
    except DataError as refused:
        return one_sentence(refused)
    return "opens"


async def told_by_start(path: Path) -> str:
    try:
        await (await Database.open(path, now_ms=NOW_MS)).close()
    except DataError as refused:
        return one_sentence(refused)
    return "opens"


def one_sentence(refused: DataError) -> str:
    sentence = str(refused)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return "refused"


async def test_an_event_whose_text_is_none_is_a_finding_that_quotes_nothing(path: Path) -> None:
    await played(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("DROP TRIGGER events_never_change")
        conn.execute("UPDATE events SET body = CAST(X'22ff22' AS TEXT) WHERE seq = 3")
    with closing(open_readonly(path)) as conn:
        assert "Table t1: its journal holds what is no text" in audit(conn, lambda *_: [])
