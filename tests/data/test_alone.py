"""One bot at a time on a database."""

import subprocess
import sys
from pathlib import Path

import pytest

from data.alone import alone_with
from data.errors import DatabaseInUse, DatabaseUnwritable

HOLD = """
import sys
from data.alone import alone_with
with alone_with(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    db = tmp_path / "tongits.db"
    first = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(db)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    with first:
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"
        with pytest.raises(DatabaseInUse, match="in use by another bot"), alone_with(db):
            pass
        first.kill()
    with alone_with(db):
        pass


def test_a_lock_that_cannot_be_made_is_one_plain_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(DatabaseUnwritable), alone_with(blocked / "tongits.db"):
        pass
