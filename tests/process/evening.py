"""People who play by what they see: labels, selects, enabled buttons."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from bot.play.people import Answer, Person, Seen
from bot.play.server import PlayDiscord
from bot.play.world import Channel

MOVE_S = 20.0  # how long a table may need until somebody can do something
DECIDING = ("Draw", "Show", "Fold")
WHICH_MELD = "Take it for which meld?"
START_OF_RESULT = re.compile(r"### Hand (\d+) · ")


class Evening:
    """Three people at one table in #general.

    `calls` and `takes` are how often they call and take the discard when they may.
    """

    def __init__(
        self, play: PlayDiscord, *, seed: int = 7, calls: float = 0.3, takes: float = 0.2
    ) -> None:
        self.play = play
        self.people = play.people[:3]
        self.rng = random.Random(seed)
        self.calls = calls
        self.takes = takes
        self.answers: list[Answer] = []
        self.hands = 0  # that were over when the present one was dealt

    # -- sitting down ----------------------------------------------------------------------------

    async def open(self, **options: int | str) -> Seen:
        """The first person opens a table; its message."""
        opened = self.keep(await self.people[0].slash("tongits new", options))
        assert opened.message is not None, opened.refused
        return opened.message

    async def sit_down(self, **options: int | str) -> Seen:
        """All three sit, and the hand is dealt at once; the table's message."""
        return await self.fill(await self.open(**options))

    async def fill(self, table: Seen) -> Seen:
        """The other two sit down at an open table, and the hand is dealt at once."""
        for guest in self.people[1:]:
            await self.press(guest, table, "Join")
        await self.press(self.people[0], table, "Start")
        await self.until_dealt(1)
        return self.table()

    async def until_dealt(self, hand_no: int) -> None:
        """Waits until the table shows the hand and somebody has a panel to play it."""
        dealt = f"**Hand {hand_no}** ·"
        await self.play.world.changed.until(
            lambda: self.table().text.startswith(dealt) and self.somebody(), MOVE_S
        )

    # -- looking ---------------------------------------------------------------------------------

    def table(self) -> Seen:
        """The table's message: the newest that is the bot's panel and no result."""
        return next(
            message
            for message in reversed(self.people[0].messages())
            if not message.ephemeral and message.control("Rules") and not message.deleted
        )

    def results(self) -> list[Seen]:
        """Finished hands in the channel, oldest first."""
        shown = self.people[0].messages()
        return [message for message in shown if START_OF_RESULT.match(message.text)]

    def panels(self, person: Person) -> Iterator[Seen]:
        """The person's hand panels that await a decision, newest first."""
        mine = [message for message in person.messages() if message.ephemeral] + person.dms()
        for message in reversed(mine):
            if is_deciding(message):
                yield message

    def has_turn(self, person: Person) -> bool:
        """Whether the table's message says that it waits for the person."""
        first = self.table().text.split("\n", 1)[0]
        waited = first.split("called (Tawag)")[-1] if "called" in first else first.split("turn")[0]
        return person.name in waited

    def somebody(self) -> tuple[Person, Seen] | None:
        """A person and the hand panel, or the table, that they have to press something on."""
        for person in self.people:
            panel = next(self.panels(person), None)
            if panel is not None:
                return person, panel
            if person.user.dms_closed and self.has_turn(person):
                return person, self.table()
        return None

    # -- playing ---------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the present hand's result is in the channel."""
        return len(self.results()) > self.hands

    async def play_hand(self) -> Seen:
        """Plays the hand to its end; its result."""
        while not self.is_over:
            await self.step()
        return self.results()[-1]

    async def waited_for(self) -> tuple[Person, Seen] | None:
        """Who has to press something, and where, once somebody has; None if the hand is over."""
        await self.play.world.changed.until(lambda: self.is_over or self.somebody(), MOVE_S)
        return None if self.is_over else self.somebody()

    async def until_draw(self) -> tuple[Person, Seen]:
        """Plays on until a turn starts with a draw; whose it is, and the hand panel."""
        while True:
            found = await self.waited_for()
            if found is None:
                await self.go_on()
            elif found[1].enabled("Draw"):
                return found
            else:
                await self.decide(*found)

    async def step(self) -> Answer | None:
        """One press by whoever has one to make; None if the hand is over."""
        found = await self.waited_for()
        if found is None:
            return None
        person, message = found
        if message.control("My hand"):
            return await self.press(person, message, "My hand")
        return await self.decide(person, message)

    async def play_turn(self) -> None:
        """Plays until the channel reads of one more turn, or the hand is over."""
        before = self.turns()
        while self.turns() == before and not self.is_over:
            await self.step()

    def turns(self) -> int:
        """How many turns the channel read of."""
        return sum(" · next: " in message.text for message in self.people[0].messages())

    async def go_on(self) -> None:
        """Everybody wants the next hand, and it is dealt."""
        self.hands = len(self.results())
        for person in self.people:
            await self.press(person, self.results()[-1], "Next hand")
        await self.until_dealt(self.hands + 1)

    async def decide(self, person: Person, panel: Seen) -> Answer:
        """The next press of a simple player: reply, call, lay, sapaw, else draw and discard."""
        for quiet in ("Show", "Fold"):
            if panel.enabled(quiet):
                reply = "Challenge" if self.rng.random() < 0.3 else quiet
                return await self.press(person, panel, reply)
        if which := panel.control(WHICH_MELD):
            meld = self.rng.choice(which["options"])["value"]
            return await self.press(person, panel, WHICH_MELD, [meld])
        if panel.enabled("Tawag · yes"):
            return await self.press(person, panel, "Tawag · yes")
        if panel.enabled("Tawag") and self.rng.random() < self.calls:
            return await self.press(person, panel, "Tawag")
        if panel.enabled("Draw"):
            take = panel.enabled("Take") and self.rng.random() < self.takes
            return await self.press(person, panel, "Take" if take else "Draw")
        if panel.enabled("Tongits"):
            return await self.press(person, panel, "Tongits")
        if panel.enabled("Discard"):
            return await self.press(person, panel, "Discard")
        return await self.select(person, panel)

    async def select(self, person: Person, panel: Seen) -> Answer:
        """Lays what is offered, else selects a card to throw."""
        name = "Melds and sapaw" if panel.control("Melds and sapaw") else "Your cards"
        select = panel.control(name)
        assert select is not None, panel.labels
        option = select["options"][0] if name != "Your cards" else self._harmless(select)
        return await self.press(person, panel, name, [option["value"]])

    def _harmless(self, select: dict[str, list[dict[str, str]]]) -> dict[str, str]:
        """Any card but one that must not be thrown this turn."""
        barred = "not to be thrown"
        free = [one for one in select["options"] if barred not in (one.get("description") or "")]
        return self.rng.choice(free)

    async def press(
        self, person: Person, message: Seen, wanted: str, values: list[str] | None = None
    ) -> Answer:
        """Presses and expects an answer."""
        return self.keep(await person.press(message, wanted, values))

    def keep(self, answer: Answer) -> Answer:
        """Expects that the bot answered, and that Discord refused nothing."""
        assert answer.state == "done", (answer, answer.refused)
        assert not answer.refused, answer.refused
        self.answers.append(answer)
        return answer


def is_deciding(message: Seen) -> bool:
    """Whether a hand panel awaits something of its owner."""
    if any(message.enabled(label) for label in DECIDING):
        return True
    asking = message.control("Your cards") or message.control(WHICH_MELD)
    return asking is not None or message.enabled("Tawag · yes")


def cards_of(panel: Seen) -> str:
    """The line of a hand panel that shows the cards held."""
    return next(line for line in panel.text.split("\n") if line.startswith("###"))


def chips_of(result: Seen) -> dict[str, int]:
    """What each person won or lost, by shown name, as a result says.

    The lines read like "**Ana** **342** (+42)" or "**Ana** cashed out (−18)".
    """
    found = re.findall(r"^(\S+) .*\(([+−±])([\d,]+)\)$", result.text, re.MULTILINE)
    return {name: number(sign, digits) for name, sign, digits in found}


def number(sign: str, digits: str) -> int:
    """A signed number as the panels write it."""
    return int(digits.replace(",", "")) * (-1 if sign == "−" else 1)


async def purse_of(person: Person, channel: Channel | None = None) -> tuple[int, int]:
    """Wallet, and chips at tables and in their pots, as `/chips` says."""
    shown = (await person.slash("chips", channel=channel)).message
    assert shown is not None
    found = re.search(r"Wallet \*\*([\d,]+)\*\* · at the table \*\*([\d,]+)\*\*", shown.text)
    assert found, shown.text
    pot = re.search(r"In the pot: \*\*([\d,]+)\*\*", shown.text)
    in_pot = number("+", pot[1]) if pot else 0
    return number("+", found[1]), number("+", found[2]) + in_pot
