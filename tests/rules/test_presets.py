"""The preset files are the tables 2.3 and 2.3b of rules.md, switch by switch."""

import tomllib
from dataclasses import asdict
from importlib.resources import files

import pytest

from tests.rules.tables import BOOK, PRESETS, rules_with
from tests.rules.vectors import every_preset
from tongits.errors import BadInput
from tongits.rules import differences, preset, with_switches

# Each switch as the three columns have it: book, pagat, go.
TABLE: dict[str, tuple[object, object, object]] = {
    "turn_order": ("clockwise", "counter-clockwise", "counter-clockwise"),
    "ace_in_runs": ("both", "low", "low"),
    "next_dealer": ("rotate", "winner", "winner"),
    "discard_take": ("free", "new_meld_now", "new_meld_now"),
    "discard_guards": (("no_return", "stock_after_6"), (), ()),
    "sapaw_blocks_call": ("off", "owner_next_turn", "owner_next_turn"),
    "long_meld_self_connect": (False, False, False),
    "face_down_four": (False, True, False),
    "secret_in_hand": (False, False, True),
    "replies": ("show_challenge", "fold_challenge", "fold_challenge"),
    "reply_timeout": ("show", "fold", "fold"),
    "tie_call": ("caller", "challenger", "challenger"),
    "tie_stock": ("last_drawer", "last_drawer", "last_drawer"),
    "tongits_declare_in_hand": (False, True, True),
    "final_discard": (False, False, False),
    "no_dump_sapawable": (False, False, False),
    "payout": ("stake_rate", "chips", "units"),
    "hitter_ante_units": (0, 2, 1),
    "fee_percent": (0, 0, 0),
    "jokers": (0, 0, 0),
    "joker_points": (25, 25, 25),
    "joker_min_naturals": (1, 1, 1),
    "kang": (False, False, False),
    "secret_bonus_stakes": (0, 0, 0),
    "secret_units": (0, 3, 1),
    "long_run_bonus_units": (0, 0, 0),
    "burned_extra": (0, 0, 0),
    "challenge_win_multiplier": (1, 1, 1),
    "pay_difference": (False, False, False),
    "progressive_limit": (0, 0, 0),
    "suits": ("SHDC", "SHDC", "SHDC"),
    "ranks": ("A23456789TJQK",) * 3,
    "hand_size": (12, 12, 12),
}


@pytest.mark.parametrize(("at", "name"), list(enumerate(PRESETS)))
def test_a_preset_is_its_column_of_the_tables(at: int, name: str) -> None:
    expected = {"preset": name, **{switch: column[at] for switch, column in TABLE.items()}}
    assert asdict(PRESETS[name]) == expected


@every_preset
def test_a_preset_file_holds_every_switch_and_no_other(rules: str) -> None:
    text = files("tongits").joinpath(f"presets/{rules}.toml").read_text("utf-8")
    assert set(tomllib.loads(text)) == {"preset", *TABLE}


@every_preset
def test_a_preset_differs_from_itself_in_nothing_and_is_without_clashes(rules: str) -> None:
    assert differences(PRESETS[rules]) == {}
    assert with_switches(PRESETS[rules], {}) == PRESETS[rules]


def test_differences_are_what_was_set() -> None:
    assert differences(rules_with(BOOK, kang=True, jokers=2)) == {"jokers": 2, "kang": True}
    assert differences(rules_with(BOOK, jokers=0)) == {}


def test_there_is_no_other_preset() -> None:
    with pytest.raises(BadInput, match="unknown_rules"):
        preset("house")


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        ("jokers", 3),
        ("jokers", -1),
        ("jokers", True),
        ("jokers", 1.0),
        ("joker_points", 20),
        ("joker_min_naturals", 0),
        ("joker_min_naturals", 3),
        ("kang", 1),
        ("fee_percent", 101),
        ("fee_percent", -1),
        ("long_run_bonus_units", 2),
        ("challenge_win_multiplier", 0),
        ("secret_units", -1),
        ("burned_extra", "1"),
        ("progressive_limit", -500),
        ("ace_in_runs", "high"),
        ("discard_guards", "no_return"),
        ("discard_guards", ["no_returns"]),
        ("replies", None),
        ("suits", "HS"),
        ("suits", ""),
        ("ranks", "A2B"),
        ("hand_size", 0),
    ],
)
def test_a_switch_takes_only_the_values_it_can_have(switch: str, value: object) -> None:
    with pytest.raises(BadInput, match="bad_switch") as error:
        with_switches(BOOK, {switch: value})
    assert error.value.values["switch"] == switch


@pytest.mark.parametrize("switch", ["preset", "house", "", "Jokers"])
def test_a_switch_that_is_none_is_refused(switch: str) -> None:
    with pytest.raises(BadInput, match="unknown_switch"):
        with_switches(BOOK, {switch: 1})
