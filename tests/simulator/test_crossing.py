"""Drawings of one panel that cross on their way, or are lost: the newest one is seen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bot.play.client import control_of
from bot.play.world import Message, User
from bot.ui import custom_ids as ids
from tests.simulator.edge import Line, Request, Response
from tests.simulator.screens import controls_of
from tests.simulator.simulation import Simulation
from tests.simulator.test_found import SOON_S, hand_in_play, last_shown, looks_right, plays
from tests.simulator.test_lost_calls import TOLD_S, break_calls


@dataclass
class Turn:
    """Whoever is to act, and the hand they see."""

    sim: Simulation
    table_id: str
    message: Message
    user: User

    def press(self, action: str, nth: int = 0) -> None:
        """Presses a control; in a select chooses the option of that number alone."""
        control = next(one for one in controls_of(self.message) if one.action == action)
        options = (control_of(self.message, ids.encode(control)) or {}).get("options", [])
        picked = [one["value"] for one in options[nth : nth + 1]]
        self.sim.table.client.press(self.user, self.message, ids.encode(control), picked)

    def newest(self) -> Message:
        """The newest direct message to them."""
        return last_shown(self.sim, self.sim.world.people.index(self.user))

    @property
    def shown(self) -> object:
        """What stands on the message."""
        return self.message.raw["components"]


async def turn_in_play(sim: Simulation) -> Turn:
    """The turn of a hand that was just dealt."""
    table_id, _ = await hand_in_play(sim)
    assert sim.process is not None
    game = (await sim.process.service.state(table_id)).game
    assert game is not None
    message, user = last_shown(sim, game.turn_seat), sim.world.people[game.turn_seat]
    return Turn(sim, table_id, message, user)


def hold_back(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, meant: Callable[[Request], bool]
) -> tuple[list[Request], asyncio.Event]:
    """The first call that is meant arrives only once the event is set; the list tells it."""
    carry, held, arrives = sim.edge.carry, list[Request](), asyncio.Event()

    async def slow(line: Line, request: Request) -> Response:
        if meant(request) and not held:
            held.append(request)
            await arrives.wait()
        return await carry(line, request)

    monkeypatch.setattr(sim.edge, "carry", slow)
    return held, arrives


@pytest.mark.parametrize("action", [ids.PICK, ids.SORT])
def test_a_selection_whose_answer_was_lost_shows_without_another_press(
    monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    """No move was made, so nothing was drawn anew: the player looked at a hand without it."""

    async def work(sim: Simulation) -> None:
        turn = await turn_in_play(sim)
        before = turn.shown
        with monkeypatch.context() as patch:
            came = break_calls(sim, patch, "/interactions/", lambda: None)
            turn.press(action)
            await asyncio.sleep(TOLD_S)
        assert len(came) == 1
        assert turn.shown != before
        assert turn.newest() is turn.message
        await looks_right(sim)

    plays(work)


@pytest.mark.parametrize("action", [ids.PICK, ids.SORT])
def test_an_edit_that_arrives_after_a_later_answer_does_not_stay(
    monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    """After a start the hands were drawn again while people pressed: the old one came last."""

    async def work(sim: Simulation) -> None:
        turn, process = await turn_in_play(sim), sim.process
        assert process is not None
        held, arrives = hold_back(
            sim,
            monkeypatch,
            lambda call: call.method == "PATCH" and call.path.endswith(turn.message.id),
        )
        await process.run(process.client.publisher.redraw(turn.table_id))
        turn.press(action)
        await asyncio.sleep(SOON_S)
        answered = turn.shown
        assert held
        arrives.set()
        await asyncio.sleep(TOLD_S)
        assert turn.shown == answered
        await looks_right(sim)

    plays(work)


def test_of_two_answers_that_cross_the_later_press_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(sim: Simulation) -> None:
        turn = await turn_in_play(sim)
        held, arrives = hold_back(
            sim, monkeypatch, lambda call: call.path.startswith("/interactions/")
        )
        for nth in range(2):
            turn.press(ids.PICK, nth)
            await asyncio.sleep(0.5)
        chosen = turn.shown
        assert held
        arrives.set()
        await asyncio.sleep(TOLD_S)
        assert turn.shown == chosen
        await looks_right(sim)

    plays(work)


def test_a_hand_that_was_looked_up_before_the_deal_is_not_sent_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was sent as the panel of before, taken away and sent anew; or it stayed, after a kill."""
    go = asyncio.Event()

    async def work(sim: Simulation) -> None:
        process = sim.process
        assert process is not None
        monkeypatch.setattr(process.client.publisher._calls, "turn", go.wait)
        await hand_in_play(sim)
        go.set()
        await asyncio.sleep(TOLD_S)
        for channel in sim.world.dms.values():
            hands = [one for one in channel.messages.values() if list(controls_of(one))]
            assert len(hands) == 1
        await looks_right(sim)

    plays(work)
