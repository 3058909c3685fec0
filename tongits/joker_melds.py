"""Splits as melds where jokers are held or a secret must be kept: the slower cases of `splits`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from tongits.cards import DECK, RANKS, Card
from tongits.joker_solver import (
    MAX_JOKERS,
    Choice,
    JokerRules,
    JokerSet,
    JokerSolver,
    Part,
    joker_arranger,
    runs_with_jokers,
    sets_of,
)
from tongits.melds import ACE_HIGH, FOUR, LONG_RUN, MAX_RUN, Meld, is_four, is_long_run
from tongits.rules import AceInRuns, Rules
from tongits.solver import (
    SUIT_BITS,
    Arrangement,
    Masks,
    in_suit_order,
    points_in,
    run_melds,
)

SUIT_COUNT: Final = 4


class Secret(NamedTuple):
    """A four (`suit` None; `cards` are suits, S 1 H 2 D 4 C 8, of `rank`) or a long run in hand."""

    suit: int | None
    cards: int
    jokers: int
    rank: int = 0


def counts_fours(rules: Rules) -> bool:
    """Whether a four of a kind that nobody saw is worth something."""
    return rules.secret_in_hand or rules.secret_bonus_stakes > 0


def counts_long_runs(rules: Rules) -> bool:
    """Whether a run of five or more that nobody saw is worth something."""
    return rules.secret_in_hand or rules.long_run_bonus_units > 0


def saves_from_sunog(meld: Meld) -> bool:
    """A four or a run of 5+, where `secret_in_hand` is on (rules.md 1.6)."""
    return is_four(meld) or is_long_run(meld)


def joker_rules(rules: Rules) -> JokerRules:
    """What of the rules a split with jokers depends on."""
    return _joker_rules(
        rules.ace_in_runs, rules.ranks, rules.joker_points, rules.joker_min_naturals
    )


def arranged_with_jokers(masks: Masks, jokers: tuple[Card, ...], rules: Rules) -> Arrangement:
    """Points and melds of the best split of natural cards and jokers."""
    solver = _solver(rules)
    choice = solver.best(masks, len(jokers))
    return points_in(choice.cost), in_suit_order(_melds(solver, choice, jokers, rules))


def arranged_keeping_a_secret(masks: Masks, jokers: tuple[Card, ...], rules: Rules) -> Arrangement:
    """Those of the best split that holds a secret; without one in the hand, of the best."""
    best = arranged_with_jokers(masks, jokers, rules)
    if any(map(saves_from_sunog, best[1])):
        return best
    solver, held = _solver(rules), len(jokers)
    rests = [
        (solver.best(_rest(masks, secret), held - secret.jokers), secret)
        for secret in secrets_in(masks, held, rules)
    ]
    if not rests:
        return best
    choice, secret = min(rests, key=lambda rest: rest[0].cost)
    spare = jokers[secret.jokers :]
    kept = _secret_meld(secret, jokers[: secret.jokers], rules)
    melds = in_suit_order((kept, *_melds(solver, choice, spare, rules)))
    return points_in(choice.cost), melds


def secrets_in(masks: Masks, jokers: int, rules: Rules) -> Iterator[Secret]:
    """Every four of a kind and every run of five or more that the cards can be."""
    for place in range(SUIT_BITS):
        rank = 1 << place
        suits = sum(1 << suit for suit in range(SUIT_COUNT) if masks[suit] & rank)
        for cards, used in _fours(suits, rules.joker_min_naturals):
            if used <= jokers:
                yield Secret(None, cards, used, rank)
    for part in _long_runs(joker_rules(rules), jokers):
        for suit, mask in enumerate(masks):
            if not part.cards & ~mask:
                yield Secret(suit, part.cards, part.jokers)


@cache
def _fours(held: int, min_naturals: int) -> tuple[tuple[int, int], ...]:
    """The suits of a four's naturals among those held, and its jokers."""
    subsets = (suits for suits in range(1, 16) if not suits & ~held)
    return tuple(
        (suits, FOUR - suits.bit_count())
        for suits in subsets
        if suits.bit_count() == FOUR
        or (suits.bit_count() >= min_naturals and FOUR - suits.bit_count() <= MAX_JOKERS)
    )


@cache
def _long_runs(rules: JokerRules, jokers: int) -> tuple[Part, ...]:
    return tuple(
        part
        for part in sorted(runs_with_jokers(rules))
        if part.jokers <= jokers and part.cards.bit_count() + part.jokers >= LONG_RUN
    )


@cache
def _joker_rules(ace_in_runs: AceInRuns, ranks: str, points: int, min_naturals: int) -> JokerRules:
    mask = sum(1 << RANKS.index(rank) for rank in ranks)
    return JokerRules(ace_in_runs == "both", mask, points, min_naturals)


def _solver(rules: Rules) -> JokerSolver:
    return joker_arranger(
        joker_rules(rules), fours=counts_fours(rules), long_runs=counts_long_runs(rules)
    )


def _rest(masks: Masks, secret: Secret) -> Masks:
    """The masks without the naturals of a secret."""
    taken = [0] * SUIT_COUNT
    for suit in range(SUIT_COUNT):
        if secret.suit is None:
            taken[suit] = secret.rank if secret.cards >> suit & 1 else 0
        elif secret.suit == suit:
            taken[suit] = secret.cards
    s, h, d, c = (mask & ~gone for mask, gone in zip(masks, taken, strict=True))
    return s, h, d, c


def _secret_meld(secret: Secret, jokers: tuple[Card, ...], rules: Rules) -> Meld:
    if secret.suit is None:
        return _set_meld(JokerSet(secret.rank, secret.cards, secret.jokers), jokers)
    return _run_meld(Part(secret.cards, secret.jokers), secret.suit, jokers, rules)


def _melds(
    solver: JokerSolver, choice: Choice, jokers: tuple[Card, ...], rules: Rules
) -> tuple[Meld, ...]:
    """A split's melds; the jokers go to them in order."""
    melds: list[Meld] = []
    at = 0
    for laid in sets_of(choice):
        melds.extend(_set_melds(laid, jokers[at : at + laid.jokers]))
        at += laid.jokers
    for suit, parts in enumerate(solver.run_parts(choice)):
        for part in parts:
            melds.append(_run_meld(part, suit, jokers[at : at + part.jokers], rules))
            at += part.jokers
    return tuple(melds)


def _set_melds(laid: JokerSet, jokers: tuple[Card, ...]) -> tuple[Meld, ...]:
    """One set; or two of two naturals and a joker each."""
    if laid.suits.bit_count() + laid.jokers <= FOUR:
        return (_set_meld(laid, jokers),)
    first = laid.suits & -laid.suits
    first |= (laid.suits ^ first) & -(laid.suits ^ first)
    return (
        _set_meld(JokerSet(laid.rank, first, 1), jokers[:1]),
        _set_meld(JokerSet(laid.rank, laid.suits ^ first, 1), jokers[1:]),
    )


def _set_meld(laid: JokerSet, jokers: tuple[Card, ...]) -> Meld:
    place = laid.rank.bit_length() - 1
    suits = (suit for suit in range(SUIT_COUNT) if laid.suits >> suit & 1)
    return Meld("set", (*(DECK[suit * SUIT_BITS + place] for suit in suits), *jokers))


def _run_meld(part: Part, suit: int, jokers: tuple[Card, ...], rules: Rules) -> Meld:
    """A run of naturals and jokers, as high as it can stand; one natural alone is made a set."""
    if not part.jokers:
        return run_melds(suit)[part.cards][0]
    if part.cards.bit_count() == 1 and part.jokers == 2:
        return _set_meld(JokerSet(part.cards, 1 << suit, 2), jokers)
    names = [DECK[suit * SUIT_BITS + place] for place in _highest_row(part, joker_rules(rules))]
    free = iter(jokers)
    cards = [name if part.cards >> RANKS.index(name[0]) & 1 else next(free) for name in names]
    named = tuple((card, name) for card, name in zip(cards, names, strict=True) if card != name)
    return Meld("run", tuple(cards), named)


@cache
def _highest_row(part: Part, rules: JokerRules) -> tuple[int, ...]:
    """The ranks, ace 0, of the highest row of places that the part fills."""
    length = part.cards.bit_count() + part.jokers
    top = ACE_HIGH if rules.ace_high else SUIT_BITS
    highest = 0 if length == MAX_RUN else top - length  # a whole suit begins with its ace
    rows = (
        tuple(place % SUIT_BITS for place in range(first, first + length))
        for first in range(highest, -1, -1)
    )
    return next(
        row
        for row in rows
        if not part.cards & ~sum(1 << place for place in row)
        and all(rules.ranks >> place & 1 for place in row)
    )
