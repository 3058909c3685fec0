"""Messages and channels that people delete: the table comes back, or is closed with its chips."""

from __future__ import annotations

from bot.play.people import Person
from bot.play.server import PlayDiscord
from bot.play.world import Channel
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, purse_of


async def settled_purse(person: Person, channel: Channel) -> tuple[int, int]:
    """The person's purse once nothing is at a table; nothing else tells when that is."""
    purse = await purse_of(person, channel)
    for _ in range(50):
        if purse[1] != 0:
            purse = await purse_of(person, channel)
    return purse


async def test_a_deleted_table_message_is_posted_again_at_the_next_change(
    evening: Evening, play: PlayDiscord
) -> None:
    table = await evening.sit_down(stake=10)
    play.world.delete_message(table.message)
    await evening.play_turn()
    again = await play.person("Ana").wait_message(
        lambda seen: seen != table and seen.enabled("My hand")
    )
    assert again.text.startswith("**Hand 1**")
    await evening.play_hand()


async def test_a_deleted_hand_message_is_sent_again_at_the_next_change(
    evening: Evening, play: PlayDiscord
) -> None:
    await evening.sit_down(stake=10)
    for person in evening.people:
        hand = await person.wait_dm(lambda seen: "hand 1" in seen.text.lower())
        play.world.delete_message(hand.message)
    player = next(person for person in evening.people if evening.has_turn(person))
    await evening.press(player, evening.table(), "My hand")
    await evening.play_hand()  # by what came since: nobody has another panel
    for person in evening.people:
        await person.wait_dm(lambda seen: "Hand 1 is over" in seen.text)


async def test_a_deleted_channel_closes_the_table_and_pays_the_chips_back(
    evening: Evening, play: PlayDiscord, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    await evening.until_draw()
    lounge = play.world.new_channel("lounge")
    play.world.delete_channel(play.world.general)
    for person in evening.people:
        assert await settled_purse(person, lounge) == (1000, 0)
    opened = evening.keep(await play.person("Ana").slash("tongits new", {}, lounge))
    assert opened.message is not None
    assert "Tongits" in opened.message.text
    assert (await bot.audit())[0] == 0
