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

from tests.judge.evening import ROOT, Table, enabled, table_of_three

pytestmark = pytest.mark.timeout(400)

WINNER = re.compile(r"^### Hand \d+ · (Ana|Ben|Carla) wins( by Tongits)?")
CHANGE = re.compile(r"^(Ana|Ben|Carla) .*\((\S+)\)$", re.MULTILINE)


def number(text: str) -> int:
    """A chip count as people read it: `−1,234`, `+5` or `±0`."""
    return int(text.replace(",", "").replace("−", "-").replace("±", "").replace("*", ""))


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


def said(table: Table) -> str:
    """All that stands in the channel."""
    return "\n".join(m.text for m in table.people[0].messages("general"))


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


def wins_of(table: Table) -> dict[str, Counter[str]]:
    """What boards have to say, counted from the result messages alone, by option."""
    won: dict[str, Counter[str]] = {by: Counter() for by in ("won", "tongits", "streak")}
    run: Counter[str] = Counter()
    for message in table.results():
        winner = WINNER.match(message.text)
        name, how = winner.groups() if winner else ("", "")
        for loser in {name for name, _ in CHANGE.findall(message.text)} - {name}:
            run[loser] = 0
        if name:
            run[name] += 1
            won["won"][name] += 1
            won["tongits"] += Counter({name: how == " by Tongits"})
            won["streak"][name] = max(won["streak"][name], run[name])
    return won


async def boards_by_clicks(person: Any) -> dict[str, Counter[str]]:
    """The same boards as `/leaderboard` shows them, one choice after the other."""
    panel = (await person.slash("leaderboard")).message
    found: dict[str, Counter[str]] = {}
    for by in ("won", "tongits", "streak"):
        for period in ("today", "week", "month", "season", "all"):
            for place, value in enumerate((by, period)):
                picked = await person.select(panel, panel.selects[place].custom_id, [value])
                assert picked.acked, picked.errors
            rows = re.findall(r"#\d+\W+(Ana|Ben|Carla) · (\d+)", panel.text.replace("**", ""))
            shown = Counter({name: number(value) for name, value in rows})
            assert found.setdefault(by, shown) == shown  # the evening is over before midnight
    return found


async def test_an_evening_of_twenty_hands(judge: Any, tmp_path: Path) -> None:
    db = tmp_path / "tongits.db"
    async with table_of_three(judge, db, tmp_path / "log", stake=1000, rate=0) as table:
        await table.play_hands(1)
        # Two people lost everything they had.
        await judge.wait(lambda: "refill" in said(table), 10, "the refill")
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
        await judge.wait(lambda: "came from the wallet" in said(table), 10, "the top-up")
        net = results_of(table)
        assert sum(net.values()) == 0
        assert await board(table.people[0]) == net
        assert await boards_by_clicks(table.people[1]) == wins_of(table)
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


@pytest.mark.parametrize("rules", ["pagat", "go"])
async def test_an_evening_in_units_is_paid_as_the_results_say(
    judge: Any, tmp_path: Path, rules: str
) -> None:
    db = tmp_path / "tongits.db"
    async with table_of_three(judge, db, tmp_path / "log", rules=rules, stake=3) as table:
        table.takes = 0.9
        await table.play_hands(6)
        net = results_of(table)
        assert await board(table.people[0]) == net
        in_pot = re.findall(
            r"Hitter pot: each put in .* \*\*([\d,]+)\*\*", table.results()[-1].text
        )
        assert sum(net.values()) == -sum(map(number, in_pot))
        assert judge.summary()["failed"] == []
    checked = audit(db)
    assert checked.returncode == 0, checked.stdout


async def test_house_rules_are_set_up_and_stand_on_the_table(judge: Any, tmp_path: Path) -> None:
    bot = judge.launch(
        [sys.executable, "-m", "bot"],
        cwd=ROOT,
        env={"TONGITS_DB": str(tmp_path / "db")},
        log=tmp_path / "log",
    )
    await bot.start()
    try:
        await judge.wait_commands("tongits")
        ana = judge.user("ana")
        asked = await ana.slash("tongits new", {"rules": "house"})
        panel = asked.message
        await ana.select(panel, panel.selects[0].custom_id, ["pagat"])
        form = await ana.click(panel, enabled(panel, "Numbers").custom_id)
        await ana.submit_modal(form, {"jokers": ["2.25"], "fee_percent": "5"})
        assert "**Jokers** 2" in panel.text
        opened = await ana.click(panel, enabled(panel, "Open table").custom_id)
        assert opened.acked, opened.errors

        def lobby() -> Any:
            shown = ana.messages("general")
            return next((m for m in shown if "pagat rules + 5 % fee, 2 jokers" in m.text), None)

        assert "Join" in (await judge.wait(lobby, 10, "the lobby")).labels
    finally:
        await bot.stop()
