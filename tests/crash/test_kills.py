"""kill -9 at every named point and at random: nothing is lost, doubled, astray or left standing.

`make crash` runs these; `make long` kills ten thousand times.
"""

from __future__ import annotations

import pytest

from tests.crash.runner import in_batches, night_of
from tests.crash.tally import Tally
from tests.crash.targets import AT_RANDOM, NAMED, Target

pytestmark = [pytest.mark.crash, pytest.mark.timeout(900)]

PER_POINT = 10
KILLS = len(NAMED) * PER_POINT * 6 // 5  # one in six is at random
PATCHED = "tests.crash.patched"


def named(*names: str) -> list[Target]:
    return [next(one for one in NAMED if one.name == name) for name in names]


def test_no_kill_loses_doubles_or_misplaces_anything() -> None:
    tally = Tally()
    for batch in in_batches(KILLS, KILLS // 8, seed=20_261_130):
        tally.add(batch)
    print(f"\n{tally}")
    assert not tally.wrong, tally.problems
    assert tally.total.kills >= 200
    assert tally.total.acked > 2 * tally.total.kills
    few = {one.name: tally.rows[one.name].kills for one in NAMED}
    assert min(few.values()) >= PER_POINT, few


async def test_an_answer_before_the_commit_is_caught() -> None:
    targets = [*named("answered", "edited"), AT_RANDOM] * 10
    change = (PATCHED, "acknowledge_first")
    tally = await night_of(targets, 3, change, lambda so_far: so_far.total.lost > 0)
    print(f"\n{tally}")
    assert tally.total.lost > 0


async def test_a_payout_in_a_second_transaction_is_caught() -> None:
    targets = [*named("settled, committed"), AT_RANDOM] * 10
    change = (PATCHED, "pay_apart")
    tally = await night_of(targets, 3, change, lambda so_far: so_far.total.drift_chips > 0)
    print(f"\n{tally}")
    assert tally.total.drift_chips > 0
    assert tally.total.audits > 0
