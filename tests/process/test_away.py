"""Nobody answers: one call to them, the clock plays, then a stand-in, until they are back."""

from __future__ import annotations

from bot.play.people import Seen
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening

CLOCK_S = 30


def pings(evening: Evening) -> list[Seen]:
    shown = evening.people[0].messages()
    return [message for message in shown if "your answer is awaited" in message.text]


async def test_who_sleeps_is_called_once_then_played_for_and_comes_back_with_one_press(
    evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10, clock=CLOCK_S)
    evening.calls = 0
    sleeper, _ = await evening.until_draw()
    changed = evening.play.world.changed
    await changed.until(lambda: pings(evening), CLOCK_S)
    assert f"<@{sleeper.id}>" in pings(evening)[0].text
    await sleeper.wait_message(lambda seen: "(played for them)" in seen.text, timeout_s=CLOCK_S)
    await changed.until(lambda: all(ping.deleted for ping in pings(evening)), 5)
    while True:
        found = await evening.waited_for()
        assert found is not None
        if found[0] is sleeper:
            break
        await evening.step()
    away = f"{sleeper.name} is away"
    await changed.until(lambda: any(away in m.text for m in sleeper.messages()), CLOCK_S)
    panel = await sleeper.wait_dm(lambda seen: seen.enabled("I'm back"))
    await evening.press(sleeper, panel, "I'm back")
    back = f"{sleeper.name} is back"
    await changed.until(lambda: any(back in m.text for m in sleeper.messages()), 5)
    await evening.play_hand()
    assert (await bot.audit())[0] == 0
