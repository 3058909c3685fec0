"""Hands in play, written as text: `table(hands=("7S 8S", "KD", ""), melds=("1: 5H 6H 7H",))`.

A joker in a run is written `X1=6H`; a four that lies face down `"0 down: 9S 9H 9D 9C"`.
"""

from dataclasses import replace
from typing import Any

import pytest

from tongits.cards import Card, deck, parse_card
from tongits.engine import apply, decide, legal_moves
from tongits.errors import IllegalMove
from tongits.events import Outcome
from tongits.melds import Meld, Named, meld_of
from tongits.moves import Lay, Move, Sapaw
from tongits.rules import Rules, preset, with_switches
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState, Phase, TableMeld

BOOK = preset("book")
PAGAT = preset("pagat")
GO = preset("go")
PRESETS = {"book": BOOK, "pagat": PAGAT, "go": GO}
P0, P1, P2 = SEATS


def rules_with(rules: Rules, **switches: object) -> Rules:
    """The rules with switches set; they must not clash."""
    return with_switches(rules, switches)


def table(
    *,
    hands: tuple[str, str, str],
    melds: tuple[str, ...] = (),
    discards: str = "",
    stock: str | None = None,
    rules: Rules = BOOK,
    **changes: Any,
) -> GameState:
    """P0's start of turn, unless changed; without a `stock` it holds every card not named."""
    held = tuple(cards(text) for text in hands)
    laid = tuple(_table_meld(text, rules) for text in melds)
    thrown = cards(discards)
    named = {card for some in (*held, *(meld.cards for meld in laid), thrown) for card in some}
    rest = tuple(card for card in deck(rules.jokers) if card not in named)
    state = GameState(
        rules=rules,
        dealer=P0,
        turn_seat=P0,
        turn_no=4,
        phase=Phase.START,
        hands=(held[0], held[1], held[2]),
        stock=rest if stock is None else cards(stock),
        seen=(frozenset(), frozenset(), frozenset()),
        discards=thrown,
        melds=laid,
    )
    return replace(state, **changes)


def _table_meld(text: str, rules: Rules) -> TableMeld:
    owner, laid = text.split(":")
    meld = meld_from(laid, rules)
    face_down = owner.endswith("down")
    return TableMeld(SEATS[int(owner[0])], meld.kind, meld.cards, meld.named, face_down=face_down)


def meld_from(text: str, rules: Rules) -> Meld:
    """The meld a text names."""
    meld = meld_of(cards(text), named(text), rules)
    assert meld is not None, text
    return meld


def cards(text: str) -> tuple[Card, ...]:
    """The cards a text names, twice where it names one twice; jokers without their names."""
    return tuple(parse_card(word.partition("=")[0]) for word in text.split())


def named(text: str) -> Named:
    """What the jokers of a text stand for."""
    pairs = (word.partition("=") for word in text.split())
    return tuple((parse_card(card), parse_card(name)) for card, equals, name in pairs if equals)


def card(text: str) -> Card:
    """The one card a text names."""
    return parse_card(text)


def lay(text: str) -> Lay:
    """The move that lays the meld a text names."""
    return Lay(cards(text), named(text))


def sapaw(meld: int, text: str) -> Sapaw:
    """The move that lays cards off on a meld."""
    return Sapaw(meld, cards(text), named(text))


def after(state: GameState, *moves: tuple[SeatNo, Move]) -> GameState:
    """The state after moves, each legal."""
    for seat, move in moves:
        state = apply(state, seat, move)[0]
    return state


def is_legal(state: GameState, seat: SeatNo, move: Move) -> bool:
    """Whether `legal_moves` lists the move."""
    return move in legal_moves(state, seat)


def refused(state: GameState, seat: SeatNo, move: Move) -> str:
    """The code the move is refused with; `legal_moves` must not list it either."""
    with pytest.raises(IllegalMove) as error:
        decide(state, seat, move)
    assert move not in legal_moves(state, seat)
    return error.value.code


def outcome(state: GameState) -> Outcome:
    """How the hand ended."""
    assert state.outcome is not None
    return state.outcome
