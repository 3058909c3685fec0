"""People who act by what they see, and sometimes by what they saw, twice, or what nobody showed."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from bot.play.client import Client
from bot.play.components import CONTROLS, walk
from bot.play.errors import Json
from bot.play.filling import Refused
from bot.play.interaction import Interaction
from bot.play.world import Channel, Message, User
from bot.ui import custom_ids as ids
from tests.simulator.faults import Weather
from tests.simulator.ports import steady_s
from tests.simulator.server import FaultyWorld

LOOKED_AT: Final = 60  # newest messages of a channel that somebody looks through
SHOWN: Final = 5  # of them with something to press
REMEMBERED: Final = 40
THINKS_S: Final = 1.0
WATCHES_S: Final = 4.0  # who has nothing to decide looks again after so long
PATIENCE: Final = 6.0  # how eager people are to press nothing
AGAIN_S: Final = 20.0
# How eager somebody is to press a control that is offered; what is not listed is pressed rarely.
EAGER: Final = {
    ids.REPLY: 9.0,
    ids.CALL_YES: 9.0,
    ids.DECLARE: 30.0,
    ids.TAKE_WHICH: 9.0,
    ids.TAKE_LAY: 5.0,
    ids.DRAW: 9.0,
    ids.TAKE: 1.0,
    ids.CALL: 6.0,
    ids.LAY: 9.0,
    ids.SAPAW: 9.0,
    ids.QUICK: 12.0,
    ids.DISCARD: 15.0,
    ids.PICK: 6.0,
    ids.UNDO: 0.3,
    ids.SORT: 0.05,
    ids.BACK: 1.0,
    ids.RETURN: 20.0,
    ids.JOIN: 8.0,
    ids.START: 12.0,
    ids.NEXT: 12.0,
    ids.MY_HAND: 0.05,
    ids.LEAVE: 0.06,
    ids.LEAVE_YES: 2.0,
    ids.SETUP_OPEN: 9.0,
}
SELDOM: Final = 0.02
DECIDING: Final = frozenset(
    {ids.REPLY, ids.DRAW, ids.TAKE_WHICH, ids.PICK, ids.CALL_YES, ids.DISCARD, ids.DECLARE}
)
TERMS: Final[tuple[Json, ...]] = (
    {"clock": 30},
    {"clock": 60},
    {"clock": 60, "stake": 5},
    {"clock": 30, "rules": "pagat", "stake": 2},
    {"clock": 60, "rules": "go", "stake": 2},
    {"clock": 120, "rate": 0},
    {"clock": 600},
)


@dataclass(frozen=True, slots=True)
class Press:
    """One press that somebody made or could have made."""

    message: Message
    custom_id: str
    values: tuple[str, ...] | None


@dataclass
class Table:
    """What all people of a simulation share."""

    world: FaultyWorld
    client: Client
    weather: Weather
    trace: Callable[..., None]
    behaved: bool = False  # whether nobody presses what no panel offers
    known: dict[str, tuple[Json, list[Json]]] = field(default_factory=dict)

    def controls(self, message: Message) -> list[Json]:
        """What can be pressed on a message as it is now."""
        raw, found = self.known.get(message.id, ({}, []))
        if raw is not message.raw:
            found = usable(message)
            self.known[message.id] = message.raw, found
        return found


class Player:
    """One person with a mind of their own."""

    def __init__(self, table: Table, user: User, rng: random.Random) -> None:
        self.table = table
        self.world = table.world
        self.user = user
        self.rng = rng
        self.memory: deque[Press] = deque(maxlen=REMEMBERED)
        self.pressed: dict[tuple[str, str], float] = {}
        self.pace_s = WATCHES_S

    async def live(self) -> None:
        """Until cancelled: thinks, acts, and is away from the screen now and then."""
        while True:
            await asyncio.sleep(self.rng.expovariate(1 / self.pace_s))
            if self.rng.random() < 0.002:
                await asyncio.sleep(self.rng.uniform(60.0, 200.0))
            if not self.world.trouble.unavailable:
                self._try(self.act)

    def miss_tables(self) -> None:
        """Asks for a table wherever none is seen: a panel that was deleted comes back."""
        for channel in self._channels():
            self._try(partial(self._open_unless_seen, channel))

    def _try(self, act: Callable[[], Interaction | None]) -> None:
        try:
            made = act()
        except Refused:
            return
        if made is not None:
            self.table.trace("asked", self.user.username, made.name, made.id)

    # -- choosing --------------------------------------------------------------------------------

    def act(self) -> Interaction | None:
        """One action, by what is on the screen."""
        luck = self.rng.random()
        if not self.table.behaved:
            if luck < 0.02 and self.memory:
                return self._stale()
            if luck < 0.03 and self.memory:
                return self._forged()
        if luck > 0.992:
            return self._command()
        if luck > 0.95 and (opened := self._open_somewhere()):
            return opened
        found = self._best()
        return self._press(found) if found else None

    def _best(self) -> Press | None:
        """Usually the hand, where it asks something; else something on the screen, or nothing."""
        around = [one for channel in self._channels() for one in self._screen(channel)]
        own = self._own(around)
        deciding = [one for one in own if self._asks(one)]
        self.pace_s = THINKS_S if deciding else WATCHES_S
        if deciding and self.rng.random() < 0.95:
            return self._choose(deciding[:1])
        return self._choose([*own[:3], *(one for one in around if one.only_for is None)])

    def _own(self, around: list[Message]) -> list[Message]:
        """Messages for this person alone that have controls, newest first."""
        dm = self.world.dms.get(self.user.id)
        mine = [one for one in around if one.only_for is not None]
        mine += self._screen(dm) if dm else []
        return sorted(mine, key=lambda message: int(message.id), reverse=True)

    def _screen(self, channel: Channel) -> list[Message]:
        """The newest messages of a channel that this person sees and could press something on."""
        if not self.world.sees(self.user, channel):
            return []
        found: list[Message] = []
        for looked, message in enumerate(reversed(channel.messages.values())):
            if looked == LOOKED_AT or len(found) == SHOWN:
                break
            for_me = message.only_for is None or message.only_for == self.user.id
            if for_me and not message.deleted and self.table.controls(message):
                found.append(message)
        return found

    def _channels(self) -> list[Channel]:
        return [*self.world.text_channels(), *self.world.threads()]

    def _asks(self, message: Message) -> bool:
        return any(action_of(control) in DECIDING for control in self.table.controls(message))

    def _choose(self, messages: list[Message]) -> Press | None:
        """One of the controls, by how eager people are; or none, if nothing much is offered."""
        offered = [(one, control) for one in messages for control in self.table.controls(one)]
        weights = [self._eagerness(*one) for one in offered]
        if self.rng.random() * (sum(weights) + PATIENCE) >= sum(weights):
            return None
        message, control = self.rng.choices(offered, weights)[0]
        press = Press(message, str(control["custom_id"]), self._values(control))
        self.memory.append(press)
        self.pressed[press.message.id, press.custom_id] = steady_s()
        return press

    def _eagerness(self, message: Message, control: Json) -> float:
        """Nobody presses the same button again at once because nothing came of it."""
        last_s = self.pressed.get((message.id, str(control["custom_id"])))
        again = last_s is not None and steady_s() - last_s < AGAIN_S
        return EAGER.get(action_of(control), SELDOM) * (0.05 if again else 1.0)

    def _values(self, control: Json) -> tuple[str, ...] | None:
        options = control.get("options")
        if not options:
            return None
        least, most = control.get("min_values", 1), control.get("max_values", 1)
        few = 1 if self.rng.random() < 0.8 else self.rng.randint(1, most)
        count = min(len(options), max(least, few))
        return tuple(option["value"] for option in self.rng.sample(options, count))

    # -- acting ----------------------------------------------------------------------------------

    def _press(self, press: Press, *, force: bool = False) -> Interaction:
        values = None if press.values is None else list(press.values)
        send = self.table.client.press
        made = send(self.user, press.message, press.custom_id, values, force=force)
        if not self.table.behaved and self.rng.random() < 0.03:
            self.table.weather.note("double press")
            again = self.rng.uniform(0.0, 0.4)
            asyncio.get_running_loop().call_later(again, self._try, lambda: self._again(press))
        return made

    def _again(self, press: Press) -> Interaction:
        values = None if press.values is None else list(press.values)
        return self.table.client.press(
            self.user, press.message, press.custom_id, values, force=True
        )

    def _stale(self) -> Interaction:
        """Presses what was on the screen some time ago."""
        made = self._again(self.rng.choice(list(self.memory)))
        self.table.weather.note("stale press")
        return made

    def _forged(self) -> Interaction | None:
        """Sends what no panel of this person holds."""
        press = self.rng.choice(list(self.memory))
        kind, action, table_id, seat, token, arg = (press.custom_id.split(":") + [""] * 6)[:6]
        note = "forged press"
        match self.rng.randrange(4):
            case 0 if seat:
                seat, note = str((int(seat) + 1) % 3), "press on another's behalf"
            case 1 if token:
                token = token[::-1]
            case 2:
                arg = "999"
            case _:
                action = self.rng.choice((ids.DRAW, ids.LEAVE_YES, ids.NEXT, ids.DISCARD))
        custom_id = f"{kind}:{action}:{table_id}:{seat}:{token}:{arg}"[:100]
        made = self._again(Press(press.message, custom_id, press.values))
        self.table.weather.note(note)
        return made

    def _open_somewhere(self) -> Interaction | None:
        """Opens a table in some channel."""
        return self._open_unless_seen(self.rng.choice(self._channels()))

    def _open_unless_seen(self, channel: Channel) -> Interaction | None:
        """Opens a table where none is to be seen; if one is there, its panel was deleted."""
        shown = [one for one in self._screen(channel) if one.only_for is None]
        offered = {action_of(control) for one in shown for control in self.table.controls(one)}
        if ids.RULES in offered:
            return None
        return self._slash("tongits", "new", dict(self.rng.choice(TERMS)), channel)

    def _command(self) -> Interaction | None:
        """Something that is typed."""
        if self.user is self.world.owner and self.rng.random() < 0.4:
            name = self.rng.choice(("tables", "unstick", "repost", "tables", "end", "kick"))
            return self._slash("tongits-admin", name, self._reasons(name))
        name = self.rng.choice(("new", "hand", "table", "join", "join", "rules", "new"))
        options = dict(self.rng.choice(TERMS)) if name == "new" else {}
        return self._slash("tongits", name, options)

    def _reasons(self, name: str) -> dict[str, Any]:
        if name == "tables":
            return {}
        reason: dict[str, Any] = {"reason": "because"}
        return reason | (
            {"player": self.rng.choice(self.world.people).id} if name == "kick" else {}
        )

    def _slash(
        self, command: str, name: str, options: dict[str, Any], where: Channel | None = None
    ) -> Interaction | None:
        channel = where or self.rng.choice(self._channels())
        found = [
            one for one in self.table.client.commands(self.user, channel) if one["name"] == command
        ]
        if not found:
            return None
        known = {
            option["name"]: option["type"]
            for sub in found[0]["options"]
            if sub["name"] == name
            for option in sub.get("options") or ()
        }
        given = [{"type": known[key], "name": key, "value": options[key]} for key in options]
        sub = {"type": 1, "name": name, "options": given}
        return self.table.client.slash(self.user, channel, found[0]["id"], [sub])


def usable(message: Message) -> list[Json]:
    """The controls on a message that can be pressed and are ours."""
    return [
        component
        for component, _ in walk(message.raw["components"])
        if component.get("type") in CONTROLS
        and component.get("custom_id")
        and not component.get("disabled")
    ]


def action_of(control: Json) -> str:
    """What a control would do."""
    parsed = ids.parse(str(control.get("custom_id") or ""))
    return parsed.action if parsed else ""
