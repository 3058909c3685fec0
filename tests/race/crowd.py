"""Three people at one table who press whatever they may, and couriers who bring it out of order.

Every click comes twice. Second copies come at once, or when the table has long moved on; so do
presses of old panels and forged ones. The table's clock is long, so a decision stays open until its
owner answers it: everything that was wanted was valid when its first click was brought.
"""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from bot.tables.commands import Join, Start
from bot.tables.questions import subject_of
from bot.tables.service import Terms
from bot.tables.state import TableState
from bot.ui import custom_ids as ids
from bot.ui.custom_ids import Control
from tests.bench import hall
from tests.bench.clicks import Bot
from tests.bench.wire import new_id
from tests.properties.random_play import keen_to_lay
from tests.race.clicks import Click, Intent, Kind, Pressed, click, control_of
from tongits.engine import legal_moves, to_act
from tongits.moves import Move, TakeBack
from tongits.refusals import can_take_back
from tongits.rules import preset
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState
from tongits.views import view_for

TERMS: Final = Terms(preset("book"), 1, 0, 600)
COURIERS: Final = 5
IN_FLIGHT: Final = 12  # clicks that are answered at the same time
LATE_BY: Final = 150  # deliveries, at most, between the two copies of a click
STUCK_S: Final = 10.0  # nothing waits for as long: the disk or a machine shared by others may
STRANGER: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class _Parcel:
    """A click on its way; it is not brought before so many others."""

    click: Click
    not_before: int


@dataclass
class Crowd:
    """What was pressed and brought; `sent` is every click once, in the order it was made."""

    bot: Bot
    table: hall.Table
    rng: random.Random
    sent: list[Click] = field(default_factory=list)
    brought: int = 0
    stuck: bool = False
    _parcels: list[_Parcel] = field(default_factory=list)
    _pressed: set[Intent] = field(default_factory=set)
    _results: dict[int, int] = field(default_factory=dict)
    _woken: asyncio.Event = field(default_factory=asyncio.Event)
    _wanted: int = 0

    async def race(self, deliveries: int) -> None:
        """Plays until so many clicks were brought; then what is on its way is brought, too."""
        self._wanted = deliveries
        self.bot.service.changed.append(lambda _: self._woken.set())
        people = [asyncio.create_task(self._live(seat)) for seat in SEATS]
        couriers = [asyncio.create_task(self._carry()) for _ in range(COURIERS)]
        watch = asyncio.create_task(self._watch())
        await asyncio.gather(*people, *couriers)
        watch.cancel()
        await self.bot.quiet()

    @property
    def _is_over(self) -> bool:
        return self.stuck or self.brought + len(self._parcels) >= self._wanted

    # -- people ----------------------------------------------------------------------------------

    async def _live(self, seat: SeatNo) -> None:
        """Presses once for everything that the seat is asked, and now and then what it may not."""
        while not self._is_over:
            state = await self.bot.service.state(self.table.table_id)
            intent = self._asked(seat, state)
            if intent is None or intent in self._pressed:
                await self._wait()
                continue
            self._pressed.add(intent)
            pressed = self._press(state, intent)
            self._send("press", pressed, intent, soon=True)
            for kind, more, of in self._besides(seat, intent, pressed):
                self._send(kind, more, of)
            await asyncio.sleep(0)
        self._woken.set()

    async def _wait(self) -> None:
        self._woken.clear()
        await self._woken.wait()

    def _asked(self, seat: SeatNo, state: TableState) -> Intent | None:
        """What the seat is to answer; None while it only waits."""
        sat = state.seats[seat]
        if state.stage == "break" and sat and not sat.is_ready:
            return Intent(seat, f"hand {state.hand_no}")
        if state.game is None or state.stage != "hand" or seat not in to_act(state.game):
            return None
        return Intent(seat, self._token(seat))

    def _token(self, seat: SeatNo) -> str:
        actors = {actor.table_id: actor for actor in self.bot.service.in_memory()}
        return actors[self.table.table_id].decisions[subject_of(seat)].token

    def _press(self, state: TableState, intent: Intent) -> Pressed:
        """The next hand on its result, or a move on the hand's panel."""
        seat, table_id, game = SEATS[intent.seat], self.table.table_id, state.game
        if state.stage == "break" or game is None:
            go_on = Control(ids.NEXT, table_id, arg=str(state.hand_no))
            return Pressed(go_on, seat, self._results.setdefault(state.hand_no, new_id()))
        view = view_for(game, seat)
        control = control_of(table_id, seat, intent.key, self._move(game, seat), view)
        return Pressed(control, seat, self._panel(seat))

    def _move(self, game: GameState, seat: SeatNo) -> Move:
        if seat == game.turn_seat and can_take_back(game) and self.rng.random() < 0.05:
            return TakeBack()
        return keen_to_lay(legal_moves(game, seat), self.rng)

    def _panel(self, seat: int) -> int:
        """The message of the seat's hand, or a private one on the server."""
        return self.bot.wire.newest.get(self.table.person(seat) + hall.DM_CHANNELS) or new_id()

    def _besides(
        self, seat: SeatNo, intent: Intent, pressed: Pressed
    ) -> Iterator[tuple[Kind, Pressed, Intent | None]]:
        """The same once more, something old, and something forged."""
        if self.rng.random() < 0.5:
            yield "again", pressed, intent
        mine = [old for old in self.sent[-80:] if old.kind == "press" and old.intent != intent]
        own = [old.pressed for old in mine if old.pressed.person == seat]
        if own and self.rng.random() < 0.5:
            yield "stale", self.rng.choice(own), None
        if self.rng.random() < 0.5:
            yield "forged", self._forged(pressed), None

    def _forged(self, pressed: Pressed) -> Pressed:
        """Somebody else presses it, or a token is made up, or the seat, or the hand."""
        control, person = pressed.control, pressed.person
        others = [other for other in (*SEATS, STRANGER) if other != person]
        if control.seat is None:  # another hand's Next; everybody may press this one's for himself
            wrong = Control(control.action, control.table_id, arg=str(int(control.arg) + 1))
            return Pressed(wrong, self.rng.choice((person, STRANGER)), pressed.message_id)
        guessed = "".join(self.rng.choice("abcdefgh234567_-") for _ in range(16))
        parts = (control.action, control.table_id)
        elsewhere = (control.seat + 1) % 3
        return self.rng.choice(
            [
                Pressed(control, self.rng.choice(others), pressed.message_id),
                Pressed(Control(*parts, control.seat, guessed, control.arg), person, new_id()),
                Pressed(Control(*parts, elsewhere, control.token, control.arg), person, new_id()),
                Pressed(Control(*parts, elsewhere, control.token, control.arg), elsewhere, 1),
            ]
        )

    # -- couriers --------------------------------------------------------------------------------

    def _send(
        self, kind: Kind, pressed: Pressed, intent: Intent | None, *, soon: bool = False
    ) -> None:
        made = click(self.table, kind, pressed, intent)
        self.sent.append(made)
        first = self.brought + (0 if soon else self._late())
        self._parcels += [_Parcel(made, first), _Parcel(made, first + self._late())]
        self._woken.set()

    def _late(self) -> int:
        """By how many deliveries a parcel is held up: half of them are not."""
        return self.rng.randrange(LATE_BY) if self.rng.random() < 0.5 else 0

    async def _carry(self) -> None:
        """Brings what is due, in any order, and does not wait for what becomes of it."""
        while not self._is_over or self._parcels:
            parcel = self._take()
            if parcel is None:
                await self._wait()
                continue
            await self.bot.wire.hear(parcel.click.text)
            await asyncio.sleep(0)
            answering = self.bot.client._answers
            if len(answering) > IN_FLIGHT:
                await asyncio.wait(answering, return_when=asyncio.FIRST_COMPLETED)
        self._woken.set()

    def _take(self) -> _Parcel | None:
        """Any parcel that is due; at the end all are."""
        latest = math.inf if self._is_over else self.brought
        due = [one for one in self._parcels if one.not_before <= latest]
        if not due:
            return None
        taken = self.rng.choice(due)
        self._parcels.remove(taken)
        self.brought += 1
        return taken

    async def _watch(self) -> None:
        """Ends the race if nothing is brought any more."""
        before = -1
        while self.brought != before:
            before = self.brought
            await asyncio.sleep(STUCK_S)
        self.stuck = True
        self._woken.set()


async def seated(bot: Bot) -> hall.Table:
    """Three people at a table, with the first hand dealt."""
    table = hall.Table(0, "", ())
    met = [
        await bot.service.players.meet(table.person(seat), name)
        for seat, name in enumerate(hall.NAMES)
    ]
    for seat, player in enumerate(met):
        is_open = seat in hall.BY_DIRECT_MESSAGE
        channel_id = table.person(seat) + hall.DM_CHANNELS
        await bot.service.players.set_dm(
            player.player_id, channel_id, "open" if is_open else "closed"
        )
    host, *guests = (player.player_id for player in met)
    opened = await bot.service.open_table(table.guild_id, table.channel_id, host, TERMS, None)
    for guest in guests:
        await bot.service.submit(opened.table_id, Join(guest))
    await bot.service.submit(opened.table_id, Start(host))
    return hall.Table(0, opened.table_id, (host, *guests))
