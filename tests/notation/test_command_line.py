"""`python -m tongits replay`, `perft` and `simulate`: what they print, and their status."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.notation.hands import record_by_chance, rules_named
from tongits.__main__ import main
from tongits.cards import DECK
from tongits.notation import (
    NotationError,
    format_hand,
    format_position,
    parse_position,
    replay,
)
from tongits.notation.moves import MOVE_WORDS
from tongits.notation.record import RESULT_WORDS

ROOT = Path(__file__).parents[2]
HANDS = ROOT / "tests" / "golden" / "hands"
CARD = re.compile(r"\b(?:[A2-9TJQK][SHDC]|X[12])\b")
Told = pytest.CaptureFixture[str]


def hand_file(folder: Path, variant: str = "plain", seed: int = 3) -> Path:
    path = folder / "one.hand"
    record = record_by_chance(rules_named("pagat", variant), random.Random(seed))
    path.write_text(format_hand(record), encoding="utf-8")
    return path


def test_replay_tells_every_move_and_the_result(capsys: Told) -> None:
    path = HANDS / "book-call-wins-a-challenge.hand"
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out.splitlines()
    moves = [line for line in path.read_text().splitlines() if line[:1].isdigit()]
    happened = [line for line in told if re.match(r"  [012] ", line)]
    assert len(happened) == len(moves)
    assert told[-1] == path.read_text().splitlines()[-1]
    assert "  the hand ends: call" in told


def test_replay_of_a_wrong_hand_is_status_1_with_line_and_column(
    tmp_path: Path, capsys: Told
) -> None:
    path = hand_file(tmp_path)
    lines = path.read_text().splitlines()
    number = next(at for at, line in enumerate(lines) if line.endswith("draw"))
    lines.insert(number, lines[number][0] + " throw 1S")
    path.write_text("\n".join(lines))
    assert main(["replay", str(path)]) == 1
    told = capsys.readouterr()
    assert told.err == f"{path}:{number + 1}:9: malformed: bad_card (card 1S)\n"
    assert "throws" in told.out  # what went well before it is told


def test_replay_names_the_engines_code_for_an_illegal_move(tmp_path: Path, capsys: Told) -> None:
    path = hand_file(tmp_path)
    lines = path.read_text().splitlines()
    number = next(at for at, line in enumerate(lines) if line.endswith("draw"))
    lines.insert(number, lines[number])
    path.write_text("\n".join(lines))
    assert main(["replay", str(path)]) == 1
    assert f":{number + 2}:3: illegal: already_drawn" in capsys.readouterr().err


def test_a_byte_order_mark_before_a_hand_says_nothing(tmp_path: Path, capsys: Told) -> None:
    path = hand_file(tmp_path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert main(["replay", str(path)]) == 0
    told = subprocess.run(
        [sys.executable, "-m", "tongits", "replay", "-"],
        cwd=ROOT,
        input=path.read_bytes(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (told.returncode, told.stderr) == (0, b"")
    assert told.stdout.decode() == capsys.readouterr().out


def test_replay_of_no_file_is_status_2_in_one_sentence(tmp_path: Path, capsys: Told) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name in ("missing", "bytes", "."):
        assert main(["replay", str(tmp_path / name)]) == 2
        assert re.fullmatch(r"Name a text file .+ cannot\.\n", capsys.readouterr().err)


@pytest.mark.parametrize("variant", ["plain", "everything"])
def test_a_view_shows_a_seats_own_cards_and_never_a_hidden_one(
    tmp_path: Path, capsys: Told, variant: str
) -> None:
    path = hand_file(tmp_path, variant)
    record = record_by_chance(rules_named("pagat", variant), random.Random(3))
    assert main(["replay", str(path), "--views", "1"]) == 0
    told = re.split(r"  seat 1 sees\n", capsys.readouterr().out)[1:]
    for shown, step in zip(told[1:], replay(record), strict=True):
        view = "\n".join(line for line in shown.splitlines() if line.startswith("    "))
        state = step.after
        if state.outcome is None:
            hidden = {*state.stock, *state.hands[0], *state.hands[2]}
            hidden -= state.seen[0] | state.seen[2]
            named = {pair[1] for meld in state.melds for pair in meld.named}
            unspoken = re.sub(r"=\S+|    may .*", "", view)
            assert not hidden.intersection(CARD.findall(unspoken)) - named
            own = next(line for line in view.splitlines() if line.startswith("    hand"))
            assert set(CARD.findall(own)) == set(state.hands[1])


def test_a_spectator_sees_no_hand(capsys: Told) -> None:
    path = HANDS / "pagat-four-face-down.hand"
    assert main(["replay", str(path), "--views", "spectator"]) == 0
    views = capsys.readouterr().out.split("  spectator sees\n")
    assert "? (face down)" in "".join(views)
    assert not any(line.startswith("    hand") for view in views for line in view.splitlines())


def test_all_views_are_those_of_the_three_seats(capsys: Told) -> None:
    assert main(["replay", str(HANDS / "go-stock-out.hand"), "--views", "all"]) == 0
    told = capsys.readouterr().out
    counts = [told.count(f"seat {seat} sees") for seat in range(3)]
    assert counts[0] == counts[1] == counts[2] > 10


def test_perft_counts_depth_by_depth(capsys: Told) -> None:
    small = ["--set", "suits=SH", "ranks=A23456", "hand_size=3"]
    deck = "AS 3S 5S 2H 4H 6H AH 3H 5H 2S 4S 6S"
    assert main(["perft", "--rules", "pagat", *small, "--deck", deck, "--depth", "3"]) == 0
    assert capsys.readouterr().out == "depth 1 4\ndepth 2 4\ndepth 3 16\n"


def test_perft_splits_by_first_move(capsys: Told) -> None:
    assert main(["perft", "--depth", "2", "--split", "--deck", " ".join(DECK)]) == 0
    *moves, total = capsys.readouterr().out.splitlines()
    counts = dict(line.rsplit(": ", maxsplit=1) for line in moves)
    assert counts["0 throw AS"] == "2"
    assert sum(map(int, counts.values())) == int(total)


@pytest.mark.parametrize(
    "arguments",
    [
        ["perft", "--set", "kang"],
        ["perft", "--set", "kang=maybe"],
        ["perft", "--set", "kang=true", "kang=true"],
        ["perft", "--set", "=true"],
        ["perft", "--rules", "pok"],
        ["perft", "--depth", "0"],
        ["perft", "--deck", "7S"],
        ["perft", "--deck", "7S 7S"],
        ["perft", "--set", "suits=S"],
        ["simulate", "0"],
        ["simulate", "5", "--players", "nobody"],
        ["simulate", "5", "--players", "random,random,random,random"],
        ["replay"],
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(arguments: list[str], capsys: Told) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert re.fullmatch(r"[A-Z].+\.\n", told.err)


CLASH = "Correct --set: set hand_size or ranks otherwise, together they make no sense.\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["kang"], "Write kang as SWITCH=VALUE in --set, for kang takes true or false.\n"),
        (["jokers=3"], "Correct --set: jokers takes 0, 1 or 2.\n"),
        (["kings_high=1"], "Correct --set: no rules have a switch kings_high.\n"),
        (["jokers=1", "jokers=2"], "Set jokers once: --set names it twice.\n"),
        (["jokers=1", "--set", "jokers=1"], "Set jokers once: --set names it twice.\n"),
        (["=true"], "Write =true as SWITCH=VALUE in --set.\n"),
        (["hand_size=12", "ranks=A23"], CLASH),
    ],
)
def test_a_wrong_switch_is_told_in_words(words: list[str], told: str, capsys: Told) -> None:
    for command in (["perft"], ["simulate", "3"]):
        with pytest.raises(SystemExit) as ended:
            main([*command, "--set", *words])
        assert (ended.value.code, capsys.readouterr().err) == (2, told)


def helped(command: str, capsys: Told) -> str:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert told.isascii()  # any terminal can show it
    assert max(map(len, told.splitlines())) <= 100
    return told


def test_the_help_of_replay_tells_every_word_of_the_notation(capsys: Told) -> None:
    told = helped("replay", capsys)
    listed = set(re.findall(r"^  (?:SEAT )?([a-z]+)\b", told, re.MULTILINE))
    header = {"rules", "set", "dealer", "stake", "rate", "pot", "brought", "hitter", "deck"}
    assert listed >= header
    assert listed | {"fold", "challenge"} >= set(MOVE_WORDS)
    assert set(RESULT_WORDS) <= set(re.findall(r"\w+", told))


def test_the_help_of_ask_tells_every_line_of_a_position(capsys: Told) -> None:
    """Every line that a played hand's positions have, and no line that they could not have."""
    told = helped("ask", capsys).split("The lines of a position")[1]
    listed = set(re.findall(r"^  ([a-z]\w+)\b", told, re.MULTILINE))
    written: set[str] = set()
    for name, variant, seed in (
        ("pagat", "everything", 3),
        ("go", "kang", 5),
        ("book", "plain", 9),
    ):
        for step in replay(record_by_chance(rules_named(name, variant), random.Random(seed))):
            lines = format_position(step.before).splitlines()
            written |= {line.split(maxsplit=1)[0] for line in lines}
    assert written - {"set"} <= listed
    for word in listed:
        with pytest.raises(NotationError) as caught:
            parse_position(f"rules book\n{word} ?")
        assert caught.value.code != "unknown_line" or word == "rules"


def test_the_help_tells_defaults_and_what_a_table_counts(capsys: Told) -> None:
    perft, simulate = helped("perft", capsys), helped("simulate", capsys)
    for told, default in ((perft, "4"), (perft, "0"), (simulate, "0"), (simulate, "10")):
        assert f"{default} where left out" in " ".join(told.split())
    assert "void, where everybody is burned, is counted within stock" in simulate
    assert "Points and chips are means per hand" in simulate


def test_simulate_sums_up_the_same_hands_for_the_same_seed(capsys: Told) -> None:
    arguments = ["simulate", "12", "--rules", "go", "--players", "random,default", "--seed", "4"]
    assert main(arguments) == 0
    told = capsys.readouterr()
    assert main(arguments) == 0
    assert capsys.readouterr().out == told.out
    assert told.err == ""  # no bar where nobody watches
    assert told.out.startswith("12 hands, go rules\n")
    rows = {words[0]: words[1:] for line in told.out.splitlines() if (words := line.split())}
    ended = sum(int(rows[name][0]) for name in ("tongits", "call", "stock"))
    assert ended == 12
    assert (rows["random"][0], rows["default"][0]) == ("18", "18")
    chips = [float(line.split()[-1]) for line in told.out.splitlines() if line.startswith("seat")]
    assert abs(sum(chips)) < 0.2  # go has no pot that is carried: what one wins others lose
