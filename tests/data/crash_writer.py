"""A process that commits moves for ever and says each one only when it is on disk.

Run as ``python -m tests.data.crash_writer DATABASE``, to be killed.
"""

import asyncio
import sys
from functools import partial

from data import journal, ledger
from data.commit import Commit, write_commit
from data.db import Connection, Database
from data.decisions import Decision
from tests.data.worlds import GUILD, NOW_MS, World, event, opening

SEATS = ("table:t1:ana", "table:t1:ben")


def begin(conn: Connection) -> None:
    """Open the table with two seats of 300 chips, unless an earlier run did."""
    if journal.last_seq(conn, "t1"):
        return
    write_commit(conn, opening(), NOW_MS)
    world = World(conn)
    for seat, name in enumerate(("ana", "ben")):
        conn.execute("INSERT INTO players (player_id, name, seen_ms) VALUES (?, '', 0)", (name,))
        ledger.open_wallet(conn, GUILD, name, NOW_MS)
        world.seat("t1", seat, name, 300)


def move(seq: int) -> Commit:
    """Event `seq`: one chip goes over, a fresh decision opens, the panel is wanted."""
    debit, credit = SEATS[seq % 2], SEATS[(seq + 1) % 2]
    return Commit(
        "t1",
        seq - 1,
        events=(event(seq),),
        transfers=(ledger.Transfer(f"t1:{seq}:0", debit, credit, 1, "test", "t1"),),
        decisions={"seat:0": Decision("t1", "seat:0", f"token{seq}", seq, NOW_MS)},
        wants=(("table", 500),),
        inbox_id=seq,
    )


async def main(path: str) -> None:
    db = await Database.open(path, now_ms=NOW_MS)
    await db.write(begin)
    seq = await db.read(lambda conn: journal.last_seq(conn, "t1"))
    while True:
        seq += 1
        await db.write(partial(write_commit, commit=move(seq), now_ms=NOW_MS))
        print(seq, flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
