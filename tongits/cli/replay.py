"""`python -m tongits replay FILE`: a notated hand checked move by move, and told."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Final, assert_never

from tongits.cards import format_cards
from tongits.cli.streams import WRONG_USE, complain, input_bytes
from tongits.cli.view_text import view_text
from tongits.events import (
    Answered,
    Called,
    Dealt,
    Declared,
    Discarded,
    Drew,
    Event,
    HandEnded,
    Laid,
    LaidFaceDown,
    LaidOff,
    Took,
    TookBack,
)
from tongits.notation import NotationError, read_hand
from tongits.notation.moves import format_named
from tongits.notation.record import RESULT_WORDS, result_words
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState
from tongits.views import view_for

WRONG_HAND = 1
VIEWS = {
    "0": SEATS[:1],
    "1": SEATS[1:2],
    "2": SEATS[2:],
    "all": SEATS,
    "spectator": (None,),
}

NOTATION: Final = """\
A notated hand: the header, the moves, and the result, a line each. # starts a comment.

The header's lines, in any order; rules, dealer and deck are needed:
  rules book               or pagat, or go
  set a=b ...              switches of the rules set otherwise, such as jokers=1
  dealer SEAT              0, 1 or 2
  deck CARDS               the whole deck: the dealer's 13, the next two seats' 12 each, then the
                           stock, top first; it may be several lines
  stake CHIPS              without it the result names no chips
  rate CHIPS               a point
  pot CHIPS                stakes carried in from void hands, where payouts are by stake and rate
  brought A B C            each seat's chips, which cap what it pays
  hitter CHIPS SEAT        the hitter pot before the hand, and who won the last hand, or -

The moves:
  SEAT draw
  SEAT take CARD           where the discard is free to take
  SEAT take CARD lay [set|run] CARDS
                           where it comes with a new meld
  SEAT lay [set|run] CARDS
  SEAT facedown CARDS      four of a kind
  SEAT sapaw MELD CARDS
  SEAT throw CARD
  SEAT call
  SEAT show                or fold, or challenge: the answer to a call
  SEAT declare
  SEAT undo                takes the newest lay or sapaw of the turn back

Melds have numbers from 0 in the order laid, everyone's together. A card is rank A 2-9 T (or 10)
J Q K and suit S H D C; a joker is X1 or X2, and X1=6H says what it stands for in a run. set and
run choose where jokers leave it open.

The last line may be the result, as in "result end=call winner=0 chips=+30/-10/-20"; every word
of it is checked. The words are
{words}.

Status 0; 1 for a hand that is wrong, told as FILE:LINE:COLUMN: malformed (it says nothing),
illegal (the rules forbid it) or ambiguous (it says two things); 2 for a file that cannot be read.
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "replay",
        help="check a notated hand move by move, and tell it",
        epilog=NOTATION.format(words=fill(", ".join(RESULT_WORDS), 98)),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a notated hand; - is standard input")
    parser.add_argument(
        "--views",
        choices=VIEWS,
        help="show what this seat, all three or a spectator sees after every move: the indented "
        "block under 'sees' is the view, and the rest the full record, every card named",
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    """Status 0; 1 for a hand that is wrong, its place said; 2 for a file that is none."""
    try:
        text = _read(options.file)
    except (OSError, UnicodeDecodeError):
        complain(f"Name a text file that can be read: {options.file} cannot.\n")
        return WRONG_USE
    try:
        sys.stdout.writelines(_told(text, VIEWS[options.views] if options.views else ()))
    except NotationError as error:
        sys.stdout.flush()
        complain(f"{options.file}:{error}\n")
        return WRONG_HAND
    return 0


def _read(name: str) -> str:
    if name == "-":
        return input_bytes().decode("utf-8-sig")
    return Path(name).read_text(encoding="utf-8-sig")


def _told(text: str, watching: tuple[SeatNo | None, ...]) -> Iterator[str]:
    """What happened, and what was seen after it. Raises `NotationError` where the text is wrong."""
    reader = read_hand(text)
    yield f"{reader.record.rules.preset} rules, seat {reader.record.dealer} deals\n"
    yield from _seen(reader.state, watching)
    turn_no = 0
    for step in reader.steps():
        if step.before.turn_no != turn_no:
            turn_no = step.before.turn_no
            yield f"turn {turn_no}\n"
        yield from (f"  {event_text(event)}\n" for event in step.events)
        yield from _seen(step.after, watching)
    if reader.state.outcome:
        words = result_words(reader.record, reader.state.outcome)
        yield "result " + " ".join(f"{name}={value}" for name, value in words.items()) + "\n"
    else:
        yield "still in play\n"


def _seen(state: GameState, watching: tuple[SeatNo | None, ...]) -> Iterator[str]:
    return (view_text(view_for(state, seat), state.rules) for seat in watching)


def event_text(event: Event) -> str:
    """What happened, in a few words, every card named."""
    match event:
        case Dealt(dealer=dealer):
            return f"{dealer} deals"
        case Drew(seat=seat, card=card):
            return f"{seat} draws {card}"
        case Took(seat=seat, card=card):
            return f"{seat} takes {card}"
        case Laid(seat=seat, cards=cards, named=named):
            return f"{seat} lays {format_named(cards, named)}"
        case LaidFaceDown(seat=seat, cards=cards):
            return f"{seat} lays {format_cards(cards)} face down"
        case LaidOff(seat=seat, meld=number, cards=cards, named=named):
            return f"{seat} lays {format_named(cards, named)} off on meld {number}"
        case TookBack(seat=seat):
            return f"{seat} takes back"
        case Discarded(seat=seat, card=card):
            return f"{seat} throws {card}"
        case Declared(seat=seat):
            return f"{seat} declares Tongits"
        case Called(seat=seat):
            return f"{seat} calls"
        case Answered(seat=seat, reply=reply):
            return f"{seat} answers {reply}"
        case HandEnded(outcome=outcome):
            return f"the hand ends: {outcome.ending}"
        case _:
            assert_never(event)
