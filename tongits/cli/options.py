"""What the commands share: the rules by words, and wrong use in one sentence."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from tongits.errors import BadInput
from tongits.rules import PRESETS, Rules
from tongits.switches import rules_from

WRONG_USE = 2


class Parser(argparse.ArgumentParser):
    """Arguments; what is wrong with them is said in one sentence, with status 2."""

    def error(self, message: str) -> NoReturn:
        """Ends the process."""
        sys.stderr.write(f"{message[0].upper()}{message[1:].rstrip('.')}.\n")
        raise SystemExit(WRONG_USE)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The options `--rules` and `--set`."""
    parser.add_argument("--rules", default=PRESETS[0], choices=PRESETS, help="the preset")
    parser.add_argument(
        "--set",
        action="extend",
        nargs="+",
        default=[],
        metavar="SWITCH=VALUE",
        help="switches of the rules set otherwise, such as jokers=1",
    )


def rules_of(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Rules:
    """The rules the options name; a switch that is none ends the process."""
    try:
        return rules_from(options.rules, options.set)
    except BadInput as error:
        values = " ".join(str(value) for value in error.values.values())
        parser.error(f"correct --set ({error.code}): {values}")


def whole_number(text: str) -> int:
    """A whole number from 1, as an option's type."""
    return _number(text, 1)


def natural_number(text: str) -> int:
    """A whole number from 0, as an option's type."""
    return _number(text, 0)


def _number(text: str, least: int) -> int:
    if not (text.isascii() and text.isdigit() and int(text) >= least):
        raise argparse.ArgumentTypeError(f"write a whole number from {least}")
    return int(text)
