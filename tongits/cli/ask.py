"""`python -m tongits ask`: questions on standard input, answers on standard output."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from tongits.ask import answer
from tongits.cli.streams import input_lines

QUESTIONS: Final = """\
Answers questions about the rules of Tongits: one JSON question a line on standard input,
one JSON answer a line on standard output.

  {"q":"meld","rules":"book","cards":"7S 7H 7C"}
  {"q":"sapaw","rules":"book","meld":"5H 6H 7H","cards":"8H"}
  {"q":"deadwood","rules":"book","cards":"QS KS AS 4H 9D","opened":true}
  {"q":"take","rules":"go","hand":"9S 9H 2C","discard":"9C"}
  {"q":"may_call","rules":"pagat","opened":true,"own_sapaw":true}
  {"q":"burned","rules":"go","opened":false,"hand":"9S 9H 9D 9C","face_down":false}
  {"q":"settle","end":"call","caller":0,"deadwood":[5,20,30],"opened":[true,true,true]}
  {"q":"hitter","rules":"pagat","stake":1,"winners":[0,null,0]}
  {"q":"legal","position":"rules go\\nturn 0 start\\nhand 0 12\\nhand 1 12\\nhand 2 12"}

Cards: rank A 2-9 T (or 10) J Q K and suit S H D C; a joker is X1 or X2, in a meld also X1=6H.
"rules" is book (where it is left out), pagat or go; "set" has any switches of the rules, as in
"set":{"jokers":2}. Their names, meanings and values stand in tongits/presets/book.toml.
A question without an answer gets {"error":"<code>","message":"<what to do>"}, and the next line
is still read. A question stays under 100000 letters.

"""
DETAILS: Final = """\
may_call: each of "opened", "drawn", "first_turn", "sapawed_by_other", "own_sapaw" and
  "melded4_last_turn" is true or false; false where it is left out.
burned: "opened" and "face_down" (a four lies face down) are true or false, "hand" has cards; each
  may be left out.
deadwood: "opened" is true where it is left out; where the rules keep secrets in hand, one that
  has not opened may have a secret to keep.
settle: "end" is "call" with "caller", "stock" with "last_drawer", or "tongits" with "winner": a
  seat, 0 to 2. "deadwood" has the points and "opened" true or false of the three seats; after
  "tongits" everybody has opened where "opened" is left out.
  "replies" maps a seat to a word, only after a call, as in "replies":{"1":"challenge"}: "show" or
  "challenge" under book, "fold" or "challenge" under pagat and go; a seat left out does what the
  clock does, shows or folds.
  "stake" is 10 and "rate" 1 where they are left out. Where payouts are in units, the stake is one
  unit and the rate does not count.
  May be left out: "pot" (stakes carried in, by stake and rate only), "brought" (three seats'
  chips, which cap what they pay), "kang" (true or false), "winner_aces", "winner_kings" (0 to 4),
  "winner_secrets", "winner_long_runs" (numbers), "secret_held" (three times true or false: who
  holds a secret at the end; under pagat a four laid face down, which opens).
hitter: "winners" has the winner of each hand, null for a void one; "stake" is one unit.
legal: "position" has the lines below, joined by \\n.

The lines of a position (# starts a comment); needed are "turn" and the three of "hand":
  rules go                 with "set a=b ..." first; where it is left out "rules" and "set" of
                           the question count
  turn SEAT start|act|reply [N]
                           whose turn, the N-th (1 where left out): start is before the draw,
                           act after it, reply after a call
  hand SEAT cards or a number
                           a number of cards nobody named: cards left over fill it
  stock cards or a number  top first; left out: all that is left over
  discards cards           the oldest first, so the last is the top
  meld OWNER [set|run|facedown] cards [guests cards]
                           melds have numbers from 0 in this order; guests are the cards of it
                           that other seats laid off; set or run where jokers leave it open
  block 1 by 0 meld 0 7H   seat 1 may not call: seat 0 laid 7H off on its meld 0
  placed MELD cards [with_taken] [was by SEAT meld MELD cards]
                           a lay or sapaw of this turn, with the taken card or not, and the block
                           of the meld's owner before it
  drew CARD                from the stock in this turn
  taken CARD               from the discards in this turn
  caller SEAT              who called; needed after "turn SEAT reply"
  reply SEAT show|fold|challenge
                           who has answered the call already
  idle N                   turns running without a stock draw, a new meld or a sapaw
  last_drawer SEAT         who drew from the stock last
  began_blocked            the turn began with its seat's block set
  kang SEAT                a stock draw completed four of a kind in this seat's hand
  seen SEAT cards          cards of this seat's hand that all have seen
  dealer SEAT              0 where it is left out
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "ask",
        help="answer questions about the rules, a line each",
        description=QUESTIONS + DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=lambda options: _ask())


def _ask() -> int:
    """Answers until the questions end."""
    for line in input_lines():
        sys.stdout.write(answer(line.decode("utf-8-sig", errors="replace")) + "\n")
        sys.stdout.flush()
    return 0
