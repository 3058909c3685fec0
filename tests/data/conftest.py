"""A real SQLite file for every test."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from data import db as db_module
from data.db import Database
from tests.data.worlds import NOW_MS, World


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "var" / "tongits.db"


@pytest.fixture
async def db(path: Path) -> AsyncIterator[Database]:
    database = await Database.open(path, now_ms=NOW_MS)
    yield database
    await database.close()


@pytest.fixture
def conn(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection set up as the bot's own, each statement its own transaction."""
    connection = db_module._open_raw(path, NOW_MS)
    yield connection
    connection.close()


@pytest.fixture
def world(conn: sqlite3.Connection) -> World:
    return World(conn)
