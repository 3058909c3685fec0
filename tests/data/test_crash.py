"""kill -9 in the middle of writing: what was acknowledged is there, and all of it adds up."""

import subprocess
import sys
from pathlib import Path

from data import decisions, journal, ledger, panels
from data.audit import audit
from data.db import open_readonly

ROOT = Path(__file__).resolve().parents[2]


def killed_after(path: Path, lines: int) -> int:
    """Run the writer, kill it once it has acknowledged so many moves; the last seq it told."""
    command = [sys.executable, "-m", "tests.data.crash_writer", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as writer:
        assert writer.stdout is not None
        for _ in range(lines):
            assert writer.stdout.readline()
        writer.kill()
        # What it said before the kill reached it counts as told; the last line may be cut off.
        told = [line for line in writer.stdout.read().split("\n")[:-1] if line]
    return len(told)


def test_killed_in_mid_write_everything_acknowledged_is_there_and_adds_up(path: Path) -> None:
    told = 0
    for lines in (3, 17, 40):
        told += lines + killed_after(path, lines)
        conn = open_readonly(path)
        seq = journal.last_seq(conn, "t1")
        assert audit(conn, None) == []
        # The opening is event 1; at most the one move whose word was cut off may be more.
        assert told + 1 <= seq <= told + 2
        told = seq - 1
        # Ana gives a chip at every even event and gets it back at every odd one.
        assert ledger.balance(conn, "table:t1:ana") == 299 + seq % 2
        assert ledger.balance(conn, "table:t1:ben") == 301 - seq % 2
        (decision,) = decisions.of_table(conn, "t1")
        panel = panels.get(conn, "t1", "table")
        assert panel is not None
        assert decision.opened_seq == panel.wanted_seq == seq
        conn.close()
