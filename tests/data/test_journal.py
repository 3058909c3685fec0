"""A table's log is only ever added to, one number after the other."""

import sqlite3

import pytest

from data import journal
from data.errors import SeqConflict
from tests.data.worlds import World, event


def test_a_log_reads_back_as_it_was_written(world: World) -> None:
    world.table("t1")
    events = [event(1, "TableOpened", '{"stake": 10}'), event(2, "Dealt", '{"deck": []}')]
    assert journal.append(world.conn, "t1", 0, events) == 2
    assert journal.append(world.conn, "t1", 2, [event(3)]) == 3
    assert journal.load(world.conn, "t1") == [*events, event(3)]
    assert journal.last_seq(world.conn, "t1") == 3


def test_logs_of_two_tables_count_for_themselves(world: World) -> None:
    world.table("t1")
    world.table("t2")
    world.log("t1", 3)
    world.log("t2", 1)
    assert (journal.last_seq(world.conn, "t1"), journal.last_seq(world.conn, "t2")) == (3, 1)
    assert journal.load(world.conn, "nowhere") == []
    assert journal.last_seq(world.conn, "nowhere") == 0


@pytest.mark.parametrize("expected_seq", [0, 1, 3])
def test_a_writer_who_read_an_older_log_is_refused(world: World, expected_seq: int) -> None:
    world.table("t1")
    world.log("t1", 2)
    with pytest.raises(SeqConflict) as refusal:
        journal.append(world.conn, "t1", expected_seq, [event(expected_seq + 1)])
    assert (refusal.value.expected_seq, refusal.value.found_seq) == (expected_seq, 2)
    assert journal.last_seq(world.conn, "t1") == 2


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE events SET kind = 'Other'",
        "DELETE FROM events",
        "INSERT INTO events VALUES ('t1', 4, 'Drawn', 1, '{}', 0)",
        "INSERT INTO events VALUES ('t1', 2, 'Drawn', 1, '{}', 0)",
        "INSERT OR REPLACE INTO events VALUES ('t1', 2, 'Drawn', 1, '{}', 0)",
        "INSERT INTO events VALUES ('t2', 1, 'Drawn', 1, '{}', 0)",
        "INSERT INTO events VALUES ('t1', 3, 'Drawn', 1, 'not json', 0)",
    ],
    ids=["update", "delete", "gap", "again", "replace", "no-table", "no-json"],
)
def test_events_refuse_update_delete_and_gaps(world: World, sql: str) -> None:
    world.table("t1")
    world.log("t1", 2)
    before = journal.load(world.conn, "t1")
    with pytest.raises(sqlite3.IntegrityError):
        world.conn.execute(sql)
    assert journal.load(world.conn, "t1") == before


def test_a_body_never_shows_in_a_repr() -> None:
    assert "7H" not in repr(event(1, "Dealt", '["7H"]'))
