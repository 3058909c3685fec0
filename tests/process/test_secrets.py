"""What the process writes, at DEBUG and when calls fail, tells no hand, token, name or id."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bot.play.components import walk
from bot.play.server import PlayDiscord
from bot.play.world import Message
from bot.ui import custom_ids
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening

CARD = re.compile(r"(?:\b(?:10|[A2-9TJQK])[SHDC]\b|[♠♥♦♣])")


class Overheard:
    """The tokens of every decision and interaction of the evening."""

    def __init__(self, play: PlayDiscord) -> None:
        self.tokens = {play.token}
        play.world.listen(self._hear)

    def _hear(self, what: str, thing: Any) -> None:
        if what == "asked":
            self.tokens.add(thing.token)
        if what in ("message", "edit"):
            self.tokens.update(decision_tokens(thing))


def decision_tokens(message: Message) -> set[str]:
    """Tokens in the custom ids of a message's controls."""
    ids = [component.get("custom_id") for component, _ in walk(message.raw["components"])]
    controls = [custom_ids.parse(str(custom_id)) for custom_id in ids]
    return {control.token for control in controls if control and control.token}


async def play_through_failures(play: PlayDiscord, evening: Evening) -> None:
    """A hand in which calls to Discord fail in every way, now and then."""
    await evening.sit_down(stake=10)
    failures = [("POST", "callback", 400, 50035), ("PATCH", "channels", 400, 50035)]
    failures += [("PATCH", "channels", 500, 0), ("POST", "channels", 403, 50013)]
    for method, route, status, code in failures:
        await evening.until_draw()
        play.fail_next(method, route, status, code)
        found = evening.somebody()
        assert found is not None
        player, panel = found
        await player.press(panel, "Draw")
        await player.press(panel, "Draw", force=True)
        fresh = (await player.slash("tongits hand")).message
        assert fresh is not None
        while any(True for _ in evening.panels(player)) and not evening.is_over:
            await evening.decide(player, next(evening.panels(player)))


async def test_nothing_secret_is_in_the_output_at_debug_and_through_failures(
    play: PlayDiscord, tmp_path: Path
) -> None:
    heard = Overheard(play)
    async with BotProcess(play, tmp_path, TONGITS_LOG_LEVEL="DEBUG") as bot:
        evening = Evening(play, calls=0)
        await play_through_failures(play, evening)
        await evening.play_hand()
        assert await bot.stop() == 0
    said = bot.output
    assert "DEBUG" in said
    assert "Traceback" in said, "no failure was reported, so nothing was proven"
    assert len(heard.tokens) > 20
    assert [token for token in heard.tokens if token in said] == []
    people = [word for one in play.people for word in (one.id, one.name, one.user.username)]
    assert [word for word in people if re.search(rf"\b{word}\b", said)] == []
    assert not CARD.search(said)
    for person in evening.people:
        dm = play.world.dms.get(person.id)
        assert dm is not None
        assert dm.id not in said
