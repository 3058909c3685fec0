"""First answers to interactions: in time or not at all, and given in one place."""

from __future__ import annotations

import ast
import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.client import LONGEST_WAIT_S, TongitsClient
from bot.i18n import localizer
from bot.tables.outcomes import Refused
from bot.ui.controls import notice
from bot.ui.notices import refusal_text
from cogs import answering
from cogs.answering import Interaction, answered, in_time, note_carried_out
from data.errors import NotWritten
from data.writer import ASKED, begin_waiting

ROOT = Path(__file__).resolve().parents[1]
HOME = "cogs/answering.py"
GIVEN = ("send_message", "edit_message", "defer", "send_modal", "pong", "autocomplete")


class Response:
    """Takes no answer: every one hangs until it is given up."""

    def __init__(self) -> None:
        self.tried: list[str] = []
        self.given_up: list[str] = []

    def is_done(self) -> bool:
        return False

    def __getattr__(self, name: str) -> Callable[..., Awaitable[None]]:
        async def hang(*_: Any, **__: Any) -> None:
            self.tried.append(name)
            try:
                await asyncio.Event().wait()
            finally:
                self.given_up.append(name)

        return hang


class _Unreadable:
    """A service whose disk is too slow."""

    async def was_carried_out(self, inbox_id: int) -> bool:
        raise NotWritten("the disk is slow")


@contextmanager
def _answering() -> Iterator[None]:
    yield


def interaction() -> tuple[Interaction, Response]:
    response = Response()
    client = SimpleNamespace(answering=_answering, service=_Unreadable())
    made = SimpleNamespace(id=1, client=client, response=response, message=None, data={}, extras={})
    return cast("Interaction", made), response


Answer = Callable[[Interaction], Awaitable[object]]
ANSWERS: dict[str, Answer] = {
    "send_message": lambda asked: answering.send_private(asked, notice("a")),
    "edit_message": lambda asked: answering.repaint(asked, notice("a")),
    "send_modal": lambda asked: answering.send_form(asked, discord.ui.Modal(title="a")),
    "defer": answering.promise_private,
}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    refusal_text("internal", {"ref": "1"}, localizer("en"))  # the texts are read once
    monkeypatch.setattr(answering, "ANSWERED_S", 0.2)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("kind", ANSWERS)
async def test_an_answer_that_hangs_is_given_up_and_no_other_is_tried(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    asked, response = interaction()

    async def work() -> None:
        await ANSWERS[kind](asked)

    with caplog.at_level(logging.WARNING):
        await asyncio.wait_for(answered(asked, work), 5)
    assert response.tried == response.given_up == [kind]
    (said,) = caplog.records
    assert said.exc_info is None
    assert "not delivered" in said.getMessage()


@pytest.mark.usefixtures("short")
async def test_a_public_answer_that_hangs_is_told_to_whoever_gives_it() -> None:
    asked, response = interaction()
    begin_waiting()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(answering.send_public(asked, notice("a")), 5)
    assert response.given_up == ["send_message"]


async def test_an_answer_that_would_come_too_late_is_not_tried() -> None:
    asked, response = interaction()
    ASKED.set(time.monotonic() - answering.ANSWERED_S)
    with pytest.raises(TimeoutError):
        await answering.repaint(asked, notice("a"))
    assert response.tried == []


async def test_an_answer_in_time_is_handed_on_and_what_follows_may_take_its_time() -> None:
    async def call() -> str:
        return "shown"

    begin_waiting()
    assert ASKED.get() is not None
    assert await in_time(call) == "shown"
    assert ASKED.get() is None


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    ("is_carried_out", "told"),
    [(False, ["send_message"]), (True, [])],
    ids=["not-played", "played"],
)
async def test_only_what_was_not_played_is_called_so(is_carried_out: bool, told: list[str]) -> None:
    asked, response = interaction()

    async def work() -> None:
        if is_carried_out:
            note_carried_out(asked)
        raise NotWritten("the disk is slow")

    await answered(asked, work)
    assert response.tried == told


@pytest.mark.usefixtures("short")
async def test_a_refusal_whose_words_cannot_be_read_in_time_ends_in_an_answer_too() -> None:
    asked, response = interaction()

    async def work() -> None:
        raise Refused("no_table")

    await answered(asked, work)
    assert response.tried == ["send_message"]


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("error", [discord.RateLimited(600.0), OSError(), TimeoutError()])
async def test_a_call_that_discord_did_not_take_is_no_failure_of_ours(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """The player was told that something went wrong, though the move counted."""
    asked, response = interaction()

    async def work() -> None:
        raise error

    await answered(asked, work)
    assert response.tried == []
    assert [record.levelname for record in caplog.records] == ["WARNING"]


async def test_no_repaint_waits_behind_a_rate_limit_for_longer_than_half_a_minute() -> None:
    client = TongitsClient(cast("Any", SimpleNamespace(changed=[], db=None, now_ms=lambda: 0)))
    assert client.http.max_ratelimit_timeout == LONGEST_WAIT_S <= 30


def given_directly(source: str) -> list[str]:
    """The first answers that a module gives by itself."""
    return [
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and node.attr in GIVEN
        and isinstance(node.value, ast.Attribute | ast.Name)
        and (node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id)
        == "response"
    ]


def test_first_answers_are_given_in_one_place() -> None:
    files = [file for folder in ("bot", "cogs") for file in (ROOT / folder).rglob("*.py")]
    found = {
        file.relative_to(ROOT).as_posix(): given_directly(file.read_text(encoding="utf-8"))
        for file in files
    }
    assert [name for name, given in found.items() if given] == [HOME]


def test_a_planted_answer_elsewhere_is_found() -> None:
    planted = "async def f(i):\n    await i.response.send_message('x')\n    i.response.is_done()"
    assert given_directly(planted) == ["send_message"]
