"""A server that removed the bot: all of it goes after a while, and what stays adds up."""

import sqlite3

import pytest

from data import (
    boards,
    daily,
    guilds,
    ledger,
    moderations,
    panels,
    people,
    posts,
    server_settings,
    settings,
    tables,
)
from data.audit import audit
from data.daily import Claim
from data.moderations import Moderation
from tests.data.plain_boards import Season
from tests.data.worlds import GUILD, NOW_MS, World

OTHER = GUILD + 1
DAY_MS = 24 * 3_600_000


def rows(conn: sqlite3.Connection) -> dict[str, int]:
    """How many rows each table holds."""
    sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'"
    return {
        name: conn.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0]
        for (name,) in conn.execute(sql).fetchall()
    }


def played_on(world: World) -> str:
    """Everything that can be stored for a server, its one table closed; a player of it."""
    Season(world, 4).play(40)
    ana = world.person("Ana", 4_001)
    ledger.open_wallet(world.conn, GUILD, ana, NOW_MS)
    table_id = world.table("t2")
    world.seat(table_id, 0, ana, 300)
    seat, pot = ledger.table_account(table_id, ana), ledger.pot_account(table_id, ana)
    world.move(seat, pot, 10, table_id, "ante")
    for account, chips in ((seat, 290), (pot, 10)):
        world.move(account, ledger.wallet_account(GUILD, ana), chips, table_id, "refund")
    world.log(table_id, 3)
    posts.add(world.conn, table_id, posts.Post(3, "turns", "{}"))
    panels.want(world.conn, table_id, "table", 3, 500)
    daily.pay(world.conn, GUILD, ana, Claim(1, 1, 100), NOW_MS)
    boards.note_departed(world.conn, GUILD, ana, has_left=True)
    moderations.add(world.conn, Moderation(GUILD, "t2", ana, "end", "late", ana), 1, NOW_MS)
    server_settings.change(world.conn, GUILD, {"friendly": True}, ana, NOW_MS)
    for one in tables.open_tables(world.conn):
        tables.close_table(world.conn, one.table_id, "ended", NOW_MS)
    return ana


def delete(conn: sqlite3.Connection, guild_id: int) -> list[tuple[int, str]]:
    conn.execute("BEGIN IMMEDIATE")
    gone = guilds.delete(conn, guild_id, NOW_MS)
    conn.execute("COMMIT")
    return gone


def test_nothing_of_the_server_stays_and_the_rest_adds_up(world: World) -> None:
    ana = played_on(world)
    ben = world.rich("Ben", 500, guild_id=OTHER)
    ledger.open_wallet(world.conn, GUILD, ben, NOW_MS)
    guards = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
    before = world.conn.execute(guards).fetchall()
    gone = delete(world.conn, GUILD)
    left = rows(world.conn)
    assert {name for name, count in left.items() if count} <= {
        *("schema_migrations", "settings", "inbox", "removals_due", "players"),
        *("transfers", "balances", "statements", "board_chips"),  # Ben's on the other server
    }
    assert (left["transfers"], left["balances"], left["statements"]) == (1, 2, 1)
    assert ledger.balance(world.conn, ledger.MINT) == -500
    assert ledger.holdings(world.conn, OTHER, ben).total == 500
    assert audit(world.conn) == []
    assert world.conn.execute(guards).fetchall() == before
    assert (4_001, ana) in gone
    assert people.find_player(world.conn, 4_001) is None
    assert people.get_player(world.conn, ben).discord_id is not None
    assert len(gone) > 10


def test_who_was_met_there_alone_is_no_returner_elsewhere(world: World) -> None:
    played_on(world)
    delete(world.conn, GUILD)
    again = people.player_for(world.conn, 4_001, "Ana", NOW_MS + 1).player_id
    assert ledger.open_wallet(world.conn, OTHER, again, NOW_MS + 1)


def test_a_deletion_that_fails_leaves_all_as_it_was(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_on(world)
    before = rows(world.conn)
    monkeypatch.setattr(guilds, "ROWS", (*guilds.ROWS[:3], "nowhere"))
    with pytest.raises(sqlite3.OperationalError):
        delete(world.conn, GUILD)
    world.conn.execute("ROLLBACK")
    assert rows(world.conn) == before
    with pytest.raises(sqlite3.IntegrityError, match="only added"):
        world.conn.execute("DELETE FROM transfers")


def test_the_days_count_from_when_it_was_first_known_and_coming_back_ends_them(
    world: World,
) -> None:
    guilds.note_gone(world.conn, GUILD, NOW_MS)
    guilds.note_gone(world.conn, GUILD, NOW_MS + DAY_MS)
    assert guilds.gone_since(world.conn, NOW_MS - 1) == []
    assert guilds.gone_since(world.conn, NOW_MS) == [GUILD]
    guilds.back(world.conn, GUILD)
    assert guilds.gone_since(world.conn, NOW_MS) == []


def test_servers_that_were_left_while_the_bot_was_down_are_known_at_its_start(
    world: World,
) -> None:
    world.rich("Ana", 5)
    world.rich("Ben", 5, guild_id=OTHER)
    guilds.note_here(world.conn, {GUILD}, NOW_MS)
    assert guilds.gone_since(world.conn, NOW_MS) == [OTHER]
    guilds.note_here(world.conn, {GUILD, OTHER}, NOW_MS)
    assert guilds.gone_since(world.conn, NOW_MS) == []


def test_a_server_whose_table_is_not_closed_yet_waits(world: World) -> None:
    world.table("t1")
    guilds.note_gone(world.conn, GUILD, NOW_MS)
    assert guilds.gone_since(world.conn, NOW_MS) == []


def test_settings_of_the_bot_stay(world: World) -> None:
    settings.put(world.conn, "commands:1", "drawn")
    played_on(world)
    delete(world.conn, GUILD)
    assert settings.get(world.conn, "commands:1") == "drawn"


def test_every_table_with_rows_of_a_server_is_thought_of(world: World) -> None:
    sql = """
        SELECT DISTINCT t.name FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
        WHERE t.schema = 'main' AND c.name IN ('guild_id', 'table_id')
    """
    belongs = {name for (name,) in world.conn.execute(sql)}
    assert {"tables", "events", "transfers", "board_sums"} <= belongs
    assert belongs == {rows.split(" ")[0] for rows in guilds.ROWS}


def test_who_only_looked_is_found_once_they_were_last_here_long_ago(world: World) -> None:
    """No server is noted for them, so that none would ever take them along."""
    played_on(world)
    moderator = world.person("Mia", 4_002)
    moderations.add(world.conn, Moderation(GUILD, "t2", moderator, "end", "late", None), 9, NOW_MS)
    dana = world.person("Dana", 4_003)
    assert (4_003, dana) in guilds.only_looked(world.conn, NOW_MS)
    assert (4_002, moderator) not in guilds.only_looked(world.conn, NOW_MS)
    assert guilds.only_looked(world.conn, NOW_MS - 1) == []
