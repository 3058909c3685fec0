"""Two bots on one database would answer every press twice: the second does not start."""

from __future__ import annotations

from pathlib import Path

from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess, playground, run_bot
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


async def test_a_second_playground_leaves_the_first_one_its_database(tmp_path: Path) -> None:
    with playground(tmp_path):
        file = tmp_path / "var" / "playground.db"
        first = file.stat().st_ino
        status, said = await run_bot("--play", folder=tmp_path)
        assert (status, file.stat().st_ino) == (2, first)
    assert said.strip().endswith("is in use by another bot: stop that one first.")
    assert "is open" not in said
