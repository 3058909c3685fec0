"""Daily chips and the statement through real clicks: private, paged, and alive after a restart."""

from __future__ import annotations

import asyncio
import re

from bot.play.people import Person, Seen
from bot.play.snowflake import timestamp
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, purse_of

LINE = re.compile(
    r"^<t:\d+:d> \*\*([+−])([\d,]+)\*\* (.*?) · (wallet|at the table) ([\d,]+)$", re.MULTILINE
)


def lines_of(page: Seen) -> list[tuple[int, str, str, int]]:
    """Amount, reason, where and what was there then, newest first."""
    return [
        (int(digits.replace(",", "")) * (-1 if sign == "−" else 1), why, place, _number(after))
        for sign, digits, why, place, after in LINE.findall(page.text)
    ]


def _number(digits: str) -> int:
    return int(digits.replace(",", ""))


async def history_of(evening: Evening, person: Person) -> Seen:
    """The newest page, from `/chips`."""
    shown = evening.keep(await person.slash("chips")).message
    assert shown is not None
    answer = await evening.press(person, shown, "History")
    assert answer.message is not None
    assert answer.message.id == shown.id
    return answer.message


async def test_daily_chips_come_once_and_say_when_the_next_come(evening: Evening) -> None:
    ana, ben = evening.people[:2]
    paid = evening.keep(await ana.slash("daily")).message
    assert paid is not None
    assert paid.ephemeral
    assert "**+100** daily chips. Your wallet: **1,100**" in paid.text
    assert re.search(r"Next: 120 chips <t:\d+:R>", paid.text)
    again = evening.keep(await ana.slash("daily")).message
    assert again is not None
    assert re.search(r"today's chips already: .* <t:\d+:R>", again.text)
    many = await asyncio.gather(*(ben.slash("daily") for _ in range(5)))
    told = [answer.message.text for answer in many if answer.message]
    assert sum("daily chips. Your wallet" in text for text in told) == 1
    assert [await purse_of(person) for person in (ana, ben)] == [(1_100, 0)] * 2


async def test_the_statement_tells_every_chip_of_an_evening_page_by_page(
    evening: Evening, bot: BotProcess
) -> None:
    ana = evening.people[0]
    evening.keep(await ana.slash("daily"))
    await evening.sit_down(stake=10)
    for _ in range(3):
        await evening.play_hand()
        await evening.go_on()
    page = await history_of(evening, ana)
    assert page.ephemeral
    await bot.kill9()
    await bot.start()  # nothing of the panel is in memory now
    found = lines_of(page)
    while page.enabled("Older ▶"):
        shown = (await evening.press(ana, page, "Older ▶")).message
        assert shown is not None
        page, older = shown, lines_of(shown)
        assert older
        found += older
    found.reverse()
    assert found[0] == (1_000, "wallet opened", "wallet", 1_000)
    assert found[1] == (100, "daily chips", "wallet", 1_100)
    held = 0
    for amount, _, place, after in found:
        if place == "wallet":
            held += amount
            assert after == held
    wallet, at_table = await purse_of(ana)
    assert held == wallet
    newest = next(after for _, _, place, after in reversed(found) if place == "at the table")
    assert newest == at_table - 10  # the stake of the fourth hand lies in the pot
    first = (await evening.press(ana, page, "⏮ Newest")).message
    assert first is not None
    back = (await evening.press(ana, first, "Chips")).message
    assert back is not None
    assert "Your chips on this server" in back.text


async def test_a_statement_is_shown_to_its_presser_alone(evening: Evening) -> None:
    """Whoever sends the button's id from a public message gets a page of their own, privately."""
    ana, ben = evening.people[:2]
    evening.keep(await ana.slash("daily"))
    page, table = await history_of(evening, ana), await evening.open(stake=10)
    assert page.id not in {message.id for message in ben.messages()}
    answer = evening.keep(await ben.press(table, "b:history::::first.0", force=True))
    assert answer.message is not None
    assert answer.message.ephemeral
    assert answer.message.id not in {message.id for message in ana.messages()}
    assert "No chips moved yet." in answer.message.text
    assert evening.table().text == table.text


async def test_a_newcomer_hears_why_and_until_when(evening: Evening) -> None:
    ben = evening.people[1]
    ben.user.joined_at = timestamp(3_600_000)
    told = evening.keep(await ben.slash("daily")).message
    assert told is not None
    assert re.search(r"You are new on this server, .*: claim them <t:\d+:R>\.", told.text)
    table = await evening.open(stake=11)
    asked = (
        await ben.press(table, "Join"),
        await ben.press(table, f"b:return:{table_id_of(table)}:::", force=True),
        await ben.slash("tongits join"),
        await ben.slash("tongits new", {"stake": 11}, evening.play.world.new_channel("other")),
    )
    for answer in map(evening.keep, asked):
        assert answer.message is not None
        assert "a stake of at most 10: this one is open to you <t:" in answer.message.text
    assert (await purse_of(ben))[1] == 0
    ben.user.joined_at = timestamp(24 * 3_600_000)
    await evening.press(ben, evening.table(), "Join")
    assert (await purse_of(ben))[1] > 0


def table_id_of(table: Seen) -> str:
    return str((table.control("Join") or {})["custom_id"]).split(":")[2]


async def test_newcomers_sit_down_for_a_small_stake(evening: Evening) -> None:
    for person in evening.people:
        person.user.joined_at = timestamp()
    await evening.sit_down(stake=10)
