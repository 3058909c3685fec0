"""Malformed, illegal and ambiguous are three errors, each with its line and column."""

from pathlib import Path

import pytest

from tongits.cards import DECK
from tongits.notation import (
    Ambiguous,
    Illegal,
    Malformed,
    NotationError,
    parse_hand,
    parse_position,
)

DEAL = """\
rules book
set suits=SH ranks=A234567 hand_size=3 jokers=2
dealer 0
deck 5S 5H X1 6S
deck 7S 2H 3H
deck AS AH 7H
deck X2 2S 3S 4S 4H 6H
"""
LAST = DEAL.count("\n") + 1  # the line after the deal


def wrong(text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    return caught.value


def place(error: NotationError) -> tuple[int, int]:
    return error.line, error.column


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("", "missing", (1, 1)),
        ("dealer 0\n0 draw\n", "missing", (2, 1)),
        ("rules bok\n", "unknown_rules", (1, 7)),
        ("rules book\nrules go\n", "repeated", (2, 1)),
        ("rules book extra\n", "unexpected_word", (1, 12)),
        ("rules book\nset kang\ndealer 0\n", "bad_switch", (2, 5)),
        ("rules book\nset kang=maybe\ndealer 0\n", "bad_switch", (2, 5)),
        ("rules book\nset jokers=1 sunog=true\ndealer 0\n", "unknown_switch", (2, 14)),
        ("rules book\nset jokers=1 jokers=2\n", "repeated", (2, 14)),
        ("rules go\nset discard_take=free\ndealer 0\n", "switches_clash", (2, 5)),
        ("rules book\ndealer 3\n", "bad_seat", (2, 8)),
        ("rules book\ndealer 0\nstake ten\n", "bad_number", (3, 7)),
        ("rules book\ndealer 0\nstake 1\nstake 2\n", "repeated", (4, 1)),
        ("rules book\ndealer 0\ndeck 7S 7X\n", "bad_card", (3, 9)),
        ("rules book\ndealer 0\ndeck 7S 8S 7S\n", "duplicate_card", (3, 12)),
        ("rules book\ndealer 0\ndeck 7S X1\n", "not_in_deck", (3, 9)),
        ("rules book\ndealer 0\ndeck 7S 8S\n", "missing_cards", (3, 1)),
        ("rules book\nhitter 3\ndealer 0\n", "missing", (2, 9)),
        ("rules book\nweather fine\n", "unknown_line", (2, 1)),
    ],
)
def test_a_header_that_says_nothing_is_malformed(
    text: str, code: str, where: tuple[int, int]
) -> None:
    error = wrong(text)
    assert (type(error), error.code, place(error)) == (Malformed, code, where)


@pytest.mark.parametrize(
    ("move", "code", "column"),
    [
        ("3 draw", "bad_seat", 1),
        ("0", "missing", 2),
        ("0 dance", "unknown_move", 3),
        ("0 throw", "missing", 8),
        ("0 throw 1S", "bad_card", 9),
        ("0 throw 5S 5H", "unexpected_word", 12),
        ("0 lay", "missing", 6),
        ("0 lay 5S 5S X1", "duplicate_card", 10),
        ("0 lay 5S=6S 5H X1", "bad_name", 7),
        ("0 sapaw one 5S", "bad_number", 9),
        ("0 sapaw 0", "missing", 10),
        ("0 draw now", "unexpected_word", 8),
    ],
)
def test_a_move_that_says_nothing_is_malformed(move: str, code: str, column: int) -> None:
    error = wrong(DEAL + "# a comment says nothing wrong\n" + move)
    assert (type(error), error.code, place(error)) == (Malformed, code, (LAST + 1, column))


@pytest.mark.parametrize(
    ("moves", "code", "where"),
    [
        ("0 draw", "already_drawn", (0, 3)),
        ("1 draw", "not_your_turn", (0, 1)),
        ("0 throw 7S", "card_not_held", (0, 9)),
        ("0 lay 5S 5H 6S", "not_a_meld", (0, 3)),
        ("0 lay run 5S 5H X1", "not_a_meld", (0, 3)),
        ("0 lay 5S 6S X1=KS", "not_a_meld", (0, 3)),
        ("0 sapaw 0 5S", "no_such_meld", (0, 3)),
        ("0 undo", "nothing_to_take_back", (0, 3)),
        ("0 throw 5S\n1 take 6S", "not_the_top_discard", (1, 8)),
        ("0 throw 5S\n1 call", "not_opened", (1, 3)),
        ("0 throw 5S\n1 take 5S\n1 throw 5S", "taken_this_turn", (2, 9)),
        ("0 declare", "not_in_these_rules", (0, 3)),
        ("0 show", "no_call", (0, 3)),
        ("0 throw 5S\nresult winner=0", "hand_not_over", (1, 1)),
    ],
)
def test_a_move_that_the_rules_forbid_is_illegal_with_the_engines_code(
    moves: str, code: str, where: tuple[int, int]
) -> None:
    error = wrong(DEAL + moves)
    assert isinstance(error, Illegal), error
    assert (error.code, error.line - LAST, error.column) == (code, *where)


@pytest.mark.parametrize(
    ("move", "readings"),
    [
        ("0 lay 5S 6S X1", {"[5S 6S X1=4S]", "[5S 6S X1=7S]"}),
        ("0 lay 5S X1 6S", {"[5S X1=4S 6S]", "[5S X1=7S 6S]"}),
    ],
)
def test_a_joker_with_two_meanings_is_ambiguous_and_says_both(
    move: str, readings: set[str]
) -> None:
    error = wrong(DEAL + move)
    assert isinstance(error, Ambiguous)
    assert place(error) == (LAST, 3)
    assert set(error.values["readings"]) == readings  # type: ignore[call-overload]
    assert str(error).startswith(f"{LAST}:3: ambiguous: several_readings")


TWO_JOKERS = """\
rules book
set jokers=2
turn 0 act
hand 0 7H X1 X2 KD 9S
hand 1 12
hand 2 12
"""


@pytest.mark.parametrize(
    ("meld", "kind"), [("set 7H X1 X2", "set"), ("7H X1=8H X2=9H", "run"), ("8H X1 8S", "set")]
)
def test_set_or_names_say_what_could_be_both(meld: str, kind: str) -> None:
    text = f"rules book\nset jokers=2\nturn 0 act\nhand 0 9\nhand 1 9\nhand 2 9\nmeld 1 {meld}\n"
    assert parse_position(text).melds[0].kind == kind


def test_cards_that_are_a_set_and_a_run_are_ambiguous() -> None:
    text = "rules book\nset jokers=2\nturn 0 act\nhand 0 9\nhand 1 9\nhand 2 9\nmeld 1 7H X1 X2\n"
    with pytest.raises(Ambiguous) as caught:
        parse_position(text)
    assert "[7H X1 X2]" in caught.value.values["readings"]  # type: ignore[operator]
    assert (caught.value.line, caught.value.column) == (7, 1)


def test_a_joker_that_can_mean_only_one_card_needs_no_name() -> None:
    first = parse_hand(DEAL + "0 lay 5S 5H X1\n0 throw 6S\n")
    assert first.moves[0][1].named == ()  # type: ignore[union-attr]
    meld = "turn 0 act\nhand 0 9\nhand 1 9\nhand 2 9\nmeld 1 6H X1 8H\n"
    state = parse_position("rules book\nset jokers=2\n" + meld)
    assert state.melds[0].named == (("X1", "7H"),)


POSITION = "rules book\nturn 0 start\nhand 0 7S\nhand 1 12\nhand 2 12\n"


@pytest.mark.parametrize(
    ("more", "kind", "code", "where"),
    [
        ("discards 7S", Malformed, "duplicate_card", (6, 10)),
        ("discards 7S 4", Malformed, "duplicate_card", (6, 10)),
        ("discards 4", Malformed, "bad_card", (6, 10)),
        ("stock X1", Malformed, "not_in_deck", (6, 7)),
        ("stock 9", Malformed, "missing_cards", (6, 8)),
        ("stock 99", Malformed, "too_few_cards", (6, 7)),
        ("turn 1 act", Malformed, "repeated", (6, 1)),
        ("hand 1 12", Malformed, "repeated", (6, 6)),
        ("meld 1 8S 8H", Illegal, "not_a_meld", (6, 8)),
        ("meld 1 facedown 8S 8H 8D", Illegal, "not_a_four", (6, 17)),
        ("reply 1 dance", Malformed, "unexpected_word", (6, 9)),
        ("placed 0 8S", Malformed, "bad_placed", (6, 8)),
        ("block 1 by 0 meld 0 8S", Malformed, "bad_block", (6, 7)),
        ("meld 1 8S 8H 8D\nblock 1 by 0 meld 1 8S", Malformed, "bad_block", (7, 7)),
        ("meld 1 8S 8H 8D\nblock 0 by 1 meld 0 8S", Malformed, "bad_block", (7, 7)),
        ("meld 1 8S 8H 8D\nblock 1 by 0 meld 0 9S", Malformed, "bad_block", (7, 7)),
        ("block 1 of 0", Malformed, "unexpected_word", (6, 9)),
        ("weather fine", Malformed, "unknown_line", (6, 1)),
    ],
)
def test_a_wrong_position_says_where(
    more: str, kind: type[NotationError], code: str, where: tuple[int, int]
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(POSITION + more)
    error = caught.value
    assert (type(error), error.code, place(error)) == (kind, code, where)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("rules book\nhand 0 12\nhand 1 12\nhand 2 12", "turn"),
        ("rules book\nturn 0 act\nhand 0 12\nhand 2 12", "hand 1"),
        ("rules book\nturn 0 reply\nhand 0 1\nhand 1 12\nhand 2 12", "caller"),
    ],
)
def test_what_a_position_lacks_is_named(text: str, wanted: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse_position(text)
    assert caught.value.values == {"wanted": wanted}


def place_of_error(text: str) -> tuple[int, int]:
    try:
        parse_hand(text)
    except NotationError as error:
        return place(error)
    return (1, 1)


def test_a_torn_hand_ends_in_one_of_the_three_errors_or_a_record() -> None:
    hands = Path(__file__).parents[1] / "golden" / "hands"
    for path in sorted(hands.glob("*.hand"))[::6]:
        text = path.read_text(encoding="utf-8")
        for cut in range(0, len(text), 37):
            for torn in (text[:cut], text[:cut] + "?" + text[cut + 1 :], text[:cut] + "X1" + text):
                assert min(place_of_error(torn)) >= 1


ALL_52 = "deck " + " ".join(DECK)


@pytest.mark.parametrize(
    ("rules", "line", "second"),
    [
        ("rules pagat", "pot 30", "payout"),
        ("rules go", "pot 1", "payout"),
        ("rules book\nset payout=chips", "pot 30", "payout"),
        ("rules book", "hitter 6 0", "payout"),
        ("rules pagat\nset hitter_ante_units=0", "hitter 6 0", "hitter_ante_units"),
    ],
)
def test_a_pot_that_the_rules_have_not_is_illegal_and_names_both(
    rules: str, line: str, second: str
) -> None:
    """rules.md 2.3b: an ante in units and a carried book pot make no sense together."""
    first = line.split(maxsplit=1)[0]
    error = wrong(f"{rules}\ndealer 0\n{line}\n{ALL_52}\n")
    assert (type(error), error.code) == (Illegal, "switches_clash")
    assert place(error) == (rules.count("\n") + 3, 1)
    assert error.values == {"first": first, "second": second}
    assert str(error).endswith(f"(set {first} or {second} otherwise, together they make no sense)")


@pytest.mark.parametrize(
    "header", ["rules book\ndealer 0\npot 30", "rules go\ndealer 0\npot 0\nhitter 6 -"]
)
def test_a_pot_that_the_rules_have_is_read(header: str) -> None:
    assert parse_hand(f"{header}\n{ALL_52}\n").deck == DECK


def test_a_hand_without_a_deck_line_says_so() -> None:
    error = wrong("rules book\ndealer 0\n0 throw 7S\n")
    assert (type(error), error.code, place(error)) == (Malformed, "missing", (3, 1))
    assert str(error) == "3:1: malformed: missing (wanted a deck line)"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("set jokers=3", "bad_switch (jokers takes 0, 1 or 2)"),
        ("set kings_high=yes", "unknown_switch (no rules have a switch kings_high)"),
        ("set discard_guards=none", "switches_clash (set discard_take or discard_guards otherwise"),
    ],
)
def test_a_wrong_switch_is_told_in_words(line: str, told: str) -> None:
    assert f": malformed: {told}" in str(wrong(f"rules book\n{line}\ndealer 0\n"))


def test_a_reply_that_nobody_could_give_is_illegal_at_its_seat() -> None:
    with pytest.raises(Illegal) as caught:
        parse_position(POSITION + "reply 1 show")
    assert (caught.value.code, place(caught.value)) == ("illegal_reply", (6, 7))
