"""Leaderboards by clicks: every board in every period says what the ledger's results say."""

from __future__ import annotations

import re
from collections import defaultdict
from contextlib import closing
from typing import NamedTuple

from bot.play.people import Person, Seen
from data.db import open_readonly
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, number

HANDS = 5  # a win rate of today takes as many
ROW = re.compile(r"^\*\*#(\d+)\W+(\w+) · ([+−±]?)([\d,.]+)", re.MULTILINE)
HIDE, SHOW = "Hide me from leaderboards", "Show me on leaderboards"


class Result(NamedTuple):
    """A row of the results: whose, its change of chips, whether it won, by what."""

    name: str
    chips: int
    won: int
    ending: str


def results_of(bot: BotProcess) -> dict[str, list[Result]]:
    """Everybody's results in the bot's file, oldest first, by name."""
    found = defaultdict(list)
    sql = "SELECT name, chips, won, ending FROM hand_results JOIN players USING (player_id)"
    with closing(open_readonly(bot.db)) as conn:
        for row in conn.execute(f"{sql} ORDER BY hand_results.rowid"):
            found[row[0]].append(Result(*row))
    return found


def streak(hands: list[Result]) -> int:
    runs = "".join(str(hand.won) for hand in hands).split("0")
    return max(map(len, runs))


def expected(hands: list[Result]) -> dict[str, float]:
    """What each board says of somebody, by the words of its option; 0 for no place on it."""
    won = [hand for hand in hands if hand.won]
    return {
        "Net winnings": sum(hand.chips for hand in hands),
        "Hands won": len(won),
        "Tongits": sum(hand.ending == "tongits" for hand in won),
        "Win rate": len(won) * 1000 // len(hands) / 10,
        "Biggest hand": max((hand.chips for hand in won), default=0),
        "Best streak": streak(hands),
    }


def shown(panel: Seen) -> dict[str, float]:
    """What a board says of everybody on it."""
    rows = [found for line in panel.text.split("\n") if (found := ROW.match(line))]
    values = {
        row[2]: (number(row[3], row[4]) if "." not in row[4] else float(row[4])) for row in rows
    }
    ranks = [(int(row[1]), -values[row[2]]) for row in rows]
    assert ranks == sorted(ranks)
    for rank, value in ranks:
        assert rank == 1 + sum(other < value for _, other in ranks)
    return values


async def pick(evening: Evening, person: Person, panel: Seen, what: str, option: str) -> Seen:
    """Picks in one of the panel's selects; the panel as it is then."""
    select = panel.control(what)
    assert select is not None
    value = next(one["value"] for one in select["options"] if one["label"].startswith(option))
    answer = await evening.press(person, panel, what, [value])
    return answer.message or panel


async def test_boards_by_clicks_say_what_the_results_say(evening: Evening, bot: BotProcess) -> None:
    await evening.sit_down(stake=10)
    for _ in range(HANDS):
        await evening.play_hand()
        await evening.go_on()
    ana = evening.people[0]
    panel = evening.keep(await ana.slash("leaderboard")).message
    assert panel is not None
    wanted = {name: expected(hands) for name, hands in results_of(bot).items()}
    for period in ("Today", "This week", "This month", "Season", "All time"):
        for by in ("Net winnings", "Hands won", "Tongits", "Biggest hand", "Best streak"):
            panel = await pick(evening, ana, panel, "What counts", by)
            panel = await pick(evening, ana, panel, "Over which time", period)
            assert panel.text.startswith(f"**Leaderboard · {by} · {period}")
            on_it = {name: told[by] for name, told in wanted.items() if told[by] or "Net" in by}
            assert shown(panel) == on_it, (by, period)
    panel = await pick(evening, ana, panel, "Over which time", "Today")
    panel = await pick(evening, ana, panel, "What counts", "Win rate")
    assert shown(panel) == {name: told["Win rate"] for name, told in wanted.items()}
    assert (await bot.audit())[0] == 0


async def test_who_hides_is_on_nobodys_board_until_they_show_themselves(
    evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    await evening.play_hand()
    ana, ben = evening.people[:2]
    panel = evening.keep(await ana.slash("leaderboard")).message
    assert panel is not None
    assert "Ana" in shown(panel)
    hidden = (await evening.press(ana, panel, HIDE)).message or panel
    assert "You are hidden" in hidden.text
    for by in ("net", "chips"):
        others = evening.keep(await ben.slash("leaderboard", {"by": by})).message
        assert others is not None
        assert shown(others).keys() == {"Ben", "Carla"}
    assert (await bot.audit())[0] == 0
    back = (await evening.press(ana, hidden, SHOW)).message or hidden
    assert "Ana" in shown(back)
