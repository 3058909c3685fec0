"""People at the judge who play by what their panels show: labels, selects, enabled buttons."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

WHICH_MELD = "Take it for which meld?"
ROOT = Path(__file__).resolve().parents[2]


@asynccontextmanager
async def table_of_three(
    judge: Any, db: Path, log: Path, **options: int | str
) -> AsyncIterator[Table]:
    """The real bot at the judge with three people at a table that is about to start."""
    bot = judge.launch(
        [sys.executable, "-m", "bot"], cwd=ROOT, env={"TONGITS_DB": str(db)}, log=log
    )
    await bot.start()
    try:
        await judge.wait_commands("tongits")
        people = [judge.user(name) for name in ("ana", "ben", "carla")]
        table = Table(judge, bot, people, random.Random(7))
        await table.open(**options)
        yield table
    finally:
        await bot.stop()


class Table:
    """Three people, the channel they look at, and how they play."""

    def __init__(self, judge: Any, bot: Any, people: list[Any], rng: random.Random) -> None:
        self.judge, self.bot, self.people, self.rng = judge, bot, people, rng
        self.place: Any = "general"  # where the table is
        self.calls = True
        self.takes = 0.2  # how often the discard is taken when it may be
        self.moves = 0  # clicks that played something, selections not counted

    async def open(self, **options: int | str) -> None:
        """Ana opens, the others join by button."""
        host = self.people[0]
        opened = await host.slash("tongits new", options)
        for guest in self.people[1:]:
            joined = await guest.click(opened.message, "Join")
            assert joined.acked, joined.errors
        await host.click(opened.message, "Start")

    async def play_hands(self, count: int) -> None:
        """Plays until that many more results stand in the channel."""
        wanted = len(self.results()) + count
        while len(self.results()) < wanted:
            if await self.step():
                continue
            if len(self.people) == 3 and self.has_open_seat():
                await self.sit_down_for_less()
            await asyncio.sleep(0.02)

    def has_open_seat(self) -> bool:
        """Whether the table waits for players: somebody could not cover another hand."""
        shown = [m for m in self.people[0].messages(self.place) if m.labels]
        return bool(shown and enabled(shown[-1], "Join"))

    async def sit_down_for_less(self) -> None:
        """Everybody gets up, and the same three open a table that one chip is enough for."""
        for person in self.people:
            await person.slash("tongits leave")
        await self.open(stake=1, rate=0)

    def results(self) -> list[Any]:
        """The result messages in the channel, oldest first."""
        return [m for m in self.people[0].messages(self.place) if is_result(m)]

    async def step(self) -> bool:
        """One click by anybody who has one to make; False if nobody has."""
        for person in self.people:
            panel = hand_of(person)
            if panel is not None and await self.click_something(person, panel):
                self.moves += 1
                return True
        return await self.go_on()

    async def go_on(self) -> bool:
        """Everybody presses Next hand."""
        shown = self.results()
        if not shown or not enabled(shown[-1], "Next hand"):
            return False
        for person in self.people:
            if enabled(shown[-1], "Next hand"):
                await person.click(shown[-1], "Next hand")
        return True

    async def click_something(self, person: Any, panel: Any) -> bool:
        """The next click of a simple player: call when allowed, lay, sapaw, else discard."""
        if reply := enabled(panel, "Show") or enabled(panel, "Fold"):
            challenge = self.rng.random() < 0.3 and enabled(panel, "Challenge")
            return await click(person, panel, challenge or reply)
        call = enabled(panel, "Tawag")
        if call and self.calls and self.rng.random() < 0.3:
            await click(person, panel, call)
            return await click(person, panel, enabled(panel, "Tawag"))
        if which := next((one for one in panel.selects if one.label == WHICH_MELD), None):
            meld = self.rng.choice(which.options)
            await person.select(panel, which.custom_id, [meld["value"]])
            return True
        take = enabled(panel, "Take") if self.rng.random() < self.takes else None
        if first := take or enabled(panel, "Draw"):
            return await click(person, panel, first)
        if last := enabled(panel, "Tongits") or enabled(panel, "Discard"):
            return await click(person, panel, last)
        return await self.select_something(person, panel)

    async def select_something(self, person: Any, panel: Any) -> bool:
        """Lays what the second select offers, else picks a card to throw."""
        if len(panel.selects) > 1:
            quick = panel.selects[1]
            await person.select(panel, quick.custom_id, [quick.options[0]["value"]])
            return True
        if panel.selects:
            self.moves -= 1
            cards = panel.selects[0]
            option = self.rng.choice(cards.options)
            await person.select(panel, cards.custom_id, [option["value"]])
            return True
        return False


def hand_of(person: Any) -> Any:
    """The newest hand panel in the person's direct messages."""
    panels = [message for message in person.dms() if message.labels or message.selects]
    return panels[-1] if panels else None


def is_result(message: Any) -> bool:
    """Whether a message is a finished hand, its buttons spent or not."""
    return bool(message.text.startswith("### Hand"))


def enabled(message: Any, start: str) -> Any:
    """The first enabled button whose label begins so."""
    return next((b for b in message.buttons if b.label.startswith(start) and not b.disabled), None)


async def click(person: Any, panel: Any, button: Any) -> bool:
    """Clicks, and expects an answer."""
    done = await person.click(panel, button.custom_id)
    assert done.acked, (button, done.errors)
    assert not done.failed, (button, done.errors)
    return True
