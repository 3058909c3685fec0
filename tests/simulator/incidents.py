"""Things that happen to the server, its people and the process, and end again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from bot.play.world import Channel, User
from tests.simulator.faults import INCIDENTS
from tests.simulator.server import Thread

if TYPE_CHECKING:
    from tests.simulator.simulation import Simulation

BETWEEN_S: Final = 40.0


class Incidents:
    """Lets each kind of incident happen once, in any order, before any happens again."""

    def __init__(self, sim: Simulation, rng: random.Random) -> None:
        self.sim = sim
        self.rng = rng
        self._running: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            for kind in self.rng.sample(INCIDENTS, len(INCIDENTS)):
                await asyncio.sleep(self.rng.expovariate(1 / BETWEEN_S))
                self.sim.trace("incident", kind)
                task = asyncio.create_task(self._happen(kind))
                self._running.add(task)
                task.add_done_callback(self._running.discard)

    async def end(self) -> None:
        """Waits until all that happened has ended; nothing new happens."""
        while self._running:
            await asyncio.wait(self._running)
        for task in list(self._running):
            task.result()

    async def _happen(self, kind: str) -> None:
        await _HAPPENINGS[kind](self)

    async def _lasts(self, least_s: float, most_s: float) -> None:
        await asyncio.sleep(self.rng.uniform(least_s, most_s))

    def _channel(self) -> Channel:
        return self.rng.choice([*self.sim.world.text_channels(), *self.sim.world.threads()])

    def _person(self) -> User:
        return self.rng.choice(self.sim.world.people)

    # -- the server ------------------------------------------------------------------------------

    async def _send_forbidden(self) -> None:
        channel = self._channel()
        self.sim.world.may_not_send(channel)
        await self._lasts(5, 90)
        self.sim.world.restore(channel)

    async def _hidden(self) -> None:
        channel = self._channel()
        self.sim.world.hide(channel)
        await self._lasts(5, 60)
        self.sim.world.restore(channel)

    async def _channel_deleted(self) -> None:
        """Another channel takes its place."""
        channel = self.rng.choice(self.sim.world.text_channels())
        if channel is not self.sim.world.general:
            self.sim.weather.note("channel deleted")
            self.sim.world.delete_channel(channel)
            await self._lasts(1, 10)
            self.sim.world.new_channel("cards")

    async def _archived(self) -> None:
        await self._of_thread(locked=False)

    async def _locked(self) -> None:
        await self._of_thread(locked=True)

    async def _of_thread(self, *, locked: bool) -> None:
        thread = self.rng.choice(self.sim.world.threads())
        self._set(thread, archived=True, locked=locked)
        await self._lasts(10, 60)
        self._set(thread, archived=False, locked=False)

    def _set(self, thread: Thread, *, archived: bool, locked: bool) -> None:
        thread.archived, thread.locked = archived, locked
        self.sim.world.tell("thread", thread)

    async def _messages_deleted(self) -> None:
        channel = self._channel()
        there = [
            one for one in channel.messages.values() if not one.deleted and one.only_for is None
        ]
        for message in there[-4:]:
            self.sim.world.delete_message(message)
        self.sim.weather.note("messages deleted by a moderator")

    async def _dms_closed(self) -> None:
        person = self._person()
        self.sim.world.close_dms(person)
        await self._lasts(30, 120)
        self.sim.world.close_dms(person, closed=False)

    async def _dms_closed_as_400(self) -> None:
        person = self._person()
        self.sim.world.trouble.refuses_as_400.add(person.id)
        self.sim.world.close_dms(person)
        await self._lasts(30, 120)
        self.sim.world.close_dms(person, closed=False)
        self.sim.world.trouble.refuses_as_400.discard(person.id)

    async def _gone(self) -> None:
        person = self._person()
        self.sim.world.trouble.gone.add(person.id)
        await self._lasts(20, 60)
        self.sim.world.trouble.gone.discard(person.id)

    async def _unavailable(self) -> None:
        world, gateway = self.sim.world, self.sim.gateway
        if world.trouble.removed or world.trouble.unavailable:
            return
        self.sim.weather.note("server unavailable")
        world.trouble.unavailable = True
        gateway.say("GUILD_DELETE", {"id": world.guild_id, "unavailable": True})
        await self._lasts(5, 60)
        world.trouble.unavailable = False
        for session in gateway.sessions.values():
            gateway.welcome(session)

    async def _removed(self) -> None:
        world, gateway = self.sim.world, self.sim.gateway
        if world.trouble.unavailable or world.trouble.removed:
            return
        self.sim.weather.note("bot removed from the server")
        world.trouble.removed = True
        gateway.say("GUILD_DELETE", {"id": world.guild_id})
        await self._lasts(5, 20)
        world.trouble.removed = False
        for session in gateway.sessions.values():
            gateway.welcome(session, joined=True)

    async def _down(self) -> None:
        now = asyncio.get_running_loop().time()
        self.sim.world.trouble.down_until_s = now + self.rng.uniform(3.0, 40.0)

    # -- the connection --------------------------------------------------------------------------

    async def _drop(self) -> None:
        await self._reconnect("gateway drop and resume")

    async def _replayed_twice(self) -> None:
        await self._reconnect("resume that replays twice", back=self.rng.randint(1, 12))

    async def _reconnect(self, kind: str, back: int = 0) -> None:
        process = self.sim.process
        if process is None or process.wire is None or not process.wire.is_open:
            return
        self.sim.weather.note(kind)
        process.drop()
        await self._lasts(1, 80)
        process.resume(back=back)

    async def _invalid(self) -> None:
        process = self.sim.process
        if process is None or process.wire is None or not process.wire.is_open:
            return
        self.sim.weather.note("invalid session")
        process.drop()
        if process.session is not None:
            self.sim.gateway.lose(process.session)
        await self._lasts(1, 30)
        if not process.dead:
            process.connect()

    # -- the process -----------------------------------------------------------------------------

    async def _killed(self) -> None:
        await self.sim.restart("killed", self.rng.uniform(0.5, 20.0))

    async def _stopped(self) -> None:
        await self.sim.restart("stopped in order", self.rng.uniform(0.5, 5.0))

    async def _forward(self) -> None:
        self.sim.weather.note("wall clock forward")
        self.sim.wall.ahead_ms += self.rng.choice((7_000, 120_000, 3_600_000))

    async def _back(self) -> None:
        self.sim.weather.note("wall clock back")
        self.sim.wall.ahead_ms -= self.rng.choice((7_000, 120_000, 3_600_000))

    async def _locked_for_long(self) -> None:
        now = asyncio.get_running_loop().time()
        self.sim.disk.locked_until_s = now + self.rng.uniform(2.0, 10.0)


_HAPPENINGS: dict[str, Callable[[Incidents], Awaitable[None]]] = {
    "permission to send taken (50013)": Incidents._send_forbidden,
    "channel hidden from the bot (50001)": Incidents._hidden,
    "channel deleted": Incidents._channel_deleted,
    "thread archived (50083)": Incidents._archived,
    "thread locked": Incidents._locked,
    "messages deleted by a moderator": Incidents._messages_deleted,
    "DMs closed (50007)": Incidents._dms_closed,
    "DMs closed, as status 400": Incidents._dms_closed_as_400,
    "player gone (50278)": Incidents._gone,
    "gateway drop and resume": Incidents._drop,
    "resume that replays twice": Incidents._replayed_twice,
    "invalid session": Incidents._invalid,
    "server unavailable": Incidents._unavailable,
    "bot removed from the server": Incidents._removed,
    "killed": Incidents._killed,
    "stopped in order": Incidents._stopped,
    "wall clock forward": Incidents._forward,
    "wall clock back": Incidents._back,
    "Discord down": Incidents._down,
    "database locked for long": Incidents._locked_for_long,
}
