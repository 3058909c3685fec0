"""`python -m tongits perft`: how many sequences of moves a deal allows, depth by depth."""

from __future__ import annotations

import argparse
import sys

from tongits.cards import Card, parse_cards
from tongits.cli.options import SEED, add_rules, rules_of, whole_number
from tongits.engine import new_hand
from tongits.errors import BadInput
from tongits.notation.rules_lines import cards_in_play
from tongits.perft import perft, split
from tongits.players import seeded_deck
from tongits.rules import Rules
from tongits.seats import SEATS

DEPTH = 4


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser("perft", help="count the sequences of moves of a deal")
    add_rules(parser)
    parser.add_argument("--deck", metavar="CARDS", help="the whole deck, as it is dealt")
    parser.add_argument(
        "--seed",
        type=int,
        default=SEED,
        help="shuffles the deck where --deck is left out; %(default)s where left out",
    )
    parser.add_argument(
        "--dealer", type=int, default=0, choices=SEATS, help="a seat; %(default)s where left out"
    )
    parser.add_argument(
        "--depth",
        type=whole_number,
        default=DEPTH,
        help="the most moves a sequence has; %(default)s where left out",
    )
    parser.add_argument(
        "--split", action="store_true", help="the count of each first move, at the last depth"
    )
    parser.set_defaults(run=lambda options: _run(parser, options))


def _run(parser: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    rules = rules_of(parser, options)
    cards = _deck(parser, options, rules)
    if len(cards) <= 3 * rules.hand_size:
        parser.error(f"{len(cards)} cards are too few for hands of {rules.hand_size}")
    state, _ = new_hand(rules, cards, SEATS[options.dealer])
    if options.split:
        counts = split(state, options.depth)
        sys.stdout.writelines(f"{move}: {count}\n" for move, count in counts.items())
        sys.stdout.write(f"{sum(counts.values())}\n")
        return 0
    for depth in range(1, options.depth + 1):
        sys.stdout.write(f"depth {depth} {perft(state, depth)}\n")
        sys.stdout.flush()
    return 0


def _deck(
    parser: argparse.ArgumentParser, options: argparse.Namespace, rules: Rules
) -> tuple[Card, ...]:
    """The deck the options name, or one shuffled by their seed."""
    if options.deck is None:
        return seeded_deck(rules, options.seed)
    try:
        cards = parse_cards(options.deck)
    except BadInput as error:
        parser.error(f"correct --deck ({error.code}): {error.values['card']}")
    if sorted(cards) != sorted(cards_in_play(rules)):
        parser.error("write the whole deck of these rules in --deck, each card once")
    return cards
