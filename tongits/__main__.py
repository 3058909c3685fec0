"""The rules on the command line: `python -m tongits ask`, `replay`, `perft`, `simulate`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import cast

from tongits.cli import ask, perft, replay, simulate
from tongits.cli.options import Parser
from tongits.cli.streams import guarded


def parser() -> argparse.ArgumentParser:
    """What the command line takes."""
    found = Parser(
        prog="python -m tongits",
        description="The rules of Tongits on the command line.",
        epilog="ask: " + ask.QUESTIONS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = found.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (ask, replay, perft, simulate):
        command.add_to(commands)
    return found


def main(arguments: Sequence[str]) -> int:
    """Runs one command; the exit status."""
    return guarded(lambda: _run(arguments))


def _run(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    run = cast("Callable[[argparse.Namespace], int]", options.run)
    return run(options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
