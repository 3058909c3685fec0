"""Whether servers' settings are what their changes say; for `data.audit`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from data.server_settings import read_value


def settings(conn: sqlite3.Connection) -> Iterator[str]:
    """Values that cannot be used, or that nobody is known to have set."""
    sql = "SELECT guild_id, key, value FROM server_settings ORDER BY guild_id, key"
    for guild_id, key, value in conn.execute(sql):
        try:
            read_value(key, value)
        except ValueError as problem:
            yield f"The setting {key} of server {guild_id} counts as its default: {problem}."
    yield from _unexplained(conn)
    yield from _broken_chains(conn)


def _unexplained(conn: sqlite3.Connection) -> Iterator[str]:
    sql = """
        WITH newest AS (
            SELECT guild_id, key, new_value, MAX(change_id) FROM setting_changes
            GROUP BY guild_id, key
        )
        SELECT guild_id, key FROM server_settings AS s
        LEFT JOIN newest AS n USING (guild_id, key) WHERE s.value IS NOT n.new_value
        UNION SELECT guild_id, key FROM newest
        LEFT JOIN server_settings AS s USING (guild_id, key) WHERE s.value IS NULL
        ORDER BY 1, 2
    """
    for guild_id, key in conn.execute(sql):
        yield f"The setting {key} of server {guild_id} is not what its last change says."


def _broken_chains(conn: sqlite3.Connection) -> Iterator[str]:
    sql = """
        SELECT change_id FROM (
            SELECT change_id, old_value,
                LAG(new_value) OVER (PARTITION BY guild_id, key ORDER BY change_id) AS before
            FROM setting_changes
        ) WHERE old_value IS NOT before ORDER BY change_id
    """
    for (change_id,) in conn.execute(sql):
        yield f"Change {change_id} of a setting does not begin where the one before it ended."
