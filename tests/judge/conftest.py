"""The judge: a strict stand-in for Discord that may lie beside this checkout."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

judge_module = pytest.importorskip("judge", reason="there is no judge on the path")


YEAR_MS = 365 * 24 * 3_600_000


def nobody_is_new(judge: Any) -> None:
    """Its people were made this moment; from now on they came a year ago."""
    new_user, new_member = judge.world.new_user, judge.user

    def user_of_old(name: str, **options: Any) -> Any:
        user = new_user(name, **options)
        del judge.world.users[user.id]
        user.id = str(int(user.id) - (YEAR_MS << 22))
        judge.world.users[user.id] = user
        return user

    def member_of_old(name: str, **options: Any) -> Any:
        human = new_member(name, **options)
        for guild in judge.world.guilds.values():
            if human.user.id in guild.members:
                guild.members[human.user.id].joined_at = "2020-01-01T00:00:00.000000+00:00"
        return human

    judge.world.new_user, judge.user = user_of_old, member_of_old


@pytest.fixture
async def judge() -> AsyncIterator[Any]:
    """A judge of its own for each test; at the end it must have nothing to blame."""
    async with judge_module.Judge() as running:
        nobody_is_new(running)
        yield running
        running.assert_clean()
