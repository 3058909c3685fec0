"""The points at which the bot can be told to die: named once, reached by name, free otherwise."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from data import points
from tests.crash.targets import NAMED

ROOT = Path(__file__).resolve().parents[2]
SITE = re.compile(r"\breach\(\"([a-z-]+)\"\)")
PROGRAM = """
from data.points import reach
for name in ("one", "two", "one", "two"):
    print(name, flush=True)
    reach(name)
print("alive")
"""


def test_every_point_in_the_code_is_died_at_and_named_once() -> None:
    sources = [file for folder in ("data", "bot", "cogs") for file in (ROOT / folder).rglob("*.py")]
    sites = Counter(
        name for file in sources for name in SITE.findall(file.read_text(encoding="utf-8"))
    )
    assert set(sites) == {point for target in NAMED for point in target.points}
    assert set(sites.values()) == {1}
    assert len(sites) >= 12


def passed(folder: Path, orders: str | None) -> tuple[int, list[str]]:
    """Runs a program that passes four points: its exit status, and what it said."""
    file = folder / "orders"
    if orders is not None:
        file.write_text(orders)
    environment = {"PYTHONPATH": str(ROOT), points.VARIABLE: str(file)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout.split()


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ("one", ["one"]),
        ("two", ["one", "two"]),
        ("one one", ["one", "two", "one"]),
        ("two one", ["one", "two", "one"]),
        ("two two", ["one", "two", "one", "two"]),
    ],
)
def test_the_process_ends_at_the_last_point_of_its_orders(
    tmp_path: Path, orders: str, said: list[str]
) -> None:
    assert passed(tmp_path, orders) == (-signal.SIGKILL, said)


@pytest.mark.parametrize("orders", ["three", "one one one", "", None])
def test_orders_that_are_never_fulfilled_end_nothing(tmp_path: Path, orders: str | None) -> None:
    assert passed(tmp_path, orders) == (0, ["one", "two", "one", "two", "alive"])
