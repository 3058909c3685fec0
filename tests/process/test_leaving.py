"""Leaving in mid-hand: asked once, then the seat is played, the hand settles, chips go home."""

from __future__ import annotations

from bot.play.people import Person
from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, chips_of, purse_of


async def ask_to_leave(evening: Evening, person: Person) -> None:
    """Asks to leave, takes it back, and asks again: nothing has happened so far."""
    for _ in range(2):
        asked = evening.keep(await person.slash("tongits leave")).message
        assert asked is not None
        assert "Leave in mid-hand?" in asked.text
        await evening.press(person, asked, "Back")
        assert "left" not in evening.table().text


async def leave(evening: Evening, person: Person) -> None:
    asked = evening.keep(await person.slash("tongits leave")).message
    assert asked is not None
    await evening.press(person, asked, "Leave · yes")
    assert "You left" in asked.text or "You are cashed out" in asked.text


async def test_leaving_in_mid_hand_asks_once_then_settles_and_cashes_out(
    evening: Evening, play: PlayDiscord, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    await evening.until_draw()
    ben = play.person("Ben")
    await ask_to_leave(evening, ben)
    await leave(evening, ben)
    await play.world.changed.until(lambda: "left, played for" in evening.table().text, 5)
    won = chips_of(await evening.play_hand())
    assert await purse_of(ben) == (1000 + won["Ben"], 0)
    await play.world.changed.until(lambda: "One more player" in evening.table().text, 5)
    assert (await bot.audit())[0] == 0


async def test_what_a_player_selected_stays_selected_while_somebody_leaves(
    evening: Evening, play: PlayDiscord
) -> None:
    await evening.sit_down(stake=10)
    player, panel = await evening.until_draw()
    await evening.press(player, panel, "Draw")
    cards = panel.control("Your cards")
    assert cards is not None, panel.labels
    await player.press(panel, cards["custom_id"], [cards["options"][0]["value"]])
    assert "Selected: " in panel.text
    before = panel.edits
    await leave(evening, next(one for one in evening.people if one != player))
    await play.world.changed.until(lambda: panel.edits > before, 5)
    assert "left, played for" in panel.text
    assert "Selected: " in panel.text


async def test_when_all_three_leave_the_hand_is_played_out_and_the_table_closes(
    evening: Evening, play: PlayDiscord, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    for person in evening.people:
        await leave(evening, person)
    closed = await play.person("Ana").wait_message(lambda seen: "Table closed" in seen.text)
    assert not closed.ephemeral
    purses = [await purse_of(person) for person in evening.people]
    assert [table for _, table in purses] == [0, 0, 0]
    assert sum(wallet for wallet, _ in purses) == 3 * 1000
    assert (await bot.audit())[0] == 0


async def test_a_free_seat_is_taken_by_another_and_the_next_hand_is_dealt(
    evening: Evening, play: PlayDiscord, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    await evening.play_hand()
    moving = evening.table()
    await evening.press(play.person("Carla"), evening.results()[-1], "Leave")
    await play.world.changed.until(lambda: moving.deleted, 5)  # the table moves below the result
    lobby = await play.person("Dana").wait_message(lambda seen: seen.enabled("Join"))
    evening.people[2] = play.person("Dana")
    await evening.press(play.person("Dana"), lobby, "Join")
    await evening.press(play.person("Ana"), lobby, "Start")
    evening.hands = 1
    await evening.until_dealt(2)
    await evening.play_hand()
    assert (await bot.audit())[0] == 0
