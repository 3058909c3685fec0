"""Combinations that make no sense are refused with the two switches named (rules.md 2.3b)."""

import pytest

from tests.rules.tables import PRESETS
from tests.rules.vectors import ask
from tongits import rules as module
from tongits.errors import BadInput
from tongits.rules import with_switches

Switches = dict[str, object]
POINTS: Switches = {"payout": "stake_rate", "hitter_ante_units": 0, "secret_units": 0}

CLASHING: list[tuple[str, Switches, str, str]] = [
    ("pagat", {"pay_difference": True}, "pay_difference", "payout"),
    ("go", {"pay_difference": True}, "pay_difference", "payout"),
    ("pagat", {"burned_extra": 1}, "burned_extra", "payout"),
    ("go", {"burned_extra": 1}, "burned_extra", "payout"),
    ("book", {"hitter_ante_units": 1}, "hitter_ante_units", "payout"),
    ("pagat", {"payout": "stake_rate"}, "hitter_ante_units", "payout"),
    ("book", {"secret_bonus_stakes": 1, "secret_units": 1}, "secret_bonus_stakes", "secret_units"),
    ("go", {"secret_bonus_stakes": 1}, "secret_bonus_stakes", "secret_units"),
    ("go", {"secret_bonus_stakes": 1, "secret_units": 0}, "secret_bonus_stakes", "payout"),
    ("book", {"secret_units": 1}, "secret_units", "payout"),
    ("book", {"long_run_bonus_units": 3}, "long_run_bonus_units", "payout"),
    ("book", {"long_meld_self_connect": True}, "long_meld_self_connect", "sapaw_blocks_call"),
    (
        "go",
        {"long_meld_self_connect": True, "sapaw_blocks_call": "off"},
        "long_meld_self_connect",
        "sapaw_blocks_call",
    ),
    ("book", {"reply_timeout": "fold"}, "reply_timeout", "replies"),
    ("pagat", {"reply_timeout": "show"}, "reply_timeout", "replies"),
    ("book", {"replies": "fold_challenge"}, "reply_timeout", "replies"),
    ("pagat", {"discard_take": "free"}, "discard_take", "discard_guards"),
    ("book", {"discard_guards": []}, "discard_take", "discard_guards"),
    ("book", {"discard_guards": ["no_return"]}, "discard_take", "discard_guards"),
    ("book", {"suits": "SH", "ranks": "A23456"}, "hand_size", "ranks"),
]

TOGETHER: list[tuple[str, Switches]] = [
    ("pagat", {**POINTS, "pay_difference": True}),
    ("go", {**POINTS, "burned_extra": 2}),
    ("go", {**POINTS, "secret_bonus_stakes": 2}),
    ("book", {"payout": "units", "hitter_ante_units": 1, "secret_units": 1}),
    ("book", {"payout": "chips", "long_run_bonus_units": 3}),
    ("book", {"sapaw_blocks_call": "owner_next_turn", "long_meld_self_connect": True}),
    ("book", {"replies": "fold_challenge", "reply_timeout": "fold"}),
    ("pagat", {"discard_take": "free", "discard_guards": ["stock_after_6"]}),
    ("book", {"discard_take": "new_meld_now", "discard_guards": []}),
    ("book", {"kang": True, "jokers": 2, "joker_points": 30, "progressive_limit": 500}),
    ("go", {"no_dump_sapawable": True, "final_discard": True, "fee_percent": 5}),
    ("pagat", {"secret_units": 2, "long_run_bonus_units": 3}),
    ("book", {"suits": "SH", "ranks": "A23456", "hand_size": 3}),
]


@pytest.mark.parametrize(("rules", "switches", "first", "second"), CLASHING)
def test_two_switches_that_make_no_sense_together_are_named(
    rules: str, switches: Switches, first: str, second: str
) -> None:
    with pytest.raises(BadInput, match="switches_clash") as error:
        with_switches(PRESETS[rules], switches)
    assert (error.value.values["first"], error.value.values["second"]) == (first, second)
    answered = ask(q="meld", rules=rules, cards="2S", set=switches)
    assert answered["error"] == "switches_clash"
    assert first in answered["message"]
    assert second in answered["message"]


@pytest.mark.parametrize(("rules", "switches"), TOGETHER)
def test_what_goes_together_is_accepted(rules: str, switches: Switches) -> None:
    changed = with_switches(PRESETS[rules], switches)
    for switch, value in switches.items():
        kept = getattr(changed, switch)
        assert (list(kept) if isinstance(kept, tuple) else kept) == value
    assert "error" not in ask(q="meld", rules=rules, cards="2S", set=switches)


def test_every_pair_that_clashes_is_tried() -> None:
    tried = {(first, second) for _, _, first, second in CLASHING}
    assert {(first, second) for first, second, _ in module._CLASHES} == tried
