"""The switches of the rules, read from the preset files; rules.md 2.3 and 2.3b name them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files
from typing import Final, Literal, get_args, get_type_hints

from tongits.cards import RANKS, SUITS
from tongits.errors import BadInput

PRESETS: Final = ("book", "pagat", "go")
IDLE_TURN_LIMIT: Final = 6  # turns of the guard stock_after_6, rules.md Q19

AceInRuns = Literal["both", "low"]
DiscardGuard = Literal["no_return", "stock_after_6"]
Reply = Literal["show", "challenge", "fold"]
Payout = Literal["stake_rate", "chips", "units"]


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of rules. A table keeps its own copy in its first event, so none changes under it.

    What each switch means, in which unit and by which source, stands in `presets/book.toml`.
    """

    preset: str
    turn_order: Literal["clockwise", "counter-clockwise"]
    ace_in_runs: AceInRuns
    next_dealer: Literal["rotate", "winner"]
    discard_take: Literal["free", "new_meld_now"]
    discard_guards: tuple[DiscardGuard, ...]
    sapaw_blocks_call: Literal["off", "owner_next_turn"]
    long_meld_self_connect: bool
    face_down_four: bool
    secret_in_hand: bool
    replies: Literal["show_challenge", "fold_challenge"]
    reply_timeout: Literal["show", "fold"]
    tie_call: Literal["caller", "challenger"]
    tie_stock: Literal["last_drawer"]
    tongits_declare_in_hand: bool
    final_discard: bool
    no_dump_sapawable: bool
    payout: Payout
    hitter_ante_units: int
    fee_percent: int
    jokers: int
    joker_points: int
    joker_min_naturals: int
    kang: bool
    secret_bonus_stakes: int
    secret_units: int
    long_run_bonus_units: int
    burned_extra: int
    challenge_win_multiplier: int
    pay_difference: bool
    progressive_limit: int
    suits: str
    ranks: str
    hand_size: int

    @property
    def passive_reply(self) -> Reply:
        """What a seat that does not challenge does: show its hand, or fold."""
        return "show" if self.replies == "show_challenge" else "fold"


# Whole numbers a switch can take, both ends included.
_RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "hitter_ante_units": (0, 100),
    "fee_percent": (0, 100),
    "jokers": (0, 2),
    "joker_min_naturals": (1, 2),
    "secret_bonus_stakes": (0, 100),
    "secret_units": (0, 100),
    "burned_extra": (0, 100),
    "challenge_win_multiplier": (1, 100),
    "progressive_limit": (0, 10**12),
    "hand_size": (1, 12),
}
_CHOICES: Final[Mapping[str, tuple[int, ...]]] = {
    "joker_points": (25, 30),
    "long_run_bonus_units": (0, 3),
}

# Pairs of switches that make no sense together: each with what is wrong.
_CLASHES: Final[tuple[tuple[str, str, Callable[[Rules], bool]], ...]] = (
    ("pay_difference", "payout", lambda r: r.pay_difference and r.payout != "stake_rate"),
    ("burned_extra", "payout", lambda r: r.burned_extra > 0 and r.payout != "stake_rate"),
    ("hitter_ante_units", "payout", lambda r: r.hitter_ante_units > 0 and r.payout == "stake_rate"),
    (
        "secret_bonus_stakes",
        "secret_units",
        lambda r: r.secret_bonus_stakes > 0 and r.secret_units > 0,
    ),
    (
        "secret_bonus_stakes",
        "payout",
        lambda r: r.secret_bonus_stakes > 0 and r.payout != "stake_rate",
    ),
    ("secret_units", "payout", lambda r: r.secret_units > 0 and r.payout == "stake_rate"),
    (
        "long_run_bonus_units",
        "payout",
        lambda r: r.long_run_bonus_units > 0 and r.payout == "stake_rate",
    ),
    (
        "long_meld_self_connect",
        "sapaw_blocks_call",
        lambda r: r.long_meld_self_connect and r.sapaw_blocks_call == "off",
    ),
    ("reply_timeout", "replies", lambda r: r.reply_timeout != r.passive_reply),
    (
        "discard_take",
        "discard_guards",
        lambda r: r.discard_take == "free" and "stock_after_6" not in r.discard_guards,
    ),
    (
        "hand_size",
        "ranks",
        lambda r: 3 * r.hand_size + 2 > len(r.suits) * len(r.ranks) + r.jokers,
    ),
)


@cache
def preset(name: str) -> Rules:
    """The rules of a preset.

    Raises `BadInput("unknown_rules")`.

    >>> preset("book").ace_in_runs, preset("go").ace_in_runs
    ('both', 'low')
    """
    if name not in PRESETS:
        raise BadInput("unknown_rules", rules=name)
    text = files("tongits").joinpath(f"presets/{name}.toml").read_text(encoding="utf-8")
    values = tomllib.loads(text)
    return Rules(**{**values, "discard_guards": tuple(values["discard_guards"])})


def with_switches(rules: Rules, switches: Mapping[str, object]) -> Rules:
    """The rules with some switches set otherwise.

    Raises `BadInput`: `unknown_switch` for a name that is none, `bad_switch` for a value it cannot
    take, `switches_clash` with `first` and `second` for two that make no sense together.

    >>> with_switches(preset("book"), {"ace_in_runs": "low"}).ace_in_runs
    'low'
    """
    for name, value in switches.items():
        if name not in _HINTS or name == "preset":
            raise BadInput("unknown_switch", switch=name)
        if not _takes(name, value):
            raise BadInput("bad_switch", switch=name, value=value)
    guards = switches.get("discard_guards", rules.discard_guards)
    changed = replace(rules, **{**switches, "discard_guards": tuple(guards)})  # type: ignore[arg-type]  # checked by _takes
    refuse_clashes(changed)
    return changed


def refuse_clashes(rules: Rules) -> None:
    """Raises `BadInput("switches_clash")` when two switches make no sense together."""
    for first, second, clashes in _CLASHES:
        if clashes(rules):
            raise BadInput("switches_clash", first=first, second=second)


def differences(rules: Rules) -> dict[str, object]:
    """The switches that are not as the preset has them.

    >>> differences(with_switches(preset("book"), {"kang": True}))
    {'kang': True}
    """
    base = preset(rules.preset)
    names = (field.name for field in fields(Rules))
    return {
        name: getattr(rules, name) for name in names if getattr(rules, name) != getattr(base, name)
    }


_HINTS: Final = get_type_hints(Rules)


def _takes(name: str, value: object) -> bool:
    """Whether a switch can take the value, by the type it has in `Rules`."""
    hint = _HINTS[name]
    if hint is bool:
        return isinstance(value, bool)
    if hint is int:
        return _takes_number(name, value)
    if name == "discard_guards":
        allowed = get_args(DiscardGuard)
        return isinstance(value, list | tuple) and all(guard in allowed for guard in value)
    if name in ("suits", "ranks"):
        return isinstance(value, str) and _is_part_of(value, SUITS if name == "suits" else RANKS)
    return isinstance(value, str) and value in get_args(hint)


def _takes_number(name: str, value: object) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    if name in _CHOICES:
        return value in _CHOICES[name]
    least, most = _RANGES[name]
    return least <= value <= most


def _is_part_of(text: str, whole: str) -> bool:
    """Whether the letters are some of the whole's, in its order."""
    return bool(text) and text == "".join(letter for letter in whole if letter in text)
