"""A disk that takes nothing: whoever presses hears that it was not played, and nothing is lost."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from bot.play.people import Answer, Person, Seen
from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening

NOT_PLAYED = "Not played, try again: I cannot write anything down just now, so nothing changed."
FULL_AT_BYTES = 20_000  # the log of the database is longer than this, the bot's words are not

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of a running process")


class FaultyBot(BotProcess):
    """The bot on a disk that can be spoiled."""

    module = "tests.process.faulty_bot"

    @property
    def switch(self) -> Path:
        return self.folder / "fault"

    async def start(self) -> FaultyBot:
        self.switch.write_text("")
        self.settings["FAULT"] = str(self.switch)
        await super().start()
        return self


@pytest.fixture
async def bot(play: PlayDiscord, tmp_path: Path) -> AsyncIterator[FaultyBot]:
    settings = {"TONGITS_ONE_SEAT_PER_SERVER": "false"}
    async with FaultyBot(play, tmp_path, **settings) as running:
        yield running


@contextmanager
def switched(bot: FaultyBot, fault: str) -> Iterator[None]:
    bot.switch.write_text(fault)
    try:
        yield
    finally:
        bot.switch.write_text("")


@contextmanager
def full(bot: FaultyBot) -> Iterator[None]:
    """No file of the bot may grow: the system refuses its writes, as a full disk does."""
    assert Path(f"{bot.db}-wal").stat().st_size > FULL_AT_BYTES
    _, hard = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (FULL_AT_BYTES, hard))
    try:
        yield
    finally:
        resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (hard, hard))


@contextmanager
def locked(bot: FaultyBot) -> Iterator[None]:
    with closing(sqlite3.connect(bot.db, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


Fault = Callable[[FaultyBot], AbstractContextManager[None]]
FAULTS: dict[str, Fault] = {
    "full": full,
    "locked": locked,
    "readonly": lambda bot: switched(bot, "readonly"),
}


def everything(bot: FaultyBot) -> list[str]:
    """All that is in the database but what is on screen, which the publisher may still note."""
    with closing(sqlite3.connect(f"{bot.db.as_uri()}?mode=ro", uri=True)) as conn:
        screens = ('INSERT INTO "panels"', 'INSERT INTO "posts"')
        return [line for line in conn.iterdump() if not line.startswith(screens)]


async def until_quiet(bot: FaultyBot) -> None:
    """Waits until the publisher has written down all that it showed."""
    sql = (
        "SELECT (SELECT COUNT(*) FROM panels WHERE wanted_seq > shown_seq)"
        " + (SELECT COUNT(*) FROM posts WHERE sent_ms IS NULL)"
    )
    with closing(sqlite3.connect(f"{bot.db.as_uri()}?mode=ro", uri=True)) as conn:
        async with asyncio.timeout(10):
            while conn.execute(sql).fetchone() != (0,):  # noqa: ASYNC110  # another process's work
                await asyncio.sleep(0.02)


def said(answer: Answer) -> str:
    """The newest words of an answer."""
    assert answer.state == "done", answer
    assert not answer.refused, answer.refused
    return answer.messages[-1].text


async def more_of(person: Person, table: Seen) -> Seen:
    shown = (await person.press(table, "More")).message
    assert shown is not None
    return shown


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_every_press_and_command_that_writes_says_that_it_was_not_played(
    evening: Evening, play: PlayDiscord, bot: FaultyBot, fault: Fault
) -> None:
    ana, ben, _ = evening.people
    dana, other = play.person("Dana"), play.world.new_channel("other")
    table = await evening.sit_down(stake=10)
    opened = (await ana.slash("tongits new", {"stake": 5}, other)).message
    setup = (
        await ben.slash("tongits new", {"rules": "house"}, play.world.new_channel("x"))
    ).message
    assert opened is not None
    assert setup is not None
    mover, hand = await evening.until_draw()
    leaving = (await ben.slash("tongits leave")).message
    assert leaving is not None
    more = await more_of(ben, table)
    admin = {"reason": "because"}
    presses: dict[str, Callable[[], Awaitable[Answer]]] = {
        "draw": lambda: mover.press(hand, "Draw"),
        "sort": lambda: mover.press(hand, "Sort"),
        "leave": lambda: ben.press(leaving, "Leave · yes"),
        "post again": lambda: ben.press(more, "Post the table again"),
        "join": lambda: ben.press(opened, "Join"),
        "a stranger joins": lambda: dana.press(opened, "Join"),
        "a stranger's chips": lambda: dana.slash("chips"),
        "open with house rules": lambda: ben.press(setup, "Open table"),
        "/tongits new": lambda: ben.slash("tongits new", {}, play.world.new_channel("y")),
        "/tongits join": lambda: ben.slash("tongits join", {}, other),
        "/tongits leave": lambda: ana.slash("tongits leave", {}, other),
        "/tongits table": lambda: ben.slash("tongits table"),
        "end": lambda: ana.slash("tongits-admin end", admin),
        "kick": lambda: ana.slash("tongits-admin kick", {**admin, "player": ben.id}),
        "repost": lambda: ana.slash("tongits-admin repost", admin),
        "unstick": lambda: ana.slash("tongits-admin unstick", admin),
    }
    before = everything(bot)
    with fault(bot):
        answers = {name: said(await press()) for name, press in presses.items()}
        assert {name: text for name, text in answers.items() if text != NOT_PLAYED} == {}
        # Who only looks may look.
        assert "Points left" in said(await ben.slash("tongits hand"))
        assert "Wallet" in said(await ben.slash("chips"))
        assert "Leave in mid-hand?" in said(await ben.slash("tongits leave"))
    assert everything(bot) == before
    assert "Traceback" not in bot.output
    assert "**Dana**" in said(await dana.press(opened, "Join"))
    await evening.press(mover, hand, "Draw")
    await evening.play_hand()
    assert (await bot.audit())[0] == 0


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_between_hands_it_is_the_same(evening: Evening, bot: FaultyBot, fault: Fault) -> None:
    await evening.sit_down(stake=10)
    result = await evening.play_hand()
    before = everything(bot)
    with fault(bot):
        for person in evening.people:
            assert said(await person.press(result, "Next hand")) == NOT_PLAYED
    assert everything(bot) == before
    await evening.go_on()
    await evening.play_hand()
    assert (await bot.audit())[0] == 0


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_a_move_that_was_played_is_shown_after_the_fault_by_itself(
    evening: Evening, play: PlayDiscord, bot: FaultyBot, fault: Fault
) -> None:
    """What was answered stands, and what could not be noted of it is made up for."""
    await evening.sit_down(stake=10)
    for _ in range(3):
        mover, hand = await evening.until_draw()
        pressed = await mover.press(hand, "Draw", wait=False)
        with fault(bot):
            text = said(await pressed.settled())
        if text == NOT_PLAYED:
            await evening.press(mover, hand, "Draw")
        await evening.play_turn()
    await evening.play_hand()
    assert "Traceback" not in bot.output
    assert (await bot.audit())[0] == 0


async def test_on_a_disk_that_takes_two_seconds_a_move_is_played_or_refused_in_time(
    evening: Evening, bot: FaultyBot
) -> None:
    await evening.sit_down(stake=10)
    mover, hand = await evening.until_draw()
    bystander = next(person for person in evening.people if person is not mover)
    leaving = (await bystander.slash("tongits leave")).message
    assert leaving is not None
    await until_quiet(bot)
    with switched(bot, "slow"):
        began = time.monotonic()
        drawn = await mover.press(hand, "Draw", wait=False)
        left = await bystander.press(leaving, "Leave · yes", wait=False)
        texts = [said(await answer.settled()) for answer in (drawn, left)]
        assert time.monotonic() - began < 3
    assert texts.count(NOT_PLAYED) == 1
    await evening.play_hand()
    assert (await bot.audit())[0] == 0


async def test_on_such_a_disk_a_newcomer_hears_in_time_at_every_press_and_sits_down(
    evening: Evening, play: PlayDiscord, bot: FaultyBot
) -> None:
    """A stranger's name, and what is left to write of the opening, is waited for once a press."""
    table, dana = await evening.open(stake=10), play.person("Dana")
    await until_quiet(bot)
    with switched(bot, "slow"):
        for _ in range(20):
            began = time.monotonic()
            text = said(await dana.press(table, "Join"))
            assert time.monotonic() - began < 3
            if text != NOT_PLAYED:
                break
    await play.world.changed.until(lambda: "Dana" in table.text, 10)
    assert "Traceback" not in bot.output
    assert (await bot.audit())[0] == 0
