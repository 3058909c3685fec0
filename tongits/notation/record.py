"""A whole hand as a value: its rules, its deck and its moves, from which everything follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tongits.cards import Card
from tongits.engine import apply, new_hand
from tongits.events import (
    Dealt,
    Event,
    HandEnded,
    Laid,
    Outcome,
)
from tongits.match import HitterPot, after_hand
from tongits.moves import (
    Move,
)
from tongits.retold import move_of
from tongits.rules import Rules
from tongits.scoring import settle
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState

Played = tuple[SeatNo, Move]


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand, finished or not. Money is optional: without a stake its result names no chips.

    `pot_chips` are the stakes carried in, `brought_chips` each seat's table chips before the ante,
    `hitter` the side pot before the hand.
    """

    rules: Rules
    dealer: SeatNo
    deck: tuple[Card, ...] = field(repr=False)
    moves: tuple[Played, ...] = field(default=(), repr=False)
    stake_chips: int | None = None
    rate: int | None = None
    pot_chips: int | None = None
    brought_chips: tuple[int, int, int] | None = None
    hitter: HitterPot | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a hand: the states around it and what happened."""

    seat: SeatNo
    move: Move
    before: GameState
    after: GameState
    events: tuple[Event, ...]


def replay(record: HandRecord) -> Iterator[Step]:
    """Every step of a hand. Raises `IllegalMove` at the first move the rules forbid."""
    state, _ = new_hand(record.rules, record.deck, record.dealer)
    for seat, move in record.moves:
        after, events = apply(state, seat, move)
        yield Step(seat, move, state, after, events)
        state = after


def record_of(rules: Rules, events: Iterable[Event]) -> HandRecord:
    """The record of a hand's events, the deal first; money is the caller's to add."""
    dealt, *later = events
    if not isinstance(dealt, Dealt):
        raise TypeError("a hand begins with its deal")
    return HandRecord(rules, dealt.dealer, dealt.deck, tuple(_moves_of(later)))


def _moves_of(events: Iterable[Event]) -> Iterator[Played]:
    """The moves that led to the events: a take and the meld laid with it are one."""
    told = list(events)
    for event, after in zip(told, [*told[1:], None], strict=True):
        move = move_of(event, after)
        is_told = isinstance(event, Laid) and event.with_taken  # by its take
        if move and not is_told and not isinstance(event, Dealt | HandEnded):
            yield event.seat, move


def result_words(record: HandRecord, outcome: Outcome) -> dict[str, str]:
    """The result of a hand, word by word, in the order of a result line.

    Seats are joined by `/`; winner `-` is a void hand.
    """
    bonuses = outcome.bonuses
    numbers = {
        "aces": bonuses.aces,
        "kings": bonuses.kings,
        "secrets": bonuses.secrets,
        "long_runs": bonuses.long_runs,
    }
    return {
        "end": outcome.ending,
        "winner": _or_dash(outcome.winner),
        **({"caller": str(outcome.caller)} if outcome.caller is not None else {}),
        **({"replies": _joined(outcome.replies)} if outcome.caller is not None else {}),
        **({"last_drawer": _or_dash(outcome.last_drawer)} if outcome.ending == "stock" else {}),
        "deadwood": _joined(outcome.deadwood),
        "burned": _seats(outcome.burned),
        **{name: str(count) for name, count in numbers.items() if count},
        **({"kang": "yes"} if bonuses.kang else {}),
        **_money(record, outcome),
        **_hitter(record, outcome),
    }


RESULT_WORDS = (
    *("end", "winner", "caller", "replies", "last_drawer", "deadwood", "burned"),
    *("aces", "kings", "secrets", "long_runs", "kang"),
    *("chips", "fee", "pot", "hitter", "taken"),
)


def _money(record: HandRecord, outcome: Outcome) -> dict[str, str]:
    if record.stake_chips is None:
        return {}
    settlement = settle(
        record.rules,
        outcome,
        stake_chips=record.stake_chips,
        rate=record.rate or 0,
        pot_chips=record.pot_chips or 0,
        brought_chips=record.brought_chips,
    )
    chips = "/".join(f"{change:+d}" for change in settlement.chips)
    extra = {"fee": settlement.fee_chips, "pot": settlement.pot_chips}
    return {"chips": chips, **{name: str(count) for name, count in extra.items() if count}}


def _hitter(record: HandRecord, outcome: Outcome) -> dict[str, str]:
    """The side pot after the hand, and what its winner took of it."""
    if record.hitter is None or record.stake_chips is None:
        return {}
    left, taken = after_hand(record.hitter, record.rules, record.stake_chips, outcome.winner)
    return {"hitter": str(left.chips), **({"taken": str(taken)} if taken else {})}


def _joined(values: Iterable[object]) -> str:
    return "/".join(map(_or_dash, values))


def _or_dash(value: object) -> str:
    return "-" if value is None else str(value)


def _seats(flags: Iterable[bool]) -> str:
    found = [str(seat) for seat, flag in zip(SEATS, flags, strict=True) if flag]
    return ",".join(found) or "none"
