"""Whole hands under every preset and under house rules, played by what the panels say."""

from __future__ import annotations

import pytest

from bot.play.people import Person, Seen
from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, chips_of, purse_of
from tests.process.test_whole_hands import FLUENT_ID, board_of

PRESETS = "The rules to begin with"
FLAGS = "What is played"


def pot_in(result: Seen) -> int:
    """The hitter pot after a hand, as its result says; 0 once it was taken."""
    for line in result.text.splitlines():
        if line.startswith("Hitter pot") and "in it now" in line:
            return int(line.split("**")[1].replace(",", ""))
    return 0


@pytest.mark.parametrize("rules", ["pagat", "go"])
async def test_an_evening_in_units_keeps_every_chip(
    play: PlayDiscord, bot: BotProcess, rules: str
) -> None:
    evening = Evening(play, takes=0.9)
    table = await evening.open(rules=rules, stake=3)
    assert f"**Tongits · {rules} rules** · 3 chips a unit" in table.text
    assert "each player puts in" in table.text
    await evening.fill(table)
    told = dict.fromkeys(("Ana", "Ben", "Carla"), 0)
    for _ in range(3):
        result = chips_of(await evening.play_hand())
        told = {name: chips + result[name] for name, chips in told.items()}
        await evening.go_on()
    pot = pot_in(evening.results()[-1])
    assert sum(told.values()) == -pot
    assert await board_of(evening.people[1]) == told
    for person in evening.people:
        for message in [*person.messages(), *person.dms()]:
            assert not FLUENT_ID.search("\n".join([message.text, *message.labels]))
    status, said = await bot.audit()
    assert (status, said) == (0, "The audit found nothing wrong.\n")


async def set_up(evening: Evening, host: Person) -> Seen:
    """The set-up panel of house rules."""
    asked = evening.keep(await host.slash("tongits new", {"rules": "house", "stake": 5}))
    assert asked.message is not None
    assert asked.message.ephemeral
    return asked.message


async def test_house_rules_are_set_up_and_played(play: PlayDiscord, bot: BotProcess) -> None:
    evening = Evening(play)
    host = evening.people[0]
    panel = await set_up(evening, host)
    assert "Exactly the book rules." in panel.text
    await evening.press(host, panel, PRESETS, ["pagat"])
    kept = [one["value"] for one in panel.control(FLAGS)["options"] if one["default"]]
    await evening.press(host, panel, FLAGS, [*kept, "kang"])
    assert "**Kang**" in panel.text
    form = await host.press(panel, "Numbers")
    assert form.state == "modal"
    evening.keep(await host.submit_modal(form, {"Jokers": ["2.30"], "Fee": "5"}))
    assert "**Jokers** 2" in panel.text
    assert "**Fee** 5 %" in panel.text
    opened = evening.keep(await host.press(panel, "Open table"))
    assert opened.message is not None
    assert "The table is open" in opened.message.text
    await play.world.changed.until(lambda: "Join" in str(newest_labels(host)), 10)
    table = evening.table()
    assert "**Tongits · pagat rules + 5 % fee, 2 jokers" in table.text
    await evening.fill(table)
    await evening.play_hand()
    assert (await bot.audit())[0] == 0


def newest_labels(person: Person) -> list[str]:
    shown = [message for message in person.messages() if not message.ephemeral]
    return shown[-1].labels if shown else []


async def test_switches_that_clash_are_named_and_open_nothing(
    play: PlayDiscord, bot: BotProcess
) -> None:
    evening = Evening(play)
    host = evening.people[0]
    panel = await set_up(evening, host)
    await evening.press(host, panel, PRESETS, ["go"])
    kept = [one["value"] for one in panel.control(FLAGS)["options"] if one["default"]]
    clashing = [*kept, "long_meld_self_connect"]
    clashing.remove("sapaw_blocks_call")
    await evening.press(host, panel, FLAGS, clashing)
    assert "“long melds block the call” and “sapaw blocks the call” make no sense" in panel.text
    assert not panel.enabled("Open table")
    refused = evening.keep(await host.press(panel, "Open table", force=True))
    assert "make no sense together" in refused.messages[-1].text
    assert await purse_of(host) == (1000, 0)


async def test_a_bad_number_is_explained_and_back_opens_nothing(
    play: PlayDiscord, bot: BotProcess
) -> None:
    evening = Evening(play)
    host = evening.people[0]
    panel = await set_up(evening, host)
    form = await host.press(panel, "Numbers")
    typed = {"Sunog surcharge": "x", "Fee": "99", "Progressive session": "1,000"}
    evening.keep(await host.submit_modal(form, typed))
    told = await host.wait_message(lambda message: "whole numbers from 0 to 10." in message.text)
    assert told.ephemeral
    assert "it takes whole numbers from 0 to 50" in told.text
    assert "1,000" in panel.text
    again = await host.press(panel, "Numbers")
    assert "1000" in str(again.modal)
    await evening.press(host, panel, "Back")
    assert panel.text == "No table was opened."
    assert await purse_of(host) == (1000, 0)


async def test_a_form_sent_after_a_restart_is_still_understood(
    play: PlayDiscord, bot: BotProcess
) -> None:
    evening = Evening(play)
    host = evening.people[0]
    panel = await set_up(evening, host)
    form = await host.press(panel, "Numbers")
    await bot.kill9()
    await bot.start()
    evening.keep(await host.submit_modal(form, {"Jokers": ["1.25"]}))
    assert "**Jokers** One" in panel.text
