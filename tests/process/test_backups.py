"""Backups of a running bot, damage that refuses a start, and the audit that follows each start."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess, run_bot
from tests.process.evening import Evening

PAGE = 4096


async def back_up(bot: BotProcess, name: str) -> tuple[int, str]:
    return await run_bot("backup", name, folder=bot.folder, TONGITS_DB=str(bot.db))


def restore(backup: Path, path: Path) -> None:
    """What the README tells operators to do."""
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)
    shutil.copy(backup, path)


def spoil_events(path: Path) -> None:
    """Flips the head of the page that all events hang on."""
    with closing(sqlite3.connect(path)) as conn:
        page = conn.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()[
            0
        ]
    content = bytearray(path.read_bytes())
    at = (page - 1) * PAGE
    content[at : at + 16] = bytes(byte ^ 0xFF for byte in content[at : at + 16])
    path.write_bytes(content)


def names(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def meddle(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute(sql)


async def test_a_backup_in_mid_hand_is_restored_and_the_hand_goes_on_from_there(
    evening: Evening, bot: BotProcess, tmp_path: Path
) -> None:
    await evening.sit_down(stake=10)
    await evening.play_turn()
    status, said = await back_up(bot, "monday.db")
    assert (status, said) == (0, "The backup monday.db is made and checked.\n")
    copy = tmp_path / "monday.db"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    await evening.play_turn()
    assert await bot.stop() == 0
    restore(copy, bot.db)
    await bot.start()
    assert (await bot.audit())[0] == 0
    await evening.play_hand()  # by what the screens show, which were of a later state
    assert (await bot.audit())[0] == 0


async def test_a_backup_that_cannot_be_made_says_why_in_one_sentence(
    evening: Evening, bot: BotProcess, tmp_path: Path
) -> None:
    await evening.open()
    (tmp_path / "taken.db").write_text("precious")
    for name, why in (
        ("taken.db", "already"),
        ("no/folder.db", "No such file"),
        ("tongits.db-wal", ""),
    ):
        status, said = await back_up(bot, name)
        assert status == 2
        assert said.startswith(f"The backup {name} cannot be made: "), said
        assert why in said
        assert said.count("\n") == 1
    assert (tmp_path / "taken.db").read_text() == "precious"
    status, said = await run_bot("backup", "x.db", folder=tmp_path, TONGITS_DB="none.db")
    assert status == 2
    assert said.startswith("There is no database file none.db"), said
    assert not any(name.startswith("x.") or ".part" in name for name in names(tmp_path))


@pytest.mark.parametrize("harm", [spoil_events, cut])
async def test_a_damaged_file_does_not_start_and_its_newest_backup_brings_it_back(
    evening: Evening, play: PlayDiscord, bot: BotProcess, tmp_path: Path, harm: object
) -> None:
    await evening.sit_down(stake=10)
    kept = tmp_path / "tongits.db.monday.backup"
    assert (await back_up(bot, str(kept)))[0] == 0
    assert await bot.stop() == 0
    harm(bot.db)  # type: ignore[operator]
    status, said = await run_bot(folder=tmp_path, **bot.settings)
    assert status == 2
    assert said.count("\n") == 1, said
    assert f"The database {bot.db} is damaged (" in said
    assert f"copy the newest backup, {kept}, to {bot.db} and start again." in said
    status, said = await back_up(bot, "of-the-damage.db")
    assert status == 2
    assert said.count("\n") == 1, said
    assert not (tmp_path / "of-the-damage.db").exists()
    assert (await bot.audit())[0] in (1, 2)
    restore(kept, bot.db)
    await bot.start()
    await evening.play_hand()
    assert (await bot.audit())[0] == 0


async def test_a_log_cut_by_a_crash_starts_as_an_earlier_sound_state(
    evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    await evening.play_turn()
    await bot.kill9()
    cut(Path(f"{bot.db}-wal"))
    await bot.start()
    assert await bot.audit() == (0, "The audit found nothing wrong.\n")


async def test_what_is_wrong_with_one_table_is_logged_at_the_start_and_stops_no_other(
    evening: Evening, play: PlayDiscord, bot: BotProcess
) -> None:
    dana, other = play.person("Dana"), play.world.new_channel("other")
    await dana.slash("tongits new", {"stake": 5}, other)
    await evening.sit_down(stake=10)
    assert await bot.stop() == 0
    meddle(bot.db, "DELETE FROM decisions WHERE subject = 'lobby'")
    meddle(bot.db, "UPDATE balances SET balance = balance + 1 WHERE account = 'mint'")
    await bot.start()
    await bot.until_said("the audit found 2 things wrong")
    await evening.play_hand()
    lines = [line for line in bot.output.splitlines() if "audit" in line]
    assert any("All balances together are 1 chips, not 0." in line for line in lines), lines
    assert all(" WARNING " in line or " INFO " in line for line in lines)
    assert not any(name in line for line in lines for name in ("Ana", "Ben", "Carla", "Dana"))


async def test_damage_that_only_the_audit_of_the_start_can_see_stops_the_bot(
    play: PlayDiscord, bot: BotProcess, evening: Evening
) -> None:
    await evening.sit_down(stake=10)
    assert await bot.stop() == 0
    lose_index_row(bot.db)
    bot.module = "tests.process.big_file_bot"
    await bot.start()
    assert await bot.ended() == 2
    last = bot.output.splitlines()[-1]
    assert f"The database {bot.db} is damaged (" in last
    assert "transfers_by_debit" in last


def lose_index_row(path: Path) -> None:
    """The index knows only a part of its table, as a lost page would leave it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        sql = "SELECT sql FROM sqlite_master WHERE name = 'transfers_by_debit'"
        whole = conn.execute(sql).fetchone()[0]
        conn.execute("DROP INDEX transfers_by_debit")
        conn.execute(f"{whole} WHERE transfer_id > 2")
        conn.execute("PRAGMA writable_schema = ON")
        conn.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'transfers_by_debit'", (whole,))
