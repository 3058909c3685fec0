"""Discord goes wrong around a running hand: the table waits, goes on, or gives every chip back."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from tests.judge.evening import ROOT, Table, enabled, table_of_three
from tests.judge.test_edges import audit, judge_perm

pytestmark = pytest.mark.timeout(150)

MOVES_S = 30  # for a few of them
SEND = "/channels/{channel_id}/messages"
EDIT = "/channels/{channel_id}/messages/{message_id}"


def said(table: Table, text: str) -> bool:
    """Whether the channel reads it."""
    return any(text in m.text for m in table.people[0].messages(table.place))


def told(table: Table, text: str) -> bool:
    """Whether somebody's newest direct message reads it."""
    return any(text in m.text for person in table.people for m in person.dms()[-1:])


async def a_few_moves(table: Table, count: int = 8) -> None:
    wanted = table.moves + count
    async with asyncio.timeout(MOVES_S):
        while table.moves < wanted:
            if not await table.step():
                await asyncio.sleep(0.02)


async def test_permissions_taken_and_given_back_pause_the_table_and_end_the_pause(
    judge: Any, tmp_path: Path
) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await a_few_moves(table)
        general = judge.channel("general")
        judge.set_overwrite(general, "bot", deny=judge_perm("SEND_MESSAGES"))
        while not told(table, "paused"):
            await table.step()
            await asyncio.sleep(0.02)
        refused = len(judge.find("POST", SEND, 403))
        await asyncio.sleep(3)
        assert len(judge.find("POST", SEND, 403)) - refused <= 2
        judge.set_overwrite(general, "bot", allow=judge_perm("SEND_MESSAGES"))
        await judge.wait(lambda: said(table, "The table goes on"), 15, "the end of the pause")
        await table.play_hands(1)
    assert audit(tmp_path / "db").returncode == 0


def new_thread(judge: Any) -> Any:
    """A thread under #general that everybody can see."""
    general = judge.channel("general")
    thread = judge.world.new_channel(general.guild, "tongits", 11)
    thread.parent, thread.owner_id = general, judge.world.bot.id
    archive = {"archived": False, "locked": False, "auto_archive_duration": 4320}
    thread.thread = {**archive, "archive_timestamp": "2026-11-30T00:00:00+00:00"}
    judge.gateway.dispatch("THREAD_CREATE", thread.raw(), general.guild.id, 1)
    return thread


async def test_an_archived_thread_is_woken_and_a_locked_one_waited_for(
    judge: Any, tmp_path: Path
) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        for person in table.people:
            asked = await person.slash("tongits leave")
            await person.click(asked.message, "Leave · yes")
        table.place = thread = new_thread(judge)
        opened = await table.people[0].slash("tongits new", {"stake": 1}, channel=thread)
        for guest in table.people[1:]:
            await guest.click(opened.message, "Join")
        await table.people[0].click(opened.message, "Start")
        await a_few_moves(table, 6)
        judge.archive_thread(thread)
        await a_few_moves(table, 6)
        await judge.wait(lambda: not thread.thread["archived"], 10, "the thread to be woken")
        judge.set_overwrite(thread.parent, "bot", deny=judge_perm("MANAGE_THREADS"))
        judge.archive_thread(thread, locked=True)
        while not told(table, "paused"):
            await table.step()
            await asyncio.sleep(0.02)
        judge.archive_thread(thread, archived=False, locked=False)
        await judge.wait(lambda: not told(table, "paused"), 15, "the end of the pause")
        await a_few_moves(table, 6)
    assert audit(tmp_path / "db").returncode == 0


@pytest.mark.parametrize("how", ["drop", "reconnect", "invalidate", "resumable"])
async def test_a_lost_gateway_costs_no_move_and_nobody_their_turn(
    judge: Any, tmp_path: Path, how: str
) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await a_few_moves(table)
        match how:
            case "drop":
                judge.gateway.drop()
            case "reconnect":
                judge.gateway.reconnect()
            case _:
                judge.gateway.invalidate(resumable=how == "resumable")
        await asyncio.sleep(0.2)
        await judge.wait_ready(30)
        await table.play_hands(1)
        assert not said(table, "(played for them)")
        assert judge.summary()["failed"] == []
    assert audit(tmp_path / "db").returncode == 0


async def test_an_unavailable_server_is_no_kick_and_its_table_goes_on_afterwards(
    judge: Any, tmp_path: Path
) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await a_few_moves(table)
        guild = judge.channel("general").guild
        judge.outage(guild, on=True)
        await judge.wait(lambda: told(table, "Discord cannot reach"), 10, "the pause")
        judge.outage(guild, on=False)
        await judge.wait(lambda: said(table, "The table goes on"), 10, "the end of the outage")
        await table.play_hands(1)
    assert audit(tmp_path / "db").returncode == 0


async def test_with_all_direct_messages_closed_a_hand_is_played_behind_my_hand(
    judge: Any, tmp_path: Path
) -> None:
    for name in ("ana", "ben", "carla"):
        judge.user(name).close_dms()
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        dealing = []
        for person in table.people:
            shown = await person.slash("tongits hand")
            assert shown.message.ephemeral
            dealing += [person] if shown.message.selects else []
        (dealer,) = dealing
        await play_by_my_hand(dealer)
        following = table.people[(table.people.index(dealer) + 1) % 3]
        await play_by_my_hand(following)
        await judge.wait(lambda: said(table, "drew, threw"), 10, "the turn in the channel")
        assert all(person.dms() == [] for person in table.people)
    assert audit(tmp_path / "db").returncode == 0


async def play_by_my_hand(person: Any) -> None:
    """A whole turn on a private panel in the channel."""
    panel = (await person.slash("tongits hand")).message
    if draw := enabled(panel, "Draw"):
        await person.click(panel, draw.custom_id)
    cards = panel.selects[0]
    await person.select(panel, cards.custom_id, [cards.options[0]["value"]])
    await person.click(panel, enabled(panel, "Discard").custom_id)


async def test_a_hand_is_finished_though_three_calls_of_ten_fail(
    judge: Any, tmp_path: Path
) -> None:
    rng = random.Random(5)
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        for route in (SEND, EDIT):
            for method in ("POST", "PATCH", "DELETE"):
                judge.fault(
                    method, route, status=503, times=10_000, match=lambda _: rng.random() < 0.3
                )
        await asyncio.wait_for(table.play_hands(1), 120)
        judge.faults.clear()
    assert audit(tmp_path / "db").returncode == 0


TABLES = 50


async def many_tables(judge: Any, everybody: list[Any]) -> list[Any]:
    """So many channels with a hand in play each; the same three sit at every second."""
    channels = [judge.channel(f"table-{number}") for number in range(TABLES)]
    for number, channel in enumerate(channels):
        people = everybody[number % 2 * 3 :][:3]
        opened = await people[0].slash("tongits new", {"stake": 1, "rate": 0}, channel=channel)
        assert not opened.message.ephemeral, opened.message.text
        for guest in people[1:]:
            await guest.click(opened.message, "Join")
        await people[0].click(opened.message, "Start")
    return channels


def panel_in(person: Any, channel: Any) -> Any:
    """The table's message of a channel, once a hand is in play."""
    shown = [m for m in person.messages(channel) if "My hand" in m.labels and not m.ephemeral]
    return shown[-1] if shown else None


async def test_after_a_restart_fifty_live_tables_are_usable_within_five_seconds(
    judge: Any, tmp_path: Path
) -> None:
    env = {"TONGITS_DB": str(tmp_path / "db"), "TONGITS_ONE_SEAT_PER_SERVER": "false"}
    bot = judge.launch([sys.executable, "-m", "bot"], cwd=ROOT, env=env, log=tmp_path / "log")
    await bot.start()
    try:
        await judge.wait_commands("tongits")
        people = [judge.user(name) for name in ("ana", "ben", "carla", "dan", "eva", "fay")]
        channels = await many_tables(judge, people)
        for channel in channels:
            await judge.wait(lambda at=channel: panel_in(people[0], at), 30, "a hand")
        await bot.kill9()
        await bot.start()
        ready = monotonic()
        for number, channel in enumerate(channels):
            person = people[number % 2 * 3]
            shown = await person.click(panel_in(person, channel), "My hand")
            assert shown.message is not None, shown.errors
        assert monotonic() - ready < 5
    finally:
        await bot.stop()
    with closing(sqlite3.connect(tmp_path / "db")) as conn:
        sql = "SELECT COUNT(*) FROM events WHERE kind = 'played_for'"
        assert conn.execute(sql).fetchone()[0] == 0
    assert audit(tmp_path / "db").returncode == 0
