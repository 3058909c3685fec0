"""All rows that are about one person, read for them alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from data import ledger, statements
from data.ledger import Holdings
from data.moderations import Action
from data.plays import Together

LINES_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class Account:
    """The row of a person; nothing of it shows in a repr."""

    discord_id: int = field(repr=False)
    name: str = field(repr=False)
    dm_channel_id: int | None = field(repr=False)
    dm_state: str
    sort_order: str
    is_hidden: int  # 0 or 1
    seen_ms: int
    grants_before: str | None


class BoardSum(NamedTuple):
    """What a period's hands on a server came to."""

    period: str
    net: int
    hands: int
    won: int
    tongits: int
    biggest: int
    best_streak: int


class Result(NamedTuple):
    """What a hand did to a seat; `is_own` if the person had it."""

    hand_no: int
    seat: int
    chips: int
    won: int  # 0 or 1
    ending: str
    at_ms: int
    is_own: int  # 0 or 1


class Act(NamedTuple):
    """What a moderator did: the person, or somebody else about them."""

    guild_id: int
    table_id: str
    action: Action
    is_own: int  # 0 or 1
    reason: str
    at_ms: int


class SettingSet(NamedTuple):
    """What the person changed on `/settings`; JSON texts, `old` None for the default."""

    at_ms: int
    key: str
    old: str | None
    new: str


class Daily(NamedTuple):
    """The last day of chips claimed, an ordinal, and the streak with it."""

    last_day: int
    streak: int


class TableSat(NamedTuple):
    """A table where the person had a seat once."""

    table_id: str
    guild_id: int
    channel_id: int
    opened_ms: int


class Counts(NamedTuple):
    """How many rows of each kind are about a person."""

    servers: int
    hands: int
    statement_lines: int
    dailies: int
    moderations: int
    seats: int


def account(conn: sqlite3.Connection, player_id: str) -> Account | None:
    """The person's own row; None for one that was erased."""
    sql = (
        "SELECT discord_id, name, dm_channel_id, dm_state, sort_order, is_hidden, seen_ms,"
        " grants_before FROM players WHERE player_id = ? AND discord_id IS NOT NULL"
    )
    row = conn.execute(sql, (player_id,)).fetchone()
    return None if row is None else Account(*row)


def counts(conn: sqlite3.Connection, player_id: str) -> Counts:
    """How much is stored about the person."""
    servers = guilds(conn, player_id)
    hands = "SELECT COUNT(*) FROM hand_results WHERE guild_id = ? AND player_id = ?"
    return Counts(
        servers=len(servers),
        hands=sum(conn.execute(hands, (guild, player_id)).fetchone()[0] for guild in servers),
        statement_lines=sum(statements.length(conn, guild, player_id) for guild in servers),
        dailies=_count(conn, "dailies WHERE player_id = :id", player_id),
        moderations=_count(conn, "moderations WHERE :id IN (moderator_id, about_id)", player_id),
        seats=_count(conn, "seats WHERE player_id = :id", player_id),
    )


def guilds(conn: sqlite3.Connection, player_id: str) -> list[int]:
    """The servers where the person ever played, had chips, settled something or left from."""
    sql = """
        SELECT guild_id FROM balances WHERE player_id = :id
        UNION SELECT guild_id FROM departures WHERE player_id = :id
        UNION SELECT guild_id FROM dailies WHERE player_id = :id
        UNION SELECT t.guild_id FROM sat AS s JOIN tables AS t USING (table_id)
        WHERE s.player_id = :id
        UNION SELECT guild_id FROM setting_changes WHERE player_id = :id ORDER BY 1
    """
    return [guild_id for (guild_id,) in conn.execute(sql, {"id": player_id})]


def holdings(conn: sqlite3.Connection, guild_id: int, player_id: str) -> Holdings:
    """The person's chips on a server."""
    return ledger.holdings(conn, guild_id, player_id)


def has_left(conn: sqlite3.Connection, guild_id: int, player_id: str) -> bool:
    """Whether the person is known to have left the server."""
    sql = "SELECT 1 FROM departures WHERE guild_id = ? AND player_id = ?"
    return conn.execute(sql, (guild_id, player_id)).fetchone() is not None


def daily(conn: sqlite3.Connection, guild_id: int, player_id: str) -> Daily | None:
    """The person's streak of daily chips on a server."""
    sql = "SELECT last_day, streak FROM dailies WHERE guild_id = ? AND player_id = ?"
    row = conn.execute(sql, (guild_id, player_id)).fetchone()
    return None if row is None else Daily(*row)


def lines(conn: sqlite3.Connection, guild_id: int, player_id: str) -> Iterator[statements.Line]:
    """The whole statement on a server, oldest line first."""
    pages = statements.page_of(conn, guild_id, player_id, 0, LINES_AT_ONCE).pages
    for page in range(pages - 1, -1, -1):
        found = statements.page_of(conn, guild_id, player_id, page, LINES_AT_ONCE)
        yield from reversed(found.lines)


def board_sums(conn: sqlite3.Connection, guild_id: int, player_id: str) -> list[BoardSum]:
    """What stands on the server's leaderboards."""
    sql = (
        "SELECT period, net, hands, won, tongits, biggest, best_streak FROM board_sums"
        " WHERE guild_id = ? AND player_id = ? ORDER BY period"
    )
    return [BoardSum(*row) for row in conn.execute(sql, (guild_id, player_id))]


def tables_sat_at(conn: sqlite3.Connection, player_id: str) -> list[TableSat]:
    """Every table where the person ever had a seat, oldest first."""
    sql = """
        SELECT t.table_id, t.guild_id, t.channel_id, t.opened_ms
        FROM sat AS s JOIN tables AS t USING (table_id)
        WHERE s.player_id = ? ORDER BY t.opened_ms, t.table_id
    """
    return [TableSat(*row) for row in conn.execute(sql, (player_id,))]


def results(conn: sqlite3.Connection, table_id: str, player_id: str) -> list[Result]:
    """All seats' results of the hands that the person played at a table, in order."""
    sql = """
        SELECT hand_no, seat, chips, won, ending, at_ms, player_id = :id FROM hand_results AS r
        WHERE table_id = :table AND EXISTS (SELECT 1 FROM hand_results AS own
            WHERE own.table_id = :table AND own.hand_no = r.hand_no AND own.player_id = :id)
        ORDER BY hand_no, seat
    """
    found = conn.execute(sql, {"id": player_id, "table": table_id})
    return [Result(*row) for row in found]


def acts(conn: sqlite3.Connection, player_id: str) -> list[Act]:
    """What moderators did that is about the person, and what the person did as one."""
    sql = """
        SELECT guild_id, table_id, action, moderator_id = :id, reason, at_ms FROM moderations
        WHERE :id IN (moderator_id, about_id) ORDER BY moderation_id
    """
    found = conn.execute(sql, {"id": player_id})
    return [Act(*row) for row in found]


def pairs(conn: sqlite3.Connection, guild_id: int, player_id: str) -> list[Together]:
    """What the person and each of the others did in hands they both played, most hands first."""
    sql = """
        SELECT hands, first_won, second_won, net FROM pair_sums
        WHERE guild_id = :guild AND first_id = :id
        UNION ALL SELECT hands, second_won, first_won, -net FROM pair_sums
        WHERE guild_id = :guild AND second_id = :id ORDER BY 1 DESC, 2, 3, 4
    """
    found = conn.execute(sql, {"guild": guild_id, "id": player_id})
    return [Together(*row) for row in found]


def settings_set(conn: sqlite3.Connection, guild_id: int, player_id: str) -> list[SettingSet]:
    """What the person changed of a server's settings, oldest first."""
    sql = (
        "SELECT at_ms, key, old_value, new_value FROM setting_changes"
        " WHERE guild_id = ? AND player_id = ? ORDER BY change_id"
    )
    return [SettingSet(*row) for row in conn.execute(sql, (guild_id, player_id))]


def others_met(conn: sqlite3.Connection, table_id: str, player_id: str) -> list[tuple[int, str]]:
    """Discord id and name of everybody else at a table, to be left out of what is told of it."""
    sql = """
        SELECT DISTINCT p.discord_id, p.name FROM players AS p WHERE p.player_id <> :id
            AND p.discord_id IS NOT NULL AND (
                EXISTS (SELECT 1 FROM sat AS s
                    WHERE s.player_id = p.player_id AND s.table_id = :table)
                OR EXISTS (SELECT 1 FROM moderations AS m WHERE m.table_id = :table
                    AND p.player_id IN (m.moderator_id, m.about_id)))
    """
    return list(conn.execute(sql, {"id": player_id, "table": table_id}))


def _count(conn: sqlite3.Connection, of: str, player_id: str) -> int:
    return int(conn.execute(f"SELECT COUNT(*) FROM {of}", {"id": player_id}).fetchone()[0])
