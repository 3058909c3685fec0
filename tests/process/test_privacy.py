"""`/privacy` by clicks: shown, sent, erased; and then the id is nowhere, however one looks."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.play.people import Person, Seen
from bot.play.server import PlayDiscord
from bot.tables.export_parts import Export
from data.db import open_readonly
from tests.process.bot_process import BotProcess, run_bot
from tests.process.evening import Evening, chips_of
from tests.process.test_admin import is_closed
from tests.process.test_backups import names, restore
from tests.process.test_boards import shown

BEN = "Benedikta"  # a name that no token and no card is by chance
REASON = "Benedikta talked all the time"
DAY_S = 24 * 3_600


@pytest.fixture
async def play() -> AsyncIterator[PlayDiscord]:
    async with PlayDiscord(people=("Ana", BEN, "Carla", "Dana")) as running:
        yield running


def marks(person: Person, dm_id: str) -> dict[str, bytes]:
    """All forms in which somebody could be found."""
    number = int(person.id)
    return {
        "id": person.id.encode(),
        "id, big-endian": number.to_bytes(8, "big"),
        "id, little-endian": number.to_bytes(8, "little"),
        "direct messages": dm_id.encode(),
        "direct messages, big-endian": int(dm_id).to_bytes(8, "big"),
        "direct messages, little-endian": int(dm_id).to_bytes(8, "little"),
        "name": person.name.encode(),
    }


def found_in_files(folder: Path, wanted: dict[str, bytes], but: tuple[str, ...] = ()) -> list[str]:
    """Where somebody is found, byte by byte, in every file of a folder."""
    return [
        f"{file.name}: {what}"
        for file in sorted(folder.iterdir())
        if file.name not in but
        for what, mark in wanted.items()
        if mark in file.read_bytes()
    ]


def found_in_rows(path: Path, wanted: dict[str, bytes]) -> list[str]:
    """The tables with a row in which somebody is found."""
    return sorted(
        set(_rows_with(path, {mark.decode() for what, mark in wanted.items() if "," not in what}))
    )


def _rows_with(path: Path, texts: set[str]) -> Iterator[str]:
    with closing(open_readonly(path)) as conn:
        sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'"
        for (table,) in conn.execute(sql).fetchall():
            for row in conn.execute(f"SELECT * FROM {table}"):
                if any(text in str(value) for value in row for text in texts):
                    yield table


async def privacy(evening: Evening, person: Person, what: str) -> Seen:
    answer = evening.keep(await person.slash(f"privacy {what}"))
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.message


async def evening_with_a_leaver(evening: Evening) -> None:
    """Three hands; Ben is taken out of the third by a moderator who says why."""
    ana, ben = evening.people[:2]
    evening.keep(await ben.slash("daily"))
    await evening.sit_down(stake=10)
    for _ in range(2):
        await evening.play_hand()
        await evening.go_on()
    evening.keep(await ana.slash("tongits-admin kick", {"player": ben.id, "reason": REASON}))
    assert "left a hand that is still played" in (await privacy(evening, ben, "delete")).text
    await evening.play_hand()


async def erase(evening: Evening, bot: BotProcess, person: Person) -> None:
    """Through the real command, and until the last byte is written over."""
    asked = await privacy(evening, person, "delete")
    assert "Former player" in asked.text
    answer = await evening.press(person, asked, "Erase everything")
    assert answer.message is not None
    assert answer.message.text.startswith("Your data is erased.")
    await until_written_over(evening, bot)


async def until_written_over(evening: Evening, bot: BotProcess) -> None:
    with closing(open_readonly(bot.db)) as conn:
        while conn.execute("SELECT COUNT(*) FROM removals_due").fetchone() != (0,):
            await privacy(evening, evening.people[0], "show")


def dm_of(play: PlayDiscord, person: Person) -> str:
    dm = play.world.dms.get(person.id)
    assert dm is not None
    return dm.id


async def test_who_is_erased_is_found_nowhere_and_nobody_else_loses_anything(
    play: PlayDiscord, evening: Evening, bot: BotProcess, tmp_path: Path
) -> None:
    ana, ben = evening.people[:2]
    await evening_with_a_leaver(evening)
    wanted = marks(ben, dm_of(play, ben))
    assert found_in_rows(bot.db, wanted) == ["moderations", "players"]
    result, board = evening.results()[-1], (await ana.slash("leaderboard")).message
    assert board is not None
    before, lines = shown(board), (await ana.slash("chips")).message
    won = chips_of(result)
    await erase(evening, bot, ben)
    assert found_in_rows(bot.db, wanted) == []
    assert found_in_files(tmp_path, wanted) == []
    assert {"tongits.db", "tongits.db.erased", "bot.log"} <= set(names(tmp_path))
    after, same = (await ana.slash("leaderboard")).message, (await ana.slash("chips")).message
    assert after is not None
    assert shown(after) == {name: chips for name, chips in before.items() if name != BEN}
    assert same is not None
    assert lines is not None
    assert same.text == lines.text
    await play.world.changed.until(lambda: "Former player" in result.text, 5)
    assert BEN not in result.text
    assert {name: chips for name, chips in chips_of(result).items() if name != "Former"} == {
        name: chips for name, chips in won.items() if name != BEN
    }
    log = evening.keep(await ana.slash("tongits-admin log")).message
    assert log is not None
    assert re.search(r"Ana · kick `[a-z2-7]{8}` Former player · \(reason taken away", log.text)
    assert await bot.audit() == (0, "The audit found nothing wrong.\n")
    await bot.restart()
    assert found_in_files(tmp_path, wanted) == []
    assert await bot.audit() == (0, "The audit found nothing wrong.\n")


async def test_a_forgotten_place_would_be_found(
    play: PlayDiscord, evening: Evening, bot: BotProcess, tmp_path: Path
) -> None:
    ben = evening.people[1]
    await evening_with_a_leaver(evening)
    wanted = marks(ben, dm_of(play, ben))
    with closing(sqlite3.connect(bot.db, isolation_level=None)) as conn:
        conn.execute("CREATE TABLE forgotten (text TEXT, number INTEGER)")
        conn.execute("INSERT INTO forgotten VALUES (?, ?)", (f"by {BEN}", int(ben.id)))
    (tmp_path / "forgotten.txt").write_bytes(int(ben.id).to_bytes(8, "little"))
    await erase(evening, bot, ben)
    assert found_in_rows(bot.db, wanted) == ["forgotten"]
    assert "forgotten.txt: id, little-endian" in found_in_files(tmp_path, wanted)
    assert {"id, big-endian", "name"} <= {
        place.split(": ")[1] for place in found_in_files(tmp_path, wanted, ("forgotten.txt",))
    }


async def test_a_restored_backup_forgets_again_and_its_table_goes_on(
    play: PlayDiscord, evening: Evening, bot: BotProcess, tmp_path: Path
) -> None:
    ana, ben = evening.people[:2]
    await evening.sit_down(stake=10)
    await evening.play_turn()
    backup = tmp_path / "monday.db"
    assert (await run_bot("backup", backup.name, folder=tmp_path, TONGITS_DB=str(bot.db)))[0] == 0
    evening.keep(await ana.slash("tongits-admin end", {"reason": "time"}))
    await play.world.changed.until(lambda: is_closed(evening), 5)
    wanted = marks(ben, dm_of(play, ben))
    await erase(evening, bot, ben)
    assert {place.split(":")[0] for place in found_in_files(tmp_path, wanted)} == {"monday.db"}
    assert await bot.stop() == 0
    restore(backup, bot.db)
    await bot.start()
    await bot.until_said("erased again after a backup was restored: 1 people")
    await until_written_over(evening, bot)
    assert found_in_files(tmp_path, wanted, ("monday.db",)) == []
    assert "Nothing is stored about you." in (await privacy(evening, ben, "show")).text
    assert (await bot.audit())[0] == 0
    old_s = backup.stat().st_mtime - 31 * DAY_S
    os.utime(backup, (old_s, old_s))
    await bot.restart()
    await bot.until_said("is removed")
    assert not backup.exists()


async def test_what_is_stored_is_shown_and_sent_and_names_nobody_else(
    play: PlayDiscord, evening: Evening, bot: BotProcess
) -> None:
    ana, ben, carla = evening.people
    dana = play.person("Dana")
    assert "Nothing is stored about you." in (await privacy(evening, dana, "show")).text
    assert "Nothing is stored about you." in (await privacy(evening, dana, "delete")).text
    await evening_with_a_leaver(evening)
    told = (await privacy(evening, ben, "show")).text
    assert f"`{ben.id}`" in told
    assert BEN in told
    assert "Hands that counted, with every card and move: **3**" in told
    assert "as you or about you: **1**" in told
    answer = evening.keep(await ben.slash("privacy export"))
    (file,) = answer.messages[0].message.files.values()
    assert answer.messages[0].ephemeral
    content = play.world.files[file["id"]].data
    export = Export.model_validate_json(content)
    assert export.account.discord_id == ben.id
    assert [hand.hand for hand in export.tables[0].hands] == [1, 2, 3]
    assert {seat.who for hand in export.tables[0].hands for seat in hand.seats} == {
        *("You", "Player 1", "Player 3")
    }
    assert export.moderation[0].reason == REASON
    text = json.dumps(json.loads(content))
    assert not [one for one in (ana, carla) if one.id in text or one.name in text]
    for person in (ana, carla):
        assert person.id not in told


async def test_who_comes_back_is_somebody_new_without_a_second_grant(
    evening: Evening, bot: BotProcess
) -> None:
    ben = evening.people[1]
    evening.keep(await ben.slash("daily"))
    old = await privacy(evening, ben, "delete")
    kept = (await evening.press(ben, await privacy(evening, ben, "delete"), "Keep it")).message
    assert kept is not None
    assert kept.text == "Nothing was erased."
    await erase(evening, bot, ben)
    assert "Nothing is stored about you." in (await privacy(evening, ben, "show")).text
    chips = (await ben.slash("chips")).message
    assert chips is not None
    assert "Wallet **0**" in chips.text
    stale = (await evening.press(ben, old, "Erase everything")).messages[-1]
    assert "already decided" in stale.text  # it was made for the player that is gone
    again = evening.keep(await ben.slash("daily")).message
    assert again is not None
    assert "today's chips already" in again.text
    await bot.restart()  # who came back is not erased again
    assert BEN in (await privacy(evening, ben, "show")).text


def servers_left(bot: BotProcess) -> list[int]:
    with closing(open_readonly(bot.db)) as conn:
        return [guild_id for (guild_id,) in conn.execute("SELECT guild_id FROM guilds_gone")]


def people_known(bot: BotProcess) -> int:
    """How many people there is an id of."""
    with closing(open_readonly(bot.db)) as conn:
        sql = "SELECT COUNT(*) FROM players WHERE discord_id IS NOT NULL"
        return int(conn.execute(sql).fetchone()[0])


async def test_the_data_of_a_server_that_removed_the_bot_go_and_nobody_is_known_from_there(
    play: PlayDiscord, tmp_path: Path
) -> None:
    async with BotProcess(play, tmp_path, TONGITS_LEFT_SERVER_DAYS="0") as bot:
        evening = Evening(play)
        dana = play.person("Dana")
        dana.user.global_name = "Danamarkante"
        evening.keep(await dana.slash("leaderboard"))  # and no more than that
        await evening.sit_down(stake=10)
        await evening.play_hand()
        wanted = [marks(person, dm_of(play, person)) for person in evening.people]
        play.gateway._dispatch("GUILD_DELETE", {"id": play.world.guild_id})
        await bot.until_said("a server removed the bot")
        assert servers_left(bot) == [int(play.world.guild_id)]
        await bot.restart()
        await bot.until_said("the data of a server that removed the bot is deleted")
        assert servers_left(bot) == []
        with closing(open_readonly(bot.db)) as conn:
            for name in ("transfers", "events", "tables", "hand_results", "board_sums"):
                assert conn.execute(f"SELECT COUNT(*) FROM {name}").fetchone() == (0,), name
        while people_known(bot):
            await privacy(evening, evening.people[0], "show")
        await until_written_over(evening, bot)
        assert [one for mark in wanted for one in found_in_files(tmp_path, mark)] == []
        assert (await bot.audit())[0] == 0
        await evening.open()  # it is here again, and begins anew
