"""Melds: what is one, what extends one, and which can be laid from a hand.

A joker in a run stands for a named card and keeps it; in a set it has no suit (rules.md 2.2
row 22). Cards that could be a set and a run are laid as the one or the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from tongits.cards import RANKS, Card, by_suit, is_joker, rank_number, suit
from tongits.plain_melds import (
    ACE_HIGH,
    FIRST_JOKER,
    FOUR,
    LONG_RUN,
    MAX_RUN,
    MAX_SET,
    MIN_MELD,
    Extensions,
    Laid,
    Meld,
    MeldKind,
    Named,
    bits_of,
    card_at,
    plain_extensions,
    plain_meld,
    plain_melds,
    plain_melds_holding,
    plain_prize,
)
from tongits.rules import AceInRuns, Rules

__all__ = [
    "ACE_HIGH", "FOUR", "LONG_RUN", "MAX_RUN", "MAX_SET", "MIN_MELD", "Extensions", "Laid", "Meld",
    "MeldKind", "Named", "as_run", "as_set", "extended", "extensions", "extensions_of",
    "holds_prize", "is_four", "is_long_run", "meld_kinds", "meld_of", "melds_holding", "melds_in",
    "run_places", "what_fits",
]  # fmt: skip


def as_set(cards: Iterable[Card], rules: Rules) -> Meld | None:
    """The set the cards are: three or four different ones of a rank (rules.md 1.2); else None."""
    held = tuple(sorted(cards, key=by_suit))
    naturals = [card for card in held if not is_joker(card)]
    if not MIN_MELD <= len(held) <= MAX_SET or len(set(held)) != len(held):
        return None
    if len(naturals) < _least_naturals(held, rules):
        return None
    return Meld("set", held) if len({rank_number(card) for card in naturals}) == 1 else None


def as_run(cards: Iterable[Card], named: Named, rules: Rules) -> Meld | None:
    """The run the cards are, three or more in a row of one suit (rules.md 1.2); else None.

    Every joker among them must be named, and nothing else.
    """
    held, names = tuple(cards), dict(named)
    if {card for card in held if is_joker(card)} != names.keys() or len(named) != len(names):
        return None
    if len(held) - len(names) < _least_naturals(held, rules):
        return None
    stands = {names.get(card, card): card for card in held}
    if len(stands) != len(held) or any(not _in_deck(card, rules) for card in stands):
        return None
    places = run_places(stands, rules)
    if places is None:
        return None
    at_place = {_place_of(card, places): card for card in stands}
    in_row = tuple(stands[at_place[place]] for place in places)
    return Meld("run", in_row, tuple((c, names[c]) for c in in_row if c in names))


def run_places(cards: Iterable[Card], rules: Rules) -> tuple[int, ...] | None:
    """The consecutive places, low to high, that natural cards fill; None if they are no run.

    The ace stands at 1, with `ace_in_runs = "both"` also at 14, never in the middle (rules.md Q1).

    >>> from tongits.rules import preset
    >>> run_places((Card("AD"), Card("QD"), Card("KD")), preset("book"))
    (12, 13, 14)
    >>> run_places((Card("AD"), Card("QD"), Card("KD")), preset("pagat")) is None
    True
    """
    held = tuple(cards)
    if len(held) < MIN_MELD or len({suit(card) for card in held}) != 1:
        return None
    low = sorted(rank_number(card) for card in held)
    choices = [low]
    if rules.ace_in_runs == "both" and low[0] == 1:
        choices.append([*low[1:], ACE_HIGH])
    for places in choices:
        if places == list(range(places[0], places[0] + len(places))):
            return tuple(places)
    return None


def meld_kinds(cards: Iterable[Card], rules: Rules) -> tuple[MeldKind, ...]:
    """Every kind of meld the cards can be laid as, jokers named as it suits.

    >>> from tongits.rules import preset
    >>> meld_kinds((Card("7S"), Card("7H"), Card("7C")), preset("book"))
    ('set',)
    """
    held = tuple(cards)
    kinds: list[MeldKind] = []
    if as_set(held, rules):
        kinds.append("set")
    if any(frozenset(run.cards) == frozenset(held) for run in _runs_in(held, rules)):
        kinds.append("run")
    return tuple(kinds)


def meld_of(cards: Iterable[Card], named: Named, rules: Rules) -> Meld | None:
    """The meld that the cards are laid as: a run when jokers are named, else what they are."""
    held = tuple(cards)
    if named:
        return as_run(held, named, rules)
    if not rules.jokers:
        return plain_meld(held, rules.ace_in_runs)
    return as_set(held, rules) or as_run(held, (), rules)


def melds_in(hand: Iterable[Card], rules: Rules) -> tuple[Meld, ...]:
    """Every meld that can be laid from a hand, each once."""
    cards = tuple(hand)
    bits = bits_of(cards)
    if bits < FIRST_JOKER:
        return plain_melds(bits, rules.ace_in_runs)
    held = sorted(cards, key=by_suit)
    return (*_sets_in(held, rules), *_runs_in(held, rules))


def melds_holding(card: Card, hand: Iterable[Card], rules: Rules) -> tuple[Meld, ...]:
    """Every meld that can be laid from a hand with this card of it, each once."""
    cards = tuple(hand)
    bits = bits_of(cards)
    if bits < FIRST_JOKER:
        return plain_melds_holding(card, bits, rules.ace_in_runs)
    return tuple(meld for meld in melds_in(cards, rules) if card in meld.cards)


def extended(meld: Laid, cards: Iterable[Card], named: Named, rules: Rules) -> Meld | None:
    """The meld with cards laid off on it, of the same kind (rules.md C15); None if none fits."""
    more = tuple(cards)
    if not more or set(more) & set(meld.cards):
        return None
    if not rules.jokers:
        return None if named else plain_meld((*meld.cards, *more), rules.ace_in_runs)
    if meld.kind == "set":
        return None if named else as_set((*meld.cards, *more), rules)
    return as_run((*meld.cards, *more), (*meld.named, *named), rules)


def extensions(meld: Laid, hand: Iterable[Card], rules: Rules) -> Extensions:
    """Every non-empty choice of cards from the hand that may be laid off, with named jokers.

    >>> from tongits.rules import preset
    >>> hand = (Card("4H"), Card("8H"), Card("9H"), Card("7S"))
    >>> meld = Meld("run", (Card("5H"), Card("6H"), Card("7H")))
    >>> [" ".join(cards) for cards, _ in extensions(meld, hand, preset("book"))]
    ['8H', '8H 9H', '4H', '4H 8H', '4H 8H 9H']
    """
    found = extensions_of((meld,), hand, rules)
    return found[0][1] if found else ()


def extensions_of(
    melds: Iterable[Laid], hand: Iterable[Card], rules: Rules
) -> list[tuple[int, Extensions]]:
    """Of melds that take cards of the hand: each one's number and its `extensions`."""
    if not rules.jokers:
        return plain_extensions(melds, bits_of(hand), rules.ace_in_runs)
    held = sorted(hand, key=by_suit)
    each = ((number, _extensions(meld, held, rules)) for number, meld in enumerate(melds))
    return [(number, choices) for number, choices in each if choices]


def what_fits(
    hand: tuple[Card, ...], table: tuple[Laid, ...], rules: Rules
) -> tuple[tuple[Meld, ...], list[tuple[int, Extensions]]]:
    """The `melds_in` a hand and the `extensions_of` a table by it, its cards sorted out once."""
    if rules.jokers:
        return melds_in(hand, rules), extensions_of(table, hand, rules)
    bits, ace = bits_of(hand), rules.ace_in_runs
    return plain_melds(bits, ace), plain_extensions(table, bits, ace) if table else []


def _extensions(meld: Laid, held: list[Card], rules: Rules) -> Extensions:
    if meld.kind == "set":
        return tuple(_set_extensions(meld, held, rules))
    return tuple(dict.fromkeys(_run_extensions(meld, held, rules)))


def is_four(meld: Laid) -> bool:
    """Four of a kind."""
    return meld.kind == "set" and len(meld.cards) == FOUR


def holds_prize(hand: Iterable[Card], rules: Rules) -> bool:
    """Whether a four of a kind or a long run can be laid from a hand."""
    cards = tuple(hand)
    bits = bits_of(cards)
    if bits < FIRST_JOKER:
        return plain_prize(bits, rules.ace_in_runs)
    return any(is_four(meld) or is_long_run(meld) for meld in melds_in(cards, rules))


def is_long_run(meld: Laid) -> bool:
    """A run of five or more."""
    return meld.kind == "run" and len(meld.cards) >= LONG_RUN


def _least_naturals(cards: tuple[Card, ...], rules: Rules) -> int:
    """How many natural cards a meld needs: jokers never stand alone."""
    return rules.joker_min_naturals if any(is_joker(card) for card in cards) else 0


def _in_deck(card: Card, rules: Rules) -> bool:
    """Whether the game has such a natural card; a joker can be called nothing else."""
    return card[0] in rules.ranks and card[1] in rules.suits


def _place_of(card: Card, places: tuple[int, ...]) -> int:
    number = rank_number(card)
    return ACE_HIGH if number == 1 and places[0] != 1 else number


def _sets_in(held: list[Card], rules: Rules) -> Iterator[Meld]:
    jokers = [card for card in held if is_joker(card)]
    of_rank: dict[int, list[Card]] = {}
    for card in held:
        if not is_joker(card):
            of_rank.setdefault(rank_number(card), []).append(card)
    for naturals in of_rank.values():
        if len(naturals) + len(jokers) < MIN_MELD:
            continue
        for size in range(MIN_MELD, MAX_SET + 1):
            for cards in combinations((*naturals, *jokers), size):
                found = as_set(cards, rules)
                if found:
                    yield found


def _set_extensions(
    meld: Laid, held: list[Card], rules: Rules
) -> Iterator[tuple[tuple[Card, ...], Named]]:
    for card in held:
        if extended(meld, (card,), (), rules):
            yield (card,), ()


def _runs_in(hand: Iterable[Card], rules: Rules) -> Iterator[Meld]:
    held = sorted(hand, key=by_suit)
    jokers = tuple(card for card in held if is_joker(card))
    of_suit: dict[str, list[Card]] = {}
    for card in held:
        if not is_joker(card):
            of_suit.setdefault(suit(card), []).append(card)
    for cards in of_suit.values():
        yield from _runs_of_suit(cards, jokers, rules)


def _runs_of_suit(naturals: list[Card], jokers: tuple[Card, ...], rules: Rules) -> Iterator[Meld]:
    """Runs of one suit: every row of places that its naturals and some jokers fill."""
    at_place, top = _by_place(naturals, rules.ace_in_runs), _top_place(rules)
    letter = suit(naturals[0])
    for first in range(1, top):
        # A whole suit is one run: the ace closes no row that it, or a two, opens.
        last = top if first > 2 else min(top, MAX_RUN)
        for filled, _ in _fillings(at_place, range(first, last + 1), letter, jokers):
            named = tuple((card, name) for card, name in filled if is_joker(card))
            run = Meld("run", tuple(card for card, _ in filled), named)
            in_deck = all(_in_deck(name, rules) for _, name in named)  # a smaller deck may lack it
            if len(filled) >= MIN_MELD and in_deck and _enough_naturals(run, rules):
                yield run


def _enough_naturals(run: Meld, rules: Rules) -> bool:
    return len(run.cards) - len(run.named) >= max(1, _least_naturals(run.cards, rules))


def _top_place(rules: Rules) -> int:
    """The highest place a run can reach in this deck."""
    king = len(RANKS)
    highest = RANKS.index(rules.ranks[-1]) + 1
    return ACE_HIGH if rules.ace_in_runs == "both" and highest == king else highest


def _by_place(naturals: Iterable[Card], ace_in_runs: AceInRuns) -> dict[int, Card]:
    at_place = {rank_number(card): card for card in naturals}
    if ace_in_runs == "both" and 1 in at_place:
        at_place[ACE_HIGH] = at_place[1]
    return at_place


_Filled = tuple[tuple[Card, Card], ...]  # (the card laid, the card it stands for), in a row


def _fillings(
    at_place: dict[int, Card], places: range, letter: str, jokers: tuple[Card, ...]
) -> Iterator[tuple[_Filled, tuple[Card, ...]]]:
    """Every way to fill the first one, two, three … of the places, and the jokers left over."""
    if not places:
        return
    place, rest = places[0], places[1:]
    name = card_at(place, letter)
    choices = [(at_place[place], jokers)] if place in at_place else []
    choices += [(joker, tuple(other for other in jokers if other != joker)) for joker in jokers]
    for card, left in choices:
        first = ((card, name),)
        yield first, left
        for more, spare in _fillings(at_place, rest, letter, left):
            yield (*first, *more), spare


def _run_extensions(
    meld: Laid, held: list[Card], rules: Rules
) -> Iterator[tuple[tuple[Card, ...], Named]]:
    """Cards that follow a run below and above without a gap, every length of both."""
    names = [dict(meld.named).get(card, card) for card in meld.cards]
    places = run_places(names, rules) or ()
    letter, top = suit(names[0]), _top_place(rules)
    naturals = [card for card in held if not is_joker(card) and suit(card) == letter]
    jokers = tuple(card for card in held if is_joker(card))
    at_place = _by_place(naturals, rules.ace_in_runs)
    nothing: tuple[_Filled, tuple[Card, ...]] = ((), jokers)
    down, up = range(places[0] - 1, 0, -1), range(places[-1] + 1, top + 1)
    for low, left in (nothing, *_fillings(at_place, down, letter, jokers)):
        spare: tuple[_Filled, tuple[Card, ...]] = ((), left)
        for high, _ in (spare, *_fillings(at_place, up, letter, left)):
            filled = (*reversed(low), *high)
            cards = tuple(card for card, _ in filled)
            named = tuple((card, name) for card, name in filled if is_joker(card))
            if cards and extended(meld, cards, named, rules):
                # One ace fits at either end of a suit: it is one choice of cards.
                yield tuple(sorted(cards, key=by_suit)), tuple(sorted(named))
