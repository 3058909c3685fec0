"""The table of provocations, tried on our offline Discord and on an independent one."""

from __future__ import annotations

import importlib
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.play.server import PlayDiscord
from tests.play.provocations import PROVOCATIONS, Provocation
from tests.play.stages import OtherStage, OurStage, provoke

BESIDE = Path(__file__).resolve().parents[2].parent / "shared"
ALL = pytest.mark.parametrize("provocation", PROVOCATIONS, ids=lambda p: p.name)


def test_every_provocation_has_a_name_of_its_own() -> None:
    names = [provocation.name for provocation in PROVOCATIONS]
    assert len(set(names)) == len(names)


@ALL
async def test_ours_answers_with_discords_code(play: PlayDiscord, provocation: Provocation) -> None:
    stage = OurStage(play, provocation)
    assert await provoke(stage, provocation) == (provocation.status, provocation.code)


@pytest.fixture
async def other(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    if not (BESIDE / "judge").is_dir():
        pytest.skip(f"no independent stand-in at {BESIDE.name}/judge beside the project")
    monkeypatch.syspath_prepend(str(BESIDE))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    judge: Any = importlib.import_module("judge")
    async with judge.Judge(tune_gc=False) as running:
        yield running


@ALL
async def test_an_independent_stand_in_answers_with_the_same_code(
    other: Any, provocation: Provocation
) -> None:
    if provocation.only_ours:
        pytest.skip(provocation.only_ours)
    stage = OtherStage(other, provocation)
    assert await provoke(stage, provocation) == (provocation.status, provocation.code)
