"""Closed direct messages: the hand is behind My hand, and the players are told so."""

from __future__ import annotations

from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, is_deciding


async def test_joining_with_closed_dms_says_to_press_my_hand(
    play: PlayDiscord, evening: Evening
) -> None:
    carla = play.person("Carla")
    carla.close_dms()
    table = await evening.open()
    joined = evening.keep(await carla.press(table, "Join", wait=True))
    notice = await carla.wait_message(lambda message: message.ephemeral)
    assert "direct messages are closed" in notice.text
    assert "**My hand**" in notice.text
    assert "Carla" in evening.table().text, joined


async def test_a_whole_hand_is_played_from_the_ephemeral_panel(
    play: PlayDiscord, evening: Evening, bot: BotProcess
) -> None:
    for person in evening.people:
        person.close_dms()
    await evening.sit_down(stake=10)
    await evening.play_hand()
    assert all(person.dms() == [] for person in evening.people)
    opened = [answer for answer in evening.answers if "b:myhand" in answer.interaction.name]
    assert len(opened) >= 3
    assert all(answer.message and answer.message.ephemeral for answer in opened)
    assert (await bot.audit())[0] == 0


async def test_dms_closed_in_mid_game_are_said_once_in_the_channel_and_my_hand_goes_on(
    play: PlayDiscord, evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    await evening.until_draw()
    ben = play.person("Ben")
    ben.close_dms()
    await evening.play_hand()
    await evening.go_on()
    called = await ben.wait_message(lambda message: "closed to me" in message.text)
    assert "**My hand**" in called.text
    assert [user["id"] for user in called.raw["mentions"]] == [ben.id]
    before = len(evening.answers)
    await evening.play_hand()
    opened = [
        answer
        for answer in evening.answers[before:]
        if answer.interaction.user is ben.user and "myhand" in answer.interaction.name
    ]
    assert opened
    await evening.go_on()
    said = [message for message in ben.messages() if "closed to me" in message.text]
    assert said == [called]
    assert (await bot.audit())[0] == 0


async def test_whose_dms_are_closed_is_called_when_their_turn_comes(
    play: PlayDiscord, evening: Evening
) -> None:
    carla = play.person("Carla")
    carla.close_dms()
    await evening.sit_down(stake=10)
    await evening.play_hand()
    calls = [message for message in carla.messages() if "· next:" in message.text]
    pinged = {message.text.split("next: ")[1] for message in calls if message.raw["mentions"]}
    assert pinged == {f"**Carla** <@{carla.id}>"}


async def test_my_hand_shows_the_hand_to_its_owner_alone(
    play: PlayDiscord, evening: Evening
) -> None:
    table = await evening.sit_down(stake=10)
    shown = {}
    for person in evening.people:
        answer = await evening.press(person, table, "My hand")
        assert answer.message is not None
        assert answer.message.ephemeral
        shown[person.name] = answer.message
    for person in play.people:
        seen = set(person.messages())
        assert {name for name, message in shown.items() if message in seen} <= {person.name}
    assert sum(is_deciding(message) for message in shown.values()) == 1
