"""`python -m tongits ask`: questions on standard input, answers on standard output."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Final

from tongits.ask import answer

QUESTIONS: Final = """\
Answers questions about the rules of Tongits: one JSON question a line on standard input,
one JSON answer a line on standard output.

  {"q":"meld","rules":"book","cards":"7S 7H 7C"}
  {"q":"sapaw","rules":"book","meld":"5H 6H 7H","cards":"8H"}
  {"q":"deadwood","rules":"book","cards":"QS KS AS 4H 9D"}
  {"q":"take","rules":"go","hand":"9S 9H 2C","discard":"9C"}
  {"q":"may_call","rules":"pagat","opened":true,"own_sapaw":true}
   ("opened", "drawn", "first_turn", "sapawed_by_other", "own_sapaw", "melded4_last_turn")
  {"q":"burned","rules":"go","opened":false,"hand":"9S 9H 9D 9C"}   (also "face_down")
  {"q":"settle","rules":"book","stake":10,"rate":1,"end":"call","caller":0,
   "deadwood":[5,20,30],"opened":[true,true,true],"replies":{"1":"challenge"}}
   (on one line; "end" is "call" with "caller", "stock" with "last_drawer" or "tongits" with
   "winner"; optional: "pot", "brought", "kang", "winner_aces", "winner_kings",
   "winner_secrets", "winner_long_runs", "secret_held")
  {"q":"hitter","rules":"pagat","stake":1,"winners":[0,null,0]}
  {"q":"legal","position":"rules go\\nturn 0 start\\nhand 0 12\\nhand 1 12\\nhand 2 12"}

"rules" is book, pagat or go; "set" has any switches of the rules, as in "set":{"jokers":2}.
A joker is X1 or X2, in a meld also X1=6H; "deadwood" takes "opened".
A card is rank A 2-9 T (or 10) J Q K and suit S H D C. A question without an answer gets
{"error":"<code>","message":"<what to do>"}, and the next line is still read.
"""
INTERRUPTED: Final = 130


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "ask",
        help="answer questions about the rules, a line each",
        description=QUESTIONS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=lambda options: _ask_quietly())


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
