"""A backup is whole, checked, and the old state before a change of the schema."""

import asyncio
import os
import sqlite3
import stat
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from data import backup, settings
from data import db as db_module
from data.audit import audit
from data.backup import back_up, newest_beside
from data.db import Connection, Database, open_readonly
from data.errors import BackupRefused, NotMigrated
from data.migrate import Migration, schema_version, shipped
from tests.data.worlds import NOW_MS, World, content_of, restore

NEXT = Migration(shipped()[-1].version + 1, "CREATE TABLE later (a INTEGER) STRICT;\n", "sha")
BROKEN = Migration(NEXT.version, "INSERT INTO nowhere VALUES (1);\n", "sha")


def sound(copy: Connection) -> Sequence[str]:
    return audit(copy, None)


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


@pytest.fixture
def filled(world: World, path: Path) -> Path:
    """A database whose last moves are only in its log, opened by its bot."""
    world.rich("Ana", 500)
    world.table("t1")
    world.log("t1", 3)
    assert Path(f"{path}-wal").stat().st_size
    return path


def test_a_copy_holds_what_is_only_in_the_log_and_needs_no_other_file(
    filled: Path, tmp_path: Path
) -> None:
    target = tmp_path / "away" / "monday.db"
    target.parent.mkdir()
    with closing(open_readonly(filled)) as source:
        assert back_up(source, target, sound) == []
    assert names(target.parent) == {"monday.db"}
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with closing(sqlite3.connect(f"{target.as_uri()}?immutable=1", uri=True)) as copy:
        assert copy.execute("SELECT COUNT(*) FROM events").fetchone() == (3,)
    assert content_of(target)[18:20] == b"\x01\x01"  # a file that keeps no log beside it


def test_a_backup_moves_nothing_from_the_log_into_the_file(filled: Path, tmp_path: Path) -> None:
    wal = Path(f"{filled}-wal")
    before = filled.read_bytes(), wal.read_bytes()
    with closing(open_readonly(filled)) as source:
        back_up(source, tmp_path / "copy.db", sound)
    assert (filled.read_bytes(), wal.read_bytes()) == before


async def test_a_backup_made_while_the_bot_writes_is_one_state(path: Path, tmp_path: Path) -> None:
    db = await Database.open(path, now_ms=NOW_MS)
    stop = threading.Event()

    def both(conn: Connection) -> None:
        value = str(int(settings.get(conn, "left") or 0) + 1)
        settings.put(conn, "left", value)
        settings.put(conn, "padding", "x" * 200_000)  # so that a copy takes longer than a write
        settings.put(conn, "right", value)

    async def keep_writing() -> int:
        writes = 0
        while not stop.is_set():
            await db.write(both)
            writes += 1
        return writes

    writing = asyncio.create_task(keep_writing())
    await db.write(both)

    def copies() -> list[Path]:
        made = [tmp_path / f"copy{n}.db" for n in range(5)]
        with closing(open_readonly(path)) as source:
            for target in made:
                assert back_up(source, target, sound) == []
        return made

    made = await asyncio.to_thread(copies)
    stop.set()
    assert await writing > 5
    await db.close()
    for target in made:
        with closing(open_readonly(target)) as copy:
            assert settings.get(copy, "left") == settings.get(copy, "right")


def test_a_file_that_is_there_is_never_overwritten(filled: Path, tmp_path: Path) -> None:
    target = tmp_path / "precious.db"
    target.write_text("the only copy")
    with closing(open_readonly(filled)) as source, pytest.raises(BackupRefused, match="already"):
        back_up(source, target, sound)
    assert target.read_text() == "the only copy"
    assert names(tmp_path) == {"var", "precious.db"}


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal", ".lock"])
def test_a_name_that_belongs_to_the_database_is_refused(
    conn: Connection, path: Path, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    conn.close()
    monkeypatch.chdir(path.parent)
    with closing(open_readonly(path)) as source:
        for left in ("-wal", "-shm"):
            Path(f"{path}{left}").unlink(missing_ok=True)
        with pytest.raises(BackupRefused, match="belongs to the database itself"):
            back_up(source, Path(f"{path.name}{end}"), sound)


def test_a_copy_that_cannot_be_finished_leaves_nothing(filled: Path, tmp_path: Path) -> None:
    def no_room(copy: Connection) -> Sequence[str]:
        raise sqlite3.OperationalError("database or disk is full")

    with closing(open_readonly(filled)) as source, pytest.raises(BackupRefused) as refused:
        back_up(source, tmp_path / "copy.db", no_room)
    assert str(refused.value).endswith("cannot be made: database or disk is full.")
    assert names(tmp_path) == {"var"}


def test_a_folder_that_is_not_there_is_said(filled: Path, tmp_path: Path) -> None:
    with closing(open_readonly(filled)) as source, pytest.raises(BackupRefused, match="No such"):
        back_up(source, tmp_path / "none" / "copy.db", sound)


def test_a_damaged_copy_gets_no_name(filled: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(filled, isolation_level=None)) as conn:
        conn.execute("PRAGMA ignore_check_constraints = ON")
        conn.execute("UPDATE balances SET balance = -1 WHERE account <> 'mint'")
    with closing(open_readonly(filled)) as source, pytest.raises(BackupRefused, match="damaged"):
        back_up(source, tmp_path / "copy.db", sound)
    assert names(tmp_path) == {"var"}


def test_what_the_audit_finds_in_the_copy_is_told_and_the_copy_kept(
    filled: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(filled, isolation_level=None)) as conn:
        conn.execute("UPDATE balances SET balance = 501 WHERE account <> 'mint'")
    with closing(open_readonly(filled)) as source:
        found = back_up(source, tmp_path / "copy.db", sound)
    assert found
    assert (tmp_path / "copy.db").exists()


# -- before a migration ----------------------------------------------------------------------------


@pytest.fixture
def older(filled: Path, conn: Connection, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of the last release; the program knows one schema more."""
    conn.close()
    upgrade(monkeypatch, NEXT)
    return filled


def upgrade(monkeypatch: pytest.MonkeyPatch, migration: Migration) -> None:
    monkeypatch.setattr(db_module, "shipped", lambda: (*shipped(), migration))


def backups(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*.backup"))


async def test_the_old_state_is_kept_beside_before_the_schema_changes(
    older: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "data")
    db = await Database.open(older, now_ms=NOW_MS)
    assert await db.read(schema_version) == NEXT.version
    await db.close()
    (kept,) = backups(older)
    assert kept.name == f"tongits.db.schema-{NEXT.version - 1}.2027-01-15-080000.backup"
    assert str(kept) in caplog.text
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with closing(sqlite3.connect(kept)) as copy:
        assert schema_version(copy) == NEXT.version - 1
        assert audit(copy, None) == []
        assert copy.execute("SELECT COUNT(*) FROM events").fetchone() == (3,)


async def test_a_fresh_file_and_a_current_one_need_no_backup(path: Path) -> None:
    for _ in range(2):
        await (await Database.open(path, now_ms=NOW_MS)).close()
    assert backups(path) == []


async def test_without_its_backup_a_migration_does_not_run(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> list[str]:
        raise BackupRefused(older.with_name("x.backup"), "No space left on device")

    monkeypatch.setattr(backup, "back_up", no_room)
    with pytest.raises(NotMigrated) as refused:
        await Database.open(older, now_ms=NOW_MS)
    sentence = str(refused.value)
    assert f"stays at schema {NEXT.version - 1}" in sentence
    assert sentence.endswith("x.backup cannot be made: No space left on device.")
    with closing(sqlite3.connect(older)) as conn:
        assert schema_version(conn) == NEXT.version - 1


async def test_a_migration_that_fails_again_and_again_keeps_one_copy(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade(monkeypatch, BROKEN)
    (older.parent / "tongits.db.schema-1.killed.backup.abc.part").write_text("of a killed start")
    for second in range(3):
        with pytest.raises(Exception, match="nowhere"):
            await Database.open(older, now_ms=NOW_MS + 1000 * second)
    assert len(backups(older)) == 1
    assert not list(older.parent.glob("*.part"))


async def test_a_state_that_differs_is_kept_as_well(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade(monkeypatch, BROKEN)
    for second in range(2):
        with closing(sqlite3.connect(older, isolation_level=None)) as conn:
            conn.execute("INSERT INTO settings VALUES (?, '')", (str(second),))
        with pytest.raises(Exception, match="nowhere"):
            await Database.open(older, now_ms=NOW_MS + 1000 * second)
    assert len(backups(older)) == 2


async def test_a_restored_backup_is_the_state_it_was_made_of(older: Path) -> None:
    await (await Database.open(older, now_ms=NOW_MS)).close()
    (kept,) = backups(older)
    restore(kept, older)
    db = await Database.open(older, now_ms=NOW_MS + 5000)
    assert await db.read(lambda conn: audit(conn, None)) == []
    assert await db.read(schema_version) == NEXT.version
    await db.close()


def test_the_newest_backup_is_one_of_this_database(tmp_path: Path) -> None:
    for age, name in enumerate(
        ("a.db.2.backup", "a.db.1.backup", "a.db", "b.db.backup", "a.db-wal")
    ):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    assert newest_beside(tmp_path / "a.db") == tmp_path / "a.db.2.backup"
    assert newest_beside(tmp_path / "c.db") is None
