"""Panels that were sent without the bot learning it: found again and brought up to date."""

from __future__ import annotations

from pathlib import Path

from bot.play.people import Seen
from bot.play.server import PlayDiscord
from data.points import VARIABLE
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening

SEND = r"^/channels/\d+/messages$"


async def test_hands_whose_sending_was_not_confirmed_show_what_happened_since(
    play: PlayDiscord, evening: Evening
) -> None:
    await evening.open(stake=10)
    for guest in evening.people[1:]:
        await evening.press(guest, evening.table(), "Join")
    for person in evening.people:
        await person.wait_dm(lambda seen: "You sit at" in seen.text)
    play.fail_next("POST", SEND, 503, times=9, after=True)  # three hands, three tries each
    await evening.press(evening.people[0], evening.table(), "Start")
    await play.world.changed.until(lambda: not any(one.times for one in play.rest.faults), 20)
    await evening.play_hand()  # by panels that the bot takes for new ones, and finds again
    assert sum("· hand 1 ·" in one.text for who in evening.people for one in who.dms()) == 3


async def test_a_hand_that_is_sent_at_a_start_names_its_server(
    play: PlayDiscord, tmp_path: Path
) -> None:
    orders = tmp_path / "kill-at"
    async with BotProcess(play, tmp_path, **{VARIABLE: str(orders)}) as bot:
        evening = Evening(play)
        await evening.open(stake=10)
        for guest in evening.people[1:]:
            await evening.press(guest, evening.table(), "Join")
        orders.write_text("before-send")
        await evening.people[0].press(evening.table(), "Start", wait=False)
        await play.world.changed.until(lambda: not play.gateway.connected, 10)
        orders.unlink()
        await bot.start()
        for person in evening.people:
            hand = await person.wait_dm(lambda seen: "· hand 1 ·" in seen.text)
            assert hand.text.startswith("Playground › [#general]")


async def test_a_lobby_whose_answer_was_the_last_word_of_the_process_is_the_only_one(
    play: PlayDiscord, tmp_path: Path
) -> None:
    orders = tmp_path / "kill-at"
    async with BotProcess(play, tmp_path, **{VARIABLE: str(orders)}) as bot:
        evening = Evening(play)
        orders.write_text("answered")
        await evening.open(stake=10)
        await play.world.changed.until(lambda: not play.gateway.connected, 10)
        orders.unlink()
        await bot.start()
        await play.world.changed.until(
            lambda: len(panels(evening)) > 1 or evening.table().edits, 10
        )
        assert len(panels(evening)) == 1


def panels(evening: Evening) -> list[Seen]:
    """The messages in the channel by which a table can be used."""
    shown = evening.people[0].messages()
    return [one for one in shown if not one.ephemeral and one.control("Rules")]
