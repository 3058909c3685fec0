"""A migration and the record of it stand or fall together."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from data import (
    boards,
    erasing,
    fair_play,
    moderations,
    people,
    personal,
    plays,
    ratings,
    results,
    server_settings,
    tables,
)
from data.audit import audit
from data.boards import HandResult
from data.db import Database
from data.errors import SchemaTooNew
from data.migrate import Migration, applied, migrate, schema_version, shipped, statements
from data.moderations import Moderation
from tests.data import plain_profiles
from tests.data.plain_boards import Season
from tests.data.worlds import GUILD, World

FIRST = Migration(1, "CREATE TABLE one (a);\n", "sha-1")
SECOND = Migration(2, "CREATE TABLE two (a);\nINSERT INTO two VALUES (1);\n", "sha-2")
BROKEN = Migration(2, "CREATE TABLE two (a);\nINSERT INTO nowhere VALUES (1);\n", "sha-2")


@pytest.fixture
def conn(path: Path) -> sqlite3.Connection:
    path.parent.mkdir()
    return sqlite3.connect(path, isolation_level=None)


def tables_of(conn: sqlite3.Connection) -> set[str]:
    return {name for (name,) in conn.execute("SELECT name FROM sqlite_master")}


def test_each_migration_applies_once_and_is_recorded(conn: sqlite3.Connection) -> None:
    assert migrate(conn, [FIRST], 5) == 1
    assert migrate(conn, [FIRST, SECOND], 6) == 2
    assert migrate(conn, [FIRST, SECOND], 7) == 2
    assert applied(conn) == {1: "sha-1", 2: "sha-2"}
    assert conn.execute("SELECT applied_ms FROM schema_migrations").fetchall() == [(5,), (6,)]
    assert conn.execute("SELECT COUNT(*) FROM two").fetchone() == (1,)
    conn.close()


def test_a_failing_migration_leaves_no_trace(conn: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        migrate(conn, [FIRST, BROKEN], 5)
    assert tables_of(conn) == {"one", "schema_migrations"}
    assert schema_version(conn) == 1
    assert not conn.in_transaction
    assert migrate(conn, [FIRST, SECOND], 6) == 2
    conn.close()


def test_a_newer_file_is_left_alone(conn: sqlite3.Connection) -> None:
    migrate(conn, [FIRST, SECOND], 5)
    with pytest.raises(SchemaTooNew, match="schema 2"):
        migrate(conn, [FIRST], 6)
    conn.close()


@pytest.mark.parametrize("migration", shipped(), ids=lambda migration: str(migration.version))
def test_a_shipped_migration_says_what_it_revises_when_and_why(migration: Migration) -> None:
    heads = [line.split(":")[0] for line in migration.sql.splitlines()[:3]]
    assert heads == ["-- Revises", "-- Date", "-- Reason"]
    assert "".join(statements(migration.sql)).endswith(";")


def test_shipped_migrations_are_numbered_without_gaps() -> None:
    versions = [migration.version for migration in shipped()]
    assert versions == list(range(1, len(versions) + 1))
    assert versions


def test_every_table_is_strict(path: Path) -> None:
    path.parent.mkdir()
    conn = sqlite3.connect(path, isolation_level=None)
    migrate(conn, shipped(), 5)
    rows = conn.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")
    loose = {name for name, strict in rows if not strict and not name.startswith("sqlite_")}
    assert loose == set()
    conn.close()


def met_under_schema_2(
    conn: sqlite3.Connection, discord_id: int, name: str, now_ms: int
) -> people.Player:
    """What `people.player_for` did with a newcomer then."""
    player_id = f"p{discord_id}"
    sql = "INSERT INTO players (player_id, discord_id, name, seen_ms) VALUES (?, ?, ?, ?)"
    conn.execute(sql, (player_id, discord_id, name, now_ms))
    return people.get_player(conn, player_id)


def without_profiles(old: pytest.MonkeyPatch) -> None:
    """Results are kept as they were before there were profiles."""
    old.setattr(plays, "add_up", nothing)
    old.setattr(ratings, "record", nothing)
    old.setattr(results, "_store", stored_under_schema_2)
    old.setattr(tables, "take_seat", sits_under_schema_7)


def sits_under_schema_7(conn: sqlite3.Connection, table_id: str, seat: int, player_id: str) -> None:
    """A taken seat; who had sat there was not kept."""
    conn.execute("INSERT INTO seats VALUES (?, ?, ?)", (table_id, seat, player_id))


def nothing(*_: object) -> None:
    pass


def stored_under_schema_2(
    conn: sqlite3.Connection, table_id: str, guild_id: int, result: HandResult, at_ms: int
) -> None:
    """A row of the results as it was then."""
    bound = (table_id, result.hand_no, guild_id, result.player_id, result.seat, result.chips)
    rest = (int(result.won), result.ending, at_ms)
    conn.execute("INSERT INTO hand_results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*bound, *rest))


def tell(conn: sqlite3.Connection, table_id: str, played: list[list[HandResult]]) -> None:
    """What the journal says of hands, as far as anybody reads it here."""
    events = []
    for hand in played:
        callers = [one.seat for one in hand if one.called]
        outcome = {"caller": callers[0] if callers else None, "burned": [o.burned for o in hand]}
        events.append(("hand_started", {"hand_no": hand[0].hand_no}))
        events.append(("drew", {"seat": 0}))
        events.append(("hand_ended", {"outcome": outcome}))
    for seq, (kind, body) in enumerate(events, 1):
        row = (table_id, seq, kind, json.dumps(body))
        conn.execute("INSERT INTO events VALUES (?, ?, ?, 1, ?, 0)", row)


def test_the_boards_of_an_old_file_are_filled_from_its_results_and_transfers(
    conn: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(conn, shipped()[:2], 5)
    before = World(conn)
    with monkeypatch.context() as old:
        old.setattr(boards, "add_up", nothing)  # what schema 2 had no room for
        without_profiles(old)
        old.setattr(people, "player_for", met_under_schema_2)
        season = Season(before, 4)
        season.play(120)
        tell(conn, "t1", [hand for _, hand in season.hands])
        ana = before.rich("Ana", 700)
        before.seat("t1", 0, ana, 300)
    erased = season.people[0]
    conn.execute("UPDATE players SET discord_id = NULL WHERE player_id = ?", (erased,))
    migrate(conn, shipped(), 6)
    assert any("rating" in finding for finding in audit(conn))
    ratings.catch_up(conn)  # as the start does that brings the migration
    assert plain_profiles.faults(conn, season.hands) == []
    assert list(season.disagreements()) == []
    owned = boards.Ranking(GUILD, "chips")
    assert boards.top(conn, owned).rows[0].value == 700
    assert boards.top(conn, owned).rows[0].name == people.get_player(conn, ana).name
    assert boards.standing(conn, owned, erased) is None
    assert audit(conn) == []
    season.play(40)  # and they are kept from there
    assert list(season.disagreements()) == []
    assert plain_profiles.faults(conn, season.hands) == []
    assert audit(conn) == []
    conn.close()


async def test_the_start_that_brings_ratings_rates_what_was_played_before(
    path: Path, conn: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(conn, shipped()[:4], 5)
    with monkeypatch.context() as old:
        without_profiles(old)
        season = Season(World(conn), 8)
        season.play(90)
        tell(conn, "t1", [hand for _, hand in season.hands])
    conn.close()
    for _ in range(2):  # the next start finds nothing to do
        await (await Database.open(path, now_ms=6)).close()
        with closing(sqlite3.connect(path, isolation_level=None)) as looked:
            assert plain_profiles.faults(looked, season.hands) == []
            assert audit(looked) == []
            assert looked.execute("SELECT * FROM settings").fetchall() == []


def test_every_server_of_an_old_file_has_the_defaults(conn: sqlite3.Connection) -> None:
    migrate(conn, shipped()[:4], 5)
    ana = World(conn).rich("Ana", 700)
    migrate(conn, shipped(), 6)
    assert server_settings.load(conn, GUILD) == (server_settings.DEFAULTS, ())
    assert server_settings.change(conn, GUILD, {"friendly": True}, ana, 7) == ("friendly",)
    assert server_settings.load(conn, GUILD).settings.friendly
    assert audit(conn) == []
    conn.close()


def test_who_sat_at_tables_of_an_old_file_is_known(
    conn: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who left too: their chips were there."""
    migrate(conn, shipped()[:7], 5)
    before = World(conn)
    people_there = [before.rich(name, 700) for name in ("Ana", "Ben", "Carla")]
    with monkeypatch.context() as old:
        old.setattr(tables, "take_seat", sits_under_schema_7)
        for seat, person in enumerate(people_there[:2]):
            before.seat("t1" if seat else before.table("t1"), seat, person, 300)
    tables.free_seat(conn, "t1", 0)
    migrate(conn, shipped(), 6)
    sat = [[one.table_id for one in personal.tables_sat_at(conn, who)] for who in people_there]
    assert sat == [["t1"], ["t1"], []]
    conn.close()


def test_reasons_of_an_old_file_can_be_taken_away_and_its_people_erased(
    conn: sqlite3.Connection,
) -> None:
    migrate(conn, shipped()[:4], 5)
    before = World(conn)
    ana = before.rich("Ana", 700)
    act = Moderation(GUILD, before.table("t1"), ana, "kick", "Ana was rude", ana)
    moderations.add(conn, act, 1, 5)
    with pytest.raises(sqlite3.IntegrityError, match="only added"):
        conn.execute("UPDATE moderations SET reason = ''")
    migrate(conn, shipped(), 6)
    assert erasing.erase(conn, ana, 7)
    ((_, kept),) = moderations.of_guild(conn, GUILD)
    assert kept == replace(act, reason="")
    assert audit(conn) == []
    conn.close()


def test_the_hands_of_an_old_file_are_read_by_time(conn: sqlite3.Connection) -> None:
    migrate(conn, shipped()[:8], 5)
    season = Season(World(conn), 4)
    season.play(30)
    migrate(conn, shipped(), 6)
    found = fair_play.results(conn, GUILD, 0, 1_000)
    in_file = conn.execute(
        "SELECT table_id, hand_no, player_id, chips FROM hand_results"
    ).fetchall()
    assert in_file
    assert sorted((one.table_id, one.hand_no, one.player_id, one.chips) for one in found) == sorted(
        in_file
    )
    assert [one.at_ms for one in found] == sorted((one.at_ms for one in found), reverse=True)
    newest = found[0].at_ms
    assert {one.at_ms for one in fair_play.results(conn, GUILD, newest, 1_000)} == {newest}
    conn.close()
