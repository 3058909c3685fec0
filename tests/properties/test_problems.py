"""Every broken invariant is found by its name, in a state that was sound before it was spoilt."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from tests.properties.random_play import played
from tests.rules.tables import P0, P1, cards
from tongits.cards import Card
from tongits.problems import Problem, problems
from tongits.rules import Rules, preset, with_switches
from tongits.seats import SEATS, with_seat
from tongits.state import Block, GameState, Phase

BOOK, PAGAT, GO = preset("book"), preset("pagat"), preset("go")
JOKER = Card("X1")


@cache
def states(rules: Rules) -> tuple[GameState, ...]:
    return tuple(step.state for seed in range(25) for step in played(seed, rules))


def first(rules: Rules, wanted: Callable[[GameState], object]) -> GameState:
    """A state of real play, in which no invariant is broken."""
    state = next(state for state in states(rules) if wanted(state))
    assert problems(state) == []
    return state


def start(rules: Rules = BOOK) -> GameState:
    return first(rules, lambda s: s.phase is Phase.START and s.turn_no > 6 and s.melds)


def act(rules: Rules = BOOK) -> GameState:
    return first(rules, lambda s: s.phase is Phase.ACT and s.drew and s.placed and s.turn_no > 4)


def over(ending: str, rules: Rules = BOOK) -> GameState:
    return first(rules, lambda s: s.outcome and s.outcome.ending == ending)


def called() -> GameState:
    return first(BOOK, lambda s: s.phase is Phase.REPLY)


def hand(state: GameState, *held: Card) -> GameState:
    """The state with other cards in the first seat's hand."""
    return replace(state, hands=with_seat(state.hands, P0, held))


def meld(state: GameState, **changes: object) -> GameState:
    """The state with something about its first meld changed."""
    spoilt = replace(state.melds[0], **changes)  # type: ignore[arg-type]
    return replace(state, melds=(spoilt, *state.melds[1:]))


def blocked(state: GameState, block: Block) -> GameState:
    return replace(state, blocks=with_seat(state.blocks, state.melds[block.meld].owner, block))


def spoilt_rules() -> GameState:
    return replace(start(), rules=replace(BOOK, pay_difference=True, payout="units"))


def declared() -> GameState:
    small = with_switches(PAGAT, {"suits": "SHDC", "ranks": "JQK", "hand_size": 3})
    return first(small, lambda s: s.declared is not None)


def lost_draw() -> GameState:
    state = act()
    other = next(seat for seat in SEATS if seat != state.turn_seat)
    return replace(state, drew=state.hands[other][0])


def seen_elsewhere() -> GameState:
    state = start()
    return replace(state, seen=with_seat(state.seen, P0, frozenset(state.stock[:1])))


def taken() -> GameState:
    state = first(PAGAT, lambda s: s.phase is Phase.ACT and s.taken)
    return replace(state, placed=tuple(replace(one, with_taken=False) for one in state.placed))


def replied() -> GameState:
    state = called()
    return replace(state, replies=with_seat(state.replies, state.turn_seat, "show"))


def nobody_owes() -> GameState:
    state = over("call")
    return replace(state, phase=Phase.REPLY, outcome=None)


def stale_block() -> GameState:
    state = start(PAGAT)
    return blocked(state, Block(P1, 0, cards("2S")))


def other_winner() -> GameState:
    state = over("call")
    assert state.outcome is not None
    winner = next(seat for seat in SEATS if seat != state.outcome.winner)
    return replace(state, outcome=replace(state.outcome, winner=winner))


SPOILT: dict[Problem, Callable[[], GameState]] = {
    Problem.RULES_CLASH: spoilt_rules,
    Problem.CARD_MISSING: lambda: hand(start(), *start().hands[P0][1:]),
    Problem.CARD_TWICE: lambda: hand(start(), *start().hands[P0], start().stock[0]),
    Problem.CARD_FOREIGN: lambda: hand(start(), *start().hands[P0][1:], JOKER),
    Problem.WRONG_TURN_SEAT: lambda: replace(start(), turn_no=start().turn_no + 1),
    Problem.WRONG_PILE: lambda: replace(start(), discards=start().discards[1:]),
    Problem.WRONG_HAND_SIZE: lambda: hand(start(), *start().hands[P0][1:]),
    Problem.EMPTY_HAND: lambda: hand(start()),
    Problem.EMPTY_STOCK: lambda: replace(start(), stock=()),
    Problem.DREW_TWICE: lambda: replace(act(), taken=act().drew),
    Problem.DREW_NOTHING: lambda: replace(act(), drew=None),
    Problem.DREW_TOO_SOON: lambda: replace(start(), drew=start().hands[start().turn_seat][0]),
    Problem.DREW_LOST: lost_draw,
    Problem.TAKEN_NOT_LAID: taken,
    Problem.WRONG_LAST_DRAWER: lambda: replace(start(), last_drawer=None),
    Problem.SEEN_NOT_HELD: seen_elsewhere,
    Problem.NO_MELD: lambda: meld(start(), cards=start().melds[0].cards[::-1]),
    Problem.WRONG_GUESTS: lambda: meld(start(), guests=frozenset(start().melds[0].cards)),
    Problem.WRONG_FACE_DOWN: lambda: meld(start(), face_down=True),
    Problem.WRONG_PLACED: lambda: replace(act(), melds=act().melds[:-1]),
    Problem.WRONG_BLOCK: stale_block,
    Problem.WRONG_BEGAN_BLOCKED: lambda: replace(start(), began_blocked=True),
    Problem.WRONG_IDLE_TURNS: lambda: replace(start(), idle_turns=7),
    Problem.WRONG_KANG: lambda: replace(first(BOOK, lambda s: s.turn_no == 1), kang=(True,) * 3),
    Problem.WRONG_CALLER: lambda: replace(called(), melds=()),
    Problem.WRONG_REPLY: replied,
    Problem.NOBODY_TO_REPLY: nobody_owes,
    Problem.WRONG_DECLARER: lambda: replace(declared(), rules=BOOK),
    Problem.WRONG_PHASE: lambda: replace(over("stock"), phase=Phase.START),
    Problem.WRONG_OUTCOME: other_winner,
}


@pytest.mark.parametrize("problem", Problem, ids=lambda problem: problem.name)
def test_a_broken_invariant_is_named(problem: Problem) -> None:
    assert problem in problems(SPOILT[problem]())


def test_a_set_against_the_rules_of_its_table_is_no_meld() -> None:
    """The same state under rules that forbid what lies there."""
    both = with_switches(GO, {"ace_in_runs": "both"})
    high = first(both, lambda s: any("KA" in "".join(c[0] for c in m.cards) for m in s.melds))
    assert Problem.NO_MELD in problems(replace(high, rules=GO))
