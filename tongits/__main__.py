"""The rules on the command line: `python -m tongits ask`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

from tongits.ask import answer

HELP: Final = """\
usage: python -m tongits ask

Answers questions about the rules of Tongits: one JSON question a line on standard input,
one JSON answer a line on standard output.

  {"q":"meld","rules":"book","cards":"7S 7H 7C"}
  {"q":"sapaw","rules":"book","meld":"5H 6H 7H","cards":"8H"}
  {"q":"deadwood","rules":"book","cards":"QS KS AS 4H 9D"}
  {"q":"settle","rules":"book","stake":10,"rate":1,"end":"call","caller":0,
   "deadwood":[5,20,30],"opened":[true,true,true],"replies":{"1":"challenge"}}
   (on one line; "end" is "call" with "caller", "stock" with "last_drawer" or "tongits" with
   "winner"; optional: "pot", "brought", "set" with switches of the rules)

A card is rank A 2-9 T (or 10) J Q K and suit S H D C. A question without an answer gets
{"error":"<code>","message":"<what to do>"}, and the next line is still read.
"""
WRONG_USE: Final = 2
INTERRUPTED: Final = 130


def main(arguments: Sequence[str]) -> int:
    """Runs one command; the exit status."""
    match list(arguments):
        case ["ask"]:
            return _ask_quietly()
        case ["--help" | "-h"]:
            sys.stdout.write(HELP)
            return 0
        case _:
            sys.stderr.write("Say what to do: python -m tongits ask, or --help to read more.\n")
            return WRONG_USE


def _ask_quietly() -> int:
    """Answers until the questions end, the reader of the answers has gone, or Ctrl-C."""
    try:
        _ask()
    except BrokenPipeError:
        # Python flushes standard output once more at its end; that must find an open file.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _ask() -> None:
    for line in sys.stdin.buffer:  # bytes: only a newline ends a line, and no letter is fatal
        sys.stdout.write(answer(line.decode("utf-8-sig", errors="replace")) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
