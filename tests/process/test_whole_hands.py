"""From `/tongits new` to `/leaderboard`: whole hands by the real bot, as people see them."""

from __future__ import annotations

import re

from bot.play.people import Person
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, chips_of, number, purse_of

FLUENT_ID = re.compile(r"\b(?:act|block|board|button|chips|error|hand|note|pay|table|why)-[a-z]+")


async def board_of(person: Person) -> dict[str, int]:
    """Net winnings by shown name."""
    shown = (await person.slash("leaderboard")).message
    assert shown is not None
    found = re.findall(r"#\d+\W+(\w+) · ([+−±])([\d,]+)", shown.text)
    return {name: number(sign, digits) for name, sign, digits in found}


async def test_three_people_play_whole_hands_and_the_board_says_what_the_results_said(
    evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    told = dict.fromkeys(("Ana", "Ben", "Carla"), 0)
    for _ in range(3):
        result = chips_of(await evening.play_hand())
        assert sum(result.values()) == 0
        told = {name: chips + result[name] for name, chips in told.items()}
        await evening.go_on()
    assert await board_of(evening.people[1]) == told
    assert sum([sum(await purse_of(person)) for person in evening.people]) == 3 * 1000
    status, said = await bot.audit()
    assert (status, said) == (0, "The audit found nothing wrong.\n")


async def test_no_message_shows_a_text_that_has_no_words(evening: Evening) -> None:
    await evening.sit_down(stake=10)
    await evening.play_hand()
    for person in evening.people:
        await person.slash("chips")
        await person.slash("leaderboard", {"by": "chips"})
        await person.slash("tongits rules")
        for message in [*person.messages(), *person.dms()]:
            assert not FLUENT_ID.search("\n".join([message.text, *message.labels]))


async def test_leaving_after_a_hand_brings_the_chips_back_and_the_last_one_closes_the_table(
    evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    won = chips_of(await evening.play_hand())
    await evening.press(evening.people[0], evening.results()[-1], "Leave")
    for person in evening.people[1:]:
        evening.keep(await person.slash("tongits leave"))
    for person in evening.people:
        assert await purse_of(person) == (1000 + won[person.name], 0)
    assert (await bot.audit())[0] == 0
