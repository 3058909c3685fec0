"""A whole evening at the judge: hands, top-ups, a refill and a restart, by the panels alone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.judge.evening import ROOT, Table, table_of_three

pytestmark = pytest.mark.timeout(400)

CHANGE = re.compile(r"^(Ana|Ben|Carla) .*\((\S+)\)$", re.MULTILINE)


def number(text: str) -> int:
    """A chip count as people read it: `−1,234` or `+5`."""
    return int(text.replace(",", "").replace("−", "-").replace("*", ""))


def audit(db: Path) -> subprocess.CompletedProcess[str]:
    """`python -m bot audit` on a database."""
    return subprocess.run(
        [sys.executable, "-m", "bot", "audit"],
        cwd=ROOT,
        env={**os.environ, "TONGITS_DB": str(db)},
        capture_output=True,
        text=True,
        check=False,
    )


def results_of(table: Table) -> Counter[str]:
    """Net chips per player, added up from the result messages."""
    net: Counter[str] = Counter()
    for message in table.results():
        for name, change in CHANGE.findall(message.text):
            net[name] += number(change)
    return net


async def board(person: Any) -> Counter[str]:
    """Net winnings as `/leaderboard` shows them."""
    shown = await person.slash("leaderboard")
    rows = re.findall(r"#\d+\W+(Ana|Ben|Carla) · (\S+)", shown.message.text.replace("**", ""))
    return Counter({name: number(chips) for name, chips in rows})


async def test_an_evening_of_twenty_hands(judge: Any, tmp_path: Path) -> None:
    db = tmp_path / "tongits.db"
    async with table_of_three(judge, db, tmp_path / "log", stake=1000, rate=0) as table:
        await table.play_hands(1)
        told = "\n".join(m.text for m in table.people[0].messages("general"))
        assert "refill" in told  # two people lost everything they had
        for person in table.people:
            left = await person.slash("tongits leave")
            assert left.acked
            if "yes" in " ".join(left.message.labels):
                await person.click(left.message, "Leave · yes")
        await table.open(stake=1, rate=1)
        await table.play_hands(10)
        await table.bot.kill9()
        await table.bot.start()
        await table.play_hands(10)
        told = "\n".join(m.text for m in table.people[0].messages("general"))
        assert "came from the wallet" in told
        net = results_of(table)
        assert sum(net.values()) == 0
        assert await board(table.people[0]) == net
        assert judge.summary()["failed"] == []
    checked = audit(db)
    assert checked.returncode == 0, checked.stdout


async def test_a_move_costs_at_most_three_calls(judge: Any, tmp_path: Path) -> None:
    async with table_of_three(judge, tmp_path / "tongits.db", tmp_path / "log") as table:
        before = len(judge.requests)
        await table.play_hands(4)
        routes = Counter(f"{r.method} {r.route}" for r in list(judge.requests)[before:])
    edits = routes["PATCH /channels/{channel_id}/messages/{message_id}"]
    moves = table.moves
    assert moves > 60
    assert edits <= 2 * moves, (edits, moves)
