"""A moderator settles something through real clicks, and players meet it; nobody else can."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.play.filling import Refused
from bot.play.people import Answer, Person, Seen
from bot.play.permissions import Perm
from bot.play.server import PlayDiscord
from bot.play.snowflake import timestamp
from tests.process.bot_process import BotProcess
from tests.process.evening import Evening, purse_of
from tests.process.test_stale_buttons import told

CHANNELS = "Where tables may be opened"
ROLES = "Who may play"
LINES = "b:setting-switch::::turn-lines.off"


async def settings_of(evening: Evening) -> Seen:
    """The panel of Ana, who owns the server."""
    shown = evening.keep(await evening.people[0].slash("settings")).message
    assert shown is not None
    assert shown.ephemeral
    return shown


async def fill_in(evening: Evening, panel: Seen, form: str, fields: dict[str, str]) -> Answer:
    host = evening.people[0]
    opened = await host.press(panel, form)
    assert opened.state == "modal"
    return evening.keep(await host.submit_modal(opened, fields))


async def refused(evening: Evening, person: Person, **options: int | str) -> str:
    """What somebody is told who may not open a table."""
    answer = evening.keep(await person.slash("tongits new", options))
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.message.text


def on_file(folder: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "tongits.db")) as conn:
        return conn.execute(sql).fetchall()


async def test_a_moderator_narrows_the_stakes_and_a_player_meets_it(
    evening: Evening, bot: BotProcess, tmp_path: Path
) -> None:
    panel = await settings_of(evening)
    assert "Stakes: **1 to 1,000** chips" in panel.text
    await fill_in(evening, panel, "Stakes and rates", {"stakes-least": "20", "stakes-most": "50"})
    assert "Done: new tables play for stakes of 20 to 50 chips." in panel.text
    assert "Stakes: **20 to 50** chips" in panel.text
    assert "Last change: Ana, <t:" in panel.text
    await bot.restart()  # nothing of it is in memory alone
    ben = evening.people[1]
    assert "the stake is 20 to 50 chips" in await refused(evening, ben, stake=10)
    assert "the stake is 20 to 50 chips" in await refused(evening, ben, stake=10, rules="house")
    opened = evening.keep(await ben.slash("tongits new")).message
    assert opened is not None
    assert "stake 20, rate 1" in opened.text
    assert on_file(tmp_path, "SELECT key, old_value, new_value FROM setting_changes") == [
        ("stakes", None, "[20, 50]")
    ]
    assert (await bot.audit())[0] == 0


async def test_what_cannot_be_is_refused_and_the_rest_of_the_form_counts(
    evening: Evening, bot: BotProcess
) -> None:
    panel, host = await settings_of(evening), evening.people[0]
    fields = {"stakes-least": "50", "stakes-most": "20", "rates-most": "5"}
    await fill_in(evening, panel, "Stakes and rates", fields)
    await host.wait_message(lambda seen: "must not be above the most" in seen.text)
    assert "Stakes: **1 to 1,000**" in panel.text
    assert "Rates: **0 to 5**" in panel.text
    hostile = {"daily_zone": "../../etc/@everyone", "daily_hour": "24", "member_days": "3"}
    await fill_in(evening, panel, "Days and newcomers", hostile)
    said = await host.wait_message(lambda seen: "I know no time zone" in seen.text)
    assert "@\u200beveryone" in said.text
    assert "“24” is no number for “hour that a day begins at”" in said.text
    assert "Days of `/daily` begin at: **00:00 Asia/Manila**" in panel.text
    assert "A member is new for: **3 days**" in panel.text
    assert (await bot.audit())[0] == 0


@pytest.mark.parametrize(
    ("custom_id", "value", "why"),
    [
        ("s:setting::::channels", "7", "not on this server"),
        ("s:setting::::roles", "-1", "do not know that button"),
        ("s:setting::::rules", "poker", "do not know that button"),
        ("s:setting::::clock", "1", "do not know that button"),
        ("s:setting::::tables-each", "9", "do not know that button"),
    ],
)
async def test_a_forged_choice_is_refused_and_changes_nothing(
    evening: Evening, tmp_path: Path, custom_id: str, value: str, why: str
) -> None:
    table = await evening.open(stake=10)
    answer = evening.keep(await evening.people[0].press(table, custom_id, [value], force=True))
    assert why in answer.messages[-1].text
    assert on_file(tmp_path, "SELECT * FROM setting_changes") == []


async def test_who_may_not_manage_the_server_changes_nothing_with_a_forged_press(
    evening: Evening, play: PlayDiscord, bot: BotProcess, tmp_path: Path
) -> None:
    ben = play.person("Ben")
    with pytest.raises(Refused):
        await ben.slash("settings")
    table = await evening.open(stake=10)
    forged = (LINES, "b:setting-form::::stakes", "s:setting::::rules")
    for custom_id in forged:
        assert "Only moderators" in await told(ben, table, custom_id)
    assert on_file(tmp_path, "SELECT * FROM setting_changes") == []
    assert "for each turn: **on**" in (await settings_of(evening)).text


async def test_newcomers_are_who_the_server_takes_for_new(evening: Evening) -> None:
    ben = evening.people[1]
    ben.user.joined_at = timestamp(3_600_000)
    assert "You are new on this server" in await told_by(evening, ben, "daily")
    panel = await settings_of(evening)
    await fill_in(evening, panel, "Days and newcomers", {"member_days": "0", "daily_hour": "5"})
    assert "how long somebody is on this server does not matter" in panel.text
    assert "a day of `/daily` begins at 05:00 Asia/Manila" in panel.text
    assert "daily chips. Your wallet: **1,100**" in await told_by(evening, ben, "daily")


async def told_by(evening: Evening, person: Person, command: str) -> str:
    answer = evening.keep(await person.slash(command))
    assert answer.message is not None
    return answer.message.text


async def test_tables_are_opened_in_the_channels_that_were_chosen_by_who_has_the_role(
    evening: Evening, play: PlayDiscord, bot: BotProcess
) -> None:
    panel, ben, world = await settings_of(evening), play.person("Ben"), play.world
    other = world.new_channel("cards")
    await evening.press(evening.people[0], panel, CHANNELS, [other.id])
    assert "new tables are opened only in" in panel.text
    assert f"other channels of this server: <#{other.id}>" in await refused(evening, ben)
    opened = evening.keep(await ben.slash("tongits new", channel=other)).message
    assert opened is not None
    assert "Tongits · book rules" in opened.text
    await evening.press(evening.people[0], panel, ROLES, [world.bot_role_id])
    answer = evening.keep(await play.person("Carla").press(opened, "Join"))
    assert answer.message is not None
    assert f"one of these roles plays: <@&{world.bot_role_id}>" in answer.message.text
    await evening.press(evening.people[0], panel, ROLES, [])
    answer = evening.keep(await play.person("Carla").press(opened, "Join"))
    assert "Carla" in opened.text


@pytest.mark.parametrize("how", ["role", "channel"])
async def test_who_is_kept_out_does_not_come_back_by_a_hand_of_before(
    evening: Evening, play: PlayDiscord, bot: BotProcess, how: str
) -> None:
    """**I'm back** in direct messages asked nobody, and a kicked player sat there again."""
    ana, ben, _ = evening.people
    await evening.sit_down(stake=10)
    await evening.until_draw()
    evening.keep(await ana.slash("tongits-admin kick", {"player": ben.id, "reason": "rude"}))
    await evening.play_hand()
    if how == "role":
        panel = await settings_of(evening)
        await evening.press(ana, panel, ROLES, [play.world.bot_role_id])
    else:
        play.world.set_overwrite(play.world.general, ben.user, deny=Perm.VIEW_CHANNEL)
    hand = await ben.wait_dm(lambda seen: seen.control("I'm back") is not None)
    answer = evening.keep(await ben.press(hand, "I'm back"))
    assert answer.message is not None
    wanted = {"role": "only who has one of these roles", "channel": "may not see the table's"}
    assert any(wanted[how] in seen.text for seen in ben.dms())
    sql = "SELECT COUNT(*) FROM seats JOIN players USING (player_id) WHERE discord_id = ?"
    with closing(sqlite3.connect(bot.db)) as conn:
        assert conn.execute(sql, (int(ben.id),)).fetchone() == (0,)
    assert (await bot.audit())[0] == 0


async def test_who_sits_at_two_tables_says_which_one_they_leave(
    evening: Evening, play: PlayDiscord
) -> None:
    ana, ben, carla = evening.people
    panel = await settings_of(evening)
    await fill_in(evening, panel, "Limits of players", {"tables_each": "2"})
    for name, host in (("cards", ana), ("more", carla)):
        channel = play.world.new_channel(name)
        lobby = evening.keep(await host.slash("tongits new", channel=channel)).message
        assert lobby is not None
        await evening.press(ben, lobby, "Join")
    asked = evening.keep(await ben.slash("tongits leave")).message
    assert asked is not None
    assert "several tables" in asked.text
    left = evening.keep(await ben.slash("tongits leave", channel=channel)).message
    assert left is not None
    assert "cashed out" in left.text


async def test_a_friendly_evening_moves_no_chip_and_says_so(
    evening: Evening, bot: BotProcess, tmp_path: Path
) -> None:
    panel = await settings_of(evening)
    await evening.press(evening.people[0], panel, "Friendly")
    assert "no chip moves there, and no hand counts" in panel.text
    table = await evening.open(stake=1000)
    assert "friendly: no chips move" in table.text
    assert "Everybody begins with 30,000 points" in table.text
    await evening.fill(table)
    assert "Points: " in evening.table().text
    result = await evening.play_hand()
    assert "Friendly: no chips moved" in result.text
    await evening.go_on()
    await evening.press(evening.people[0], evening.table(), "More")
    assert on_file(tmp_path, "SELECT COUNT(*) FROM transfers WHERE why <> 'open'") == [(0,)]
    assert on_file(tmp_path, "SELECT COUNT(*) FROM hand_results") == [(0,)]
    assert [await purse_of(person) for person in evening.people] == [(1_000, 0)] * 3
    assert (await bot.audit()) == (0, "The audit found nothing wrong.\n")


async def test_without_turn_lines_and_direct_messages_a_hand_is_played_by_my_hand(
    evening: Evening, bot: BotProcess
) -> None:
    """People whose direct messages are open, and were used before, are called in the channel."""
    host = evening.people[0]
    await evening.sit_down(stake=10)
    evening.keep(await host.slash("tongits-admin end", {"reason": "enough"}))
    await host.wait_message(lambda seen: "Table closed" in seen.text)
    panel = await settings_of(evening)
    await evening.press(host, panel, "Turn lines")
    await evening.press(host, panel, "Hands by message")
    opened = [len(person.dms()) for person in evening.people]
    assert all(opened)
    for person in evening.people:
        person.user.dms_closed = True  # so that they look for their hand in the channel
    before = len(host.messages())
    await evening.fill(await evening.open(stake=10))
    await evening.play_hand()
    shown = host.messages()[before:]
    assert any("by no direct message on this server" in seen.text for seen in shown)
    said = [seen.text for seen in shown if not seen.ephemeral]
    assert not any(" · next: " in text for text in said)
    assert any("it is your turn." in text for text in said)
    assert not any("direct messages are closed to me" in text for text in said)
    assert [len(person.dms()) for person in evening.people] == opened
    assert (await bot.audit())[0] == 0
