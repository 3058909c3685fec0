"""What the commands share: the rules by words, and wrong use in one sentence."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn, Protocol

from tongits.cli.streams import WRONG_USE, complain
from tongits.errors import BadInput
from tongits.notation.switch_words import is_switch, switch_told, values_told
from tongits.rules import PRESETS, Rules
from tongits.switches import rules_from

SEED = 0


class Written(Protocol):
    """What text can be written to."""

    def write(self, text: str, /) -> object: ...


class Parser(argparse.ArgumentParser):
    """Arguments; what is wrong with them is said in one sentence, with status 2."""

    def error(self, message: str) -> NoReturn:
        """Ends the process."""
        complain(f"{message[0].upper()}{message[1:].rstrip('.')}.\n")
        raise SystemExit(WRONG_USE)

    def print_help(self, file: Written | None = None) -> None:
        """Writes the help; argparse's own says nothing of a stream that cannot be written."""
        (file or sys.stdout).write(self.format_help())


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The options `--rules` and `--set`."""
    parser.add_argument(
        "--rules", default=PRESETS[0], choices=PRESETS, help="the preset; book where left out"
    )
    parser.add_argument(
        "--set",
        action="extend",
        nargs="+",
        default=[],
        metavar="SWITCH=VALUE",
        help="switches of the rules set otherwise, such as jokers=1; tongits/presets/book.toml has "
        "their names, meanings and values; a list is joined by commas, or none",
    )


def rules_of(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Rules:
    """The rules the options name; a switch that is none ends the process."""
    _refuse_unlike_switches(parser, options.set)
    try:
        return rules_from(options.rules, options.set)
    except BadInput as error:
        parser.error(f"correct --set: {switch_told(error)}")


def _refuse_unlike_switches(parser: argparse.ArgumentParser, words: list[str]) -> None:
    """Words that are no `SWITCH=VALUE`, or name a switch again, end the process."""
    names: set[str] = set()
    for word in words:
        name, equals, _ = word.partition("=")
        if not (name and equals):
            takes = f", for {values_told(name)}" if is_switch(name) else ""
            parser.error(f"write {word} as SWITCH=VALUE in --set{takes}")
        if name in names:
            parser.error(f"set {name} once: --set names it twice")
        names.add(name)


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
