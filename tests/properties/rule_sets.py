"""Rules to try laws on: each switch on each preset, small games, combinations by chance."""

import random
from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from tongits.errors import BadInput
from tongits.rules import IDLE_TURN_LIMIT, PRESETS, Rules, preset, with_switches

Switches = Mapping[str, object]

POINTS: Final[Switches] = {
    "payout": "stake_rate",
    "hitter_ante_units": 0,
    "secret_units": 0,
    "long_run_bonus_units": 0,
}
# What a variant changes; where a switch needs another one, both.
VARIANTS: Final[tuple[Switches, ...]] = (
    {"turn_order": "clockwise"},
    {"turn_order": "counter-clockwise"},
    {"ace_in_runs": "both"},
    {"ace_in_runs": "low"},
    {"next_dealer": "rotate"},
    {"next_dealer": "winner"},
    {"discard_take": "free", "discard_guards": ("stock_after_6",)},
    {"discard_take": "free", "discard_guards": ("no_return", "stock_after_6")},
    {"discard_take": "new_meld_now"},
    {"discard_take": "new_meld_now", "discard_guards": ()},
    {"sapaw_blocks_call": "off", "long_meld_self_connect": False},
    {"sapaw_blocks_call": "owner_next_turn"},
    {"sapaw_blocks_call": "owner_next_turn", "long_meld_self_connect": True},
    {"face_down_four": True},
    {
        "face_down_four": True,
        "sapaw_blocks_call": "owner_next_turn",
        "long_meld_self_connect": True,
    },
    {"face_down_four": False},
    {"secret_in_hand": True},
    {"secret_in_hand": False},
    {"replies": "show_challenge", "reply_timeout": "show"},
    {"replies": "fold_challenge", "reply_timeout": "fold"},
    {"tie_call": "caller"},
    {"tie_call": "challenger"},
    {"tongits_declare_in_hand": True, "final_discard": False},
    {"tongits_declare_in_hand": False},
    {"final_discard": True},
    {
        "final_discard": True,
        "no_dump_sapawable": True,
        "discard_guards": ("no_return", "stock_after_6"),
    },
    {"no_dump_sapawable": True},
    POINTS,
    {**POINTS, "secret_bonus_stakes": 2},
    {**POINTS, "burned_extra": 2},
    {**POINTS, "pay_difference": True},
    {"payout": "chips", "secret_bonus_stakes": 0, "burned_extra": 0, "pay_difference": False},
    {"payout": "units", "secret_bonus_stakes": 0, "burned_extra": 0, "pay_difference": False},
    {"payout": "units", "long_run_bonus_units": 3},
    {"payout": "chips", "long_run_bonus_units": 3},
    {"payout": "chips", "secret_units": 2},
    {"payout": "units", "hitter_ante_units": 5},
    {"secret_bonus_stakes": 2},
    {"burned_extra": 2},
    {"pay_difference": True},
    {"secret_units": 2},
    {"long_run_bonus_units": 3},
    {"hitter_ante_units": 5},
    {"fee_percent": 5},
    {"fee_percent": 100},
    {"jokers": 1},
    {"jokers": 2},
    {"jokers": 2, "joker_min_naturals": 2, "joker_points": 30},
    {"kang": True},
    {"challenge_win_multiplier": 3},
    {"progressive_limit": 500},
)
SMALL: Final[Switches] = {"suits": "SH", "ranks": "A23456", "hand_size": 3}
SMALL_WITH_SETS: Final[Switches] = {"suits": "SHDC", "ranks": "JQK", "hand_size": 3}


def single_variants() -> dict[str, Rules]:
    """Each variant on each preset that allows it, by name; the presets themselves first."""
    found = {name: preset(name) for name in PRESETS}
    for name in PRESETS:
        for variant in VARIANTS:
            _add(found, preset(name), variant)
    return found


def small_games() -> dict[str, Rules]:
    """The same over decks of 12, of which a choice of cards can be gone through whole."""
    small = (dict(SMALL), dict(SMALL_WITH_SETS))
    return {
        f"{name} of {deck['ranks']}": with_switches(rules, deck)
        for deck in small
        for name, rules in single_variants().items()
    }


def combinations_by_chance(count: int, seed: int = 3) -> dict[str, Rules]:
    """Rules with several variants at once, as many as asked for; none that clash."""
    rng = random.Random(seed)
    found: dict[str, Rules] = {}
    while len(found) < count:
        base = preset(rng.choice(PRESETS))
        for variant in rng.sample(VARIANTS, rng.randint(2, 12)):
            mixed: dict[str, Rules] = {}
            _add(mixed, base, variant)
            base = next(iter(mixed.values()), base)
        found[f"{base.preset} by chance {len(found)}"] = base
    return found


def _add(found: dict[str, Rules], rules: Rules, variant: Switches) -> None:
    try:
        changed = with_switches(rules, variant)
    except BadInput as error:
        if error.code != "switches_clash":
            raise
        return
    if changed not in found.values():
        text = ", ".join(f"{name}={value}" for name, value in variant.items())
        found[f"{rules.preset}: {text}"] = changed


def deck_size(rules: Rules) -> int:
    return len(rules.suits) * len(rules.ranks) + rules.jokers


def most_turns(rules: Rules) -> int:
    """No hand has more turns than this, if nothing is taken back (`legal_moves` lists no undoing).

    Let S be the stock and D the deck; the turn that draws the last stock card is a hand's last.

    `new_meld_now` (`pagat`, `go`): every turn but the dealer's first draws one of S cards, or takes
    the discard and lays it with at least two more, for good: 1 + S + D/3. With S = 15 and D = 52
    that is the 33 of rules.md 2.1.

    `free` with `stock_after_6` (`book`): a turn that is not idle draws, or puts at least one card
    on the table for good; so at most S + D turns are not idle, the last of which ends the hand when
    it is the S-th draw. Before each of them stand at most 6 idle ones, for the guard lets no
    seventh be: 7 x (S + D), in `book` 469.
    """
    cards = deck_size(rules)
    stock = cards - 3 * rules.hand_size - 1
    if rules.discard_take == "new_meld_now":
        return 1 + stock + cards // 3
    return (IDLE_TURN_LIMIT + 1) * (stock + cards)


def most_moves(rules: Rules) -> int:
    """No hand has more moves: a beginning and a discard a turn, a lay or sapaw for each card at
    most, and a call with two answers or a declaration."""
    return 2 * most_turns(rules) + deck_size(rules) + 3


# A field of `Rules` that no variant sets is a hole in every law below.
UNVARIED: Final = {"preset", "tie_stock", "suits", "ranks", "hand_size"}
VARIED: Final = {name for variant in VARIANTS for name in variant}
SWITCHES: Final = {field.name for field in fields(Rules)}
