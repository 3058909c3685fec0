"""A short storm from fixed seeds, the same storm twice, and wrong bots that must be found out."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.simulator.__main__ import conclude
from tests.simulator.faults import KINDS
from tests.simulator.planted import PLANTED
from tests.simulator.simulation import SHORT, Evening, Report, simulate

SEEDS_FOR_PLANTED = range(1, 4)
BRIEF = Evening(storm_s=120.0, calm_s=30.0)

pytestmark = pytest.mark.timeout(300)  # on a busy machine an evening takes its time


@pytest.mark.parametrize("seed", [1, 2])
def test_a_storm_of_faults_breaks_no_promise(seed: int) -> None:
    report = simulate(seed, SHORT)
    assert report.findings == [], f"seed {seed}"
    assert report.hands > 0
    assert report.judged > 100
    assert len(report.struck) > 15  # of the kinds that `python -m tests.simulator` lists


def test_a_seed_plays_the_same_evening_again_step_by_step() -> None:
    first, second = (simulate(3, BRIEF, keep_trace=True) for _ in range(2))
    assert first.trace == second.trace
    assert first.trace_hash == second.trace_hash
    assert simulate(4, BRIEF).trace_hash != first.trace_hash


@pytest.mark.parametrize(
    ("report", "status"),
    [
        (Report(1, hands=1_000, struck=Counter(KINDS)), 0),
        (Report(1, hands=1_000, struck=Counter(KINDS), findings=["a chip was lost"]), 1),
        (Report(1, hands=1_000, struck=Counter(KINDS[1:])), 1),
        (Report(1, hands=999, struck=Counter(KINDS)), 1),
    ],
    ids=["clean", "a finding", "a fault that never struck", "too few hands"],
)
def test_a_run_passes_only_with_all_its_hands_all_its_faults_and_no_finding(
    report: Report, status: int
) -> None:
    assert conclude([report], 60.0, 1_000) == status


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str) -> None:
    planted, words = PLANTED[name]
    found: list[str] = []
    for seed in SEEDS_FOR_PLANTED:
        with planted():
            found += simulate(seed, SHORT).findings
        if any(re.search(words, finding) for finding in found):
            return
    pytest.fail(f"found only {found}")
