"""A progressive session: totals to a limit (1.8, Q20)."""

import pytest

from tests.rules.tables import BOOK, P0, P1, P2, PRESETS, rules_with
from tests.rules.vectors import every_preset
from tongits.match import session_losers

TO_500 = rules_with(BOOK, progressive_limit=500)


@pytest.mark.parametrize(
    ("totals", "losers"),
    [
        ((300, 199, -499), ()),
        ((300, 200, -500), (P2,)),
        ((1100, -500, -600), (P2,)),
        ((1200, -600, -600), (P1, P2)),
        ((-501, 250, 251), (P0,)),
        ((-500, -500, -500), (P0, P1, P2)),
    ],
    ids=[
        "above the limit",
        "at the limit",
        "the lowest of two below it",
        "joint lowest all lose",
        "any seat",
        "three void hands after another",
    ],
)
def test_the_lowest_loses_once_somebody_is_at_or_below_the_limit(
    totals: tuple[int, int, int], losers: tuple[int, ...]
) -> None:
    # Sums of many hands are equal numbers, each an object of its own.
    summed = tuple(int(f"{total}") for total in totals)
    assert session_losers(TO_500, summed) == losers  # type: ignore[arg-type]


@every_preset
def test_off_by_default(rules: str) -> None:
    assert session_losers(PRESETS[rules], (10**9, 0, -(10**9))) == ()


@every_preset
def test_it_is_a_switch_of_every_preset(rules: str) -> None:
    assert session_losers(rules_with(PRESETS[rules], progressive_limit=20), (40, -19, -21)) == (2,)
