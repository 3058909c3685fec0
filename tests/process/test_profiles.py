"""Profiles and pictures through real commands and clicks: who sees what, and that files arrive."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bot.play.components import walk
from bot.play.people import Person, Seen
from bot.play.server import PlayDiscord
from data.db import open_readonly
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, number

HANDS = 3


async def profile_of(evening: Evening, viewer: Person, player: Person | None = None) -> Seen:
    """What `/profile` answers, once it is there."""
    options = {"player": player} if player else {}
    shown = evening.keep(await viewer.slash("profile", options)).message
    assert shown is not None
    await evening.play.world.changed.until(lambda: not shown.loading, 20)
    return shown


def picture_of(play: PlayDiscord, shown: Seen) -> tuple[str, str, bytes]:
    """File name, alt text and bytes of the one picture on a message."""
    galleries = [part for part, _ in walk(shown.raw["components"]) if part["type"] == 12]
    (item,) = [item for gallery in galleries for item in gallery["items"]]
    file: dict[str, Any] = item["media"]
    file_id, name = urlsplit(file["url"]).path.split("/")[-2:]
    return name, item["description"], play.world.files[file_id].data


def rows_of(bot: BotProcess, sql: str) -> list[tuple[Any, ...]]:
    with closing(open_readonly(bot.db)) as conn:
        return conn.execute(sql).fetchall()


def workers_of(bot: BotProcess) -> list[int]:
    """The processes that draw for the bot."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and (folder / "cmdline").exists():
            words = (folder / "cmdline").read_bytes().split(b"\0")
            parent = re.search(r"PPid:\t(\d+)", (folder / "status").read_text())
            if b"bot.pictures" in words and parent and int(parent[1]) == bot.pid:
                found.append(int(folder.name))
    return found


def is_running(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


async def test_a_profile_says_what_the_results_say_and_brings_its_picture(
    evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    for _ in range(HANDS):
        await evening.play_hand()
        await evening.go_on()
    ana, ben = evening.people[:2]
    shown = await profile_of(evening, ana, ben)
    assert shown.ephemeral
    assert shown.id not in {message.id for message in ben.messages()}
    sql = "SELECT name, chips, won, called FROM hand_results JOIN players USING (player_id)"
    rows = rows_of(bot, sql)
    own = [row for row in rows if row[0] == "Ben"]
    won = sum(row[2] for row in own)
    assert "**Ben on this server**" in shown.text
    assert re.search(r"Rating \*\*[\d,]+\*\* ± \d+ after \d rated", shown.text)
    assert f"**{won}** of {HANDS} hands won" in shown.text
    net = re.search(r"Net winnings \*\*([+−±])([\d,]+)\*\*", shown.text)
    assert net is not None
    assert number(net[1], net[2]) == sum(row[1] for row in own)
    calls = sum(row[3] for row in own)
    assert (f"Tawag called {calls} (" if calls else "Tawag never called") in shown.text
    assert f"You and Ben: {HANDS} hands together" in shown.text
    name, alt, data = picture_of(evening.play, shown)
    assert name == "profile.png"
    assert alt.startswith("Net winnings: ")
    assert data.startswith(b"\x89PNG")
    assert "together" not in (await profile_of(evening, ana)).text
    assert (await bot.audit())[0] == 0


async def test_who_hides_never_played_or_is_a_stranger_gets_a_sentence(evening: Evening) -> None:
    await evening.sit_down(stake=10)
    await evening.play_hand()
    ana, ben = evening.people[:2]
    dana = evening.play.people[3]
    nobody = await profile_of(evening, ana, dana)
    assert "has not finished a hand for chips" in nobody.text
    assert "You have not finished a hand" in (await profile_of(evening, dana)).text
    board = evening.keep(await ben.slash("leaderboard")).message
    assert board is not None
    await evening.press(ben, board, "Hide me from leaderboards")
    hidden = await profile_of(evening, ana, ben)
    assert "chose to be on no leaderboard" in hidden.text
    assert "Net winnings" not in hidden.text
    assert not hidden.raw["attachments"]
    assert "Net winnings" in (await profile_of(evening, ben)).text  # their own they still see
    assert "have not played a hand together" in (await profile_of(evening, dana, ana)).text


async def test_the_process_that_draws_comes_with_the_first_picture_and_goes_with_the_bot(
    evening: Evening, bot: BotProcess
) -> None:
    await evening.sit_down(stake=10)
    await evening.play_hand()
    assert workers_of(bot) == []
    await profile_of(evening, evening.people[0])
    await profile_of(evening, evening.people[1])
    (worker,) = workers_of(bot)
    assert await bot.stop() == 0
    assert not is_running(worker)


class Undrawn(BotProcess):
    module = "tests.process.undrawn_bot"


async def test_what_cannot_be_drawn_is_told_in_words(play: PlayDiscord, tmp_path: Path) -> None:
    async with Undrawn(play, tmp_path):
        evening = Evening(play)
        await evening.sit_down(stake=10)
        await evening.play_hand()
        shown = await profile_of(evening, evening.people[0])
        assert "Net winnings" in shown.text
        assert "The picture could not be drawn" in shown.text


async def test_a_picture_that_discord_refuses_leaves_the_text(
    evening: Evening, play: PlayDiscord
) -> None:
    await evening.sit_down(stake=10)
    await evening.play_hand()
    play.fail_next("POST", r"^/webhooks/\d+/[^/]+$", 413, 40005)
    shown = (await evening.people[0].slash("profile")).message
    assert shown is not None
    await play.world.changed.until(lambda: not shown.loading, 20)
    assert "Net winnings" in shown.text
    assert "The picture could not be drawn" in shown.text


async def test_a_long_board_comes_as_a_picture_on_request(
    evening: Evening, bot: BotProcess
) -> None:
    ana = evening.people[0]
    await evening.sit_down(stake=10)
    await evening.play_hand()
    short = evening.keep(await ana.slash("leaderboard")).message
    assert short is not None
    assert short.control("Picture") is None
    await bot.stop()
    with closing(sqlite3.connect(bot.db)) as conn, conn:
        for other in range(40):
            conn.execute(
                "INSERT INTO players (player_id, discord_id, name, seen_ms) VALUES (?, ?, ?, 0)",
                (f"p{other}", 5_000 + other, f"Other {other}"),
            )
            conn.execute(
                "INSERT INTO board_chips VALUES (?, ?, ?, 2)",
                (int(evening.play.world.guild_id), f"p{other}", 10 * other),
            )
    await bot.start()
    board = evening.keep(await ana.slash("leaderboard", {"by": "chips"})).message
    assert board is not None
    answer = await ana.press(board, "Picture")
    shown = evening.keep(answer).message
    assert shown is not None
    await evening.play.world.changed.until(lambda: not shown.loading, 20)
    assert shown.ephemeral
    name, alt, data = picture_of(evening.play, shown)
    assert name == "leaderboard.png"
    assert re.match(r"Leaderboard · Chips owned · Now: #1 (Ana|Ben|Carla) 1,\d\d\d;", alt)
    assert "Other 39 390" in alt
    assert data.startswith(b"\x89PNG")
