"""A process that ends, in order or by `kill -9`: the table goes on where it was acknowledged."""

from __future__ import annotations

import re

from bot.play.people import Person
from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, cards_of, chips_of

COUNTS = re.compile(r"\*\* · (one|\d+) cards?")
KILLS = 4


async def test_a_press_on_an_old_message_works_after_a_restart(
    evening: Evening, bot: BotProcess
) -> None:
    table = await evening.open()
    await bot.restart()
    for guest in evening.people[1:]:
        await evening.press(guest, table, "Join")
    await bot.restart()
    await evening.press(evening.people[0], table, "Start")
    await evening.until_dealt(1)
    await bot.restart()
    await evening.play_hand()
    await bot.restart()
    await evening.go_on()
    assert (await bot.audit())[0] == 0


async def hand_of(person: Person) -> tuple[str, str]:
    """The cards a person holds, and the public counts, as `/tongits hand` shows them."""
    shown = (await person.slash("tongits hand")).message
    assert shown is not None
    return cards_of(shown), public(shown.text)


def public(panel_text: str) -> str:
    """The stock, the discards and everybody's number of cards."""
    found = [line for line in panel_text.split("\n") if "Stock" in line or COUNTS.search(line)]
    return "\n".join(found)


async def test_a_hand_goes_on_from_the_last_acknowledged_move_after_kill_9(
    evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    for kill in range(KILLS):
        for _ in range(2 + kill):
            if await evening.step() is None:
                await evening.go_on()
        before = [await hand_of(person) for person in evening.people]
        await bot.kill9()
        await bot.start()
        assert [await hand_of(person) for person in evening.people] == before
    result = await evening.play_hand()
    assert sum(chips_of(result).values()) == 0
    assert (await bot.audit()) == (0, "The audit found nothing wrong.\n")


async def test_kill_9_right_after_the_answer_keeps_the_answered_move(
    evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    for _ in range(KILLS):
        player, panel = await evening.until_draw()
        await evening.decide(player, panel)
        await bot.kill9()  # before anything else is published
        told = cards_of(panel)
        await bot.start()
        assert (await hand_of(player))[0] == told
    await evening.play_hand()
    assert (await bot.audit())[0] == 0


async def test_kill_9_while_a_press_is_on_its_way_does_it_wholly_or_not_at_all(
    evening: Evening, bot: BotProcess, play: PlayDiscord
) -> None:
    await evening.sit_down(stake=10)
    player, panel = await evening.until_draw()
    held = len(cards_of(panel).split())
    await player.press(panel, "Draw", wait=False)
    await bot.kill9()
    await bot.start()
    cards, _ = await hand_of(player)
    assert len(cards.split()) - held in (0, 1, 2)  # a new suit adds its sign
    await evening.play_hand()
    assert (await bot.audit())[0] == 0


async def test_a_broken_connection_comes_back_and_the_hand_goes_on(
    evening: Evening, bot: BotProcess, play: PlayDiscord
) -> None:
    await evening.sit_down(stake=10)
    player, panel = await evening.until_draw()
    play.gateway.drop()
    await play.world.changed.until(lambda: not play.gateway.connected, 5)
    await play.wait_ready()
    await evening.press(player, panel, "Draw")
    await evening.play_hand()
    assert (await bot.audit())[0] == 0
