"""Golden hands: each way to end, each bonus, each tie-break, with what it paid."""

from pathlib import Path

import pytest

from tests.golden.make_hands import EVERY, OWN
from tongits.notation import Illegal, format_hand, parse_hand
from tongits.rules import PRESETS

PATHS = sorted((Path(__file__).parent / "hands").glob("*.hand"))


def said(text: str) -> list[str]:
    """The lines without comments."""
    lines = (line.split("#")[0].rstrip() for line in text.splitlines())
    return [line for line in lines if line]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_hand_plays_to_its_result_and_payments(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = parse_hand(text)
    assert said(format_hand(record)) == said(text)
    result = said(text)[-1].split()
    assert result[0] == "result"
    assert {"end", "winner", "deadwood", "burned", "chips"} <= {w.split("=")[0] for w in result}


@pytest.mark.parametrize("path", PATHS[::5], ids=lambda path: path.stem)
def test_a_golden_hand_with_another_payment_is_refused_at_its_place(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    place = text.index(" chips=") + 1
    line = text[:place].count("\n") + 1
    with pytest.raises(Illegal) as refused:
        parse_hand(text.replace(" chips=", " chips=+1", 1))
    assert refused.value.code == "wrong_result"
    assert (refused.value.line, refused.value.column) == (line, place - text.rindex("\n", 0, place))


def test_every_end_bonus_and_tie_break_has_its_hand() -> None:
    wanted = {f"{preset}-{name}" for preset in PRESETS for name in EVERY} | {o[0] for o in OWN}
    assert {path.stem for path in PATHS} >= wanted - NOT_IN_THESE_RULES
    assert len(PATHS) >= 40


# A seat that laid nothing and holds no secret has no choice; these cannot happen.
NOT_IN_THESE_RULES: set[str] = set()
