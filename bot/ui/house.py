"""House rules in the making: a preset, switches and numbers, packed into a custom id.

Nothing is kept in memory: every control of the set-up panel holds the whole choice as
`<preset>.<stake>.<rate>.<clock>.<mask of flags>.<number>.<number>…`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.ui.masks import mask_text
from bot.ui.numbers import written_number
from tongits.errors import BadInput
from tongits.rules import PRESETS, Rules, preset, with_switches

Switches = Mapping[str, object]
Flag = tuple[str, Switches, Switches]  # its switch; what on sets, what off sets

_GUARDS: Final = ("no_return", "stock_after_6")  # free taking needs the second, rules.md Q19


def _yes_no(name: str) -> Flag:
    return name, {name: True}, {name: False}


# The switches that are on or off, in the order they are offered.
FLAGS: Final[tuple[Flag, ...]] = (
    ("ace_in_runs", {"ace_in_runs": "both"}, {"ace_in_runs": "low"}),
    ("next_dealer", {"next_dealer": "winner"}, {"next_dealer": "rotate"}),
    (
        "discard_take",
        {"discard_take": "new_meld_now", "discard_guards": ()},
        {"discard_take": "free", "discard_guards": _GUARDS},
    ),
    (
        "sapaw_blocks_call",
        {"sapaw_blocks_call": "owner_next_turn"},
        {"sapaw_blocks_call": "off"},
    ),
    _yes_no("long_meld_self_connect"),
    (
        "replies",
        {"replies": "fold_challenge", "reply_timeout": "fold"},
        {"replies": "show_challenge", "reply_timeout": "show"},
    ),
    ("tie_call", {"tie_call": "challenger"}, {"tie_call": "caller"}),
    _yes_no("face_down_four"),
    _yes_no("secret_in_hand"),
    _yes_no("tongits_declare_in_hand"),
    _yes_no("final_discard"),
    _yes_no("no_dump_sapawable"),
    _yes_no("kang"),
    _yes_no("pay_difference"),
    ("secret_bonus_stakes", {"secret_bonus_stakes": 1}, {"secret_bonus_stakes": 0}),
    ("secret_units", {"secret_units": 2}, {"secret_units": 3}),
    ("long_run_bonus_units", {"long_run_bonus_units": 3}, {"long_run_bonus_units": 0}),
)
# The numbers, with what they may be; jokers and their points are chosen together.
NUMBERS: Final[Mapping[str, tuple[int, int]]] = {
    "jokers": (0, 2),
    "joker_points": (25, 30),
    "burned_extra": (0, 10),
    "hitter_ante_units": (0, 20),
    "challenge_win_multiplier": (1, 10),
    "progressive_limit": (0, 1_000_000),
    "fee_percent": (0, 50),
}


@dataclass(frozen=True, slots=True)
class House:
    """What a table would play. `flags` is a mask over `FLAGS`, `numbers` follow `NUMBERS`."""

    preset: str
    stake_chips: int
    rate: int
    clock_s: int
    flags: int
    numbers: tuple[int, ...]

    @property
    def rules(self) -> Rules:
        """The rules chosen. Raises `BadInput`, `switches_clash` for two that make no sense."""
        base = preset(self.preset)
        switches: dict[str, object] = dict(zip(NUMBERS, self.numbers, strict=True))
        for place, (name, on, off) in enumerate(FLAGS):
            is_on = bool(self.flags >> place & 1)
            if is_on != _is_on(base, name, on):
                switches.update(on if is_on else off)
        return with_switches(base, switches)


def house_of(name: str, stake_chips: int, rate: int, clock_s: int) -> House:
    """A preset as it is, for a start.

    >>> house_code(house_of("pagat", 10, 1, 60))
    'pagat.10.1.60.2ee.0.25.0.2.1.0.0'
    """
    base = preset(name)
    flags = sum(1 << at for at, (switch, on, _) in enumerate(FLAGS) if _is_on(base, switch, on))
    numbers = tuple(int(getattr(base, switch)) for switch in NUMBERS)
    return House(name, stake_chips, rate, clock_s, flags, numbers)


def offered(house: House) -> list[Flag]:
    """The flags that the preset allows to be turned, on its own."""
    base = preset(house.preset)
    return [flag for flag in FLAGS if _turns(base, flag)]


def is_on(house: House, flag: Flag) -> bool:
    """Whether the flag is chosen."""
    return bool(house.flags >> FLAGS.index(flag) & 1)


def with_flags(house: House, names: Iterable[str]) -> House:
    """Exactly these of the flags on offer are on; the others stay as they are."""
    wanted, flags = set(names), house.flags
    for flag in offered(house):
        bit = 1 << FLAGS.index(flag)
        flags = flags | bit if flag[0] in wanted else flags & ~bit
    return replace(house, flags=flags)


def with_numbers(house: House, numbers: Mapping[str, int]) -> House:
    """Some numbers set."""
    kept = dict(zip(NUMBERS, house.numbers, strict=True))
    return replace(house, numbers=tuple({**kept, **numbers}.values()))


def number_of(house: House, name: str) -> int:
    """A number as it is chosen."""
    return house.numbers[list(NUMBERS).index(name)]


def house_code(house: House) -> str:
    """The choice as a custom id holds it; `read_house` reads it back."""
    terms = (house.stake_chips, house.rate, house.clock_s)
    parts = (*map(str, terms), mask_text(house.flags), *map(str, house.numbers))
    return ".".join((house.preset, *parts))


def read_house(code: str) -> House | None:
    """The choice of a code; None for anything that is none.

    >>> read_house("book.10.1.60.1.0.25.0.0.1.0.0") == house_of("book", 10, 1, 60)
    True
    >>> read_house("book.10") is None
    True
    """
    name, *parts = code.split(".")
    if name not in PRESETS or len(parts) != 4 + len(NUMBERS):
        return None
    mask = parts.pop(3)
    if not _is_written(mask, "0123456789abcdef") or int(mask, 16) >> len(FLAGS):
        return None
    if not all(_is_written(part, "0123456789") for part in parts):
        return None
    stake, rate, clock, *numbers = map(int, parts)
    return House(name, stake, rate, clock, int(mask, 16), tuple(numbers))


def read_number(name: str, text: str) -> int:
    """A number that somebody wrote. Raises `BadInput("bad_number")` with what it may be.

    >>> [read_number("progressive_limit", text) for text in (" 2 ", "1,000", "12 500", "1.000.000")]
    [2, 1000, 12500, 1000000]
    """
    least, most = NUMBERS[name]
    number = written_number(text, least, most)
    if number is None:
        raise BadInput("bad_number", switch=name, value=text, least=least, most=most)
    return number


def _is_written(text: str, digits: str) -> bool:
    return 0 < len(text) <= 7 and set(text) <= set(digits)


def _is_on(rules: Rules, name: str, on: Switches) -> bool:
    return bool(getattr(rules, name) == on[name])


def _turns(base: Rules, flag: Flag) -> bool:
    name, on, off = flag
    if name == "secret_units" and base.secret_units != off[name]:
        return False  # only what pagat pays has a reduced variant
    try:
        with_switches(base, off if _is_on(base, name, on) else on)
    except BadInput:
        return False
    return True
