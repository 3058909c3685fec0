"""Moves as short words: `draw`, `take 9C lay 9C 9H 9S`, `lay X1=6H 7H 8H`, `throw KD`.

A joker that does not say what it stands for is taken by the only meaning it can have; `lay set …`
or `lay run …` chooses where cards could be both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from tongits.cards import Card, format_cards, is_joker
from tongits.melds import Named, extensions, meld_of, melds_in
from tongits.moves import (
    Answer,
    Call,
    Declare,
    Discard,
    Draw,
    Lay,
    LayFaceDown,
    Move,
    Sapaw,
    Take,
    TakeBack,
)
from tongits.notation.errors import Ambiguous, Illegal
from tongits.notation.words import Line, Word, Written, card, named_cards
from tongits.rules import Rules
from tongits.state import GameState, TableMeld

_PLAIN: dict[str, Move] = {
    "draw": Draw(),
    "undo": TakeBack(),
    "declare": Declare(),
    "call": Call(),
    "show": Answer("show"),
    "challenge": Answer("challenge"),
    "fold": Answer("fold"),
}
MOVE_WORDS = (*_PLAIN, "take", "lay", "facedown", "sapaw", "throw")


def format_move(move: Move, rules: Rules, top: Card | None = None) -> str:
    """A move as words; `top` is the discard that a take would take.

    >>> from tongits.rules import preset
    >>> format_move(Sapaw(3, (Card("TH"),)), preset("book"))
    'sapaw 3 TH'
    """
    match move:
        case Take(cards=()):
            return f"take {top}" if top else "take"
        case Take(cards=cards, named=named):
            return f"take {top} lay {format_meld(cards, named, rules)}"
        case Lay(cards=cards, named=named):
            return f"lay {format_meld(cards, named, rules)}"
        case LayFaceDown(cards=cards):
            return f"facedown {format_cards(cards)}"
        case Sapaw(meld=number, cards=cards, named=named):
            return f"sapaw {number} {format_named(cards, named)}"
        case Discard(card=thrown):
            return f"throw {thrown}"
        case Answer(reply=reply):
            return reply
        case Draw() | TakeBack() | Declare() | Call():
            return next(word for word, plain in _PLAIN.items() if plain == move)
        case _:
            assert_never(move)


def format_named(cards: Iterable[Card], named: Named) -> str:
    """Cards with their jokers named: `X1=6H 7H 8H`."""
    names = dict(named)
    return " ".join(f"{held}={names[held]}" if held in names else held for held in cards)


def parse_move(line: Line, state: GameState) -> Move:
    """The move that the rest of a line says. Raises `Malformed`, `Ambiguous`.

    Of what the rules forbid, only a take of another card than the top is refused here, as
    `Illegal("not_the_top_discard")`: a `Take` names none.
    """
    word = line.take("a move")
    verb = word.text.lower()
    if verb in _PLAIN:
        return _PLAIN[verb]
    match verb:
        case "take":
            return _take(line, state)
        case "lay":
            written, named = parse_meld(line, word, state.rules)
            return Lay(written.cards, named)
        case "facedown":
            return LayFaceDown(line.cards())
        case "sapaw":
            return _sapaw(line, word, state)
        case "throw":
            return Discard(card(line.take("a card")))
        case _:
            raise word.malformed("unknown_move", word=word.text)


def _take(line: Line, state: GameState) -> Move:
    if line.peek() and line.peek() != "lay":
        word = line.take("a card")
        wanted = card(word)
        if not state.discards or wanted != state.discards[-1]:
            values: dict[str, object] = {"card": wanted, "top": state.discards[-1:]}
            raise Illegal("not_the_top_discard", word.line, word.column, values)
    if not line.peek():
        return Take()
    word = line.take("lay")
    written, named = parse_meld(line, word, state.rules)
    return Take(written.cards, named)


def _sapaw(line: Line, verb: Word, state: GameState) -> Move:
    number = line.number("the number of a meld")
    if not line.peek():
        line.take("cards")
    written = named_cards(line.rest())
    if not written.unnamed or number >= len(state.melds):
        return Sapaw(number, written.cards, written.named)
    found = _sapaw_readings(state.melds[number], written, state.rules)
    return Sapaw(number, written.cards, _only(found, written, verb))


def _sapaw_readings(laid: TableMeld, written: Written, rules: Rules) -> list[Named]:
    return [
        _in_order(named, written)
        for cards, named in extensions(laid.meld, written.cards, rules)
        if len(cards) == len(written.cards) and set(written.named) <= set(named)
    ]


def parse_meld(line: Line, verb: Word, rules: Rules) -> tuple[Written, Named]:
    """The cards of a new meld, and what its jokers stand for; no names make it a set."""
    kind = next((word for word in ("set", "run") if line.take_if(word)), None)
    if not line.peek():
        line.take("cards")
    written = named_cards(line.until("guests"))
    if not written.unnamed and kind is None:
        return written, written.named
    found = [named for one, named in _readings(written, rules) if kind in (None, one)]
    if kind and not found:
        raise Illegal("not_a_meld", verb.line, verb.column, {"cards": written.cards})
    return written, _only(found, written, verb)


def _readings(written: Written, rules: Rules) -> Iterator[tuple[str, Named]]:
    """Every kind and naming by which the cards are a meld, those written kept."""
    for meld in melds_in(written.cards, rules):
        named = _in_order(meld.named, written)
        whole = len(meld.cards) == len(written.cards)
        if whole and set(written.named) <= set(named) and meld_of(meld.cards, named, rules):
            yield meld.kind, named


def _in_order(named: Named, written: Written) -> Named:
    """The names in the order in which the cards were written."""
    return tuple(sorted(named, key=lambda pair: written.cards.index(pair[0])))


def _only(found: list[Named], written: Written, verb: Word) -> Named:
    """The only reading; as written where there is none, which the rules then refuse."""
    different = list(dict.fromkeys(found))
    if len(different) > 1:
        readings = tuple(f"[{format_named(written.cards, named)}]" for named in different)
        raise Ambiguous("several_readings", verb.line, verb.column, {"readings": readings})
    return different[0] if different else written.named


def format_meld(cards: tuple[Card, ...], named: Named, rules: Rules) -> str:
    """A meld as `parse_meld` reads it back."""
    text = format_named(cards, named)
    if named or not any(map(is_joker, cards)):
        return text
    kinds = {kind for kind, _ in _readings(Written(cards, ()), rules)}
    return f"set {text}" if len(kinds) > 1 else text
