"""`python -m tests.simulator --hands 1000 --seed 7`: evenings until enough hands were played.

Each evening has a seed of its own: the first one's is `--seed`, then one more each. A finding ends
the run with status 1 and says how to play that evening again, step by step the same. A kind of
fault that never struck, or fewer hands than were asked for, are status 1 at the end.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count
from pathlib import Path

from tests.simulator.faults import KINDS
from tests.simulator.simulation import Report, simulate

ROOT = Path(__file__).resolve().parents[2]
PROOF_HANDS = 100  # from so many on every kind of fault must have struck


def main() -> int:
    """Plays evenings and prints the report; the exit status."""
    asked = _parser().parse_args()
    _same_hashes_always()
    began = time.monotonic()
    reports: list[Report] = []
    for report in _evenings(asked.seed, asked.jobs):
        reports.append(report)
        print(_line(report), flush=True)
        minutes = (time.monotonic() - began) / 60
        if report.findings or _hands(reports) >= asked.hands or minutes >= asked.minutes:
            break
    return conclude(reports, time.monotonic() - began, asked.hands)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.simulator", description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000, help="play until so many are over")
    parser.add_argument("--seed", type=int, default=7, help="of the first evening")
    parser.add_argument("--minutes", type=float, default=60.0, help="play no longer than this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="evenings at once")
    return parser


def _same_hashes_always() -> None:
    """The order of a set of texts must be the same in every process: starts itself anew for it."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.simulator", *sys.argv[1:]])


def _evenings(seed: int, jobs: int) -> Iterator[Report]:
    """Reports of one seed after the other, as they come."""
    seeds = count(seed)
    with ProcessPoolExecutor(jobs, max_tasks_per_child=8) as pool:
        running: set[Future[Report]] = {pool.submit(simulate, next(seeds)) for _ in range(jobs)}
        try:
            while True:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    running.add(pool.submit(simulate, next(seeds)))
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _hands(reports: list[Report]) -> int:
    return sum(report.hands for report in reports)


def _line(report: Report) -> str:
    return (
        f"seed {report.seed}: {report.hands} hands, {report.commits} commits,"
        f" {report.clicks} interactions, {report.starts} starts,"
        f" {report.virtual_s / 3600:.1f} h, trace {report.trace_hash[:12]}"
        + (" - FINDINGS" if report.findings else "")
    )


def conclude(reports: list[Report], took_s: float, asked_hands: int) -> int:
    """Prints what the evenings came to; the exit status, 1 if anything is found or missing."""
    _tally(reports, took_s)
    found = [report for report in reports if report.findings]
    amiss = [] if found else list(_missing(reports, asked_hands))
    for line in amiss:
        print(line)
    for report in found:
        _tell(report)
    return 1 if amiss or found else 0


def _tally(reports: list[Report], took_s: float) -> None:
    """How often each kind of fault struck, and how much was played."""
    struck = _struck(reports)
    print("\nFault                                      struck")
    for kind in KINDS:
        print(f"{kind:42} {struck[kind]:6}")
    hands, judged = _hands(reports), sum(report.judged for report in reports)
    print(
        f"\n{len(reports)} evenings, {hands} hands, {judged} payloads judged,"
        f" {len(KINDS)} kinds of faults; {3600 * hands / took_s:.0f} hands an hour"
    )


def _missing(reports: list[Report], asked_hands: int) -> Iterator[str]:
    """What keeps the run from being a proof; a run of a few hands need not meet every fault."""
    never = [kind for kind in KINDS if not _struck(reports)[kind]]
    if never and asked_hands >= PROOF_HANDS:
        yield f"These never struck, so nothing is proved of them: {', '.join(never)}"
    if _hands(reports) < asked_hands:
        yield f"Only {_hands(reports)} of {asked_hands} hands were played."


def _struck(reports: list[Report]) -> Counter[str]:
    return sum((report.struck for report in reports), Counter())


def _tell(report: Report) -> None:
    """What was found, the last steps before it, and how to see it again."""
    print(f"\nSeed {report.seed} at commit {_commit()}:")
    for finding in report.findings:
        print(f"  {finding}")
    print("The last steps:")
    for line in report.last_lines[-40:]:
        print(f"  {line[:200]}")
    again = f"python -m tests.simulator --hands 1 --jobs 1 --seed {report.seed}"
    print(f"Again: {again}")


def _commit() -> str:
    """The commit of the checkout, and whether files were changed since."""
    git = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        return subprocess.run(git, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


if __name__ == "__main__":
    sys.exit(main())
