"""Interactions that Discord delivers twice: the second delivery never answers before the first."""

from __future__ import annotations

from pathlib import Path

from bot.play.people import Answer
from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening
from tests.process.test_admin import kept, moderate, text_of

REFUSALS = ("already", "You have no seat", "A hand is in play", "no table", "table is closed")


async def twice(play: PlayDiscord, answer: Answer) -> str:
    """Delivers the same interaction once more; all that its player was told."""
    play.world.tell("asked", answer.interaction)
    settled = await answer.settled()
    assert settled.state == "done", settled
    return "\n".join(message.text for message in settled.messages)


async def test_what_was_carried_out_is_not_refused_by_its_second_delivery(
    play: PlayDiscord, evening: Evening, bot: BotProcess
) -> None:
    ana, ben, carla = evening.people
    told = {"new": await twice(play, await ana.slash("tongits new", {"stake": 10}, wait=False))}
    table = evening.table()

    async def until(label: str) -> None:
        await play.world.changed.until(lambda: table.enabled(label), 5)

    told["join"] = await twice(play, await ben.press(table, "Join", wait=False))
    told["/join"] = await twice(play, await carla.slash("tongits join", wait=False))
    told["/leave"] = await twice(play, await carla.slash("tongits leave", wait=False))
    await until("Join")
    told["join again"] = await twice(play, await carla.press(table, "Join", wait=False))
    await until("Start")
    told["start"] = await twice(play, await ana.press(table, "Start", wait=False))
    await evening.until_dealt(1)
    refused = {name: text for name, text in told.items() if any(word in text for word in REFUSALS)}
    assert refused == {}
    assert "cashed out" in told["/leave"]
    await evening.play_turn()
    assert "Traceback" not in bot.output
    assert (await bot.audit())[0] == 0


async def test_what_a_moderator_does_is_done_and_kept_once(
    play: PlayDiscord, evening: Evening, bot: BotProcess, tmp_path: Path
) -> None:
    await evening.sit_down(stake=10)
    ana, ben, _ = evening.people
    acts = {"repost": {}, "unstick": {}, "kick": {"player": ben.id}, "end": {}}
    said = [
        await twice(
            play, await ana.slash(f"tongits-admin {name}", more | {"reason": "noise"}, wait=False)
        )
        for name, more in acts.items()
    ]
    assert text_of(await moderate(evening, "log")).count("noise") == len(acts)
    assert [words for words in said if any(word in words for word in REFUSALS)] == []
    assert kept(tmp_path) == [(name, "noise") for name in acts]
    assert "Traceback" not in bot.output
