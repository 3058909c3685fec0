"""Hands played by chance under every preset and variant, and their records."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tongits.cards import deck
from tongits.engine import apply, legal_moves, new_hand, to_act
from tongits.match import HitterPot
from tongits.moves import Call, Declare, Lay, LayFaceDown, Move, Sapaw, Take, TakeBack
from tongits.notation import HandRecord
from tongits.refusals import can_take_back
from tongits.rules import PRESETS, Rules, preset, with_switches
from tongits.seats import SEATS
from tongits.state import GameState

# Everything that changes which moves there are, or what a result line says.
SWITCHES: dict[str, dict[str, object]] = {
    "plain": {},
    "1 joker": {"jokers": 1},
    "2 jokers": {"jokers": 2, "joker_points": 30},
    "2 jokers, 2 naturals": {"jokers": 2, "joker_min_naturals": 2},
    "other ace": {"ace_in_runs": ("low", "both")},
    "other take": {
        "discard_take": ("new_meld_now", "free"),
        "discard_guards": ("no_return", "stock_after_6"),
    },
    "other block": {"sapaw_blocks_call": ("owner_next_turn", "off")},
    "self-connect": {"sapaw_blocks_call": "owner_next_turn", "long_meld_self_connect": True},
    "face down": {"face_down_four": True},
    "secret in hand": {"secret_in_hand": True},
    "other declare": {"tongits_declare_in_hand": (True, False)},
    "final discard": {"final_discard": True},
    "no dump": {"no_dump_sapawable": True},
    "kang": {"kang": True},
    "small deck": {"suits": "SHD", "ranks": "A234567", "hand_size": 4},
    "everything": {
        "jokers": 2,
        "face_down_four": True,
        "secret_in_hand": True,
        "sapaw_blocks_call": "owner_next_turn",
        "long_meld_self_connect": True,
        "no_dump_sapawable": True,
    },
}


@cache
def rules_named(name: str, variant: str) -> Rules:
    """A preset with a variant; a pair of values is the one the preset has, then the other."""
    base = preset(name)
    switches = {key: _other(base, key, value) for key, value in SWITCHES[variant].items()}
    return with_switches(base, switches)


def _other(base: Rules, key: str, value: object) -> object:
    if key == "discard_guards" or not isinstance(value, tuple):
        return value
    return next(one for one in value if one != getattr(base, key))


EVERY_RULES = [(name, variant) for name in PRESETS for variant in SWITCHES]


@dataclass(frozen=True)
class Style:
    """How a seat plays by chance: how often it lays when it can, takes back, calls, takes."""

    lays: float = 0.6
    takes_back: float = 0.1
    calls: float = 0.15


def move_by_chance(state: GameState, seat: int, rng: random.Random, style: Style) -> Move:
    """A legal move, the telling ones more often than by plain chance."""
    if can_take_back(state) and rng.random() < style.takes_back:
        return TakeBack()
    moves = legal_moves(state, SEATS[seat])
    for kinds, chance in (
        ((Declare,), 0.5),
        ((LayFaceDown, Lay, Sapaw, Take), style.lays),
    ):
        wanted = [move for move in moves if isinstance(move, kinds)]
        if wanted and rng.random() < chance:
            return rng.choice(wanted)
    calm = [move for move in moves if not isinstance(move, Call) or rng.random() < style.calls]
    return rng.choice(calm or moves)


def play_on(state: GameState, rng: random.Random, style: Style) -> Iterator[tuple[int, Move]]:
    """Every move to the end of a hand."""
    while to_act(state):
        seat = rng.choice(sorted(to_act(state)))
        move = move_by_chance(state, seat, rng, style)
        yield seat, move
        state, _ = apply(state, seat, move)


def record_by_chance(rules: Rules, rng: random.Random, style: Style | None = None) -> HandRecord:
    """A finished hand, with money on it more often than not."""
    cards = list(deck(rules.jokers, rules.suits, rules.ranks))
    rng.shuffle(cards)
    dealer = rng.choice(SEATS)
    state, _ = new_hand(rules, tuple(cards), dealer)
    moves = tuple((SEATS[seat], move) for seat, move in play_on(state, rng, style or Style()))
    money = rng.random() < 0.7
    rate = rng.choice([0, 1, 3, None]) if money else None
    pot = rng.choice([None, 0, 30]) if money else None
    return HandRecord(
        rules,
        dealer,
        tuple(cards),
        moves,
        stake_chips=10 if money else None,
        rate=rate,
        pot_chips=pot if rules.payout == "stake_rate" else None,
        brought_chips=rng.choice([None, (12, 300, 45)]) if money else None,
        hitter=HitterPot(12, rng.choice([None, *SEATS])) if rules.hitter_ante_units else None,
    )
