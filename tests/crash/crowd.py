"""People at one table who note what they asked, what was answered, and what they cannot know."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

from bot.play.interaction import Interaction
from bot.play.people import Answer, Person, Seen
from bot.play.server import PlayDiscord
from bot.ui import custom_ids as ids
from tests.process.evening import Evening, is_deciding

T = TypeVar("T")

WAIT_S: Final = 20.0
PATIENCE: Final = 5  # how often a person asks before they say that the bot is stuck
KINDS: Final = {  # what a control's press is called in the journal; any other only looks
    ids.JOIN: "join",
    ids.LEAVE: "leave",
    ids.LEAVE_YES: "leave",
    ids.START: "start",
    ids.NEXT: "ready",
    ids.RETURN: "return",
    **dict.fromkeys(
        (ids.DRAW, ids.TAKE, ids.TAKE_LAY, ids.CALL_YES, ids.REPLY, ids.DISCARD), "move"
    ),
    **dict.fromkeys((ids.LAY, ids.SAPAW, ids.QUICK, ids.UNDO, ids.DECLARE), "move"),
}
HOST: Final = re.compile(r"\*\*(\w+)\*\* \(host\)")
HAND: Final = re.compile(r"[Hh]and (\d+)\b")
TERMS: Final = {"stake": 10, "rate": 0, "clock": 600}  # nobody is ever short of chips or time


def table_of(message: Seen) -> str:
    """The id of the table that a message's controls belong to; "" without any."""
    said = (ids.parse(str(one.get("custom_id"))) for one in message.controls)
    return next((one.table_id for one in said if one), "")


def all_settled(asked: list[Interaction]) -> bool:
    """Whether nothing more will come of these: each is answered or has failed."""
    return all(one.settled for one in asked)


class Died(Exception):
    """The bot ended before it answered."""


class Stuck(AssertionError):
    """The bot lives and nobody can go on."""


@dataclass(eq=False)
class Intent:
    """One thing a person wants once, however often it is asked for."""

    kind: str
    send: Callable[[], Awaitable[Answer]] = field(repr=False)
    then: Callable[[], None] = lambda: None
    answers: list[Answer] = field(default_factory=list)

    @property
    def answered(self) -> Answer | None:
        """The first answer that the person saw."""
        return next((one for one in self.answers if one.interaction.ack is not None), None)


class Crowd(Evening):
    """Three people who play, leave and come back, and a fourth who only looks.

    `acked` counts the commands that were answered, by kind; `doubts` are those that were not when
    the bot died: each must have happened once or not at all.
    """

    def __init__(self, play: PlayDiscord, rng: random.Random) -> None:
        super().__init__(play, calls=0.8)
        self.rng = rng
        self.onlooker = play.people[3]
        self.acked: Counter[str] = Counter()
        self.promised: list[Intent] = []  # commands that were answered since this was last emptied
        self.doubts: list[Intent] = []
        self.leaving = False
        self._gone: set[str] = set()
        self._pressed: set[tuple[str, str]] = set()  # what is once on a message, and was answered

    # -- asking ----------------------------------------------------------------------------------

    @property
    def dead(self) -> bool:
        """Whether the bot has lost its connection: here it only does by dying."""
        return not self.play.gateway.connected

    async def until(self, found: Callable[[], T | None]) -> T:
        """The first true value; raises `Died`, or `Stuck` if there is none in time."""
        try:
            await self.play.world.changed.until(lambda: found() or self.dead, WAIT_S)
        except TimeoutError:
            raise Stuck("nobody can go on:\n" + self.picture()) from None
        seen = found()
        if not seen:
            raise Died
        return seen

    async def ask(self, intent: Intent) -> Answer:
        """Asks, sometimes twice, until there is an answer; a command without one is a doubt."""
        if intent.kind and intent not in self.doubts:
            self.doubts.append(intent)
        for _ in range(PATIENCE):
            if self.dead:
                raise Died
            before = len(intent.answers)
            intent.answers.append(await intent.send())
            if self.rng.random() < 0.15:
                await self._again(intent)
            asked = [one.interaction for one in intent.answers[before:]]
            await self.until(partial(all_settled, asked))
            if answer := intent.answered:
                self._note(intent)
                return answer
        raise Stuck(f"no answer to {intent.kind or 'a look'}:\n" + self.picture())

    async def _again(self, intent: Intent) -> None:
        """The same once more: delivered twice by Discord, or pressed twice by the person."""
        if self.rng.random() < 0.5:
            self.deliver_again(intent)
        else:
            intent.answers.append(await intent.send())

    def deliver_again(self, intent: Intent) -> None:
        """Discord delivers the last interaction of the intent once more."""
        self.play.gateway._interaction(intent.answers[-1].interaction)

    def _note(self, intent: Intent) -> None:
        if intent.kind:
            self.doubts.remove(intent)
            self.acked[intent.kind] += 1
            self.promised.append(intent)
        intent.then()

    def note_late_answers(self) -> None:
        """Answers that were on their way when the bot died were seen by their people."""
        for intent in [one for one in self.doubts if one.answered]:
            self._note(intent)

    async def settle_doubts(self) -> None:
        """Everybody tries again what they know no answer to."""
        for intent in list(self.doubts):
            if intent.answers and self.rng.random() < 0.5:
                self.deliver_again(intent)
            await self.ask(intent)

    async def press(
        self, person: Person, message: Seen, wanted: str, values: list[str] | None = None
    ) -> Answer:
        """Presses until there is an answer. Raises `Died`."""
        return await self.ask(self._press(person, message, wanted, values))

    def _press(
        self,
        person: Person,
        message: Seen,
        wanted: str,
        values: list[str] | None = None,
        then: Callable[[], None] = lambda: None,
    ) -> Intent:
        control = message.control(wanted)
        assert control is not None, (wanted, message.labels)
        said = ids.parse(control["custom_id"])
        kind = KINDS.get(said.action, "") if said else ""
        custom_id = control["custom_id"]
        send = partial(person.press, message, custom_id, values, force=True, wait=False)
        return Intent(kind, send, then)

    def _command(
        self, person: Person, name: str, kind: str = "", options: dict[str, int] | None = None
    ) -> Intent:
        return Intent(kind, partial(person.slash, name, options or {}, wait=False))

    async def look(self) -> None:
        """The onlooker asks for the rules, and puts the answer away."""
        await self.glance(self.onlooker, "tongits rules")

    async def ask_nobody(self) -> None:
        """Asks while the bot is not there: what is in doubt, else for a table or the rules."""
        if self.doubts:
            intent = self.doubts[0]
        elif not self.acked:
            intent = self.opening(self.people[0])
            self.doubts.append(intent)
        else:
            intent = self._command(self.onlooker, "tongits rules")
        intent.answers.append(await intent.send())

    async def glance(self, person: Person, command: str) -> Any:
        """What a person is shown by a command, who then puts it away; None for a refusal's text."""
        answer = await self.ask(self._command(person, command))
        message = answer.message
        assert message is not None
        shown = message.raw
        if message.ephemeral:
            person.dismiss(message)
        return shown

    # -- playing ---------------------------------------------------------------------------------

    async def step(self) -> None:
        """Somebody does the next thing there is to do. Raises `Died`, `Stuck`."""
        await (await self.until(self._next))()

    def _next(self) -> Callable[[], Coroutine[Any, Any, Any]] | None:
        table = self.shown()
        if table is None:
            return self._open
        if self._gone or (self.leaving and not table.control("Join")):
            return self._leave(table)
        if table.control("Join"):
            return self._sit(table)
        if found := self._away():
            return partial(self.press, *found, "I'm back")
        if found := self.somebody():
            return partial(self.decide, *found)
        return self._go_on(table)

    def shown(self) -> Seen | None:
        """The open table's panel in the channel."""
        return next(iter(reversed(self.live_panels())), None)

    def live_panels(self) -> list[Seen]:
        """Public panels that can be used, oldest first: there must not be two."""
        shown = self.people[0].messages()
        return [one for one in shown if not one.ephemeral and one.control("Rules")]

    async def _open(self) -> None:
        self._gone.clear()
        host = self.rng.choice(self.people)
        await self.ask(self.opening(host))

    def opening(self, host: Person) -> Intent:
        """Opens a table."""
        return self._command(host, "tongits new", "open", TERMS)

    def _sit(self, table: Seen) -> Callable[[], Coroutine[Any, Any, Any]] | None:
        """Lobby: who is not there joins, and the host starts."""
        first = table.text.split("\n")[1]
        standing = [one for one in self.people if f"**{one.name}**" not in first]
        for person in standing if table.enabled("Join") else ():
            if once := self._once(person, table, "Join", person.name):
                return once
        host = HOST.search(first)
        if host and table.enabled("Start"):
            return self._once(self.play.person(host[1]), table, "Start", first)
        return None

    def _once(
        self, person: Person, message: Seen, label: str, what: str
    ) -> Callable[[], Coroutine[Any, Any, Any]] | None:
        """A press that makes sense once on a message: its repaint may come after its answer."""
        key = (message.id, what)
        if key in self._pressed:
            return None
        intent = self._press(person, message, label, then=partial(self._pressed.add, key))
        return partial(self.ask, intent)

    def _go_on(self, table: Seen) -> Callable[[], Coroutine[Any, Any, Any]] | None:
        """Between hands: everybody who did not yet wants the next one."""
        results = [one for one in self.results() if one.enabled("Next hand")]
        if not results or not table.control("Next hand"):
            return None
        presses = (self._once(one, results[-1], "Next hand", one.name) for one in self.people)
        return next((once for once in presses if once), None)

    def _leave(self, table: Seen) -> Callable[[], Coroutine[Any, Any, Any]] | None:
        """Everybody leaves, one after the other, until the table closes."""
        is_lobby = table.control("Join") is not None
        first = table.text.split("\n")[1]
        for person in self.people:
            sits = f"**{person.name}**" in first if is_lobby else True
            if sits and person.name not in self._gone:
                return partial(self._go, person, table, asks=not is_lobby)
        return None

    async def _go(self, person: Person, table: Seen, *, asks: bool) -> None:
        """Leaves. In mid-hand the bot asks once more; the person has the answer ready."""
        custom_id = ids.encode(ids.Control(ids.LEAVE, table_of(table)))
        if asks:
            hand = HAND.search(table.text)
            assert hand is not None, table.text
            control = ids.Control(ids.LEAVE_YES, table_of(table), arg=hand[1])
            custom_id = ids.encode(control)

        def send() -> Awaitable[Answer]:  # the panel may have moved to another message since
            return person.press(self.shown() or table, custom_id, force=True, wait=False)

        answer = await self.ask(Intent("leave", send, partial(self._gone.add, person.name)))
        if answer.message is not None and answer.message.ephemeral:
            person.dismiss(answer.message)

    def _away(self) -> tuple[Person, Seen] | None:
        for person in self.people:
            panel = self.hand_of(person)
            if panel is not None and panel.enabled("I'm back"):
                return person, panel
        return None

    def panels(self, person: Person) -> Iterator[Seen]:
        """The present hand's panel, if it awaits a decision."""
        panel = self.hand_of(person)
        if panel is not None and is_deciding(panel):
            yield panel

    def hand_of(self, person: Person) -> Seen | None:
        """The newest panel of the hand that the table shows, in the person's direct messages."""
        table = self.shown()
        hand = HAND.search(table.text) if table else None
        for panel in reversed(person.dms()):
            if table and hand and table_of(panel) == table_of(table):
                mine = HAND.search(panel.text.split("\n")[0])
                return panel if mine and mine[1] == hand[1] else None
        return None

    def picture(self) -> str:
        """What the channel and the people's newest direct messages say, for a failure."""
        shown = [f"{one.labels} {one.text[:200]!r}" for one in self.people[0].messages()[-6:]]
        for person in self.people:
            shown += [
                f"{person.name}: {one.labels} {one.text[:300]!r}" for one in person.dms()[-2:]
            ]
        return "\n".join([*shown, f"doubts: {[one.kind for one in self.doubts]}"])
