"""`python -m tests.crash --kills 10000 --log var/crash.log`: as many kills as asked for.

A log holds one line a batch; a run that was interrupted goes on where its log ends.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from tests.crash.runner import in_batches
from tests.crash.tally import Tally

BATCH: Final = 30


def main() -> int:
    """Kills until there are enough; 0 if nothing was wrong, else 1."""
    asked = _parser().parse_args()
    tally = _read(asked.log)
    while (left := asked.kills - tally.total.kills) > 0:
        for batch in in_batches(left, BATCH, asked.seed + tally.total.kills):
            tally.add(batch)
            _append(asked.log, batch)
            print(f"{tally.total.kills} kills, wrong: {tally.wrong or 'nothing'}", flush=True)
    print(tally)
    return 1 if tally.wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=264, help="in all, those in the log included")
    parser.add_argument("--log", type=Path, help="counts are added to this file")
    parser.add_argument("--seed", type=int, default=1, help="what people and kills are drawn from")
    return parser


def _read(log: Path | None) -> Tally:
    tally = Tally()
    if log is not None and log.exists():
        for line in log.read_text(encoding="utf-8").splitlines():
            tally.add(Tally.from_json(json.loads(line)))
    return tally


def _append(log: Path | None, batch: Tally) -> None:
    if log is not None:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(batch.to_json()) + "\n")


if __name__ == "__main__":
    sys.exit(main())
