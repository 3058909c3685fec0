"""A channel that may not be written to any more: the table waits, and goes on when it may."""

from __future__ import annotations

from bot.play.permissions import Perm
from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening


async def test_a_table_pauses_without_permission_and_goes_on_with_it(
    evening: Evening, play: PlayDiscord, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    await evening.until_draw()
    world = play.world
    world.set_overwrite(world.general, world.bot, deny=Perm.SEND_MESSAGES)

    def is_paused() -> bool:
        return any("paused" in person.dms()[-1].text for person in evening.people)

    while not is_paused():
        await world.changed.until(lambda: is_paused() or evening.somebody(), 20)
        if not is_paused():
            await evening.step()
    for person in evening.people:
        told = await person.wait_dm(lambda seen: "paused" in seen.text)
        assert "may not write in the channel" in told.text
        assert not told.enabled("Draw")
    world.set_overwrite(world.general, world.bot)
    await evening.play_hand()
    said = [message.text for message in evening.people[0].messages()]
    assert any("The table goes on" in text for text in said)
    assert (await bot.audit())[0] == 0


async def test_only_one_table_panel_is_in_the_channel_and_it_stays_in_reach(
    evening: Evening, play: PlayDiscord, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    evening.calls = 0
    first = evening.table()
    while not evening.is_over:
        await evening.step()
    assert evening.turns() > 8
    people = evening.people

    def live() -> int:
        return sum(m.control("Rules") is not None for m in people[0].messages())

    await play.world.changed.until(lambda: first.deleted and live() == 1, 5)
    assert (await bot.audit())[0] == 0
