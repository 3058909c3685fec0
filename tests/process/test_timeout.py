"""The clock: a turn nobody plays is played by itself, and the channel is told."""

from __future__ import annotations

from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, is_deciding

CLOCK_S = 30


async def test_a_turn_nobody_plays_is_played_when_the_clock_ends(
    evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10, clock=CLOCK_S)
    player, panel = await evening.until_draw()
    line = await player.wait_message(
        lambda message: "(played for them)" in message.text, timeout_s=CLOCK_S + 10
    )
    assert line.text.startswith(f"**{player.name}** drew, threw ")
    await evening.play.world.changed.until(lambda: not is_deciding(panel), 5)
    assert "next: " in line.text
    await evening.play_hand()
    assert (await bot.audit())[0] == 0
