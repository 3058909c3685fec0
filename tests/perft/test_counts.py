"""Two programs that share nothing count the same games, for each preset and each variant."""

import ast
import random
import sys
from pathlib import Path

import pytest

from tests.notation.hands import EVERY_RULES, rules_named
from tests.perft import plain
from tests.perft.deals import PATHS, canonical, deal_of
from tests.perft.make import MILLION, wanted
from tongits.cards import deck
from tongits.engine import apply, new_hand
from tongits.notation import format_move, format_position
from tongits.notation.rules_lines import format_rules
from tongits.perft import all_moves, perft, split
from tongits.rules import Rules, with_switches
from tongits.seats import SEATS
from tongits.state import GameState


def check_split(text: str, state: GameState, depth: int, wanted_count: int) -> None:
    """On a difference, names each first move with both counts."""
    ours = {canonical(move): count for move, count in split(state, depth).items()}
    other, game = plain.read(text)
    theirs = other.split(game, depth)
    differing = {
        move: (ours.get(move), theirs.get(move))
        for move in sorted({*ours, *theirs})
        if ours.get(move) != theirs.get(move)
    }
    for move, (engine_count, plain_count) in differing.items():
        print(f"{move}: engine {engine_count}, plain {plain_count}")
    assert not differing
    assert sum(ours.values()) == wanted_count


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_engine_and_plain_enumerator_count_what_the_file_says(path: Path) -> None:
    one = deal_of(path)
    other, game = plain.read(one.text)
    for depth in (1, 2, one.quick):
        count = one.counts[depth - 1]
        if (perft(one.state, depth), other.count(game, depth)) != (count, count):
            check_split(one.text, one.state, depth, count)
            pytest.fail(f"both count otherwise than the file at depth {depth}")
    assert one.quick >= 3


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_engine_and_plain_enumerator_agree_to_a_million_leaves(path: Path) -> None:
    one = deal_of(path)
    check_split(one.text, one.state, len(one.counts), one.counts[-1])


def test_the_plain_enumerator_shares_nothing_with_the_engine() -> None:
    source = Path(plain.__file__).read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
        assert all(name.split(".")[0] in sys.stdlib_module_names for name in names), names


def test_every_preset_and_variant_has_a_file_of_a_million_leaves() -> None:
    assert {path.stem for path in PATHS} >= {name for name, *_ in wanted()}
    for path in PATHS:
        assert deal_of(path).counts[-1] >= MILLION, path.stem


def test_a_split_that_differs_is_printed_move_by_move(capsys: pytest.CaptureFixture[str]) -> None:
    one = deal_of(PATHS[0])
    switches = {"final_discard": True, "hand_size": one.state.rules.hand_size - 1}
    state, _ = new_hand(
        with_switches(one.state.rules, switches),
        tuple(word for word in one.text.split("deck ")[1].split()),  # type: ignore[misc]
        one.state.dealer,
    )
    with pytest.raises(AssertionError):
        check_split(one.text, state, 2, one.counts[1])
    assert "engine None, plain" in capsys.readouterr().out


def walk_both(rules: Rules, rng: random.Random) -> int:
    """A hand by chance: at every state both must list the same moves. The number of states."""
    cards = list(deck(rules.jokers, rules.suits, rules.ranks))
    rng.shuffle(cards)
    dealer = rng.choice(SEATS)
    told = (*format_rules(rules), f"dealer {dealer}", "deck " + " ".join(cards))
    other, game = plain.read("\n".join(told))
    state, _ = new_hand(rules, tuple(cards), dealer)
    states = 0
    while True:
        top = state.discards[-1] if state.discards else None
        moves = [
            (canonical(f"{seat} {format_move(move, rules, top)}"), seat, move)
            for seat, move in all_moves(state)
        ]
        ours = {name: (seat, move) for name, seat, move in moves}
        theirs = dict(other.next_games(game))
        assert len(ours) == len(moves), "a move is listed twice"
        assert ours.keys() == theirs.keys(), format_position(state)
        states += 1
        if not ours:
            return states
        telling = [n for n in ours if n.split()[1] in ("lay", "sapaw", "take", "facedown", "call")]
        name = rng.choice(sorted(telling if telling and rng.random() < 0.5 else ours))
        state, _ = apply(state, *ours[name])
        game = theirs[name]()


SMALL = [("SHD", "A234567", 5), ("SHDC", "A23JQK", 6), ("SH", "A2345678", 4), ("SHDC", "A2QK", 4)]


@pytest.mark.parametrize(("name", "variant"), EVERY_RULES)
def test_both_list_the_same_moves_in_hands_by_chance(name: str, variant: str) -> None:
    rng = random.Random(f"{name} {variant}")
    for suits, ranks, size in SMALL:
        small = {"suits": suits, "ranks": ranks, "hand_size": size}
        rules = with_switches(rules_named(name, variant), small)
        assert sum(walk_both(rules, rng) for _ in range(3)) > 10
