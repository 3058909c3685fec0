"""Servers' settings: defaults, what counts of what is stored, and who changed what when."""

import json
import sqlite3

import pytest

from data import server_settings
from data.server_settings import DEFAULTS, Change, ServerSettings, change, changes, load
from data.setting_values import MOST_IDS, NUMBERS, PAIRS
from tests.data.worlds import GUILD, NOW_MS, World

GOOD: dict[str, object] = {
    "rules": "pagat",
    "stakes": (5, 50),
    "rates": (0, 0),
    "clocks": (30, 600),
    "clock": 600,
    "channels": (2**62, 7),
    "roles": (9,),
    "daily_hour": 9,
    "daily_zone": "Europe/Berlin",
    "account_days": 0,
    "member_days": 30,
    "daily_loss": 500,
    "tables_each": 3,
    "turn_lines": False,
    "dm_hands": False,
    "friendly": True,
}
BAD: list[tuple[str, object]] = [
    ("rules", "poker"),
    ("rules", ["book"]),
    ("rules", None),
    ("stakes", [50, 5]),
    ("stakes", [1]),
    ("stakes", [1, 50, 60]),
    ("stakes", [0, 50]),
    ("stakes", [1, 1_001]),
    ("stakes", "150"),
    ("rates", [-1, 5]),
    ("rates", [0, 2.5]),
    ("clocks", []),
    ("clocks", [31]),
    ("clocks", ["60"]),
    ("clock", 61),
    ("clock", True),
    ("channels", [0]),
    ("channels", [2**63]),
    ("channels", {"7": 7}),
    ("roles", list(range(1, MOST_IDS + 2))),
    ("daily_hour", 24),
    ("daily_hour", False),
    ("daily_zone", "Asia/Atlantis"),
    ("daily_zone", "../../etc/passwd"),
    ("daily_zone", 8),
    ("account_days", -1),
    ("daily_loss", 10**30),
    ("tables_each", 0),
    ("turn_lines", 1),
    ("friendly", "yes"),
    ("no_such_setting", 1),
]


def plant(conn: sqlite3.Connection, key: str, text: str) -> None:
    sql = "INSERT INTO server_settings VALUES (?, ?, ?)"
    conn.execute(sql, (GUILD, key, text))


def test_a_server_that_settled_nothing_has_the_defaults(world: World) -> None:
    assert load(world.conn, GUILD) == (DEFAULTS, ())


def test_every_setting_is_read_back_as_it_was_set(world: World) -> None:
    assert set(GOOD) == set(ServerSettings.__slots__)
    changed = change(world.conn, GUILD, GOOD, world.person(), NOW_MS)
    assert set(changed) == set(GOOD)
    assert load(world.conn, GUILD) == (ServerSettings(**GOOD), ())  # type: ignore[arg-type]
    assert load(world.conn, GUILD + 1).settings == DEFAULTS


def test_every_change_says_who_when_and_from_what_to_what(world: World) -> None:
    ana, ben = world.person(), world.person("Ben")
    change(world.conn, GUILD, {"friendly": True}, ana, NOW_MS)
    change(world.conn, GUILD, {"friendly": False, "stakes": (1, 9)}, ben, NOW_MS + 5)
    assert changes(world.conn, GUILD) == [
        Change(NOW_MS + 5, ben, "stakes", None, "[1, 9]"),
        Change(NOW_MS + 5, ben, "friendly", "true", "false"),
        Change(NOW_MS, ana, "friendly", None, "true"),
    ]
    assert changes(world.conn, GUILD, 1)[0].key == "stakes"
    assert changes(world.conn, GUILD + 1) == []


@pytest.mark.parametrize(
    "sql", ["UPDATE setting_changes SET at_ms = 0", "DELETE FROM setting_changes"]
)
def test_changes_are_only_added(world: World, sql: str) -> None:
    change(world.conn, GUILD, {"friendly": True}, world.person(), NOW_MS)
    with pytest.raises(sqlite3.IntegrityError, match="only added"):
        world.conn.execute(sql)


def test_what_is_so_already_changes_nothing(world: World) -> None:
    ana = world.person()
    assert change(world.conn, GUILD, {"friendly": False, "clocks": [600, 30]}, ana, 1) == (
        "clocks",
    )
    assert change(world.conn, GUILD, {"clocks": (30, 600)}, ana, 2) == ()
    assert len(changes(world.conn, GUILD)) == 1


@pytest.mark.parametrize(("key", "value"), BAD)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    world: World, key: str, value: object
) -> None:
    with pytest.raises(ValueError, match=r"no|neither|too many|least"):
        change(world.conn, GUILD, {"friendly": True, key: value}, world.person(), NOW_MS)
    assert world.conn.execute("SELECT * FROM server_settings").fetchall() == []
    assert changes(world.conn, GUILD) == []


@pytest.mark.parametrize(("key", "value"), BAD)
def test_a_damaged_value_counts_as_the_default_and_spoils_no_other(
    world: World, key: str, value: object
) -> None:
    plant(world.conn, key, json.dumps(value))
    other = "turn_lines" if key == "dm_hands" else "dm_hands"
    plant(world.conn, other, "false")
    loaded = load(world.conn, GUILD)
    assert loaded.unusable == (key,)
    assert not getattr(loaded.settings, other)
    assert getattr(loaded.settings, key, None) == getattr(DEFAULTS, key, None)


def test_a_damaged_value_can_be_set_anew_to_the_default(world: World) -> None:
    plant(world.conn, "clock", "61")
    assert change(world.conn, GUILD, {"clock": DEFAULTS.clock}, world.person(), NOW_MS) == (
        "clock",
    )
    assert changes(world.conn, GUILD)[0].old == "61"
    assert load(world.conn, GUILD).unusable == ()


def test_ends_of_every_number_and_range_may_be_set(world: World) -> None:
    ana = world.person()
    for key, limits in {**NUMBERS, **PAIRS}.items():
        for end in limits:
            value: object = (end, end) if key in PAIRS else end
            change(world.conn, GUILD, {key: value}, ana, NOW_MS)
            assert getattr(load(world.conn, GUILD).settings, key) == value


def test_a_clock_that_is_not_allowed_any_more_is_nobodys_default() -> None:
    assert ServerSettings(clocks=(30, 600), clock=600).default_clock_s == 600
    assert ServerSettings(clocks=(30, 600), clock=60).default_clock_s == 30


def test_every_field_has_a_reader() -> None:
    assert set(server_settings._READ) == set(ServerSettings.__slots__)
