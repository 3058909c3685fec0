"""The switches of the rules, read from the preset files; `rules.md` 2.3 names them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files
from typing import Final, Literal, get_args, get_type_hints

from tongits.errors import BadInput
from tongits.melds import AceInRuns

PRESETS: Final = ("book",)
IDLE_TURN_LIMIT: Final = 6  # turns of the guard stock_after_6, rules.md Q19

NextDealer = Literal["rotate"]
DiscardGuard = Literal["no_return", "stock_after_6"]
Reply = Literal["show", "challenge"]


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of rules. A table keeps its own copy in its first event, so none changes under it."""

    preset: str
    ace_in_runs: AceInRuns
    next_dealer: NextDealer
    discard_guards: tuple[DiscardGuard, ...]
    final_discard: bool
    reply_timeout: Reply


@cache
def preset(name: str) -> Rules:
    """The rules of a preset.

    Raises `BadInput("unknown_rules")`.

    >>> preset("book").ace_in_runs
    'both'
    """
    if name not in PRESETS:
        raise BadInput("unknown_rules", rules=name)
    text = files("tongits").joinpath(f"presets/{name}.toml").read_text(encoding="utf-8")
    values = tomllib.loads(text)
    return Rules(**{**values, "discard_guards": tuple(values["discard_guards"])})


def with_switches(rules: Rules, switches: dict[str, object]) -> Rules:
    """The rules with some switches set otherwise.

    Raises `BadInput`: `unknown_switch` for a name that is none, `bad_switch` for a value it cannot
    take.

    >>> with_switches(preset("book"), {"ace_in_runs": "low"}).ace_in_runs
    'low'
    """
    known = {field.name for field in fields(Rules)} - {"preset"}
    for name, value in switches.items():
        if name not in known:
            raise BadInput("unknown_switch", switch=name)
        if not _takes(name, value):
            raise BadInput("bad_switch", switch=name, value=value)
    guards = switches.get("discard_guards", rules.discard_guards)
    return replace(rules, **{**switches, "discard_guards": tuple(guards)})  # type: ignore[arg-type]  # checked by _takes


def _takes(name: str, value: object) -> bool:
    """Whether a switch can take the value, by the type it has in `Rules`."""
    hint = get_type_hints(Rules)[name]
    if hint is bool:
        return isinstance(value, bool)
    if name == "discard_guards":
        allowed = get_args(DiscardGuard)
        return isinstance(value, list | tuple) and all(guard in allowed for guard in value)
    return isinstance(value, str) and value in get_args(hint)
