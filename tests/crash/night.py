"""One night: people play, the bot dies and comes back, and after every kill all is checked."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.play.people import Person
from bot.play.server import PlayDiscord
from data.db import Connection
from data.errors import DatabaseUnreadable
from tests.crash import truth
from tests.crash.crowd import Crowd, Died, Stuck
from tests.crash.tally import Row, Tally
from tests.crash.targets import Target
from tests.crash.victim import InFlight, Victim
from tests.process.bot_process import run_bot
from tests.process.evening import cards_of

PEOPLE: Final = ("Ana", "Ben", "Carla", "Dana")
QUICK_CLOCK: Final = ("tests.crash.patched", "quick_clock")
MOST_STEPS: Final = 300
TRIES: Final = 3  # to reach a point, with something in flight
REPAIR_S: Final = 15.0
DEADLINE_S: Final = 10.0  # Discord's 3 s are not what is tried here, on machines that do much else
LATEST_STRIKE_S: Final = 0.3
LATE_S: Final = 5.0  # for the clock to strike after a start
A_WHILE_MS: Final = 40 * 60_000  # longer than any decision of these tables waits


class Night:
    """Kills one bot after another on the same file. `module` is what is started as the bot."""

    def __init__(
        self, play: PlayDiscord, folder: Path, rng: random.Random, module: tuple[str, ...] = ()
    ) -> None:
        self.play = play
        play.interactions.deadline_s = DEADLINE_S
        self.rng = rng
        self.tally = Tally()
        self._module = module
        self._folder = folder
        self._files = 0
        self._flying = InFlight(play)
        self._blame = Row()  # of the last kill: what is found wrong now is its doing
        self._name = "before any kill"
        self._missed = False
        self._in_flight = 0
        self._start_s = 1.0  # how long the last start took
        self._begin_file()

    def _begin_file(self) -> None:
        """A new database, and screens with nothing on them."""
        folder = self._folder / str(self._files)
        folder.mkdir()
        self._files += 1
        self.bot = Victim(self.play, folder)
        self.crowd = Crowd(self.play, self.rng)
        for channel in self.play.world.channels.values():
            channel.messages.clear()

    # -- one kill --------------------------------------------------------------------------------

    async def suffer(self, target: Target) -> None:
        """Brings the bot to the place, sees it die there, and looks at what it left."""
        for _ in range(TRIES):
            known = len(self.tally.problems)
            try:
                await self._run_into(target)
            except Stuck as stuck:
                self._blame.panels += 1
                self.problem(f"stuck: {stuck}")
            if len(self.tally.problems) > known:  # what is wrong now stays wrong
                self.bot.kill()
                await self.bot.gone()
                self._begin_file()
            if not self._missed:
                return

    async def _run_into(self, target: Target) -> None:
        self._missed = False
        acked = self.crowd.acked.total()
        if target.fresh:
            await self.end_file()
            self._begin_file()
            acked = 0
        if target.starting:
            await self._die_starting(target)
        elif target.late:
            await self._die_late(target)
        else:
            await self._die_playing(target)
        self._count(target, self.crowd.acked.total() - acked)
        self._post_mortem()

    async def _die_starting(self, target: Target) -> None:
        orders = target.orders(self.rng)
        self.bot.arm(*orders)
        self._flying.forget()
        await self.bot.spawn(*self._module)
        if self.play.world.commands[None]:
            await self.crowd.ask_nobody()
        if not orders:
            await self._strike(self._start_s)
        await self._until_dead()

    async def _die_late(self, target: Target) -> None:
        await self.come_back()
        if self.crowd.shown() is None:  # nothing is waited for
            await self.crowd.step()
        self.bot.kill()
        await self.bot.gone()
        truth.let_time_pass(self.bot.db, A_WHILE_MS)
        self.bot.arm(*target.orders(self.rng))
        self._flying.forget()
        await self.bot.spawn(*QUICK_CLOCK)
        if await self.bot.connected():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._keep_looking(), LATE_S)
        await self._until_dead()

    async def _die_playing(self, target: Target) -> None:
        await self.come_back()
        self.crowd.leaving = self.rng.random() < target.leaving
        self.bot.arm(*target.orders(self.rng))
        beside = [asyncio.create_task(self._keep_looking())] if target.crowded else []
        beside += [] if target.points else [asyncio.create_task(self._strike(LATEST_STRIKE_S))]
        try:
            with suppress(Died):
                for _ in range(MOST_STEPS):
                    await self.crowd.step()
            await self._until_dead()
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)

    async def _keep_looking(self) -> None:
        with suppress(Died):
            while True:
                await self.crowd.look()

    async def _strike(self, latest_s: float) -> None:
        await asyncio.sleep(self.rng.uniform(0.0, latest_s))
        self.bot.kill()

    async def _until_dead(self) -> None:
        """Waits for the end; what has not died by itself missed its point."""
        with suppress(TimeoutError):
            await self.play.world.changed.until(lambda: self.bot.ended, REPAIR_S)
        self._missed = not self.bot.ended
        self.bot.kill()
        self._in_flight = self._flying.count()
        await self.bot.gone()
        self.crowd.note_late_answers()

    def _count(self, target: Target, acked: int) -> None:
        self._name, self._blame = target.name, self.tally.rows[target.name]
        self._missed = self._missed or not self._in_flight
        self._blame.missed += self._missed
        self._blame.kills += not self._missed
        self._blame.acked += acked
        self._blame.in_doubt += len(self.crowd.doubts)

    def problem(self, sentence: str) -> None:
        """Notes what was wrong, in words."""
        self.tally.problems.append(f"{self._name}: {sentence}")

    # -- what the file says ----------------------------------------------------------------------

    def _post_mortem(self) -> None:
        """The file as the dead bot left it: nothing answered is missing, nothing is there twice."""
        try:
            with truth.opened(self.bot.db) as conn:
                self._check_file(conn, Counter(one.kind for one in self.crowd.doubts))
        except DatabaseUnreadable:
            if self.crowd.acked.total():
                raise

    def _check_file(self, conn: Connection, doubts: Counter[str]) -> None:
        told = truth.journals(conn)
        self._compare(truth.effects(told), doubts)
        self._check_promises(truth.inbox(conn))
        drift = truth.drift_chips(conn, told)
        found = truth.findings(conn)
        self._blame.drift_chips += drift
        self._blame.audits += len(found)
        for sentence in [*found, *([f"{drift} chips astray"] if drift else [])]:
            self.problem(sentence)

    def _compare(self, effects: Counter[str], doubts: Counter[str]) -> None:
        """Every command that was answered took effect once; one in doubt at most once."""
        acked = self.crowd.acked
        for kind in acked.keys() | effects.keys():
            lost = max(0, acked[kind] - effects[kind])
            doubled = max(0, effects[kind] - acked[kind] - doubts[kind])
            doubled *= kind != "start"  # the clock starts hands too
            self._blame.lost += lost
            self._blame.doubled += doubled
            if lost or doubled:
                self.problem(f"{kind}: {acked[kind]} answered, {effects[kind]} in the journals")
                acked[kind] = effects[kind]

    def _check_promises(self, inbox: set[int]) -> None:
        """Of the interactions that asked for one thing, exactly one was carried out."""
        for intent in self.crowd.promised:
            ids = {int(one.interaction.id) for one in intent.answers} & inbox
            if len(ids) > 1:
                self._blame.doubled += 1
                self.problem(f"{intent.kind}: carried out for {len(ids)} interactions")
        self.crowd.promised.clear()

    # -- what people see -------------------------------------------------------------------------

    async def come_back(self) -> None:
        """Starts the bot; everybody gets the answer they missed, and all screens are right."""
        started_s = time.monotonic()
        self._flying.forget()
        await self.bot.spawn(*self._module)
        if not await self.bot.connected():
            raise Stuck("the bot does not start:\n" + self.bot.log.read_text()[-2000:])
        self._start_s = time.monotonic() - started_s
        await self.crowd.settle_doubts()
        if not self.crowd.acked:
            return
        with truth.opened(self.bot.db) as conn:
            if self._name.startswith("expiring"):
                self.crowd.acked["start"] = truth.effects(truth.journals(conn))["start"]
            self._check_file(conn, Counter())
            wanted = await truth.screens(conn, ("Playground", "general"))
            nonces, results = truth.post_nonces(conn), truth.result_count(truth.journals(conn))
        if wanted is not None:
            await self._repaired(lambda: self._wrong(wanted, nonces, results))
            await self._same_hand(wanted)

    async def _repaired(self, wrong: Callable[[], str]) -> None:
        """Waits until the publisher has brought every screen up to date."""
        try:
            await self.play.world.changed.until(lambda: not wrong(), REPAIR_S)
        except TimeoutError:
            self._blame.panels += 1
            self.problem(f"{wrong()}\n{self.crowd.picture()}")

    def _wrong(self, wanted: truth.Screens, nonces: list[str], results: int) -> str:
        """What is not to be seen as it should be; "" if all is well."""
        live = self.crowd.live_panels()
        if len(live) != (wanted.stage != "closed"):
            return f"{len(live)} live panels of a table that is {wanted.stage}"
        if live and truth.look(live[0].raw) != wanted.table:
            return f"the table shows {truth.look(live[0].raw)}, not {wanted.table}"
        for person in self.crowd.people:
            if person.id in wanted.hands and (said := self._wrong_hand(person, wanted)):
                return said
        sent = Counter(one.raw.get("nonce") for one in self.crowd.people[0].messages())
        if any(sent[nonce] != 1 for nonce in nonces):
            return f"posts are there {[sent[nonce] for nonce in nonces]} times"
        shown = len(self.crowd.results())
        return "" if shown == results else f"{shown} results of {results} hands"

    def _wrong_hand(self, person: Person, wanted: truth.Screens) -> str:
        """A person's private panel: one is alive, with the cards that the file says."""
        panel, token = self.crowd.hand_of(person), wanted.tokens.get(person.id)
        if panel is None:
            return f"{person.name} has no hand"
        if cards_of(panel) not in wanted.hands[person.id].words.split("\n"):
            return f"{person.name} sees other cards"
        if token is None:
            same = truth.look(panel.raw) == wanted.hands[person.id]
            return "" if same else f"{person.name} sees another hand panel"
        usable = [one for one in person.dms() if f":{token}:" in str(truth.look(one.raw).controls)]
        return "" if usable == [panel] else f"{person.name} has {len(usable)} panels to play from"

    async def _same_hand(self, wanted: truth.Screens) -> None:
        """The state that is shown is the one that the journal tells."""
        for person in self.crowd.people:
            if person.id in wanted.hands:
                shown = await self.crowd.glance(person, "tongits hand")
                if truth.look(shown) != wanted.hands[person.id]:
                    self._blame.replays += 1
                    self.problem(f"{person.name} is shown another hand than the journal tells")

    async def last_look(self) -> None:
        """The same at the end of the night."""
        try:
            await self.end_file()
        except Stuck as stuck:
            self._blame.panels += 1
            self.problem(f"stuck: {stuck}")

    async def end_file(self) -> None:
        """A last look at the file, and what `python -m bot audit` says of it."""
        await self.come_back()
        self.bot.kill()
        await self.bot.gone()
        status, said = await run_bot(
            "audit", folder=self.bot.db.parent, TONGITS_DB=str(self.bot.db)
        )
        if status:
            self._blame.audits += 1
            self.problem(said)
