"""Whole hands and positions as text and back, without loss, under every preset and variant."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.hands import EVERY_RULES, record_by_chance, rules_named
from tongits.engine import legal_moves, new_hand
from tongits.errors import IllegalMove
from tongits.events import Event
from tongits.notation import (
    HandRecord,
    format_hand,
    format_position,
    parse_hand,
    parse_position,
    record_of,
    replay,
)
from tongits.state import fold

ANY_RULES = st.sampled_from(EVERY_RULES)
SEEDS = st.integers(0, 2**32)


def hand(rules: tuple[str, str], seed: int) -> HandRecord:
    return record_by_chance(rules_named(*rules), random.Random(seed))


@given(ANY_RULES, SEEDS)
def test_a_hand_is_parsed_back_without_loss(rules: tuple[str, str], seed: int) -> None:
    record = hand(rules, seed)
    text = format_hand(record)
    assert parse_hand(text) == record
    assert format_hand(parse_hand(text)) == text


@pytest.mark.parametrize("rules", EVERY_RULES, ids="-".join)
def test_no_preset_and_variant_is_left_out(rules: tuple[str, str]) -> None:
    record = hand(rules, 7)
    assert parse_hand(format_hand(record)) == record


@given(ANY_RULES, SEEDS, st.integers(0, 80))
def test_a_hand_in_play_is_parsed_back_without_a_result(
    rules: tuple[str, str], seed: int, moves: int
) -> None:
    whole = hand(rules, seed)
    part = HandRecord(whole.rules, whole.dealer, whole.deck, whole.moves[: min(moves, 5)])
    text = format_hand(part)
    assert parse_hand(text) == part


@given(ANY_RULES, SEEDS)
def test_a_hands_events_tell_its_record(rules: tuple[str, str], seed: int) -> None:
    whole = hand(rules, seed)
    record = HandRecord(whole.rules, whole.dealer, whole.deck, whole.moves)
    state, dealt = new_hand(record.rules, record.deck, record.dealer)
    events: list[Event] = [dealt]
    for step in replay(record):
        events += step.events
        state = step.after
    told = record_of(record.rules, events)
    assert [seat for seat, _ in told.moves] == [seat for seat, _ in record.moves]
    steps = list(replay(told))
    assert steps[-1].after == state == fold(record.rules, events)
    assert parse_hand(format_hand(told)) == told


@given(ANY_RULES, SEEDS, st.integers(0, 2**16))
def test_a_position_is_parsed_back_without_loss(
    rules: tuple[str, str], seed: int, place: int
) -> None:
    steps = list(replay(hand(rules, seed)))
    state = steps[place % len(steps)].before
    assert parse_position(format_position(state)) == state


def test_a_finished_hand_is_no_position() -> None:
    *_, last = replay(hand(("book", "plain"), 1))
    with pytest.raises(IllegalMove, match="hand_over"):
        format_position(last.after)


def test_a_position_needs_only_what_bears_on_the_moves() -> None:
    state = parse_position(
        """
        rules pagat            # hands that nobody saw are numbers
        turn 1 act
        hand 0 9
        hand 1 7S 8S 9S 8H     # the seat to act
        hand 2 12
        meld 1 5H 6H 7H
        meld 0 facedown QS QH QD QC
        discards 4D KC
        block 1 by 0 meld 0 7H
        """
    )
    moves = {f"{move}" for move in legal_moves(state, state.turn_seat)}
    assert len(moves) == 6  # a run, a sapaw, four discards
    assert len(state.stock) == 52 - 9 - 4 - 12 - 7 - 2
    assert state.blocks[1] is not None


def test_ten_may_be_written_as_a_number_and_small_letters_do() -> None:
    text = "rules book\nturn 0 act\nhand 0 10h js as\nhand 1 12\nhand 2 12\nmeld 0 9c 9h 9s\n"
    assert parse_position(text).hands[0] == ("TH", "JS", "AS")
