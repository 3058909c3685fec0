"""Answers that Discord took and did not confirm: they count once, and nothing is made of it."""

from __future__ import annotations

import re

import pytest

from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening

ANSWER = r"/interactions/\d+/[^/]+/callback$"


@pytest.mark.parametrize("carried_out", [True, False], ids=["taken", "not-taken"])
async def test_a_move_whose_answer_is_not_confirmed_counts_once(
    play: PlayDiscord, evening: Evening, bot: BotProcess, carried_out: bool
) -> None:
    await evening.sit_down(stake=10)
    player, panel = await evening.until_draw()
    left = stock(panel.text)
    play.fail_next("POST", ANSWER, 503, after=carried_out)
    await player.press(panel, "Draw")
    await play.world.changed.until(lambda: stock(panel.text) == left - 1, 8)
    await evening.play_turn()
    assert "Traceback" not in bot.output
    assert (await bot.audit())[0] == 0


async def test_a_lobby_whose_answer_is_not_confirmed_is_the_only_one(
    play: PlayDiscord, evening: Evening, bot: BotProcess
) -> None:
    play.fail_next("POST", ANSWER, 503, after=True)
    table = await evening.open()
    await play.person("Ana").wait_message(lambda seen: "You sit in seat 1" in seen.text)
    assert told_twice(play) == 1  # the library's own second try; nothing else is answered again
    for guest in evening.people[1:]:
        await evening.press(guest, table, "Join")
    await evening.press(evening.people[0], table, "Start")
    await evening.until_dealt(1)
    assert evening.table().id == table.id
    assert "Traceback" not in bot.output


def told_twice(play: PlayDiscord) -> int:
    """How many answers were refused because the first one had arrived."""
    return sum(call.code == 40060 for call in play.rest.calls)


def stock(text: str) -> int:
    """How many cards a hand panel says are left to draw."""
    found = re.search(r"Stock (\d+)", text)
    assert found, text
    return int(found[1])
