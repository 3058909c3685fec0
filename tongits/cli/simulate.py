"""`python -m tongits simulate N`: hands played by players against each other, and a summary."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tongits.cli.options import SEED, add_rules, natural_number, rules_of, whole_number
from tongits.cli.streams import complain
from tongits.match import DEFAULT_RATE, DEFAULT_STAKE
from tongits.players import PLAYERS, Hand, seeded_hands
from tongits.rules import Rules
from tongits.seats import SEATS

BAR_WIDTH: Final = 30
ENDINGS: Final = ("tongits", "call", "stock")
TABLE: Final = """\
The summary: how the hands ended (void, where everybody is burned, is counted within stock), how
many moves and turns a hand had, then for each seat and each player the share of hands it won and
was burned in. Points and chips are means per hand: points left in hand, chips won or lost.
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "simulate",
        help="play hands by players, and sum them up",
        epilog=TABLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("count", metavar="N", type=whole_number, help="how many hands")
    add_rules(parser)
    parser.add_argument(
        "--players",
        default="random",
        metavar="NAME[,NAME...]",
        help="up to three of "
        + ", ".join(PLAYERS)
        + "; they move one seat on after each hand; %(default)s where left out",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=SEED,
        help="the same seed gives the same hands; %(default)s where left out",
    )
    parser.add_argument(
        "--stake",
        type=natural_number,
        default=DEFAULT_STAKE,
        help="in chips; %(default)s where left out",
    )
    parser.add_argument(
        "--rate",
        type=natural_number,
        default=DEFAULT_RATE,
        help="chips a point; %(default)s where left out",
    )
    parser.set_defaults(run=lambda options: _run(parser, options))


def _run(parser: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    rules = rules_of(parser, options)
    names = _names(parser, options.players)
    played = seeded_hands(
        rules, names, options.count, options.seed, stake_chips=options.stake, rate=options.rate
    )
    sys.stdout.write(summary(rules, list(_with_bar(played, options.count))))
    return 0


def _names(parser: argparse.ArgumentParser, text: str) -> list[str]:
    names = text.split(",")
    unknown = [name for name in names if name not in PLAYERS]
    if unknown or len(names) > len(SEATS):
        parser.error(f"name up to three players of {', '.join(PLAYERS)} in --players")
    return names


def _with_bar(hands: Iterable[Hand], count: int) -> Iterator[Hand]:
    """The hands, with a bar on standard error if a person watches it."""
    shown = -1
    for number, hand in enumerate(hands, start=1):
        percent = 100 * number // count
        if sys.stderr.isatty() and percent != shown:
            shown = percent
            filled = "#" * (BAR_WIDTH * number // count)
            complain(f"\r[{filled:<{BAR_WIDTH}}] {percent:3d} % {number}/{count} hands")
        yield hand
    if shown >= 0:
        complain("\n")


def summary(rules: Rules, hands: list[Hand]) -> str:
    """What the hands came to, as a table: endings, length, and a line for each seat and player."""
    count = len(hands)
    endings = Counter(hand.outcome.ending for hand in hands)
    void = sum(hand.outcome.winner is None for hand in hands)
    told = [f"{count} hands, {rules.preset} rules"]
    told += [f"{name:<10}{_share(endings[name], count)}" for name in ENDINGS]
    told.append(f"{'void':<10}{_share(void, count)}")
    told.append(f"{'length':<10}{_mean(hand.moves for hand in hands):8.1f} moves")
    told.append(f"{'':<10}{_mean(hand.turns for hand in hands):8.1f} turns")
    told += ["", f"{'':<14}{'hands':>8}{'won':>9}{'burned':>9}{'points':>9}{'chips':>9}"]
    told += [_line(f"seat {seat}", [(hand, seat) for hand in hands]) for seat in SEATS]
    for name in dict.fromkeys(name for hand in hands for name in hand.names):
        sat = [(hand, seat) for hand in hands for seat in SEATS if hand.names[seat] == name]
        told.append(_line(name, sat))
    return "\n".join(told) + "\n"


def _line(name: str, sat: Sequence[tuple[Hand, int]]) -> str:
    """One seat's or player's hands, wins, burned hands, mean points left and mean chips a hand."""
    count = len(sat)
    won = sum(hand.outcome.winner == seat for hand, seat in sat)
    burned = sum(hand.outcome.burned[seat] for hand, seat in sat)
    points = _mean(hand.outcome.deadwood[seat] for hand, seat in sat)
    chips = _mean(hand.settlement.chips[seat] for hand, seat in sat)
    shares = f"{100 * won / count:8.1f}%{100 * burned / count:8.1f}%"
    return f"{name:<14}{count:>8}{shares}{points:9.1f}{chips:+9.1f}"


def _share(part: int, whole: int) -> str:
    return f"{part:>8}{100 * part / whole:8.1f} %"


def _mean(numbers: Iterable[int]) -> float:
    values = list(numbers)
    return sum(values) / len(values)
