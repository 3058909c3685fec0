"""The audit finds what was planted, names no person, and a sound file has no finding."""

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from data import boards, decisions, ledger, server_settings, tables
from data.audit import audit
from data.db import Connection, Database, open_readonly
from data.decisions import Decision
from data.journal import StoredEvent
from data.results import record
from tests.data.worlds import GUILD, NOW_MS, World

NAME, DISCORD_ID = "Marisol", 223344556677889900


@pytest.fixture
def sound(world: World) -> World:
    """An open table with chips, a carried pot of somebody who left, and a closed table."""
    ana = world.person(NAME, DISCORD_ID)
    ledger.open_wallet(world.conn, GUILD, ana, NOW_MS)
    ben = world.rich("Ben", 500)
    for table_id in ("open", "shut"):
        world.table(table_id)
        world.log(table_id, 3)
    world.seat("open", 0, ana, 300)
    world.move(ledger.wallet_account(GUILD, ben), ledger.pot_account("open", ben), 10)
    lost = [boards.HandResult(1, ana, 0, -10, won=False, ending="call")]
    record(world.conn, "open", lost, NOW_MS)
    for friendly in (True, False):
        server_settings.change(world.conn, GUILD, {"friendly": friendly}, ana, NOW_MS)
    decisions.replace(world.conn, Decision("open", "seat:0", "x", 3, NOW_MS))
    tables.close_table(world.conn, "shut", "idle", NOW_MS)
    world.conn.execute("PRAGMA foreign_keys = OFF")
    return world


def test_a_sound_file_has_no_findings(sound: World) -> None:
    assert audit(sound.conn, None) == []
    assert not sound.conn.in_transaction


def drop_guards(conn: Connection) -> None:
    """Drop the triggers that refuse, keep the one that posts."""
    refusing = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name <> 'transfers_post'"
    for (name,) in conn.execute(refusing).fetchall():
        conn.execute(f"DROP TRIGGER {name}")


def ana_of(conn: Connection) -> str:
    row = conn.execute("SELECT player_id FROM players WHERE discord_id = ?", (DISCORD_ID,))
    return str(row.fetchone()[0])


Plant = tuple[str, Callable[[World], object]]


def sql(statement: str) -> Callable[[World], object]:
    return lambda world: world.conn.execute(statement)


def in_shut(make: Callable[[str, str], str]) -> Callable[[World], object]:
    """Chips in an account of the closed table."""
    return lambda world: world.move(
        ledger.wallet_account(GUILD, ana_of(world.conn)), make("shut", ana_of(world.conn)), 5
    )


PLANTS: dict[str, Plant] = {
    "a balance changed by hand": (
        "Account table:open:{ana} holds 301 chips, but its transfers add up to 300.",
        sql("UPDATE balances SET balance = balance + 1 WHERE account GLOB 'table:*'"),
    ),
    "an account that vanished": (
        f"Account wallet:{GUILD}:{{ana}} holds 0 chips, but its transfers add up to 700.",
        sql(f"DELETE FROM balances WHERE account GLOB 'wallet:{GUILD}:*' AND balance = 700"),
    ),
    "chips from nowhere": (
        "All balances together are 7 chips, not 0.",
        sql("INSERT INTO balances (account, balance, floor) VALUES ('wallet:1:ghost', 7, 0)"),
    ),
    "a statement that lies": (
        f"Account wallet:{GUILD}:{{ana}} holds 700 chips, but its statement adds up to 701.",
        sql("UPDATE statements SET change = -299 WHERE change = -300"),
    ),
    "a statement with a line torn out": (
        f"The statement of player {{ana}} on server {GUILD} has gaps: 1 lines up to 2.",
        sql("DELETE FROM statements WHERE line_no = 1"),
    ),
    "a transfer that vanished": (
        "Account table:open:{ana} holds 300 chips, but its transfers add up to 0.",
        sql("DELETE FROM transfers WHERE why = 'buy-in'"),
    ),
    "chips of a closed table": (
        "Account table:shut:{ana} holds 5 chips of a table that is not open.",
        in_shut(ledger.table_account),
    ),
    "a pot of a closed table": (
        "Account pot:shut:{ana} holds 5 chips of a table that is not open.",
        in_shut(ledger.pot_account),
    ),
    "chips of somebody without a seat": (
        "Account table:open:{ana} holds 300 chips of somebody without a seat.",
        lambda world: tables.free_seat(world.conn, "open", 0),
    ),
    "a seat at a closed table": (
        "Table shut is closed, but seat 1 is taken.",
        sql("INSERT INTO seats SELECT 'shut', 1, player_id FROM players LIMIT 1"),
    ),
    "a decision of a closed table": (
        "Table shut is closed, but the decision lobby is open.",
        sql("INSERT INTO decisions VALUES ('shut', 'lobby', 'y', 1, 0, NULL)"),
    ),
    "a decision of no table": (
        "The decision lobby of table none belongs to a table that does not exist.",
        sql("INSERT INTO decisions VALUES ('none', 'lobby', 'y', 1, 0, NULL)"),
    ),
    "a decision from the future": (
        "The decision seat:0 of table open was opened by event 4, but the log ends at 3.",
        sql("UPDATE decisions SET opened_seq = 4"),
    ),
    "a gap in a log": (
        "The log of table open has gaps: 2 events from 1 to 3.",
        sql("DELETE FROM events WHERE table_id = 'open' AND seq = 2"),
    ),
    "a log without its beginning": (
        "The log of table shut has gaps: 2 events from 2 to 3.",
        sql("DELETE FROM events WHERE table_id = 'shut' AND seq = 1"),
    ),
    "a row that points nowhere": (
        "points to a row of tables that does not exist.",
        sql("INSERT INTO seats VALUES ('none', 0, 'nobody')"),
    ),
    "an edited migration": (
        "Migration 1 was applied from another text than the one here.",
        sql("UPDATE schema_migrations SET sha256 = 'other'"),
    ),
    "a sum that was changed": (
        f"The board all of server {GUILD} says of player {{ana}} what the results do not.",
        sql("UPDATE board_sums SET net = net + 1 WHERE period = 'all'"),
    ),
    "a result that a board does not know": (
        f"The board w20270111 of server {GUILD} says of player {{ana}} what the results do not.",
        sql("DELETE FROM board_sums WHERE period GLOB 'w*'"),
    ),
    "chips owned that were changed": (
        f"The chips board of server {GUILD} shows 1001 chips of player {{ana}}, not 1000.",
        sql("UPDATE board_chips SET chips = chips + 1"),
    ),
    "somebody shown who hides": (
        f"The boards of server {GUILD} list player {{ana}} as they should not.",
        sql("UPDATE players SET is_hidden = 1"),
    ),
    "a setting that nobody changed": (
        f"The setting friendly of server {GUILD} is not what its last change says.",
        sql("UPDATE server_settings SET value = 'true'"),
    ),
    "a setting that vanished": (
        f"The setting friendly of server {GUILD} is not what its last change says.",
        sql("DELETE FROM server_settings"),
    ),
    "a setting that cannot be": (
        f"The setting stakes of server {GUILD} counts as its default: no list.",
        sql(f"INSERT INTO server_settings VALUES ({GUILD}, 'stakes', '7')"),
    ),
    "a change that was torn out": (
        "Change 2 of a setting does not begin where the one before it ended.",
        sql("DELETE FROM setting_changes WHERE change_id = 1"),
    ),
    "an overdrawn account": (
        "SQLite finds the file damaged: CHECK constraint failed in balances.",
        lambda world: (
            world.conn.execute("PRAGMA ignore_check_constraints = ON"),
            world.conn.execute("UPDATE balances SET balance = -1 WHERE account GLOB 'pot:*'"),
            world.conn.execute("PRAGMA ignore_check_constraints = OFF"),
        ),
    ),
}


@pytest.mark.parametrize(("sentence", "plant"), PLANTS.values(), ids=PLANTS)
def test_a_planted_fault_is_named(
    sound: World, sentence: str, plant: Callable[[World], object]
) -> None:
    drop_guards(sound.conn)
    plant(sound)
    found = audit(sound.conn, None)
    assert any(line.endswith(sentence.format(ana=ana_of(sound.conn))) for line in found), found
    assert not any(secret in line for line in found for secret in (NAME, str(DISCORD_ID)))


def test_the_replay_gets_every_log_and_its_findings_are_told(sound: World) -> None:
    seen: dict[str, int] = {}

    def replay(table_id: str, events: list[StoredEvent]) -> Sequence[str]:
        seen[table_id] = len(events)
        return ["hand 1 does not add up."] if table_id == "shut" else []

    assert audit(sound.conn, replay) == ["Table shut: hand 1 does not add up."]
    assert seen == {"open": 3, "shut": 3}


async def test_the_audit_runs_on_a_readonly_file_and_inside_a_read(
    sound: World, path: Path
) -> None:
    looker = open_readonly(path)
    assert audit(looker, None) == []
    looker.close()
    db = await Database.open(path, now_ms=NOW_MS)
    assert await db.read(lambda conn: audit(conn, None)) == []
    await db.close()


def test_an_audit_sees_one_state_while_the_bot_goes_on(sound: World, path: Path) -> None:
    looker = open_readonly(path)
    writer = World(sqlite3.connect(path, isolation_level=None), sound.numbers)

    def meddle(table_id: str, events: list[StoredEvent]) -> Sequence[str]:
        writer.move(ledger.MINT, "wallet:1:new", 5)
        return [] if ledger.balance(looker, "wallet:1:new") == 0 else ["it moved under us."]

    assert audit(looker, meddle) == []
    assert ledger.balance(looker, "wallet:1:new") == 10
    looker.close()
    writer.conn.close()
