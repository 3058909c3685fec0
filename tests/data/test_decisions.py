"""Open decisions are rows: one a subject, answered by its newest token."""

import sqlite3
from dataclasses import replace

import pytest

from data import decisions
from data.decisions import Decision
from tests.data.worlds import World


def opened(world: World, subject: str, token: str, due_ms: int, table_id: str = "t1") -> Decision:
    decision = Decision(table_id, subject, token, 1, due_ms)
    decisions.replace(world.conn, decision)
    return decision


@pytest.fixture
def table(world: World) -> World:
    world.table("t1")
    return world


def test_a_replaced_decision_is_answered_by_the_new_token_only(table: World) -> None:
    opened(table, "seat:0", "old", 10)
    new = opened(table, "seat:0", "new", 20)
    assert decisions.of_table(table.conn, "t1") == [new]


def test_one_seats_answer_leaves_the_other_seats_token(table: World) -> None:
    opened(table, "seat:1", "one", 10)
    two = opened(table, "seat:2", "two", 10)
    decisions.delete(table.conn, "t1", "seat:1")
    decisions.delete(table.conn, "t1", "seat:1")
    assert decisions.of_table(table.conn, "t1") == [two]


def test_a_token_stands_for_one_decision(table: World) -> None:
    opened(table, "seat:0", "same", 10)
    with pytest.raises(sqlite3.IntegrityError):
        opened(table, "seat:1", "same", 10)


@pytest.mark.parametrize("subject", ["seat:3", "seat", "elsewhere"])
def test_only_known_subjects_owe_answers(table: World, subject: str) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        opened(table, subject, "x", 10)


def test_the_clock_sees_what_is_due_longest_overdue_first(table: World) -> None:
    table.table("t2")
    late = opened(table, "lobby", "b", 20)
    later = opened(table, "start", "a", 10, "t2")
    opened(table, "break", "c", 21)
    assert decisions.due(table.conn, 20) == [later, late]
    assert decisions.due(table.conn, 9) == []
    assert decisions.next_moment(table.conn) == 10


def test_nothing_open_is_never_due(table: World) -> None:
    assert decisions.next_moment(table.conn) is None


def test_the_clock_wakes_for_a_ping_before_the_due_time(table: World) -> None:
    row = opened(table, "seat:0", "a", 100)
    decisions.replace(table.conn, replace(row, ping_ms=60))
    assert decisions.next_moment(table.conn) == 60
    assert decisions.to_ping(table.conn, 59) == []
    assert [row.token for row in decisions.to_ping(table.conn, 60)] == ["a"]


def test_a_ping_goes_out_once_and_never_for_an_answered_question(table: World) -> None:
    row = opened(table, "seat:0", "a", 100)
    decisions.replace(table.conn, replace(row, ping_ms=60))
    assert [decisions.pinged(table.conn, token) for token in ("b", "a", "a")] == [
        False,
        True,
        False,
    ]
    assert decisions.next_moment(table.conn) == 100


def test_when_the_wall_clock_is_set_everybody_keeps_the_time_they_had(table: World) -> None:
    decisions.replace(table.conn, replace(opened(table, "seat:0", "a", 100), ping_ms=60))
    opened(table, "lobby", "b", 200)
    assert decisions.shift(table.conn, -50) == ["t1"]
    rows = decisions.of_table(table.conn, "t1")
    assert [(row.due_ms, row.ping_ms) for row in rows] == [(150, None), (50, 10)]


def test_grace_only_moves_what_would_fall_due_too_soon(table: World) -> None:
    opened(table, "seat:0", "a", 10)
    opened(table, "seat:1", "b", 99)
    assert decisions.grace(table.conn, 50) == ["t1"]
    assert [row.due_ms for row in decisions.of_table(table.conn, "t1")] == [50, 99]
    assert decisions.grace(table.conn, 50) == []


def test_a_token_never_shows_in_a_repr() -> None:
    assert "s3cret" not in repr(Decision("t1", "seat:0", "s3cret", 1, 10))
