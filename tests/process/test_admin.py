"""Moderators look after tables: by name of the table, with a reason that is kept, never a hand."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.play.filling import Refused
from bot.play.people import Answer
from bot.play.server import PlayDiscord
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, purse_of
from tests.tables.fair_evenings import Evenings
from tests.tables.fair_file import store


async def moderate(evening: Evening, name: str, **options: int | str) -> Answer:
    """Ana, who owns the server, uses a moderators' command."""
    return evening.keep(await evening.people[0].slash(f"tongits-admin {name}", options))


def text_of(answer: Answer) -> str:
    assert answer.message is not None, answer.refused
    assert answer.message.ephemeral
    return answer.message.text


def is_closed(evening: Evening) -> bool:
    """Whether the channel shows that the table is closed."""
    return any("Table closed" in message.text for message in evening.people[0].messages())


def kept(tmp_path: Path) -> list[tuple[str, str]]:
    """(action, reason) of every act on file."""
    (path,) = tmp_path.glob("**/*.db")
    with closing(sqlite3.connect(path)) as conn:
        return list(conn.execute("SELECT action, reason FROM moderations ORDER BY moderation_id"))


async def test_a_moderator_lists_and_ends_a_table_and_every_chip_comes_back(
    evening: Evening, bot: BotProcess, tmp_path: Path
) -> None:
    await evening.sit_down(stake=10)
    listed = text_of(await moderate(evening, "tables"))
    assert "hand 1" in listed
    assert all(person.name in listed for person in evening.people)
    assert not re.search(r"[♠♥♦♣]", listed)
    found = re.search(r"`([a-z2-7]{8})`", listed)
    assert found is not None
    assert "ended" in text_of(
        await moderate(evening, "end", reason="the channel is needed", table=found[1])
    )
    await evening.play.world.changed.until(lambda: is_closed(evening), 5)
    assert [await purse_of(person) for person in evening.people] == [(1000, 0)] * 3
    assert kept(tmp_path) == [("end", "the channel is needed")]
    assert (await bot.audit())[0] == 0


async def test_a_moderator_takes_a_player_from_a_running_hand(
    evening: Evening, play: PlayDiscord, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    ben = play.person("Ben")
    said = await moderate(evening, "kick", player=ben.id, reason="*spam*")
    assert "stand-in" in text_of(said)
    log = text_of(await moderate(evening, "log"))
    assert re.search(r"Ana · kick `[a-z2-7]{8}` Ben · \\\*spam\\\*", log), log
    await play.world.changed.until(
        lambda: any("A moderator took your seat" in seen.text for seen in ben.dms()), 5
    )
    await play.world.changed.until(lambda: "left, played for" in evening.table().text, 5)
    await evening.play_hand()
    assert (await purse_of(ben))[1] == 0
    assert (await bot.audit())[0] == 0


async def test_unstick_and_repost_draw_the_table_again(
    evening: Evening, play: PlayDiscord, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    before = evening.table().id
    text_of(await moderate(evening, "repost", reason="too far up"))
    await play.world.changed.until(lambda: evening.table().id != before, 5)
    assert "drawn anew" in text_of(await moderate(evening, "unstick", reason="it looks stuck"))
    await evening.play_hand()
    assert (await bot.audit())[0] == 0


async def test_a_moderator_asks_for_the_report_on_fair_play(
    evening: Evening, play: PlayDiscord, bot: BotProcess, tmp_path: Path
) -> None:
    dana = play.person("Dana")
    assert "played no hand here" in text_of(await moderate(evening, "fairplay", player=dana.id))
    await evening.sit_down(stake=10)
    await evening.play_hand()
    told = text_of(await moderate(evening, "fairplay"))
    assert "No pair's figures are beyond what chance makes" in told
    assert "Hands at tables for chips: 1; discards were looked at in 0 of them" in told
    about = text_of(await moderate(evening, "fairplay", player=play.person("Ben").id))
    assert "the last 30 days of Ben" in about
    assert kept(tmp_path) == []
    assert (await bot.audit())[0] == 0


async def test_the_report_names_who_stands_out_and_hands_to_look_at(
    evening: Evening, play: PlayDiscord, bot: BotProcess
) -> None:
    text_of(await moderate(evening, "fairplay"))  # there is a file now
    start_ms = int(time.time() * 1000) - 5 * 86_400_000
    evenings = Evenings(2, hands=2_500, dumps=0.5, start_ms=start_ms)
    with closing(sqlite3.connect(bot.db)) as conn, conn:
        store(conn, evenings, int(play.world.guild_id))
    told = text_of(await moderate(evening, "fairplay"))
    assert re.search(r"\*\*Name of p00\*\* and \*\*Name of p01\*\* · hands together: \d+", told)
    assert re.search(r"◆ Chips that Name of p01 won from Name of p00: \+[\d,]+;", told)
    assert re.search(r"Look at: `t\d{7}` hand \d+ <t:\d+:d>", told)
    assert "No figure shows intent" in told
    assert not re.search(r"[♠♥♦♣]", told)


async def test_a_forged_request_for_the_report_on_fair_play_is_refused(
    evening: Evening, play: PlayDiscord
) -> None:
    ana, ben = evening.people[:2]
    with pytest.raises(Refused):
        await ben.slash("tongits-admin fairplay")
    command = ana._command("tongits-admin", ana.world.general)
    nested = [{"type": 1, "name": "fairplay", "options": []}]
    with pytest.MonkeyPatch.context() as forged:  # what only the client hides
        forged.setattr(ben.client, "_offered", lambda *_: True)
        answer = evening.keep(
            await ben._answer(
                ben.client.slash(ben.user, ben.world.general, command["id"], nested), wait=True
            )
        )
    assert "Only moderators" in text_of(answer)


async def test_who_may_not_manage_the_server_is_not_even_offered_the_commands(
    evening: Evening, play: PlayDiscord, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    with pytest.raises(Refused):
        await play.person("Ben").slash("tongits-admin end", {"reason": "mine"})
    assert evening.table().text.startswith("**Hand 1**")
