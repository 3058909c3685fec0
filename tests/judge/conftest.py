"""The judge: a strict stand-in for Discord that may lie beside this checkout."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

judge_module = pytest.importorskip("judge", reason="there is no judge on the path")


@pytest.fixture
async def judge() -> AsyncIterator[Any]:
    """A judge of its own for each test; at the end it must have nothing to blame."""
    async with judge_module.Judge() as running:
        yield running
        running.assert_clean()
