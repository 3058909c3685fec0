"""What the one connection promises: whole transactions, one at a time, plain refusals."""

import asyncio
import logging
import sqlite3
import stat
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from data import settings
from data import writer as writer_module
from data.db import Connection, Database, open_readonly
from data.errors import (
    DatabaseClosed,
    DatabaseUnreadable,
    DatabaseUnwritable,
    NotWritten,
    SchemaTooNew,
)
from data.migrate import shipped
from data.writer import ASKED, BUSY_TIMEOUT_MS, begin_waiting, end_waiting
from tests.data.worlds import NOW_MS


def count_of(conn: Connection) -> int:
    return int(settings.get(conn, "count") or 0)


def add_one(conn: Connection) -> int:
    """Read, then write: two of these at once would lose a count."""
    value = int(settings.get(conn, "count") or 0) + 1
    settings.put(conn, "count", str(value))
    return value


async def open_and_close(path: Path) -> None:
    await (await Database.open(path, now_ms=NOW_MS)).close()


async def count(db: Database) -> str | None:
    return await db.read(lambda conn: settings.get(conn, "count"))


def test_open_makes_the_folder_and_a_file_for_its_owner_only(path: Path) -> None:
    asyncio.run(open_and_close(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("busy_timeout", BUSY_TIMEOUT_MS),
        ("secure_delete", 1),
    ],
)
async def test_the_connection_is_set_for_safety(db: Database, pragma: str, value: object) -> None:
    found = await db.read(lambda conn: conn.execute(f"PRAGMA {pragma}").fetchone()[0])
    assert found == value


async def test_what_was_written_is_there_after_reopening(path: Path) -> None:
    db = await Database.open(str(path), now_ms=NOW_MS)
    await db.write(add_one)
    await db.close()
    again = await Database.open(path, now_ms=NOW_MS)
    assert await count(again) == "1"
    await again.close()


async def test_twenty_coroutines_write_one_at_a_time(db: Database) -> None:
    answers = await asyncio.gather(*(db.write(add_one) for _ in range(20)))
    assert answers == list(range(1, 21))
    assert await count(db) == "20"


async def test_writes_in_line_behind_another_programs_lock_give_up_together(
    db: Database, path: Path
) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        async with asyncio.timeout(4 * BUSY_TIMEOUT_MS / 1000):
            answers = await asyncio.gather(
                *(db.write(add_one) for _ in range(10)), return_exceptions=True
            )
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert {type(answer) for answer in answers} == {NotWritten}
    assert {str(answer) for answer in answers} == {
        "Nothing was written to the database: database is locked."
    }
    assert await db.write(add_one) == 1


async def test_a_failing_work_undoes_everything_and_is_told(db: Database) -> None:
    def fail(conn: Connection) -> None:
        add_one(conn)
        raise LookupError("no such seat")

    with pytest.raises(LookupError, match="no such seat"):
        await db.write(fail)
    assert await count(db) is None
    assert await db.write(add_one) == 1


async def test_a_commit_that_fails_leaves_no_open_transaction(db: Database) -> None:
    def orphan_at_commit(conn: Connection) -> None:
        conn.execute("PRAGMA defer_foreign_keys = ON")
        conn.execute("INSERT INTO seats VALUES ('no table', 0, 'nobody')")

    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        await db.write(orphan_at_commit)
    assert await db.write(add_one) == 1


async def test_a_full_disk_undoes_the_write_and_the_next_one_works(db: Database) -> None:
    def fill(conn: Connection) -> None:
        pages = conn.execute("PRAGMA page_count").fetchone()[0]
        conn.execute(f"PRAGMA max_page_count = {pages}")
        settings.put(conn, "big", "x" * 1_000_000)

    with pytest.raises(NotWritten, match="full"):
        await db.write(fill)
    await db.read(lambda conn: conn.execute("PRAGMA max_page_count = 1000000").fetchone())
    assert await db.write(add_one) == 1


async def test_a_file_that_may_only_be_read_takes_nothing_and_the_next_write_works(
    db: Database,
) -> None:
    def in_vain(conn: Connection) -> None:
        conn.execute("PRAGMA query_only = ON")
        add_one(conn)

    with pytest.raises(NotWritten, match="readonly"):
        await db.write(in_vain)
    assert await count(db) is None  # a read makes the connection writable again
    assert await db.write(add_one) == 1


async def test_a_mistake_of_ours_is_not_said_to_be_the_disks(db: Database) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await db.write(lambda conn: conn.execute("INSERT INTO nowhere VALUES (1)"))


async def test_who_waits_behind_a_slow_disk_hears_in_time_that_nothing_was_written(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "ANSWER_S", 2.0)
    started, go_on = threading.Event(), threading.Event()

    def slow(conn: Connection) -> int:
        started.set()
        assert go_on.wait(10)
        return add_one(conn)

    first = asyncio.create_task(db.write(slow))
    await asyncio.to_thread(started.wait, 10)
    note = asyncio.create_task(db.write(add_one, patient=True))
    began = time.monotonic()
    with pytest.raises(NotWritten, match="too many writes are waiting"):
        await db.write(add_one)
    assert time.monotonic() - began < 1.5  # or its own turn, as slow, would end too late
    go_on.set()
    assert await first == 1
    assert await note == 2
    assert await db.write(add_one) == 3


async def test_a_long_line_of_quick_writes_is_no_slow_disk(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "ANSWER_S", 0.4)

    def quick(conn: Connection) -> int:
        time.sleep(0.02)
        return add_one(conn)

    answers = await asyncio.gather(*(db.write(quick) for _ in range(12)))
    assert answers == list(range(1, 13))  # the last after more than half of the time


async def test_who_waited_too_long_before_is_not_written_at_all(db: Database) -> None:
    ASKED.set(time.monotonic() - 10)
    with pytest.raises(NotWritten, match="too many writes are waiting"):
        await db.write(add_one)
    with pytest.raises(NotWritten, match="the disk is slow"):
        db.refuse_late()
    with pytest.raises(NotWritten, match="the disk is slow"):
        await count(db)
    end_waiting()
    assert await count(db) is None
    assert await db.write(add_one, patient=True) == 1


async def test_who_cannot_be_answered_any_more_waits_no_longer_behind_a_slow_write(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "ANSWER_S", 0.1)
    goes_on = threading.Event()

    def slow(conn: Connection) -> int:
        assert goes_on.wait(10)
        return add_one(conn)

    writing = asyncio.create_task(db.write(slow, patient=True))
    await asyncio.sleep(0)  # it has the thread
    begin_waiting()
    try:
        with pytest.raises(NotWritten, match="the disk is slow"):
            await asyncio.wait_for(count(db), 5)
    finally:
        goes_on.set()
    assert await writing == 1
    end_waiting()
    assert await count(db) == "1"


@pytest.mark.parametrize(
    ("code", "stops"),
    [
        (sqlite3.SQLITE_IOERR_FSYNC, True),
        (sqlite3.SQLITE_IOERR_DIR_FSYNC, True),
        (sqlite3.SQLITE_CORRUPT, True),
        (sqlite3.SQLITE_IOERR_WRITE, False),
        (sqlite3.SQLITE_FULL, False),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, False),
    ],
)
async def test_after_a_failed_sync_or_damage_the_process_must_not_go_on(
    db: Database, code: int, stops: bool
) -> None:
    def fail(conn: Connection) -> None:
        add_one(conn)
        error = sqlite3.OperationalError("as the disk says")
        error.sqlite_errorcode = code
        raise error

    broken = asyncio.create_task(db.until_broken())
    with pytest.raises(NotWritten, match="as the disk says"):
        await db.write(fail)
    assert await count(db) is None
    await asyncio.sleep(0)
    assert broken.done() == stops
    broken.cancel()


async def test_a_cancelled_writer_leaves_no_open_transaction(db: Database) -> None:
    started, go_on = threading.Event(), threading.Event()

    def slow(conn: Connection) -> None:
        started.set()
        assert go_on.wait(10)
        add_one(conn)

    writer = asyncio.create_task(db.write(slow))
    await asyncio.to_thread(started.wait, 10)
    writer.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writer
    waiting = asyncio.create_task(db.write(add_one))
    go_on.set()
    assert await waiting == 2


async def test_a_read_cannot_write(db: Database) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await db.read(add_one)
    assert await db.write(add_one) == 1


async def test_work_that_raises_stop_iteration_does_not_hang(db: Database) -> None:
    with pytest.raises(RuntimeError, match="StopIteration"):
        await db.write(lambda conn: next(conn.execute("SELECT 1 FROM settings")))
    assert await db.write(add_one) == 1


async def test_work_never_reaches_the_log(db: Database, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await db.write(partial(settings.put, key="deck", value="7H 8H 9H"))
    assert caplog.records
    assert "7H" not in caplog.text


async def test_close_lets_writes_in_hand_finish_and_refuses_later_ones(path: Path) -> None:
    db = await Database.open(path, now_ms=NOW_MS)
    writes = [asyncio.create_task(db.write(add_one)) for _ in range(5)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await db.close()
    await db.close()
    assert await asyncio.gather(*writes) == [1, 2, 3, 4, 5]
    for refused in (db.write, db.read):
        with pytest.raises(DatabaseClosed, match=r"^The database is closed\.$"):
            await refused(add_one)


async def test_a_closed_database_leaves_no_thread(path: Path) -> None:
    before = set(threading.enumerate())
    db = await Database.open(path, now_ms=NOW_MS)
    (thread,) = set(threading.enumerate()) - before
    await db.close()
    await asyncio.to_thread(thread.join, 10)
    assert not thread.is_alive()


async def test_a_refused_database_leaves_no_thread(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with pytest.raises(DatabaseUnwritable):
        await Database.open(tmp_path, now_ms=NOW_MS)
    for thread in set(threading.enumerate()) - before:
        await asyncio.to_thread(thread.join, 10)
        assert not thread.is_alive()


def folder_is_a_file(tmp_path: Path) -> Path:
    (tmp_path / "var").write_text("")
    return tmp_path / "var" / "tongits.db"


def file_is_a_folder(tmp_path: Path) -> Path:
    (tmp_path / "tongits.db").mkdir()
    return tmp_path / "tongits.db"


def not_a_database(tmp_path: Path) -> Path:
    (tmp_path / "tongits.db").write_text("once upon a time " * 100)
    return tmp_path / "tongits.db"


def no_file_at_all(_tmp_path: Path) -> Path:
    return Path(":memory:")


def no_file(tmp_path: Path) -> Path:
    return tmp_path / "nothing.db"


def an_empty_file(tmp_path: Path) -> Path:
    (tmp_path / "empty.db").touch()
    return tmp_path / "empty.db"


@pytest.mark.parametrize("make", [folder_is_a_file, file_is_a_folder, no_file_at_all])
async def test_unwritable_path_is_one_plain_sentence(
    make: Callable[[Path], Path], tmp_path: Path
) -> None:
    bad = make(tmp_path)
    with pytest.raises(DatabaseUnwritable) as refusal:
        await Database.open(bad, now_ms=NOW_MS)
    sentence = str(refusal.value)
    assert sentence.startswith(f"The database {bad} cannot be written: ")
    assert sentence.endswith(".")
    assert "\n" not in sentence


async def test_a_file_that_may_only_be_read_is_refused(path: Path) -> None:
    await open_and_close(path)
    real = sqlite3.connect

    # Tests may run as root, whom no file mode stops; SQLite's own read-only mode does.
    def read_only(_path: object, **options: object) -> sqlite3.Connection:
        return real(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)

    with patch.object(sqlite3, "connect", read_only), pytest.raises(DatabaseUnwritable) as refusal:
        await Database.open(path, now_ms=NOW_MS)
    assert str(refusal.value).endswith("cannot be written: attempt to write a readonly database.")


async def test_newer_schema_is_refused(path: Path) -> None:
    db = await Database.open(path, now_ms=NOW_MS)
    await db.write(lambda conn: conn.execute("INSERT INTO schema_migrations VALUES (99, 'x', 0)"))
    await db.close()
    with pytest.raises(SchemaTooNew) as refusal:
        await Database.open(path, now_ms=NOW_MS)
    assert (refusal.value.found, refusal.value.known) == (99, shipped()[-1].version)
    assert "schema 99" in str(refusal.value)
    with pytest.raises(SchemaTooNew):
        open_readonly(path)


async def test_readonly_reads_while_the_bot_writes_and_never_writes(
    db: Database, path: Path
) -> None:
    await db.write(add_one)
    looker = open_readonly(path)
    assert settings.get(looker, "count") == "1"
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        add_one(looker)
    looker.close()
    assert await db.write(add_one) == 2


def test_readonly_works_when_nobody_has_the_file_open(conn: Connection, path: Path) -> None:
    settings.put(conn, "count", "5")
    conn.close()
    looker = open_readonly(path)
    assert settings.get(looker, "count") == "5"
    looker.close()


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (no_file, "unable to open database file"),
        (not_a_database, "file is not a database"),
        (an_empty_file, "it has schema 0"),
    ],
)
def test_an_unreadable_path_is_one_plain_sentence(
    make: Callable[[Path], Path], reason: str, tmp_path: Path
) -> None:
    bad = make(tmp_path)
    with pytest.raises(DatabaseUnreadable) as refusal:
        open_readonly(bad)
    assert str(refusal.value).startswith(f"The database {bad} cannot be read: {reason}")
    assert not (tmp_path / "nothing.db").exists()


async def test_writes_that_wait_together_share_a_transaction(db: Database) -> None:
    await db.write(lambda conn: conn.execute("CREATE TABLE row (x)"))
    seen: list[str] = []
    await db.read(lambda conn: conn.set_trace_callback(seen.append))
    works = [lambda conn, x=x: conn.execute("INSERT INTO row VALUES (?)", (x,)) for x in range(5)]
    await asyncio.gather(*(db.write(work) for work in works))
    await db.read(lambda conn: conn.set_trace_callback(None))
    assert seen.count("COMMIT") == 1
    assert await db.read(lambda conn: conn.execute("SELECT COUNT(*) FROM row").fetchone()) == (5,)


async def test_a_write_that_fails_among_others_undoes_itself_alone(db: Database) -> None:
    await db.write(lambda conn: conn.execute("CREATE TABLE row (x UNIQUE)"))

    def insert(x: int) -> Callable[[Connection], None]:
        return lambda conn: conn.execute("INSERT INTO row VALUES (?)", (x,)) and None

    answers = await asyncio.gather(
        *(db.write(insert(x)) for x in (1, 2, 1, 3)), return_exceptions=True
    )
    assert [isinstance(answer, Exception) for answer in answers] == [False, False, True, False]
    rows = await db.read(lambda conn: conn.execute("SELECT x FROM row ORDER BY x").fetchall())
    assert rows == [(1,), (2,), (3,)]


async def test_a_write_that_changes_nothing_says_nothing_of_the_disk(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not synced: after one the disk passed for fast, and the next press got no answer."""
    monkeypatch.setattr(writer_module, "ANSWER_S", 0.3)
    await db.write(lambda conn: conn.execute("CREATE TABLE row (x)"))

    def slowly(conn: Connection) -> None:
        conn.execute("INSERT INTO row VALUES (1)")
        time.sleep(0.2)  # as a disk that takes so long

    await db.write(slowly, patient=True)
    await db.write(lambda conn: conn.execute("DELETE FROM row WHERE x = 9"))
    ASKED.set(time.monotonic() - 0.2)
    try:
        with pytest.raises(NotWritten):
            db.refuse_late()
    finally:
        end_waiting()


async def test_a_long_look_apart_sees_one_state_keeps_no_write_waiting_and_writes_nothing(
    db: Database,
) -> None:
    await db.write(add_one)
    started, go_on = threading.Event(), threading.Event()

    def look(conn: Connection) -> tuple[int, int]:
        before = count_of(conn)
        started.set()
        assert go_on.wait(10)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            add_one(conn)
        return before, count_of(conn)

    looking = asyncio.create_task(db.read_apart(look))
    await asyncio.to_thread(started.wait, 10)
    assert await db.write(add_one) == 2
    second = asyncio.create_task(db.read_apart(count_of))
    assert await db.write(add_one) == 3
    assert not second.done()  # one at a time
    go_on.set()
    assert await looking == (1, 1)
    assert await second == 3
