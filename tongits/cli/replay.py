"""`python -m tongits replay FILE`: a notated hand checked move by move, and told."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

from tongits.cards import format_cards
from tongits.cli.options import WRONG_USE
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
from tongits.notation.record import result_words
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


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser("replay", help="check a notated hand move by move, and tell it")
    parser.add_argument("file", metavar="FILE", help="a notated hand; - is standard input")
    parser.add_argument("--views", choices=VIEWS, help="show what they see after every move")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    """Status 0; 1 for a hand that is wrong, its place said; 2 for a file that is none."""
    try:
        text = _read(options.file)
    except (OSError, UnicodeDecodeError):
        sys.stderr.write(f"Name a text file that can be read: {options.file} cannot.\n")
        return WRONG_USE
    try:
        for told in _told(text, VIEWS[options.views] if options.views else ()):
            sys.stdout.write(told)
    except NotationError as error:
        sys.stdout.flush()
        sys.stderr.write(f"{options.file}:{error}\n")
        return WRONG_HAND
    return 0


def _read(name: str) -> str:
    if name == "-":
        return sys.stdin.buffer.read().decode("utf-8")
    return Path(name).read_text(encoding="utf-8")


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
