"""Presses on what is no longer so: each is answered with what to do, or with the present state."""

from __future__ import annotations

from bot.play.people import Answer, Person, Seen
from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, cards_of, is_deciding


async def told(person: Person, message: Seen, custom_id: str) -> str:
    """What a person is told after pressing something that may no longer be there."""
    answer = await person.press(message, custom_id, force=True)
    assert answer.state == "done", (answer, answer.refused)
    assert answer.messages, "the press ended in silence"
    return answer.messages[-1].text


def id_of(message: Seen, label: str) -> str:
    control = message.control(label)
    assert control is not None, message.labels
    return str(control["custom_id"])


async def test_an_old_draw_after_the_turn_passed_shows_the_present_state(
    evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    player, panel = await evening.until_draw()
    old_draw = id_of(panel, "Draw")
    while is_deciding(panel):
        await evening.decide(player, panel)
    cards = cards_of(panel)
    assert "**your turn**" not in await told(player, panel, old_draw)
    assert cards_of(panel) == cards
    await evening.play_hand()
    assert (await bot.audit())[0] == 0


async def test_the_next_hand_of_an_old_result_changes_nothing(
    evening: Evening, play: PlayDiscord
) -> None:
    await evening.sit_down(stake=10)
    result = await evening.play_hand()
    old_next = id_of(result, "Next hand")
    await evening.go_on()
    assert "Next hand" not in await told(play.person("Ana"), result, old_next)
    await evening.play_hand()
    assert "already decided" in await told(play.person("Ben"), result, old_next)
    assert "ready" not in evening.results()[-1].text


async def test_a_join_of_the_lobby_in_mid_hand_says_why_not(
    evening: Evening, play: PlayDiscord
) -> None:
    table = await evening.open()
    join = id_of(table, "Join")
    for guest in evening.people[1:]:
        await evening.press(guest, table, "Join")
    await evening.press(evening.people[0], table, "Start")
    await evening.until_dealt(1)
    assert "You sit at this table already" in await told(play.person("Ben"), table, join)
    assert "A hand is in play" in await told(play.person("Dana"), table, join)


async def test_the_buttons_of_a_closed_table_say_that_it_is_closed(
    evening: Evening, play: PlayDiscord
) -> None:
    table = await evening.open()
    buttons = {label: id_of(table, label) for label in ("Join", "Leave", "Start", "Rules")}
    await evening.press(play.person("Ana"), table, "Leave")
    await play.world.changed.until(lambda: "Table closed" in table.text, 5)
    for label in ("Join", "Start"):
        said = await told(play.person("Ben"), table, buttons[label])
        assert said.startswith("This table is closed"), label
    assert "closed" in await told(play.person("Ana"), table, buttons["Leave"])
    assert "Tongits · book rules" in await told(play.person("Ben"), table, buttons["Rules"])


async def test_a_closed_table_is_not_posted_again_by_an_old_menu(
    evening: Evening, play: PlayDiscord
) -> None:
    """It said that the table had moved, and "Table closed" stood there twice."""
    ben, table = play.person("Ben"), await evening.open()
    more = id_of(table, "More")
    menu = evening.keep(await ben.press(table, "More")).message
    assert menu is not None
    repost = id_of(menu, "Post the table again")
    await evening.press(play.person("Ana"), table, "Leave")
    await play.world.changed.until(lambda: "Table closed" in table.text, 5)
    assert (await told(ben, menu, repost)).startswith("This table is closed")
    fresh = evening.keep(await ben.press(table, more, force=True)).message
    assert fresh is not None
    assert "Leaderboard" in fresh.labels
    assert "Post the table again" not in fresh.labels
    await evening.press(ben, fresh, "Chips")  # whatever is posted goes before an answer
    closed = [seen for seen in ben.messages() if "Table closed" in seen.text]
    assert closed == [table]


async def test_a_hand_panel_of_a_closed_table_says_that_it_is_closed(
    evening: Evening, play: PlayDiscord
) -> None:
    await evening.sit_down(stake=10)
    found = evening.somebody()
    assert found is not None
    player, panel = found
    sort = id_of(panel, "Sort")
    play.world.delete_channel(play.world.general)
    said = await told(player, panel, sort)
    for _ in range(50):  # nothing tells when the table is closed: its channel is gone
        if "table closed" not in said:
            said = await told(player, panel, sort)
    assert "its channel is gone" in said


async def test_a_strangers_presses_say_that_they_have_no_seat(
    evening: Evening, play: PlayDiscord
) -> None:
    dana = play.person("Dana")
    table = await evening.open()
    leave, start = id_of(table, "Leave"), id_of(table, "Start")
    for guest in evening.people[1:]:
        await evening.press(guest, table, "Join")
    for custom_id in (start, leave):
        assert "You have no seat at this table" in await told(dana, table, custom_id)
    await evening.press(evening.people[0], table, "Start")
    await evening.until_dealt(1)
    my_hand = id_of(evening.table(), "My hand")
    for custom_id in (my_hand, leave, start):
        assert "You have no seat at this table" in await told(dana, table, custom_id)
    menu: Answer = evening.keep(await dana.press(table, "More"))
    assert menu.message is not None
    assert "Leave" not in menu.message.labels


async def test_a_guest_who_presses_start_is_told_who_may(
    evening: Evening, play: PlayDiscord
) -> None:
    table = await evening.open()
    for guest in evening.people[1:]:
        await evening.press(guest, table, "Join")
    said = await told(play.person("Ben"), table, id_of(table, "Start"))
    assert "Only the host" in said


async def test_a_button_nobody_knows_is_answered_too(evening: Evening, play: PlayDiscord) -> None:
    table = await evening.open()
    for custom_id in ("b:dance:abcdefgh:::", "b:join:abcdefgh:::", "b:draw:::::", "nonsense"):
        answer = await play.person("Ben").press(table, custom_id, force=True)
        assert answer.state == "done", custom_id
        assert answer.messages, custom_id
