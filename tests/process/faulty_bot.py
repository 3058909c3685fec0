"""The real bot on a disk that a test can spoil while it runs.

Run as ``python -m tests.process.faulty_bot``. The file named by FAULT holds the fault of the
moment: "readonly", "slow", or nothing.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

from bot.__main__ import main
from data import writer

SLOW_SYNC_S = 2.0
real = writer._transaction


def faulty(give_up: float, conn: sqlite3.Connection, work: Any) -> Any:
    match Path(os.environ["FAULT"]).read_text(encoding="utf-8"):
        case "readonly":
            conn.execute("PRAGMA query_only = ON")  # SQLite's own error; no mode stops root
            try:
                return real(give_up, conn, work)
            finally:
                conn.execute("PRAGMA query_only = OFF")
        case "slow":
            return real(give_up, conn, lambda conn: slowly(conn, work))
        case _:
            return real(give_up, conn, work)


def slowly(conn: sqlite3.Connection, work: Any) -> Any:
    before = conn.total_changes
    result = work(conn)
    if conn.total_changes != before:
        time.sleep(SLOW_SYNC_S)  # nothing to sync takes no time
    return result


if __name__ == "__main__":
    writer._transaction = faulty
    sys.exit(main([]))
