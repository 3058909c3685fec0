"""The ace: at either end of a run, or low only; never in the middle; one point (1.2, Q1)."""

import pytest

from tests.rules.tables import (
    P0,
    PRESETS,
    after,
    cards,
    is_legal,
    lay,
    refused,
    rules_with,
    sapaw,
    table,
)
from tests.rules.vectors import every_preset
from tongits.cards import points
from tongits.melds import meld_kinds
from tongits.splits import deadwood
from tongits.state import Phase

LOW_ONLY = {"book": False, "pagat": True, "go": True}


@every_preset
def test_the_ace_opens_a_run_in_every_preset(rules: str) -> None:
    assert meld_kinds(cards("AD 2D 3D"), PRESETS[rules]) == ("run",)


@every_preset
def test_the_ace_closes_a_run_in_book_alone(rules: str) -> None:
    state = table(hands=("QD KD AD 2C", "KS", "KC"), phase=Phase.ACT, rules=PRESETS[rules])
    if LOW_ONLY[rules]:
        assert refused(state, P0, lay("QD KD AD")) == "not_a_meld"
    else:
        laid = after(state, (P0, lay("QD KD AD")))
        assert laid.melds[0].cards == cards("QD KD AD")


@every_preset
def test_the_ace_stands_in_the_middle_nowhere(rules: str) -> None:
    for text in ("KD AD 2D", "QD KD AD 2D", "KD AD 2D 3D"):
        assert meld_kinds(cards(text), PRESETS[rules]) == ()


@every_preset
def test_no_run_goes_round_by_sapaw(rules: str) -> None:
    state = table(
        hands=("2D KH 9C", "KS", "KC"),
        melds=("1: JD QD KD", "1: AH 2H 3H"),
        phase=Phase.ACT,
        rules=PRESETS[rules],
    )
    assert not is_legal(state, P0, sapaw(0, "2D"))
    assert not is_legal(state, P0, sapaw(1, "KH"))


@every_preset
def test_the_ace_is_worth_one_wherever_it_stands(rules: str) -> None:
    assert points(cards("AS")[0]) == 1
    assert deadwood(cards("AS KS"), PRESETS[rules]) == 11


@pytest.mark.parametrize("ace", ["both", "low"])
def test_it_is_a_switch(ace: str) -> None:
    rules = rules_with(PRESETS["pagat"], ace_in_runs=ace)
    assert bool(meld_kinds(cards("QD KD AD"), rules)) is (ace == "both")
