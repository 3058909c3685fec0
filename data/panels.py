"""Panels: messages that are edited to follow the table; what is wanted and what is shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from data.nonces import nonce

RETIRED = "old:"  # a panel's former message, until it is deleted

SELECT = (
    "SELECT table_id, panel, channel_id, message_id, wanted_seq, shown_seq, shown_hash, edition"
    " FROM panels "
)


@dataclass(frozen=True, slots=True)
class PanelRow:
    """One panel of a table; `channel_id` None means the direct messages of that seat.

    `edition` counts the messages the panel has stood on.
    """

    table_id: str
    panel: str
    channel_id: int | None
    message_id: int | None
    wanted_seq: int
    shown_seq: int
    shown_hash: str | None
    edition: int

    @property
    def is_outdated(self) -> bool:
        """Whether the table has moved on since the panel was last shown."""
        return self.wanted_seq > self.shown_seq

    @property
    def nonce(self) -> str:
        """What to send the panel's message with, so that sending again makes no second one."""
        return nonce(self.table_id, self.panel, self.edition)


def want(
    conn: sqlite3.Connection, table_id: str, panel: str, seq: int, channel_id: int | None
) -> None:
    """Ask for the panel to show the table as of `seq`; in another channel it starts anew."""
    want_all(conn, table_id, [(panel, channel_id)], seq)


def want_all(
    conn: sqlite3.Connection, table_id: str, wants: Sequence[tuple[str, int | None]], seq: int
) -> None:
    """Ask for panels, each with its channel, as `want` does."""
    if _all_known(conn, table_id, wants, seq):
        return
    sql = """
        INSERT INTO panels (table_id, panel, channel_id, wanted_seq) VALUES (?, ?, ?, ?)
        ON CONFLICT (table_id, panel) DO UPDATE SET
            message_id = CASE WHEN channel_id IS excluded.channel_id THEN message_id END,
            shown_hash = CASE WHEN channel_id IS excluded.channel_id THEN shown_hash END,
            shown_seq = CASE WHEN channel_id IS excluded.channel_id THEN shown_seq ELSE -1 END,
            edition = edition + (channel_id IS NOT excluded.channel_id),
            channel_id = excluded.channel_id,
            wanted_seq = MAX(wanted_seq, excluded.wanted_seq)
    """
    rows = [(table_id, panel, channel_id, seq) for panel, channel_id in wants]
    conn.executemany(sql, rows)


def _all_known(
    conn: sqlite3.Connection, table_id: str, wants: Sequence[tuple[str, int | None]], seq: int
) -> bool:
    """Asks for panels that stand where they stood, all at once: so it is at nearly every move."""
    where = " OR ".join(["(panel = ? AND channel_id IS ?)"] * len(wants))
    sql = f"UPDATE panels SET wanted_seq = MAX(wanted_seq, ?) WHERE table_id = ? AND ({where})"
    found = conn.execute(sql, (seq, table_id, *chain.from_iterable(wants))) if wants else None
    return found is None or found.rowcount == len(wants)


def shown(
    conn: sqlite3.Connection,
    table_id: str,
    panel: str,
    message_id: int | None,
    seq: int,
    shown_hash: str | None,
    *,
    edition: int | None = None,
) -> bool:
    """Note that the panel shows the table as of `seq`; None keeps the message id that stands.

    Give the `edition` that was rendered: if the panel was forgotten meanwhile nothing is noted
    and the answer is False, so that a seat's new owner never gets the old owner's message.
    Older news than what is noted changes only the message id.
    """
    sql = """
        UPDATE panels SET message_id = COALESCE(:message, message_id),
            shown_hash = CASE WHEN :seq >= shown_seq THEN :hash ELSE shown_hash END,
            shown_seq = MAX(shown_seq, :seq)
        WHERE table_id = :table AND panel = :panel AND edition = COALESCE(:edition, edition)
    """
    bound = {"table": table_id, "panel": panel, "message": message_id, "seq": seq}
    return conn.execute(sql, {**bound, "hash": shown_hash, "edition": edition}).rowcount == 1


def placed(
    conn: sqlite3.Connection,
    table_id: str,
    panel: str,
    message_id: int,
    seq: int,
    drawn: str,
    *,
    edition: int,
) -> bool:
    """Note that an answer put the panel, as of `seq` and as of this edition, on a message.

    False if there is something to publish: the panel has moved to another message meanwhile, so
    that this one is to be deleted; or newer news was shown, and the answer may have painted over
    it, so that the panel is outdated again.
    """
    row = get(conn, table_id, panel)
    if row and (row.edition != edition or row.message_id not in (None, message_id)):
        _note_former(conn, row, message_id)
        return False
    shown(conn, table_id, panel, message_id, seq, drawn)
    if row is None or row.shown_seq <= seq:
        return True
    sql = "UPDATE panels SET shown_seq = -1, shown_hash = NULL WHERE table_id = ? AND panel = ?"
    conn.execute(sql, (table_id, panel))
    return False


def forget(conn: sqlite3.Connection, table_id: str, panel: str) -> None:
    """Let go of the panel's message, whatever it shows; the panel is to be sent as a new one."""
    sql = (
        "UPDATE panels SET message_id = NULL, shown_seq = -1, shown_hash = NULL,"
        " edition = edition + 1 WHERE table_id = ? AND panel = ?"
    )
    conn.execute(sql, (table_id, panel))


def retire(conn: sqlite3.Connection, table_id: str, panel: str) -> None:
    """Let go of the panel's message and note it as one to delete: the panel moves to a new one."""
    row = get(conn, table_id, panel)
    if row is None:
        return
    if row.message_id is not None:
        _note_former(conn, row, row.message_id)
    forget(conn, table_id, panel)


def _note_former(conn: sqlite3.Connection, row: PanelRow, message_id: int) -> None:
    """Note a message that shows the panel, or did, as one to delete."""
    sql = (
        "INSERT INTO panels (table_id, panel, channel_id, message_id, wanted_seq)"
        " VALUES (?, ?, ?, ?, 0) ON CONFLICT (table_id, panel) DO NOTHING"
    )
    conn.execute(sql, (row.table_id, f"{RETIRED}{message_id}", row.channel_id, message_id))


def moved(conn: sqlite3.Connection, table_id: str, panel: str) -> PanelRow:
    """The panel, to be sent as a new message; the old one is noted as one to delete."""
    retire(conn, table_id, panel)
    row = get(conn, table_id, panel)
    if row is None:
        raise LookupError(f"table {table_id} has no panel {panel}")
    return row


def recall(conn: sqlite3.Connection, table_id: str, panel: str) -> None:
    """Note the panel's message as one to delete; none is sent until the panel is wanted again."""
    retire(conn, table_id, panel)
    sql = "UPDATE panels SET wanted_seq = -1 WHERE table_id = ? AND panel = ?"
    conn.execute(sql, (table_id, panel))


def drop(conn: sqlite3.Connection, table_id: str, panel: str) -> None:
    """Forget that there is such a panel."""
    conn.execute("DELETE FROM panels WHERE table_id = ? AND panel = ?", (table_id, panel))


def want_again(conn: sqlite3.Connection, table_id: str, panel: str, channel_id: int | None) -> None:
    """Ask for the panel to be looked at although the table did not change."""
    want(conn, table_id, panel, 0, channel_id)
    sql = "UPDATE panels SET shown_seq = -1 WHERE table_id = ? AND panel = ?"
    conn.execute(sql, (table_id, panel))


def look_again(conn: sqlite3.Connection, table_id: str) -> None:
    """Ask for the panels that a table keeps up to date to be looked at; of results the last."""
    sql = """
        UPDATE panels SET shown_seq = -1 WHERE table_id = :table AND wanted_seq >= 0
            AND (panel = 'table' OR panel GLOB 'hand:*' OR panel = (
                SELECT panel FROM panels WHERE table_id = :table AND panel GLOB 'result:*'
                ORDER BY wanted_seq DESC LIMIT 1))
    """
    conn.execute(sql, {"table": table_id})


def doubt(conn: sqlite3.Connection, table_id: str, panel: str | None = None) -> None:
    """Ask for a panel, or every one of a table, to be sent or edited again, whatever it shows.

    Whoever was called to the table is not called twice.
    """
    sql = (
        "UPDATE panels SET shown_seq = -1, shown_hash = NULL WHERE table_id = ?"
        " AND wanted_seq >= 0 AND panel NOT GLOB 'old:*' AND panel NOT GLOB 'ping:*'"
        " AND panel = COALESCE(?, panel)"
    )
    conn.execute(sql, (table_id, panel))


def doubt_all(conn: sqlite3.Connection) -> None:
    """The same for every open table."""
    for (table_id,) in conn.execute("SELECT table_id FROM tables WHERE status = 'open'").fetchall():
        doubt(conn, table_id)


def want_missing_tables(conn: sqlite3.Connection) -> None:
    """Ask for the panel of every open table that has none: its first answer was lost."""
    sql = """
        INSERT INTO panels (table_id, panel, channel_id, wanted_seq)
        SELECT table_id, 'table', channel_id, 0 FROM tables WHERE status = 'open'
        ON CONFLICT (table_id, panel) DO NOTHING
    """
    conn.execute(sql)


def give_up(conn: sqlite3.Connection, table_id: str) -> None:
    """Nothing is to be shown in the table's channel any more; hands still say how it ended."""
    sql = "UPDATE panels SET shown_seq = wanted_seq WHERE table_id = ? AND channel_id IS NOT NULL"
    conn.execute(sql, (table_id,))
    conn.execute("UPDATE posts SET sent_ms = 0 WHERE table_id = ? AND sent_ms IS NULL", (table_id,))


def give_up_all(conn: sqlite3.Connection, table_id: str) -> None:
    """Nothing of the table is to be shown any more, its hands neither."""
    give_up(conn, table_id)
    conn.execute("UPDATE panels SET shown_seq = wanted_seq WHERE table_id = ?", (table_id,))


def get(conn: sqlite3.Connection, table_id: str, panel: str) -> PanelRow | None:
    """One panel, or None if it was never wanted."""
    row = conn.execute(SELECT + "WHERE table_id = ? AND panel = ?", (table_id, panel)).fetchone()
    return None if row is None else PanelRow(*row)


def of_table(conn: sqlite3.Connection, table_id: str) -> list[PanelRow]:
    """All panels of a table, by name."""
    rows = conn.execute(SELECT + "WHERE table_id = ? ORDER BY panel", (table_id,))
    return [PanelRow(*row) for row in rows]


def outdated(conn: sqlite3.Connection, table_id: str) -> list[PanelRow]:
    """The panels of a table that show less than is wanted, by name."""
    return [row for row in of_table(conn, table_id) if row.is_outdated]


def outdated_tables(conn: sqlite3.Connection) -> list[str]:
    """The tables that have an outdated panel."""
    sql = "SELECT DISTINCT table_id FROM panels WHERE wanted_seq > shown_seq ORDER BY table_id"
    return [table_id for (table_id,) in conn.execute(sql)]
