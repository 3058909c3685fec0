"""Backups age out after 30 days, wherever they were put; nothing else is ever deleted."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data import ageing
from data.backup import back_up
from data.db import Database
from tests.data.worlds import NOW_MS, World


def aged(path: Path, days: float) -> Path:
    at_s = NOW_MS / 1000 - days * 24 * 3_600
    os.utime(path, (at_s, at_s))
    return path


def copied(world: World, target: Path) -> Path:
    back_up(world.conn, target, lambda copy: [])
    return target


@pytest.mark.parametrize(("days", "gone"), [(29.9, False), (30.1, True)])
def test_a_backup_beside_the_database_is_removed_after_thirty_days(
    world: World, path: Path, days: float, gone: bool
) -> None:
    backup = aged(copied(world, path.with_name("tongits.db.monday.backup")), days)
    assert ageing.remove_old(path, NOW_MS) == [backup] * gone
    assert backup.exists() is not gone


def test_one_that_was_put_elsewhere_is_found_by_its_note(
    world: World, path: Path, tmp_path: Path
) -> None:
    target, other = tmp_path / "disk" / "monday.db", tmp_path / "disk" / "tuesday.db"
    target.parent.mkdir()
    ageing.note(path, target)
    for backup in (target, other):
        aged(copied(world, backup), 31)
    assert ageing.remove_old(path, NOW_MS) == [target]
    assert ageing.remove_old(path, NOW_MS) == []
    assert other.exists()


async def test_one_that_a_bot_was_started_on_is_a_database_and_stays(
    world: World, path: Path, tmp_path: Path
) -> None:
    target = tmp_path / "monday.db"
    ageing.note(path, target)
    copied(world, target)
    await (await Database.open(target, now_ms=NOW_MS)).close()
    aged(target, 31)
    assert ageing.remove_old(path, NOW_MS) == []


def test_what_is_no_copy_of_ours_stays(world: World, path: Path, tmp_path: Path) -> None:
    text, database = tmp_path / "notes.db", path.with_name("tongits.db.mine.backup")
    ageing.note(path, text)
    text.write_text("precious")
    with closing(sqlite3.connect(database)) as conn:
        conn.execute("CREATE TABLE mine (x)")
    for file in (text, database, path):
        aged(file, 400)
    assert ageing.remove_old(path, NOW_MS) == []
    assert text.exists()
    assert database.exists()


def test_what_was_there_before_is_not_noted(path: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_text("precious")
    path.parent.mkdir()
    ageing.note(path, there)
    assert not Path(f"{path}.backups").exists()


def test_a_copy_that_was_never_finished_goes_too(world: World, path: Path, tmp_path: Path) -> None:
    target = tmp_path / "monday.db"
    ageing.note(path, target)
    parts = [tmp_path / "monday.db.x1.part", path.with_name("tongits.db.schema-1.x.backup.y.part")]
    for part in parts:
        part.write_bytes(b"half")
        aged(part, 31)
    assert ageing.remove_old(path, NOW_MS) == sorted(parts)


def test_a_note_that_was_cut_short_spoils_no_other(
    world: World, path: Path, tmp_path: Path
) -> None:
    target = tmp_path / "monday.db"
    Path(f"{path}.backups").write_text('"half a na\n3\n')
    ageing.note(path, target)
    aged(copied(world, target), 31)
    assert ageing.remove_old(path, NOW_MS) == [target]
