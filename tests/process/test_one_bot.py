"""Two bots on one database would answer every press twice: the second does not start."""

from __future__ import annotations

from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess, run_bot
from tests.process.evening import Evening


async def test_a_second_bot_on_the_database_ends_with_a_sentence_and_disturbs_nobody(
    play: PlayDiscord, evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    status, said = await run_bot(folder=bot.folder, **bot.settings)
    assert status == 2
    assert said.strip().endswith("is in use by another bot: stop that one first.")
    assert len(said.strip().splitlines()) == 1
    assert len(play.gateway.connected) == 1
    await evening.play_turn()
