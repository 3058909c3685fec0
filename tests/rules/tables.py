"""Hands in play, written as text: `table(hands=("7S 8S", "KD", ""), melds=("1: 5H 6H 7H",))`."""

from dataclasses import replace
from typing import Any

from tongits.cards import DECK, Card, parse_card, parse_cards
from tongits.engine import apply, legal_moves
from tongits.melds import in_order, meld_kinds
from tongits.moves import Move
from tongits.rules import Rules, preset
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState, Phase, TableMeld

BOOK = preset("book")
P0, P1, P2 = SEATS


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
    held = tuple(parse_cards(text) for text in hands)
    laid = tuple(_meld(text, rules) for text in melds)
    thrown = parse_cards(discards)
    named = {card for cards in (*held, *(meld.cards for meld in laid), thrown) for card in cards}
    rest = tuple(card for card in DECK if card not in named)
    state = GameState(
        rules=rules,
        dealer=P0,
        turn_seat=P0,
        turn_no=4,
        phase=Phase.START,
        hands=(held[0], held[1], held[2]),
        stock=rest if stock is None else parse_cards(stock),
        seen=(frozenset(), frozenset(), frozenset()),
        discards=thrown,
        melds=laid,
    )
    return replace(state, **changes)


def _meld(text: str, rules: Rules) -> TableMeld:
    owner, cards = text.split(":")
    laid = parse_cards(cards)
    kind = meld_kinds(laid, rules.ace_in_runs)[0]
    return TableMeld(SEATS[int(owner)], kind, in_order(laid, rules.ace_in_runs))


def cards(text: str) -> tuple[Card, ...]:
    """The cards a text names, twice where it names one twice."""
    return tuple(parse_card(word) for word in text.split())


def card(text: str) -> Card:
    """The one card a text names."""
    return parse_card(text)


def after(state: GameState, *moves: tuple[SeatNo, Move]) -> GameState:
    """The state after moves, each legal."""
    for seat, move in moves:
        state = apply(state, seat, move)[0]
    return state


def is_legal(state: GameState, seat: SeatNo, move: Move) -> bool:
    """Whether `legal_moves` lists the move."""
    return move in legal_moves(state, seat)
