"""What is typed besides playing, by clicks at the judge: settings, profiles, boards, own data."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.judge.evening import Table, enabled, table_of_three
from tests.judge.test_edges import audit

pytestmark = pytest.mark.timeout(200)

MANAGE_GUILD = 1 << 5
PNG = b"\x89PNG\r\n"


async def moderator(judge: Any) -> Any:
    """Somebody who may manage the server."""
    role = judge.new_role(judge.default_guild, "moderators", MANAGE_GUILD)
    return judge.user("dora", roles=(role,))


def chosen(panel: Any, start: str) -> Any:
    """The select whose placeholder begins so."""
    return next(one for one in panel.selects if one.label.startswith(start))


async def test_a_moderator_settles_what_tables_are_like(judge: Any, tmp_path: Path) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        host = await moderator(judge)
        panel = (await host.slash("settings")).message
        general = judge.channel("general")
        await host.select(panel, chosen(panel, "Where tables").custom_id, [general])
        everyone = judge.default_guild.roles[judge.default_guild.id]
        await host.select(panel, chosen(panel, "Who may play").custom_id, [everyone])
        form = await host.click(panel, "Stakes and rates")
        sent = await host.submit_modal(form, {"stakes-least": "2", "stakes-most": "20"})
        assert sent.acked
        for switch in ("Turn lines", "Hands by message", "Friendly"):
            pressed = await host.click(panel, enabled(panel, switch).custom_id)
            assert pressed.acked, pressed.errors
        assert "Stakes: **2 to 20** chips" in panel.text
        assert panel.text.count("**off**") == 2
        offered = {one["name"] for one in table.people[0].commands("general")}
        assert "settings" not in offered
    assert audit(tmp_path / "db").returncode == 0


async def test_a_friendly_hand_without_direct_messages_leaves_no_chips_behind(
    judge: Any, tmp_path: Path
) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        host = await moderator(judge)
        panel = (await host.slash("settings")).message
        await host.click(panel, enabled(panel, "Friendly").custom_id)
        await leave(table)
        await judge.wait(lambda: not rows(tmp_path / "db", "seats"), 10, "the table's end")
        counted = rows(tmp_path / "db", "hand_results")
        await table.open()
        await table.play_hands(2)
        assert "points" in table.results()[-1].text
    assert rows(tmp_path / "db", "hand_results") == counted
    assert audit(tmp_path / "db").returncode == 0


async def leave(table: Table) -> None:
    """Everybody leaves, also in mid-hand, and the table is closed."""
    for person in table.people:
        asked = await person.slash("tongits leave")
        if enabled(asked.message, "Leave"):
            await person.click(asked.message, "Leave · yes")


async def test_a_moderator_reads_about_fair_play(judge: Any, tmp_path: Path) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await table.play_hands(2)
        host = await moderator(judge)
        asked = await host.slash("tongits-admin fairplay", {"player": table.people[0]})
        await asked.wait_answer()
        (shown,) = asked.messages
        assert shown.ephemeral
        assert "air play" in shown.text
    assert audit(tmp_path / "db").returncode == 0


async def test_a_profile_and_its_picture_come_to_the_asker_alone(
    judge: Any, tmp_path: Path
) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await table.play_hands(3)
        ana, ben, _ = table.people
        for options in ({}, {"player": ben}):
            asked = await ana.slash("profile", options)
            await asked.wait_answer()
            (shown,) = asked.messages
            assert shown.ephemeral
            assert "Rating **" in shown.text
            (picture,) = shown.attachments
            assert shown.file(picture["filename"]).startswith(PNG)
            assert picture["description"].startswith("Net winnings")
    assert audit(tmp_path / "db").returncode == 0


async def test_people_read_get_and_erase_what_is_stored_of_them(judge: Any, tmp_path: Path) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await table.play_hands(1)
        ana = table.people[0]
        assert ana.user.id in (await ana.slash("privacy show")).message.text
        asked = await ana.slash("privacy export")
        await asked.wait_answer()
        (shown,) = asked.messages
        data = json.loads(shown.file(shown.attachments[0]["filename"]))
        assert data["account"]["discord_id"] == ana.user.id
        assert "seat" in (await ana.slash("privacy delete")).message.text
        await leave(table)
        await judge.wait(lambda: not rows(tmp_path / "db", "seats"), 10, "the table's end")
        question = (await ana.slash("privacy delete")).message
        await ana.click(question, "Erase everything")
        assert "Nothing is stored" in (await ana.slash("privacy show")).message.text
    with closing(sqlite3.connect(tmp_path / "db")) as conn:
        sql = "SELECT COUNT(*) FROM players WHERE discord_id = ?"
        assert conn.execute(sql, (int(ana.user.id),)).fetchone() == (0,)
    assert audit(tmp_path / "db").returncode == 0


def rows(db: Path, name: str) -> int:
    """How many rows a table of the database holds."""
    with closing(sqlite3.connect(db)) as conn:
        return int(conn.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0])
