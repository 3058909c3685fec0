"""Two presses at the same time: one effect each, and nobody's ends in silence."""

from __future__ import annotations

import asyncio
import re

from bot.play.people import Person, Seen
from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, cards_of


async def private_words(person: Person) -> str:
    """The newest words for this person's eyes alone."""
    return (await person.wait_message(lambda message: message.ephemeral)).text


async def test_two_joins_for_the_last_seat_seat_one_and_tell_the_other(
    play: PlayDiscord, evening: Evening, bot: BotProcess
) -> None:
    table = await evening.open()
    await evening.press(play.person("Ben"), table, "Join")
    rivals = [play.person("Carla"), play.person("Dana")]
    for answer in await asyncio.gather(*(rival.press(table, "Join") for rival in rivals)):
        evening.keep(answer)
    words = sorted([await private_words(rival) for rival in rivals])
    assert words[0].startswith("All three seats are taken")
    assert words[1].startswith("You sit in seat 3")
    assert ("Carla" in table.text) != ("Dana" in table.text)
    assert (await bot.audit())[0] == 0


async def test_two_starts_deal_one_hand(play: PlayDiscord, evening: Evening) -> None:
    table = await evening.open()
    for guest in evening.people[1:]:
        await evening.press(guest, table, "Join")
    host = evening.people[0]
    for answer in await asyncio.gather(host.press(table, "Start"), host.press(table, "Start")):
        assert answer.state == "done", answer.refused
    await evening.until_dealt(1)
    assert "Hand 1" in evening.table().text


async def test_the_same_draw_pressed_twice_draws_one_card(
    play: PlayDiscord, evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    player, panel = await evening.until_draw()
    held, stock = count(panel), stock_of(panel)
    again = await asyncio.gather(*(player.press(panel, "Draw") for _ in range(3)))
    assert [answer.state for answer in again] == ["done"] * 3, [a.refused for a in again]
    assert (count(panel), stock_of(panel)) == (held + 1, stock - 1)
    await evening.play_hand()
    assert (await bot.audit())[0] == 0


async def test_the_same_discard_pressed_twice_ends_one_turn(
    play: PlayDiscord, evening: Evening
) -> None:
    await evening.sit_down(stake=10)
    player, panel = await evening.until_draw()
    await evening.press(player, panel, "Draw")
    while not panel.enabled("Discard "):
        select = panel.control("Your cards")
        assert select is not None
        await evening.press(player, panel, "Your cards", [select["options"][0]["value"]])
    held = count(panel)
    again = await asyncio.gather(*(player.press(panel, "Discard") for _ in range(2)))
    assert [answer.state for answer in again] == ["done"] * 2, [a.refused for a in again]
    assert count(panel) == held - 1
    await play.world.changed.until(lambda: not evening.has_turn(player), 5)


async def test_three_who_want_the_next_hand_at_once_get_one_hand(
    play: PlayDiscord, evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    result = await evening.play_hand()
    evening.hands = 1
    presses = [person.press(result, "Next hand") for person in evening.people for _ in range(2)]
    for answer in await asyncio.gather(*presses):
        assert answer.state == "done", answer.refused
    await evening.until_dealt(2)
    await evening.play_hand()
    assert (await bot.audit())[0] == 0


async def test_two_tables_opened_at_once_in_a_channel_are_one_table_and_a_link_to_it(
    play: PlayDiscord, evening: Evening, bot: BotProcess
) -> None:
    openers = [play.person("Ana"), play.person("Ben")]
    answers = await asyncio.gather(*(opener.slash("tongits new") for opener in openers))
    shown = [evening.keep(answer).message for answer in answers]
    lobby, refusal = sorted((one for one in shown if one), key=lambda one: one.ephemeral)
    assert lobby.enabled("Join")
    assert "There is a table in this channel already: https://discord.com/" in refusal.text
    # The link is the lobby's, or the channel's while the lobby is still on its way.
    assert refusal.text.endswith((f"/{lobby.id}", f"/{lobby.raw['channel_id']}"))
    assert (await bot.audit())[0] == 0


async def test_joining_two_tables_at_once_takes_one_seat(
    play: PlayDiscord, evening: Evening, bot: BotProcess
) -> None:
    lounge = play.world.new_channel("lounge")
    here = await evening.open()
    opened = evening.keep(await play.person("Ben").slash("tongits new", channel=lounge)).message
    assert opened is not None
    carla = play.person("Carla")
    for answer in await asyncio.gather(carla.press(here, "Join"), carla.press(opened, "Join")):
        evening.keep(answer)
    await play.world.changed.until(lambda: ("Carla" in here.text) or ("Carla" in opened.text), 5)
    assert ("Carla" in here.text) != ("Carla" in opened.text)
    told = [
        seen.text for channel in (play.world.general, lounge) for seen in carla.messages(channel)
    ]
    assert sum("leave that one first" in text for text in told) == 1
    assert (await bot.audit())[0] == 0


async def test_two_replies_to_a_call_at_once_both_count(
    play: PlayDiscord, evening: Evening, bot: BotProcess
) -> None:
    first, second = await until_two_owe_an_answer(evening)
    replies = (first[0].press(first[1], "Challenge"), second[0].press(second[1], "Show"))
    for answer in await asyncio.gather(*replies):
        evening.keep(answer)
    result = await evening.play_hand()
    assert f"{first[0].name} challenged" in result.text
    assert f"{second[0].name} showed" in result.text
    assert (await bot.audit())[0] == 0


async def test_a_reply_pressed_twice_in_two_ways_counts_once(
    play: PlayDiscord, evening: Evening
) -> None:
    (player, panel), (other, _) = await until_two_owe_an_answer(evening)
    both = await asyncio.gather(player.press(panel, "Show"), player.press(panel, "Challenge"))
    assert [answer.state for answer in both] == ["done"] * 2, [a.refused for a in both]
    assert not panel.enabled("Show")
    result = await evening.play_hand()
    assert result.text.count(f"{player.name} showed") == 1
    assert f"{player.name} challenged" not in result.text
    assert f"{other.name} " in result.text


def count(panel: Seen) -> int:
    """How many cards a hand panel shows."""
    marks = {"♠", "♥", "♦", "♣", "###", "🆕"}
    return len([word for word in cards_of(panel).split() if word not in marks])


def stock_of(panel: Seen) -> int:
    """How many cards a hand panel says are in the stock."""
    found = re.search(r"Stock (\d+)", panel.text)
    assert found, panel.text
    return int(found[1])


async def until_two_owe_an_answer(evening: Evening) -> list[tuple[Person, Seen]]:
    """Plays on, calling only when all three have opened, until a call waits for two answers."""
    await evening.sit_down(stake=1, rate=0)
    while evening.hands < 40:
        found = await evening.waited_for()
        if found is None:
            await evening.go_on()
        elif found[1].enabled("Show"):
            return await evening.play.world.changed.until(lambda: owing_both(evening), 5)
        else:
            evening.calls = float("sunog risk" not in evening.table().text)
            await evening.decide(*found)
    raise AssertionError("forty hands without a call that two could answer")


def owing_both(evening: Evening) -> list[tuple[Person, Seen]] | None:
    """The two who owe an answer, once both have the panel."""
    owing = owing_answer(evening)
    return owing if len(owing) == 2 else None


def owing_answer(evening: Evening) -> list[tuple[Person, Seen]]:
    return [
        (person, panel)
        for person in evening.people
        for panel in evening.panels(person)
        if panel.enabled("Show")
    ]
