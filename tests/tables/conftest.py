"""A table service on a real SQLite file for every test."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.tables.world import World


@asynccontextmanager
async def opened(path: Path, *, one_seat: bool = True) -> AsyncIterator[World]:
    world = await World.open(path, one_seat=one_seat)
    try:
        yield world
    finally:
        await world.db.close()  # else its thread would outlive a failing test


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with opened(tmp_path / "tongits.db") as world:
        yield world
        assert await world.findings() == []


@pytest.fixture
async def free_world(tmp_path: Path) -> AsyncIterator[World]:
    """Where one person may sit at several tables of a server."""
    async with opened(tmp_path / "tongits.db", one_seat=False) as world:
        yield world
        assert await world.findings() == []


@pytest.fixture
async def damaged(tmp_path: Path) -> AsyncIterator[World]:
    """Whose file may end with findings."""
    async with opened(tmp_path / "tongits.db") as world:
        yield world
