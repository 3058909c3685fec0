"""Benchmarks against OpenSpiel, side by side in one process: `python -m tests.bench`.

They print tables of medians and of ratios taken round by round, and judge nothing: only ratios
mean anything on a shared machine. OpenSpiel is wanted here alone (`requirements-bench.lock`);
without it a sentence says what is missing.
"""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from tests.bench import deadwood, playouts


def main() -> None:
    try:
        there = version("open-spiel")
    except PackageNotFoundError:
        print(
            "The benchmark is skipped: open-spiel is not installed"
            " (pip install --require-hashes -r requirements-bench.lock)."
        )
        return
    print(f"Python {platform.python_version()}, OpenSpiel {there}; ratios are medians of rounds.\n")
    print(f"{deadwood.report()}\n", flush=True)
    print(playouts.table(playouts.measure()))


if __name__ == "__main__":
    main()
