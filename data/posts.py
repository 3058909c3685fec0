"""Posts: public messages that are sent exactly once and never edited."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

from data.nonces import nonce


@dataclass(frozen=True, slots=True)
class Post:
    """A message about event `seq` of a table; `body` is JSON, `sent_ms` None until it is out."""

    seq: int
    kind: str
    body: str = field(repr=False)
    message_id: int | None = None
    sent_ms: int | None = None


def post_nonce(table_id: str, post: Post) -> str:
    """What to send the post with, so that sending again makes no second one.

    After a backup was restored another event may have the number: its line is another one.

    >>> post_nonce("t1", Post(4, "turn", "{}")) == post_nonce("t1", Post(4, "turn", "{}", 7, 8))
    True
    >>> post_nonce("t1", Post(4, "turn", "{}")) == post_nonce("t1", Post(4, "turn", "[]"))
    False
    """
    return nonce(table_id, post.seq, post.kind, post.body)


def add(conn: sqlite3.Connection, table_id: str, post: Post) -> None:
    """Store a post to be sent; sqlite3.IntegrityError if that event has one of its kind."""
    sql = (
        "INSERT INTO posts (table_id, seq, kind, body, message_id, sent_ms)"
        " VALUES (?, ?, ?, ?, ?, ?)"
    )
    conn.execute(sql, (table_id, post.seq, post.kind, post.body, post.message_id, post.sent_ms))


def unsent(conn: sqlite3.Connection, table_id: str) -> list[Post]:
    """The posts of a table still to be sent, in the order things happened."""
    sql = (
        "SELECT seq, kind, body, message_id, sent_ms FROM posts"
        " WHERE table_id = ? AND sent_ms IS NULL ORDER BY seq, rowid"
    )
    return [Post(*row) for row in conn.execute(sql, (table_id,))]


def last_sent(conn: sqlite3.Connection, table_id: str) -> Post | None:
    """The newest post of a table that stands in its channel."""
    sql = (
        "SELECT seq, kind, body, message_id, sent_ms FROM posts"
        " WHERE table_id = ? AND message_id IS NOT NULL ORDER BY seq DESC, rowid DESC LIMIT 1"
    )
    row = conn.execute(sql, (table_id,)).fetchone()
    return Post(*row) if row else None


def after(conn: sqlite3.Connection, table_id: str, message_id: int) -> int:
    """How many posts of a table stand below a message of its channel."""
    sql = "SELECT COUNT(*) FROM posts WHERE table_id = ? AND message_id > ?"
    return int(conn.execute(sql, (table_id, message_id)).fetchone()[0])


def unsent_tables(conn: sqlite3.Connection) -> list[str]:
    """The tables that have a post to be sent."""
    sql = "SELECT DISTINCT table_id FROM posts WHERE sent_ms IS NULL ORDER BY table_id"
    return [table_id for (table_id,) in conn.execute(sql)]


def mark_sent(
    conn: sqlite3.Connection, table_id: str, post: Post, message_id: int | None, sent_ms: int
) -> None:
    """Note that a post is out; `message_id` None if it was given up (the channel is gone)."""
    sql = "UPDATE posts SET message_id = ?, sent_ms = ? WHERE table_id = ? AND seq = ? AND kind = ?"
    conn.execute(sql, (message_id, sent_ms, table_id, post.seq, post.kind))
