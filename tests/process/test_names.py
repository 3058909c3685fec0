"""Names full of markup and mentions: they ping nobody, and break nothing."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening

NASTY = ("**@everyone** `x`", "||@here|| [a](https://example.org)", "plain", "~~x~~ # <#1> <t:1:R>")
LIVE_MARKUP = re.compile(r"(?<!\\)(?:\|\||`|~~|\[a\]\(|<#1>|<t:1:R>|<@&?\d+>|@everyone|@here)")


@pytest.fixture
async def play() -> AsyncIterator[PlayDiscord]:
    async with PlayDiscord(people=NASTY) as running:
        owner, third = running.people[0], running.people[2]
        third.user.global_name = f"<@{owner.id}> <@&{running.world.guild_id}>"
        yield running


async def test_names_full_of_markup_ping_nobody_and_break_nothing(
    play: PlayDiscord, tmp_path: Path
) -> None:
    async with BotProcess(play, tmp_path) as bot:
        evening = Evening(play)
        await evening.sit_down(stake=10)
        await evening.play_hand()
        await evening.go_on()
        evening.keep(await evening.people[0].slash("leaderboard"))
        shown = [m for person in play.people for m in [*person.messages(), *person.dms()]]
        assert len(shown) > 20
        for message in shown:
            assert message.raw["mentions"] == []
            assert message.raw["mention_everyone"] is False
            assert not message.raw["mention_roles"]
            assert not LIVE_MARKUP.search(message.text), message.text
        assert (await bot.audit())[0] == 0
