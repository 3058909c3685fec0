"""A panel that looks different after a commit is asked for, whatever the commit was."""

from __future__ import annotations

import pytest

from bot.i18n import localizer
from bot.screens import panel_hash
from bot.tables import actor
from bot.ui import controls
from bot.ui.custom_ids import SELECTS, Control
from bot.ui.hand_panel import hand_panel
from bot.ui.public_panel import public_panel
from tests.tables.random_life import Life
from tests.tables.test_panels import rows
from tests.tables.world import World
from tongits.seats import SEATS

STEPS = 1_500


@pytest.fixture(autouse=True)
def any_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ids of a life by chance are no ids of Discord's: a control says what it would."""
    monkeypatch.setattr(controls, "encode", said)


def said(control: Control) -> str:
    kind = "s" if control.action in SELECTS else "b"
    return f"{kind}:{control.action}:{control.token}:{control.arg}"


Looks = dict[str, str]  # by panel


async def looks(world: World, table_id: str) -> Looks:
    """What every panel of a table looks like now; not that of who walked out of the hand.

    Between hands the result shows who is ready, and the table above it stays as it is.
    """
    state, l10n = await world.state(table_id), localizer("en")
    table = public_panel(await world.service.table_view(table_id), l10n)
    found = {"table": state.stage if state.stage == "break" else panel_hash(table)}
    for seat in SEATS:
        view = await world.service.seat_view(table_id, seat, ("Server", "channel"))
        sat = state.seats[seat]
        if view is not None and not (sat and sat.has_left):
            found[f"hand:{seat}"] = panel_hash(hand_panel(view, l10n))
    return found


async def unasked(world: World, steps: int) -> set[str]:
    """The panels that changed in a life by chance and were not asked for."""
    life, seen, missed = Life(world, seed=5), dict[str, Looks](), set[str]()
    for _ in range(steps):
        outcome = await life.step()
        if outcome is None:
            continue
        table_id = outcome.table_id
        before, seen[table_id] = seen.get(table_id, {}), await looks(world, table_id)
        seq, wanted = (await world.state(table_id)).seq, await rows(world, table_id)
        for panel, look in seen[table_id].items():
            changed = panel in before and look != before[panel]
            if changed and (panel not in wanted or wanted[panel].wanted_seq != seq):
                missed.add(panel)
    return missed


async def test_whatever_looks_different_is_asked_for(world: World) -> None:
    assert await unasked(world, STEPS) == set()


async def test_a_hand_that_is_forgotten_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = actor._wants
    monkeypatch.setattr(
        actor, "_wants", lambda *told: tuple(w for w in real(*told) if w[0] != "hand:1")
    )
    assert await unasked(world, STEPS // 5) == {"hand:1"}
