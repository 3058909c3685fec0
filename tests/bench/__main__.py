"""Benchmarks against OpenSpiel and RLCard in one process: `python -m tests.bench`.

They print tables of medians and of ratios taken round by round, and judge nothing: only ratios
mean anything on a shared machine. The two are wanted here alone (`requirements-bench.lock`);
without them a sentence says what is missing.
"""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from tests.bench import deadwood, playouts


def main() -> None:
    try:
        there = f"OpenSpiel {version('open-spiel')}, RLCard {version('rlcard')}"
    except PackageNotFoundError as missing:
        print(
            f"The benchmark is skipped: {missing.name} is not installed"
            " (pip install --require-hashes -r requirements-bench.lock)."
        )
        return
    print(f"Python {platform.python_version()}, {there}; ratios are medians of rounds.\n")
    print(f"{deadwood.report()}\n", flush=True)
    print(playouts.table(playouts.measure()))


if __name__ == "__main__":
    main()
