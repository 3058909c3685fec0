"""Clicks that race: doubled, out of order, old and forged. Each intent counts exactly once."""

from __future__ import annotations

import asyncio
import logging
import random
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from discord.webhook.async_ import async_context

from bot.tables import service
from bot.tables.actor import Actor
from bot.ui import custom_ids
from data import inbox
from tests.bench import hall
from tests.bench.clicks import IN_MEMORY, running
from tests.race import crowd as crowds
from tests.race.answers import OnceEach, without_history
from tests.race.crowd import Crowd, seated
from tests.race.verdict import Verdict, judge

SHORT, FULL = 1_000, 20_000  # clicks


class Failures(logging.Handler):
    """Counts what nobody foresaw."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += record.levelno >= logging.ERROR


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where no disk is waited for, if there is such a place: the file is as real there."""
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else tmp_path) as made:
        yield Path(made)


@pytest.fixture
def failures() -> Iterator[Failures]:
    handler = Failures()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)


async def raced(folder: Path, failures: Failures, clicks: int, seed: int = 7) -> Verdict:
    answers, path = OnceEach(), folder / "race.db"
    async_context.set(answers)
    async with running(path, answers, hall.guilds(1)) as bot:
        without_history(bot.wire)
        table = await seated(bot)
        await bot.quiet()
        crowd = Crowd(bot, table, random.Random(seed))
        await crowd.race(clicks)
    verdict = judge(crowd, answers, path, failures.count)
    print(verdict)
    return verdict


def check(verdict: Verdict, clicks: int) -> None:
    assert verdict.findings == []
    counts = verdict.counts
    assert counts["clicks brought"] >= clicks
    assert counts["clicks brought"] == 2 * counts["interactions, each brought twice"]
    assert counts["accepted"] == counts["distinct intents"]
    assert min(counts.values()) > 0


async def test_every_intent_counts_once_however_often_and_late_it_is_pressed(
    folder: Path, failures: Failures
) -> None:
    check(await raced(folder, failures, SHORT), SHORT)


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_the_same_with_twenty_thousand_clicks(folder: Path, failures: Failures) -> None:
    check(await raced(folder, failures, FULL), FULL)


class AnyToken(str):
    """A token that is taken for any other."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = str.__hash__


def with_any_token(custom_id: str) -> custom_ids.Control | None:
    control = real_parse(custom_id)
    if control is None or control.seat is None:
        return control
    token = AnyToken(control.token)
    return custom_ids.Control(control.action, control.table_id, control.seat, token, control.arg)


def always_first(conn: Any, interaction_id: int, now_ms: int) -> bool:
    real_is_first(conn, interaction_id, now_ms)
    return True


real_parse, real_is_first = custom_ids.parse, inbox.is_first


class Unlocked(asyncio.Lock):
    """Keeps nobody out."""

    async def acquire(self) -> Any:
        return True

    def release(self) -> None:
        pass


async def test_clicks_whose_token_and_number_nobody_looks_at_are_caught(
    folder: Path, failures: Failures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbox, "is_first", always_first)
    monkeypatch.setattr("cogs.buttons.ids.parse", with_any_token)
    verdict = await raced(folder, failures, SHORT)
    assert any("stale clicks were carried out" in found for found in verdict.findings)


async def test_a_table_without_its_lock_is_caught(
    folder: Path, failures: Failures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "Actor", partial(Actor, lock=Unlocked()))
    monkeypatch.setattr(crowds, "STUCK_S", 1.0)
    verdict = await raced(folder, failures, SHORT)
    assert any("ended in an error" in found for found in verdict.findings)
